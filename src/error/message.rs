//! Messages with terms: the parts that each language writes in its own way, such as the names of arguments and
//! operations, and numbers that count dimensions, elements or chunks.
//!
//! A term is a `Display` value and goes through `format!` like any other. It marks its text with two noncharacters of
//! Unicode; [`Message`] takes the marks out and keeps the places. Names from a store that hold such marks can only
//! change how a part of a message is worded: a ticket counts at the beginning of a message alone.

use std::borrow::Cow;
use std::fmt;

/// The kinds of terms. In comments: as the core and C write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TermKind {
    /// The name of an argument or option: `chunk_shape`.
    Argument = b'a',
    /// The name of a callback with its noun: `callback get`.
    Callback = b'c',
    /// A dimension: `dimension 1`.
    Dimension = b'd',
    /// An entry of a list argument with a number for each dimension: `start[1]`.
    Entry = b'e',
    /// A handle that is NULL, by its type: `the handle of type zarr_array is NULL`.
    Handle = b'h',
    /// An entry of another list argument: `values[3]`.
    Item = b'i',
    /// The lengths of an array or region: `[3, 4]`.
    Lengths = b'l',
    /// The number of a thing that counts from 0: an element, a point, a region.
    Number = b'n',
    /// An operation of the library: `zarr_array_refresh`, in the core `Array::refresh`.
    Operation = b'o',
    /// The position of an element or chunk: `[0, 1]`.
    Position = b'p',
    /// The length of lists with an entry for each dimension: `ndim is 2`.
    Rank = b'r',
    /// A queued operation: `ticket 5`.
    Ticket = b't',
}

impl TermKind {
    /// The kinds, each with its code.
    pub const ALL: [Self; 12] = [
        Self::Argument,
        Self::Callback,
        Self::Dimension,
        Self::Entry,
        Self::Handle,
        Self::Item,
        Self::Lengths,
        Self::Number,
        Self::Operation,
        Self::Position,
        Self::Rank,
        Self::Ticket,
    ];

    /// The kind of a code.
    pub fn of(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == code)
    }
}

/// Noncharacters of Unicode, for the use within a process.
const BEGIN: char = '\u{fdd0}';
const END: char = '\u{fdd1}';

/// A term on its way into a message.
#[derive(Clone, Debug)]
pub struct Term {
    kind: TermKind,
    rank: usize,
    text: String,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BEGIN}{}{} {}{END}", char::from(self.kind as u8), self.rank, self.text)
    }
}

impl Term {
    fn new(kind: TermKind, rank: usize, text: String) -> Self {
        Self { kind, rank, text }
    }

    /// The text in the core.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The argument or option of this name.
    pub fn argument(name: &str) -> Self {
        Self::new(TermKind::Argument, 0, name.into())
    }

    /// The callback of this name.
    pub fn callback(name: &str) -> Self {
        Self::new(TermKind::Callback, 0, format!("callback {name}"))
    }

    /// One of `rank` dimensions.
    pub fn dimension(axis: usize, rank: usize) -> Self {
        Self::new(TermKind::Dimension, rank, format!("dimension {axis}"))
    }

    /// The entry for one of `rank` dimensions in a list argument.
    pub fn entry(list: &str, axis: usize, rank: usize) -> Self {
        Self::new(TermKind::Entry, rank, format!("{list}[{axis}]"))
    }

    /// A handle of this type that is NULL.
    pub fn null_handle(type_name: &str) -> Self {
        Self::new(TermKind::Handle, 0, format!("the handle of type {type_name} is NULL"))
    }

    /// An entry of a list argument.
    pub fn item(list: &str, index: usize) -> Self {
        Self::new(TermKind::Item, 0, format!("{list}[{index}]"))
    }

    /// The shape of an array, chunk or region.
    pub fn lengths(shape: &[u64]) -> Self {
        Self::new(TermKind::Lengths, shape.len(), format!("{shape:?}"))
    }

    /// The number of a thing in a row of things.
    pub fn number(index: impl fmt::Display) -> Self {
        Self::new(TermKind::Number, 0, index.to_string())
    }

    /// An operation by its name in Rust; `tests/house` has a name for each in all languages.
    pub fn operation(name: &str) -> Self {
        Self::new(TermKind::Operation, 0, name.into())
    }

    /// The position of an element or chunk.
    pub fn position(position: &[u64]) -> Self {
        Self::new(TermKind::Position, position.len(), format!("{position:?}"))
    }

    /// The length of the lists that a caller has given, one entry for each dimension.
    pub fn rank(ndim: impl fmt::Display) -> Self {
        Self::new(TermKind::Rank, 0, format!("ndim is {ndim}"))
    }

    /// The queued operation with this ticket.
    pub fn ticket(ticket: i64) -> Self {
        Self::new(TermKind::Ticket, 0, format!("ticket {ticket}"))
    }
}

/// The place of a term in a message, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The kind of the term.
    pub kind: TermKind,
    /// The number of dimensions that it counts among; 0 where it counts none.
    pub rank: usize,
    /// Where its text begins.
    pub start: usize,
    /// Where its text ends.
    pub end: usize,
}

/// A text that knows its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    text: String,
    terms: Vec<Place>,
}

