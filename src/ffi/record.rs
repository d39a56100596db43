//! A message as the bytes of `zarr_error`: the text with its NUL, and after it the places of its terms, from which the
//! message is put into another language. This record is part of the struct, and is copied and sent with it.
//!
//! After the NUL: two bytes that begin the record, a checksum of the text (4 bytes), the number of terms (1), and for
//! each term its kind (1), the number of dimensions that it counts among (1), its first byte (2) and its length (2);
//! numbers are little-endian. Bytes that a program has left there are ignored, as the checksum does not fit them.

use super::error::MESSAGE;
use crate::error::{Message, Place, TermKind};

const BEGIN: [u8; 2] = [0xfd, 0xd0];
const HEAD: usize = 7;
const ENTRY: usize = 6;
/// A record leaves at least half of the bytes to the text.
const MOST: usize = (MESSAGE / 2 - HEAD) / ENTRY;

/// The text, its NUL and the record; the text loses its middle where there is no room for all of it.
pub(super) fn bytes_of(message: &Message) -> Vec<u8> {
    let count = message.terms().len().min(MOST);
    let room = if count == 0 { 0 } else { HEAD + ENTRY * count };
    let message = shortened(message, MESSAGE - 1 - room);
    let text = message.text().as_bytes();
    let mut bytes = text.to_vec();
    bytes.push(0);
    if count == 0 {
        // A reader looks for a record here: the bytes are set.
        bytes.resize(MESSAGE.min(text.len() + 3), 0);
    } else {
        let terms: Vec<&Place> = message.terms().iter().take(count).collect();
        bytes.extend(BEGIN);
        bytes.extend(checksum(text).to_le_bytes());
        bytes.push(terms.len() as u8);
        for term in terms {
            bytes.extend([term.kind as u8, u8::try_from(term.rank).unwrap_or(0)]);
            bytes.extend((term.start as u16).to_le_bytes());
            bytes.extend(((term.end - term.start) as u16).to_le_bytes());
        }
    }
    bytes
}

/// The message of such bytes.
pub(super) fn message_of(bytes: &[u8]) -> Message {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let text = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let terms = bytes.get(end + 1..).and_then(|record| terms_of(record, &bytes[..end])).unwrap_or_default();
    Message::with_terms(text, terms)
}

fn terms_of(record: &[u8], text: &[u8]) -> Option<Vec<Place>> {
    let rest = record.strip_prefix(&BEGIN)?;
    let (sum, rest) = rest.split_first_chunk::<4>()?;
    let (count, rest) = rest.split_first()?;
    let entries = rest.get(..ENTRY * usize::from(*count)).filter(|_| *sum == checksum(text).to_le_bytes())?;
    let place = |entry: &[u8]| {
        let start = usize::from(u16::from_le_bytes([entry[2], entry[3]]));
        let length = usize::from(u16::from_le_bytes([entry[4], entry[5]]));
        Some(Place { kind: TermKind::of(entry[0])?, rank: entry[1].into(), start, end: start + length })
    };
    entries.chunks_exact(ENTRY).map(place).collect()
}

/// FNV-1a.
fn checksum(text: &[u8]) -> u32 {
    text.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// The message in at most `size` bytes. One that is too long loses its middle: long paths stand in front, and the
/// reason is at the end.
pub(super) fn shortened(message: &Message, size: usize) -> Message {
    const GAP: &str = " ... ";
    let text = message.text();
    if text.len() <= size {
        return message.clone();
    }
    let (front, back) = (size * 2 / 5, size - size * 2 / 5 - GAP.len());
    let is_between = |at: &usize| text.is_char_boundary(*at);
    let end = (0..=front).rev().find(is_between).unwrap_or(0);
    let begin = (text.len() - back..=text.len()).find(is_between).unwrap_or(text.len());
    let by = begin - (end + GAP.len());
    let kept = message.terms().iter().filter_map(|term| match (term.end <= end, term.start >= begin) {
        (true, _) => Some(*term),
        (_, true) => Some(Place { start: term.start - by, end: term.end - by, ..*term }),
        _ => None,
    });
    Message::with_terms(format!("{}{GAP}{}", &text[..end], &text[begin..]), kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Term;

    fn full(bytes: &[u8]) -> Vec<u8> {
        let mut all = vec![0xaa; MESSAGE];
        all[..bytes.len()].copy_from_slice(bytes);
        all
    }

    #[test]
    fn a_message_comes_back_with_its_terms() {
        let message: Message =
            format!("array: {}: {}", Term::dimension(1, 2), Term::operation("Array::refresh")).into();
        let bytes = bytes_of(&message);
        assert!(bytes.starts_with(b"array: dimension 1: Array::refresh\0"));
        assert_eq!(message_of(&full(&bytes)), message);
        let plain: Message = "a plain text".into();
        assert_eq!(bytes_of(&plain), b"a plain text\0\0\0");
        assert_eq!(message_of(&full(&bytes_of(&plain))), plain);
    }

    #[test]
    fn bytes_that_belong_to_another_text_are_no_terms() {
        let message: Message = format!("{} is there", Term::dimension(1, 2)).into();
        let mut bytes = full(&bytes_of(&message));
        bytes[0] = b'D';
        assert_eq!(message_of(&bytes), "Dimension 1 is there".into());
        bytes.truncate(25);
        assert_eq!(message_of(&bytes), "Dimension 1 is there".into());
        assert_eq!(message_of(&[b'x'; MESSAGE]).text().len(), MESSAGE, "without a NUL");
    }

    #[test]
    fn a_long_message_keeps_the_terms_of_its_ends() {
        let long = "ä".repeat(2000);
        let message: Message = format!("{} {long} {}", Term::dimension(0, 2), Term::dimension(1, 2)).into();
        let bytes = bytes_of(&message);
        assert!((MESSAGE - 3..=MESSAGE).contains(&bytes.len()), "{} bytes", bytes.len());
        let read = message_of(&full(&bytes));
        let terms: Vec<&str> = read.terms().iter().map(|term| &read.text()[term.start..term.end]).collect();
        assert_eq!(terms, ["dimension 0", "dimension 1"]);
        let many: String = (0..500).map(|at| Term::number(at).to_string() + " ").collect();
        let bytes = bytes_of(&many.into());
        assert!(bytes.len() <= MESSAGE && bytes.iter().position(|byte| *byte == 0) > Some(MESSAGE / 3));
    }
}
