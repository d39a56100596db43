//! The store, format, path and options of an array.

use crate::engine::ArrayOptions;
use crate::format::{Format, NodePath, ReadOptions};
use crate::store::Store;
use std::sync::Arc;

/// The location of an array, and the options for reading it.
#[derive(Clone, Debug)]
pub struct ArraySource {
    /// The store.
    pub store: Arc<dyn Store>,
    /// The format of its documents.
    pub format: Arc<dyn Format>,
    /// Its path in the hierarchy.
    pub path: NodePath,
    /// How leniently its documents are read.
    pub read: ReadOptions,
    /// True if warnings are errors.
    pub strict: bool,
    /// How its regions are read and written.
    pub options: ArrayOptions,
}
