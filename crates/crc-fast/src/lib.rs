//! Stands in for the crate `crc-fast`, of which `object_store` needs one checksum, and that only where a user wants S3
//! to check uploads by it (`AWS_CHECKSUM_ALGORITHM=crc64nvme`). The crate itself also defines C functions, 26 of them,
//! and every shared library that contains it would export them beside its own. This one defines none.

#![forbid(unsafe_code)]

/// The checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrcAlgorithm {
    /// CRC-64/NVME.
    Crc64Nvme,
}

/// A checksum of bytes that come in pieces.
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The checksum of nothing.
    pub fn new(algorithm: CrcAlgorithm) -> Self {
        match algorithm {
            CrcAlgorithm::Crc64Nvme => Self(u64::MAX),
        }
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0 = update(self.0, bytes);
    }

    /// The checksum of all bytes so far.
    pub fn finalize(&self) -> u64 {
        !self.0
    }
}

/// The polynomial 0xad93d23594c93659, its lowest power first.
const POLYNOMIAL: u64 = 0x9a6c_9329_ac4b_c9b5;

/// The change of the checksum by one byte; each later table has one more byte of zeros behind it.
static TABLES: [[u64; 256]; 8] = tables();

const fn tables() -> [[u64; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut value, mut bit) = (byte as u64, 0);
        while bit < 8 {
            value = (value >> 1) ^ if value & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        tables[0][byte] = value;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before: u64 = tables[table - 1][byte];
            tables[table][byte] = (before >> 8) ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}

fn update(mut value: u64, bytes: &[u8]) -> u64 {
    let (eights, rest) = bytes.as_chunks::<8>();
    for eight in eights {
        let mixed = (value ^ u64::from_le_bytes(*eight)).to_le_bytes();
        value = mixed.iter().zip(TABLES.iter().rev()).fold(0, |sum, (byte, table)| sum ^ table[usize::from(*byte)]);
    }
    rest.iter().fold(value, |value, byte| (value >> 8) ^ TABLES[0][usize::from(value as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_value_is_that_of_the_catalogue() {
        for cut in 0..=9 {
            let (first, second) = b"123456789".split_at(cut);
            let mut digest = Digest::new(CrcAlgorithm::Crc64Nvme);
            digest.update(first);
            digest.update(second);
            assert_eq!(digest.finalize(), 0xae8b_1486_0a79_9888);
        }
        // 4096 zeros, from the NVM Express specification.
        let mut digest = Digest::new(CrcAlgorithm::Crc64Nvme);
        digest.update(&[0; 4096]);
        assert_eq!(digest.finalize(), 0x6482_d367_eb22_b64e);
    }
}
