//! Arguments: from raw pointers and C numbers to checked Rust values, with errors that name the argument.
//!
//! `(0, NULL)` is an empty list or buffer everywhere. Arrays of numbers and of pointers are read and written at any
//! alignment, as callers may take them out of packed memory.

use super::array::named;
use super::formats;
use super::handle::{self, Handle};
use crate::array::{Array, Unit};
use crate::dtype::DataType;
use crate::error::{Error, Result, ResultExt, Term, counted};
use crate::format::FormatId;
use std::ffi::{CStr, c_char, c_void};

/// The name of an argument, or an entry of a list.
pub(super) trait Named: Copy {
    /// The name as messages have it.
    fn term(self) -> Term;
}

impl Named for &str {
    fn term(self) -> Term {
        Term::argument(self)
    }
}

impl Named for &Term {
    fn term(self) -> Term {
        self.clone()
    }
}

fn null(name: impl Named) -> Error {
    Error::invalid_argument(format!("{} is NULL", name.term()))
}

/// A text that must be there.
///
/// # Safety
/// `text` is NULL or a NUL-terminated string that stays as it is while the result is used.
pub(super) unsafe fn text<'a>(text: *const c_char, name: impl Named) -> Result<&'a str> {
    // SAFETY: promised by the caller.
    unsafe { optional_text(text, name) }?.ok_or_else(|| null(name))
}

/// A text that may be NULL.
///
/// # Safety
/// As [`text`].
pub(super) unsafe fn optional_text<'a>(text: *const c_char, name: impl Named) -> Result<Option<&'a str>> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not NULL, and the caller promises the rest.
    utf8(unsafe { CStr::from_ptr(text) }.to_bytes(), name).map(Some)
}

fn utf8(bytes: &[u8], name: impl Named) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        Error::invalid_argument(format!("{} is not valid UTF-8 (from byte {} on)", name.term(), error.valid_up_to()))
    })
}

/// A buffer that is read.
///
/// # Safety
/// `data` is NULL or points to `size` bytes that stay as they are while the result is used.
pub(super) unsafe fn bytes<'a>(data: *const c_void, size: usize, name: impl Named) -> Result<&'a [u8]> {
    check_buffer(data, size, name)?;
    if size == 0 {
        return Ok(&[]);
    }
    // SAFETY: not NULL, the size is that of an object, and the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts(data.cast(), size) })
}

/// A buffer that is written.
///
/// # Safety
/// `data` is NULL or points to `size` bytes that no other code uses while the result lives.
pub(super) unsafe fn bytes_mut<'a>(data: *mut c_void, size: usize, name: impl Named) -> Result<&'a mut [u8]> {
    check_buffer(data, size, name)?;
    if size == 0 {
        return Ok(&mut []);
    }
    // SAFETY: not NULL, the size is that of an object, and the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts_mut(data.cast(), size) })
}

fn check_buffer(data: *const c_void, size: usize, name: impl Named) -> Result<()> {
    if data.is_null() && size > 0 {
        return Err(Error::invalid_argument(format!("{} is NULL, but its size is {size} bytes", name.term())));
    }
    if size > isize::MAX.unsigned_abs() {
        return Err(Error::invalid_argument(format!(
            "{} has {size} bytes, more than any object in memory",
            name.term()
        )));
    }
    Ok(())
}

/// A list of plain values.
///
/// # Safety
/// `list` is NULL or points to `count` values.
pub(super) unsafe fn list<T: Copy>(list: *const T, count: usize, name: impl Named) -> Result<Vec<T>> {
    if count > 0 && list.is_null() {
        return Err(null(name));
    }
    let mut values = Vec::new();
    values
        .try_reserve_exact(count)
        .map_err(|_| Error::no_memory(format!("no memory for the {count} values of {}", name.term())))?;
    // SAFETY: not NULL unless empty, and the caller promises `count` values.
    values.extend((0..count).map(|index| unsafe { list.add(index).read_unaligned() }));
    Ok(values)
}

/// How far down a walk goes; -1: to the end.
pub(super) fn depth(depth: i32) -> Result<usize> {
    match depth {
        -1 => Ok(usize::MAX),
        depth => usize::try_from(depth)
            .map_err(|_| Error::invalid_argument(format!("the depth must be -1 or more, not {depth}"))),
    }
}

/// A number of elements.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for a negative number.
pub(super) fn length(value: i64, name: impl Named) -> Result<u64> {
    u64::try_from(value).map_err(|_| Error::invalid_argument(format!("{} is negative: {value}", name.term())))
}

