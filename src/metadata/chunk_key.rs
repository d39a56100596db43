//! From a chunk's place in the grid to the last part of its key.

use crate::error::{Error, Result};
use std::sync::Arc;

/// The separator between the indices of a chunk key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `.`
    Dot,
    /// `/`
    Slash,
}

impl Separator {
    /// The separator that is this character.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for any other.
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "." => Ok(Self::Dot),
            "/" => Ok(Self::Slash),
            other => Err(Error::metadata(format!("the separator must be \".\" or \"/\", not {other:?}"))),
        }
    }

    /// The character.
    pub fn as_char(self) -> char {
        match self {
            Self::Dot => '.',
            Self::Slash => '/',
        }
    }

    /// The character as text.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dot => ".",
            Self::Slash => "/",
        }
    }
}

/// How chunk keys are formed, below the data prefix of the array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkKeyEncoding {
    /// `c/1/23`, `c.1.23`; 0-d: `c` (final v3, `default`).
    Default(Separator),
    /// `1.23`, `1/23`; 0-d: `0` (v1, v2, `v2` of final v3).
    V2(Separator),
    /// `c1/23`; 0-d: `c` (the drafts from 2020 on).
    Draft(Separator),
    /// `23/1`, the last axis first; 0-d: `0` (N5).
    N5,
    /// `c/1/001/234/0/005`: each index is split into parts of N digits, preceded by the number of parts less one, so
    /// that a folder has at most 10^N entries; 0-d: `c` (final v3, `fanout`).
    Fanout(Digits),
    /// Another encoding followed by a suffix (final v3, `suffix`).
    Suffix(Arc<Suffix>),
}

/// A number of decimal digits, from 2 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits(u8);

/// A suffix of chunk keys.
#[derive(Debug, PartialEq, Eq)]
pub struct Suffix {
    /// The keys without it.
    pub base: ChunkKeyEncoding,
    /// The text.
    pub text: String,
}

impl Digits {
    /// Those of the numbers below the largest power of ten that is not above a number of entries; None below 100, with
    /// which `fanout` begins.
    pub fn for_entries(entries: u64) -> Option<Self> {
        entries.checked_ilog10().filter(|digits| *digits >= 2).map(|digits| Self(digits as u8))
    }

    /// The power of ten.
    pub fn entries(self) -> u64 {
        10_u64.pow(self.0.into())
    }

    /// The number of parts that an index has.
    fn parts(self, index: u64) -> u32 {
        index.checked_ilog10().map_or(1, |last| last / u32::from(self.0) + 1)
    }

    /// Appends an index.
    fn append(self, index: u64, key: &mut String) {
        let (parts, width) = (self.parts(index), usize::from(self.0));
        key.push_str(itoa::Buffer::new().format(parts - 1));
        let text = format!("{index:0width$}", width = parts as usize * width);
        for at in (0..text.len()).step_by(width) {
            key.push('/');
            key.push_str(&text[at..at + width]);
        }
    }

    /// The indices of a key.
    fn position(self, key: &str) -> Option<Vec<u64>> {
        let mut parts = key.split('/');
        let mut position = Vec::new();
        while let Some(count) = parts.next() {
            let digits: String = (0..=count.parse::<u8>().ok()?).map(|_| parts.next()).collect::<Option<_>>()?;
            position.push(digits.parse().ok()?);
        }
        // A key in another than the canonical spelling is invalid.
        let mut spelled = String::new();
        for (at, index) in position.iter().enumerate() {
            spelled.push_str(if at > 0 { "/" } else { "" });
            self.append(*index, &mut spelled);
        }
        (spelled == key).then_some(position)
    }
}

impl ChunkKeyEncoding {
    /// The separator.
    pub fn separator(&self) -> Separator {
        match self {
            Self::Default(separator) | Self::V2(separator) | Self::Draft(separator) => *separator,
            Self::N5 | Self::Fanout(_) => Separator::Slash,
            Self::Suffix(suffix) => suffix.base.separator(),
        }
    }

    /// The separator, where it could be another one.
    pub fn chosen_separator(&self) -> Option<Separator> {
        match self {
            Self::N5 | Self::Fanout(_) => None,
            Self::Suffix(suffix) => suffix.base.chosen_separator(),
            _ => Some(self.separator()),
        }
    }

