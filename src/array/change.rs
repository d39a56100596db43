//! Changing the documents of an array: attributes and shape, one change after the other.

use super::fence::SeenDocument;
use super::handle::{Array, grid_for};
use super::requested::{RequestedFill, wrong};
use super::shrink::Eraser;
use super::state::{ArrayState, Since, turn};
use crate::dtype::Warnings;
use crate::engine::check_chunks;
use crate::error::{Error, ErrorKind, Result, ResultExt, counted};
use crate::format::{self, ChangedNode, ClaimedNode, Documents, NodeKind};
use crate::json::{self, Object, ParseOptions};
use crate::metadata::ArrayMetadata;
use crate::store::{self, Access, WhenRefused, changes, pause_point};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl Array {
    /// Replaces the attributes by a JSON object.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for any value other than an object; errors of the store.
    pub fn set_attributes(&self, attributes: &str) -> Result<()> {
        let new = parse_attributes(attributes)?;
        self.edit_attributes(&mut |attributes| {
            *attributes = new.clone();
            Ok(())
        })
    }

    /// Changes the attributes, as the store holds them now.
    ///
    /// # Errors
    /// Errors of `edit`, which leave the attributes unchanged; errors of the store.
    pub fn edit_attributes(&self, edit: &mut dyn FnMut(&mut Object) -> Result<()>) -> Result<()> {
        self.change(|documents, metadata| {
            let mut attributes = metadata.attributes.clone();
            edit(&mut attributes)?;
            self.origin().format.replace_attributes(documents, attributes)
        })?
        .end(|| Ok(()))
    }

    /// Gives the dimensions other names, one each, some perhaps none; without any, the array has none any more.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank; [`crate::ErrorKind::Unsupported`] for names that the
    /// format has no place for; what the store gives.
    pub fn set_dimension_names(&self, names: &[Option<&str>]) -> Result<()> {
        let named = names.iter().any(Option::is_some);
        let new: Option<Vec<_>> = named.then(|| names.iter().map(|name| name.map(str::to_owned)).collect());
        self.change(|documents, metadata| {
            let (rank, given) = (metadata.shape.len(), names.len());
            if named && given != rank {
                return Err(Error::invalid_argument(format!(
                    "it has {}, the list of names {given}",
                    counted(rank, "dimension")
                )));
            }
            self.origin().format.name_dimensions(documents, new.as_deref())
        })?
        .end(|| Ok(()))
    }

    /// Gives the array another fill value, one element in native byte order; None: leaves it open. Elements that were
    /// not written are this value from now on, so there must be no stored ones, beside which others were left out.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] for another size than that of an element; [`crate::ErrorKind::Conflict`] where
    /// chunks are stored; [`crate::ErrorKind::Unsupported`] for what the format can't say; what the store gives.
    pub fn set_fill_value(&self, element: Option<&[u8]>) -> Result<()> {
        let format = &*self.origin().format;
        self.change(|documents, metadata| {
            let requested = match element {
                Some(element) => RequestedFill::of(&metadata.data_type, element)?,
                None => RequestedFill::Open,
            };
            let fill_value = requested.in_format(&metadata.data_type, format)?;
            let changed = ArrayMetadata { fill_value, ..metadata.clone() };
            changed.check_fill().map_err(wrong)?;
            if self.has_chunks(metadata)? {
                return Err(Error::conflict(
                    "the fill value can't change any more: chunks are stored that left out elements of the old one",
                ));
            }
            // Where the format has no place for it, only the fill value of all its arrays can be spelled.
            let mut spelled = format.spell_array(&changed, &mut Warnings::default())?;
            if let Some(value) = spelled.node.remove("fill_value") {
                documents.node.set("fill_value", value);
            }
            Ok(())
        })?
        .end(|| Ok(()))
    }

    /// Gives the array another shape of the same rank. Erases the chunks that are entirely outside; with an unchanged
    /// shape, those that an interrupted shrink has left.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank, or a grid that can't serve the shape.
    pub fn resize(&self, shape: &[u64]) -> Result<()> {
        if let Some(length) = shape.iter().find(|length| i64::try_from(**length).is_err()) {
            return Err(Error::invalid_argument(format!("a length of {length} is too large")));
        }
        let _extent = self.hold_extent(Access::Exclusive)?;
        self.reshape(&|old| {
            let (rank, given) = (old.len(), shape.len());
            if given != rank {
                return Err(Error::invalid_argument(format!(
                    "it has {}, the new shape {given}",
                    counted(rank, "dimension")
                )));
            }
            Ok(shape.to_vec())
        })
    }

    /// Gives the array another length along some axes, where these are as long as in the shape `known`: else it stays
    /// as it is, and false is returned. The caller holds the extent exclusively, as for the others of this kind.
    ///
    /// # Errors
    /// As [`Array::resize`].
    pub(crate) fn resize_axes(&self, axes: &[usize], known: &[u64], length: u64) -> Result<bool> {
        let is_known = Cell::new(true);
        let resized = self.reshape(&|old| {
            is_known.set(axes.iter().all(|axis| old[*axis] == known[*axis]));
            match is_known.get() {
                true => Ok(with_length(old, axes, length)),
                false => Err(Error::conflict("it has been resized meanwhile")),
            }
        });
        if is_known.get() { resized.map(|()| true) } else { Ok(false) }
    }

    /// Makes the array at least as long along some axes: what another process has appended stays. What a shrink has
    /// left that was interrupted is erased.
    ///
    /// # Errors
    /// As [`Array::resize`].
    pub(crate) fn grow_axes(&self, axes: &[usize], length: u64) -> Result<()> {
        self.reshape(&|old| Ok(with_at_least(old, axes, length)))
    }

    /// Checks that the array can have a length along some axes, without changing it.
    ///
    /// # Errors
    /// As [`Array::resize`].
    pub(crate) fn check_length(&self, axes: &[usize], length: u64) -> Result<()> {
        self.check_shape(|old| with_length(old, axes, length))
    }

    /// As [`Array::check_length`], of a length that the array is to have at least, as [`Array::grow_axes`] gives it.
    ///
    /// # Errors
    /// As [`Array::resize`].
    pub(crate) fn check_growth(&self, axes: &[usize], length: u64) -> Result<()> {
        self.check_shape(|old| with_at_least(old, axes, length))
    }

    fn check_shape(&self, reshaped: impl FnOnce(&[u64]) -> Vec<u64>) -> Result<()> {
        let state = self.current()?;
        let shape = reshaped(&state.metadata.shape);
        let checked = self.eraser(&state.metadata).check_erasable(&shape);
        let checked = checked.and_then(|()| self.set_shape(&mut state.documents.clone(), &state.metadata, &shape));
        checked.context(|| self.named())
    }

    /// Gives the array the shape that is made of its old one.
    fn reshape(&self, reshaped: &dyn Fn(&[u64]) -> Result<Vec<u64>>) -> Result<()> {
        let changed = self.change(|documents, metadata| {
            let shape = reshaped(&metadata.shape)?;
            self.eraser(metadata).check_erasable(&shape)?;
            self.set_shape(documents, metadata, &shape)
        })?;
        pause_point("resize.written");
        let (old, shape) = (Arc::clone(&changed.old), changed.new.metadata.shape.clone());
        let outside = self.eraser(&old.metadata);
        let erase = || match old.metadata.shape == shape {
            true => outside.erase_left(|| Ok(self.reload()?.metadata.clone())),
            false => outside.erase_outside(&shape),
        };
        // Chunks are erased while the document is claimed: none is stored meanwhile, and no growth shows them again.
        changed.end(erase)
    }

    fn eraser<'a>(&'a self, metadata: &'a ArrayMetadata) -> Eraser<'a> {
        Eraser { origin: self.origin(), prefix: &self.keys().data, metadata }
    }

    /// Puts another shape into documents, with the grid that serves it. Refuses a new longest chunk beyond the size
    /// limit, since neither it nor any chunk after it could be written.
    pub(super) fn set_shape(&self, documents: &mut Documents, metadata: &ArrayMetadata, shape: &[u64]) -> Result<()> {
        let (origin, grid) = (self.origin(), grid_for(metadata, shape)?);
        if grid.largest_shape() != metadata.chunk_grid.largest_shape() {
            let longer = ArrayMetadata { shape: shape.to_vec(), chunk_grid: grid.clone(), ..metadata.clone() };
            check_chunks(&longer, origin.options.limits)?;
        }
        origin.format.resize(documents, shape, &grid)
    }

    /// Changes the documents, one change after the other, as the store holds them now, and takes the change over. The
    /// document is claimed until the caller ends the change.
    pub(super) fn change(
        &self,
        mut edit: impl FnMut(&mut Documents, &ArrayMetadata) -> Result<()>,
    ) -> Result<ChangedArray<'_>> {
        let mut change = || -> Result<ChangedArray<'_>> {
            let (store, format) = (&*self.origin().store, &*self.origin().format);
            // The documents that are read from here on stay until they are written: a group above can't be erased or
            // moved in between.
            let claim = ClaimedNode::claim(format, store, &self.origin().path, WhenRefused::Fails)?;
            let (old, new, text) = store::change(store, |store| {
                let old = self.reread_same(store, 0)?;
                old.check_same()?;
                let mut documents = old.documents.clone();
                edit(&mut documents, &old.metadata)?;
                // On stores with conditions another process may write as soon as this has, before it is noted here.
                let since = Since { turn: turn(), seen: 0 };
                // Before the first write: documents that can't be read again change nothing.
                let texts = format::texts_of(format, self.keys(), NodeKind::Array, &documents)?;
                let new = self.lower(documents, Warnings::new(self.origin().strict), since)?;
                format::write_documents(store, self.keys(), NodeKind::Array, &texts)?;
                Ok((old, new, texts.node))
            })?;
            // The document that has just been written need not be read again; the claim keeps other writers from
            // changing it.
            new.seen.store(changes(), Ordering::Relaxed);
            *new.seen_in_store.lock() = Some(SeenDocument::written(text));
            self.learn(Arc::clone(&new));
            Ok(ChangedArray { array: self, node: claim.changed(), old, new })
        };
        change().context(|| self.named())
    }
}

