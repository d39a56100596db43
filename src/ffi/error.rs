//! The C form of an error: the status codes and the struct that the caller owns. The core's [`Error`] is turned into
//! them here and nowhere else.
//!
//! # In the header
//! Status codes and errors
//!
//! Every function that can fail returns a status, and describes the failure in the `zarr_error` that its last argument
//! points to. The struct belongs to the caller, has a fixed size and needs no initialisation or clean-up: declare one
//! on the stack, for each thread or each call. Pass NULL if the status is enough.

use super::language::{self, Language};
use super::record;
use crate::error::{Error, ErrorKind, Message, Result, Term};
use std::ffi::c_char;
use std::mem::{offset_of, size_of};
use std::ptr::{addr_of_mut, copy_nonoverlapping};

/// The status that a function returns: `ZARR_OK`, one of `ZARR_ERROR_...`, or a code of a callback, `ZARR_STATUS_USER`
/// or above. Numbers are never reused.
pub type zarr_status = i32;

/// Success.
pub const ZARR_OK: zarr_status = 0;
/// An argument is not allowed.
pub const ZARR_ERROR_INVALID_ARGUMENT: zarr_status = 1;
/// A handle is NULL, freed, or of another type.
pub const ZARR_ERROR_INVALID_HANDLE: zarr_status = 2;
/// No such node, key or store exists.
pub const ZARR_ERROR_NOT_FOUND: zarr_status = 3;
/// The node exists already.
pub const ZARR_ERROR_ALREADY_EXISTS: zarr_status = 4;
/// An array where a group was asked for, or the reverse.
pub const ZARR_ERROR_NODE_TYPE: zarr_status = 5;
/// A region or range reaches outside the array or value.
pub const ZARR_ERROR_OUT_OF_BOUNDS: zarr_status = 6;
/// A buffer does not have exactly the needed size.
pub const ZARR_ERROR_BUFFER_SIZE: zarr_status = 7;
/// The operation does not fit the data type.
pub const ZARR_ERROR_TYPE_MISMATCH: zarr_status = 8;
/// A value does not fit the memory type.
pub const ZARR_ERROR_RANGE: zarr_status = 9;
/// A metadata document is invalid.
pub const ZARR_ERROR_METADATA: zarr_status = 10;
/// A data type, codec, extension or operation is not supported.
pub const ZARR_ERROR_UNSUPPORTED: zarr_status = 11;
/// The bytes of a chunk are corrupt.
pub const ZARR_ERROR_DATA: zarr_status = 12;
/// The store or the system failed.
pub const ZARR_ERROR_IO: zarr_status = 13;
/// A write to a store that is read-only or was opened for reading.
pub const ZARR_ERROR_READ_ONLY: zarr_status = 14;
/// Another writer changed the value or node in the meantime.
pub const ZARR_ERROR_CONFLICT: zarr_status = 15;
/// A configured limit would be exceeded.
pub const ZARR_ERROR_LIMIT: zarr_status = 16;
/// A callback asked to stop.
pub const ZARR_ERROR_CANCELLED: zarr_status = 17;
/// A fault of the library; please report it.
pub const ZARR_ERROR_INTERNAL: zarr_status = 18;
/// Memory for data could not be allocated.
pub const ZARR_ERROR_NO_MEMORY: zarr_status = 19;
/// The system refused access.
pub const ZARR_ERROR_PERMISSION: zarr_status = 20;
/// The store did not answer in time.
pub const ZARR_ERROR_TIMEOUT: zarr_status = 21;
/// Codes of callbacks start here; the library passes them through.
pub const ZARR_STATUS_USER: zarr_status = 1000;

/// The description of a failure. Its size is 1024 bytes in every version.
#[repr(C)]
pub struct zarr_error {
    /// The status that the function returned.
    pub status: i32,
    /// The errno or HTTP status behind it, 0 if there is none.
    pub system_code: i32,
    /// One line of UTF-8 that says what failed, where and why; always NUL-terminated, empty on success. One that is too
    /// long loses its middle. The bytes after the NUL are for `zarr_error_translate`.
    pub message: [c_char; 1016],
}

/// The bytes of a message.
pub(super) const MESSAGE: usize = 1016;

