//! Handles: the objects that a pointer of the C API points to.
//!
//! A handle is the address of a shell in one of a few slabs that are never freed, and is looked up in the slabs instead
//! of being dereferenced: a freed or invented handle is refused without access to other memory. A shell lends each call
//! a counted reference, so that an object outlives its calls. Freed shells wait in a queue before they are used again,
//! which catches most late uses of a handle.

use crate::error::{Error, ErrorKind, Result, Term};
use crate::sync::fork::{Mutex, OnceLock};
use std::any::Any;
use std::collections::VecDeque;
use std::sync::Arc;

/// Shells in the first slab; each further one has twice as many as the one before.
const FIRST_SLAB: usize = 128;
/// Freed shells that wait before one of them is used again.
const WAITING: usize = 64;

/// A shell: vacant, or with an object of one of the types.
pub(super) struct Shell(Mutex<Option<Content>>);

/// An object whose type is looked at each time it is asked for, and the name of its C type.
struct Content {
    object: Arc<dyn Any + Send + Sync>,
    name: &'static str,
}

/// A type of handles: a type of the C API, and the object behind it, which no other one has.
pub(super) trait Handle {
    type Object: Any + Send + Sync;
    /// The name of the C type, for messages.
    const NAME: &'static str;
}

static SLABS: [OnceLock<Box<[Shell]>>; 24] = [const { OnceLock::new() }; 24];
static FREE: Mutex<VecDeque<&'static Shell>> = Mutex::new(VecDeque::new());

/// A new handle to an object.
///
/// # Errors
/// [`ErrorKind::NoMemory`] when no shell can be had.
pub(super) fn new<H: Handle>(object: impl Into<Arc<H::Object>>) -> Result<*mut H> {
    let object: Arc<H::Object> = object.into();
    let shell = vacant_shell()?;
    *shell.0.lock() = Some(Content { object, name: H::NAME });
    Ok(std::ptr::from_ref(shell).cast_mut().cast())
}

/// The object behind a handle, for the length of a call.
///
/// # Errors
/// [`ErrorKind::InvalidHandle`] for what is no handle of this type.
pub(super) fn get<H: Handle>(handle: *const H) -> Result<Arc<H::Object>> {
    look(handle, |object| Arc::clone(object).downcast().ok())
}

/// Runs `body` on the object behind a handle, while the shell is locked: for short reads only.
///
/// # Errors
/// As [`get`].
pub(super) fn with<H: Handle, T>(handle: *const H, body: impl FnOnce(&H::Object) -> T) -> Result<T> {
    look(handle, |object| object.downcast_ref().map(body))
}

fn look<H: Handle, T>(handle: *const H, body: impl FnOnce(&Arc<dyn Any + Send + Sync>) -> Option<T>) -> Result<T> {
    let wrong = |reason: String| Error::new(ErrorKind::InvalidHandle, reason);
    if handle.is_null() {
        return Err(wrong(Term::null_handle(H::NAME).to_string()));
    }
    let content = shell_at(handle.addr()).map(|shell| shell.0.lock());
    let Some(content) = content.as_deref().and_then(Option::as_ref) else {
        let reason = "it was freed, or is a pointer to something else";
        return Err(wrong(format!("this is no handle of type {}: {reason}", H::NAME)));
    };
    body(&content.object)
        .ok_or_else(|| wrong(format!("this is no handle of type {}: it is one of type {}", H::NAME, content.name)))
}

/// Ends a handle and returns what it held, to be dropped by the caller while nothing is locked. None: it was no
/// handle of this type, and nothing happened.
pub(super) fn free<H: Handle>(handle: *mut H) -> Option<Arc<H::Object>> {
    let shell = shell_at(handle.addr())?;
    let content = shell.0.lock().take_if(|content| content.object.is::<H::Object>())?;
    // The queue was given room for every shell when its slab was made.
    FREE.lock().push_back(shell);
    content.object.downcast().ok()
}

