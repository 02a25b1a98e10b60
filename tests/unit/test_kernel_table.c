/* The rows of `speedup kernels`, which a machine without a GPU never prints otherwise. */
#include "experiments/harness/commands.h"
#include "tests/unit/unit.h"

static const Variant variants[] = {
    {.workload = "matmul", .name = "gpu/multi_block", .axes = AXIS_BLOCK},
    {.workload = "matmul", .name = "gpu/thread_tile", .axes = AXIS_TILE},
};

/* The first as the reference machine told it; of the second no block fits. */
static const KernelAttributes facts[] = {
    {.variant = &variants[0],
     .point = {.m = 224, .n = 224, .k = 224, .type = TYPE_INT32, .block = 1},
     .kernel = "multiply",
     .launches = 1,
     .grid = {224, 224, 1},
     .threads_per_block = 1,
     .registers = 32,
     .blocks_per_multiprocessor = 32,
     .occupancy = 0.5,
     .limited_by = "blocks",
     .waves = 50176.0 / (32 * 132),
     .last_wave_filled = 50176.0 / (32 * 132) - 11,
     .operations_per_access = 2.0 * 224 / (2.0 * 224 + 1)},
    {.variant = &variants[1],
     .point = {.m = 1024, .n = 1024, .k = 1024, .type = TYPE_FLOAT32, .tile = 64},
     .kernel = "multiply",
     .launches = 12,
     .grid = {2, 2, 1},
     .threads_per_block = 64,
     .registers = 255,
     .static_shared_bytes = 8192,
     .dynamic_shared_bytes = 1048576,
     .local_bytes = 16,
     .limited_by = "warps and registers",
     .waves = NAN,
     .last_wave_filled = NAN,
     .operations_per_access = NAN},
};

static char *printed(bool csv)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_ok(kernel_table_print(stream, facts, COUNT_OF(facts), csv, &error));
    fclose(stream);
    return text;
}

TEST(csv_has_every_column)
{
    char *text = printed(true);
    assert_string_equal(text,
                        "workload,variant,type,n,block,tile,kernel,launches,grid,threads_per_block,registers,"
                        "static_shared_bytes,dynamic_shared_bytes,local_bytes,blocks_per_sm,occupancy,"
                        "limited_by,waves,last_wave_filled,cgma\n"
                        "matmul,gpu/multi_block,int32,224,1,,multiply,1,224x224x1,1,32,0,0,0,32,0.5000,"
                        "blocks,11.879,0.8788,0.998\n"
                        "matmul,gpu/thread_tile,float32,1024,,64,multiply,12,2x2x1,64,255,8192,1048576,16,0,"
                        "0.0000,warps and registers,,,\n");
    free(text);
}

TEST(table_has_the_same_cells)
{
    char *text = printed(false);
    assert_non_null(strstr(text, "workload  variant          type        n  block  tile  kernel"));
    assert_non_null(strstr(text, "matmul    gpu/multi_block  int32     224      1        multiply"));
    assert_non_null(strstr(text, "matmul    gpu/thread_tile  float32  1024           64  multiply"));
    free(text);
}
