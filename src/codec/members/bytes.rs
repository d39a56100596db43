//! Codecs of bytes, and of axes.

use super::Absent::{Default, Derived, Refused};
use super::Takes::{Boolean, Integer, Other, Words};
use super::{ConfigMember, Configuration, member, of};

const INT: i64 = i32::MAX as i64;

const LEVEL_V2: ConfigMember = member("level", Integer(0, 9), Default("1"), "0 stores, 9 takes longest").v2();
const LEVEL_V3: ConfigMember =
    member("level", Integer(0, 9), Default("5"), "final v3 requires it: absent it is a warning").v3();
const START: ConfigMember =
    member("location", Words(&["start", "end"]), Default("\"start\""), "whether the checksum stands before the data");

/// In the order of the table of codecs.
pub const CONFIGURATIONS: &[Configuration] = &[
    of(
        "bytes",
        "Numbers in one byte order. A builder sets it by `zarr_array_builder_big_endian`.",
        &[member(
            "endian",
            Words(&["little", "big"]),
            Default("\"little\""),
            "final v3 requires it for elements of several bytes: absent it is a warning",
        )],
    ),
    of(
        "transpose",
        "Another order of the axes in a chunk. A builder sets \"C\" and \"F\" by `zarr_array_builder_order`.",
        &[member(
            "order",
            Other("a permutation of the axes"),
            Refused("[1, 0]"),
            "the axis of the array at each place",
        )],
    ),
    of(
        "reshape",
        "Another shape for the codecs behind it; no element moves.",
        &[member(
            "shape",
            Other("a list of lengths, of lists of axes, and -1 at most once"),
            Refused("[-1]"),
            "a list of axes stands for the product of their lengths, -1 for the rest",
        )],
    ),
    of("gzip", "DEFLATE in the wrapper of RFC 1952, with a CRC-32.", &[LEVEL_V2, LEVEL_V3]),
    of("zlib", "DEFLATE in the wrapper of RFC 1950, with an Adler-32.", &[LEVEL_V2]),
    of(
        "blosc",
        "Shuffles the bytes of elements and compresses blocks of them, by one of six compressors.",
        &[
            member(
                "cname",
                Words(&["blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"]),
                Default("\"lz4\""),
                "the compressor",
            ),
            member("clevel", Integer(0, 9), Default("5"), "0 stores, 9 takes longest"),
            member(
                "shuffle",
                Integer(-1, 2),
                Default("1"),
                "0 none, 1 bytes, 2 bits, -1 bits for single bytes, else bytes",
            )
            .v2(),
            member(
                "shuffle",
                Words(&["noshuffle", "shuffle", "bitshuffle"]),
                Default("\"shuffle\""),
                "of bytes, of bits",
            )
            .v3(),
            member("typesize", Integer(1, INT), Derived("the size of an element"), "the bytes that are shuffled apart"),
            member("blocksize", Integer(0, INT), Default("0"), "0: as the compressor likes it"),
        ],
    ),
    of(
        "zstd",
        "Zstandard (RFC 8878).",
        &[
            member(
                "level",
                Integer(-131_072, 22),
                Default("0"),
                "0 is zstd's own default level, 3; below 0 is faster still",
            ),
            member("checksum", Boolean, Default("false"), "whether a frame ends with a checksum of its data"),
        ],
    ),
    of(
        "crc32c",
        "Four bytes with the CRC-32C of the data.",
        &[member(
            "location",
            Words(&["start", "end"]),
            Default("\"end\""),
            "whether the checksum stands before the data",
        )
        .v2()],
    ),
    of(
        "lz4",
        "One block of LZ4 behind the length of the data, as numcodecs has it.",
        &[member("acceleration", Integer(i32::MIN as i64, INT), Default("1"), "more is faster, and compresses less")],
    ),
    of("bz2", "bzip2.", &[member("level", Integer(1, 9), Default("1"), "the size of a block in 100 kB")]),
    of(
        "lzma",
        "XZ, LZMA and raw streams of liblzma.",
        &[
            member(
                "format",
                Other("0, 1, 2, 3"),
                Default("1"),
                "0 reads both, 1 XZ, 2 LZMA alone, 3 raw, which needs `filters`",
            ),
            member(
                "check",
                Other("-1, 0, 1, 4, 10"),
                Default("-1"),
                "of XZ: its default (CRC-64), none, CRC-32, CRC-64, SHA-256",
            ),
            member(
                "preset",
                Other("null, or an integer from 0 to 9, with 2147483648 added: extreme"),
                Default("null"),
                "null: 6, or as `filters` say",
            ),
            member(
                "filters",
                Other("null, or a list of objects as Python's `lzma` takes them"),
                Default("null"),
                "in place of `preset`",
            ),
        ],
    ),
    of(
        "shuffle",
        "All first bytes of the elements, then all second ones, and so on.",
        &[member(
            "elementsize",
            Integer(1, INT),
            Derived("the size of an element"),
            "the bytes that are shuffled apart; a v2 document without it means 4",
        )
        .v2()],
    ),
    of("base64", "Text of RFC 4648.", &[]),
    of("crc32", "Four bytes with the CRC-32 of the data.", &[START]),
    of("adler32", "Four bytes with the Adler-32 of the data.", &[START]),
    of("fletcher32", "Four bytes behind the data with HDF5's checksum.", &[]),
    of(
        "jenkins_lookup3",
        "Four bytes behind the data with the checksum that HDF5 has for metadata.",
        &[
            member("initval", Integer(0, u32::MAX as i64), Default("0"), "where the sum begins"),
            member("prefix", Other("null or a string"), Default("null"), "bytes that are summed up first"),
        ],
    ),
    of(
        "conditional",
        "Codecs of which each chunk says whether they were used.",
        &[
            member(
                "codecs",
                Other("a list of codecs of bytes"),
                Refused("[]"),
                "each is left out where it makes no chunk smaller",
            ),
            member(
                "header_bits",
                Other("a multiple of 8, at least one bit for each codec"),
                Derived("as few as suffice"),
                "the bits in front of the data",
            ),
        ],
    ),
];
