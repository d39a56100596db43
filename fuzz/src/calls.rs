//! Sequences of calls of the C API, over handles of all kinds, also freed ones and such of another kind: each gives a
//! status and a message that belong together, and none is a fault of the library itself.

// Calls of the C API, made from Rust.
#![allow(unsafe_code)]

use super::input::Input;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr::{null, null_mut};
use zarr::ffi::array::*;
use zarr::ffi::attributes::*;
use zarr::ffi::builder::*;
use zarr::ffi::bytes::*;
use zarr::ffi::chunks::*;
use zarr::ffi::decomposition::*;
use zarr::ffi::error::*;
use zarr::ffi::grid::*;
use zarr::ffi::group::*;
use zarr::ffi::node::*;
use zarr::ffi::opening::*;
use zarr::ffi::regions::*;
use zarr::ffi::store::*;
use zarr::ffi::strings::*;
use zarr::ffi::structs::*;
use zarr::ffi::transfer::*;
use zarr::ffi::wrappers::*;

const PATHS: [&str; 12] = ["", "/", "a", "b", "a/b", "a/b/c", "/a//b", "..", "a/../b", "zarr.json", "é\u{301}", "c0"];

const TEXTS: [&str; 20] = [
    "{}",
    "[]",
    "",
    "{\"a\": 1, \"b\": [1, 2.5], \"c\": \"x\", \"d\": true, \"e\": [\"y\", null]}",
    "{\"limits\": {\"chunk_bytes\": 4096}}",
    "{\"mode\": \"r\"}",
    "{\"cache_bytes\": 1000}",
    "{\"consolidated\": \"require\"}",
    "{\"level\": 1}",
    "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": \"shuffle\"}",
    "\"string\"",
    "\"float16\"",
    "[[\"x\", \"<i2\"], [\"y\", \">f4\"]]",
    "\"<M8[ns]\"",
    "gzip",
    "zstd",
    "blosc",
    "packbits",
    "{\"zarr_format\": 2, \"shape\": [5, 4], \"chunks\": [2, 2], \"dtype\": \"<i2\", \"order\": \"F\", \"fill_value\": 3, \"filters\": null, \"compressor\": {\"id\": \"zlib\", \"level\": 1}}",
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [6], \"data_type\": \"int16\", \"chunk_grid\": {\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[1, 2, 3]]}}, \"chunk_key_encoding\": {\"name\": \"v2\"}, \"fill_value\": 0, \"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}]}",
];

/// The options of stores. Calls may ask for chunks of gigabytes, and would get them.
const OPTIONS: &CStr = c"{\"threads\": 1, \"limits\": {\"chunk_bytes\": 1048576}}";
const READ_ONLY: &CStr = c"{\"mode\": \"r\", \"limits\": {\"chunk_bytes\": 1048576}}";

/// Bytes that calls read from and write to.
const ROOM: usize = 1 << 12;

struct World<'a> {
    input: Input<'a>,
    stores: [*mut zarr_store; 3],
    groups: [*mut zarr_group; 3],
    arrays: [*mut zarr_array; 4],
    builders: [*mut zarr_array_builder; 2],
    error: zarr_error,
    buffer: Vec<u8>,
    numbers: [[i64; 8]; 4],
    texts: Vec<CString>,
}

/// A byte chooses each call and each argument.
pub fn run(data: &[u8]) {
    let mut world = World {
        input: Input::new(data),
        stores: [null_mut(); 3],
        groups: [null_mut(); 3],
        arrays: [null_mut(); 4],
        builders: [null_mut(); 2],
        error: zarr_error { status: 0, system_code: 0, message: [0; 1016] },
        buffer: vec![0; ROOM],
        numbers: [[0; 8]; 4],
        texts: Vec::new(),
    };
    // SAFETY: as `World::call` says.
    unsafe {
        zarr_store_open(c"memory://".as_ptr(), OPTIONS.as_ptr(), &raw mut world.stores[0], null_mut());
        for _ in 0..48 {
            if world.input.is_empty() {
                break;
            }
            world.call();
        }
        world.arrays.iter().for_each(|array| zarr_array_free(*array));
        world.groups.iter().for_each(|group| zarr_group_free(*group));
        world.builders.iter().for_each(|builder| zarr_array_builder_free(*builder));
        world.stores.iter().for_each(|store| zarr_store_free(*store));
    }
}

