//! Regions of arrays: reading, writing, and changing the shape that they lie in.
//!
//! # In the header
//! Reading and writing regions
//!
//! A region is a box of elements: `start` is its first element along each dimension, `count` the number of elements. A
//! `start` of NULL is the origin, and a `count` of NULL reaches to the end of the array; with both NULL the region is
//! the whole array. A region may begin and end inside chunks and span any number of them; with a count of 0 it is
//! empty. Elements that were never written read as the fill value. Writing a part of a chunk keeps the rest of it,
//! including concurrent writes by other threads and processes; docs/consistency.md says for which stores.
//!
//! If a region reaches outside the shape that the handle knows, the document is read again before the call fails. With
//! the option {"grow": true}, or {"grow": d} for dimension d, a write past the end along the first dimension, or along
//! d, makes the array longer, as `zarr_array_append` does. If another process has made the array shorter, the first
//! such write is `ZARR_ERROR_OUT_OF_BOUNDS`, and the next one makes it longer.
//!
//! Another process may change an array that is open here. On file systems and in memory, a write checks the document:
//! it is `ZARR_ERROR_OUT_OF_BOUNDS` if the array has become shorter, `ZARR_ERROR_NOT_FOUND` if it was erased or moved,
//! and `ZARR_ERROR_CONFLICT` if an array of another data type, other chunks, codecs or fill value has replaced it, also
//! by another handle of this process; the message names the difference, and `zarr_array_refresh` takes it over. The
//! meaning of the document counts, not its spelling, and levels of compression do not. If only the shape, the names of
//! dimensions or the attributes differ, the write goes to the new array. At object stores a write may be `ZARR_OK` in
//! all of these cases: the data are then outside the array or below an erased path, or damage the new array. Reads do
//! not check the document: if the array was erased, moved or replaced, they are `ZARR_OK` and return fill values or
//! data of the new array; `zarr_array_refresh` reports the change.
//!
//! A buffer holds exactly the elements of the region, prod(count) * item size bytes: in C order (last dimension
//! fastest), in the byte order of the machine, at any alignment.
//!
//! Elements of variable length have separate functions: `zarr_array_read_strings` and `zarr_array_write_strings`.

use super::args::{self, Out, OutValue, Span, bytes, bytes_mut, lengths, list, memory_type, span};
use super::array::{check_rank, check_size, named, zarr_array};
use super::bytes::{Bytes, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::strings::{Strings, zarr_strings};
use crate::array::{Array, MemoryOrder, Part, Section, Transfer, is_text};
use crate::dtype::{DataType, Policy, VariableValue};
use crate::error::{Error, Result, ResultExt, Term, counted};
use crate::grid::element_count;
use std::ffi::{CStr, c_char, c_void};

/// Read a region into a buffer of exactly prod(count) * item size bytes. After a failure the buffer may hold some of
/// the elements.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array. `ZARR_ERROR_BUFFER_SIZE`: `buffer_size` differs.
/// `ZARR_ERROR_DATA`: a chunk is corrupt. `ZARR_ERROR_LIMIT`: a stored chunk is larger than a chunk of this array can
/// be. `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; use `zarr_array_read_strings`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_region(
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    buffer: *mut c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let part = part(&array, ndim, start, count)?;
            check_fixed(&array, part.data_type(), "Array::read_strings")?;
            check_size(&array, "buffer_size", buffer_size, part.count(), part.data_type())?;
            part.read(bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Read a region into memory that the library allocates: prod(count) elements in C order. The caller frees the values
/// with `zarr_bytes_free`.
///
/// The data type is one of `ZARR_...` without parameters, to which the elements are converted and checked as in
/// `zarr_transfer`, or 0 to keep the type of the array. All of an array of floats, as double:
/// zarr_array_read_new(array, ndim, NULL, NULL, ZARR_FLOAT64, &values, &error).
///
/// `ZARR_ERROR_LIMIT`: the values are larger than "result_bytes" of the option "limits" allows; nothing was allocated.
/// Other errors as in `zarr_array_read_region` and `zarr_array_read`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_new(
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    data_type: i32,
    values: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(values, "values")?;
            let array = handle::get(array)?;
            let rank = check_rank(&array, ndim)?;
            let Span { start, count } = span(&array, start, count, &[])?;
            check_fixed(&array, &array.data_type(), "Array::read_strings")?;
            let wanted = memory_type(data_type, "data_type")?;
            let part = array.part(&start, &count)?;
            let item = wanted.as_ref().map_or(part.data_type().size(), DataType::size);
            let mut values = Bytes::zeros(array.result_bytes(&count, item)?)?;
            match wanted {
                None => part.read(values.as_mut())?,
                Some(wanted) => {
                    let section = Section { start, count, step: vec![1; rank], offset: 0, memory: MemoryOrder::C };
                    let how = Transfer { memory_type: Some((wanted, Policy::Check)), ..Transfer::default() };
                    array.read_section(&section, values.as_mut(), &how)?;
                }
            }
            place.put(values)
        })
    }
}

