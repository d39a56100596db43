//! Stores made of callbacks keep the promises of every store, whichever slots are filled; callers of other versions are
//! understood, sinks end with their callback, and a callback that calls back waits for no thread that waits for it.

// Calls of the C ABI, from Rust.
#![allow(unsafe_code)]

use crate::store_suite;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};
use std::time::Duration;
use zarr::ErrorKind;
use zarr::ffi::array::*;
use zarr::ffi::builder::*;
use zarr::ffi::bytes::*;
use zarr::ffi::callbacks::*;
use zarr::ffi::error::*;
use zarr::ffi::regions::*;
use zarr::ffi::store::*;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};

/// The state of the callbacks below.
struct Backing {
    store: MemoryStore,
    destroyed: AtomicUsize,
    /// The sink of the last `get`.
    sink: AtomicPtr<zarr_sink>,
    /// An array that a callback writes to, and the key at which it does.
    array: AtomicPtr<zarr_array>,
    entered: AtomicBool,
}

impl Backing {
    fn new() -> Self {
        let (sink, array) = (AtomicPtr::new(null_mut()), AtomicPtr::new(null_mut()));
        let (destroyed, entered) = (AtomicUsize::new(0), AtomicBool::new(false));
        Self { store: MemoryStore::new(), destroyed, sink, array, entered }
    }

    fn user_data(&self) -> *mut c_void {
        std::ptr::from_ref(self).cast_mut().cast()
    }
}

unsafe fn backing<'a>(user_data: *mut c_void) -> &'a Backing {
    unsafe { &*user_data.cast::<Backing>() }
}

unsafe fn text<'a>(text: *const c_char) -> &'a str {
    unsafe { CStr::from_ptr(text) }.to_str().unwrap()
}

unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, count) } }
}

fn core_range(range: zarr_range) -> ByteRange {
    match u64::try_from(range.start) {
        Ok(start) => ByteRange::From { start, length: u64::try_from(range.length).ok() },
        Err(_) => ByteRange::Suffix(range.start.unsigned_abs()),
    }
}

unsafe extern "C" fn get(
    user_data: *mut c_void,
    key: *const c_char,
    range: zarr_range,
    value: *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let backing = backing(user_data);
        backing.sink.store(value, Ordering::SeqCst);
        let whole = range == zarr_range { start: 0, length: -1 };
        let found = match whole {
            true => backing.store.get_versioned(text(key), u64::MAX),
            false => backing.store.get(text(key), core_range(range)).map(|value| (value, None)),
        };
        match found {
            Ok((Some(bytes), version)) => {
                if let Some(version) = version {
                    let version = CString::new(version).unwrap();
                    assert_eq!(zarr_sink_set_version(value, version.as_ptr(), error), ZARR_OK);
                }
                let (first, second) = bytes.split_at(bytes.len() / 2);
                let mut place = null_mut();
                let status = zarr_sink_write(value, first.as_ptr().cast(), first.len(), error);
                if status != ZARR_OK || second.is_empty() {
                    return status;
                }
                let status = zarr_sink_reserve(value, second.len(), &raw mut place, error);
                if status == ZARR_OK {
                    place.cast::<u8>().copy_from(second.as_ptr(), second.len());
                }
                status
            }
            Ok((None, _)) => ZARR_ERROR_NOT_FOUND,
            Err(failure) if failure.kind() == ErrorKind::OutOfBounds => ZARR_ERROR_OUT_OF_BOUNDS,
            Err(_) => ZARR_ERROR_IO,
        }
    }
}

unsafe extern "C" fn get_partial_values(
    user_data: *mut c_void,
    count: usize,
    keys: *const *const c_char,
    ranges: *const zarr_range,
    values: *const *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        for ((key, range), value) in slice(keys, count).iter().zip(slice(ranges, count)).zip(slice(values, count)) {
            match get(user_data, *key, *range, *value, error) {
                ZARR_OK | ZARR_ERROR_NOT_FOUND => {}
                status => return status,
            }
        }
    }
    ZARR_OK
}

/// Clamps ranges to the end of the value, also where nothing is left.
unsafe extern "C" fn get_cut(
    user_data: *mut c_void,
    key: *const c_char,
    range: zarr_range,
    value: *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        match get(user_data, key, range, value, error) {
            ZARR_ERROR_OUT_OF_BOUNDS => zarr_sink_write(value, null(), 0, error),
            status => status,
        }
    }
}

