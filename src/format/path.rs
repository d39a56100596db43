//! Paths of nodes.

use crate::error::{Error, Result};
use crate::store::Listing;

/// The path of a node: its names from the root down; none for the root itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodePath {
    names: Vec<String>,
}

impl NodePath {
    /// The root.
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a path; `a/b` equals `/a/b`, and the empty path and `/` are the root.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an empty, `.` or `..` segment, a backslash or a NUL.
    pub fn parse(path: &str) -> Result<Self> {
        let inner = path.strip_prefix('/').unwrap_or(path);
        if inner.is_empty() {
            return Ok(Self::root());
        }
        let wrong = |why: &str| Error::invalid_argument(format!("node path {path:?}: {why}"));
        let mut names = Vec::new();
        for name in inner.split('/') {
            match name {
                "" if inner.ends_with('/') && !inner.contains("//") => return Err(wrong("it ends in \"/\"")),
                "" => return Err(wrong("a segment is empty")),
                "." | ".." => return Err(wrong("\".\" and \"..\" are no node names")),
                name if name.contains(['\\', '\0']) => return Err(wrong("a segment holds a backslash or a NUL")),
                name => names.push(name.to_owned()),
            }
        }
        Ok(Self { names })
    }

    /// The names from the root down.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// True if it is the root.
    pub fn is_root(&self) -> bool {
        self.names.is_empty()
    }

    /// The last name; empty for the root.
    pub fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// The path of a child.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        let mut names = self.names.clone();
        names.push(name.to_owned());
        Self { names }
    }

    /// The ancestors, from the root down to the parent.
    pub fn ancestors(&self) -> impl DoubleEndedIterator<Item = Self> + '_ {
        (0..self.names.len()).map(|length| Self { names: self.names[..length].to_vec() })
    }

    /// The names joined by `/`, without one in front: `a/b`; empty for the root.
    pub fn joined(&self) -> String {
        self.names.join("/")
    }

    /// The prefix of all keys below: `a/b/`; empty for the root.
    pub fn prefix(&self) -> String {
        self.names.iter().fold(String::new(), |prefix, name| prefix + name + "/")
    }
}

impl std::fmt::Display for NodePath {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "/{}", self.joined())
    }
}

/// The names of the prefixes directly below a node, sorted by bytes: listings sort prefixes with the `/` at their ends,
/// which comes behind a hyphen and a period.
pub(super) fn child_prefixes<'a>(path: &NodePath, listing: &'a Listing) -> impl Iterator<Item = &'a str> {
    let parent = path.prefix().len();
    let names = listing.prefixes.iter().filter_map(|prefix| prefix.get(parent..)?.strip_suffix('/'));
    let mut names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.into_iter()
}
