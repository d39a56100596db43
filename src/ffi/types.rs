//! The numbers of the data types.
//!
//! # In the header
//! Data types
//!
//! In memory, elements are in the byte order of the machine. A complex number is its real part, then its imaginary
//! part; a bool is a byte, 0 or 1. Types with parameters, such as a length, are described in JSON. New codes are
//! only ever appended.

use crate::dtype::TypeCode;

/// One byte, 0 or 1.
pub const ZARR_BOOL: i32 = 1;
/// int8_t
pub const ZARR_INT8: i32 = 2;
/// int16_t
pub const ZARR_INT16: i32 = 3;
/// int32_t
pub const ZARR_INT32: i32 = 4;
/// int64_t
pub const ZARR_INT64: i32 = 5;
/// uint8_t
pub const ZARR_UINT8: i32 = 6;
/// uint16_t
pub const ZARR_UINT16: i32 = 7;
/// uint32_t
pub const ZARR_UINT32: i32 = 8;
/// uint64_t
pub const ZARR_UINT64: i32 = 9;
/// IEEE 754 binary16.
pub const ZARR_FLOAT16: i32 = 10;
/// float
pub const ZARR_FLOAT32: i32 = 11;
/// double
pub const ZARR_FLOAT64: i32 = 12;
/// Two floats.
pub const ZARR_COMPLEX64: i32 = 13;
/// Two doubles.
pub const ZARR_COMPLEX128: i32 = 14;
/// r*, void: opaque bytes of fixed size.
pub const ZARR_RAW: i32 = 15;
/// |S*: null-terminated bytes of fixed size.
pub const ZARR_FIXED_BYTES: i32 = 16;
/// <U*: UTF-32 of fixed size.
pub const ZARR_FIXED_UTF32: i32 = 17;
/// A point in time.
pub const ZARR_DATETIME64: i32 = 18;
/// A span of time.
pub const ZARR_TIMEDELTA64: i32 = 19;
/// Fields of other types.
pub const ZARR_STRUCT: i32 = 20;
/// UTF-8 of variable length.
pub const ZARR_STRING: i32 = 21;
/// Bytes of variable length.
pub const ZARR_BYTES: i32 = 22;

const _: () = assert!(
    TypeCode::Bool as i32 == ZARR_BOOL
        && TypeCode::Int8 as i32 == ZARR_INT8
        && TypeCode::Int16 as i32 == ZARR_INT16
        && TypeCode::Int32 as i32 == ZARR_INT32
        && TypeCode::Int64 as i32 == ZARR_INT64
        && TypeCode::UInt8 as i32 == ZARR_UINT8
        && TypeCode::UInt16 as i32 == ZARR_UINT16
        && TypeCode::UInt32 as i32 == ZARR_UINT32
        && TypeCode::UInt64 as i32 == ZARR_UINT64
        && TypeCode::Float16 as i32 == ZARR_FLOAT16
        && TypeCode::Float32 as i32 == ZARR_FLOAT32
        && TypeCode::Float64 as i32 == ZARR_FLOAT64
        && TypeCode::Complex64 as i32 == ZARR_COMPLEX64
        && TypeCode::Complex128 as i32 == ZARR_COMPLEX128
        && TypeCode::Raw as i32 == ZARR_RAW
);