unsafe extern "C" fn get_partial_values_cut(
    user_data: *mut c_void,
    count: usize,
    keys: *const *const c_char,
    ranges: *const zarr_range,
    values: *const *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        for ((key, range), value) in slice(keys, count).iter().zip(slice(ranges, count)).zip(slice(values, count)) {
            get_cut(user_data, *key, *range, *value, error);
        }
    }
    ZARR_OK
}

/// Stops at the first missing key, and says no more.
unsafe extern "C" fn get_all_or_nothing(
    user_data: *mut c_void,
    count: usize,
    keys: *const *const c_char,
    ranges: *const zarr_range,
    values: *const *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let all = slice(keys, count).iter().all(|key| backing(user_data).store.exists(text(*key)).unwrap());
        if all { get_partial_values(user_data, count, keys, ranges, values, error) } else { ZARR_ERROR_NOT_FOUND }
    }
}

fn status(outcome: zarr::Result<()>) -> zarr_status {
    if outcome.is_ok() { ZARR_OK } else { ZARR_ERROR_INVALID_ARGUMENT }
}

unsafe extern "C" fn set(
    user_data: *mut c_void,
    key: *const c_char,
    data: *const c_void,
    size: usize,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe { status(backing(user_data).store.set(text(key), slice(data.cast(), size))) }
}

unsafe extern "C" fn set_partial_values(
    user_data: *mut c_void,
    count: usize,
    keys: *const *const c_char,
    starts: *const i64,
    data: *const *const c_void,
    sizes: *const usize,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let (keys, starts) = (slice(keys, count), slice(starts, count));
        let (data, sizes) = (slice(data, count), slice(sizes, count));
        let part = |at: usize| (text(keys[at]), starts[at] as u64, slice(data[at].cast::<u8>(), sizes[at]));
        status(backing(user_data).store.set_partial_values(&(0..count).map(part).collect::<Vec<_>>()))
    }
}

unsafe extern "C" fn erase(user_data: *mut c_void, key: *const c_char, _: *mut zarr_error) -> zarr_status {
    unsafe {
        let (store, key) = (&backing(user_data).store, text(key));
        // As many stores do.
        if !store.exists(key).unwrap() { ZARR_ERROR_NOT_FOUND } else { status(store.erase(key)) }
    }
}

unsafe extern "C" fn erase_values(
    user_data: *mut c_void,
    count: usize,
    keys: *const *const c_char,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let keys: Vec<&str> = slice(keys, count).iter().map(|key| text(*key)).collect();
        status(backing(user_data).store.erase_values(&keys))
    }
}

unsafe extern "C" fn erase_prefix(user_data: *mut c_void, prefix: *const c_char, _: *mut zarr_error) -> zarr_status {
    unsafe { status(backing(user_data).store.erase_prefix(text(prefix))) }
}

unsafe fn add_keys(keys: &[String], listing: *mut zarr_listing, error: *mut zarr_error) -> zarr_status {
    for key in keys.iter().rev() {
        let key = CString::new(key.as_str()).unwrap();
        // Twice: a listing is a set.
        for _ in 0..2 {
            let status = unsafe { zarr_listing_add_key(listing, key.as_ptr(), error) };
            if status != ZARR_OK {
                return status;
            }
        }
    }
    ZARR_OK
}

unsafe extern "C" fn list(user_data: *mut c_void, listing: *mut zarr_listing, error: *mut zarr_error) -> zarr_status {
    unsafe { add_keys(&backing(user_data).store.list_all().unwrap(), listing, error) }
}

unsafe extern "C" fn list_prefix(
    user_data: *mut c_void,
    prefix: *const c_char,
    listing: *mut zarr_listing,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { add_keys(&backing(user_data).store.list_prefix(text(prefix)).unwrap(), listing, error) }
}

unsafe extern "C" fn list_dir(
    user_data: *mut c_void,
    prefix: *const c_char,
    listing: *mut zarr_listing,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let found = backing(user_data).store.list_dir(text(prefix)).unwrap();
        for prefix in &found.prefixes {
            let prefix = CString::new(prefix.as_str()).unwrap();
            let status = zarr_listing_add_prefix(listing, prefix.as_ptr(), error);
            if status != ZARR_OK {
                return status;
            }
        }
        add_keys(&found.keys, listing, error)
    }
}

unsafe extern "C" fn size(
    user_data: *mut c_void,
    key: *const c_char,
    size: *mut i64,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe {
        match backing(user_data).store.size(text(key)).unwrap() {
            None => ZARR_ERROR_NOT_FOUND,
            Some(found) => {
                *size = found as i64;
                ZARR_OK
            }
        }
    }
}

