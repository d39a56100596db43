//! The nodes of a document: the type and place of each value in its text.

use std::cell::Cell;
use std::ops::{Deref, DerefMut};

/// How deep documents may nest.
pub const MAX_DEPTH: usize = 128;

/// The type of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonNodeKind {
    Null,
    False,
    True,
    /// A number that is its value alone.
    Integer,
    /// A number by its text.
    Number,
    /// A string, also the name of the member whose value is the next node.
    String,
    /// As a string, with half of a surrogate pair: what stands between its quotation marks, escapes and all.
    Escaped,
    Array,
    Object,
}

/// A value, or the name of a member.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonNode {
    pub kind: JsonNodeKind,
    /// The number of nodes inside an array or an object, which follow.
    pub inside: u32,
    /// The value of an integer; where a text begins, and in the upper half how long it is.
    pub content: u64,
}

impl JsonNode {
    pub fn new(kind: JsonNodeKind) -> Self {
        Self { kind, inside: 0, content: 0 }
    }

    /// One that has a text, which begins and ends below 4 GiB.
    pub fn with_text(kind: JsonNodeKind, start: usize, length: usize) -> Self {
        Self { kind, inside: 0, content: start as u64 | (length as u64) << 32 }
    }

    /// The length of its text.
    #[inline]
    pub fn text_length(self) -> usize {
        (self.content >> 32) as usize
    }
}

/// The nodes of a document. Reuses the memory of the last document that the thread dropped, which is too large for the
/// fast paths of allocators.
#[derive(Clone, Debug, Default)]
pub(super) struct JsonNodes(Vec<JsonNode>);

/// The most bytes that a thread keeps for the next document.
const KEPT_BYTES: usize = 32 << 10;

thread_local! {
    static KEPT: Cell<Vec<JsonNode>> = const { Cell::new(Vec::new()) };
}

impl JsonNodes {
    /// No nodes, ever.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// An empty list with room for `count` nodes, or for as many as the thread caches.
    pub fn with_room(count: usize) -> Self {
        // A thread that ends has nothing any more.
        let mut nodes = KEPT.try_with(Cell::take).unwrap_or_default();
        let count = count.min(KEPT_BYTES / size_of::<JsonNode>());
        if nodes.capacity() < count {
            nodes = Vec::with_capacity(count);
        }
        Self(nodes)
    }
}

impl Drop for JsonNodes {
    fn drop(&mut self) {
        let mut nodes = std::mem::take(&mut self.0);
        if (1..=KEPT_BYTES / size_of::<JsonNode>()).contains(&nodes.capacity()) {
            nodes.clear();
            let _ = KEPT.try_with(|kept| kept.set(nodes));
        }
    }
}

impl Deref for JsonNodes {
    type Target = Vec<JsonNode>;

    #[inline]
    fn deref(&self) -> &Vec<JsonNode> {
        &self.0
    }
}

impl DerefMut for JsonNodes {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<JsonNode> {
        &mut self.0
    }
}
