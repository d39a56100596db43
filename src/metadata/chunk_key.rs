//! From a chunk's place in the grid to the last part of its key.

use crate::error::{Error, Result};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkKeyEncoding {
    /// `c/1/23`, `c.1.23`; 0-d: `c` (final v3, `default`).
    Default(Separator),
    /// `1.23`, `1/23`; 0-d: `0` (v1, v2, `v2` of final v3).
    V2(Separator),
    /// `c1/23`; 0-d: `c` (the drafts from 2020 on).
    Draft(Separator),
    /// `23/1`, the last axis first; 0-d: `0` (N5).
    N5,
}

impl ChunkKeyEncoding {
    /// The separator.
    pub fn separator(self) -> Separator {
        match self {
            Self::Default(separator) | Self::V2(separator) | Self::Draft(separator) => separator,
            Self::N5 => Separator::Slash,
        }
    }

    /// The separator, where it could be another one.
    pub fn chosen_separator(self) -> Option<Separator> {
        (self != Self::N5).then(|| self.separator())
    }

    /// Appends the key of the chunk at `position` to `key`.
    pub fn append(self, position: &[u64], key: &mut String) {
        let separator = self.separator().as_char();
        match self {
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

    /// The place in the grid that a key stands for; None for keys that are no chunk's, such as `01.2`.
    pub fn position(self, key: &str, rank: usize) -> Option<Vec<u64>> {
        if rank == 0 {
            let mut only = String::new();
            self.append(&[], &mut only);
            return (key == only || self.alternative(&[]) == Some(key)).then(Vec::new);
        }
        let indices = match self {
            Self::Default(_) => key.strip_prefix('c')?.strip_prefix(self.separator().as_char()),
            Self::Draft(_) => key.strip_prefix('c'),
            Self::V2(_) | Self::N5 => Some(key),
        };
        let index = |text: &str| text.parse::<u64>().ok().filter(|index| index.to_string() == text);
        let mut position: Option<Vec<u64>> = indices?.split(self.separator().as_char()).map(index).collect();
        if let (Self::N5, Some(position)) = (self, &mut position) {
            position.reverse();
        }
        position.filter(|position| position.len() == rank)
    }

    /// Another name under which other software stored the chunk of a 0-d array; tried when the first is missing. Names
    /// that are empty, as one writer's, end a key in `/` (in v1 they are the whole key): no store has such keys.
    pub fn alternative(self, position: &[u64]) -> Option<&'static str> {
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