unsafe extern "C" fn exists(
    user_data: *mut c_void,
    key: *const c_char,
    there: *mut i32,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe { *there = i32::from(backing(user_data).store.exists(text(key)).unwrap()) };
    ZARR_OK
}

unsafe extern "C" fn set_if(
    user_data: *mut c_void,
    key: *const c_char,
    expected: *const c_char,
    data: *const c_void,
    size: usize,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let expected = (!expected.is_null()).then(|| text(expected).to_owned());
        match backing(user_data).store.set_if(text(key), &expected, slice(data.cast(), size)) {
            Ok(()) => ZARR_OK,
            Err(failure) if failure.kind() == ErrorKind::Conflict => ZARR_ERROR_CONFLICT,
            Err(_) => ZARR_ERROR_IO,
        }
    }
}

unsafe extern "C" fn destroy(user_data: *mut c_void) {
    unsafe { backing(user_data) }.destroyed.fetch_add(1, Ordering::SeqCst);
}

/// Frees the backing as well, for stores that outlive the place where they were made.
unsafe extern "C" fn destroy_box(user_data: *mut c_void) {
    drop(unsafe { Box::from_raw(user_data.cast::<Backing>()) });
}

fn empty_table() -> zarr_store_callbacks {
    let mut table = std::mem::MaybeUninit::<zarr_store_callbacks>::uninit();
    unsafe {
        zarr_store_callbacks_init(table.as_mut_ptr());
        table.assume_init()
    }
}

fn least() -> zarr_store_callbacks {
    zarr_store_callbacks { get: Some(get), set: Some(set), erase: Some(erase), ..empty_table() }
}

fn full() -> zarr_store_callbacks {
    zarr_store_callbacks {
        flags: ZARR_STORE_THREAD_SAFE,
        get_partial_values: Some(get_partial_values),
        set_partial_values: Some(set_partial_values),
        erase_values: Some(erase_values),
        erase_prefix: Some(erase_prefix),
        list: Some(list),
        list_prefix: Some(list_prefix),
        list_dir: Some(list_dir),
        size: Some(size),
        exists: Some(exists),
        set_if: Some(set_if),
        destroy: Some(destroy),
        ..least()
    }
}

fn suite(table: zarr_store_callbacks) {
    let table = zarr_store_callbacks { destroy: Some(destroy_box), ..table };
    store_suite::run(store_suite::BY_KEY, || {
        unsafe { store_of(&raw const table, Box::into_raw(Box::new(Backing::new())).cast()) }.unwrap()
    });
}

#[test]
fn every_selection_of_slots_passes_the_suite() {
    suite(full());
    suite(zarr_store_callbacks { flags: 0, ..full() });
    suite(zarr_store_callbacks { list: Some(list), ..least() });
    suite(zarr_store_callbacks { list_prefix: Some(list_prefix), ..least() });
    suite(zarr_store_callbacks { list_dir: Some(list_dir), ..least() });
    suite(zarr_store_callbacks { erase: None, erase_values: Some(erase_values), size: Some(size), ..full() });
    suite(zarr_store_callbacks { get_partial_values: Some(get_all_or_nothing), exists: None, ..full() });
    suite(zarr_store_callbacks { get: Some(get_cut), list: Some(list), ..least() });
    suite(zarr_store_callbacks { get: Some(get_cut), get_partial_values: Some(get_partial_values_cut), ..full() });
}

fn empty() -> zarr_error {
    zarr_error { status: -1, system_code: -1, message: [1; 1016] }
}

fn message(error: &zarr_error) -> String {
    unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_str().unwrap().to_owned()
}

/// Opens by a table of `size` bytes that lies in larger memory.
fn open_sized(
    table: zarr_store_callbacks,
    size: usize,
    behind: u8,
    backing: &Backing,
) -> (zarr_status, *mut zarr_store) {
    let mut memory = vec![u64::from_ne_bytes([behind; 8]); 64];
    let (mut store, table) = (null_mut(), zarr_store_callbacks { struct_size: size, ..table });
    unsafe {
        let place = memory.as_mut_ptr().cast::<zarr_store_callbacks>();
        place.write(table);
        let status = zarr_store_open_callbacks(place, backing.user_data(), null(), &raw mut store, null_mut());
        (status, store)
    }
}

