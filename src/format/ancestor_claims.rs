//! The groups above a node while its documents change: they stay, and none of them keeps a copy of the documents.
//!
//! A store may be a part of another one, in which other calls erase or move groups above its root: these stay as well.
//! Copies that they hold are left to those who change documents through that store.
//!
//! Copies are erased before the change, so that a process that ends in between leaves no stale one. A group is held,
//! shared, until the change is done: no process makes a new copy of the old documents, or erases the group under its
//! new child. Where the store's locks keep out only threads of this process, copies are looked for once more
//! afterwards. By then other calls see the change: [`settle`] is apart from it.

use super::description::Format;
use super::documents::write_document;
use super::path::NodePath;
use super::reading::read_document;
use super::registry::FormatId;
use super::unfinished::{Unfinished, leave};
use crate::dtype::Warnings;
use crate::error::{Result, ResultExt};
use crate::store::key::split_parent;
use crate::store::{self, Access, Claims, KeysOfStore, Store, StoreExt, WhenRefused, changed_somewhere, pause_point};
use std::collections::HashSet;

/// A node that its holder may change, and the groups above it, which stay, each without a copy.
pub struct ClaimedNode<'a> {
    format: &'a dyn Format,
    store: &'a dyn Store,
    path: &'a NodePath,
    claims: Claims<'a>,
}

impl<'a> ClaimedNode<'a> {
    /// Waits for a node in its format, and for the groups above it.
    ///
    /// # Errors
    /// Errors of the store.
    pub fn claim(
        format: &'a dyn Format,
        store: &'a dyn Store,
        path: &'a NodePath,
        refused: WhenRefused,
    ) -> Result<Self> {
        let own = std::iter::once((format.keys(path).array, Access::Exclusive));
        let above = path.ancestors().rev().map(|group| (format.keys(&group).array, Access::Shared));
        let keys = with_above_root(store, own.chain(above).collect());
        loop {
            let claims = store::claim_all(&keys, refused)?;
            let mut with_copy = None;
            for group in path.ancestors().rev() {
                if has_copy(format, store, &group)? {
                    with_copy = Some(group);
                    break;
                }
            }
            let Some(group) = with_copy else {
                pause_point("above.held");
                drop_own_copy(format, store, path)?;
                return Ok(Self { format, store, path, claims });
            };
            drop(claims);
            drop_copy(format, store, &group)?;
        }
    }

    /// True when other processes are kept out as well.
    pub fn excludes_processes(&self) -> bool {
        self.claims.excludes_processes()
    }

    /// Releases the groups when the change is made.
    pub fn changed(mut self) -> ChangedNode<'a> {
        self.claims.keep_deepest();
        ChangedNode { node: self, is_settled: false }
    }
}

/// A claimed node whose change is made. Its holder takes over what it has changed, and settles then.
#[must_use = "a change that is made has to be settled"]
pub struct ChangedNode<'a> {
    node: ClaimedNode<'a>,
    is_settled: bool,
}

impl ChangedNode<'_> {
    /// As [`settle`].
    ///
    /// # Errors
    /// As [`settle`].
    pub fn settle(mut self, made: impl FnOnce() -> String, rest: impl Fn() -> Result<()>) -> Result<()> {
        self.is_settled = true;
        let ClaimedNode { format, store, path, .. } = self.node;
        settle(format, store, &[path], made, rest)
            .inspect_err(|_| leave(store, &format.keys(path).array, Unfinished::Change))
    }
}

impl Drop for ChangedNode<'_> {
    fn drop(&mut self) {
        debug_assert!(self.is_settled || std::thread::panicking(), "a change that is made was not settled");
    }
}

/// The keys of a store, and those of the groups above its root, to be claimed together.
fn with_above_root<'a>(store: &'a dyn Store, keys: Vec<(String, Access)>) -> Vec<KeysOfStore<'a>> {
    let mut all = vec![(store, keys)];
    for (store, key) in keys_above_root(store) {
        match all.last_mut() {
            Some((last, keys)) if std::ptr::addr_eq(*last, store) => keys.push((key, Access::Shared)),
            _ => all.push((store, vec![(key, Access::Shared)])),
        }
    }
    all
}

/// The keys that stand, in any format, for the groups above the root of a store that is a part of others, from the
/// deepest group up. They are shared while anything below changes. A format that owns its store has no groups there.
pub fn keys_above_root(store: &dyn Store) -> Vec<(&dyn Store, String)> {
    let (mut all, mut around) = (Vec::new(), store.around());
    while let Some((store, prefix)) = around {
        // Below a prefix that is no path of a node there are no groups above.
        let root = NodePath::parse(prefix.trim_end_matches('/')).unwrap_or_default();
        for group in root.ancestors().rev() {
            let formats = FormatId::all().map(FormatId::format).filter(|format| !format.owns_store());
            let mut keys: Vec<_> = formats.map(|format| format.keys(&group).array).collect();
            keys.sort_unstable_by(|one, other| other.cmp(one));
            keys.dedup();
            all.extend(keys.into_iter().map(|key| (store, key)));
        }
        around = store.around();
    }
    all
}

