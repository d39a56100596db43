# Makes blosc.bin, the Blosc frames of `vectors.rs`: for each the length of the data and of the frame (u32, little-endian),
# then the frame. Needs `pip install numcodecs` (made with 0.16.6, C-Blosc 1.21.7).
#
# snappy.bin has the same form. No package on PyPI has the inner compressor; it was made by blosc_compress_ctx of C-Blosc
# 1.21.6, built with HAVE_SNAPPY, for the same shuffles, type sizes, lengths and block sizes.
import struct
import numcodecs.blosc

CASES = [(1300, 600), (100, 0)]


def data(length):
    return b"".join(struct.pack("<I", i // 8 * 259) for i in range(length // 4))


with open("blosc.bin", "wb") as file:
    for cname in ["blosclz", "lz4", "lz4hc", "zlib", "zstd"]:
        for length, blocksize in CASES:
            for shuffle in range(3):
                for typesize in [1, 2, 4, 7, 16, 17]:
                    frame = numcodecs.blosc.compress(
                        data(length), cname.encode(), 5, shuffle, blocksize, typesize
                    )
                    file.write(struct.pack("<II", length, len(frame)) + frame)
