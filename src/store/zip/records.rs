//! The records that an archive is made of, as bytes: local headers, the central directory and its end (APPNOTE 6.3,
//! sections 4.3.7 to 4.3.16). Sizes and offsets that don't fit 32 bits go to the zip64 extra field and records.

/// The general purpose flag of names in UTF-8.
const UTF8_NAME: u16 = 1 << 11;
/// 2.0: folders and deflate; 4.5: zip64.
const VERSION: u16 = 20;
const VERSION_ZIP64: u16 = 45;
/// Made on Unix, whose file modes stand in the external attributes.
const MADE_BY: u16 = (3 << 8) | VERSION_ZIP64;
/// A file that all users may read and its owner write.
const ATTRIBUTES: u32 = 0o100_644 << 16;
/// 1 January 1980, the first day that can be told: the same values make the same archive.
const DATE: u16 = (1 << 5) | 1;
/// Stands for a number that is in the zip64 extra field.
const ELSEWHERE: u32 = u32::MAX;
const ZIP64_FIELD: u16 = 1;

/// An entry, as its two headers describe it.
#[derive(Clone, Copy, Debug)]
pub(super) struct EntryHeaders<'a> {
    pub(super) name: &'a str,
    pub(super) size: u64,
    /// The bytes that it takes in the archive.
    pub(super) compressed: u64,
    pub(super) crc: u32,
    pub(super) method: u16,
}

/// The longest name that a header can hold.
pub(super) const MAX_NAME: usize = u16::MAX as usize;

fn short(number: u64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number != ELSEWHERE)
}

