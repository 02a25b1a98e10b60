/* All of it stands in the runtime's header. */
#include "cuda_runtime.h"
