//! Taking away the chunks that an array loses when it shrinks.

use super::source::ArraySource;
use crate::engine::chunk_key;
use crate::error::{ErrorKind, Result};
use crate::grid::{ChunkGrid, Region, Tiles};
use crate::metadata::ArrayMetadata;
use crate::store::{self, Store, StoreExt};

/// Takes away the chunks that an array loses when it shrinks. Its caller has the document alone, so that no chunk is
/// stored meanwhile.
pub(super) struct Eraser<'a> {
    pub origin: &'a ArraySource,
    pub prefix: &'a str,
    pub metadata: &'a ArrayMetadata,
}

impl Eraser<'_> {
    /// Erases every chunk of the old shape that lies outside the new one altogether.
    pub fn erase_outside(&self, shape: &[u64]) -> Result<()> {
        let (old, grid) = (&self.metadata.shape, &self.metadata.chunk_grid);
        let store = &*self.origin.store;
        let (old_grid, new_grid) = (grid.grid_shape(old), grid.grid_shape(shape));
        // Along each axis the part that is cut off, over the rest of the axes before it: each chunk once.
        let mut left = old_grid.clone();
        for axis in 0..old.len() {
            if new_grid[axis] < old_grid[axis] && store.capabilities().erasable {
                let mut ranges: Vec<std::ops::Range<u64>> = left.iter().map(|count| 0..*count).collect();
                ranges[axis] = new_grid[axis]..old_grid[axis];
                self.erase(&ranges)?;
            }
            left[axis] = left[axis].min(new_grid[axis]);
        }
        Ok(())
    }

    fn erase(&self, ranges: &[std::ops::Range<u64>]) -> Result<()> {
        let store = &*self.origin.store;
        let positions = Region {
            start: ranges.iter().map(|range| range.start).collect(),
            count: ranges.iter().map(|range| range.end - range.start).collect(),
            step: Vec::new(),
        };
        let chunks = crate::grid::element_count(&positions.count);
        // A huge, nearly empty array: a listing is faster than a request for each missing chunk.
        if chunks.is_none_or(|chunks| chunks > 10_000) && store.capabilities().listable {
            let is_in = |position: &[u64]| position.iter().zip(ranges).all(|(index, range)| range.contains(index));
            return self.erase_keys(store.list_prefix(self.prefix)?, &is_in);
        }
        let single = ChunkGrid::Regular { chunk_shape: vec![1; ranges.len()] };
        let tiles = Tiles::new(&positions, &single)?;
        while let Some(tile) = tiles.take() {
            let key = chunk_key(self.prefix, self.metadata, &tile.position);
            erase(store, &key)?;
        }
        Ok(())
    }

    /// Erases every stored chunk that lies outside of the array altogether: what a shrink has left that was
    /// interrupted. A store that can't list keeps it. The document is read behind the listing: on stores with
    /// conditions another process may have made the array longer meanwhile, and stored chunks there.
    pub fn erase_left(&self, metadata_now: impl FnOnce() -> Result<ArrayMetadata>) -> Result<()> {
        let capabilities = self.origin.store.capabilities();
        if !capabilities.listable || !capabilities.erasable {
            return Ok(());
        }
        let listed = self.origin.store.list_prefix(self.prefix)?;
        let grids = [self.metadata, &metadata_now()?].map(|one| one.chunk_grid.grid_shape(&one.shape));
        let is_in = |position: &[u64], grid: &[u64]| position.iter().zip(grid).all(|(index, count)| index < count);
        self.erase_keys(listed, &|position| !grids.iter().any(|grid| is_in(position, grid)))
    }

    /// Erases the chunks under listed keys that are at some positions.
    fn erase_keys(&self, keys: Vec<String>, is_erased: &dyn Fn(&[u64]) -> bool) -> Result<()> {
        let store = &*self.origin.store;
        for key in keys {
            let name = key.get(self.prefix.len()..);
            let position = name.and_then(|name| self.metadata.chunk_keys.position(name, self.metadata.shape.len()));
            if position.is_some_and(|position| is_erased(&position)) {
                erase(store, &key)?;
            }
        }
        Ok(())
    }
}

/// Erases a chunk that lies outside of its array, without its lock: its writers may hold that, and wait for the
/// document. Values that a store can't erase, such as those of another store below it, may stay.
fn erase(store: &dyn Store, key: &str) -> Result<()> {
    let erased = store.erase(key);
    store::written(store, key);
    match erased {
        Err(error) if error.kind() == ErrorKind::Unsupported => Ok(()),
        done => done,
    }
}
