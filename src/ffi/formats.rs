//! The numbers of the formats.
//!
//! # In the header
//! Formats
//!
//! Opening finds out which format a node is of. Creating is told, or does what the hierarchy around the new node
//! does; another format inside a hierarchy is refused. Which formats this version reads and writes is in the
//! documentation; the others are `ZARR_ERROR_UNSUPPORTED`.

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
/// Version 3, what software wrote from 2020 to 2024: meta/root, data/root.
pub const ZARR_FORMAT_V3_2020: i32 = 33;
/// Version 3, core draft of May 2022.
pub const ZARR_FORMAT_V3_2022: i32 = 34;
/// N5.
pub const ZARR_FORMAT_N5: i32 = 50;
