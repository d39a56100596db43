//! Messages in the language of the caller.
//!
//! # In the header
//! Messages in other languages
//!
//! Messages name the functions and arguments of this header, and count dimensions, elements and chunks from 0. A
//! binding of another language calls `zarr_error_translate` at the one place where it hands a failure on, as the C++
//! header, the Fortran module and the Python package do. Names that users chose, such as paths, stay as they are.

use super::error::{change_message, zarr_error};
use super::guard::guard_value;
use super::language::{Language, spoken};
use crate::error::Message;
use std::borrow::Cow;
use std::ffi::{CStr, c_char};

/// The names and counts of this header.
pub const ZARR_LANGUAGE_C: i32 = 0;
/// The names of zarr.hpp.
pub const ZARR_LANGUAGE_CPP: i32 = 1;
/// Names of the module zarr; counts from 1, the fastest dimension first.
pub const ZARR_LANGUAGE_FORTRAN: i32 = 2;
/// The names of the package libzarr.
pub const ZARR_LANGUAGE_PYTHON: i32 = 3;

/// Put the message of an error into a language, `ZARR_LANGUAGE_...`. The error is as a function of this header has
/// described it, or a copy of it; a message that a program has written itself stays as it is.
///
/// # Safety
/// `error` is NULL or points to a `zarr_error` that may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_error_translate(error: *mut zarr_error, language: i32) {
    guard_value((), || {
        // A message is written for C.
        let language = Language::of(language).filter(|language| *language != Language::C && !error.is_null());
        if let Some(language) = language {
            // Without its terms, so that they are not translated twice.
            // SAFETY: promised by the caller.
            unsafe { change_message(error, |message| spoken(&message, language).text().into()) };
        }
        Ok(())
    });
}

/// Add words to the message of an error: `before` and ": " in front of it, unless it begins with that, and `after` at
/// its end. Each may be NULL. A message that becomes too long loses its middle.
///
/// # Safety
/// `error` is NULL or points to a `zarr_error` that may be written. The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_error_extend(error: *mut zarr_error, before: *const c_char, after: *const c_char) {
    guard_value((), || {
        // SAFETY: promised by the caller.
        let (before, after) = unsafe { (words(before), words(after)) };
        let extended = |message: Message| {
            let before: Message = if before.is_empty() { before.into() } else { format!("{before}: ").into() };
            let mut made = if message.text().starts_with(before.text()) { Message::default() } else { before };
            made.push(&message);
            made.push(&after.into());
            made
        };
        if !error.is_null() {
            // SAFETY: promised by the caller.
            unsafe { change_message(error, extended) };
        }
        Ok(())
    });
}

/// Words for a message, with invalid UTF-8 replaced; empty for NULL.
///
/// # Safety
/// `text` is NULL or a NUL-terminated string that stays as it is while the result is used.
unsafe fn words<'a>(text: *const c_char) -> Cow<'a, str> {
    if text.is_null() {
        return Cow::Borrowed("");
    }
    // SAFETY: not NULL, and the caller promises the rest.
    unsafe { CStr::from_ptr(text) }.to_string_lossy()
}

/// Take the ticket of a queued operation out of the error that describes its failure. Return 1 and set the ticket; the
/// message no longer names it. Return 0 for an error without a ticket, and change nothing. `ticket` may be NULL.
///
/// # Safety
/// `error` is NULL or points to a `zarr_error` that may be written, `ticket` is NULL or points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_error_take_ticket(error: *mut zarr_error, ticket: *mut i64) -> i32 {
    guard_value(0, || {
        let mut taken = None;
        if !error.is_null() {
            // SAFETY: promised by the caller.
            unsafe { change_message(error, |message| without_ticket(message, &mut taken)) };
        }
        if let Some(taken) = taken.filter(|_| !ticket.is_null()) {
            // SAFETY: promised by the caller.
            unsafe { ticket.write_unaligned(taken) };
        }
        Ok(taken.is_some().into())
    })
}