#[test]
fn callers_of_other_versions_are_understood() {
    let (backing, whole) = (Backing::new(), size_of::<zarr_store_callbacks>());
    backing.store.set("k", b"v").unwrap();
    // A caller compiled with nothing but `get`: the memory behind it is not the table.
    let old = std::mem::offset_of!(zarr_store_callbacks, get) + size_of::<usize>();
    let (status, store) = open_sized(full(), old, 0xff, &backing);
    assert_eq!(status, ZARR_OK);
    unsafe {
        assert_eq!(zarr_store_set(store, c"k".as_ptr(), null(), 0, null_mut()), ZARR_ERROR_READ_ONLY);
        let mut there = -1;
        assert_eq!(zarr_store_exists(store, c"k".as_ptr(), &raw mut there, null_mut()), ZARR_OK);
        assert_eq!(there, 1);
        zarr_store_free(store);
    }
    assert_eq!(backing.destroyed.load(Ordering::SeqCst), 0, "the caller gave no destroy");
    // A caller compiled with more functions, which uses none of them, or some.
    let (status, store) = open_sized(full(), whole + 16, 0, &backing);
    assert_eq!(status, ZARR_OK);
    unsafe { zarr_store_free(store) };
    assert_eq!(backing.destroyed.load(Ordering::SeqCst), 1);
    for (size, behind, expected) in [
        (whole + 16, 1, ZARR_ERROR_UNSUPPORTED),
        (whole + 1, 0, ZARR_ERROR_INVALID_ARGUMENT),
        (old - 8, 0, ZARR_ERROR_INVALID_ARGUMENT),
        (usize::MAX, 0, ZARR_ERROR_INVALID_ARGUMENT),
    ] {
        let (status, store) = open_sized(full(), size, behind, &backing);
        assert_eq!((status, store.is_null()), (expected, true), "{size}");
    }
    let (status, _) = open_sized(zarr_store_callbacks { flags: 4, ..full() }, whole, 0, &backing);
    assert_eq!(status, ZARR_ERROR_INVALID_ARGUMENT);
    assert_eq!(backing.destroyed.load(Ordering::SeqCst), 1, "what was not opened is not destroyed");
}

#[test]
fn a_sink_ends_with_its_callback() {
    let (backing, table, mut error) = (Backing::new(), full(), empty());
    backing.store.set("k", b"v").unwrap();
    let store = unsafe { store_of(&raw const table, backing.user_data()) }.unwrap();
    assert_eq!(store.get("k", ByteRange::ALL).unwrap().unwrap(), b"v");
    let sink = backing.sink.load(Ordering::SeqCst);
    unsafe {
        let mut place: *mut c_void = std::ptr::dangling_mut();
        assert_eq!(zarr_sink_write(sink, c"x".as_ptr().cast(), 1, &raw mut error), ZARR_ERROR_INVALID_HANDLE);
        assert_eq!(zarr_sink_reserve(sink, 1, &raw mut place, &raw mut error), ZARR_ERROR_INVALID_HANDLE);
        assert_eq!(zarr_sink_set_version(sink, c"1".as_ptr(), &raw mut error), ZARR_ERROR_INVALID_HANDLE);
        assert_eq!(zarr_listing_add_key(sink.cast(), c"k".as_ptr(), &raw mut error), ZARR_ERROR_INVALID_HANDLE);
    }
    drop(store);
    assert_eq!(backing.destroyed.load(Ordering::SeqCst), 1);
}

/// Ignores ranges, and what the sink says about that.
unsafe extern "C" fn get_too_much(
    _: *mut c_void,
    _: *const c_char,
    _: zarr_range,
    value: *mut zarr_sink,
    _: *mut zarr_error,
) -> zarr_status {
    unsafe { zarr_sink_write(value, c"0123456789".as_ptr().cast(), 10, null_mut()) };
    ZARR_OK
}

/// Says nothing that makes sense.
unsafe extern "C" fn get_nonsense(
    _: *mut c_void,
    _: *const c_char,
    _: zarr_range,
    _: *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        (*error).status = 3;
        (*error).system_code = 42;
        (*error).message = [-1_i8 as c_char; 1016];
    }
    -5
}

/// Lists what was not asked for, and does not care.
unsafe extern "C" fn list_elsewhere(
    _: *mut c_void,
    _: *const c_char,
    listing: *mut zarr_listing,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { zarr_listing_add_key(listing, c"elsewhere/k".as_ptr(), error) };
    ZARR_OK
}

/// A prefix that holds itself: a walk would never end.
unsafe extern "C" fn list_for_ever(
    _: *mut c_void,
    prefix: *const c_char,
    listing: *mut zarr_listing,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let deeper = CString::new(format!("{}x/", text(prefix))).unwrap();
        zarr_listing_add_prefix(listing, deeper.as_ptr(), error)
    }
}

