//! The C form of codecs that are the caller's own functions: the table, and the functions that make such a codec known.
//!
//! # In the header
//! Codecs of your own
//!
//! A program can register a codec that the library lacks. From then on, arrays with a document that names the codec are
//! read and written with it, and builders take its name, in shards as well. It applies to the whole process. Arrays
//! that could not be opened before can be opened then; an open array keeps its codecs until it is freed.
//!
//! There are two kinds. A codec of bytes (`ZARR_CODEC_BYTES_TO_BYTES`), such as a compressor, a checksum or a cipher,
//! may be used where compressors are. A codec of elements (`ZARR_CODEC_ARRAY_TO_BYTES`) comes before them, in place of
//! the codec "bytes": it encodes the elements of a chunk, in the byte order of the machine and in C order without gaps,
//! and decodes to the same; its place gives the shape of the chunk. Codecs between arrays can't be registered; a codec
//! of elements can do their work.
//!
//! The v2 name is the `id` of filters and compressors, which the drafts of version 3 write inside a URI; the v3 name is
//! that of final v3. The functions receive the rest of the document's entry as a JSON object, and documents contain it
//! as the builder was given it.
//!
//! The first argument of every function is the `user_data` of the codec, the second its place in the chain. Functions
//! return `ZARR_OK` or the status of their failure, as those of a store do: `ZARR_ERROR_DATA` for corrupt bytes, or a
//! code of their own from `ZARR_STATUS_USER` on. Output goes to a sink, with `zarr_sink_write` or `zarr_sink_reserve`;
//! without any write the output is 0 bytes. Of the library, they may call only the functions of the sink. They must not
//! throw, unwind or longjmp. Without the flag `ZARR_CODEC_THREAD_SAFE`, they are called one at a time, and only on
//! threads that have called the library themselves: each call on an array with such a codec uses one thread.
//!
//! ```c
//! /** An empty table: zarr_codec_callbacks callbacks = ZARR_CODEC_CALLBACKS_INIT; */
//! #define ZARR_CODEC_CALLBACKS_INIT                                                                    \
//!     { sizeof(zarr_codec_callbacks), 0, ZARR_CODEC_BYTES_TO_BYTES, NULL, NULL, NULL, NULL, NULL }
//! ```

