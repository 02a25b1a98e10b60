/* C_LINKAGE_BEGIN and C_LINKAGE_END: declarations between them have C linkage, also where CUDA's C++ includes
 * them. */
#pragma once

#ifdef __cplusplus
#define C_LINKAGE_BEGIN extern "C" {
#define C_LINKAGE_END }
#else
#define C_LINKAGE_BEGIN
#define C_LINKAGE_END
#endif