const _: () = assert!(size_of::<zarr_error>() == 1024 && align_of::<zarr_error>() == 4);
const _: () = assert!(offset_of!(zarr_error, status) == 0 && offset_of!(zarr_error, system_code) == 4);
const _: () = assert!(offset_of!(zarr_error, message) == 8);

/// Every status below [`ZARR_STATUS_USER`], its kind and its name.
const STATUSES: [(zarr_status, ErrorKind, &std::ffi::CStr); 21] = [
    (ZARR_ERROR_INVALID_ARGUMENT, ErrorKind::InvalidArgument, c"ZARR_ERROR_INVALID_ARGUMENT"),
    (ZARR_ERROR_INVALID_HANDLE, ErrorKind::InvalidHandle, c"ZARR_ERROR_INVALID_HANDLE"),
    (ZARR_ERROR_NOT_FOUND, ErrorKind::NotFound, c"ZARR_ERROR_NOT_FOUND"),
    (ZARR_ERROR_ALREADY_EXISTS, ErrorKind::AlreadyExists, c"ZARR_ERROR_ALREADY_EXISTS"),
    (ZARR_ERROR_NODE_TYPE, ErrorKind::NodeType, c"ZARR_ERROR_NODE_TYPE"),
    (ZARR_ERROR_OUT_OF_BOUNDS, ErrorKind::OutOfBounds, c"ZARR_ERROR_OUT_OF_BOUNDS"),
    (ZARR_ERROR_BUFFER_SIZE, ErrorKind::BufferSize, c"ZARR_ERROR_BUFFER_SIZE"),
    (ZARR_ERROR_TYPE_MISMATCH, ErrorKind::TypeMismatch, c"ZARR_ERROR_TYPE_MISMATCH"),
    (ZARR_ERROR_RANGE, ErrorKind::Range, c"ZARR_ERROR_RANGE"),
    (ZARR_ERROR_METADATA, ErrorKind::Metadata, c"ZARR_ERROR_METADATA"),
    (ZARR_ERROR_UNSUPPORTED, ErrorKind::Unsupported, c"ZARR_ERROR_UNSUPPORTED"),
    (ZARR_ERROR_DATA, ErrorKind::Data, c"ZARR_ERROR_DATA"),
    (ZARR_ERROR_IO, ErrorKind::Io, c"ZARR_ERROR_IO"),
    (ZARR_ERROR_READ_ONLY, ErrorKind::ReadOnly, c"ZARR_ERROR_READ_ONLY"),
    (ZARR_ERROR_CONFLICT, ErrorKind::Conflict, c"ZARR_ERROR_CONFLICT"),
    (ZARR_ERROR_LIMIT, ErrorKind::Limit, c"ZARR_ERROR_LIMIT"),
    (ZARR_ERROR_CANCELLED, ErrorKind::Cancelled, c"ZARR_ERROR_CANCELLED"),
    (ZARR_ERROR_INTERNAL, ErrorKind::Internal, c"ZARR_ERROR_INTERNAL"),
    (ZARR_ERROR_NO_MEMORY, ErrorKind::NoMemory, c"ZARR_ERROR_NO_MEMORY"),
    (ZARR_ERROR_PERMISSION, ErrorKind::Permission, c"ZARR_ERROR_PERMISSION"),
    (ZARR_ERROR_TIMEOUT, ErrorKind::Timeout, c"ZARR_ERROR_TIMEOUT"),
];

/// Return the name of a status as it is spelled in this header: "ZARR_ERROR_NOT_FOUND".
///
/// Never NULL: "ZARR_STATUS_USER" stands for all codes of callbacks, and "unknown status" for any other number. The
/// text is constant and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_status_name(status: zarr_status) -> *const c_char {
    name(status).as_ptr()
}

fn name(status: zarr_status) -> &'static std::ffi::CStr {
    match STATUSES.iter().find(|(number, ..)| *number == status) {
        Some((_, _, name)) => name,
        None if status == ZARR_OK => c"ZARR_OK",
        None if status >= ZARR_STATUS_USER => c"ZARR_STATUS_USER",
        None => c"unknown status",
    }
}

