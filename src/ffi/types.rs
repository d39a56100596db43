//! The numbers of the data types.
//!
//! # In the header
//! Data types
//!
//! In memory, elements are in the byte order of the machine. A complex number is its real part, then its imaginary
//! part; a bool is a byte, 0 or 1. Texts of a fixed size are padded with NULs, which are not part of the value. Times
//! are int64_t; the lowest value is "not a time". Types with parameters, such as a length, a unit or fields, are
//! described in JSON. New codes are only ever appended.
//!
//! Numbers smaller than a byte take one byte each. The names of the small floats give the bits of exponent and
//! mantissa; all but E8M0 also have a sign bit. FN means no infinity, UZ no -0, and B11 a bias of 11.

use super::guard::guard_value;
use crate::dtype::{DataType, TypeCode};
use std::ffi::{CStr, c_char};

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
/// |S*: bytes of fixed size.
pub const ZARR_FIXED_BYTES: i32 = 16;
/// <U*: UTF-32 of fixed size, uint32_t each.
pub const ZARR_FIXED_UTF32: i32 = 17;
/// A point in time: int64_t units since 1970.
pub const ZARR_DATETIME64: i32 = 18;
/// A span of time: int64_t units.
pub const ZARR_TIMEDELTA64: i32 = 19;
/// Fields of other types.
pub const ZARR_STRUCT: i32 = 20;
/// UTF-8 of variable length.
pub const ZARR_STRING: i32 = 21;
/// Bytes of variable length.
pub const ZARR_BYTES: i32 = 22;
/// The upper half of a float.
pub const ZARR_BFLOAT16: i32 = 23;
/// -2 to 1 in an int8_t.
pub const ZARR_INT2: i32 = 24;
/// 0 to 3 in a uint8_t.
pub const ZARR_UINT2: i32 = 25;
/// -8 to 7 in an int8_t.
pub const ZARR_INT4: i32 = 26;
/// 0 to 15 in a uint8_t.
pub const ZARR_UINT4: i32 = 27;
/// The low 4 bits of a byte.
pub const ZARR_FLOAT4_E2M1FN: i32 = 28;
/// The low 6 bits of a byte.
pub const ZARR_FLOAT6_E2M3FN: i32 = 29;
/// The low 6 bits of a byte.
pub const ZARR_FLOAT6_E3M2FN: i32 = 30;
/// One byte.
pub const ZARR_FLOAT8_E3M4: i32 = 31;
/// One byte.
pub const ZARR_FLOAT8_E4M3: i32 = 32;
/// One byte.
pub const ZARR_FLOAT8_E4M3B11FNUZ: i32 = 33;
/// One byte.
pub const ZARR_FLOAT8_E4M3FNUZ: i32 = 34;
/// One byte.
pub const ZARR_FLOAT8_E5M2: i32 = 35;
/// One byte.
pub const ZARR_FLOAT8_E5M2FNUZ: i32 = 36;
/// One byte.
pub const ZARR_FLOAT8_E8M0FNU: i32 = 37;
/// One byte.
pub const ZARR_FLOAT8_E4M3FN: i32 = 38;
/// Two bfloat16.
pub const ZARR_COMPLEX_BFLOAT16: i32 = 39;
/// Two float16.
pub const ZARR_COMPLEX_FLOAT16: i32 = 40;
/// Two float4_e2m1fn.
pub const ZARR_COMPLEX_FLOAT4_E2M1FN: i32 = 41;
/// Two float6_e2m3fn.
pub const ZARR_COMPLEX_FLOAT6_E2M3FN: i32 = 42;
/// Two float6_e3m2fn.
pub const ZARR_COMPLEX_FLOAT6_E3M2FN: i32 = 43;
/// Two float8_e3m4.
pub const ZARR_COMPLEX_FLOAT8_E3M4: i32 = 44;
/// Two float8_e4m3.
pub const ZARR_COMPLEX_FLOAT8_E4M3: i32 = 45;
/// Two float8_e4m3b11fnuz.
pub const ZARR_COMPLEX_FLOAT8_E4M3B11FNUZ: i32 = 46;
/// Two float8_e4m3fnuz.
pub const ZARR_COMPLEX_FLOAT8_E4M3FNUZ: i32 = 47;
/// Two float8_e5m2.
pub const ZARR_COMPLEX_FLOAT8_E5M2: i32 = 48;
/// Two float8_e5m2fnuz.
pub const ZARR_COMPLEX_FLOAT8_E5M2FNUZ: i32 = 49;
/// Two float8_e8m0fnu.
pub const ZARR_COMPLEX_FLOAT8_E8M0FNU: i32 = 50;

/// The names of the data types, from code 1 on.
const NAMES: &[&CStr] = &[
    c"bool",
    c"int8",
    c"int16",
    c"int32",
    c"int64",
    c"uint8",
    c"uint16",
    c"uint32",
    c"uint64",
    c"float16",
    c"float32",
    c"float64",
    c"complex64",
    c"complex128",
    c"r*",
    c"null_terminated_bytes",
    c"fixed_length_utf32",
    c"numpy.datetime64",
    c"numpy.timedelta64",
    c"struct",
    c"string",
    c"bytes",
    c"bfloat16",
    c"int2",
    c"uint2",
    c"int4",
    c"uint4",
    c"float4_e2m1fn",
    c"float6_e2m3fn",
    c"float6_e3m2fn",
    c"float8_e3m4",
    c"float8_e4m3",
    c"float8_e4m3b11fnuz",
    c"float8_e4m3fnuz",
    c"float8_e5m2",
    c"float8_e5m2fnuz",
    c"float8_e8m0fnu",
    c"float8_e4m3fn",
    c"complex_bfloat16",
    c"complex_float16",
    c"complex_float4_e2m1fn",
    c"complex_float6_e2m3fn",
    c"complex_float6_e3m2fn",
    c"complex_float8_e3m4",
    c"complex_float8_e4m3",
    c"complex_float8_e4m3b11fnuz",
    c"complex_float8_e4m3fnuz",
    c"complex_float8_e5m2",
    c"complex_float8_e5m2fnuz",
    c"complex_float8_e8m0fnu",
];

