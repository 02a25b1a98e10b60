/* See columns.h. */
#include "experiments/harness/store/columns.h"

#define NAME(id, name, ...) name,
const char *const column_names[COLUMNS] = {COLUMN_LIST(NAME, NAME)};

#define IDENTITY_INFO(id, name, type, role, summary, table, omitted)                                         \
    {COLUMN_##type, ROLE_##role, summary, table, omitted},
#define OTHER_INFO(id, name, type) {COLUMN_##type, ROLE_NONE, 0, 0, NULL},
const ColumnInfo column_table[COLUMNS] = {COLUMN_LIST(IDENTITY_INFO, OTHER_INFO)};

enum { LAST_PLACE = 1000 };

static int place_in(ColumnOrder order, Column column)
{
    const ColumnInfo *info = &column_table[column];
    return order == ORDER_TABLES      ? info->table_place
           : order == ORDER_SUMMARY   ? info->summary_place
           : column == COL_EXPERIMENT ? 1
           : info->role == ROLE_NONE  ? 0
           : column >= COL_DEVICES    ? LAST_PLACE
                                      : info->summary_place;
}

const Column *columns_in(ColumnOrder order)
{
    static Column lists[COLUMN_ORDERS][COLUMNS + 1];
    Column *list = lists[order];
    if (list[0] == COL_SCHEMA) { /* the first call: no list begins with this column */
        size_t used = 0;
        for (int place = 1; place <= LAST_PLACE; place++) {
            for (int c = 0; c < COLUMNS; c++) {
                list[used] = (Column)c;
                used += place_in(order, (Column)c) == place;
            }
        }
    }
    return list;
}

Column column_of_axis(AxisId id)
{
    int column = 0;
    while (column_table[column].type != COLUMN_AXIS + (int)id) {
        column++;
    }
    return (Column)column;
}

bool column_is_whole(Column column)
{
    const int type = column_table[column].type;
    return type == COLUMN_COUNT || type == COLUMN_COUNT_OR_EMPTY ||
           (type >= COLUMN_AXIS && axis_table[type - COLUMN_AXIS].most > 0);
}
