//! No panic leaves the library: one that arises in the core comes back as `ZARR_ERROR_INTERNAL`, nothing is printed,
//! the handle goes on working, and the panics of all other threads reach the hook that was there before.

// Calls of the C ABI, from Rust.
#![allow(unsafe_code)]

use crate::process;
use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use zarr::Result;
use zarr::ffi::array::*;
use zarr::ffi::bytes::*;
use zarr::ffi::error::*;
use zarr::ffi::store::*;
use zarr::store::{ByteRange, Capabilities, Store, StoreName};

/// Panics when a key says so.
#[derive(Debug)]
struct Faulty;

impl Store for Faulty {
    fn name(&self) -> &StoreName {
        static NAME: LazyLock<StoreName> = LazyLock::new(|| StoreName::new("faulty"));
        &NAME
    }

    fn capabilities(&self) -> Capabilities {
        let (writeable, erasable, listable) = (false, false, false);
        Capabilities {
            writeable,
            erasable,
            listable,
            thread_safe: true,
            conditional: false,
            private: true,
            reads_into: false,
            in_flight: 1,
        }
    }

    fn get(&self, key: &str, _: ByteRange) -> Result<Option<Vec<u8>>> {
        match key {
            "fault" => panic!("the store broke\nin two"),
            "index" => Ok(Some(vec![*[0_u8; 3].get(key.len()).expect("an index that is out of bounds")])),
            "payload" => std::panic::panic_any(7_u64),
            "good" => Ok(Some(b"value".to_vec())),
            _ if key.starts_with("zarr.json") => panic!("the document broke"),
            _ => Ok(None),
        }
    }
}

fn open() -> *mut zarr_store {
    handle_of(Arc::new(Faulty)).unwrap()
}

fn empty() -> zarr_error {
    zarr_error { status: -1, system_code: -1, message: [1; 1016] }
}

fn message(error: &zarr_error) -> String {
    // SAFETY: the library terminates every message.
    unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_str().unwrap().to_owned()
}

fn get(store: *const zarr_store, key: &CStr, error: &mut zarr_error) -> (zarr_status, Option<Vec<u8>>) {
    let mut value: *mut zarr_bytes = std::ptr::dangling_mut();
    // SAFETY: all pointers point to what lives here; the value is freed once.
    unsafe {
        let status = zarr_store_get(store, key.as_ptr(), &raw mut value, error);
        let bytes = (!value.is_null())
            .then(|| std::slice::from_raw_parts(zarr_bytes_data(value), zarr_bytes_size(value)).to_vec());
        zarr_bytes_free(value);
        (status, bytes)
    }
}

#[test]
fn a_panic_becomes_an_internal_error_and_the_handle_goes_on() {
    let (store, mut error) = (open(), empty());
    for (key, text) in [(c"fault", "the store broke in two"), (c"index", "an index"), (c"payload", "without a message")]
    {
        assert_eq!(get(store, key, &mut error), (ZARR_ERROR_INTERNAL, None));
        assert_eq!((error.status, error.system_code), (ZARR_ERROR_INTERNAL, 0));
        let line = message(&error);
        assert!(line.contains(text) && line.contains("tests/ffi/guard.rs:") && !line.contains('\n'), "{line}");
    }
    assert_eq!(get(store, c"good", &mut error), (ZARR_OK, Some(b"value".to_vec())));
    assert_eq!((error.status, error.system_code, error.message[0]), (0, 0, 0));
    let mut array: *mut zarr_array = std::ptr::dangling_mut();
    // SAFETY: pointers to what lives here, or NULL.
    unsafe {
        assert_eq!(zarr_array_open(store, c"".as_ptr(), &raw mut array, &raw mut error), ZARR_ERROR_INTERNAL);
        assert!(array.is_null() && message(&error).contains("the document broke"));
        assert_eq!(zarr_store_get(store, c"fault".as_ptr(), &raw mut array as *mut _, null_mut()), ZARR_ERROR_INTERNAL);
        zarr_store_free(store);
        assert_eq!(zarr_store_flush(store, &raw mut error), ZARR_ERROR_INVALID_HANDLE);
        zarr_store_free(store);
    }
}

#[test]
fn many_threads_may_meet_faults_at_once() {
    let store = open() as usize;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                let (store, mut error) = (store as *const zarr_store, empty());
                for _ in 0..50 {
                    assert_eq!(get(store, c"fault", &mut error).0, ZARR_ERROR_INTERNAL);
                    assert_eq!(get(store, c"good", &mut error).0, ZARR_OK);
                }
            });
        }
    });
    // SAFETY: no call runs any more.
    unsafe { zarr_store_free(store as *mut zarr_store) };
}