#[test]
fn callbacks_that_do_wrong_are_told_so() {
    let backing = Backing::new();
    let open = |table: zarr_store_callbacks| unsafe { store_of(&raw const table, backing.user_data()) }.unwrap();
    let much = open(zarr_store_callbacks { get: Some(get_too_much), ..least() });
    let error = much.get("k", ByteRange::From { start: 0, length: Some(4) }).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BufferSize);
    assert!(error.message().contains("\"k\"") && error.message().contains("at most 4 bytes"), "{error}");
    assert_eq!(much.get("k", ByteRange::ALL).unwrap().unwrap(), b"0123456789");

    let nonsense = open(zarr_store_callbacks { get: Some(get_nonsense), ..least() });
    let error = nonsense.get("k", ByteRange::ALL).unwrap_err();
    assert_eq!((error.kind(), error.system_code()), (ErrorKind::Io, 42));
    assert!(error.message().contains("returned -5"), "{error}");

    let elsewhere = open(zarr_store_callbacks { list_prefix: Some(list_elsewhere), ..least() });
    let error = elsewhere.list_prefix("a/").unwrap_err();
    assert!(error.message().contains("elsewhere/k"), "{error}");
    assert_eq!(elsewhere.erase_prefix("a/").unwrap_err().kind(), ErrorKind::InvalidArgument);

    let endless = open(zarr_store_callbacks { list_dir: Some(list_for_ever), ..least() });
    assert_eq!(endless.list_prefix("").unwrap_err().kind(), ErrorKind::Limit);
}

/// Writes to the array when the key "trigger" is read, and gives the other thread the time to get in its way first.
unsafe extern "C" fn get_and_write(
    user_data: *mut c_void,
    key: *const c_char,
    range: zarr_range,
    value: *mut zarr_sink,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        let backing = backing(user_data);
        if text(key) == "trigger" {
            backing.entered.store(true, Ordering::SeqCst);
            std::thread::sleep(Duration::from_millis(200));
            let (array, data) = (backing.array.load(Ordering::SeqCst), [7_u8]);
            return zarr_array_write_region(array, 1, &0, &1, data.as_ptr().cast(), 1, error);
        }
        get(user_data, key, range, value, error)
    }
}

/// Thread A is inside a callback of a store that serves one thread at a time, and writes a part of a chunk from there.
/// Thread B writes another part of that chunk. Neither may wait for the other for ever.
#[test]
fn a_callback_that_writes_does_not_wait_for_who_waits_for_it() {
    let (done, finished) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let backing = Arc::new(Backing::new());
        let table = zarr_store_callbacks { flags: 0, get: Some(get_and_write), list: Some(list), ..least() };
        let (mut store, mut builder, mut array) = (null_mut(), null_mut(), null_mut());
        unsafe {
            assert_eq!(
                zarr_store_open_callbacks(&table, backing.user_data(), null(), &raw mut store, null_mut()),
                ZARR_OK
            );
            assert_eq!(zarr_array_builder_new(6, 1, &8, &raw mut builder, null_mut()), ZARR_OK);
            assert_eq!(zarr_array_create(store, c"a".as_ptr(), builder, &raw mut array, null_mut()), ZARR_OK);
            zarr_array_builder_free(builder);
        }
        backing.array.store(array, Ordering::SeqCst);
        let (other, handle) = (Arc::clone(&backing), array as usize);
        let b = std::thread::spawn(move || {
            while !other.entered.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            unsafe {
                zarr_array_write_region(handle as *const zarr_array, 1, &5, &1, [9_u8].as_ptr().cast(), 1, null_mut())
            }
        });
        let (mut value, mut error) = (null_mut(), empty());
        let status = unsafe { zarr_store_get(store, c"trigger".as_ptr(), &raw mut value, &raw mut error) };
        assert_eq!(status, ZARR_OK, "{}", message(&error));
        assert_eq!(b.join().unwrap(), ZARR_OK);
        let mut elements = [0_u8; 8];
        unsafe {
            zarr_bytes_free(value);
            let read = zarr_array_read_region(array, 1, &0, &8, elements.as_mut_ptr().cast(), 8, null_mut());
            assert_eq!(read, ZARR_OK);
            zarr_array_free(array);
            zarr_store_free(store);
        }
        done.send(elements).unwrap();
    });
    let elements = finished.recv_timeout(Duration::from_secs(30)).expect("the threads wait for each other");
    assert_eq!(elements, [7, 0, 0, 0, 0, 9, 0, 0]);
}
