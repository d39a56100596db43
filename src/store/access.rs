//! The access that a claim gives to a key.

/// How a key is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Beside others that share it: the value of the key stays as it is meanwhile.
    Shared,
    /// Alone: to change the value of the key.
    Exclusive,
}