/// Lengths or positions, one a dimension, none of which may be negative.
///
/// # Safety
/// `values` is NULL or points to `ndim` values.
pub(super) unsafe fn lengths(values: *const i64, ndim: usize, name: impl Named) -> Result<Vec<u64>> {
    // SAFETY: promised by the caller.
    let values = unsafe { list(values.cast::<u64>(), ndim, name) }?;
    match values.iter().enumerate().find(|(_, value)| i64::try_from(**value).is_err()) {
        None => Ok(values),
        Some((at, value)) => {
            let (entry, value) = (Term::entry(name.term().text(), at, ndim), value.cast_signed());
            Err(Error::invalid_argument(format!("{entry} is negative: {value}")))
        }
    }
}

/// Names of dimensions, each of which may be NULL.
///
/// # Safety
/// `names` is NULL or points to `ndim` texts.
pub(super) unsafe fn names<'a>(names: *const *const c_char, ndim: usize) -> Result<Vec<Option<&'a str>>> {
    // SAFETY: promised by the caller.
    let names = unsafe { list(names, ndim, "names") }?.into_iter().enumerate();
    // SAFETY: promised by the caller.
    names.map(|(dimension, name)| unsafe { optional_text(name, &Term::entry("names", dimension, ndim)) }).collect()
}

/// The part of an array that a caller names.
pub(super) struct Span {
    /// The first element along each dimension.
    pub start: Vec<u64>,
    /// The number of elements along each dimension.
    pub count: Vec<u64>,
}

/// The start and the count of a region: no start is the origin, and the last element of a dimension that a step leads
/// backwards; no count is what lies from there to the end. A region that begins beyond the end holds nothing, and is
/// refused where it is looked at.
///
/// # Safety
/// `start`, `count` and `step` are NULL or point to as many values as the array has dimensions.
pub(super) unsafe fn span(array: &Array, start: *const i64, count: *const i64, step: &[i64]) -> Result<Span> {
    let rank = array.ndim();
    let start = match start.is_null() {
        true => {
            let is_backwards = |axis| step.get(axis).is_some_and(|step| *step < 0);
            let first = |(axis, length): (usize, u64)| if is_backwards(axis) { length.saturating_sub(1) } else { 0 };
            array.shape().into_iter().enumerate().map(first).collect()
        }
        // SAFETY: promised by the caller.
        false => unsafe { lengths(start, rank, "start") }.context(|| named(array))?,
    };
    let count = match count.is_null() {
        true => {
            let axes = array.shape().into_iter().enumerate();
            axes.map(|(axis, length)| to_the_end(length, start[axis], step.get(axis))).collect()
        }
        // SAFETY: promised by the caller.
        false => unsafe { lengths(count, rank, "count") }.context(|| named(array))?,
    };
    Ok(Span { start, count })
}

/// The elements from one of a dimension on, in steps, which may lead backwards; a step of 0 is refused later.
fn to_the_end(length: u64, start: u64, step: Option<&i64>) -> u64 {
    let step = step.copied().unwrap_or(1);
    match length.checked_sub(start).filter(|left| *left > 0) {
        None => 0,
        Some(left) if step >= 0 => left.div_ceil(step.unsigned_abs().max(1)),
        Some(_) => start / step.unsigned_abs() + 1,
    }
}

/// Steps or strides, one a dimension.
///
/// # Safety
/// `values` is NULL or points to `ndim` values.
pub(super) unsafe fn signed(values: *const i64, ndim: usize, name: &str) -> Result<Vec<i64>> {
    // SAFETY: promised by the caller.
    unsafe { list(values, ndim, name) }
}

/// No struct that grows will ever be larger; a larger size was never set.
const MAX_STRUCT: usize = 4096;

/// Copies a struct that begins with its size, of a caller compiled with fewer members, or more: those that the caller
/// does not know are as in `empty`, those that the library does not know must be zero.
///
/// # Safety
/// `given` is NULL, or points to as many bytes as the `size_t` at their beginning says; all bytes that a caller may put
/// there make a `T`, which has no padding behind its last member.
pub(super) unsafe fn growing<T: Copy>(given: *const T, least: usize, empty: T, name: &str, init: &str) -> Result<T> {
    if given.is_null() {
        return Err(null(name));
    }
    // SAFETY: the struct begins with its size.
    let size = unsafe { given.cast::<usize>().read_unaligned() };
    if !(least..=MAX_STRUCT).contains(&size) || size % size_of::<usize>() != 0 {
        return Err(Error::invalid_argument(format!(
            "{name}->struct_size is {size}, which is not its size in any version: start from {init}"
        )));
    }
    let mut copy = empty;
    let known = size.min(size_of::<T>());
    // SAFETY: both structs have at least `known` bytes.
    unsafe { std::ptr::copy_nonoverlapping(given.cast::<u8>(), (&raw mut copy).cast::<u8>(), known) };
    // SAFETY: the copy begins with its size too, which is now its own.
    unsafe { (&raw mut copy).cast::<usize>().write(size_of::<T>()) };
    // SAFETY: the caller's struct has `size` bytes.
    let mut beyond = (size_of::<T>()..size).map(|at| unsafe { given.cast::<u8>().add(at).read() });
    if beyond.any(|byte| byte != 0) {
        return Err(Error::unsupported(format!("{name} has members that only a newer version of the library knows")));
    }
    Ok(copy)
}

