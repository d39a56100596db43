//! Codecs of texts and bytes of any length.

use super::Absent::{Default, Derived, Refused};
use super::Takes::{Other, Words};
use super::{ConfigMember, Configuration, NUMBERS, member, of};

const ANY: &str = "anything";
const PYTHON: &str = "kept for readers in Python; the bytes do not depend on it here";

const JSON: &[ConfigMember] = &[
    member("encoding", Words(&["utf-8", "ascii"]), Default("\"utf-8\""), "the encoding of the text"),
    member("skipkeys", Other(ANY), Derived("not written"), PYTHON),
    member("ensure_ascii", Other(ANY), Derived("not written"), PYTHON),
    member("check_circular", Other(ANY), Derived("not written"), PYTHON),
    member("allow_nan", Other(ANY), Derived("not written"), PYTHON),
    member("sort_keys", Other(ANY), Derived("not written"), PYTHON),
    member("indent", Other(ANY), Derived("not written"), PYTHON),
    member("separators", Other(ANY), Derived("not written"), PYTHON),
    member("strict", Other(ANY), Derived("not written"), PYTHON),
];

const MSGPACK: &[ConfigMember] = &[
    member("raw", Other(ANY), Derived("not written"), PYTHON),
    member("use_single_float", Other(ANY), Derived("not written"), PYTHON),
    member("use_bin_type", Other(ANY), Derived("not written"), PYTHON),
    member("encoding", Other(ANY), Derived("not written"), PYTHON),
];

/// In the order of the table of codecs.
pub const CONFIGURATIONS: &[Configuration] = &[
    of("vlen-utf8", "Texts, each behind its length.", &[]),
    of("vlen-bytes", "Byte strings, each behind its length.", &[]),
    of(
        "vlen-array",
        "Lists of numbers, each behind its length; the elements of the array are their bytes.",
        &[member("dtype", Other(NUMBERS), Refused("\"<i4\""), "the numbers")],
    ),
    of("json2", "Texts as a list of JSON, with the type and the shape behind them.", JSON),
    of("json", "Texts as a list of JSON, as the first numcodecs wrote it.", JSON),
    of("msgpack2", "Texts as a list of MessagePack, with the type and the shape behind them.", MSGPACK),
    of("msgpack", "Texts as a list of MessagePack, as the first numcodecs wrote it.", MSGPACK),
    of(
        "categorize",
        "Texts of which there are few, as their place in a list, from 1 on; 0 stands for all others.",
        &[
            member("labels", Other("a list of strings"), Refused("[\"a\"]"), "the texts"),
            member(
                "dtype",
                Other("`\"O\"`, or a text of a fixed size: `\"<U8\"`"),
                Refused("\"|O\""),
                "the decoded texts",
            ),
            member("astype", Other("a type string of integers"), Default("\"|u1\""), "the places"),
        ],
    ),
];
