/* Matrix product in float32 on the tensor cores of several GPUs, on panels of B that are copied ahead.
 *
 * Architecture: sm_90a
 *
 * The product of wgmma_split_fp16, distributed as in peer_ahead: by rows of A and of the result, while panels
 * of B's columns are copied from the other GPUs beside the product of those before. A column of B is scaled
 * by its largest element and split in two; a panel has whole columns, so every GPU splits it as soon as it
 * has arrived. That repeats the work on every GPU, but it takes about as long as a copy within memory, and B
 * before the split is no longer than after it. A's rows are split once, before the first panel.
 *
 * The bits are those of wgmma_split_fp16.
 * Bound: power, as there; splitting B, which is not distributed; the copy of the first panel. Tensor cores
 * take four to five times less time for a panel than peer_ahead's multiply-adds, so copies are harder to
 * hide.
 * Limits: B lies on every GPU twice, as it is and split: a workspace of 8 n^2 bytes and the split rows of A.
 * Hopper only; all GPUs must reach each other's memory.
 * Source: as wgmma_split_fp16; NVIDIA, CUDA C++ Programming Guide, "Peer-to-Peer Memory Access". */
#include "gpu/matmul/kernels/fp16_split.cuh"
#include "gpu/matmul/multi_gpu/panels.cuh"

/* The first panel has a wave of tiles only. A product with compensated sums has one panel. */
static Panels panels_of_fp16(const Point *point)
{
    static_assert((int)PANELS_TILE_COLUMNS == (int)LINES_STEP, "panels begin with a tile");
    Panels panels = panels_of(point);
    const bool is_whole = panels.devices == 1 || panels.n <= COMPENSATED_UP_TO;
    panels.first_columns = is_whole ? panels.n : panels_columns(&panels, gpu_multiprocessors());
    return panels;
}

/* After B: A split, B split, then what fp16_split.cuh needs besides. */
static size_t workspace(const Point *point)
{
    const Panels panels = panels_of_fp16(point);
    const size_t rows = slice_lines(panels.block), columns = slice_lines(panels.n);
    const size_t split = size_add(slice_bytes(rows, panels.n), slice_bytes(columns, panels.n));
    return size_add(size_add(panels.b_bytes, split),
                    size_mul(rows + columns * (1 + SCAN_PARTS), sizeof(int)));
}

/* The operands of a panel, in a workspace that is the same for all panels. */
static Fp16Operands operands_of(void *workspace, const Panels *panels, Panel panel)
{
    const size_t rows = slice_lines(panels->block), columns = slice_lines(panels->n);
    unsigned char *b = (unsigned char *)workspace + slice_bytes(rows, panels->n);
    int *exponents = (int *)(b + slice_bytes(columns, panels->n));
    Fp16Operands operands;
    operands.a = (unsigned char *)workspace;
    operands.b = b + slice_bytes(panel.first, panels->n);
    operands.a_exponent = exponents;
    operands.b_exponent = exponents + rows + panel.first;
    operands.largest = (uint32_t *)(exponents + rows + columns) + panel.first * SCAN_PARTS;
    operands.begun = NULL; /* two panels run at the same time */
    return operands;
}

/* Splits the panel, and with the first one A, which the panels on the other stream wait for. */
static int split_panel(const Task *own, Fp16Operands operands, SliceLayout layout, Panel panel, unsigned d,
                       unsigned stream_index)
{
    if (panel.first > 0) {
        layout.row_lines = 0;
    }
    if (launch_split(own, operands, layout) != 0) {
        return -1;
    }
    if (panel.columns == layout.k || (panel.first > 0 && stream_index == 0)) {
        return 0; /* no other panel, or A was split on this stream */
    }
    const cudaStream_t stream = (cudaStream_t)own->stream;
    const cudaEvent_t a_is_split = ahead_device(own, d)->ready;
    return panel.first == 0 ? GPU_CHECK(own, cudaEventRecord(a_is_split, stream))
                            : ahead_wait(own, stream, a_is_split);
}

/* An AheadMultiply. */
static int multiply_panel(const Task *own, const Panels *panels, Panel panel, unsigned d,
                          unsigned stream_index)
{
    Task task = *own;
    task.b = (const float *)own->b + panel.first;
    task.out = (float *)own->out + panel.first;
    const size_t rows = own->parts[d].rows;
    const SliceLayout layout = slice_layout_part(own->point, rows, panel.columns);
    const Fp16Operands operands = operands_of(own->workspace, panels, panel);
    const SliceLayout whole = slice_layout_part(own->point, rows, panels->n);
    return split_panel(&task, operands, layout, panel, d, stream_index) != 0 ||
                   wgmma_fp16(&task, operands, layout, whole) != 0
               ? -1
               : launch_repair(&task, operands, layout);
}

static int run(const Task *task)
{
    const Panels panels = panels_of_fp16(task->point);
    return ahead_run(task, &panels, ahead_fetch_peers, multiply_panel);
}

extern "C" const Variant variant_gpu_matmul_peer_split_fp16;
const Variant variant_gpu_matmul_peer_split_fp16 = {
    .workload = "matmul",
    .name = "gpu/peer_split_fp16",
    .idea = "wgmma_split_fp16 on several GPUs: panels of B are copied, split and multiplied in a pipeline",
    .source = "Ootomo and Yokota 2022; NVIDIA, CUDA C++ Programming Guide: Peer-to-Peer Memory Access",
    .after = "gpu/wgmma_split_fp16",
    .types = FLOAT32,
    .axes = AXIS_DEVICES,
    .instructions = INSTRUCTIONS_TENSOR,
    .missing = gpu_tensor_cores_missing<90, 90>,
    .workspace = workspace,
    .open = ahead_open,
    .close = ahead_close,
    .run = run,
};
