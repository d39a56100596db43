//! Codecs of numbers.

use super::Absent::{self, Default, Derived, Refused};
use super::Takes::{Integer, Other, Words};
use super::{ConfigMember, Configuration, NUMBERS, member, of};

const OF_THE_ARRAY: Absent = Derived("the numbers in front of the codec");
const DTYPE: ConfigMember = member("dtype", Other(NUMBERS), OF_THE_ARRAY, "the decoded numbers");
const ASTYPE: ConfigMember = member("astype", Other(NUMBERS), Derived("`dtype`"), "the encoded numbers");

/// In the order of the table of codecs.
pub const CONFIGURATIONS: &[Configuration] = &[
    of(
        "delta",
        "Differences of numbers that follow one another. One that `astype` can't hold is changed without an error.",
        &[DTYPE, ASTYPE],
    ),
    of(
        "fixedscaleoffset",
        "`(x - offset) * scale`, rounded, as other numbers. One that `astype` can't hold is changed without an error.",
        &[
            member("offset", Other("a number"), Refused("0"), "what is subtracted"),
            member("scale", Other("a number"), Refused("1"), "what is multiplied by"),
            DTYPE,
            ASTYPE,
        ],
    ),
    of(
        "quantize",
        "Floats rounded to so many decimal digits.",
        &[member("digits", Integer(-300, 300), Refused("1"), "digits behind the point that stay"), DTYPE, ASTYPE],
    ),
    of(
        "bitround",
        "Numbers rounded to so many bits, so that what follows compresses them better.",
        &[member(
            "keepbits",
            Other("an integer from 0 to the bits of the mantissa: 10, 23 or 52"),
            Refused("1"),
            "the bits that stay; of integers, in final v3 only, from 1 to all bits",
        )],
    ),
    of(
        "numcodecs.packbits",
        "Eight booleans in a byte, behind a byte that says how many bits the last one lacks.",
        &[],
    ),
    of(
        "astype",
        "Numbers as those of another type.",
        &[
            member("encode_dtype", Other(NUMBERS), Refused("\"<i2\""), "the encoded numbers"),
            member("decode_dtype", Other(NUMBERS), OF_THE_ARRAY, "the decoded numbers"),
        ],
    ),
    of(
        "scale_offset",
        "`(x - offset) * scale` in the type of the array.",
        &[
            member("offset", Other("an element, as a fill value is written"), Default("0"), "what is subtracted"),
            member(
                "scale",
                Other("an element, as a fill value is written"),
                Default("1"),
                "what is multiplied by; not 0",
            ),
        ],
    ),
    of(
        "cast_value",
        "Numbers as those of another type.",
        &[
            member("data_type", Other("a data type of final v3"), Refused("\"int16\""), "the encoded numbers"),
            member(
                "rounding",
                Words(&["nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away"]),
                Default("\"nearest-even\""),
                "where a number lies between two of the other type",
            ),
            member(
                "out_of_range",
                Words(&["clamp", "wrap"]),
                Derived("such numbers are refused"),
                "`wrap` is for integers",
            ),
            member(
                "scalar_map",
                Other("an object with `encode` and `decode`, lists of pairs"),
                Derived("no number is special"),
                "numbers that become others: `{\"encode\": [[\"NaN\", 0]]}`",
            ),
        ],
    ),
    of(
        "packbits",
        "Numbers of a few bits without those that hold nothing.",
        &[
            member(
                "padding_encoding",
                Words(&["none", "first_byte", "last_byte"]),
                Default("\"none\""),
                "where the number of unused bits stands",
            ),
            member(
                "first_bit",
                Other("null, or an integer from 0 to the last bit of an element"),
                Default("null"),
                "the first bit that is kept; null: 0",
            ),
            member(
                "last_bit",
                Other("null, or an integer from `first_bit` to the last bit of an element"),
                Default("null"),
                "the last bit that is kept; null: all",
            ),
        ],
    ),
    of(
        "pcodec",
        "Compresses numbers by what they have in common (pco).",
        &[
            member("level", Integer(0, 12), Default("8"), "12 takes longest"),
            member(
                "mode_spec",
                Words(&["auto", "classic"]),
                Default("\"auto\""),
                "whether numbers are looked at for common factors and the like",
            ),
            member(
                "delta_spec",
                Words(&["auto", "none", "try_lookback"]),
                Default("\"auto\""),
                "differences; `try_consecutive` as well, with `delta_encoding_order`",
            ),
            member(
                "paging_spec",
                Words(&["equal_pages_up_to"]),
                Default("\"equal_pages_up_to\""),
                "how a chunk is parted",
            ),
            member(
                "delta_encoding_order",
                Other("null, or an integer from 0 to 7"),
                Default("null"),
                "how often differences are taken; null: as `delta_spec` says",
            ),
            member("equal_pages_up_to", Integer(1, 1 << 24), Default("262144"), "the most numbers of a page"),
        ],
    ),
    #[cfg(feature = "zfp")]
    of(
        "zfp",
        "Numbers in blocks of 4 along each axis, with a bound on their size or their error.",
        &[
            member(
                "mode",
                Other("`\"reversible\"`, `\"fixed_accuracy\"`, `\"fixed_rate\"`, `\"fixed_precision\"`, `\"expert\"`"),
                Refused("\"reversible\""),
                "what is bounded; each but the first needs members of its own",
            ),
            member(
                "tolerance",
                Other("a number, not negative"),
                Derived("needed by `fixed_accuracy`"),
                "the largest error",
            ),
            member("rate", Other("a number, not negative"), Derived("needed by `fixed_rate`"), "bits for a number"),
            member("precision", Other("an integer from 0 to 64"), Derived("needed by `fixed_precision`"), "bit planes"),
            member("minbits", Other("an integer"), Derived("needed by `expert`"), "the fewest bits of a block"),
            member("maxbits", Other("an integer"), Derived("needed by `expert`"), "the most bits of a block"),
            member("maxprec", Other("an integer from 0 to 64"), Derived("needed by `expert`"), "the most bit planes"),
            member(
                "minexp",
                Other("an integer"),
                Derived("needed by `expert`"),
                "the smallest bit plane, as a power of two",
            ),
        ],
    ),
    #[cfg(feature = "zfp")]
    of(
        "zfpy",
        "As `zfp`, with the header of zfp in front of each chunk, which zfpy reads. Without a bound nothing is lost.",
        &[
            member("mode", Integer(2, 4), Default("4"), "2 fixed rate, 3 fixed precision, 4 fixed accuracy"),
            member("tolerance", Other("a number; below 0: none"), Default("-1"), "of mode 4: the largest error"),
            member("rate", Other("a number; below 0: none"), Default("-1"), "of mode 2: bits for a number"),
            member("precision", Other("an integer to 64; below 0: none"), Default("-1"), "of mode 3: bit planes"),
            member("compression_kwargs", Other("an object"), Derived("not needed"), "what zfpy makes of the others"),
        ],
    ),
];
