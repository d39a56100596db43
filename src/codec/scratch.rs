//! Buffers that are used again: grown once, never cleared.

use crate::buffer;

/// Memory for intermediate results of one thread.
///
/// Buffers keep their content to avoid filling them with zeros again; each user writes before it reads.
#[derive(Debug, Default)]
pub struct Scratch {
    free: Vec<Vec<u8>>,
}

impl Scratch {
    /// No buffers yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A buffer of at least `length` bytes, all initialised, with any content. Give it back by [`Scratch::give`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] when it can't be had.
    pub fn take(&mut self, length: usize) -> crate::Result<Vec<u8>> {
        let mut buffer = self.free.pop().unwrap_or_default();
        if buffer.capacity() < length {
            // First, so that both are not there at once.
            drop(std::mem::take(&mut buffer));
            buffer = zeros(length)?;
        } else if buffer.len() < length {
            buffer.resize(length, 0);
        }
        Ok(buffer)
    }

    /// Frees memory beyond `limit` bytes.
    pub fn shrink(&mut self, limit: usize) {
        let mut left = limit;
        self.free.retain(|buffer| {
            let fits = buffer.capacity() <= left;
            left -= if fits { buffer.capacity() } else { 0 };
            fits
        });
    }

    /// Takes a buffer back for the next user.
    pub fn give(&mut self, buffer: Vec<u8>) {
        if self.free.len() < 4 {
            self.free.push(buffer);
        }
    }
}

/// A copy, for callers without scratch memory.
///
/// # Errors
/// [`crate::ErrorKind::NoMemory`].
pub(crate) fn copied(bytes: &[u8]) -> crate::Result<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len()).map_err(|_| no_memory(bytes.len()))?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// A buffer of `length` zero bytes.
///
/// # Errors
/// [`crate::ErrorKind::NoMemory`].
pub(crate) fn zeros(length: usize) -> crate::Result<Vec<u8>> {
    buffer::zeros(length).ok_or_else(|| no_memory(length))
}

pub(crate) fn no_memory(length: usize) -> crate::Error {
    crate::Error::no_memory(format!("no memory for {length} bytes"))
}