/// Write a region from a buffer of exactly prod(count) * item size bytes. After a failure some chunks may hold the new
/// elements; each chunk holds the old or the new ones, never a mixture.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array. `ZARR_ERROR_BUFFER_SIZE`: `buffer_size` differs.
/// `ZARR_ERROR_READ_ONLY`: the store is read-only. `ZARR_ERROR_DATA`: a chunk of which a part is written is corrupt.
/// `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; use `zarr_array_write_strings`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_region(
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    buffer: *const c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let fits = |count: &[u64]| {
                let data_type = array.data_type();
                check_fixed(&array, &data_type, "Array::write_strings")?;
                check_size(&array, "buffer_size", buffer_size, count, &data_type)
            };
            let part = part_to_write(&array, ndim, start, count, &fits)?;
            fits(part.count())?;
            part.write(bytes(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Read a region as strings, in C order, from an array of type `ZARR_STRING`, `ZARR_BYTES`, `ZARR_FIXED_BYTES`
/// (without trailing NULs) or `ZARR_FIXED_UTF32` (without trailing NULs, as UTF-8). The caller frees the values with
/// `zarr_strings_free`.
///
/// Arrays of Python objects (v2) have the type `ZARR_STRING`, or `ZARR_BYTES` for vlen-bytes and for vlen-array, whose
/// elements are the bytes of numbers in the byte order of the machine. In json2 and msgpack2, None is an absent entry
/// (NULL), and an object other than a text is read as JSON; it stays that object when its chunk is written again.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: the elements are not strings. `ZARR_ERROR_LIMIT`: a decoded chunk is larger than
/// "chunk_bytes" of the option "limits" allows. Other errors as in `zarr_array_read_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_strings(
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    values: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(values, "values")?;
            let array = handle::get(array)?;
            let part = part(&array, ndim, start, count)?;
            check_strings(&array, "Array::read_region")?;
            let values = part.read_strings()?;
            place.put(Strings::new(values.iter().map(VariableValue::bytes))?)
        })
    }
}

/// Write a region of strings, `values_count` elements in C order, to an array of a type that `zarr_array_read_strings`
/// reads. `sizes` holds their lengths in bytes; if it is NULL the values are NUL-terminated. A value that is NULL is
/// None in json2 and msgpack2; elsewhere it is an empty string if its size is 0, and otherwise an error.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: the elements are not strings. `ZARR_ERROR_RANGE`: a text is longer than elements of a
/// fixed size, or is not a label of the codec categorize. `ZARR_ERROR_INVALID_ARGUMENT`: a text is not UTF-8, and
/// nothing was written. Other errors as in `zarr_array_write_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_strings(
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    values: *const *const c_char,
    sizes: *const usize,
    values_count: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let given = || strings(&array, values, sizes, values_count);
            let fits = |count: &[u64]| {
                check_count(&array, count, values_count)?;
                given().and_then(|values| check_strings(&array, "Array::write_region").map(|()| values))
            };
            let may_grow = |count: &[u64]| fits(count).and_then(|values| array.check_strings(&values));
            let part = part_to_write(&array, ndim, start, count, &may_grow)?;
            let values = fits(part.count())?;
            part.write_strings(&values)
        })
    }
}

