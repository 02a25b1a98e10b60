#!/usr/bin/env bash
# How much faster does each variant become with more GPUs of this machine?
# Variants that share a product, a transpose or shortest paths among GPUs, on 1, 2, 3, 4, 6, 8, ... of them: the same work, then work
# that grows with them. The bandwidth of the links between them comes first. On a machine with one GPU nothing is measured.
. "$(dirname "$0")/lib.sh"

[ "$(gpu_count)" -gt 1 ] || {
    declaring || log 'left out: this machine has fewer than two GPUs'
    finish
    exit 0
}
rungs=gpu/peer_copies,gpu/nccl_exchange,gpu/nccl_ahead,gpu/peer_ahead,gpu/graph_ahead,gpu/peer_writes,gpu/cublasxt,gpu/peer_split_fp16
sizes=$(by_profile 2048,4096 4096,8192,16384 8192,12288,16384,32768) # four GPUs have parts as large as one alone of half the n (report/model/scale_out.sql)
sweep copy --variant gpu/peer --size "256,1024,$sizes" --transfer pinned
sweep matmul --variant "$rungs" --type float32 --size "$sizes" --transfer pinned
sweep transpose --variant "$rungs" --type float32 --size "$sizes" --transfer pinned
sweep apsp --variant "$rungs" --size "$sizes" --transfer pinned
sweep matmul --variant gpu/peer_ahead --type float32 --weak --size "$(by_profile 4096 8192 16384)" --transfer pinned
sweep apsp --variant gpu/peer_ahead --weak --size "$(by_profile 4096 8192 16384)" --transfer pinned
finish