/// The number of dimensions of a new array.
pub(super) fn new_rank(ndim: i32) -> Result<usize> {
    usize::try_from(ndim).map_err(|_| Error::invalid_argument(format!("ndim is negative: {ndim}")))
}

/// The number of dimensions of an array that has `rank` of them.
pub(super) fn rank(ndim: i32, rank: usize) -> Result<usize> {
    match usize::try_from(ndim) {
        Ok(given) if given == rank => Ok(rank),
        _ => {
            let (given, known) = (Term::rank(ndim), counted(rank, "dimension"));
            Err(Error::invalid_argument(format!("{given}, but the array has {known}")))
        }
    }
}

/// A format, None for `ZARR_FORMAT_DEFAULT`.
pub(super) fn format(code: i32) -> Result<Option<FormatId>> {
    match FormatId::from_code(code) {
        _ if code == 0 => Ok(None),
        Some(format) => Ok(Some(format)),
        None => Err(Error::invalid_argument(format!("format {code} is none of {}", formats::listed()))),
    }
}

/// The data type of elements in memory, None for 0: that of the array.
pub(super) fn memory_type(code: i32, name: &str) -> Result<Option<DataType>> {
    let unknown =
        || Error::invalid_argument(format!("{name} {code} is not the number of a data type without parameters"));
    (code != 0).then(|| DataType::from_code(code).ok_or_else(unknown)).transpose()
}

/// The grid of the position of a chunk.
pub(super) fn unit(code: i32) -> Result<Unit> {
    match code {
        0 => Ok(Unit::Chunk),
        1 => Ok(Unit::Shard),
        _ => Err(Error::invalid_argument(format!("unit {code} is none of 0 (chunk), 1 (shard)"))),
    }
}

/// A character out of a choice.
pub(super) fn character(code: i32, choice: [char; 2], name: impl Named) -> Result<char> {
    let given = u32::try_from(code).ok().and_then(char::from_u32);
    given.filter(|given| choice.contains(given)).ok_or_else(|| {
        let told =
            given.filter(char::is_ascii_graphic).map_or(format!("the number {code}"), |given| format!("'{given}'"));
        Error::invalid_argument(format!("{} must be '{}' or '{}', not {told}", name.term(), choice[0], choice[1]))
    })
}

/// A truth value.
pub(super) fn boolean(code: i32, name: impl Named) -> Result<bool> {
    match code {
        0 | 1 => Ok(code == 1),
        _ => Err(Error::invalid_argument(format!("{} must be 0 or 1, not {code}", name.term()))),
    }
}

/// The place for a new handle. It holds NULL until the handle is put there.
pub(super) struct Out<H>(*mut *mut H);

impl<H: Handle> Out<H> {
    /// Sets the place to NULL. The result may be looked at later, after other places have been set.
    ///
    /// # Safety
    /// `place` is NULL or points to a pointer that may be written until the call ends.
    pub(super) unsafe fn new(place: *mut *mut H, name: &str) -> Result<Self> {
        if place.is_null() {
            return Err(null(name));
        }
        // SAFETY: promised by the caller.
        unsafe { place.write_unaligned(std::ptr::null_mut()) };
        Ok(Self(place))
    }

    /// Makes a handle to `object` and puts it there.
    pub(super) fn put(self, object: impl Into<std::sync::Arc<H::Object>>) -> Result<()> {
        let handle = handle::new::<H>(object)?;
        self.place(handle);
        Ok(())
    }

    /// Puts a handle there.
    pub(super) fn place(self, handle: *mut H) {
        // SAFETY: promised to `new`.
        unsafe { self.0.write_unaligned(handle) };
    }
}

/// The place for a plain value.
pub(super) struct OutValue<T>(*mut T);

