//! Memory of one thread for the blocks of frames, kept from frame to frame.

use crate::codec::errors::no_memory;
use crate::error::Result;
use crate::sync::thread_cache;
use std::cell::Cell;

/// Larger buffers than this are freed after use; C-Blosc itself makes blocks of at most a megabyte.
const LARGEST_KEPT: usize = 4 << 20;

/// The buffers that a block needs on its way.
#[derive(Default)]
pub(super) struct Buffers {
    /// A shuffled block.
    pub(super) block: Vec<u8>,
    /// A compressed stream.
    pub(super) stream: Vec<u8>,
}

thread_local! {
    static BUFFERS: Cell<Buffers> = const { Cell::new(Buffers { block: Vec::new(), stream: Vec::new() }) };
}

/// Lends the buffers of this thread.
pub(super) fn with<T>(use_them: impl FnOnce(&mut Buffers) -> Result<T>) -> Result<T> {
    thread_cache::with(&BUFFERS, |buffers| {
        let result = use_them(buffers);
        for buffer in [&mut buffers.block, &mut buffers.stream] {
            if buffer.capacity() > LARGEST_KEPT {
                *buffer = Vec::new();
            }
        }
        result
    })
}

/// The first `length` bytes of a buffer, with unspecified content; the buffer grows if it must.
pub(super) fn buffer(kept: &mut Vec<u8>, length: usize) -> Result<&mut [u8]> {
    if kept.len() < length {
        let missing = length - kept.len();
        kept.try_reserve_exact(missing).map_err(|_| no_memory(length))?;
        kept.resize(length, 0);
    }
    Ok(&mut kept[..length])
}
