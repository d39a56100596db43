//! Whether a value has been replaced since it was read, by the file that it lies in: who stores a whole value gives it a new file, and
//! who writes over the old one locks the directory alone, as the one does who reads the value in order to change it.

use super::root::Found;
use super::{Inner, sys};
use crate::error::Result;
use crate::store::Mark;
use std::fs::File;
use std::os::unix::fs::MetadataExt;

/// The file of a value. It stays open, so that no other one gets its number.
#[derive(Debug)]
pub(super) struct MarkedFile<'a> {
    inner: &'a Inner,
    key: String,
    file: Option<(File, (u64, u64))>,
}

impl<'a> MarkedFile<'a> {
    /// Of the file that is at `key` now, or that none is.
    pub(super) fn new(inner: &'a Inner, key: &str) -> Result<Self> {
        let file = match inner.root.open(key, sys::REACH).and_then(identified) {
            Ok(file) => Some(file),
            Err(fault) if fault.is_absent() => None,
            Err(fault) => return Err(inner.error(key, "cannot be looked at", fault)),
        };
        Ok(Self { inner, key: key.to_owned(), file })
    }
}

impl Mark for MarkedFile<'_> {
    fn is_current(&self) -> Result<bool> {
        let marked = self.file.as_ref().map(|(_, identity)| *identity);
        match self.inner.root.identity_of(&self.key) {
            Ok(now) => Ok(marked == Some(now)),
            Err(fault) if fault.is_absent() => Ok(marked.is_none()),
            Err(fault) => Err(self.inner.error(&self.key, "cannot be looked at", fault)),
        }
    }
}

fn identified(file: File) -> Found<(File, (u64, u64))> {
    let status = file.metadata()?;
    Ok((file, (status.dev(), status.ino())))
}
