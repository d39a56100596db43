//! One element as a document describes it. A document of a hundred bytes can speak of elements of a gigabyte that are
//! all zeros, so only the parts of an element that the document spells out take memory until its bytes are needed.

use super::layout::Swap;
use crate::error::{Error, Result};
use crate::sync::fork::OnceLock;
use std::sync::Arc;

/// The bytes of one element. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Element(Arc<ElementBytes>);

#[derive(Debug, Default)]
struct ElementBytes {
    size: usize,
    /// Parts that may hold more than zeros, by their first byte, in ascending order.
    parts: Vec<(usize, Vec<u8>)>,
    /// All bytes, once they have been asked for.
    whole: OnceLock<Vec<u8>>,
}

impl Element {
    /// An element of zero bytes.
    pub fn zeros(size: usize) -> Self {
        Self::beginning(Vec::new(), size)
    }

    /// An element of `size` bytes that begins with these; the others are zero.
    pub fn beginning(bytes: Vec<u8>, size: usize) -> Self {
        let size = size.max(bytes.len());
        let parts = if bytes.is_empty() { Vec::new() } else { vec![(0, bytes)] };
        Self(Arc::new(ElementBytes { size, parts, whole: OnceLock::new() }))
    }

    /// An element of `size` bytes made of others, each with its first byte, in ascending order and without overlap.
    pub fn joined(size: usize, elements: impl IntoIterator<Item = (usize, Self)>) -> Self {
        let mut parts: Vec<(usize, Vec<u8>)> = Vec::new();
        for (start, element) in elements {
            for (offset, bytes) in &element.0.parts {
                match parts.last_mut().filter(|(last, known)| last + known.len() == start + offset) {
                    Some((_, known)) => known.extend_from_slice(bytes),
                    None => parts.push((start + offset, bytes.clone())),
                }
            }
        }
        Self(Arc::new(ElementBytes { size, parts, whole: OnceLock::new() }))
    }

    /// The number of bytes.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// True if all bytes are zero.
    pub fn is_zero(&self) -> bool {
        self.0.parts.iter().all(|(_, bytes)| bytes.iter().all(|byte| *byte == 0))
    }

    /// All bytes. If the element is stored in parts, they are joined once and cached.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn bytes(&self) -> Result<&[u8]> {
        if let [(0, bytes)] = &self.0.parts[..]
            && bytes.len() == self.0.size
        {
            return Ok(bytes);
        }
        if let Some(whole) = self.0.whole.get() {
            return Ok(whole);
        }
        let whole = self.to_vec()?;
        Ok(self.0.whole.get_or_init(|| whole))
    }

    /// A copy of all bytes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn to_vec(&self) -> Result<Vec<u8>> {
        let mut whole = zeros(self.0.size)?;
        self.0.place(&mut whole);
        Ok(whole)
    }

    /// Puts all bytes into a buffer of their size.
    pub fn write_to(&self, target: &mut [u8]) {
        target.fill(0);
        self.0.place(target);
    }

    /// The element in another byte order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn swapped(&self, swap: &Swap) -> Result<Self> {
        let size = self.0.size;
        match &self.0.parts[..] {
            _ if swap.is_none() => Ok(self.clone()),
            [] => Ok(self.clone()),
            [(0, bytes)] => {
                // Trailing zeros to add, so that no non-zero number is cut.
                let mut swapped = zeros(bytes.len().saturating_add(Swap::LARGEST).min(size))?;
                self.0.place(&mut swapped);
                swap.apply_to_beginning(&mut swapped);
                Ok(Self::beginning(swapped, size))
            }
            _ => {
                let mut swapped = self.to_vec()?;
                swap.apply(&mut swapped);
                Ok(Self::from(swapped))
            }
        }
    }
}

impl ElementBytes {
    /// Puts the parts into a buffer of zeros that holds all of them.
    fn place(&self, target: &mut [u8]) {
        for (start, bytes) in &self.parts {
            if let Some(part) = target.get_mut(*start..start + bytes.len()) {
                part.copy_from_slice(bytes);
            }
        }
    }

    /// The non-zero bytes, with their positions.
    fn set_bytes(&self) -> impl Iterator<Item = (usize, u8)> {
        let bytes = self.parts.iter().flat_map(|(start, bytes)| (*start..).zip(bytes.iter().copied()));
        bytes.filter(|(_, byte)| *byte != 0)
    }
}

fn zeros(size: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let room = bytes.try_reserve_exact(size);
    room.map_err(|_| Error::no_memory(format!("no memory for an element of {size} bytes")))?;
    bytes.resize(size, 0);
    Ok(bytes)
}

impl From<Vec<u8>> for Element {
    fn from(bytes: Vec<u8>) -> Self {
        let size = bytes.len();
        Self::beginning(bytes, size)
    }
}

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        self.0.size == other.0.size && self.0.set_bytes().eq(other.0.set_bytes())
    }
}

impl Eq for Element {}

impl<B: AsRef<[u8]>> PartialEq<B> for Element {
    fn eq(&self, other: &B) -> bool {
        let bytes = other.as_ref();
        let set = bytes.iter().copied().enumerate().filter(|(_, byte)| *byte != 0);
        self.0.size == bytes.len() && self.0.set_bytes().eq(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::{ByteOrder, DataType, StoredOrder, Warnings};
    use crate::json::Json;

    /// Swapping the beginning of a struct gives the beginning of the swapped struct.
    #[test]
    fn a_beginning_is_swapped_like_the_whole() {
        let field = |name: &str, kind: &str| Json::Array(vec![name.into(), kind.into()]);
        let list = Json::Array(vec![field("a", "|u1"), field("b", ">f8"), field("c", ">u2"), field("d", "|S40")]);
        let (data_type, _) = DataType::from_numpy_json(&list, &mut Warnings::default()).unwrap();
        let order = if ByteOrder::NATIVE == ByteOrder::Little { ByteOrder::Big } else { ByteOrder::Little };
        let swap = Swap::new(&data_type, &StoredOrder::from(order));
        for length in 0..=data_type.size() {
            let bytes: Vec<u8> = (1..=length as u8).collect();
            let mut whole = Element::beginning(bytes.clone(), data_type.size()).to_vec().unwrap();
            swap.apply(&mut whole);
            assert_eq!(Element::beginning(bytes, data_type.size()).swapped(&swap).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn parts_between_zeros_stay_where_they_are() {
        let part = |bytes: &[u8], size| Element::beginning(bytes.to_vec(), size);
        let joined =
            Element::joined(9, [(0, part(&[1], 2)), (2, part(&[2, 3], 2)), (4, part(&[], 4)), (8, part(&[4], 1))]);
        assert_eq!(joined, [1, 0, 2, 3, 0, 0, 0, 0, 4]);
        assert_eq!(joined.bytes().unwrap(), [1, 0, 2, 3, 0, 0, 0, 0, 4]);
        assert_eq!(joined, Element::from(vec![1, 0, 2, 3, 0, 0, 0, 0, 4]));
        assert!(joined != Element::zeros(9) && Element::zeros(9).is_zero() && Element::zeros(9) == [0; 9]);
    }
}