use super::args::{growing, optional_text, text};
use super::call_lock::CallLock;
use super::callbacks::zarr_sink;
use super::error::{zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::outgoing::{OpenSink, c_data, c_text};
use super::program;
use super::sinks::SinkValue;
use crate::codec;
use crate::codec::user_codecs::{self, ChainPosition, CodecKind, CodecNames, UserCodec};
use crate::error::{Error, Result};
use std::ffi::{c_char, c_void};
use std::mem::offset_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Kind: from bytes to bytes.
pub const ZARR_CODEC_BYTES_TO_BYTES: i32 = 1;
/// Kind: from elements to bytes.
pub const ZARR_CODEC_ARRAY_TO_BYTES: i32 = 2;

/// Flag: callbacks may run on several threads at once, also of the library.
pub const ZARR_CODEC_THREAD_SAFE: u32 = 1;
/// Flag: the encoded size always equals `bound`, as a shard's index needs.
pub const ZARR_CODEC_FIXED_SIZE: u32 = 2;

/// The place of a codec in the chain of an array. Its texts are valid until the function returns.
#[repr(C)]
pub struct zarr_codec_place {
    /// The size of this struct in the library, which tells a function the members that it has.
    pub struct_size: usize,
    /// The configuration in the document: a JSON object, "{}" if there is none.
    pub configuration_json: *const c_char,
    /// The data type of the elements at this place in the spelling of final v3: JSON, such as "\"float32\"" with its
    /// quotes. NULL after a codec that outputs plain bytes.
    pub data_type_json: *const c_char,
    /// The size in bytes of one such element; 1 for plain bytes.
    pub item_size: usize,
    /// The number of lengths in `chunk_shape`; 0 if that is NULL, and for arrays without dimensions.
    pub ndim: i32,
    /// The shape of the chunk in elements, in the order of the data: the last dimension is the fastest. With shards,
    /// that of an inner chunk. NULL after a codec that outputs plain bytes, and if chunks differ in shape.
    pub chunk_shape: *const i64,
}

/// The functions of a codec. Start from `ZARR_CODEC_CALLBACKS_INIT`, then set the functions.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_codec_callbacks {
    /// The size of this struct in the program, which tells the library the functions that it has.
    pub struct_size: usize,
    /// 0, or a sum of `ZARR_CODEC_THREAD_SAFE` and `ZARR_CODEC_FIXED_SIZE`.
    pub flags: u32,
    /// `ZARR_CODEC_BYTES_TO_BYTES` or `ZARR_CODEC_ARRAY_TO_BYTES`.
    pub kind: i32,
    /// Writes the encoded form of `size` bytes to the sink, at most `bound` bytes. Required.
    pub encode: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            place: *const zarr_codec_place,
            data: *const c_void,
            size: usize,
            encoded: *mut zarr_sink,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Writes the decoded form of `size` bytes to the sink, at most `most` bytes; the sink refuses more. The input may
    /// be corrupt, because it comes from a store. Required.
    pub decode: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            place: *const zarr_codec_place,
            data: *const c_void,
            size: usize,
            most: usize,
            decoded: *mut zarr_sink,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Returns the most bytes that encoding `size` bytes can give; SIZE_MAX if that is more than memory can hold. NULL:
    /// 2 * size + 4096.
    pub bound:
        Option<unsafe extern "C" fn(user_data: *mut c_void, place: *const zarr_codec_place, size: usize) -> usize>,
    /// Checks the configuration and the data type when an array is opened or created. NULL: all are accepted.
    pub check: Option<
        unsafe extern "C" fn(
            user_data: *mut c_void,
            place: *const zarr_codec_place,
            error: *mut zarr_error,
        ) -> zarr_status,
    >,
    /// Called once, when the codec is no longer registered and no array uses it any more, on any thread. Not called if
    /// registration failed.
    pub destroy: Option<unsafe extern "C" fn(user_data: *mut c_void)>,
}

impl zarr_codec_callbacks {
    const EMPTY: Self = Self {
        struct_size: size_of::<Self>(),
        flags: 0,
        kind: ZARR_CODEC_BYTES_TO_BYTES,
        encode: None,
        decode: None,
        bound: None,
        check: None,
        destroy: None,
    };

    /// Copies the table of a caller compiled with fewer functions, or more.
    ///
    /// # Safety
    /// `table` is NULL, or points to a table of as many bytes as its `struct_size` says.
    unsafe fn copy(table: *const Self) -> Result<Self> {
        let wrong = |why: String| Err(Error::invalid_argument(why));
        // SAFETY: promised by the caller; slots that are all zero are None, others are functions of the caller.
        let copy =
            unsafe { growing(table, offset_of!(Self, bound), Self::EMPTY, "callbacks", "ZARR_CODEC_CALLBACKS_INIT") }?;
        if copy.flags & !(ZARR_CODEC_THREAD_SAFE | ZARR_CODEC_FIXED_SIZE) != 0 {
            return wrong(format!("callbacks->flags {:#x} has unknown bits", copy.flags));
        }
        if copy.flags & ZARR_CODEC_FIXED_SIZE != 0 && copy.bound.is_none() {
            return wrong("callbacks->bound is NULL, but the flags say that it tells the size".into());
        }
        if !matches!(copy.kind, ZARR_CODEC_BYTES_TO_BYTES | ZARR_CODEC_ARRAY_TO_BYTES) {
            return wrong(format!("callbacks->kind {} is none of ZARR_CODEC_..._TO_BYTES", copy.kind));
        }
        if copy.encode.is_none() || copy.decode.is_none() {
            return wrong("callbacks->encode and callbacks->decode must not be NULL".into());
        }
        Ok(copy)
    }
}

