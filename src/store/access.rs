//! Whether a key is held alone.

/// How a key is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Beside others that share it: what the key stands for stays as it is meanwhile.
    Shared,
    /// Alone: to change what the key stands for.
    Exclusive,
}
