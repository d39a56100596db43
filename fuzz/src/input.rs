//! Choices out of bytes: what is taken when none are left is 0, so that every input means something.

use zarr::{ErrorKind, Result};

/// Bytes that are used up from the front.
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// All of `data`.
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// True when all bytes are used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0 {
            [first, rest @ ..] => {
                self.0 = rest;
                *first
            }
            [] => 0,
        }
    }

    /// A number below `end`, which is at most 65536.
    pub fn below(&mut self, end: usize) -> usize {
        let value = if end <= 256 { usize::from(self.byte()) } else { self.number() as usize & 0xffff };
        value % end.max(1)
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A number of four bytes.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes([(); 4].map(|()| self.byte()))
    }

    /// Up to `length` of the next bytes.
    pub fn bytes(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// So many bytes that only a seed decides, as data to write.
    pub fn values(&mut self, length: usize) -> Vec<u8> {
        let mut state = self.number() | 1;
        (0..length)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 17;
                state ^= state << 5;
                (state >> 9) as u8
            })
            .collect()
    }
}

/// Damages bytes in as many places as the input names: a byte changed, bytes cut out, bytes put in.
pub fn damage(input: &mut Input<'_>, bytes: &mut Vec<u8>) {
    for _ in 0..input.below(8) {
        let at = input.below(65536).min(bytes.len());
        match input.below(4) {
            0 | 1 if at < bytes.len() => bytes[at] ^= input.byte().max(1),
            2 => bytes.truncate(at),
            _ => drop(bytes.splice(at..at, input.bytes(3).iter().copied())),
        }
    }
}

/// The result of a call, which may be refused, but never by a fault of the library itself.
pub fn allowed<T>(result: Result<T>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(error.kind() != ErrorKind::Internal, "an internal error: {error}");
            assert!(!error.message().is_empty());
            None
        }
    }
}
