//! Moves a node, with everything below it, inside its store.
//!
//! A store that can rename everything below a prefix does it in one step. Elsewhere the values are copied, the
//! documents of the node last, and then erased at the old place, documents first: a crash leaves the node at one of the
//! places or at both, never at none.

use super::create::Chosen;
use super::find::Hierarchy;
use crate::array::{Progress, cancelled, in_parallel};
use crate::dtype::Warnings;
use crate::error::{Error, Result, ResultExt};
use crate::format::{self, NodeKind, NodePath, Unfinished};
use crate::store::{ByteRange, Store, StoreExt, changed_somewhere, changes, erase_below, written_below};
use std::sync::Arc;

impl Hierarchy {
    /// Moves a node, with everything below it, to a path where there is nothing yet.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`]; [`crate::ErrorKind::AlreadyExists`] where anything is stored at the target;
    /// [`crate::ErrorKind::InvalidArgument`] for the root, and for a target below the node itself;
    /// [`crate::ErrorKind::Unsupported`] for a store that can't list or can't erase; [`crate::ErrorKind::Cancelled`]:
    /// then the copies have been erased again.
    pub fn move_node(&self, path: &str, to_path: &str, progress: Progress<'_>) -> Result<()> {
        let (source, target) = (NodePath::parse(path)?, NodePath::parse(to_path)?);
        if source.is_root() || target.is_root() {
            return Err(Error::invalid_argument("the root can't be moved, and nothing can be moved there"));
        }
        if target.is_at_or_below(&source) {
            return Err(Error::invalid_argument(format!("node \"{source}\" can't be moved into itself")));
        }
        self.move_checked(&source, &target, progress).context(|| format!("node \"{source}\" to \"{target}\""))
    }

    fn move_checked(&self, source: &NodePath, target: &NodePath, progress: Progress<'_>) -> Result<()> {
        let (store, seen) = (&*self.store, changes());
        let Some(found) = self.find_in(store, source, &self.options, &mut Warnings::default())? else {
            return self.finish_move(source, target);
        };
        let (chosen, kind) = (Chosen { format: Arc::clone(&found.format), seen }, found.kind);
        let format = &chosen.format;
        let capabilities = store.capabilities();
        if !capabilities.listable || (capabilities.writeable && !capabilities.erasable) {
            return Err(Error::unsupported("the store can't list or can't erase what is to be moved"));
        }
        let (from, to) = (format.keys(source), format.keys(target));
        let place = self.claim_places(&[source, target], target, &chosen, &mut |_| {
            if !store.exists(&from.array)? && !store.exists(&from.group)? && kind != NodeKind::ImplicitGroup {
                return Err(self.nothing_here());
            }
            self.check_place(target, format, None)?;
            let key = to.subtree.iter().map(|prefix| store.list_prefix(prefix)).find_map(first_key).transpose()?;
            if let Some(key) = key {
                return Err(Error::already_exists(format!("key {key:?} is stored where the node would go")));
            }
            // A part that stayed would be at both places, also where the node has no document of its own.
            from.of_kind(kind).1.iter().try_for_each(|prefix| store.check_erasable(prefix))
        })?;
        if !progress(0, 1) {
            return Err(cancelled());
        }
        self.create_above(target, &place, format)?;
        let (from_parts, to_parts) = (from.of_kind(kind), to.of_kind(kind));
        let moved = rename(store, &from_parts, &to_parts).and_then(|is_renamed| match is_renamed {
            true => Ok(Ok(())),
            false => ValueMoves::of(store, &from_parts, &to_parts)?.run(self, &from_parts, progress),
        });
        from.tell_of_changes(store);
        from_parts.1.iter().chain(to_parts.1).for_each(|prefix| written_below(store, prefix));
        changed_somewhere(store);
        let left = |moved_to| Unfinished::Erasure { found: found.clone(), moved_to };
        let cleared = moved.inspect_err(|_| {
            // The node's document may be erased even though the call failed.
            match from_parts.0.first().map_or(Ok(true), |document| store.exists(document)) {
                Ok(true) => format::leave(store, &target.prefix(), left(None)),
                Ok(false) => format::leave(store, &source.prefix(), left(Some(target.clone()))),
                Err(_) => {
                    format::leave(store, &target.prefix(), left(None));
                    format::leave(store, &source.prefix(), left(Some(target.clone())));
                }
            }
        })?;
        drop(place);
        // Of an earlier move that failed.
        [&source, &target].into_iter().for_each(|path| format::finish(store, &path.prefix()));
        let made = || "it is moved".to_owned();
        format::settle(&**format, store, &[source, target], made, || cleared.clone())
            .inspect_err(|_| format::leave(store, &source.prefix(), left(Some(target.clone()))))
    }