/// Set the table to `ZARR_CODEC_CALLBACKS_INIT`, for languages without macros. NULL does nothing.
///
/// # Safety
/// As `zarr_store_callbacks_init`: it must never write more than the table of this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_codec_callbacks_init(callbacks: *mut zarr_codec_callbacks) {
    if !callbacks.is_null() {
        // SAFETY: promised by the caller.
        unsafe { callbacks.write_unaligned(zarr_codec_callbacks::EMPTY) };
    }
}

/// Register a codec for the whole process. One of the names may be NULL: arrays of those formats then can't be created
/// with the codec.
///
/// The table is copied. `user_data` is passed to its functions unchanged and must stay valid until `destroy` is called;
/// if registration fails, the library does not use it.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: one of the names belongs to a codec of the library, or to a registered one.
///
/// # Safety
/// The conventions of the boundary, and the functions may be called as the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_codec_register(
    v2_id: *const c_char,
    v3_name: *const c_char,
    callbacks: *const zarr_codec_callbacks,
    user_data: *mut c_void,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let table = zarr_codec_callbacks::copy(callbacks)?;
            let name = |name: *const c_char, what| optional_text(name, what).map(|name| name.map(str::to_owned));
            let names = CodecNames { v2: name(v2_id, "v2_id")?, v3: name(v3_name, "v3_name")? };
            let codec = Arc::new(CallbackCodec::new(table, user_data));
            codec::register(names, Arc::clone(&codec) as Arc<dyn UserCodec>)?;
            codec.owned.store(true, Ordering::Release);
            Ok(())
        })
    }
}

/// Unregister a codec by either of its names, and free both names. Open arrays continue to use it, also after
/// `zarr_array_refresh`, and `destroy` is called when the last of them is freed; if there is none, before this function
/// returns.
///
/// `ZARR_ERROR_NOT_FOUND`: no codec is registered under the name.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_codec_unregister(name: *const c_char, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || user_codecs::unregister(text(name, "name")?)) }
}

/// The caller's table with what belongs to it.
struct CallbackCodec {
    table: zarr_codec_callbacks,
    user_data: *mut c_void,
    /// Taken for each call; None where the callbacks are thread-safe.
    lock: Option<CallLock>,
    /// It is registered, and so it is ours to destroy.
    owned: AtomicBool,
}

// SAFETY: the user data go nowhere but to the caller's functions, which either are declared thread-safe or are called
// under the call lock.
unsafe impl Send for CallbackCodec {}
// SAFETY: as above.
unsafe impl Sync for CallbackCodec {}

impl CallbackCodec {
    /// # Safety
    /// The functions of the table may be called with `user_data` until `destroy` returns.
    unsafe fn new(table: zarr_codec_callbacks, user_data: *mut c_void) -> Self {
        let lock = (table.flags & ZARR_CODEC_THREAD_SAFE == 0).then(CallLock::new);
        Self { table, user_data, lock, owned: AtomicBool::new(false) }
    }

    /// Calls a slot, which gets its place in the form of C.
    fn call<T>(
        &self,
        place: &ChainPosition,
        body: impl FnOnce(*mut c_void, *const zarr_codec_place) -> T,
    ) -> Result<T> {
        let configuration = c_text(&place.configuration)?;
        let data_type = place.data_type.as_deref().map(c_text).transpose()?;
        let shape = place.chunk_shape.as_ref().map(|shape| shape.iter().copied().map(i64::try_from));
        let shape = shape.map(Iterator::collect::<std::result::Result<Vec<i64>, _>>).transpose();
        let shape = shape.map_err(|_| Error::unsupported("the chunks are longer than C can count"))?;
        let place = zarr_codec_place {
            struct_size: size_of::<zarr_codec_place>(),
            configuration_json: configuration.as_ptr(),
            data_type_json: data_type.as_ref().map_or(std::ptr::null(), |text| text.as_ptr()),
            item_size: place.item_size,
            ndim: shape.as_ref().map_or(0, |shape| shape.len() as i32),
            chunk_shape: shape.as_ref().map_or(std::ptr::null(), Vec::as_ptr),
        };
        let _turn = self.lock.as_ref().map(CallLock::pass);
        program::call(self.user_data, || body(self.user_data, &raw const place))
    }

