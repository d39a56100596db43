//! A store under keys in lower case, as some versions of zarr-python's FSStore wrote them.

use super::renamed::{NameMapping, RenamedStore};
use crate::error::Result;
use crate::store::Store;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// A store whose keys stand in lower case in the store below.
pub type LowerCaseStore = RenamedStore<LowerCase>;

/// Keys are in lower case in the store below, and are listed as they are there.
#[derive(Debug)]
pub struct LowerCase;

impl LowerCaseStore {
    /// All of `inner`, by keys in any case.
    pub fn new(inner: Arc<dyn Store>) -> Self {
        let name = inner.name().seen("in lower case");
        Self { inner, names: LowerCase, name }
    }
}

impl NameMapping for LowerCase {
    fn inside(&self, name: &str) -> String {
        name.to_lowercase()
    }

    fn outside(&self, name: String) -> Result<String> {
        Ok(name)
    }
}

impl Display for LowerCase {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("in lower case")
    }
}