impl<T: Copy> OutValue<T> {
    /// Leaves the place as it is.
    ///
    /// # Safety
    /// `place` is NULL or points to a value that may be written until the call ends.
    pub(super) unsafe fn new(place: *mut T, name: &str) -> Result<Self> {
        if place.is_null() { Err(null(name)) } else { Ok(Self(place)) }
    }

    /// A place that may be NULL: the caller does not ask for the value.
    ///
    /// # Safety
    /// As [`OutValue::new`].
    pub(super) unsafe fn optional(place: *mut T) -> Self {
        Self(place)
    }

    /// Puts the value there, if it is asked for.
    pub(super) fn put(self, value: T) {
        if !self.0.is_null() {
            // SAFETY: promised to `new`.
            unsafe { self.0.write_unaligned(value) };
        }
    }
}

/// Writes one number a dimension; nothing where one of them does not fit.
///
/// # Safety
/// `place` is NULL or points to as many values.
pub(super) unsafe fn put_lengths(place: *mut i64, values: &[u64], name: impl Named) -> Result<()> {
    if place.is_null() && !values.is_empty() {
        return Err(null(name));
    }
    if let Some(value) = values.iter().find(|value| i64::try_from(**value).is_err()) {
        return Err(Error::range(format!("{}: {value} does not fit a 64-bit signed integer", name.term())));
    }
    for (dimension, value) in values.iter().enumerate() {
        // SAFETY: not NULL unless empty, and the caller promises the values. Each fits.
        unsafe { place.add(dimension).write_unaligned(*value as i64) };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use std::ptr::null;

    #[test]
    fn nothing_of_nothing_is_legal_and_null_of_something_is_not() {
        // SAFETY: NULL, or values on the stack.
        unsafe {
            assert_eq!(bytes(null(), 0, "data"), Ok(&[][..]));
            assert_eq!(bytes(null(), 1, "data").unwrap_err().kind(), ErrorKind::InvalidArgument);
            assert_eq!(bytes(c"x".as_ptr().cast(), usize::MAX, "data").unwrap_err().kind(), ErrorKind::InvalidArgument);
            assert_eq!(list::<i64>(null(), 0, "start"), Ok(vec![]));
            assert!(list::<i64>(null(), 1, "start").unwrap_err().message().contains("start is NULL"));
            assert_eq!(lengths([3, 4].as_ptr(), 2, "shape"), Ok(vec![3, 4]));
            assert!(lengths([3, -4].as_ptr(), 2, "shape").unwrap_err().message().contains("shape[1] is negative: -4"));
            assert_eq!(optional_text(null(), "json"), Ok(None));
            assert!(text(null(), "path").is_err());
            assert!(text(c"a\xff".as_ptr(), "path").unwrap_err().message().contains("byte 1"));
        }
    }

    #[test]
    fn what_is_left_of_a_dimension_is_counted_in_steps() {
        for (length, start, step, left) in [
            (10, 0, 1, 10),
            (10, 3, 2, 4),
            (10, 9, 4, 1),
            (10, 9, -4, 3),
            (10, 10, 1, 0),
            (10, 11, -1, 0),
            (0, 0, 1, 0),
        ] {
            assert_eq!(to_the_end(length, start, Some(&step)), left, "{length} from {start} in steps of {step}");
        }
    }

    #[test]
    fn index_arrays_have_any_alignment() {
        let mut memory = [0_u8; 17];
        let at = memory[1..].as_mut_ptr().cast::<i64>();
        // SAFETY: 16 bytes follow the first one.
        unsafe {
            put_lengths(at, &[5, 7], "shape").unwrap();
            assert_eq!(lengths(at, 2, "shape"), Ok(vec![5, 7]));
            assert_eq!(put_lengths(at, &[1, u64::MAX], "shape").unwrap_err().kind(), ErrorKind::Range);
            assert_eq!(lengths(at, 2, "shape"), Ok(vec![5, 7]), "untouched on failure");
        }
    }

    #[test]
    fn enums_are_checked() {
        assert_eq!(character(i32::from(b'F'), ['C', 'F'], "order"), Ok('F'));
        for wrong in [0, -1, 256 + 67, i32::MAX, i32::MIN] {
            assert!(character(wrong, ['C', 'F'], "order").is_err());
        }
        assert_eq!(boolean(1, "big_endian"), Ok(true));
        assert!(boolean(2, "big_endian").is_err());
        assert_eq!(format(0), Ok(None));
        assert!(format(4).is_err());
        assert!(rank(-1, 2).is_err() && rank(3, 2).is_err() && new_rank(i32::MIN).is_err());
    }
}
