//! A part of a store as a store: the keys below a prefix, with the prefix taken off.

use super::renamed::{NameMapping, RenamedStore};
use crate::error::{Error, Result};
use crate::store::{Store, check_prefix};
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// The part of another store below a prefix.
pub type PrefixStore = RenamedStore<Prefix>;

/// Keys have a prefix in the store below.
#[derive(Debug)]
pub struct Prefix(String);

impl PrefixStore {
    /// The part of `inner` below `prefix`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for what is no prefix.
    pub fn new(inner: Arc<dyn Store>, prefix: &str) -> Result<Self> {
        check_prefix(prefix)?;
        // By the home of the prefix, two ways to one place (a prefix below a prefix, or both at once) are one store.
        let home = inner.home(prefix);
        let (store, base) = (home.store(), home.key());
        let name = match base {
            "" => inner.name().at(Arc::clone(store)),
            base => inner.name().at(format!("{store}#{base}")),
        };
        Ok(Self { inner, names: Prefix(prefix.to_owned()), name })
    }
}

impl NameMapping for Prefix {
    fn inside(&self, name: &str) -> String {
        format!("{}{name}", self.0)
    }

    fn outside(&self, name: String) -> Result<String> {
        match name.strip_prefix(&self.0) {
            Some(name) => Ok(name.to_owned()),
            None => Err(Error::internal(format!("key {name:?} is listed, but does not lie below {:?}", self.0))),
        }
    }

    fn prefix(&self) -> &str {
        &self.0
    }
}

impl Display for Prefix {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "below {:?}", self.0)
    }
}