    /// Ends a move of a call of this process that failed after the node was at the target.
    fn finish_move(&self, source: &NodePath, target: &NodePath) -> Result<()> {
        match self.left_of(source) {
            Some((found, Some(moved_to))) if moved_to == *target => {
                // A node found here was created by another process, and must stay.
                let there = || self.find_in(&*self.store, source, &self.options, &mut Warnings::default());
                self.erase_node(source, &self.options, &|_| there().is_ok_and(|there| there.is_none()), None)?;
                format::finish(&*self.store, &target.prefix());
                let made = || "it is moved".to_owned();
                format::settle(&*found.format, &*self.store, &[target], made, || Ok(()))
            }
            _ => Err(self.nothing_here()),
        }
    }
}

fn first_key(keys: Result<Vec<String>>) -> Option<Result<String>> {
    keys.map(|keys| keys.into_iter().next()).transpose()
}

/// The documents of a node, in the order in which they are erased, and the prefixes of everything else.
type NodeValues<'k> = (Vec<&'k str>, &'k [String]);

/// Renames in one step, if the store can and all values of the node are below one prefix.
fn rename(store: &dyn Store, from: &NodeValues, to: &NodeValues) -> Result<bool> {
    match (from.1, to.1) {
        ([old], [new]) if from.0.iter().all(|key| key.starts_with(old)) => store.rename_prefix(old, new),
        _ => Ok(false),
    }
}

/// Old and new keys of all values of a node.
struct ValueMoves {
    /// The values below it, and its chunks.
    below: Vec<(String, String)>,
    /// Its own documents, in the order in which they are written: that which makes it a node is the last.
    documents: Vec<(String, String)>,
}

impl ValueMoves {
    fn of(store: &dyn Store, from: &NodeValues, to: &NodeValues) -> Result<Self> {
        let mut below = Vec::new();
        for (old, new) in from.1.iter().zip(to.1) {
            for key in store.list_prefix(old)? {
                let own = from.0.contains(&key.as_str());
                if let Some(rest) = key.strip_prefix(old.as_str()).filter(|_| !own) {
                    let place = format!("{new}{rest}");
                    below.push((key, place));
                }
            }
        }
        let mut documents = Vec::new();
        for (old, new) in from.0.iter().zip(&to.0).rev() {
            if store.exists(old)? {
                documents.push((String::from(*old), String::from(*new)));
            }
        }
        Ok(Self { below, documents })
    }

    /// Copies everything, then erases the originals: with their documents the node is moved. The inner result is that
    /// of erasing what is left of them then.
    fn run(&self, hierarchy: &Hierarchy, from: &NodeValues, progress: Progress<'_>) -> Result<Result<()>> {
        let store = &*hierarchy.store;
        let copy = |(old, new): &(String, String)| match store.get(old, ByteRange::ALL)? {
            Some(value) => store.set(new, &value),
            // Gone since it was listed.
            None => Ok(()),
        };
        let total = self.below.len() as u64;
        let copied = in_parallel(&[store], &hierarchy.options.array, self.below.len(), (0, total, progress), |index| {
            copy(&self.below[index])
        });
        let copied = copied.and_then(|()| self.documents.iter().try_for_each(copy));
        let erase_documents = || if from.0.is_empty() { Ok(()) } else { store.erase_values(&from.0) };
        let moved = copied.and_then(|()| erase_documents());
        if let Err(error) = &moved {
            // The first of them makes the node one. Its erasure may be done, though the answer is an error.
            match from.0.first().map_or(Ok(true), |document| store.exists(document)) {
                Ok(false) => {}
                Ok(true) => {
                    // As well as it can be done: the first error is the one to tell of.
                    for (_, new) in self.documents.iter().rev().chain(&self.below) {
                        let _ = store.erase(new);
                    }
                    return Err(error.clone());
                }
                // One of the two places has it; which one is not known.
                Err(_) => return Err(error.clone()),
            }
        }
        let clear = || {
            moved.as_ref().map_or_else(|_| erase_documents(), |()| Ok(()))?;
            from.1.iter().try_for_each(|prefix| erase_below(store, prefix))
        };
        Ok(clear().or_else(|_| clear()))
    }
}
