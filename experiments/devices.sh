#!/usr/bin/env bash
# How much faster does each variant become with more GPUs of this machine?
# Variants that share a product, a transpose or shortest paths among GPUs, on 1, 2, 3, 4, 6, 8, ... of them: the same work, then work
# that grows with them. The bandwidth of the links between them comes first. On a machine with one GPU nothing is measured.
. "$(dirname "$0")/lib.sh"

[ "$gpu_count" -gt 1 ] || {
    declaring || log 'left out: this machine has fewer than two GPUs'
    finish
    exit 0
}
# From which n on more GPUs pay is asked of the rungs that lead, beside faster ones that run on one GPU; the others are measured at two sizes.
# Four GPUs have parts as large as one alone of half the n (report/model/scale_out.sql).
sizes=$(by_profile 1024,2048,4096 1024,2048,3072,4096,6144,8192,16384,24576 2048,4096,8192,16384,32768)
two=$(by_profile 2048,4096 4096,8192 16384,32768)
copied() { sweep "$@" --transfer pinned; }
copied copy --variant gpu/peer --size "256,1024,$two"
copied apsp --variant gpu/peer_copies,gpu/nccl_ahead,gpu/peer_ahead --size "$two"
copied apsp --variant gpu/graph_ahead,gpu/int16 --size "$sizes"
copied matmul --variant gpu/peer_copies,gpu/nccl_ahead,gpu/cublasxt --type float32 --size "$two"
copied matmul --variant gpu/peer_ahead,gpu/peer_split_fp16 --type float32 --size "$sizes"
copied matmul --variant gpu/peer_ahead,gpu/wgmma_int8_limbs --type int32 --size "$sizes"
copied transpose --variant gpu/peer_copies,gpu/nccl_exchange --type float32 --size "$two"
copied transpose --variant gpu/peer_writes --type float32 --size "$sizes"
copied apsp --variant gpu/graph_ahead --weak --size "$(by_profile 4096 8192 16384)"
copied matmul --variant gpu/peer_ahead --type float32 --weak --size "$(by_profile 4096 8192 16384)"
finish
