/* The shapes of mbarrier_pipeline, and of the rungs after it. */
#ifndef SPEEDUP_GPU_MATMUL_KERNELS_MBARRIER_PIPELINE_CUH
#define SPEEDUP_GPU_MATMUL_KERNELS_MBARRIER_PIPELINE_CUH

#include "gpu/matmul/kernels/tile.cuh"

/* As in stream_k, with other slices and places; more places gave nothing more. */
template <typename Element, int WIDTH> struct MbarrierShapes {
    typedef TileShape<128, 128, 16, 5, 1, true> Large;
    typedef TileShape<128, 64, WIDTH == 4 ? 64 : 32, 4, 4, true> Small;
};
template <> struct MbarrierShapes<float, 4> {
    typedef TileShape<128, 256, 32, 3, 1, true> Large;
    typedef TileShape<128, 64, 32, 5, 4, true> Small;
};
template <> struct MbarrierShapes<float, 1> {
    typedef TileShape<128, 256, 16, 6, 1, true> Large;
    typedef TileShape<128, 64, 32, 4, 4, true> Small;
};

#endif
