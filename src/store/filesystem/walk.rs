//! Listing: files are keys, directories that hold a file somewhere are prefixes.
//!
//! Names that are not UTF-8, leftovers of interrupted writes, and all that is neither file nor directory are no part of
//! the store; a listing of a store that may be written removes abandoned leftovers. Directories without any file are
//! skipped: they would look like implicit groups.

use super::lock_file::{self, LOCK_FILE};
use super::names::Names;
use super::partial::{self, PARTIAL};
use super::root::{Fault, Found, Root};
use super::sys::{self, Kind};
use super::{Inner, in_place};
use crate::error::{Error, Result};
use crate::store::interface::Listing;
use crate::store::interface::defaults::too_many_names;
use crate::store::key::is_key;
use crate::store::options::Symlinks;
use std::ops::ControlFlow;
use std::os::unix::fs::MetadataExt;

/// Directories that one listing enters through links. Links that cross each other make ever more paths to the same
/// few directories.
const MAX_LINKED_DIRECTORIES: usize = 10_000;

/// All keys that begin with `prefix`, sorted.
pub(super) fn list_prefix(inner: &Inner, prefix: &str) -> Result<Vec<String>> {
    let mut keys = Vec::new();
    // Neither visitor here ever stops the walk.
    let _ = Walk::new(inner).files(prefix, &mut |key| keep(&mut keys, key))?;
    keys.sort_unstable();
    Ok(keys)
}

/// The keys and prefixes directly below `prefix`, sorted.
pub(super) fn list_dir(inner: &Inner, prefix: &str) -> Result<Listing> {
    let mut walk = Walk::new(inner);
    let Listing { keys, prefixes: directories } = walk.names(prefix)?;
    let mut prefixes = Vec::new();
    for directory in directories {
        if walk.files(&directory, &mut |_| Ok(ControlFlow::Break(())))?.is_break() {
            let _ = keep(&mut prefixes, directory)?;
        }
    }
    Ok(Listing { keys, prefixes })
}

/// As [`list_dir`], with directories in which no file lies.
pub(super) fn list_names(inner: &Inner, prefix: &str) -> Result<Listing> {
    Walk::new(inner).names(prefix)
}

/// Adds a name to those that there are, of which there may be any number.
fn keep(names: &mut Vec<String>, name: String) -> Result<ControlFlow<()>> {
    names.try_reserve(1).map_err(|_| too_many_names(names.len()))?;
    names.push(name);
    Ok(ControlFlow::Continue(()))
}

struct Walk<'a> {
    root: &'a Root,
    linked: usize,
    /// Removes leftovers of writes that were abandoned.
    sweeps: bool,
}

impl<'a> Walk<'a> {
    fn new(inner: &'a Inner) -> Self {
        Self { root: &inner.root, linked: 0, sweeps: inner.options.writeable }
    }

    /// The files and directories directly below `prefix`, sorted.
    fn names(&mut self, prefix: &str) -> Result<Listing> {
        let mut listing = Listing::default();
        let _ = self.entries(prefix, &mut |key, kind| match kind {
            Kind::Directory => keep(&mut listing.prefixes, key + "/"),
            _ => keep(&mut listing.keys, key),
        })?;
        listing.keys.sort_unstable();
        listing.prefixes.sort_unstable();
        Ok(listing)
    }

    /// Visits every file below `prefix`, in no order.
    fn files(
        &mut self,
        prefix: &str,
        visit: &mut dyn FnMut(String) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        // A stack of its own: the depth of a tree is not ours to choose.
        let mut pending = vec![prefix.to_owned()];
        while let Some(prefix) = pending.pop() {
            let flow = self.entries(&prefix, &mut |key, kind| match kind {
                Kind::Directory => keep(&mut pending, key + "/"),
                _ => visit(key),
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Visits the files and directories directly below `prefix`. An absent prefix has none.
    fn entries(
        &mut self,
        prefix: &str,
        visit: &mut dyn FnMut(String, Kind) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let fail = |fault: Fault| fault.into_error(in_place("prefix", self.root, prefix));
        let directory = match self.root.open(prefix.trim_end_matches('/'), libc::O_RDONLY | libc::O_DIRECTORY) {
            Ok(directory) => directory,
            Err(fault) if fault.is_absent() => return Ok(ControlFlow::Continue(())),
            Err(fault) => return Err(fail(fault)),
        };
        let mut names = Names::new(directory).map_err(|error| fail(error.into()))?;
        while let Some(entry) = names.next() {
            let (name, kind) = entry.map_err(|error| fail(error.into()))?;
            let Ok(name) = String::from_utf8(name) else { continue };
            if !is_key(&name) {
                continue;
            }
            if name.as_bytes() == LOCK_FILE.to_bytes() {
                // Another program may have put anything in its place, such as a link that leaves the root.
                if self.sweeps
                    && kind.is_none_or(|kind| kind == Kind::File)
                    && let Ok(directory) = names.directory().try_clone_to_owned()
                {
                    lock_file::remove_if_free(&directory.into());
                }
                continue;
            }
            let key = format!("{prefix}{name}");
            let Some(kind) = self.kind(&names, &key, &name, kind)? else { continue };
            if kind == Kind::File && name.ends_with(PARTIAL) {
                if self.sweeps {
                    partial::sweep(names.directory(), &name);
                }
                continue;
            }
            if visit(key, kind)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The type of a name, with links followed as the store follows them; None for names that a listing does not show.
    fn kind(&mut self, directory: &Names, key: &str, name: &str, kind: Option<Kind>) -> Result<Option<Kind>> {
        let fail = |fault: Fault| fault.into_error(in_place("key", self.root, key));
        let kind = match kind {
            Some(kind) => kind,
            None => match super::root::c_string(name).and_then(|name| directory.kind(&name)) {
                Ok(kind) => kind,
                // It was erased after the directory named it.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(fail(error.into())),
            },
        };
        match kind {
            Kind::File | Kind::Directory => return Ok(Some(kind)),
            Kind::Other => return Ok(None),
            Kind::Link if self.root.symlinks() == Symlinks::Refuse => return Err(fail(Fault::Link)),
            Kind::Link => {}
        }
        let status = match self.root.open(key, sys::REACH).and_then(|target| Ok(target.metadata()?)) {
            Ok(status) => status,
            // A link to nothing, or to itself, is no key: nothing can be read there.
            Err(fault) if fault.is_absent() || fault.is_code(libc::ELOOP) => return Ok(None),
            Err(fault) => return Err(fail(fault)),
        };
        if status.is_file() {
            return Ok(Some(Kind::File));
        }
        if !status.is_dir() || self.is_ancestor(key, (status.dev(), status.ino())).map_err(fail)? {
            return Ok(None);
        }
        self.linked += 1;
        if self.linked > MAX_LINKED_DIRECTORIES {
            return Err(Error::limit(format!(
                "{}: the listing enters more than {MAX_LINKED_DIRECTORIES} directories through symbolic links",
                in_place("key", self.root, key)
            )));
        }
        Ok(Some(Kind::Directory))
    }

    /// True if the directory is one of those that `key` lies in: then following the link would never end.
    fn is_ancestor(&self, key: &str, id: (u64, u64)) -> Found<bool> {
        let mut at = key;
        loop {
            at = crate::store::key::split_parent(at).0;
            let status = self.root.open(at, sys::REACH | libc::O_DIRECTORY)?.metadata()?;
            if (status.dev(), status.ino()) == id {
                return Ok(true);
            }
            if at.is_empty() {
                return Ok(false);
            }
        }
    }
}
