//! Erases the chunks that an array loses when it shrinks.

use super::source::ArraySource;
use crate::engine::chunk_key;
use crate::error::{Error, ErrorKind, Result};
use crate::grid::{ChunkGrid, Region, Tiles};
use crate::metadata::ArrayMetadata;
use crate::store::{self, Store, StoreExt};
use std::cell::{Cell, RefCell};

/// The most chunks whose keys are asked for one by one.
const MOST_KEYS: u64 = 10_000;

/// The most chunks that are erased together: an object store erases up to 1000 keys in one request.
const BATCH: usize = 1000;

/// The work on the key of one chunk after the other.
type EachKey<'a> = dyn Fn(&str) -> Result<()> + 'a;

/// Erases the chunks that an array loses when it shrinks. The caller holds the document exclusively, so that no chunk
/// is stored meanwhile.
pub(super) struct Eraser<'a> {
    pub origin: &'a ArraySource,
    pub prefix: &'a str,
    pub metadata: &'a ArrayMetadata,
}

impl Eraser<'_> {
    /// Erases every chunk of the old shape that is entirely outside the new one.
    pub fn erase_outside(&self, shape: &[u64]) -> Result<()> {
        self.erase_each(&|erase| self.each_outside(shape, erase))
    }

    /// Erases the chunks whose keys `find` passes to its argument.
    fn erase_each(&self, find: &dyn Fn(&EachKey<'_>) -> Result<()>) -> Result<()> {
        let (store, keys) = (&*self.origin.store, RefCell::new(Vec::new()));
        find(&|key| {
            let mut keys = keys.borrow_mut();
            keys.push(key.to_owned());
            if keys.len() < BATCH { Ok(()) } else { erase(store, &std::mem::take(&mut *keys)) }
        })?;
        match keys.into_inner() {
            left if left.is_empty() => Ok(()),
            left => erase(store, &left),
        }
    }

    /// Refuses a shape outside of which a chunk is stored that the store can't erase: a growth would show it again.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`], naming the chunk.
    pub fn check_erasable(&self, shape: &[u64]) -> Result<()> {
        let store = &*self.origin.store;
        let capabilities = store.capabilities();
        if capabilities.erasable || !capabilities.writeable {
            return Ok(());
        }
        let asked = Cell::new(0);
        self.each_outside(shape, &|key| {
            asked.set(asked.get() + 1);
            if asked.get() > MOST_KEYS {
                let text = format!("the store can't erase, and more than {MOST_KEYS} chunks would be cut off");
                return Err(Error::unsupported(text));
            }
            match store.exists(key)? {
                true => Err(Error::unsupported(format!("key {key:?} is cut off, and the store can't erase it"))),
                false => Ok(()),
            }
        })
    }

    fn each_outside(&self, shape: &[u64], each: &EachKey<'_>) -> Result<()> {
        let (old, grid) = (&self.metadata.shape, &self.metadata.chunk_grid);
        let (old_grid, new_grid) = (grid.grid_shape(old), grid.grid_shape(shape));
        // Along each axis the part that is cut off, over the rest of the axes before it: each chunk once.
        let mut left = old_grid.clone();
        for axis in 0..old.len() {
            if new_grid[axis] < old_grid[axis] {
                let mut ranges: Vec<std::ops::Range<u64>> = left.iter().map(|count| 0..*count).collect();
                ranges[axis] = new_grid[axis]..old_grid[axis];
                self.each(&ranges, each)?;
            }
            left[axis] = left[axis].min(new_grid[axis]);
        }
        Ok(())
    }

    fn each(&self, ranges: &[std::ops::Range<u64>], each: &EachKey<'_>) -> Result<()> {
        let store = &*self.origin.store;
        let positions = Region {
            start: ranges.iter().map(|range| range.start).collect(),
            count: ranges.iter().map(|range| range.end - range.start).collect(),
            step: Vec::new(),
        };
        let chunks = crate::grid::element_count(&positions.count);
        // A huge, nearly empty array: a listing is faster than a request for each missing chunk.
        if chunks.is_none_or(|chunks| chunks > MOST_KEYS) && store.capabilities().listable {
            let is_in = |position: &[u64]| position.iter().zip(ranges).all(|(index, range)| range.contains(index));
            return self.each_key(&store.list_prefix(self.prefix)?, &is_in, each);
        }
        let single = ChunkGrid::Regular { chunk_shape: vec![1; ranges.len()] };
        let tiles = Tiles::new(&positions, &single)?;
        while let Some(tile) = tiles.take() {
            each(&chunk_key(self.prefix, self.metadata, &tile.position))?;
        }
        Ok(())
    }

    /// Erases every stored chunk entirely outside the array, which an interrupted shrink has left. A store that can't
    /// list keeps them. The document is read after the listing: on stores with conditional writes, another process may
    /// have made the array longer meanwhile, and stored chunks there.
    pub fn erase_left(&self, metadata_now: impl FnOnce() -> Result<ArrayMetadata>) -> Result<()> {
        let capabilities = self.origin.store.capabilities();
        if !capabilities.listable || !capabilities.erasable {
            return Ok(());
        }
        let listed = self.origin.store.list_prefix(self.prefix)?;
        let grids = [self.metadata, &metadata_now()?].map(|one| one.chunk_grid.grid_shape(&one.shape));
        let is_in = |position: &[u64], grid: &[u64]| position.iter().zip(grid).all(|(index, count)| index < count);
        let is_outside = |position: &[u64]| !grids.iter().any(|grid| is_in(position, grid));
        self.erase_each(&|erase| self.each_key(&listed, &is_outside, erase))
    }

    /// The chunks under listed keys that are at some positions.
    fn each_key(&self, keys: &[String], counts: &dyn Fn(&[u64]) -> bool, each: &EachKey<'_>) -> Result<()> {
        for key in keys {
            let name = key.get(self.prefix.len()..);
            let position = name.and_then(|name| self.metadata.chunk_keys.position(name, self.metadata.shape.len()));
            if position.is_some_and(|position| counts(&position)) {
                each(key)?;
            }
        }
        Ok(())
    }
}

/// Erases chunks outside their array without taking their locks, since a writer may hold one while it waits for the
/// document. Values in the lower stores of an overlay stay.
fn erase(store: &dyn Store, keys: &[String]) -> Result<()> {
    let erased = store.erase_values(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    keys.iter().for_each(|key| store::written(store, key));
    match erased {
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            let mut is_overlay = false;
            keys.iter().for_each(|key| store.lower_homes(key, &mut |_| is_overlay = true));
            match keys {
                _ if !is_overlay => Err(error),
                [_] => Ok(()),
                several => several.iter().try_for_each(|key| erase(store, std::slice::from_ref(key))),
            }
        }
        done => done,
    }
}
