//! Values of an archive that are read in several steps.

use super::entry::Entry;
use super::{Archive, batch};
use crate::error::{Result, ResultExt};
use crate::store::interface::{ByteRange, ValueReader, Version, shorter};
use std::sync::Arc;

/// A value by its entry: one that is written meanwhile has an entry of its own.
#[derive(Debug)]
pub(super) struct EntryReader<'a> {
    pub key: String,
    pub entry: Option<Arc<Entry>>,
    pub archive: &'a Archive,
}

impl ValueReader for EntryReader<'_> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let Some(entry) = &self.entry else { return Ok(None) };
        if let Some((value, _)) = &self.archive.value {
            let wanted: Vec<_> = ranges.iter().map(|range| (self.key.as_str(), &**entry, *range)).collect();
            let found = batch::get(&**value, &wanted).map_err(|(_, error)| error);
            return found.map(Some).context(|| format!("key {:?}", self.key));
        }
        let get = |range: &ByteRange| entry.get(&self.key, *range).context(|| format!("key {:?}", self.key));
        ranges.iter().map(get).collect::<Result<_>>().map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        Ok(self.entry.as_ref().map(|entry| entry.size))
    }

    fn version(&self) -> Version {
        self.entry.as_ref().map(|entry| format!("{} {}", entry.header, entry.crc))
    }

    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let entry = self.entry.as_ref().ok_or_else(shorter)?;
        let filled = entry.get_into(&self.key, start, buffer).context(|| format!("key {:?}", self.key))?;
        if filled.length == buffer.len() { Ok(()) } else { Err(shorter()) }
    }
}