/// Return the name of a data type in final v3, without parameters: "float32", "numpy.datetime64", "r*" for raw bytes.
///
/// Never NULL: "unknown data type" for a number that is no data type. The text is constant and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_data_type_name(data_type: i32) -> *const c_char {
    name(data_type).unwrap_or(c"unknown data type").as_ptr()
}

fn name(data_type: i32) -> Option<&'static CStr> {
    NAMES.get(usize::try_from(data_type).ok()?.checked_sub(1)?).copied()
}

/// Return the size in bytes of an element of a data type in memory.
///
/// 0 if the size is a parameter of the type, if elements have variable length, and for a number that is no data type;
/// `zarr_array_item_size` returns the size for an array.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_data_type_size(data_type: i32) -> usize {
    guard_value(0, || Ok(DataType::from_code(data_type).map_or(0, |data_type| data_type.size())))
}

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
        && TypeCode::FixedBytes as i32 == ZARR_FIXED_BYTES
        && TypeCode::FixedUtf32 as i32 == ZARR_FIXED_UTF32
        && TypeCode::DateTime64 as i32 == ZARR_DATETIME64
        && TypeCode::TimeDelta64 as i32 == ZARR_TIMEDELTA64
        && TypeCode::Struct as i32 == ZARR_STRUCT
        && TypeCode::String as i32 == ZARR_STRING
        && TypeCode::Bytes as i32 == ZARR_BYTES
        && TypeCode::BFloat16 as i32 == ZARR_BFLOAT16
        && TypeCode::Int2 as i32 == ZARR_INT2
        && TypeCode::UInt2 as i32 == ZARR_UINT2
        && TypeCode::Int4 as i32 == ZARR_INT4
        && TypeCode::UInt4 as i32 == ZARR_UINT4
        && TypeCode::Float4E2M1Fn as i32 == ZARR_FLOAT4_E2M1FN
        && TypeCode::Float6E2M3Fn as i32 == ZARR_FLOAT6_E2M3FN
        && TypeCode::Float6E3M2Fn as i32 == ZARR_FLOAT6_E3M2FN
        && TypeCode::Float8E3M4 as i32 == ZARR_FLOAT8_E3M4
        && TypeCode::Float8E4M3 as i32 == ZARR_FLOAT8_E4M3
        && TypeCode::Float8E4M3B11Fnuz as i32 == ZARR_FLOAT8_E4M3B11FNUZ
        && TypeCode::Float8E4M3Fnuz as i32 == ZARR_FLOAT8_E4M3FNUZ
        && TypeCode::Float8E5M2 as i32 == ZARR_FLOAT8_E5M2
        && TypeCode::Float8E5M2Fnuz as i32 == ZARR_FLOAT8_E5M2FNUZ
        && TypeCode::Float8E8M0Fnu as i32 == ZARR_FLOAT8_E8M0FNU
        && TypeCode::Float8E4M3Fn as i32 == ZARR_FLOAT8_E4M3FN
        && TypeCode::ComplexBFloat16 as i32 == ZARR_COMPLEX_BFLOAT16
        && TypeCode::ComplexFloat16 as i32 == ZARR_COMPLEX_FLOAT16
        && TypeCode::ComplexFloat4E2M1Fn as i32 == ZARR_COMPLEX_FLOAT4_E2M1FN
        && TypeCode::ComplexFloat6E2M3Fn as i32 == ZARR_COMPLEX_FLOAT6_E2M3FN
        && TypeCode::ComplexFloat6E3M2Fn as i32 == ZARR_COMPLEX_FLOAT6_E3M2FN
        && TypeCode::ComplexFloat8E3M4 as i32 == ZARR_COMPLEX_FLOAT8_E3M4
        && TypeCode::ComplexFloat8E4M3 as i32 == ZARR_COMPLEX_FLOAT8_E4M3
        && TypeCode::ComplexFloat8E4M3B11Fnuz as i32 == ZARR_COMPLEX_FLOAT8_E4M3B11FNUZ
        && TypeCode::ComplexFloat8E4M3Fnuz as i32 == ZARR_COMPLEX_FLOAT8_E4M3FNUZ
        && TypeCode::ComplexFloat8E5M2 as i32 == ZARR_COMPLEX_FLOAT8_E5M2
        && TypeCode::ComplexFloat8E5M2Fnuz as i32 == ZARR_COMPLEX_FLOAT8_E5M2FNUZ
        && TypeCode::ComplexFloat8E8M0Fnu as i32 == ZARR_COMPLEX_FLOAT8_E8M0FNU
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::samples;

    #[test]
    fn every_data_type_is_called_as_in_final_v3() {
        for (called, data_type) in samples() {
            let code = data_type.code() as i32;
            assert_eq!(name(code).and_then(|name| name.to_str().ok()), Some(&*called), "{code}");
            assert!([0, data_type.size()].contains(&zarr_data_type_size(code)), "{called}");
        }
        assert_eq!(NAMES.len(), samples().count());
        assert_eq!([0, -1, i32::MIN, 9999].map(name), [None; 4]);
        let size = |code| zarr_data_type_size(code);
        assert_eq!([ZARR_FLOAT32, ZARR_COMPLEX128, ZARR_STRING, ZARR_RAW, 0].map(size), [4, 16, 0, 0, 0]);
    }
}
