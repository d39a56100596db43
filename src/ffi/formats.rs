//! The numbers of the formats.
//!
//! # In the header
//! Formats
//!
//! Functions that open a node detect its format. Functions that create a node take the format as an argument, or use
//! that of the hierarchy around the node; mixing formats in one hierarchy is refused. docs/support.md lists the formats
//! that this version reads and writes; the others are `ZARR_ERROR_UNSUPPORTED`.

use std::ffi::{CStr, c_char};

/// On creation: the format of the hierarchy, and final v3 in an empty store.
pub const ZARR_FORMAT_DEFAULT: i32 = 0;
/// Version 1.
pub const ZARR_FORMAT_V1: i32 = 1;
/// Version 2.
pub const ZARR_FORMAT_V2: i32 = 2;
/// Version 3, final: 3.0 and 3.1.
pub const ZARR_FORMAT_V3: i32 = 3;
/// Version 3, protocol draft of May 2019.
pub const ZARR_FORMAT_V3_2019A: i32 = 31;
/// Version 3, protocol drafts from June 2019 to August 2020.
pub const ZARR_FORMAT_V3_2019B: i32 = 32;
/// Version 3 as software wrote it from 2020 to 2024: meta/root, data/root.
pub const ZARR_FORMAT_V3_2020: i32 = 33;
/// Version 3, core draft of May 2022.
pub const ZARR_FORMAT_V3_2022: i32 = 34;
/// N5.
pub const ZARR_FORMAT_N5: i32 = 50;

/// The names of the formats.
const NAMES: &[(i32, &CStr)] = &[
    (ZARR_FORMAT_DEFAULT, c"default"),
    (ZARR_FORMAT_V1, c"v1"),
    (ZARR_FORMAT_V2, c"v2"),
    (ZARR_FORMAT_V3, c"v3"),
    (ZARR_FORMAT_V3_2019A, c"v3-2019a"),
    (ZARR_FORMAT_V3_2019B, c"v3-2019b"),
    (ZARR_FORMAT_V3_2020, c"v3-2020"),
    (ZARR_FORMAT_V3_2022, c"v3-2022"),
    (ZARR_FORMAT_N5, c"n5"),
];

/// Return the name of a format as options and messages spell it: "v2", "v3-2022".
///
/// Never NULL: "default" for `ZARR_FORMAT_DEFAULT`, "unknown format" for any other number. The text is constant and is
/// never freed.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_format_name(format: i32) -> *const c_char {
    name(format).unwrap_or(c"unknown format").as_ptr()
}

/// The numbers with their names, for messages.
pub(super) fn listed() -> String {
    NAMES.iter().map(|(code, name)| format!("{code} ({})", name.to_string_lossy())).collect::<Vec<_>>().join(", ")
}

fn name(format: i32) -> Option<&'static CStr> {
    NAMES.iter().find(|(code, _)| *code == format).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::FormatId;

    #[test]
    fn every_format_is_called_as_in_options() {
        for format in FormatId::all() {
            assert_eq!(name(format.code()).and_then(|name| name.to_str().ok()), Some(format.name()));
        }
        assert_eq!((name(0), name(-1), name(4)), (Some(c"default"), None, None));
    }
}
