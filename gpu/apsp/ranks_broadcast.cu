/* GPUs of several processes, on one machine or many: each round's closed row is broadcast among all of them.
 *
 * The rounds of gpu/nccl_broadcast. A GPU of another machine can neither be given work nor be read by this
 * process: so each process has one GPU and enqueues that GPU's part alone, and all of them enqueue the same
 * broadcasts in the same order. NCCL passes the row on within a machine by the links between its GPUs, and
 * from machine to machine by the network, straight from GPU to network card where both can do that.
 *
 * The ring of rows is four rounds deep for any number of GPUs, as nobody reads another's memory.
 *
 * What bounds it: as in gpu/nccl_broadcast all wait for the owner and the broadcast, and between machines the
 * network is slower than links; of a small graph the start of some hundred collectives.
 *
 * Limits: those of gpu/nccl_broadcast; a GPU for each process.
 * Source: dealt.cuh; NVIDIA, NCCL documentation, "Creating a Communicator". */
#include "gpu/apsp/broadcast.cuh"

extern "C" {
extern const Variant variant_gpu_apsp_ranks_broadcast;
}

const Variant variant_gpu_apsp_ranks_broadcast = {
    .workload = "apsp",
    .name = "gpu/ranks_broadcast",
    .idea = "a GPU in each of several processes: each round's closed row goes to all by a broadcast of NCCL",
    .source = DEALT_SOURCE "; NCCL documentation",
    .after = "gpu/nccl_broadcast",
    .types = INT32,
    .axes = AXIS_RANKS,
    .flags = VARIANT_DISTINCT,
    .missing = broadcast_missing,
    .accepts = rounds_accept,
    .workspace = dealt_workspace,
    .block_rows = dealt_rows,
    .describe = gpu_nccl_describe,
    .open = broadcast_open,
    .close = broadcast_close,
    .run = broadcast_run,
};
