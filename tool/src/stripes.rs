//! How Lustre spreads new files of a folder over its servers, as the attribute `lustre.lov` says.

/// The layout that files of a folder get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stripes {
    /// Bytes that go to one server before the next one's turn.
    pub size: u32,
    /// Servers; None: all of them.
    pub count: Option<u16>,
}

const PLAIN: [u32; 2] = [0x0BD1_0BD0, 0x0BD3_0BD0];

/// Reads the attribute; None for a layout of several components, or of another kind.
pub fn read(value: &[u8]) -> Option<Stripes> {
    let word = |at: usize| Some(u32::from_le_bytes(value.get(at..at + 4)?.try_into().ok()?));
    // The number of the kind, the pattern, sixteen bytes for the object, then size and count.
    if !PLAIN.contains(&word(0)?) {
        return None;
    }
    let count = u16::from_le_bytes(value.get(28..30)?.try_into().ok()?);
    Some(Stripes { size: word(24)?, count: Some(count).filter(|count| *count != u16::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_a_folder_is_read() {
        let attribute = |magic: u32, count: u16| {
            let mut value = magic.to_le_bytes().to_vec();
            value.extend([1, 0, 0, 0]);
            value.extend([0; 16]);
            value.extend(1_048_576_u32.to_le_bytes());
            value.extend(count.to_le_bytes());
            value.extend([0xFF, 0xFF]);
            value
        };
        assert_eq!(read(&attribute(0x0BD1_0BD0, 4)), Some(Stripes { size: 1 << 20, count: Some(4) }));
        assert_eq!(read(&attribute(0x0BD3_0BD0, u16::MAX)), Some(Stripes { size: 1 << 20, count: None }));
        assert_eq!(read(&attribute(0x0BD6_0BD0, 1)), None, "several components");
        assert_eq!(read(&attribute(0x0BD1_0BD0, 4)[..29]), None);
        assert_eq!(read(b""), None);
    }
}