/// The status of a kind.
pub(super) fn status_of(kind: ErrorKind) -> zarr_status {
    match kind {
        ErrorKind::User(code) if code >= ZARR_STATUS_USER => code,
        kind => {
            STATUSES.iter().find(|(_, known, _)| *known == kind).map_or(ZARR_ERROR_INTERNAL, |(status, ..)| *status)
        }
    }
}

/// The kind of a status that a callback returned; None for success and for numbers that are no status.
fn kind_of(status: zarr_status) -> Option<ErrorKind> {
    match STATUSES.iter().find(|(number, ..)| *number == status) {
        Some((_, kind, _)) => Some(*kind),
        None => (status >= ZARR_STATUS_USER).then_some(ErrorKind::User(status)),
    }
}

impl zarr_error {
    /// A struct for a callback to fill.
    pub(super) fn empty() -> Self {
        Self { status: ZARR_OK, system_code: 0, message: [0; 1016] }
    }

    /// The error that a callback reports by its status and this struct.
    pub(super) fn answer(&self, callback: &str, status: zarr_status) -> Result<()> {
        if status == ZARR_OK {
            return Ok(());
        }
        let (kind, mut text) = (kind_of(status), self.text());
        if kind.is_none() {
            let colon = if text.is_empty() { "" } else { ": " };
            text = format!("it returned {status}, which is no status{colon}{text}");
        } else if text.is_empty() {
            let known = status <= ZARR_STATUS_USER;
            text = if known { name(status).to_string_lossy().into_owned() } else { format!("status {status}") };
        }
        let failure = Error::new(kind.unwrap_or(ErrorKind::Io), format!("{}: {text}", Term::callback(callback)));
        Err(failure.with_system_code(self.system_code))
    }

    /// The text that a callback wrote: up to the first NUL, with invalid UTF-8 replaced.
    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self.message.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0).collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }
}

/// Advises the operation that opens a node of the other type: the core does not know which was called.
pub(super) fn other_type(opens: &'static str) -> impl FnOnce(Error) -> Error {
    move |error| match error.kind() {
        ErrorKind::NodeType => error.remedy(format!("{} opens it", Term::operation(opens))),
        _ => error,
    }
}

/// Advises the operations that open, and replace, the node in the place of a new one.
pub(super) fn replaceable(replaces: &'static str) -> impl FnOnce(Error) -> Error {
    move |error| match error.kind() {
        ErrorKind::AlreadyExists => {
            let (opens, replaces) = (Term::operation("Hierarchy::open_node"), Term::operation(replaces));
            error.remedy(format!("{opens} opens it, {replaces} replaces it and everything below it"))
        }
        _ => error,
    }
}

/// Says success.
///
/// # Safety
/// `error` is NULL or points to a `zarr_error` that may be written, at any alignment.
pub(super) unsafe fn clear(error: *mut zarr_error) {
    if !error.is_null() {
        // SAFETY: promised by the caller.
        unsafe { write_bytes(error, ZARR_OK, 0, &[0]) };
    }
}

/// Says what failed, and returns the status.
///
/// # Safety
/// As [`clear`].
pub(super) unsafe fn report(error: *mut zarr_error, failure: &Error) -> zarr_status {
    let status = status_of(failure.kind());
    if !error.is_null() {
        let mut line = one_line(&language::spoken(failure.told(), Language::C));
        if line.text().is_empty() {
            line = name(status).to_string_lossy().into();
        }
        // SAFETY: promised by the caller.
        unsafe { write_bytes(error, status, failure.system_code(), &record::bytes_of(&line)) };
    }
    status
}

/// # Safety
/// `error` points to a `zarr_error` that may be written, at any alignment; there are at most [`MESSAGE`] bytes.
unsafe fn write_bytes(error: *mut zarr_error, status: zarr_status, system_code: i32, bytes: &[u8]) {
    // SAFETY: promised by the caller.
    unsafe {
        addr_of_mut!((*error).status).write_unaligned(status);
        addr_of_mut!((*error).system_code).write_unaligned(system_code);
        copy_nonoverlapping(bytes.as_ptr(), addr_of_mut!((*error).message).cast::<u8>(), bytes.len());
    }
}

