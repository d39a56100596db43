//! Messages in the language of the caller: the names that operations and arguments have there, and the base and order
//! of its dimensions. The core writes messages for Rust.

use crate::error::{Message, TermKind};
use std::borrow::Cow;

/// A language in which messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    C,
    Cpp,
    Fortran,
    Python,
}

impl Language {
    const ALL: [Self; 5] = [Self::Rust, Self::C, Self::Cpp, Self::Fortran, Self::Python];

    /// The language of a code of the header, `ZARR_LANGUAGE_...`.
    pub fn of(code: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|language| *language != Self::Rust && *language as i32 == code + 1)
    }
}

/// The names of an operation in Rust, C, C++, Fortran and Python.
const OPERATIONS: [[&str; 5]; 25] = [
    ["open_store", "zarr_store_open", "store::open", "open of a zarr_store", "Store"],
    ["Hierarchy::open_node", "zarr_node_open", "store::open_node", "open", "open"],
    ["Hierarchy::open_array", "zarr_array_open", "store::open_array", "open of a zarr_array", "open_array"],
    ["Hierarchy::open_group", "zarr_group_open", "store::open_group", "open of a zarr_group", "open_group"],
    ["Group::open_array", "zarr_group_open_array", "group::open_array", "open of a zarr_array", "open_array"],
    ["Group::open_group", "zarr_group_open_group", "group::open_group", "open of a zarr_group", "open_group"],
    [
        "Hierarchy::create_or_replace_array",
        "zarr_array_create_or_replace",
        "create_array(..., existing::is_replaced)",
        "create of a zarr_array with replace=.true.",
        "create_array(..., replace=True)",
    ],
    [
        "Hierarchy::create_or_replace_group",
        "zarr_group_create_or_replace",
        "create_group(..., existing::is_replaced)",
        "create of a zarr_group with replace=.true.",
        "create_group(..., replace=True)",
    ],
    [
        "ArrayBuilder::codec",
        "zarr_array_builder_codec",
        "array_options::codec",
        "each part of codecs between \"|\"",
        "each entry of codecs",
    ],
    ["ArrayBuilder::new_json", "zarr_array_builder_new_json", "array_options", "create", "Builder"],
    ["Array::document", "zarr_array_document", "array::document", "document", "array.document"],
    ["Array::refresh", "zarr_array_refresh", "array::refresh", "refresh", "array.refresh"],
    [
        "Array::set_dimension_names",
        "zarr_array_set_dimension_names",
        "array::set_dimension_names",
        "set_dimension_names",
        "array.dimension_names",
    ],
    ["Array::chunk_edges", "zarr_array_chunk_edges", "chunks::edges", "chunk_bounds", "array.metadata[\"chunk_grid\"]"],
    [
        "Array::fill_value_bytes",
        "zarr_array_fill_value_bytes",
        "array::fill_value<std::string>",
        "metadata",
        "array.fill_bytes",
    ],
    ["Array::read_region", "zarr_array_read_region", "array::read", "read with a variable of numbers", "array.read"],
    [
        "Array::write_region",
        "zarr_array_write_region",
        "array::write",
        "write with a variable of numbers",
        "array.write",
    ],
    ["Array::append", "zarr_array_append", "array::append", "append with a variable of numbers", "array.append"],
    [
        "Array::read_strings",
        "zarr_array_read_strings",
        "array::read_strings",
        "read with a character variable",
        "array.read",
    ],
    [
        "Array::write_strings",
        "zarr_array_write_strings",
        "array::write_strings",
        "write with a character variable",
        "array.write",
    ],
    [
        "Array::append_strings",
        "zarr_array_append_strings",
        "array::append with texts",
        "append with a character variable",
        "array.append",
    ],
    ["Sink::set_version", "zarr_sink_set_version", "sink::set_version", "set_version", "Value.version"],
    ["callbacks_end", "zarr_callbacks_end", "callbacks_end", "zarr_callbacks_end", "Python ends"],
    // Of the collective layer, whose messages C writes.
    [
        "zarr_mpi_array_append",
        "zarr_mpi_array_append",
        "zarr_mpi_array_append",
        "zarr_mpi_append",
        "zarr_mpi_array_append",
    ],
    [
        "zarr_mpi_array_refresh",
        "zarr_mpi_array_refresh",
        "zarr_mpi_array_refresh",
        "zarr_mpi_array_refresh",
        "zarr_mpi_array_refresh",
    ],
];

/// Arguments that have another name in a language: Rust and C, Fortran, Python.
const ARGUMENTS: [[&str; 3]; 5] = [
    ["chunk_shape", "chunks", "chunks"],
    ["shard_shape", "shards", "shards"],
    ["names", "dimension_names", "names"],
    ["step", "stride", "step"],
    ["values", "value", "values"],
];

/// List arguments with an entry for each dimension, whose order Fortran has the other way round.
const LISTS: [&str; 8] = ["start", "count", "shape", "processes", "step", "chunk_shape", "shard_shape", "names"];

/// The message in a language. Its terms are written for Rust or C.
pub(super) fn spoken(message: &Message, language: Language) -> Message {
    let mut made = Message::default();
    for (term, text) in message.pieces() {
        let text = term.map_or(Cow::Borrowed(text), |(kind, rank)| word(kind, rank, text, language));
        made.add(term, &text);
    }
    made
}

