//! The fields of arrays of structs.
//!
//! # In the header
//! Structs
//!
//! An element of an array of `ZARR_STRUCT` consists of fields. In memory they are packed as they are stored, without
//! the padding of a C compiler: offsets count bytes from the start of an element, and `zarr_array_item_size` is the
//! distance between elements. Each number is in the byte order of the machine. Stored padding keeps its space, but is
//! not a field.

use super::args::{Out, OutValue};
use super::array::{named, zarr_array};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::strings::{Strings, zarr_strings};
use crate::array::Array;
use crate::dtype::{DataType, Field};
use crate::error::{Error, ErrorKind, Result};
use crate::json::Json;

/// List the names of the fields, in the order of their offsets. The caller frees them with `zarr_strings_free`.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: the array does not hold structs.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_struct_fields(
    array: *const zarr_array,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(names, "names")?;
            let array = handle::get(array)?;
            let data_type = array.data_type();
            let names: Vec<String> =
                fields(&array, &data_type)?.iter().filter_map(|field| field.name.clone()).collect();
            place.put(Strings::from_texts(&names)?)
        })
    }
}

/// Get the data type of the field at an index, counted from 0, the offset of its first byte in an element, and its
/// size in bytes. The caller frees the text with `zarr_bytes_free`.
///
/// The type is JSON as in `zarr_array_data_type_json`; for a field that is an array, a list of the type of its elements
/// and its shape.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: the array does not hold structs. `ZARR_ERROR_OUT_OF_BOUNDS`: the struct has no such
/// field.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_struct_field(
    array: *const zarr_array,
    index: usize,
    data_type_json: *mut *mut zarr_bytes,
    offset: *mut usize,
    size: *mut usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(data_type_json, "data_type_json")?;
            let (offset, size) = (OutValue::new(offset, "offset")?, OutValue::new(size, "size")?);
            let array = handle::get(array)?;
            let data_type = array.data_type();
            let fields = fields(&array, &data_type)?;
            // Padding has the index of the field after it.
            let place_of = fields.partition_point(|field| field.index <= index).checked_sub(1);
            let found =
                place_of.and_then(|at| fields.get(at)).filter(|field| field.index == index && field.name.is_some());
            let Some(field) = found else {
                let count = fields.iter().filter(|field| field.name.is_some()).count();
                let message = format!("there is no field {index}; the struct has {count}");
                return Err(Error::new(ErrorKind::OutOfBounds, message).context(named(&array)));
            };
            let mut json = field.data_type.to_json();
            if !field.shape.is_empty() {
                json = Json::Array(vec![json, field.shape.clone().into()]);
            }
            place.put(terminated(json.to_string().into_bytes())?)?;
            offset.put(field.offset);
            size.put(field.size);
            Ok(())
        })
    }
}

/// The fields of a data type of the array, and its padding.
fn fields<'a>(array: &Array, data_type: &'a DataType) -> Result<&'a [Field]> {
    data_type
        .fields()
        .ok_or_else(|| Error::new(ErrorKind::TypeMismatch, format!("{data_type} is no struct")).context(named(array)))
}