/// Changes the message of an error; writes nothing if it stays the same.
///
/// # Safety
/// `error` points to a `zarr_error` that may be read and written, at any alignment.
pub(super) unsafe fn change_message(error: *mut zarr_error, change: impl FnOnce(Message) -> Message) {
    // SAFETY: promised by the caller.
    let message = unsafe { addr_of_mut!((*error).message).cast::<[u8; MESSAGE]>() };
    // SAFETY: the same. Bytes after the NUL may be anything, and are checked.
    let old = record::message_of(&unsafe { message.read() });
    let new = change(old.clone());
    if new != old {
        let bytes = record::bytes_of(&one_line(&new));
        // SAFETY: the same; the record is at most as long as the message.
        unsafe { copy_nonoverlapping(bytes.as_ptr(), message.cast::<u8>(), bytes.len()) };
    }
}

/// The message without line breaks, NULs and other controls.
fn one_line(message: &Message) -> Message {
    let mut line = Message::default();
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let count = message.pieces().count();
    for (at, (term, text)) in message.pieces().enumerate() {
        let mut text = text.replace(is_break, " ");
        if at == 0 {
            text = text.trim_start().to_owned();
        }
        if at + 1 == count {
            text.truncate(text.trim_end().len());
        }
        line.add(term, &text);
    }
    line
}

/// The message of a failure as `zarr_error` has it, for callbacks; empty for success.
pub(super) fn one_line_text(result: &Result<()>) -> std::ffi::CString {
    let told = result.as_ref().err().map(|failure| language::spoken(failure.told(), Language::C));
    let line = one_line(&told.unwrap_or_default());
    std::ffi::CString::new(record::shortened(&line, MESSAGE - 1).text()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(failure: &Error) -> (zarr_error, zarr_status) {
        let mut error = zarr_error { status: -1, system_code: -1, message: [-1; 1016] };
        // SAFETY: the struct is on the stack.
        let status = unsafe { report(&raw mut error, failure) };
        (error, status)
    }

    #[test]
    fn every_status_has_its_own_number_kind_and_name() {
        for (index, (status, kind, name)) in STATUSES.iter().enumerate() {
            assert_eq!(usize::try_from(*status), Ok(index + 1));
            assert_eq!(status_of(*kind), *status);
            assert_eq!(kind_of(*status), Some(*kind));
            assert_eq!(super::name(*status), *name);
        }
        assert_eq!(kind_of(0), None);
        assert_eq!(kind_of(22), None);
        assert_eq!(kind_of(-1), None);
        assert_eq!(kind_of(1007), Some(ErrorKind::User(1007)));
        assert_eq!(status_of(ErrorKind::User(1007)), 1007);
        assert_eq!(status_of(ErrorKind::User(3)), ZARR_ERROR_INTERNAL);
    }

    #[test]
    fn a_message_is_one_line_without_a_middle_where_it_is_too_long() {
        let long = format!("a\nb\0c\r\n{} the reason", "ä".repeat(2000));
        let (error, status) = reported(&Error::data(long).with_system_code(5));
        assert_eq!((status, error.status, error.system_code), (12, 12, 5));
        let text = error.text();
        assert!(text.starts_with("a b c  ää") && text.contains("ä ... ä") && text.ends_with("ää the reason"), "{text}");
        assert!((1012..=1015).contains(&text.len()), "{} bytes in whole characters", text.len());
        for front in ["", "x"] {
            let (error, _) = reported(&Error::data(format!("{front}{}", "ä".repeat(2000))));
            assert!((1012..=1015).contains(&error.text().len()) && error.text().ends_with('ä'));
        }
        let (error, _) = reported(&Error::data("x".repeat(1015)));
        assert_eq!((error.text(), error.message[1015]), ("x".repeat(1015), 0));
    }

    #[test]
    fn a_failure_without_words_names_its_status() {
        let (error, _) = reported(&Error::data("\n"));
        assert_eq!(error.text(), "ZARR_ERROR_DATA");
    }

    #[test]
    fn success_clears_and_null_is_fine() {
        let (mut error, _) = reported(&Error::data("bad"));
        // SAFETY: NULL, or the struct on the stack.
        unsafe {
            clear(&raw mut error);
            clear(std::ptr::null_mut());
            assert_eq!(report(std::ptr::null_mut(), &Error::data("bad")), ZARR_ERROR_DATA);
        }
        assert_eq!((error.status, error.system_code, error.message[0]), (0, 0, 0));
    }
}
