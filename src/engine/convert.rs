//! Elements that have another type in memory than in chunks: converted in pieces that stay in the processor's cache, on
//! their way from a chunk into the caller's buffer or back.

use crate::codec::Scratch;
use crate::dtype::Conversion;
use crate::error::{Error, ErrorKind, Result, Term};
use crate::grid::{
    ChunkGrid, MemoryBlock, Placed, Region, TiledSource, Tiles, Window, block_at, c_strides, copy, gather,
};
use std::sync::{Mutex, PoisonError};

/// Elements that are converted together.
const PIECE: usize = 4096;

/// Those of them along the axis that is fast in the source, where the other side is fast along another one.
const SIDE: usize = 64;

/// A conversion on the way, and the region that it is for.
#[derive(Debug)]
pub struct Converter<'c> {
    conversion: Conversion,
    region: &'c Region,
    /// The first misfit that was met, where it is reported at the end.
    misfit: Mutex<Option<Error>>,
}

/// One piece: the index of its first element in the block, its elements along each axis, and these in the other type
/// without gaps; the place of one that does not fit.
type BlockPiece<'p> = (&'p [usize], &'p [usize], &'p [u8], Option<usize>);

impl<'c> Converter<'c> {
    /// A conversion of the elements of a region.
    pub fn new(conversion: Conversion, region: &'c Region) -> Self {
        Self { conversion, region, misfit: Mutex::new(None) }
    }

    /// An element does not fit: the call fails now, or when all elements are moved.
    fn refuse(&self, misfit: impl FnOnce() -> Error) -> Result<()> {
        if !self.conversion.goes_on() {
            return Err(misfit());
        }
        self.misfit.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_with(misfit);
        Ok(())
    }

