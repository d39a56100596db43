//! Byte and bit shuffle of one block, as Blosc 1 defines them. Only blocks compressed by Snappy come here; C-Blosc has
//! its own for all others.

use std::ops::Range;

/// What is done to a block before it is compressed. The numbers are those of configurations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::codec) enum Filter {
    None = 0,
    Bytes = 1,
    Bits = 2,
}

impl Filter {
    /// The names in final v3, at the places of their numbers.
    pub(in crate::codec) const NAMES: [&'static str; 3] = ["noshuffle", "shuffle", "bitshuffle"];

    /// Whether a block is changed at all.
    pub(in crate::codec) fn changes(self, block: usize, type_size: usize) -> bool {
        match self {
            Self::None => false,
            Self::Bytes => type_size > 1,
            Self::Bits => block >= type_size && (block / type_size).is_multiple_of(8),
        }
    }

    /// The shuffled form of `block` in `target` of the same length.
    pub(in crate::codec) fn apply(self, block: &[u8], type_size: usize, target: &mut [u8]) {
        let shuffled = self.whole_elements(block.len(), type_size);
        let count = shuffled.end / type_size;
        target[shuffled.end..].copy_from_slice(&block[shuffled.end..]);
        if self == Self::Bytes {
            for (element, bytes) in block[shuffled].chunks_exact(type_size).enumerate() {
                for (byte, value) in bytes.iter().enumerate() {
                    target[byte * count + element] = *value;
                }
            }
        } else {
            target[shuffled.clone()].fill(0);
            for (element, bytes) in block[shuffled].chunks_exact(type_size).enumerate() {
                for (byte, value) in bytes.iter().enumerate() {
                    for bit in 0..8 {
                        target[(8 * byte + bit) * (count / 8) + element / 8] |= (value >> bit & 1) << (element % 8);
                    }
                }
            }
        }
    }

    /// The reverse of [`Filter::apply`].
    pub(in crate::codec) fn undo(self, shuffled_block: &[u8], type_size: usize, target: &mut [u8]) {
        let shuffled = self.whole_elements(shuffled_block.len(), type_size);
        let count = shuffled.end / type_size;
        target[shuffled.end..].copy_from_slice(&shuffled_block[shuffled.end..]);
        for (element, bytes) in target[shuffled].chunks_exact_mut(type_size).enumerate() {
            for (byte, value) in bytes.iter_mut().enumerate() {
                *value = match self {
                    Self::Bits => (0..8)
                        .map(|bit| {
                            let plane = (8 * byte + bit) * (count / 8);
                            (shuffled_block[plane + element / 8] >> (element % 8) & 1) << bit
                        })
                        .sum(),
                    _ => shuffled_block[byte * count + element],
                };
            }
        }
    }

    /// The bytes of a block that change their places; what follows them stays.
    fn whole_elements(self, block: usize, type_size: usize) -> Range<usize> {
        if self.changes(block, type_size) { 0..block / type_size * type_size } else { 0..0 }
    }
}