    /// Calls a slot that fills a sink of at most `limit` bytes.
    fn fill(
        &self,
        slot: &str,
        place: &ChainPosition,
        limit: usize,
        body: impl FnOnce(*mut c_void, *const zarr_codec_place, *mut zarr_sink, *mut zarr_error) -> zarr_status,
    ) -> Result<Vec<u8>> {
        let mut error = zarr_error::empty();
        let sink = OpenSink::new(SinkValue::new(limit as u64))?;
        let status = self.call(place, |data, place| body(data, place, sink.handle, &raw mut error))?;
        let value = sink.close();
        error.answer(slot, status)?;
        value.and_then(SinkValue::into_bytes).map_err(|error| error.context(format!("callback {slot}")))
    }
}

impl std::fmt::Debug for CallbackCodec {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("CallbackCodec").field(&self.user_data).finish()
    }
}

impl Drop for CallbackCodec {
    fn drop(&mut self) {
        let Some(destroy) = self.table.destroy.filter(|_| *self.owned.get_mut()) else { return };
        guard_value((), || {
            // SAFETY: the caller that registered the codec promises that it may be called once, after everything else.
            program::call(self.user_data, || unsafe { destroy(self.user_data) })
        });
    }
}

impl UserCodec for CallbackCodec {
    fn kind(&self) -> CodecKind {
        if self.table.kind == ZARR_CODEC_ARRAY_TO_BYTES { CodecKind::ArrayToBytes } else { CodecKind::BytesToBytes }
    }

    fn thread_safe(&self) -> bool {
        self.lock.is_none()
    }

    fn fixed_size(&self) -> bool {
        self.table.flags & ZARR_CODEC_FIXED_SIZE != 0
    }

    fn check(&self, place: &ChainPosition) -> Result<()> {
        let Some(check) = self.table.check else { return Ok(()) };
        let mut error = zarr_error::empty();
        // SAFETY: promised to `new`.
        let status = self.call(place, |data, place| unsafe { check(data, place, &raw mut error) })?;
        error.answer("check", status)
    }

    fn encoded_bound(&self, place: &ChainPosition, length: usize) -> Option<usize> {
        let bound = match self.table.bound {
            None => length.checked_mul(2)?.checked_add(4096)?,
            // SAFETY: promised to `new`.
            Some(bound) => self.call(place, |data, place| unsafe { bound(data, place, length) }).ok()?,
        };
        (bound <= isize::MAX.unsigned_abs()).then_some(bound)
    }

    fn encode(&self, place: &ChainPosition, input: &[u8], bound: usize, output: &mut Vec<u8>) -> Result<()> {
        let slot = self.table.encode.ok_or_else(|| Error::internal("a codec without the callback encode"))?;
        // SAFETY: promised to `new`.
        let mut encoded = self.fill("encode", place, bound, |data, place, sink, error| unsafe {
            slot(data, place, c_data(input), input.len(), sink, error)
        })?;
        if output.is_empty() {
            *output = encoded;
            return Ok(());
        }
        let length = encoded.len();
        output.try_reserve(length).map_err(|_| Error::no_memory(format!("no memory for {length} bytes")))?;
        output.append(&mut encoded);
        Ok(())
    }

    fn decode(&self, place: &ChainPosition, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let slot = self.table.decode.ok_or_else(|| Error::internal("a codec without the callback decode"))?;
        let most = output.len();
        // SAFETY: promised to `new`.
        // More than the sink takes is BUFFER_SIZE: only the caller knows whether no chunk decodes to so much.
        let decoded = self.fill("decode", place, most, |data, place, sink, error| unsafe {
            slot(data, place, c_data(input), input.len(), most, sink, error)
        })?;
        output[..decoded.len()].copy_from_slice(&decoded);
        Ok(decoded.len())
    }
}