    /// Reports a misfit after all elements were moved.
    ///
    /// # Errors
    /// [`ErrorKind::Range`].
    pub fn report(&mut self) -> Result<()> {
        self.misfit.get_mut().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Converts the elements of a block, piece by piece: of a shape that is good for the strides of the other side as
    /// well, or in C order.
    fn each(
        &self,
        count: &[usize],
        Placed { memory: source, block }: Placed<'_, &[u8]>,
        other: Option<&[isize]>,
        scratch: &mut Scratch,
        mut put: impl FnMut(BlockPiece<'_>) -> Result<()>,
    ) -> Result<()> {
        let (from_item, to_item) = self.conversion.sizes();
        let region = Region { start: vec![0; count.len()], count: wide(count), step: Vec::new() };
        let grid = ChunkGrid::Regular { chunk_shape: piece_shape(count, other.map(|other| [&block.strides, other])) };
        let pieces = Tiles::new(&region, &grid)?;
        let (mut packed, mut converted) = (scratch.take(0)?, scratch.take(0)?);
        while let Some(piece) = pieces.take() {
            let total = piece.count.iter().product::<usize>();
            let own = block_at(block, &piece.in_region);
            let strides = c_strides(&wide(&piece.count), from_item);
            let together = own.strides.iter().zip(&strides).zip(&piece.count).all(|((a, b), n)| *n == 1 || a == b);
            let elements = match source.get(own.offset..own.offset.saturating_add(total * from_item)) {
                Some(elements) if together => elements,
                _ => {
                    fit(&mut packed, total * from_item)?;
                    gather(&piece.count, from_item, own.of(source), &mut packed)?;
                    &packed[..total * from_item]
                }
            };
            fit(&mut converted, total * to_item)?;
            let misfit = self.conversion.apply(elements, &mut converted[..total * to_item]).err();
            put((&piece.in_region, &piece.count, &converted[..total * to_item], misfit))?;
        }
        scratch.give(packed);
        scratch.give(converted);
        Ok(())
    }

    /// Puts elements of a chunk where a window says.
    pub fn read(&self, window: &mut Window, source: Placed<'_, &[u8]>, scratch: &mut Scratch) -> Result<()> {
        let count = window.tile().count.clone();
        let (from_item, to_item) = self.conversion.sizes();
        let strides = window.strides().to_vec();
        self.each(&count, source, Some(&strides), scratch, |(start, count, elements, misfit)| {
            if let Some(misfit) = misfit {
                let index = index_of(start, count, misfit);
                let at = block_at(source.block, &index).offset;
                let element = source.memory.get(at..at + from_item).unwrap_or_default();
                self.refuse(|| self.misfit(element, &window.place(&index)))?;
            }
            let from = MemoryBlock { offset: 0, strides: c_strides(&wide(count), to_item) };
            window.copy_part_from(start, count, elements, &from)
        })
    }

    /// Puts the fill value into every place of a window.
    pub fn fill(&self, window: &mut Window, element: &[u8]) -> Result<()> {
        let mut converted = vec![0; self.conversion.sizes().1];
        if self.conversion.apply(element, &mut converted).is_err() {
            self.refuse(|| self.misfit(element, &window.place(&vec![0; window.tile().count.len()])))?;
        }
        window.fill(&converted)
    }

    /// Puts elements of the caller over those of a chunk.
    pub fn write(
        &self,
        count: &[usize],
        source: Placed<'_, &[u8]>,
        to: Placed<'_, &mut [u8]>,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let (from_item, item) = self.conversion.sizes();
        self.each(count, source, Some(&to.block.strides), scratch, |(start, count, elements, misfit)| {
            if let Some(misfit) = misfit {
                let at = block_at(source.block, &index_of(start, count, misfit)).offset;
                let element = source.memory.get(at..at + from_item).unwrap_or_default();
                self.refuse(|| self.conversion.misfit(element))?;
            }
            let from = MemoryBlock { offset: 0, strides: c_strides(&wide(count), item) };
            copy(count, item, from.of(elements), block_at(to.block, start).of(&mut *to.memory))
        })
    }

    /// The error for the first element of the caller's that does not fit, in C order of the region. `error`: of a write
    /// that ended early, maybe for another reason.
    pub fn find_misfit(&self, source: &TiledSource<'_>, error: Error) -> Error {
        if self.conversion.goes_on() || error.kind() != ErrorKind::Range {
            return error;
        }
        let item = self.conversion.sizes().0;
        let (data, block) = (source.data(), source.block());
        let count: Vec<usize> = self.region.count.iter().map(|count| *count as usize).collect();
        let found = self.each(&count, block.of(data), None, &mut Scratch::new(), |(start, count, _, misfit)| {
            let Some(misfit) = misfit else { return Ok(()) };
            let index = index_of(start, count, misfit);
            let at = block_at(block, &index).offset;
            Err(self.misfit(data.get(at..at + item).unwrap_or_default(), &index))
        });
        found.err().unwrap_or(error)
    }

    /// The error for an element at a place of the region.
    fn misfit(&self, element: &[u8], place: &[usize]) -> Error {
        let places = place.iter().enumerate();
        let position: Vec<u64> = places.map(|(axis, place)| self.region.element(axis, *place as u64)).collect();
        self.conversion.misfit(element).context(format!("element {}", Term::position(&position)))
    }
}

fn wide(lengths: &[usize]) -> Vec<u64> {
    lengths.iter().map(|length| *length as u64).collect()
}

/// The shape of pieces that have few elements, and these side by side; on both sides, where those of one are side by
/// side along another axis than those of the other.
fn piece_shape(count: &[usize], sides: Option<[&[isize]; 2]>) -> Vec<u64> {
    let mut shape = vec![1; count.len()];
    let fast = sides.map(|sides| sides.map(|strides| fast_axis(count, strides)));
    if let Some([one, other]) = fast.filter(|[one, other]| one != other) {
        shape[one] = count[one].clamp(1, SIDE);
        shape[other] = count[other].clamp(1, PIECE / shape[one]);
    } else {
        let mut order: Vec<usize> = (0..count.len()).rev().collect();
        if let Some([from, _]) = sides {
            order.sort_by_key(|axis| from[*axis].unsigned_abs());
        }
        let mut left = PIECE;
        for axis in order {
            shape[axis] = count[axis].clamp(1, left);
            left = if shape[axis] == count[axis] { (left / shape[axis]).max(1) } else { 1 };
        }
    }
    wide(&shape)
}

/// The axis along which elements are nearest to each other.
fn fast_axis(count: &[usize], strides: &[isize]) -> usize {
    let axes = (0..count.len()).rev().filter(|axis| count[*axis] > 1);
    axes.min_by_key(|axis| strides[*axis].unsigned_abs()).unwrap_or(0)
}

/// The index of an element of a piece, by its number.
fn index_of(start: &[usize], count: &[usize], mut number: usize) -> Vec<usize> {
    let mut index = start.to_vec();
    for axis in (0..count.len()).rev() {
        index[axis] += number % count[axis];
        number /= count[axis];
    }
    index
}

/// Grows the buffer to at least `length` bytes.
fn fit(buffer: &mut Vec<u8>, length: usize) -> Result<()> {
    if let Some(missing) = length.checked_sub(buffer.len()).filter(|missing| *missing > 0) {
        buffer.try_reserve(missing).map_err(|_| Error::no_memory(format!("no memory for {length} bytes")))?;
        buffer.resize(length, 0);
    }
    Ok(())
}
