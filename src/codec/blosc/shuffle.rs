//! Byte and bit shuffle of one block, as Blosc 1 defines them.

use super::{bits, interleave};
use std::ops::Range;

/// The filter of a block before it is compressed. The numbers are those of configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::codec) enum BlockFilter {
    None = 0,
    Bytes = 1,
    Bits = 2,
}

impl std::fmt::Display for BlockFilter {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(Self::NAMES[*self as usize])
    }
}

impl BlockFilter {
    /// The names in final v3, at the places of their numbers.
    pub(in crate::codec) const NAMES: [&'static str; 3] = ["noshuffle", "shuffle", "bitshuffle"];

    /// True if the filter changes a block.
    pub(in crate::codec) fn changes(self, block: usize, type_size: usize) -> bool {
        match self {
            Self::None => false,
            Self::Bytes => type_size > 1,
            Self::Bits => block >= type_size && (block / type_size).is_multiple_of(8),
        }
    }

    /// The shuffled form of `block` in `target` of the same length.
    pub(in crate::codec) fn apply(self, block: &[u8], type_size: usize, target: &mut [u8]) {
        let (elements, rest) = block.split_at(self.whole_elements(block.len(), type_size));
        let (shuffled, end) = target.split_at_mut(elements.len());
        match self {
            Self::Bits => bits::apply(elements, type_size, shuffled),
            _ => interleave::split(elements, type_size, shuffled),
        }
        end.copy_from_slice(rest);
    }

    /// The reverse of [`BlockFilter::apply`].
    pub(in crate::codec) fn undo(self, shuffled_block: &[u8], type_size: usize, target: &mut [u8]) {
        self.undo_part(&[shuffled_block], type_size, &(0..shuffled_block.len()), target);
    }

    /// The reverse of [`BlockFilter::apply`] for all elements with bytes in `wanted`, at their places in `target`,
    /// which has the length of the block. The shuffled block is one stream, or one for each byte of an element; streams
    /// must contain only the bytes of wanted elements.
    pub(super) fn undo_part(self, streams: &[&[u8]], type_size: usize, wanted: &Range<usize>, target: &mut [u8]) {
        let whole = self.whole_elements(target.len(), type_size);
        if whole == 0 {
            // A block that is not changed, or is shorter than an element, is one stream.
            return streams.iter().for_each(|stream| target[wanted.clone()].copy_from_slice(&stream[wanted.clone()]));
        }
        let count = whole / type_size;
        if wanted.end > whole {
            // The only stream has the trailing bytes after the last whole element.
            target[whole..].copy_from_slice(&streams[0][whole..]);
        }
        // The part of the stream of one byte of all elements.
        let part = |place: usize, range: Range<usize>| match streams {
            [stream] => &stream[place * count..][range],
            streams => &streams[place][range],
        };
        let elements = (wanted.start / type_size).min(count)..wanted.end.div_ceil(type_size).min(count);
        if self == Self::Bits {
            let elements = elements.start / 8 * 8..elements.end.next_multiple_of(8);
            let target = &mut target[elements.start * type_size..elements.end * type_size];
            let plane = |place: usize, bit: usize, range: Range<usize>| {
                let first = bit * (count / 8);
                part(place, first + range.start..first + range.end)
            };
            return bits::undo(plane, type_size, elements, target);
        }
        let target = &mut target[elements.start * type_size..elements.end * type_size];
        let mut parts = [[].as_slice(); u8::MAX as usize];
        match parts.get_mut(..type_size) {
            Some(parts) => {
                parts.iter_mut().enumerate().for_each(|(place, bytes)| *bytes = part(place, elements.clone()));
                interleave::join(parts, target);
            }
            None => {
                let parts: Vec<&[u8]> = (0..type_size).map(|place| part(place, elements.clone())).collect();
                interleave::join(&parts, target);
            }
        }
    }

    /// How many bytes at the front of a block change their places; what follows them stays.
    fn whole_elements(self, block: usize, type_size: usize) -> usize {
        if self.changes(block, type_size) { block / type_size * type_size } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition: where a bit of a block goes.
    fn model(filter: BlockFilter, block: &[u8], size: usize) -> Vec<u8> {
        if !filter.changes(block.len(), size) {
            return block.to_vec();
        }
        let count = block.len() / size;
        let mut shuffled = vec![0; count * size];
        for (element, bytes) in block.chunks_exact(size).enumerate() {
            for (place, value) in bytes.iter().enumerate() {
                if filter == BlockFilter::Bytes {
                    shuffled[place * count + element] = *value;
                    continue;
                }
                for bit in 0..8 {
                    shuffled[(8 * place + bit) * (count / 8) + element / 8] |= (value >> bit & 1) << (element % 8);
                }
            }
        }
        shuffled.extend_from_slice(&block[count * size..]);
        shuffled
    }

    proptest! {
        #[test]
        fn blocks_are_shuffled_as_defined(
            filter in prop::sample::select(vec![BlockFilter::None, BlockFilter::Bytes, BlockFilter::Bits]),
            size in prop::sample::select(vec![1_usize, 2, 3, 4, 7, 8, 16, 33, 255]),
            count in prop_oneof![0_usize..40, (0_usize..150).prop_map(|groups| 8 * groups)],
            rest in 0_usize..3,
            seed in any::<u64>(),
            (from, to) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        ) {
            let length = size * count + rest.min(size - 1);
            let noise = |at: usize| (seed.rotate_left((at % 61) as u32).wrapping_mul(at as u64 | 1) >> 24) as u8;
            let block: Vec<u8> = (0..length).map(noise).collect();
            let expected = model(filter, &block, size);
            let mut shuffled = vec![0; length];
            filter.apply(&block, size, &mut shuffled);
            prop_assert_eq!(&shuffled, &expected);
            let mut back = vec![0xa5; length];
            filter.undo(&shuffled, size, &mut back);
            prop_assert_eq!(&back, &block);
            // A part, and what is no element behind the others only where it is asked for.
            if length > 0 {
                let (a, b) = (from.index(length), to.index(length));
                let wanted = a.min(b)..a.max(b) + 1;
                let mut part = vec![0xa5; length];
                filter.undo_part(&[&shuffled], size, &wanted, &mut part);
                prop_assert_eq!(&part[wanted.clone()], &block[wanted]);
            }
        }
    }
}
