/* CRC-32C (Castagnoli, RFC 3720): finds every change of up to 32 successive bits. */
#pragma once

#include <stddef.h>
#include <stdint.h>

uint32_t crc32c(const void *bytes, size_t size);