    /// Appends the key of the chunk at `position` to `key`.
    pub fn append(&self, position: &[u64], key: &mut String) {
        let separator = self.separator().as_char();
        match self {
            Self::Suffix(suffix) => {
                suffix.base.append(position, key);
                key.push_str(&suffix.text);
                return;
            }
            Self::Fanout(digits) => {
                key.push('c');
                for index in position {
                    key.push(separator);
                    digits.append(*index, key);
                }
                return;
            }
            Self::Default(_) | Self::Draft(_) => key.push('c'),
            Self::V2(_) | Self::N5 if position.is_empty() => key.push('0'),
            Self::V2(_) | Self::N5 => {}
        }
        for place in 0..position.len() {
            if place > 0 || matches!(self, Self::Default(_)) {
                key.push(separator);
            }
            let axis = if matches!(self, Self::N5) { position.len() - 1 - place } else { place };
            key.push_str(itoa::Buffer::new().format(position[axis]));
        }
    }

    /// The grid position of a key; None for keys other than a chunk's, such as `01.2`.
    pub fn position(&self, key: &str, rank: usize) -> Option<Vec<u64>> {
        if rank == 0 {
            let mut only = String::new();
            self.append(&[], &mut only);
            return (key == only || self.alternative(&[]) == Some(key)).then(Vec::new);
        }
        let separator = self.separator().as_char();
        let index = |text: &str| text.parse::<u64>().ok().filter(|index| index.to_string() == text);
        let indices = |text: &str| text.split(separator).map(index).collect::<Option<Vec<u64>>>();
        let position = match self {
            Self::Default(_) => indices(key.strip_prefix('c')?.strip_prefix(separator)?)?,
            Self::Draft(_) => indices(key.strip_prefix('c')?)?,
            Self::V2(_) => indices(key)?,
            Self::N5 => indices(key)?.into_iter().rev().collect(),
            Self::Fanout(digits) => digits.position(key.strip_prefix("c/")?)?,
            Self::Suffix(suffix) => suffix.base.position(key.strip_suffix(suffix.text.as_str())?, rank)?,
        };
        (position.len() == rank).then_some(position)
    }

    /// Another name under which other software stored the chunk of a 0-d array; tried when the first is missing. Names
    /// that are empty, as one writer's, end a key in `/` (in v1 they are the whole key): no store has such keys.
    pub fn alternative(&self, position: &[u64]) -> Option<&'static str> {
        (position.is_empty() && matches!(self, Self::Draft(_))).then_some("c0")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_every_encoding() {
        let key = |encoding: ChunkKeyEncoding, position: &[u64]| {
            let mut key = "a/".to_owned();
            encoding.append(position, &mut key);
            key
        };
        use Separator::{Dot, Slash};
        assert_eq!(key(ChunkKeyEncoding::Default(Slash), &[1, 23]), "a/c/1/23");
        assert_eq!(key(ChunkKeyEncoding::Default(Dot), &[1, 23]), "a/c.1.23");
        assert_eq!(key(ChunkKeyEncoding::Default(Slash), &[]), "a/c");
        assert_eq!(key(ChunkKeyEncoding::V2(Dot), &[1, 23]), "a/1.23");
        assert_eq!(key(ChunkKeyEncoding::V2(Slash), &[7]), "a/7");
        assert_eq!(key(ChunkKeyEncoding::V2(Dot), &[]), "a/0");
        assert_eq!(key(ChunkKeyEncoding::Draft(Slash), &[1, 23]), "a/c1/23");
        assert_eq!(key(ChunkKeyEncoding::Draft(Dot), &[u64::MAX]), "a/c18446744073709551615");
        assert_eq!(key(ChunkKeyEncoding::Draft(Dot), &[]), "a/c");
        assert_eq!(key(ChunkKeyEncoding::N5, &[1, 23, 4]), "a/4/23/1");
        assert_eq!(key(ChunkKeyEncoding::N5, &[]), "a/0");
        assert_eq!(ChunkKeyEncoding::N5.position("4/23/1", 3), Some(vec![1, 23, 4]));
    }

