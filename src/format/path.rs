//! Paths of nodes.

use crate::error::{Error, Result};
use crate::store::Listing;
use crate::store::key::split_parent;

/// The most names of a path. Claims and looks at the groups above a node cost one step for each of its names, so that a
/// tree as deep as it has nodes would take the square of the time; no store of files or objects keeps deeper keys.
pub const MAX_DEPTH: usize = 256;

/// The path of a node: its names from the root down; none for the root itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodePath {
    /// The names, joined by `/`.
    joined: String,
}

impl NodePath {
    /// The root.
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a path; `a/b` equals `/a/b`, and the empty path and `/` are the root.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an empty, `.` or `..` segment, a backslash or a NUL;
    /// [`crate::ErrorKind::Limit`] for one of too many names.
    pub fn parse(path: &str) -> Result<Self> {
        let inner = path.strip_prefix('/').unwrap_or(path);
        if inner.is_empty() {
            return Ok(Self::root());
        }
        let wrong = |why: &str| Error::invalid_argument(format!("node path {path:?}: {why}"));
        for name in inner.split('/') {
            match name {
                "" if inner.ends_with('/') && !inner.contains("//") => return Err(wrong("it ends in \"/\"")),
                "" => return Err(wrong("a segment is empty")),
                "." | ".." => return Err(wrong("\".\" and \"..\" are no node names")),
                name if name.contains(['\\', '\0']) => return Err(wrong("a segment holds a backslash or a NUL")),
                _ => {}
            }
        }
        let path = Self { joined: inner.to_owned() };
        path.check_depth()?;
        Ok(path)
    }

    /// Refuses a path of more than [`MAX_DEPTH`] names.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`].
    pub fn check_depth(&self) -> Result<()> {
        let depth = self.depth();
        if depth <= MAX_DEPTH {
            return Ok(());
        }
        let first = self.names().next().unwrap_or_default();
        Err(Error::limit(format!("a path below \"/{first}\" has {depth} names, more than {MAX_DEPTH}")))
    }

    /// The names from the root down.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.joined.split('/').filter(|name| !name.is_empty())
    }

    /// How many names there are: 0 for the root.
    pub fn depth(&self) -> usize {
        self.names().count()
    }

    /// True if it is the root.
    pub fn is_root(&self) -> bool {
        self.joined.is_empty()
    }

    /// True if it is this node or lies below it.
    pub fn is_at_or_below(&self, other: &Self) -> bool {
        let rest = self.joined.strip_prefix(&other.joined);
        rest.is_some_and(|rest| rest.is_empty() || other.is_root() || rest.starts_with('/'))
    }

    /// The last name; empty for the root.
    pub fn name(&self) -> &str {
        split_parent(&self.joined).1
    }

    /// The path of a child.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        Self { joined: self.prefix() + name }
    }

    /// The path of a node at or below it, by the names from here on, joined by `/`.
    #[must_use]
    pub fn join(&self, below: &str) -> Self {
        if below.is_empty() { self.clone() } else { self.child(below) }
    }

    /// The names from a group at or above it on, joined by `/`: what [`NodePath::join`] takes.
    pub fn below(&self, above: &Self) -> &str {
        self.joined.strip_prefix(&above.joined).unwrap_or(&self.joined).trim_start_matches('/')
    }

    /// The ancestors, from the root down to the parent.
    pub fn ancestors(&self) -> impl DoubleEndedIterator<Item = Self> + '_ {
        let root = (!self.is_root()).then(Self::root);
        let below = self.joined.match_indices('/').map(|(end, _)| Self { joined: self.joined[..end].to_owned() });
        root.into_iter().chain(below)
    }

    /// The names joined by `/`, without one in front: `a/b`; empty for the root.
    pub fn joined(&self) -> String {
        self.joined.clone()
    }

    /// The prefix of all keys below: `a/b/`; empty for the root.
    pub fn prefix(&self) -> String {
        let mut prefix = String::with_capacity(self.joined.len() + 1);
        prefix.push_str(&self.joined);
        if !self.is_root() {
            prefix.push('/');
        }
        prefix
    }
}

impl std::fmt::Display for NodePath {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "/{}", self.joined)
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
