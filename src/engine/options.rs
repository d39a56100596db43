//! Limits of the engine for one handle: threads, memory, empty chunks.

/// How much a document may make the library allocate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes that one decoded chunk may have.
    pub chunk_bytes: u64,
    /// Limit for a buffer that a call allocates itself, to read elements into it.
    pub result_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { chunk_bytes: 4 << 30, result_bytes: 64 << 30 }
    }
}

/// How the regions of one array are read and written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayOptions {
    /// Threads for one call; None: the default of the process.
    pub threads: Option<usize>,
    /// Store chunks that hold only the fill value.
    pub write_empty_chunks: bool,
    /// Bounds on memory.
    pub limits: Limits,
    /// Bytes of decoded chunks that are kept for the next read.
    pub cache_bytes: u64,
    /// The axis along which a write past the end extends the array; None: such a write is refused.
    pub grow: Option<usize>,
}

impl Default for ArrayOptions {
    fn default() -> Self {
        Self { threads: None, write_empty_chunks: true, limits: Limits::default(), cache_bytes: 0, grow: None }
    }
}