/// Runs this program again for one test, whose standard error can be read then.
fn again(test: &str) -> (bool, String) {
    let output = process::again(module_path!(), test).env("RUST_BACKTRACE", "0").output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn nothing_is_printed_about_faults_inside() {
    let (success, printed) = again("child_meets_faults");
    assert!(success && printed.is_empty(), "{printed}");
}

#[test]
#[ignore = "the body of nothing_is_printed_about_faults_inside"]
fn child_meets_faults() {
    let (store, mut error) = (open(), empty());
    assert_eq!(get(store, c"fault", &mut error).0, ZARR_ERROR_INTERNAL);
    assert_eq!(get(store, c"payload", &mut error).0, ZARR_ERROR_INTERNAL);
    // SAFETY: the handle of this test.
    unsafe { zarr_store_free(store) };
}

#[test]
fn panics_of_the_program_reach_the_hook_that_was_there() {
    let (success, printed) = again("child_panics_itself");
    assert!(success, "{printed}");
    assert!(printed.contains("hook of the program: mine"), "{printed}");
    assert!(printed.contains("hook of the program: mine too"), "{printed}");
    assert!(!printed.contains("the store broke"), "{printed}");
}

#[test]
#[ignore = "the body of panics_of_the_program_reach_the_hook_that_was_there"]
fn child_panics_itself() {
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    static IN_CALL: AtomicBool = AtomicBool::new(false);
    std::panic::set_hook(Box::new(|info| {
        SEEN.fetch_add(1, Ordering::SeqCst);
        eprintln!("hook of the program: {}", info.payload().downcast_ref::<&str>().unwrap_or(&""));
    }));
    let (store, mut error) = (open(), empty());
    assert_eq!(get(store, c"fault", &mut error).0, ZARR_ERROR_INTERNAL);
    assert_eq!(SEEN.load(Ordering::SeqCst), 0);
    // On another thread, while this one is inside the library again and again.
    let other = std::thread::spawn(|| {
        while !IN_CALL.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
        panic!("mine");
    });
    while !other.is_finished() {
        assert_eq!(get(store, c"fault", &mut error).0, ZARR_ERROR_INTERNAL);
        IN_CALL.store(true, Ordering::SeqCst);
    }
    assert!(other.join().is_err());
    // And on this one, after a fault inside.
    assert!(std::panic::catch_unwind(|| panic!("mine too")).is_err());
    assert_eq!(SEEN.load(Ordering::SeqCst), 2);
    // SAFETY: the handle of this test.
    unsafe { zarr_store_free(store) };
}

/// A call from a destructor while the program unwinds, before any other call: no hook can be set then.
#[test]
fn a_call_from_a_destructor_during_a_panic_is_harmless() {
    let (success, printed) = again("child_calls_while_it_panics");
    assert!(success, "{printed}");
}

#[test]
#[ignore = "the body of a_call_from_a_destructor_during_a_panic_is_harmless"]
fn child_calls_while_it_panics() {
    struct Closer(*mut zarr_store);
    impl Drop for Closer {
        fn drop(&mut self) {
            // SAFETY: the only handle.
            unsafe { zarr_store_free(self.0) };
        }
    }
    let unwound = std::panic::catch_unwind(|| {
        let _closer = Closer(open());
        panic!("mine");
    });
    assert!(unwound.is_err());
}

#[test]
fn every_status_has_a_name_and_null_has_none_to_crash_on() {
    let name = |status| {
        let text: *const c_char = zarr_status_name(status);
        // SAFETY: names are constant.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap()
    };
    assert_eq!((name(0), name(3), name(1000)), ("ZARR_OK", "ZARR_ERROR_NOT_FOUND", "ZARR_STATUS_USER"));
    assert_eq!((name(-1), name(22), name(i32::MIN)), ("unknown status", "unknown status", "unknown status"));
    // SAFETY: NULL everywhere.
    unsafe {
        assert_eq!(zarr_store_open(null(), null(), null_mut(), null_mut()), ZARR_ERROR_INVALID_ARGUMENT);
        assert_eq!(zarr_store_get(null(), null(), null_mut(), null_mut()), ZARR_ERROR_INVALID_ARGUMENT);
        assert_eq!(zarr_store_flush(null(), null_mut()), ZARR_ERROR_INVALID_HANDLE);
        assert!(zarr_bytes_data(null()).is_null());
    }
}
