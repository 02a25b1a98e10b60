/* Several GPUs share the block rows; in each round the others copy the closed one from its owner.
 *
 * Each GPU relaxes its own rows and needs one block row a round of the others', 128 n words for 128 n^2
 * relaxations. The round's owner closes the pivot block and computes that row. Every other GPU waits for
 * it by an event and pulls it out of the owner's memory into its own. The copy engines do that, so no
 * multiprocessor is kept from its work. The block column needs no exchange, as each GPU has the part of
 * its own rows. Streams, events and the order of a round: block_cyclic.cuh.
 *
 * Measured on two H100: 0.73, 0.85 and 0.89 of two GPUs' rate at n 8192, 12288 and 16384.
 * Bound: while the owner works on pivot block and block row, and while the copies are in flight, all other
 * GPUs wait. These copies go to all others at once and share the bandwidth of the owner's links.
 * Limits: those of gpu/one_product; the GPUs must reach each other's memory.
 * Source: block_cyclic.cuh; NVIDIA, CUDA C++ Programming Guide, Multi-Device System. */
#include "gpu/apsp/multi_gpu/block_cyclic.cuh"

/* On GPU d: its block column is transposed, and the owner closes the pivot block and computes the block row,
 * which all others wait for and pull; then the trailing update. */
static int one_round(const Team *team, unsigned d, unsigned number)
{
    const unsigned owner = team_owner(team, number);
    const cudaEvent_t row_is_closed = team->of[owner].events.row_is_closed;
    const PaddedMatrix *padded = &team->matrices[d];
    const Task *part = &team->of[d].half[0];
    Round round = round_of(padded, number);
    if (part_enter(team->task, d) != 0 ||
        launch_pivot<Single, BLOCK_CYCLIC_ROWS>(part, &round, padded->own_blocks) != 0) {
        return -1;
    }
    if (d == owner && (launch_block_row<NarrowTile, BLOCK_CYCLIC_ROWS>(part, &round) != 0 ||
                       record(part, row_is_closed) != 0)) {
        return -1;
    }
    if (d != owner && (wait_for(part, row_is_closed) != 0 || team_pull(team, part, d, number) != 0)) {
        return -1;
    }
    return launch_trailing_update<WideTile, BLOCK_CYCLIC_ROWS>(part, &round, 0, padded->own_blocks);
}

/* In a round the owner is first, as the others wait for the event that it records. */
static int run(const Task *task)
{
    if (is_on_one_gpu(task->point)) {
        return overlapped_phases_run(task);
    }
    const Team team = team_of(task);
    if (team_begin(&team) != 0) {
        return -1;
    }
    for (unsigned round = 0; round < team_rounds(&team); round++) {
        for (unsigned i = 0; i < team.devices; i++) {
            if (one_round(&team, (team_owner(&team, round) + i) % team.devices, round) != 0) {
                return -1;
            }
        }
    }
    return team_copy(&team, RETURN);
}

extern "C" const Variant variant_gpu_apsp_peer_copies;
const Variant variant_gpu_apsp_peer_copies = {
    .workload = "apsp",
    .name = "gpu/peer_copies",
    .idea = "block rows distributed cyclically over GPUs, which copy each round's closed row from its "
            "owner's memory",
    .source = BLOCK_CYCLIC_SOURCE,
    .after = "gpu/one_product",
    .types = INT32,
    .axes = AXIS_DEVICES,
    .missing = rounds_missing,
    .accepts = rounds_accepts,
    .workspace = block_cyclic_workspace,
    .block_rows = block_cyclic_rows,
    .open = look_ahead_open,
    .close = look_ahead_close,
    .run = run,
};
