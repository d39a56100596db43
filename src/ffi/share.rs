//! `zarr_..._share`: handles as counted references.
//!
//! # In the header
//! Handles that are copied
//!
//! Bindings to languages that copy objects by assignment need one handle for each copy, each of which is freed
//! separately.

use super::args::Out;
use super::array::zarr_array;
use super::error::{zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::guard;
use super::handle;
use super::store::zarr_store;

/// Make another handle to a store, which stays open until its last handle is freed. The caller frees it with
/// `zarr_store_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_share(
    store: *const zarr_store,
    shared: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(shared, "shared")?;
            place.put(handle::get(store)?)
        })
    }
}

/// Make another handle to an open group, without reading the document again. Changes through one handle are seen
/// through the other. The caller frees it with `zarr_group_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_share(
    group: *const zarr_group,
    shared: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(shared, "shared")?;
            place.put(handle::get(group)?)
        })
    }
}

/// Make another handle to an open array, without reading the document again. Changes through one handle,
/// `zarr_array_refresh` and `zarr_array_resize` included, are seen through the other. The caller frees it with
/// `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_share(
    array: *const zarr_array,
    shared: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(shared, "shared")?;
            place.put(handle::get(array)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::store::{zarr_store_free, zarr_store_open};
    use std::ptr::null_mut;

    #[test]
    fn a_shared_handle_outlives_the_one_it_was_made_of() {
        unsafe {
            let (mut store, mut shared) = (null_mut(), null_mut());
            assert_eq!(zarr_store_open(c"memory://".as_ptr(), null_mut(), &raw mut store, null_mut()), 0);
            assert_eq!(zarr_store_share(store, &raw mut shared, null_mut()), 0);
            assert_ne!(store, shared, "each has to be freed");
            let object = handle::get(shared).unwrap();
            assert!(std::sync::Arc::ptr_eq(&object, &handle::get(store).unwrap()));
            zarr_store_free(store);
            assert!(handle::get(shared).is_ok());
            assert_ne!(zarr_store_share(store, &raw mut shared, null_mut()), 0, "it is freed");
            assert!(shared.is_null());
        }
    }
}
