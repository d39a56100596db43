//! Which keys of a store are chunks of one array: the one thing that a transformer knows of it.

use std::sync::Arc;

/// How chunk keys are formed, behind the prefix that all chunks of an array share.
pub trait ChunkNames: Send + Sync + std::fmt::Debug {
    /// Appends the name of the chunk at a place of the grid.
    fn append(&self, position: &[u64], key: &mut String);

    /// The place in a grid of `rank` dimensions that a name stands for; None for names that are no chunk's.
    fn position(&self, name: &str, rank: usize) -> Option<Vec<u64>>;
}

/// The chunk keys of one array.
#[derive(Clone, Debug)]
pub struct ChunkKeys {
    prefix: String,
    grid: Vec<u64>,
    names: Arc<dyn ChunkNames>,
}

impl ChunkKeys {
    /// The keys of the chunks below `prefix`, of which there are `grid` along each axis.
    pub fn new(prefix: &str, grid: Vec<u64>, names: Arc<dyn ChunkNames>) -> Self {
        Self { prefix: prefix.to_owned(), grid, names }
    }

    /// What all keys begin with.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The chunks along each axis.
    pub fn grid(&self) -> &[u64] {
        &self.grid
    }

    /// The keys of the same array where `counts` chunks along each axis are put into one.
    #[must_use]
    pub fn combined(&self, counts: &[u64]) -> Self {
        let grid = self.grid.iter().zip(counts).map(|(length, count)| length.div_ceil((*count).max(1))).collect();
        Self { grid, ..self.clone() }
    }

    /// The key of the chunk at a place.
    pub fn key(&self, position: &[u64]) -> String {
        let mut key = self.prefix.clone();
        self.names.append(position, &mut key);
        key
    }

    /// The place that a key stands for, inside the grid or not; None for keys that are no chunk's.
    pub fn position(&self, key: &str) -> Option<Vec<u64>> {
        self.names.position(key.strip_prefix(&self.prefix)?, self.grid.len())
    }
}