/// A term in a language; one that can't be read stays as it is.
fn word(kind: TermKind, rank: usize, text: &str, language: Language) -> Cow<'_, str> {
    let told = match kind {
        TermKind::Operation => {
            OPERATIONS.iter().find(|names| names[..2].contains(&text)).map(|names| names[language as usize].into())
        }
        TermKind::Argument => Some(argument(text, language).to_owned()),
        TermKind::Callback if language == Language::Python => Some(text.replacen("callback", "method", 1)),
        _ if language == Language::Fortran => in_fortran(kind, rank, text),
        TermKind::Entry | TermKind::Item => {
            text.split_once('[').map(|(list, entry)| format!("{}[{entry}", argument(list, language)))
        }
        _ => None,
    };
    told.map_or(Cow::Borrowed(text), Cow::Owned)
}

fn argument(name: &str, language: Language) -> &str {
    let names = ARGUMENTS.iter().find(|names| names[0] == name);
    match language {
        Language::Fortran => names.map_or(name, |names| names[1]),
        Language::Python => names.map_or(name, |names| names[2]),
        _ => name,
    }
}

/// Fortran counts from 1, and its first dimension is the last one of C.
fn in_fortran(kind: TermKind, rank: usize, text: &str) -> Option<String> {
    let dimension = |axis: &str| axis.parse().ok().and_then(|axis: usize| rank.checked_sub(axis));
    let next = |number: &str| number.parse().ok().and_then(|number: i64| number.checked_add(1));
    match kind {
        TermKind::Dimension => Some(format!("dimension {}", dimension(text.strip_prefix("dimension ")?)?)),
        TermKind::Entry | TermKind::Item => {
            let (list, at) = text.strip_suffix(']')?.split_once('[')?;
            let name = argument(list, Language::Fortran);
            Some(match kind {
                TermKind::Entry if list == "counts" => format!("counts({}, :)", dimension(at)?),
                TermKind::Entry if LISTS.contains(&list) => format!("{name}({})", dimension(at)?),
                TermKind::Entry => return None,
                _ => format!("{name}({})", next(at)?),
            })
        }
        TermKind::Number => next(text).map(|number| number.to_string()),
        TermKind::Lengths | TermKind::Position => {
            let inside = text.strip_prefix('[')?.strip_suffix(']')?;
            let numbers = inside.split(", ").filter(|number| !number.is_empty());
            let numbers: Vec<i64> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
            let base = i64::from(kind == TermKind::Position);
            let told: Option<Vec<i64>> = numbers.iter().rev().map(|number| number.checked_add(base)).collect();
            Some(format!("{:?}", told?))
        }
        TermKind::Rank => Some(format!("the list has {} numbers", text.strip_prefix("ndim is ")?)),
        TermKind::Handle => {
            let name = text.strip_prefix("the handle of type ")?.strip_suffix(" is NULL")?;
            Some(format!("the variable of type {name} is not open: open or create it, and look at its stat"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Term;

    fn told(text: String, language: Language) -> String {
        spoken(&text.into(), language).text().to_owned()
    }

    #[test]
    fn each_language_has_its_names_and_its_counts() {
        let refresh = || format!("{} takes over; {}", Term::operation("Array::refresh"), Term::argument("chunk_shape"));
        assert_eq!(told(refresh(), Language::C), "zarr_array_refresh takes over; chunk_shape");
        assert_eq!(told(refresh(), Language::Cpp), "array::refresh takes over; chunk_shape");
        assert_eq!(told(refresh(), Language::Python), "array.refresh takes over; chunks");
        assert_eq!(told(refresh(), Language::Fortran), "refresh takes over; chunks");
        let counts = || {
            let (chunk, dimension) = (Term::position(&[0, 1, 2]), Term::dimension(0, 3));
            let (entry, item) = (Term::entry("shard_shape", 2, 3), Term::item("values", 0));
            let (shape, number) = (Term::lengths(&[4, 5]), Term::number(7));
            format!("{chunk} {dimension} {entry} {item} {shape} {number} {}", Term::entry("counts", 0, 2))
        };
        assert_eq!(told(counts(), Language::C), "[0, 1, 2] dimension 0 shard_shape[2] values[0] [4, 5] 7 counts[0]");
        assert_eq!(told(counts(), Language::Fortran), "[3, 2, 1] dimension 3 shards(1) value(1) [5, 4] 8 counts(2, :)");
        let handle = || format!("{}; {}", Term::null_handle("zarr_store"), Term::rank(2));
        assert_eq!(
            told(handle(), Language::Fortran),
            "the variable of type zarr_store is not open: open or create it, and look at its stat; the list has 2 numbers"
        );
        assert_eq!(told(Term::entry("chunk_shape", 0, 2).to_string(), Language::Python), "chunks[0]");
        assert_eq!(told(Term::callback("get").to_string(), Language::Python), "method get");
    }

    #[test]
    fn a_term_that_says_something_else_stays() {
        for kind in TermKind::ALL {
            let mut message = Message::default();
            message.add(Some((kind, 1)), "odd [9223372036854775807]");
            for language in Language::ALL {
                assert_eq!(spoken(&message, language).text(), "odd [9223372036854775807]", "{kind:?}");
            }
            let mut message = Message::default();
            message.add(Some((kind, 1)), "[9223372036854775807]");
            spoken(&message, Language::Fortran);
        }
    }

    #[test]
    fn names_in_rust_and_c_are_of_one_operation_each() {
        for (at, names) in OPERATIONS.iter().enumerate() {
            for other in &OPERATIONS[..at] {
                assert!(names[0] != other[0] && names[1] != other[1], "{names:?}");
            }
            assert!(names.iter().all(|name| !name.is_empty()));
        }
    }
}