    /// The examples of the text, and of the package that goes with it.
    #[test]
    fn fanout_cuts_indices_into_folders() {
        let fanout = |entries| ChunkKeyEncoding::Fanout(Digits::for_entries(entries).unwrap());
        for (entries, position, expected) in [
            (1000, &[][..], "c"),
            (1000, &[0], "c/0/000"),
            (1000, &[12], "c/0/012"),
            (1000, &[999], "c/0/999"),
            (1000, &[1000], "c/1/001/000"),
            (1000, &[1234, 5, 0, 6_789_012], "c/1/001/234/0/005/0/000/2/006/789/012"),
            (1000, &[123, 3_455_678, 9_123_432_435], "c/0/123/2/003/455/678/3/009/123/432/435"),
            (100, &[1_234_567], "c/3/01/23/45/67"),
            (250, &[100, 99], "c/1/01/00/0/99"),
            (100, &[u64::MAX], "c/9/18/44/67/44/07/37/09/55/16/15"),
        ] {
            let mut key = String::new();
            fanout(entries).append(position, &mut key);
            assert_eq!(key, expected);
            assert_eq!(fanout(entries).position(&key, position.len()).as_deref(), Some(position), "{key}");
        }
        assert_eq!((Digits::for_entries(99), Digits::for_entries(0)), (None, None));
        assert_eq!(Digits::for_entries(u64::MAX).map(Digits::entries), Some(10_u64.pow(19)));
        for key in
            ["c/0/00", "c/1/000", "c/1/000/001", "c/00/001", "c/0/1", "c/0/+01", "c/0/0001", "c/0/001/0", "c", "0/001"]
        {
            assert_eq!(fanout(1000).position(key, 1), None, "{key}");
        }
        assert_eq!(fanout(1000).position("c/0/001/0/002", 1), None);
        assert_eq!(fanout(100).position("c/9/99/99/99/99/99/99/99/99/99/99", 1), None, "no index of 64 bits");
    }

    #[test]
    fn a_suffix_stands_behind_any_key() {
        use Separator::{Dot, Slash};
        let suffix = |base, text: &str| ChunkKeyEncoding::Suffix(Arc::new(Suffix { base, text: text.into() }));
        for (encoding, position, expected) in [
            (suffix(ChunkKeyEncoding::Default(Slash), ".tiff"), &[1, 23, 45][..], "c/1/23/45.tiff"),
            (suffix(ChunkKeyEncoding::Default(Dot), ".tiff"), &[1, 23, 45], "c.1.23.45.tiff"),
            (suffix(ChunkKeyEncoding::Default(Slash), ".tiff"), &[], "c.tiff"),
            (suffix(ChunkKeyEncoding::V2(Dot), ".shard.zip"), &[1, 2], "1.2.shard.zip"),
            (suffix(suffix(ChunkKeyEncoding::V2(Dot), ".a"), ".b"), &[7], "7.a.b"),
        ] {
            let mut key = String::new();
            encoding.append(position, &mut key);
            assert_eq!(key, expected);
            assert_eq!(encoding.position(&key, position.len()).as_deref(), Some(position), "{key}");
            assert_eq!(encoding.position(&key[..key.len() - 1], position.len()), None);
        }
    }

    #[test]
    fn keys_give_back_their_positions() {
        use Separator::{Dot, Slash};
        let encodings = [ChunkKeyEncoding::Default, ChunkKeyEncoding::V2, ChunkKeyEncoding::Draft];
        for encoding in encodings.into_iter().flat_map(|encoding| [encoding(Dot), encoding(Slash)]) {
            let mut key = String::new();
            encoding.append(&[0, 10, u64::MAX], &mut key);
            assert_eq!(encoding.position(&key, 3), Some(vec![0, 10, u64::MAX]), "{key}");
            assert_eq!(encoding.position(&key, 2), None);
        }
        for (encoding, only, other) in [
            (ChunkKeyEncoding::Default(Slash), "c", "c0"),
            (ChunkKeyEncoding::V2(Dot), "0", "c"),
            (ChunkKeyEncoding::N5, "0", "c"),
            (ChunkKeyEncoding::Draft(Slash), "c", "0"),
        ] {
            assert_eq!((encoding.position(only, 0), encoding.position(other, 0)), (Some(vec![]), None), "{encoding:?}");
        }
        assert_eq!(ChunkKeyEncoding::Draft(Dot).position("c0", 0), Some(vec![]), "its other name");
        for key in ["01.2", "1.", ".1", "", "+1.2", "1.2.x", ".zarray", "18446744073709551616.0"] {
            assert_eq!(ChunkKeyEncoding::V2(Dot).position(key, 2), None, "{key}");
        }
    }
}
