/*
 * A program that has functions of its own by the names of those inside libzarr, as one has that contains libzstd, liblzma or
 * HDF5's Blosc. The linker must not complain, and the library must never end up in these.
 */
#include <stdio.h>
#include <stdlib.h>
#include "work.h"

#define TRAP(name)                                   \
    void name(void);                                 \
    void name(void)                                  \
    {                                                \
        fprintf(stderr, "libzarr called %s\n", #name); \
        exit(1);                                     \
    }

TRAP(ZSTD_compress)
TRAP(ZSTD_compress2)
TRAP(ZSTD_compressCCtx)
TRAP(ZSTD_compressStream2)
TRAP(ZSTD_createCCtx)
TRAP(ZSTD_createDCtx)
TRAP(ZSTD_decompress)
TRAP(ZSTD_decompressDCtx)
TRAP(ZSTD_decompressStream)
TRAP(ZSTD_getFrameContentSize)
TRAP(ZSTD_isError)
TRAP(LZ4_compress_default)
TRAP(LZ4_compress_fast)
TRAP(LZ4_decompress_safe)
TRAP(blosc_init)
TRAP(blosc_compress_ctx)
TRAP(blosc_decompress_ctx)
TRAP(blosc_cbuffer_sizes)
TRAP(blosclz_compress)
TRAP(blosclz_decompress)
TRAP(lzma_code)
TRAP(lzma_end)
TRAP(lzma_stream_decoder)
TRAP(inflate)
TRAP(deflate)
TRAP(crc32)
TRAP(BZ2_bzDecompress)
TRAP(rust_eh_personality)

int main(void)
{
    return work() ? 1 : 0;
}
