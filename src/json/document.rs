//! A document of a node in two forms: flat, as it was read; or as members that can be changed.

use super::flat::{Flat, Members};
use super::parse::{ParseOptions, read};
use super::tree::Object;
use super::write::Style;
use crate::error::Result;
use crate::sync::fork::OnceLock;
use std::ops::{Deref, DerefMut};

/// A JSON object. To read it by [`Document::members`] takes no copy of it; by its members as an [`Object`], it is made
/// one first.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The changed document, or the original where it was never text.
    changed: Option<Object>,
    /// It as it was read, or would be.
    flat: OnceLock<Flat<'static>>,
    /// An owned copy of it.
    copy: OnceLock<Object>,
}

impl Document {
    /// A document that was read.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for anything but an object.
    pub fn new(flat: Flat<'static>) -> Result<Self> {
        flat.root().expect_object("it")?;
        Ok(Self { changed: None, flat: OnceLock::from(flat), copy: OnceLock::new() })
    }

    /// The document, to read it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for one that was made here, and is nested too deeply to be read again;
    /// [`crate::ErrorKind::NoMemory`].
    pub fn flat(&self) -> Result<&Flat<'static>> {
        if let Some(flat) = self.flat.get() {
            return Ok(flat);
        }
        let text = self.to_text(Style::default())?;
        let (flat, _) = read(text.into_bytes(), ParseOptions { bare_tokens: true })?;
        Ok(self.flat.get_or_init(|| flat))
    }

    /// Keeps what a reader has made of its text, which need not be read again.
    pub fn keep_reading(&self, read: Flat<'static>) {
        self.flat.get_or_init(|| read);
    }

    /// Its members, to read them.
    ///
    /// # Errors
    /// As [`Document::flat`].
    pub fn members(&self) -> Result<Members<'_>> {
        self.flat()?.root().expect_object("it")
    }

    /// Its members, on their own.
    pub fn into_object(mut self) -> Object {
        std::mem::take(&mut *self)
    }
}

impl From<Object> for Document {
    fn from(object: Object) -> Self {
        Self { changed: Some(object), ..Self::default() }
    }
}

impl Deref for Document {
    type Target = Object;

    fn deref(&self) -> &Object {
        let copy =
            || self.flat.get().and_then(|flat| flat.root().as_object()).map(Members::to_object).unwrap_or_default();
        self.changed.as_ref().unwrap_or_else(|| self.copy.get_or_init(copy))
    }
}

impl DerefMut for Document {
    fn deref_mut(&mut self) -> &mut Object {
        if self.changed.is_none() {
            self.changed = Some(Object::clone(self));
            self.copy.take();
        }
        self.flat.take();
        self.changed.get_or_insert_default()
    }
}

impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        let texts = (self.flat.get(), other.flat.get());
        let is_one_text = matches!(texts, (Some(one), Some(other)) if one.text == other.text);
        is_one_text || **self == **other
    }
}