/// Write a region of strings from one block of bytes with offsets, as `zarr_strings_data` and `zarr_strings_offsets`
/// return them. Errors as in `zarr_array_write_strings`.
///
/// Element `i` is the bytes from `offsets[i]` to before `offsets[i + 1]`, the last of which is a NUL that is not part
/// of the element; an absent element (None) has no bytes at all. There are `values_count + 1` offsets, in ascending
/// order and at most `data_size`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_string_block(
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    data: *const c_char,
    data_size: usize,
    offsets: *const usize,
    values_count: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let fits = |count: &[u64]| {
                check_count(&array, count, values_count)?;
                let data = bytes(data.cast(), data_size, "data")?;
                let offsets = list(offsets, values_count.saturating_add(1), "offsets")?;
                let absent = array.keeps_absent();
                let mut values = room_for(values_count)?;
                for (index, pair) in offsets.windows(2).enumerate() {
                    let wrong = |why: &str| {
                        let (one, next) = (Term::item("offsets", index), Term::item("offsets", index + 1));
                        Error::invalid_argument(format!("{one} to {next}: {why}"))
                    };
                    let entry = data.get(pair[0]..pair[1]).ok_or_else(|| wrong("they are no part of the data"))?;
                    values.push(match entry.split_last() {
                        Some((0, value)) => VariableValue::Bytes(value),
                        Some(_) => return Err(wrong("the element has no final NUL")),
                        None if absent => VariableValue::Absent,
                        None => return Err(wrong("the array can't hold an element that is not there")),
                    });
                }
                check_strings(&array, "Array::write_region").map(|()| values)
            };
            let may_grow = |count: &[u64]| fits(count).and_then(|values| array.check_strings(&values));
            let part = part_to_write(&array, ndim, start, count, &may_grow)?;
            part.write_strings(&fits(part.count())?)
        })
    }
}

/// Change the shape of the array, not its number of dimensions, and erase chunks that are then entirely outside.
/// Elements that are added read as the fill value; an edge chunk may still contain elements that an earlier resize cut
/// off. Resizing to the current shape erases chunks outside of it that an interrupted call has left.
///
/// `ZARR_ERROR_UNSUPPORTED`: a chunk that would be cut off is stored, and the store can't erase it; nothing is changed.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_resize(
    array: *const zarr_array,
    ndim: i32,
    shape: *const i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let rank = check_rank(&array, ndim)?;
            array.resize(&lengths(shape, rank, "shape").context(|| named(&array))?)
        })
    }
}

/// Make the array at least `length` elements long along an axis, counted from 0. It never makes the array shorter, and
/// along the other axes the array keeps the length that it has in the store: programs that make an array longer at the
/// same time lose nothing, where `zarr_array_resize` would set the lengths that one of them knew. Elements are added as
/// by `zarr_array_resize`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_lengthen(
    array: *const zarr_array,
    axis: i32,
    length: i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let (axis, least) = (axis_of(axis)?, args::length(length, "length")?);
            array.lengthen(&[axis], least)
        })
    }
}