fn put16(bytes: &mut Vec<u8>, numbers: &[u16]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

fn put32(bytes: &mut Vec<u8>, numbers: &[u32]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

fn put64(bytes: &mut Vec<u8>, numbers: &[u64]) {
    numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
}

impl EntryHeaders<'_> {
    /// True if a size does not fit 32 bits.
    fn is_large(&self) -> bool {
        short(self.size).is_none() || short(self.compressed).is_none()
    }

    /// From the version to the length of the name: the part that both headers have.
    fn common(&self, bytes: &mut Vec<u8>, zip64: bool) {
        let flags = if self.name.is_ascii() { 0 } else { UTF8_NAME };
        // Where one of them is large, both stand elsewhere.
        let size = |size: u64| if self.is_large() { ELSEWHERE } else { short(size).unwrap_or(ELSEWHERE) };
        put16(bytes, &[if zip64 { VERSION_ZIP64 } else { VERSION }, flags, self.method, 0, DATE]);
        put32(bytes, &[self.crc, size(self.compressed), size(self.size)]);
        // No longer than MAX_NAME, which the store has checked.
        put16(bytes, &[self.name.len() as u16]);
    }

    /// The local header, which stands before the data.
    pub(super) fn local_header(&self) -> Vec<u8> {
        let zip64 = self.is_large();
        let mut bytes = b"PK\x03\x04".to_vec();
        self.common(&mut bytes, zip64);
        put16(&mut bytes, &[if zip64 { 20 } else { 0 }]);
        bytes.extend_from_slice(self.name.as_bytes());
        if zip64 {
            put16(&mut bytes, &[ZIP64_FIELD, 16]);
            put64(&mut bytes, &[self.size, self.compressed]);
        }
        bytes
    }

    /// Appends the record of the central directory.
    pub(super) fn central_record(&self, header: u64, bytes: &mut Vec<u8>) {
        let mut large = Vec::new();
        if self.is_large() {
            put64(&mut large, &[self.size, self.compressed]);
        }
        if short(header).is_none() {
            put64(&mut large, &[header]);
        }
        let zip64 = !large.is_empty();
        bytes.extend_from_slice(b"PK\x01\x02");
        put16(bytes, &[MADE_BY]);
        self.common(bytes, zip64);
        // At most three numbers of eight bytes.
        put16(bytes, &[if zip64 { 4 + large.len() as u16 } else { 0 }, 0, 0, 0]);
        put32(bytes, &[ATTRIBUTES, short(header).unwrap_or(ELSEWHERE)]);
        bytes.extend_from_slice(self.name.as_bytes());
        if zip64 {
            put16(bytes, &[ZIP64_FIELD, large.len() as u16]);
            bytes.extend_from_slice(&large);
        }
    }
}

/// The end of an archive, after a central directory of `count` records from byte `start` to `end`; `zip64`: with its
/// records also where they are not needed. An empty archive has none: most readers refuse a file that begins with them.
pub(super) fn end_records(count: u64, start: u64, end: u64, comment: &[u8], zip64: bool) -> Vec<u8> {
    let size = end - start;
    let few = u16::try_from(count).ok().filter(|count| *count != u16::MAX);
    let mut bytes = Vec::new();
    if (zip64 && count > 0) || few.is_none() || short(size).is_none() || short(start).is_none() {
        bytes.extend_from_slice(b"PK\x06\x06");
        put64(&mut bytes, &[44]);
        put16(&mut bytes, &[MADE_BY, VERSION_ZIP64]);
        put32(&mut bytes, &[0, 0]);
        put64(&mut bytes, &[count, count, size, start]);
        bytes.extend_from_slice(b"PK\x06\x07");
        put32(&mut bytes, &[0]);
        put64(&mut bytes, &[end]);
        put32(&mut bytes, &[1]);
    }
    let count = few.unwrap_or(u16::MAX);
    bytes.extend_from_slice(b"PK\x05\x06");
    put16(&mut bytes, &[0, 0, count, count]);
    put32(&mut bytes, &[short(size).unwrap_or(ELSEWHERE), short(start).unwrap_or(ELSEWHERE)]);
    // It was read from such a field.
    put16(&mut bytes, &[comment.len() as u16]);
    bytes.extend_from_slice(comment);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use rawzip::ZipArchive;

    #[test]
    fn numbers_beyond_32_bits_are_found_again() {
        for (size, header) in [(7, 9), (1 << 33, 9), (7, 1 << 40), (1 << 33, 1 << 40), (0xffff_ffff, 0xffff_ffff)] {
            let mut bytes = vec![0; 10];
            EntryHeaders { name: "ü", size, compressed: size, crc: 5, method: 0 }.central_record(header, &mut bytes);
            let end = bytes.len() as u64;
            bytes.extend(end_records(1, 10, end, b"a comment", header == 9));
            let archive = ZipArchive::from_slice(&bytes).unwrap();
            assert_eq!(archive.comment().as_bytes(), b"a comment");
            let mut entries = archive.entries();
            let record = entries.next_entry().unwrap().unwrap();
            assert_eq!(record.file_path().as_ref(), "ü".as_bytes());
            assert!(record.flags().is_utf8());
            assert_eq!((record.uncompressed_size_hint(), record.compressed_size_hint()), (size, size));
            assert_eq!((record.local_header_offset(), record.crc32()), (header, 5));
            assert!(entries.next_entry().unwrap().is_none());
        }
    }

    #[test]
    fn more_than_65535_entries_are_counted() {
        for count in [65_534_u64, 65_535, 65_536, 70_000] {
            let mut bytes = Vec::new();
            for _ in 0..count {
                EntryHeaders { name: "k", size: 0, compressed: 0, crc: 0, method: 0 }.central_record(0, &mut bytes);
            }
            let end = bytes.len() as u64;
            bytes.extend(end_records(count, 0, end, b"", false));
            let archive = ZipArchive::from_slice(&bytes).unwrap();
            assert_eq!(archive.entries_hint(), count);
            let mut entries = archive.entries();
            let mut found = 0;
            while entries.next_entry().unwrap().is_some() {
                found += 1;
            }
            assert_eq!(found, count);
        }
    }
}
