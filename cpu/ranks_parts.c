/* Parts of matrices: copies within rank 0's node, messages to other nodes. See ranks_parts.h.
 * Library: MPI */
#include "cpu/ranks_parts.h"

#include <stdlib.h>
#include <unistd.h>

#include "cpu/ranks_job.h"

/* The layout of process `rank`'s part in a whole matrix, row by row; empty if it has no part. */
static MPI_Datatype part_layout(const GridShape *shape, int rank, MPI_Datatype element)
{
    const int n = (int)shape->of_rows.n;
    const int sizes[] = {n, n}, cyclic[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC};
    const int blocks[] = {(int)shape->of_rows.block, (int)shape->of_columns.block};
    const int grid[] = {(int)shape->rows, (int)shape->columns};
    MPI_Datatype type;
    MPI_Type_create_darray(grid[0] * grid[1], rank, 2, sizes, cyclic, blocks, grid, MPI_ORDER_C, element,
                           &type);
    MPI_Type_commit(&type);
    return type;
}

static bool has_part(const GridShape *shape, int rank)
{
    const GridPart part = grid_part(shape, (unsigned)rank);
    return part.rows > 0 && part.columns > 0;
}

int parts_open(Parts *parts, const Grid *grid, const Point *point, unsigned threads, Error *error)
{
    const size_t count = (size_t)rank_job.count;
    *parts = (Parts){.grid = grid,
                     .element = element_datatype(point),
                     .element_bytes = type_size(point->type),
                     .threads = threads};
    if (rank_job.own != 0) {
        return 0;
    }
    parts->requests = calloc(count, sizeof *parts->requests);
    parts->layouts = calloc(count, sizeof *parts->layouts);
    parts->copying = calloc(count, sizeof *parts->copying);
    for (size_t rank = 0; parts->layouts != NULL && rank < count; rank++) {
        parts->layouts[rank] = MPI_DATATYPE_NULL;
    }
    return parts->requests != NULL && parts->layouts != NULL && parts->copying != NULL
               ? 0
               : error_set(error, "no memory for %zu processes", count);
}

void parts_close(Parts *parts)
{
    for (int rank = 0; parts->layouts != NULL && rank < rank_job.count; rank++) {
        if (parts->layouts[rank] != MPI_DATATYPE_NULL) {
            MPI_Type_free(&parts->layouts[rank]);
        }
    }
    free(parts->layouts);
    free(parts->copying);
    free(parts->requests);
}

void rank_matrix_free(RankMatrix *matrix)
{
    part_unmap(&matrix->file, matrix->mapped);
    if (matrix->whole.memory != NULL && matrix->file.descriptor >= 0) {
        close(matrix->file.descriptor);
    }
    guarded_free(&matrix->whole);
    guarded_free(&matrix->part);
}

/* Where a process finds a whole matrix; NULL if it cannot. */
static void *whole_matrix(const RankMatrix *matrix)
{
    return rank_job.own == 0 ? matrix->whole.memory : matrix->mapped;
}

/* Processes of rank 0's node copy their parts themselves, if they can map its matrices. */
void parts_share(Parts *parts, RankMatrix *const matrices[], size_t count)
{
    int copies = 1;
    for (size_t i = 0; i < count; i++) {
        MPI_Bcast(&matrices[i]->file, sizeof matrices[i]->file, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (rank_job.own != 0 && rank_job.node_first == 0) {
            matrices[i]->mapped = part_map(&matrices[i]->file);
        }
        copies = copies && whole_matrix(matrices[i]) != NULL;
    }
    MPI_Gather(&copies, 1, MPI_INT, parts->copying, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int rank = 0; rank_job.own == 0 && rank < rank_job.count; rank++) {
        if (parts->copying[rank] == 0 && has_part(&parts->grid->shape, rank)) {
            parts->layouts[rank] = part_layout(&parts->grid->shape, rank, parts->element);
        }
    }
    parts->copies = copies != 0;
}

/* The same by messages, for the processes that do not copy. */
static void send_parts(const Parts *parts, void *whole, void *part, bool out)
{
    const Grid *grid = parts->grid;
    MPI_Request *const requests = parts->requests;
    MPI_Request own = MPI_REQUEST_NULL;
    MPI_Datatype row; /* so that counts of elements fit an int */
    MPI_Type_contiguous((int)grid->own_columns, parts->element, &row);
    MPI_Type_commit(&row);
    if (!parts->copies && has_part(&grid->shape, rank_job.own)) {
        (out ? MPI_Irecv(part, (int)grid->own_rows, row, 0, 0, MPI_COMM_WORLD, &own)
             : MPI_Isend(part, (int)grid->own_rows, row, 0, 0, MPI_COMM_WORLD, &own));
    }
    for (int rank = 0; requests != NULL && rank < rank_job.count; rank++) {
        requests[rank] = MPI_REQUEST_NULL;
        if (parts->layouts[rank] != MPI_DATATYPE_NULL) {
            (out ? MPI_Isend(whole, 1, parts->layouts[rank], rank, 0, MPI_COMM_WORLD, &requests[rank])
                 : MPI_Irecv(whole, 1, parts->layouts[rank], rank, 0, MPI_COMM_WORLD, &requests[rank]));
        }
    }
    if (requests != NULL) {
        MPI_Waitall(rank_job.count, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Wait(&own, MPI_STATUS_IGNORE);
    MPI_Type_free(&row);
}

void parts_move(const Parts *parts, const RankMatrix *matrix, void *part, bool out)
{
    if (parts->copies) {
        part_copy(&parts->grid->shape, (unsigned)rank_job.own, whole_matrix(matrix), part,
                  parts->element_bytes, out ? PART_FROM_WHOLE : PART_TO_WHOLE, parts->threads);
    }
    send_parts(parts, matrix->whole.memory, part, out);
}