/// Make the array longer by `count` elements along an axis, counted from 0, and write none. Sets `*start` to the old
/// length. Concurrent calls get consecutive places, as those of `zarr_array_append` do: fill each place by
/// `zarr_array_write_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_reserve(
    array: *const zarr_array,
    axis: i32,
    count: i64,
    start: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(start, "start")?;
            let array = handle::get(array)?;
            let first = array.reserve(axis_of(axis)?, args::length(count, "count")?)?;
            // A length of an array that may grow fits 63 bits.
            place.put(i64::try_from(first).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

/// Grow the array along an axis, counted from 0, and write a block of elements into the new part. `count` is the
/// shape of the block: any length along the axis, the length of the array along the others. `buffer_size` is exactly
/// prod(count) * item size. Sets `*start` to the old length, where the block begins along the axis; `start` may be
/// NULL.
///
/// The array grows first, then the block is written, so concurrent appends by threads get consecutive places and lose
/// nothing. The same holds for processes on local file systems and at object stores; see docs/consistency.md. If
/// writing fails, the array has grown, and elements that were not written read as the fill value.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`, `ZARR_ERROR_BUFFER_SIZE`: the block does not fit, and nothing has changed. Other
/// errors as in `zarr_array_write_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_append(
    array: *const zarr_array,
    axis: i32,
    ndim: i32,
    count: *const i64,
    buffer: *const c_void,
    buffer_size: usize,
    start: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::optional(start);
            let array = handle::get(array)?;
            let count = lengths(count, check_rank(&array, ndim)?, "count")?;
            let axis = axis_of(axis)?;
            check_fixed(&array, &array.data_type(), "Array::append_strings")?;
            let buffer = bytes(buffer, buffer_size, "buffer")?;
            // A length of an array that may grow fits 63 bits.
            place.put(i64::try_from(array.append(axis, &count, buffer)?).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

/// Append a block of `values_count` strings in C order, as `zarr_array_append` does for other types. `values` and
/// `sizes` are those of `zarr_array_write_strings`. An invalid text is found before anything changes, except one that
/// is not a label of the codec categorize.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_append_strings(
    array: *const zarr_array,
    axis: i32,
    ndim: i32,
    count: *const i64,
    values: *const *const c_char,
    sizes: *const usize,
    values_count: usize,
    start: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::optional(start);
            let array = handle::get(array)?;
            let count = lengths(count, check_rank(&array, ndim)?, "count")?;
            let axis = axis_of(axis)?;
            check_count(&array, &count, values_count)?;
            let values = strings(&array, values, sizes, values_count)?;
            check_strings(&array, "Array::append")?;
            place.put(i64::try_from(array.append_strings(axis, &count, &values)?).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

fn axis_of(axis: i32) -> Result<usize> {
    usize::try_from(axis).map_err(|_| Error::invalid_argument(format!("axis is negative: {axis}")))
}

/// The strings that a caller gives to be written.
///
/// # Safety
/// `values` points to `count` strings, `sizes` to their sizes; where it is NULL they are NUL-terminated.
unsafe fn strings<'v>(
    array: &Array,
    values: *const *const c_char,
    sizes: *const usize,
    count: usize,
) -> Result<Vec<VariableValue<'v>>> {
    // SAFETY: promised by the caller.
    unsafe {
        let pointers = list(values, count, "values")?;
        let sizes = if sizes.is_null() { None } else { Some(list(sizes, count, "sizes")?) };
        let absent = array.keeps_absent();
        let mut values = room_for(count)?;
        for (index, pointer) in pointers.into_iter().enumerate() {
            let name = || Term::item("values", index);
            values.push(match (pointer.is_null(), &sizes) {
                (true, _) if absent => VariableValue::Absent,
                (false, None) => VariableValue::Bytes(CStr::from_ptr(pointer).to_bytes()),
                (true, None) => return Err(Error::invalid_argument(format!("{} is NULL", name()))),
                // There may be millions of them: only one that is refused is named.
                (_, Some(sizes)) => VariableValue::Bytes(
                    bytes(pointer.cast(), sizes[index], "values")
                        .or_else(|_| bytes(pointer.cast(), sizes[index], &name()))?,
                ),
            });
        }
        Ok(values)
    }
}

/// The part of the array as it is now.
///
/// # Safety
/// `start` and `count` are NULL or point to `ndim` values.
unsafe fn part(array: &Array, ndim: i32, start: *const i64, count: *const i64) -> Result<Part<'_>> {
    check_rank(array, ndim)?;
    // SAFETY: promised by the caller.
    let Span { start, count } = unsafe { span(array, start, count, &[]) }?;
    array.part(&start, &count)
}

/// The part to be written, for which the array may grow where the data has so many elements along each axis.
///
/// # Safety
/// As [`part`].
unsafe fn part_to_write<'a>(
    array: &'a Array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    fits: &dyn Fn(&[u64]) -> Result<()>,
) -> Result<Part<'a>> {
    check_rank(array, ndim)?;
    // SAFETY: promised by the caller.
    let Span { start, count } = unsafe { span(array, start, count, &[]) }?;
    array.part_to_write(&start, &count, &|| fits(&count))
}

/// Checks that as many values were given as a region or block has elements.
fn check_count(array: &Array, count: &[u64], values_count: usize) -> Result<()> {
    if element_count(count) == Some(values_count as u64) {
        return Ok(());
    }
    let text = format!("values_count is {values_count}, but the region has {}", elements(count));
    Err(Error::buffer_size(text).context(named(array)))
}

/// An empty list with room for values.
fn room_for<'v>(count: usize) -> Result<Vec<VariableValue<'v>>> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| Error::no_memory(format!("no memory for {count} values")))?;
    Ok(values)
}

fn elements(count: &[u64]) -> String {
    element_count(count).map_or("more elements than can be counted".to_owned(), |count| counted(count, "element"))
}

/// Refuses the functions for strings on an array of other elements.
fn check_strings(array: &Array, instead: &str) -> Result<()> {
    let data_type = array.data_type();
    if data_type.is_variable() || is_text(&data_type) {
        return Ok(());
    }
    let text = format!("its data type {data_type} has elements of a fixed size; use {}", Term::operation(instead));
    Err(Error::type_mismatch(text).context(named(array)))
}

/// Refuses the functions for elements of one size on an array whose elements have a variable length.
pub(super) fn check_fixed(array: &Array, data_type: &DataType, instead: &str) -> Result<()> {
    if !data_type.is_variable() {
        return Ok(());
    }
    let text =
        format!("elements of its data type {data_type} have a variable length; use {}", Term::operation(instead));
    Err(Error::type_mismatch(text).context(named(array)))
}