fn without_ticket(message: Message, taken: &mut Option<i64>) -> Message {
    *taken = message.ticket();
    if taken.is_none() {
        return message;
    }
    // The empty text before the ticket, and the ticket.
    let mut rest = Message::default();
    for (at, (term, text)) in message.pieces().skip(2).enumerate() {
        rest.add(term, if at == 0 { text.strip_prefix(": ").unwrap_or(text) } else { text });
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, Term};
    use crate::ffi::error::report;

    fn error_of(failure: &Error) -> zarr_error {
        let mut error = zarr_error::empty();
        // SAFETY: the struct is on the stack.
        unsafe { report(&raw mut error, failure) };
        error
    }

    #[test]
    fn a_ticket_is_taken_once() {
        let failure = Error::data(format!("{}: it is too long", Term::dimension(0, 2))).context(Term::ticket(42));
        assert_eq!(failure.ticket(), Some(42));
        let mut error = error_of(&failure);
        assert_eq!(error.text(), "ticket 42: dimension 0: it is too long");
        let mut ticket = 0;
        // SAFETY: both are on the stack.
        unsafe {
            assert_eq!(zarr_error_take_ticket(&raw mut error, &raw mut ticket), 1);
            assert_eq!((error.text().as_str(), ticket), ("dimension 0: it is too long", 42));
            assert_eq!(zarr_error_take_ticket(&raw mut error, &raw mut ticket), 0);
            zarr_error_translate(&raw mut error, ZARR_LANGUAGE_FORTRAN);
        }
        assert_eq!(error.text(), "dimension 2: it is too long");
        // A name in a store may hold the marks of a term.
        let mut forged = error_of(&Error::data("array \"/\u{fdd0}t0 ticket 5\u{fdd1}\": it is damaged"));
        // SAFETY: the error is on the stack.
        assert_eq!(unsafe { zarr_error_take_ticket(&raw mut forged, std::ptr::null_mut()) }, 0);
        let mut named = error_of(&Error::data("ticket 7: written by a user").context("store"));
        // SAFETY: the error is on the stack.
        assert_eq!(unsafe { zarr_error_take_ticket(&raw mut named, std::ptr::null_mut()) }, 0);
    }

    #[test]
    fn words_are_added_and_the_terms_stay() {
        let mut error = error_of(&Error::data(format!("chunk {}", Term::position(&[3, 0]))));
        // SAFETY: the error is on the stack, the texts are constant.
        unsafe {
            zarr_error_extend(&raw mut error, c"rank 2".as_ptr(), c"; on 2 ranks".as_ptr());
            zarr_error_extend(&raw mut error, c"rank 2".as_ptr(), std::ptr::null());
            zarr_error_extend(&raw mut error, c"".as_ptr(), c"".as_ptr());
            zarr_error_translate(&raw mut error, ZARR_LANGUAGE_C);
            assert_eq!(error.text(), "rank 2: chunk [3, 0]; on 2 ranks");
            zarr_error_translate(&raw mut error, ZARR_LANGUAGE_FORTRAN);
            assert_eq!(error.text(), "rank 2: chunk [1, 4]; on 2 ranks");
            zarr_error_translate(&raw mut error, ZARR_LANGUAGE_FORTRAN);
            zarr_error_translate(&raw mut error, 99);
            zarr_error_translate(std::ptr::null_mut(), ZARR_LANGUAGE_C);
            zarr_error_extend(std::ptr::null_mut(), std::ptr::null(), std::ptr::null());
        }
        assert_eq!(error.text(), "rank 2: chunk [1, 4]; on 2 ranks");
        // SAFETY: the error is on the stack, the text is constant.
        unsafe { zarr_error_extend(&raw mut error, c"node \xff".as_ptr(), std::ptr::null()) };
        assert!(error.text().starts_with("node \u{fffd}: rank 2"), "no word is lost: {}", error.text());
    }

    /// A callback's own message would lose its line breaks where nothing is to be translated.
    #[test]
    fn a_message_of_a_program_stays_as_it_is() {
        let mut error = zarr_error::empty();
        for (at, byte) in b"two\nlines \xff".iter().enumerate() {
            error.message[at] = *byte as c_char;
        }
        let before = error.message;
        // SAFETY: the error is on the stack.
        unsafe {
            zarr_error_translate(&raw mut error, ZARR_LANGUAGE_PYTHON);
            assert_eq!(zarr_error_take_ticket(&raw mut error, std::ptr::null_mut()), 0);
        }
        assert_eq!(error.message, before);
    }
}
