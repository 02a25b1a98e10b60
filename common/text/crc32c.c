/* See crc32c.h. */
#include "common/text/crc32c.h"

uint32_t crc32c(const void *bytes, size_t size)
{
    static const uint32_t table[16] = {
        /* of four bits, for the reversed polynomial 0x82f63b78 */
        0x00000000u, 0x105ec76fu, 0x20bd8edeu, 0x30e349b1u, 0x417b1dbcu, 0x5125dad3u,
        0x61c69362u, 0x7198540du, 0x82f63b78u, 0x92a8fc17u, 0xa24bb5a6u, 0xb21572c9u,
        0xc38d26c4u, 0xd3d3e1abu, 0xe330a81au, 0xf36e6f75u,
    };
    uint32_t crc = UINT32_MAX;
    for (const unsigned char *at = bytes, *end = at + size; at < end; at++) {
        crc ^= *at;
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}