impl Message {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The terms, in their order in the text.
    pub fn terms(&self) -> &[Place] {
        &self.terms
    }

    /// The ticket with which the message begins; None where it begins otherwise.
    pub fn ticket(&self) -> Option<i64> {
        let first = self.terms.first().filter(|term| term.kind == TermKind::Ticket && term.start == 0)?;
        self.text[..first.end].strip_prefix("ticket ")?.parse().ok()
    }

    /// A text with terms at these places. Places that overlap, or are outside of the text, are left out.
    pub fn with_terms(text: String, places: impl IntoIterator<Item = Place>) -> Self {
        let mut terms: Vec<Place> = Vec::new();
        for place in places {
            let after = terms.last().map_or(0, |last| last.end);
            if place.start >= after && place.start <= place.end && text.get(place.start..place.end).is_some() {
                terms.push(place);
            }
        }
        Self { text, terms }
    }

    /// Adds another message at the end.
    pub fn push(&mut self, other: &Self) {
        other.pieces().for_each(|(term, text)| self.add(term, text));
    }

    /// The parts in their order: texts, and terms by their kind and rank.
    pub fn pieces(&self) -> impl Iterator<Item = (Option<(TermKind, usize)>, &str)> {
        let ends = self.terms.iter().map(|term| term.end);
        let starts = self.terms.iter().map(|term| term.start).chain([self.text.len()]);
        let between = std::iter::once(0).chain(ends).zip(starts).map(|(from, to)| (None, &self.text[from..to]));
        let terms = self.terms.iter().map(|term| (Some((term.kind, term.rank)), &self.text[term.start..term.end]));
        let terms = terms.map(Some).chain([None]);
        between.zip(terms).flat_map(|(text, term)| [Some(text), term]).flatten()
    }

    /// Adds a text, or a term.
    pub fn add(&mut self, term: Option<(TermKind, usize)>, text: &str) {
        let start = self.text.len();
        self.text.push_str(text);
        self.terms.extend(term.map(|(kind, rank)| Place { kind, rank, start, end: self.text.len() }));
    }
}

/// Writes the terms with their marks, so that they go on into the message that this one becomes a part of.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().try_for_each(|(term, text)| match term {
            None => f.write_str(text),
            Some((kind, rank)) => Term::new(kind, rank, text.to_owned()).fmt(f),
        })
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        if !text.contains([BEGIN, END]) {
            return Self { text, terms: Vec::new() };
        }
        let mut made = Self::default();
        let mut pieces = text.split(BEGIN);
        made.text.push_str(&pieces.next().unwrap_or_default().replace(END, ""));
        for piece in pieces {
            let (marked, rest) = piece.split_once(END).unwrap_or(("", piece));
            match header(marked) {
                Some((term, word)) => made.add(Some(term), word),
                None => made.text.push_str(marked),
            }
            made.text.push_str(&rest.replace(END, ""));
        }
        made
    }
}

/// The kind, the rank and the text of a marked term.
fn header(marked: &str) -> Option<((TermKind, usize), &str)> {
    let (head, word) = marked.split_once(' ')?;
    let kind = TermKind::of(*head.as_bytes().first()?)?;
    Some(((kind, head.get(1..)?.parse().ok()?), word))
}

impl From<&str> for Message {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&Self> for Message {
    fn from(message: &Self) -> Self {
        message.clone()
    }
}

impl From<&String> for Message {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<Cow<'_, str>> for Message {
    fn from(text: Cow<'_, str>) -> Self {
        text.into_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_go_through_texts_and_are_found_again() {
        let inner = Message::from(format!("{}: the {} is 0", Term::dimension(1, 3), Term::argument("step")));
        assert_eq!(inner.text(), "dimension 1: the step is 0");
        let outer = Message::from(format!("chunk {}: {inner}", Term::position(&[0, 7])));
        assert_eq!(outer.text(), "chunk [0, 7]: dimension 1: the step is 0");
        let found: Vec<_> =
            outer.terms().iter().map(|term| (term.kind, term.rank, &outer.text()[term.start..term.end])).collect();
        assert_eq!(
            found,
            [
                (TermKind::Position, 2, "[0, 7]"),
                (TermKind::Dimension, 3, "dimension 1"),
                (TermKind::Argument, 0, "step")
            ]
        );
        assert_eq!(Message::from(outer.to_string()), outer);
        let pieces: Vec<_> = outer.pieces().map(|(_, text)| text).collect();
        assert_eq!(pieces, ["chunk ", "[0, 7]", ": ", "dimension 1", ": the ", "step", " is 0"]);
    }

    #[test]
    fn marks_that_are_no_terms_leave_their_words() {
        for text in ["a\u{fdd0}b", "a\u{fdd1}b", "a\u{fdd0}\u{fdd1}b", "a\u{fdd1}\u{fdd0}b"] {
            let message = Message::from(text);
            assert_eq!((message.text(), message.terms()), ("ab", &[][..]), "{text:?}");
        }
        let message = Message::from("a \u{fdd0}x9 b\u{fdd1} c");
        assert_eq!((message.text(), message.terms()), ("a x9 b c", &[][..]));
        assert_eq!(format!("{:?}", "\u{fdd0}"), "\"\\u{fdd0}\"", "a name in quotes has no mark");
    }
}