/// A change of documents that is stored, and that the handle knows.
#[must_use = "a change that is made has to be settled"]
pub(super) struct ChangedArray<'a> {
    array: &'a Array,
    node: ChangedNode<'a>,
    old: Arc<ArrayState>,
    new: Arc<ArrayState>,
}

impl ChangedArray<'_> {
    /// Settles the change, with what else follows it.
    ///
    /// # Errors
    /// As [`format::settle`].
    pub(super) fn end(self, rest: impl Fn() -> Result<()>) -> Result<()> {
        let (old, new) = (&self.old.metadata, &self.new.metadata);
        let made = || match old.shape == new.shape {
            true => "its document is changed".to_owned(),
            false => format!("its shape is {:?} now", new.shape),
        };
        self.node.settle(made, rest).context(|| self.array.named())
    }
}

/// A shape with another length along some axes.
pub(crate) fn with_length(shape: &[u64], axes: &[usize], length: u64) -> Vec<u64> {
    let axis = |(axis, old): (usize, &u64)| if axes.contains(&axis) { length } else { *old };
    shape.iter().enumerate().map(axis).collect()
}

/// A shape with at least a length along some axes.
fn with_at_least(shape: &[u64], axes: &[usize], length: u64) -> Vec<u64> {
    let axis = |(axis, old): (usize, &u64)| if axes.contains(&axis) { length.max(*old) } else { *old };
    shape.iter().enumerate().map(axis).collect()
}

/// Attributes that a caller gives: a JSON object.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for any other value.
pub(crate) fn parse_attributes(text: &str) -> Result<Object> {
    let wrong = |error: Error| match error.kind() {
        crate::ErrorKind::NoMemory | crate::ErrorKind::Limit => error.context("attributes"),
        _ => error.of_kind(ErrorKind::InvalidArgument).context("attributes"),
    };
    let (value, _) = json::parse(text.as_bytes(), ParseOptions { bare_tokens: true }).map_err(wrong)?;
    value.expect_object("they").cloned().map_err(wrong)
}