impl World<'_> {
    /// A text that lives as long as the world; NULL at times, and at times one of the input.
    fn text(&mut self, of: &[&str]) -> *const c_char {
        let choice = self.input.below(of.len() + 2);
        let text = match of.get(choice) {
            Some(text) => CString::new(*text).ok(),
            None if choice == of.len() => None,
            None => {
                let length = self.input.below(40);
                CString::new(self.input.bytes(length)).ok()
            }
        };
        text.map_or(null(), |text| {
            let pointer = text.as_ptr();
            self.texts.push(text);
            pointer
        })
    }

    fn path(&mut self) -> *const c_char {
        self.text(&PATHS)
    }

    fn json(&mut self) -> *const c_char {
        self.text(&TEXTS)
    }

    /// A list of eight small numbers, or a few that are not.
    fn list(&mut self, which: usize) -> *const i64 {
        for at in 0..4 {
            self.numbers[which][at] = match self.input.byte() {
                251 => -1,
                252 => i64::MAX,
                253 => i64::MIN,
                254 => 1 << 40,
                255 => i64::from(self.input.number()),
                small => i64::from(small % 7),
            };
        }
        self.numbers[which].as_ptr()
    }

    fn ndim(&mut self) -> i32 {
        match self.input.byte() {
            255 => -1,
            254 => i32::MAX,
            // The room of a list ends there, and no caller may claim more; more than the array has is refused before.
            small => i32::from(small % 4),
        }
    }

    fn size(&mut self) -> usize {
        self.input.below(ROOM + 1)
    }

    fn code(&mut self) -> i32 {
        match self.input.byte() {
            255 => i32::MIN,
            code => i32::from(code % 60) - 1,
        }
    }

    fn store(&mut self) -> *mut zarr_store {
        if self.input.byte() == 255 { self.arrays[0].cast() } else { self.stores[self.input.below(3)] }
    }

    fn array(&mut self) -> *mut zarr_array {
        if self.input.byte() == 255 { self.groups[0].cast() } else { self.arrays[self.input.below(4)] }
    }

    fn group(&mut self) -> *mut zarr_group {
        if self.input.byte() == 255 { self.builders[0].cast() } else { self.groups[self.input.below(3)] }
    }

    fn builder(&mut self) -> *mut zarr_array_builder {
        if self.input.byte() == 255 { self.stores[0].cast() } else { self.builders[self.input.below(2)] }
    }

    fn node(&mut self) -> *const c_void {
        if self.input.byte() & 1 == 0 { self.array().cast() } else { self.group().cast() }
    }

    fn check(&mut self, status: i32) {
        assert_eq!(status, self.error.status);
        assert_ne!(status, 18, "an internal error");
        // SAFETY: the library terminates every message.
        let message = unsafe { CStr::from_ptr(self.error.message.as_ptr()) };
        assert_eq!(status == 0, message.is_empty(), "{status}: {message:?}");
        assert!(message.to_str().is_ok_and(|text| !text.contains('\n')), "{message:?}");
    }

    /// One call.
    ///
    /// # Safety
    /// Texts are terminated, lists have eight numbers (no more than three dimensions are named, but for numbers that
    /// are refused at once), buffers are as long as is said, and handles are NULL or such as the library gave, freed or
    /// not.
    unsafe fn call(&mut self) {
        let error = &raw mut self.error;
        let (mut bytes, mut strings, mut more): (*mut zarr_bytes, *mut zarr_strings, *mut zarr_strings) =
            (null_mut(), null_mut(), null_mut());
        let (mut kind, mut length, mut number, mut real, mut big) = (0_i32, 0_usize, 0_i64, 0_f64, 0_u64);
        let mut out = [0_i64; 32];
        let out = out.as_mut_ptr();
        let buffer = self.buffer.as_mut_ptr().cast::<c_void>();
        // SAFETY: as above.
        let status = unsafe {
            match self.input.below(72) {
                0 => {
                    let slot = &raw mut self.stores[1 + self.input.below(2)];
                    zarr_store_free(*slot);
                    let url = self.text(&["memory://", "memory://fuzz", "nowhere/at/all", "s3://", "x://y"]);
                    zarr_store_open(url, READ_ONLY.as_ptr(), slot, error)
                }
                1 => zarr_store_flush(self.store(), error),
                2 => zarr_store_get(self.store(), self.path(), &raw mut bytes, error),
                3 => {
                    let numbers = self.list(0);
                    let range = zarr_range { start: *numbers, length: *numbers.add(1) };
                    zarr_store_get_range(self.store(), self.path(), range, &raw mut bytes, error)
                }
                4 => zarr_store_set(self.store(), self.path(), buffer, self.size(), error),
                5 => {
                    let keys =
                        ["a/zarr.json", "zarr.json", ".zarray", ".zattrs", "a/.zgroup", "a/c/0/0", "a/0.0", "b/c/0"];
                    let (key, value) = (self.text(&keys), self.json());
                    let size = if value.is_null() { 0 } else { CStr::from_ptr(value).count_bytes() };
                    zarr_store_set(self.store(), key, value.cast(), size, error)
                }
                6 => zarr_store_erase(self.store(), self.path(), error),
                7 => zarr_store_erase_prefix(self.store(), self.text(&["", "a/", "a", "b/", "/"]), error),
                8 => zarr_store_exists(self.store(), self.path(), &raw mut kind, error),
                9 => zarr_store_size(self.store(), self.path(), &raw mut number, error),
                10 => zarr_store_list_prefix(self.store(), self.text(&["", "a/", "a"]), &raw mut strings, error),
                11 => zarr_store_list_dir(
                    self.store(),
                    self.text(&["", "a/", "a/c/"]),
                    &raw mut strings,
                    &raw mut more,
                    error,
                ),
                12..=15 => {
                    let slot = &raw mut self.builders[self.input.below(2)];
                    zarr_array_builder_free(*slot);
                    // Nothing but the rank says how long the list is.
                    let (code, ndim, shape) = (self.code(), self.ndim().min(3), self.list(0));
                    zarr_array_builder_new(code, ndim, shape, slot, error)
                }
                16 => {
                    let slot = &raw mut self.builders[self.input.below(2)];
                    zarr_array_builder_free(*slot);
                    let (json, ndim, shape) = (self.json(), self.ndim().min(3), self.list(0));
                    zarr_array_builder_new_json(json, ndim, shape, slot, error)
                }
                17 => zarr_array_builder_format(self.builder(), self.code(), error),
                18 => zarr_array_builder_chunk_shape(self.builder(), self.ndim(), self.list(0), error),
                19 => zarr_array_builder_shard_shape(self.builder(), self.ndim(), self.list(0), error),
                20 => {
                    let (axis, count) = (self.ndim(), self.input.below(5));
                    zarr_array_builder_chunk_edges(self.builder(), axis, count, self.list(0), error)
                }
                21 => zarr_array_builder_fill_value(self.builder(), buffer, self.input.below(33), error),
                22 => zarr_array_builder_order(self.builder(), i32::from(self.input.pick(b"CFX")), error),
                23 => zarr_array_builder_big_endian(self.builder(), self.code(), error),
                24 => zarr_array_builder_separator(self.builder(), i32::from(self.input.pick(b"./X")), error),
                25 => {
                    let ndim = self.ndim().min(3);
                    let names = [self.path(), self.path(), self.path()];
                    zarr_array_builder_dimension_names(self.builder(), ndim, names.as_ptr(), error)
                }
                26 => zarr_array_builder_attributes(self.builder(), self.json(), error),
                28 => {
                    let name = self.text(&["default", "v2", "fanout", "suffix"]);
                    zarr_array_builder_chunk_key_encoding(self.builder(), name, self.json(), error)
                }
                27 => {
                    let name =
                        self.text(&["gzip", "zstd", "blosc", "crc32c", "bytes", "transpose", "delta", "vlen-utf8"]);
                    zarr_array_builder_codec(self.builder(), name, self.json(), error)
                }
                29..=32 => {
                    let slot = &raw mut self.arrays[self.input.below(4)];
                    zarr_array_free(*slot);
                    let (store, path, builder) = (self.store(), self.path(), self.builder());
                    if self.input.byte() & 1 == 0 {
                        zarr_array_create(store, path, builder, slot, error)
                    } else {
                        zarr_array_create_or_replace(store, path, builder, slot, error)
                    }
                }
                33 => {
                    let slot = &raw mut self.arrays[self.input.below(4)];
                    zarr_array_free(*slot);
                    let (store, path, format, json) = (self.store(), self.path(), self.code(), self.json());
                    zarr_array_create_json(store, path, format, json, slot, error)
                }
                34 => {
                    let slot = &raw mut self.arrays[self.input.below(4)];
                    zarr_array_free(*slot);
                    zarr_array_open_with(self.store(), self.path(), self.json(), slot, error)
                }
                35 => {
                    let slot = &raw mut self.groups[self.input.below(3)];
                    zarr_group_free(*slot);
                    let (store, path, format, json) = (self.store(), self.path(), self.code(), self.json());
                    if self.input.byte() & 1 == 0 {
                        zarr_group_create(store, path, format, json, slot, error)
                    } else {
                        zarr_group_create_or_replace(store, path, format, json, slot, error)
                    }
                }
                36 => {
                    let slot = &raw mut self.groups[self.input.below(3)];
                    zarr_group_free(*slot);
                    zarr_group_open_with(self.store(), self.path(), self.json(), slot, error)
                }
                37 => {
                    let (array, group) = (&raw mut self.arrays[self.input.below(4)], &raw mut self.groups[0]);
                    zarr_array_free(*array);
                    zarr_group_free(*group);
                    zarr_node_open(self.store(), self.path(), self.json(), array, group, error)
                }
                38 => zarr_array_refresh(self.array(), error),
                39 => zarr_array_shape(self.array(), self.ndim().min(3), out, error),
                40 => zarr_array_chunk_shape(self.array(), self.ndim().min(3), out, error),
                41 => zarr_array_shard_shape(self.array(), self.ndim().min(3), out, error),
                42 => zarr_array_fill_value(self.array(), buffer, self.size(), error),
                43 => zarr_array_fill_value_bytes(self.array(), &raw mut bytes, error),
                44 => zarr_array_dimension_names(self.array(), &raw mut strings, error),
                45 => zarr_array_metadata(self.array(), &raw mut bytes, error),
                46 => zarr_array_set_attributes(self.array(), self.json(), error),
                47 => match self.input.below(4) {
                    0 => zarr_array_lengthen(self.array(), self.code(), self.size() as i64, error),
                    1 => zarr_array_reserve(self.array(), self.code(), self.size() as i64, &raw mut number, error),
                    2 => zarr_array_set_fill_value(self.array(), buffer, self.size(), error),
                    _ => zarr_array_resize(self.array(), self.ndim(), self.list(0), error),
                },
                48 | 49 => {
                    let (ndim, start, count, size) = (self.ndim(), self.list(0), self.list(1), self.size());
                    zarr_array_write_region(self.array(), ndim, start, count, buffer, size, error)
                }
                50 => self.whole(true),
                51 => self.whole(false),
                52 => {
                    let (ndim, start, count, size) = (self.ndim(), self.list(0), self.list(1), self.size());
                    zarr_array_read_region(self.array(), ndim, start, count, buffer, size, error)
                }
                53 => {
                    let (start, count, step, strides) = (self.list(0), self.list(1), self.list(2), self.list(3));
                    let region = zarr_region {
                        struct_size: size_of::<zarr_region>(),
                        ndim: self.ndim(),
                        order: i32::from(self.input.pick(b"CFX")),
                        start,
                        count,
                        step: if self.input.byte() & 1 == 0 { null() } else { step },
                        strides: if self.input.byte() & 1 == 0 { null() } else { strides },
                        offset: self.input.below(64) as i64,
                    };
                    let mut how: zarr_transfer = std::mem::zeroed();
                    zarr_transfer_init(&raw mut how);
                    how.data_type = self.code();
                    let size = self.size();
                    if self.input.byte() & 1 == 0 {
                        zarr_array_read(self.array(), &raw const region, buffer, size, &raw const how, error)
                    } else {
                        zarr_array_write(self.array(), &raw const region, buffer, size, &raw const how, error)
                    }
                }
                54 => zarr_array_read_strings(
                    self.array(),
                    self.ndim(),
                    self.list(0),
                    self.list(1),
                    &raw mut strings,
                    error,
                ),
                55 => {
                    let values = [self.path(), self.json(), self.path(), self.json()];
                    let (ndim, start, count) = (self.ndim(), self.list(0), self.list(1));
                    let amount = self.input.below(5);
                    zarr_array_write_strings(self.array(), ndim, start, count, values.as_ptr(), null(), amount, error)
                }
                56 => {
                    let (axis, ndim, count, size) = (self.code(), self.ndim(), self.list(0), self.size());
                    zarr_array_append(self.array(), axis, ndim, count, buffer, size, &raw mut number, error)
                }
                57 => {
                    let (unit, ndim, position, size) = (self.code() % 3, self.ndim(), self.list(0), self.size());
                    match self.input.below(4) {
                        0 => zarr_array_read_chunk(self.array(), unit, ndim, position, buffer, size, error),
                        1 => zarr_array_write_chunk(self.array(), unit, ndim, position, buffer, size, error),
                        2 => zarr_array_write_encoded_chunk(self.array(), unit, ndim, position, buffer, size, error),
                        _ => zarr_array_read_encoded_chunk(self.array(), unit, ndim, position, &raw mut bytes, error),
                    }
                }
                58 => zarr_array_erase_chunk(self.array(), self.code() % 3, self.ndim(), self.list(0), error),
                59 => zarr_array_list_chunks(self.array(), self.code() % 3, &raw mut bytes, &raw mut length, error),
                60 => {
                    let (unit, ndim, element) = (self.code() % 3, self.ndim(), self.list(0));
                    if self.input.byte() & 1 == 0 {
                        zarr_array_chunk_at(self.array(), unit, ndim, element, out, error)
                    } else {
                        zarr_array_chunk_bounds(self.array(), unit, ndim, element, out, out.add(8), error)
                    }
                }
                61 => {
                    let (unit, ndim, start, count) = (self.code() % 3, self.ndim(), self.list(0), self.list(1));
                    let parts = &raw mut number;
                    if self.input.byte() & 1 == 0 {
                        zarr_array_region_parts(self.array(), unit, ndim, start, count, parts, error)
                    } else {
                        let part = i64::from(self.input.byte());
                        let outs = (out, out.add(8), out.add(16));
                        zarr_array_region_part(
                            self.array(),
                            unit,
                            ndim,
                            start,
                            count,
                            part,
                            outs.0,
                            outs.1,
                            outs.2,
                            error,
                        )
                    }
                }
                62 => zarr_node_kind(self.store(), self.path(), &raw mut kind, error),
                63 => zarr_node_children(self.store(), self.path(), &raw mut strings, error),
                64 => zarr_node_walk(self.store(), self.path(), self.code(), &raw mut strings, &raw mut bytes, error),
                65 => zarr_node_consolidate(self.store(), self.path(), error),
                66 => {
                    let (from, path, to, new, format) =
                        (self.store(), self.path(), self.store(), self.path(), self.code());
                    zarr_node_copy(from, path, to, new, format, None, null_mut(), error)
                }
                67 => zarr_node_move(self.store(), self.path(), self.path(), None, null_mut(), error),
                68 => zarr_node_erase(self.store(), self.path(), error),
                69 => {
                    let (node, name) = (self.node(), self.text(&["a", "b", "c", "d", "e", "", "_ARRAY_DIMENSIONS"]));
                    match self.input.below(14) {
                        0 => zarr_attribute_names(node, &raw mut strings, error),
                        1 => zarr_attribute_kind(node, name, &raw mut kind, &raw mut length, error),
                        2 => zarr_attribute_get_json(node, name, &raw mut bytes, error),
                        3 => zarr_attribute_get_int64(node, name, &raw mut number, error),
                        4 => zarr_attribute_get_uint64(node, name, &raw mut big, error),
                        5 => zarr_attribute_get_double(node, name, &raw mut real, error),
                        6 => zarr_attribute_get_strings(node, name, &raw mut strings, error),
                        7 => zarr_attribute_get_int64s(node, name, self.input.below(9), out, error),
                        8 => zarr_attribute_set_json(node, name, self.json(), error),
                        9 => zarr_attribute_set_string(node, name, self.json(), error),
                        10 => zarr_attribute_set_int64s(node, name, self.input.below(9), self.list(0), error),
                        11 => zarr_attribute_replace_json(node, name, self.json(), self.json(), error),
                        12 => zarr_attribute_replace_all(node, self.json(), self.json(), error),
                        _ => zarr_attribute_erase(node, name, error),
                    }
                }
                70 => {
                    let slot = &raw mut self.stores[1 + self.input.below(2)];
                    zarr_store_free(*slot);
                    // A store of stores of stores grows without end.
                    let store = self.stores[0];
                    match self.input.below(3) {
                        0 => zarr_store_wrap_prefix(store, self.text(&["", "a/", "a"]), self.json(), slot, error),
                        1 => zarr_store_wrap_read_only(store, self.json(), slot, error),
                        _ => zarr_store_wrap_cache(store, self.size(), self.json(), slot, error),
                    }
                }
                _ => {
                    zarr_array_format(self.array());
                    zarr_array_item_size(self.array());
                    zarr_array_reads_parts(self.array());
                    zarr_array_builder_data_type(self.builder());
                    zarr_array_builder_item_size(self.builder());
                    zarr_array_clear_cache(self.array(), error);
                    match self.input.below(3) {
                        0 => zarr_array_struct_fields(self.array(), &raw mut strings, error),
                        1 => zarr_group_open_array(
                            self.group(),
                            self.path(),
                            null(),
                            {
                                zarr_array_free(self.arrays[3]);
                                &raw mut self.arrays[3]
                            },
                            error,
                        ),
                        _ => zarr_group_set_attributes(self.group(), self.json(), error),
                    }
                }
            }
        };
        self.check(status);
        // SAFETY: what the library gave, or NULL.
        unsafe {
            zarr_bytes_free(bytes);
            zarr_strings_free(strings);
            zarr_strings_free(more);
        }
    }

    /// Reads or writes all of an array that is small.
    ///
    /// # Safety
    /// As [`World::call`].
    unsafe fn whole(&mut self, write: bool) -> i32 {
        let array = self.array();
        let (mut shape, start) = ([0_i64; 8], [0_i64; 8]);
        let error = &raw mut self.error;
        // SAFETY: there is room for eight numbers, and for the whole buffer.
        unsafe {
            let ndim = zarr_array_ndim(array);
            if !(0..=8).contains(&ndim) {
                return zarr_array_refresh(null(), error);
            }
            zarr_array_shape(array, ndim, shape.as_mut_ptr(), error);
            let elements =
                shape[..ndim as usize].iter().try_fold(1_i64, |product, length| product.checked_mul(*length));
            let size = elements.and_then(|elements| elements.checked_mul(zarr_array_item_size(array) as i64));
            let size = size.unwrap_or(i64::MAX).min(ROOM as i64) as usize;
            let (start, shape) = (start.as_ptr(), shape.as_ptr());
            let buffer = self.buffer.as_mut_ptr().cast::<c_void>();
            if write {
                zarr_array_write_region(array, ndim, start, shape, buffer, size, error)
            } else {
                zarr_array_read_region(array, ndim, start, shape, buffer, size, error)
            }
        }
    }
}
