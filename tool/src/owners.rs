//! Assigns the keys of a store to its nodes; the rest are strays.

use std::collections::{HashMap, HashSet};
use zarr::{Array, ChunkKeyEncoding, Format, FormatId, NodePath, Unit};

/// The copy of all documents that v2, and software of 2020 to 2024, has beside them.
const CONSOLIDATED: &str = ".zmetadata";

/// The chunks of one array.
#[derive(Clone, Debug)]
struct ArrayChunks {
    names: ChunkKeyEncoding,
    /// The shape of the grid of stored chunks.
    grid: Vec<u64>,
}

/// The keys that the nodes of a hierarchy account for.
#[derive(Clone, Debug, Default)]
pub struct Owners {
    documents: HashSet<String>,
    /// By the prefix of their keys.
    chunks: HashMap<String, ArrayChunks>,
    /// Prefixes of nodes that can't be followed: whether a key there is a chunk is not known.
    unread: HashSet<String>,
}

impl Owners {
    /// A node that can't be followed.
    pub fn add_unread(&mut self, format: &dyn Format, path: &NodePath) {
        self.add_node(format, path);
        self.unread.insert(format.keys(path).data);
    }

    /// A group.
    pub fn add_node(&mut self, format: &dyn Format, path: &NodePath) {
        let keys = format.keys(path);
        match format.id() {
            FormatId::V2 => self.documents.insert(format!("{}{CONSOLIDATED}", path.prefix())),
            FormatId::V3Shape2020 => self.documents.insert(format!("meta/root/consolidated/{CONSOLIDATED}")),
            _ => false,
        };
        self.documents.extend([keys.array, keys.group].into_iter().chain(keys.attributes));
        self.documents.extend(format.entry().map(|(key, _)| key));
    }

    /// An array, as it is now.
    pub fn add_array(&mut self, array: &Array) -> zarr::Result<()> {
        let origin = array.origin();
        self.add_node(&*origin.format, &origin.path);
        let data = origin.format.keys(&origin.path).data;
        let grid = array.grid(Unit::Shard)?.shape();
        self.chunks.insert(data, ArrayChunks { names: array.description()?.chunk_keys, grid });
        Ok(())
    }

    /// Why a key has no owner; None where it has one.
    pub fn stray(&self, key: &str) -> Option<String> {
        if self.documents.contains(key) {
            return None;
        }
        let mut prefix = key;
        loop {
            prefix = match prefix.trim_end_matches('/').rfind('/') {
                Some(end) => &prefix[..=end],
                None => "",
            };
            if let Some(chunks) = self.chunks.get(prefix) {
                return chunks.stray(&key[prefix.len()..]);
            }
            if self.unread.contains(prefix) {
                return None;
            }
            if prefix.is_empty() {
                return Some("it belongs to no node".into());
            }
        }
    }
}

impl ArrayChunks {
    fn stray(&self, name: &str) -> Option<String> {
        let rank = self.grid.len();
        let mut zeroth = String::new();
        self.names.append(&vec![0; rank], &mut zeroth);
        if rank == 0 {
            let own = name == zeroth || self.names.alternative(&[]) == Some(name);
            return (!own).then(|| format!("it is no chunk; the only one is {zeroth:?}"));
        }
        match self.names.position(name, rank) {
            None => Some(format!("it is no chunk; those have names like {zeroth:?}")),
            Some(position) if position.iter().zip(&self.grid).all(|(index, count)| index < count) => None,
            Some(position) => {
                Some(format!("chunk {position:?} lies outside of the array, which has {:?} chunks", self.grid))
            }
        }
    }
}