/// Settles a change of documents that other calls see already: where the store keeps only this process out, copies that
/// another process has made of the old ones are taken away; then `rest` does what else follows. The caller holds no
/// group above.
///
/// Nothing undoes the change by now, so that a failure is answered by a second attempt.
///
/// # Errors
/// The error of the second attempt, after `made`, which says what was changed.
pub fn settle(
    format: &dyn Format,
    store: &dyn Store,
    nodes: &[&NodePath],
    made: impl FnOnce() -> String,
    rest: impl Fn() -> Result<()>,
) -> Result<()> {
    let is_private = store.capabilities().private;
    let attempt = || -> Result<()> {
        for path in nodes.iter().filter(|_| !is_private) {
            path.ancestors().rev().try_for_each(|group| drop_copy(format, store, &group))?;
            drop_own_copy(format, store, path)?;
        }
        rest()
    };
    attempt().or_else(|_| attempt()).context(|| format!("{}; clearing up after this change failed", made()))
}

/// Claims nodes alone, in any format, and the groups above them together with others, in the one order that all
/// operations keep: the deepest first.
///
/// # Errors
/// Errors of the store.
pub fn claim_nodes<'a>(format: &dyn Format, store: &'a dyn Store, nodes: &[&NodePath]) -> Result<Claims<'a>> {
    let (mut keys, mut groups) = (HashSet::new(), HashSet::new());
    let mut all: Vec<(String, Access)> = Vec::new();
    let mut add = |key: String, access| {
        if keys.insert(key.clone()) {
            all.push((key, access));
        }
    };
    nodes.iter().flat_map(|path| keys_of_place(format, path)).for_each(|key| add(key, Access::Exclusive));
    for path in nodes {
        // A group that is known has brought those above it: nodes may lie one above the other.
        for group in path.ancestors().rev().take_while(|group| groups.insert(group.clone())) {
            add(format.keys(&group).array, Access::Shared);
        }
    }
    store::claim_all(&with_above_root(store, all), WhenRefused::GoesOn)
}

/// The keys that stand for a node: in its format, and in those whose documents lie in the same folder, so that no place
/// gets nodes of two formats. A format that owns its store meets all others at the root.
fn keys_of_place(format: &dyn Format, path: &NodePath) -> Vec<String> {
    let own = format.keys(path).array;
    let folder = |key: &str| split_parent(key).0.to_owned();
    let others = FormatId::all().map(FormatId::format).filter_map(|other| {
        if format.owns_store() && !other.owns_store() {
            return Some(other.keys(&NodePath::root()).array);
        }
        Some(other.keys(path).array).filter(|key| folder(key) == folder(&own))
    });
    let others: Vec<_> = others.collect();
    std::iter::once(own).chain(others).collect()
}

/// Takes the copy away that a group holds. The caller does not hold the group.
///
/// # Errors
/// Errors of the store.
pub fn drop_copy(format: &dyn Format, store: &dyn Store, group: &NodePath) -> Result<()> {
    let Some(key) = format.consolidated_key(group) else { return Ok(()) };
    let keys = format.keys(group);
    if key != keys.group {
        let _claim =
            store.exists(&key)?.then(|| store::claim_if_possible(store, &keys.array, Access::Exclusive)).transpose()?;
        return drop_own_copy(format, store, group);
    }
    if !has_copy(format, store, group)? {
        return Ok(());
    }
    let _claim = store::claim_if_possible(store, &keys.array, Access::Exclusive)?;
    store::change(store, |store| {
        if let Some(mut document) = read_document(store, &key, &mut Warnings::default())?
            && format.drop_consolidated(&mut document)
        {
            write_document(format, store, &key, &document)?;
        }
        Ok(())
    })?;
    pause_point("copy.dropped");
    Ok(())
}

/// Takes the copy away that has a key of its own. The caller has claimed the group.
///
/// # Errors
/// Errors of the store.
pub fn drop_own_copy(format: &dyn Format, store: &dyn Store, group: &NodePath) -> Result<()> {
    match format.consolidated_key(group) {
        Some(key) if key != format.keys(group).group && store.exists(&key)? => {
            let erased = store.erase(&key);
            changed_somewhere(store);
            erased
        }
        _ => Ok(()),
    }
}

/// True when a group holds a copy of documents.
///
/// # Errors
/// Errors of the store.
pub fn has_copy(format: &dyn Format, store: &dyn Store, group: &NodePath) -> Result<bool> {
    let Some(key) = format.consolidated_key(group) else { return Ok(false) };
    if key != format.keys(group).group {
        return store.exists(&key);
    }
    let document = read_document(store, &key, &mut Warnings::default())?;
    Ok(document.is_some_and(|mut document| format.drop_consolidated(&mut document)))
}
