#!/usr/bin/env bash
# Report R: how large should the thread block be when tiles go through shared memory?
# int32, one element per thread, blocks of 1 x 1 to 32 x 32; n taken as 1024, as in thread-tile.sh.
# Small blocks cannot fill a warp: block 1 uses one lane of 32.
. "$(dirname "$0")/lib.sh"

if has_gpu; then
    sweep matmul --variant gpu/shared --type int32 --size 1024 --block 1:32:x2
else
    log "no GPU here: the report shows rows of the reference machine"
fi
finish
