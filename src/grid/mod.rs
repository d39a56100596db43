//! Regions of an array, the chunk grid that divides it, and the strided copies between a chunk and a buffer.

mod chunk_grid;
mod copy;
mod decompose;
mod edges;
mod fill;
mod lanes;
mod element_offsets;
mod region;
mod source;
mod stream;
#[cfg(test)]
mod tests;
mod tiles;
mod touched;
mod transpose;
mod walk;

pub use chunk_grid::ChunkGrid;
pub use copy::{MemoryBlock, Placed, copy, gather};
pub use decompose::{DEFAULT_CHUNK_BYTES, Decomposition, Wish, decompose, halved, shared};
pub use edges::{EdgeRun, Edges};
pub use element_offsets::element_offsets;
pub use fill::{fill, is_filled};
pub use region::{Region, byte_size, c_strides, element_count, f_strides};
pub use source::TiledSource;
pub use stream::append;
pub(crate) use tiles::block_at;
pub use tiles::{Tile, TiledBuffer, Tiles, Window};
