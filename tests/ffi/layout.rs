//! The public structs lie in memory as `abi/layout.h` says: asserted while this file compiles. C asserts the same
//! (`tests/header/layout.c`). What makes the list anew (`make header`) stands in another program, `tests/house`, which
//! builds while the list differs.

#![cfg(target_pointer_width = "64")]

use std::mem::{align_of, offset_of, size_of};

use zarr::ffi::callbacks::zarr_store_callbacks;
use zarr::ffi::codec::{zarr_codec_callbacks, zarr_codec_place};
use zarr::ffi::error::zarr_error;
use zarr::ffi::store::zarr_range;
use zarr::ffi::transfer::{zarr_region, zarr_transfer};
use zarr::ffi::wrappers::{zarr_operation, zarr_tracer};

const LIST: &[u8] = include_bytes!("../../abi/layout.h");

/// Where the line that begins so goes on.
const fn line(beginning: &str) -> usize {
    let beginning = beginning.as_bytes();
    let (mut at, mut same) = (0, 0);
    while at < LIST.len() {
        if same == beginning.len() {
            return at;
        }
        // A beginning starts with the one newline in it, so that nothing needs to be read twice.
        same = if LIST[at] == beginning[same] { same + 1 } else { (LIST[at] == b'\n') as usize };
        at += 1;
    }
    panic!("abi/layout.h has no such line: run `make header`")
}

/// The number at a place, and the place behind the two characters that end it.
const fn number(mut at: usize) -> (usize, usize) {
    let mut number = 0;
    while LIST[at].is_ascii_digit() {
        number = 10 * number + (LIST[at] - b'0') as usize;
        at += 1;
    }
    (number, at + 2)
}

/// True when the line that begins so names these two numbers, and nothing else.
const fn says(beginning: &str, first: usize, second: usize) -> bool {
    let (listed_first, next) = number(line(beginning));
    let (listed_second, end) = number(next);
    listed_first == first && listed_second == second && LIST[end - 1] == b'\n'
}

const fn size_of_member<S, M>(_: fn(&S) -> &M) -> usize {
    size_of::<M>()
}

const fn lines() -> usize {
    let (mut at, mut lines) = (0, 0);
    while at + 1 < LIST.len() {
        lines += (LIST[at] == b')' && LIST[at + 1] == b'\n') as usize;
        at += 1;
    }
    lines
}

macro_rules! layout {
    ($($struct:ident { $($member:ident),* })*) => {
        $(
            const _: () = assert!(
                says(concat!("\nLAYOUT_STRUCT(", stringify!($struct), ", "), size_of::<$struct>(), align_of::<$struct>()),
                concat!("abi/layout.h names another size of ", stringify!($struct))
            );
            $(const _: () = assert!(
                says(
                    concat!("\nLAYOUT_MEMBER(", stringify!($struct), ", ", stringify!($member), ", "),
                    offset_of!($struct, $member),
                    size_of_member(|whole: &$struct| &whole.$member)
                ),
                concat!("abi/layout.h names another place of ", stringify!($struct), ".", stringify!($member))
            );)*
        )*
        /// How many lines of the list are held against Rust.
        const ASSERTED: usize = [$(stringify!($struct), $(stringify!($member)),*),*].len();
    };
}

layout! {
    zarr_error { status, system_code, message }
    zarr_range { start, length }
    zarr_store_callbacks {
        struct_size, flags, get, get_partial_values, set, set_partial_values, erase, erase_values, erase_prefix, list,
        list_prefix, list_dir, size, exists, set_if, flush, destroy
    }
    zarr_operation { struct_size, operation, status, keys, count, bytes, nanoseconds }
    zarr_tracer { struct_size, ended, destroy }
    zarr_region { struct_size, ndim, order, start, count, step, strides, offset }
    zarr_transfer { struct_size, progress, user_data, threads, data_type, conversion, reserved }
    zarr_codec_place { struct_size, configuration_json, data_type_json, item_size, ndim, chunk_shape }
    zarr_codec_callbacks { struct_size, flags, kind, encode, decode, bound, check, destroy }
}

const _: () = assert!(ASSERTED == lines(), "abi/layout.h has lines that are not asserted here");

/// The program that asks for nothing more than that the assertions above compile.
#[test]
fn every_line_of_the_list_is_asserted() {
    assert_eq!(ASSERTED, lines());
}