/// The shell at an address, if one is there.
fn shell_at(address: usize) -> Option<&'static Shell> {
    for slab in &SLABS {
        let slab = slab.get()?;
        let offset = address.wrapping_sub(slab.as_ptr().addr());
        if offset < std::mem::size_of_val(&slab[..]) {
            let index = offset / size_of::<Shell>();
            return (offset % size_of::<Shell>() == 0).then(|| &slab[index]);
        }
    }
    None
}

fn vacant_shell() -> Result<&'static Shell> {
    let no_memory = || Error::no_memory("no memory for another handle");
    let mut free = FREE.lock();
    if free.len() < WAITING {
        let level = SLABS.iter().position(|slab| slab.get().is_none()).ok_or_else(no_memory)?;
        let length = FIRST_SLAB << level;
        let mut slab = Vec::new();
        slab.try_reserve_exact(length).map_err(|_| no_memory())?;
        // All shells so far and the new ones: fewer than twice as many as in the new slab.
        let waiting = free.len();
        free.try_reserve(2 * length - waiting).map_err(|_| no_memory())?;
        slab.extend((0..length).map(|_| Shell(Mutex::new(None))));
        free.extend(SLABS[level].get_or_init(|| slab.into_boxed_slice()));
    }
    free.pop_front().ok_or_else(no_memory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::bytes::{terminated, zarr_bytes};
    use crate::ffi::store::zarr_store;

    fn bytes(bytes: &[u8]) -> *mut zarr_bytes {
        new::<zarr_bytes>(terminated(bytes.to_vec()).unwrap()).unwrap()
    }

    #[test]
    fn freed_and_foreign_pointers_are_refused() {
        let bytes = bytes(&[1, 2, 3]);
        assert_eq!(get::<zarr_bytes>(bytes).unwrap().with_nul(), [1, 2, 3, 0]);
        let told = get::<zarr_store>(bytes.cast()).unwrap_err();
        assert_eq!(told.message(), "this is no handle of type zarr_store: it is one of type zarr_bytes");
        assert!(free::<zarr_store>(bytes.cast()).is_none());
        let inside = bytes.wrapping_byte_add(1);
        assert_eq!(get::<zarr_bytes>(inside).unwrap_err().kind(), ErrorKind::InvalidHandle);
        for stranger in [1_usize, 8, usize::MAX, std::ptr::from_ref(&inside).addr()] {
            assert!(get(std::ptr::without_provenance::<zarr_bytes>(stranger)).is_err());
            assert!(free(std::ptr::without_provenance_mut::<zarr_bytes>(stranger)).is_none());
        }
        assert!(free(bytes).is_some());
        assert!(free(bytes).is_none(), "a second time");
        assert!(get::<zarr_bytes>(bytes).is_err());
        assert!(free::<zarr_bytes>(std::ptr::null_mut()).is_none());
    }

    #[test]
    fn a_call_keeps_what_a_concurrent_free_lets_go() {
        let bytes = bytes(&[7; 100]);
        let held = get::<zarr_bytes>(bytes).unwrap();
        drop(free(bytes));
        assert_eq!(held.with_nul()[..100], [7; 100]);
    }

    #[test]
    fn a_freed_shell_is_not_used_again_at_once() {
        let freed = bytes(&[]);
        free(freed);
        let others: Vec<_> = (0..WAITING / 2).map(|_| bytes(&[])).collect();
        assert!(get::<zarr_bytes>(freed).is_err());
        others.into_iter().for_each(|other| drop(free(other)));
    }

    #[test]
    fn many_handles_from_many_threads() {
        std::thread::scope(|scope| {
            for thread in 0..4_u8 {
                scope.spawn(move || {
                    let handles: Vec<_> = (0..1000).map(|_| bytes(&[thread])).collect();
                    for handle in handles {
                        assert_eq!(get::<zarr_bytes>(handle).unwrap().with_nul(), [thread, 0]);
                        assert!(free(handle).is_some());
                    }
                });
            }
        });
    }
}
