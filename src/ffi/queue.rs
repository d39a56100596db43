//! `zarr_queue`: writes and reads that threads of the library do while the program goes on.
//!
//! # In the header
//! Queued writes and reads
//!
//! A program that computes has to wait while its output is compressed and stored. A queue does that on threads of its
//! own: a call hands over a region, which is copied, and returns at once:
//!
//!     zarr_queue *queue = NULL;
//!     zarr_queue_new(ZARR_JSON({"bytes": 268435456, "threads": 2}), &queue, &error);
//!     for (step = 0; step < steps; step++) {
//!         compute(field);
//!         start[0] = step;
//!         if (zarr_queue_write_region(queue, array, 3, start, count, field, sizeof field, NULL, &error))
//!             break;
//!     }
//!     while (zarr_queue_wait(queue, -1, &error))
//!         fprintf(stderr, "%s\n", error.message);
//!     zarr_queue_free(queue);
//!
//! Order. Operations take effect as if one were done after the other, in the order of the calls: two that touch one
//! chunk (one shard, where there are shards) wait for each other, unless both read; others run side by side. This holds
//! for one queue, and for handles of one array whose stores have one path or URL (two stores of callbacks are two);
//! calls on the array beside it, and other queues, know nothing of what is queued. Arrays that are
//! queued for may be freed at once. A write is acknowledged when it has been waited for, not before: what is queued
//! when the process ends is lost.
//!
//! Failures. A call fails for its arguments, as `zarr_array_write_region` does, and then nothing was queued. What goes
//! wrong later is told once: by `zarr_queue_wait` with its ticket; where no ticket was taken (NULL), by the next call
//! that would queue something, which then has queued nothing; and what was told in neither way by waiting for all, one
//! failure a call, the earliest first. Waiting for all takes no failure away from a ticket. The message begins with
//! "ticket N". When more than 1000 failures wait to be told, the next call tells the first of them all the same.
//!
//! Memory. The copies that wait and what operations that run work in, as far as it is known (a chunk and its encoded
//! form for each thread, and what was stored before, where a part of it is written), stay below the option "bytes"; but
//! one operation always runs. A call on a full queue waits, or
//! with "full": "refuse" is `ZARR_ERROR_LIMIT`. A write that is larger than all of the bytes is done by the call itself
//! without a copy, in its turn; with "refuse" it is `ZARR_ERROR_LIMIT`. A store of callbacks without
//! `ZARR_STORE_THREAD_SAFE`, and such codecs, are used on the threads that call only: there the call does the operation
//! itself as well, and its failure is told as any other. So it is where the system gives no threads.
//!
//! Callbacks. What a `zarr_queue_done` is given lives until it returns. It may call the library, and queue more; a call
//! that would have to wait for a queue is `ZARR_ERROR_CONFLICT` there, and `zarr_queue_free` returns at once and leaves
//! the rest to the threads. Callbacks of stores and codecs must not wait for a queue.
//!
//! Forks. A child of `fork` has the queue, empty and without threads: what its parent has queued is done there only,
//! and such a ticket is `ZARR_ERROR_CONFLICT` in the child.

use super::args::{Out, Span, bytes, optional_text, span};
use super::array::{OpenArray, check_rank, check_size, zarr_array};
use super::error::{one_line_text, status_of, zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::regions::check_fixed;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::grid::byte_size;
use crate::panics::outside;
use crate::queue::{Data, Done, Holder, Queue, Request, Settings, Source, Target};
use std::ffi::{c_char, c_void};

/// A queue of writes and reads.
pub struct zarr_queue {
    _private: (),
}

impl Handle for zarr_queue {
    type Object = Queue;
    const NAME: &str = "zarr_queue";
}

/// Told of the end of an operation, once, on a thread of the queue or on one that calls it: its ticket, its status,
/// and the message of a failure ("" for none). It must not throw, unwind or longjmp.
pub type zarr_queue_done =
    Option<unsafe extern "C" fn(user_data: *mut c_void, ticket: i64, status: zarr_status, message: *const c_char)>;

impl Holder for OpenArray {
    fn array(&self) -> &Array {
        self
    }
}

/// Memory of the caller, which stays until the operation is finished.
struct Lent {
    data: *mut c_void,
    size: usize,
}

// SAFETY: the caller promises that the memory may be used from any thread until the operation is finished.
unsafe impl Send for Lent {}

impl Source for Lent {
    fn bytes(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: the size was checked, and the caller promises so many bytes that nothing changes.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.size) }
    }
}

impl Target for Lent {
    fn bytes(&mut self) -> &mut [u8] {
        if self.size == 0 {
            return &mut [];
        }
        // SAFETY: the size was checked, and the caller promises so many bytes that nothing else uses.
        unsafe { std::slice::from_raw_parts_mut(self.data.cast(), self.size) }
    }
}

/// The function of a caller that is told of the end.
struct Told {
    done: unsafe extern "C" fn(user_data: *mut c_void, ticket: i64, status: zarr_status, message: *const c_char),
    user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the caller's function, which may be called on any thread.
unsafe impl Send for Told {}

impl Told {
    fn tell(&self, ticket: i64, result: &Result<()>) {
        let status = result.as_ref().err().map_or(super::error::ZARR_OK, |error| status_of(error.kind()));
        let message = one_line_text(result.as_ref().err().map_or("", Error::message));
        // SAFETY: the caller promises a function of this type, and that the data are what it expects.
        outside(|| unsafe { (self.done)(self.user_data, ticket, status, message.as_ptr()) });
    }
}

fn done_of(done: zarr_queue_done, user_data: *mut c_void) -> Option<Done> {
    let told = Told { done: done?, user_data };
    Some(Box::new(move |ticket, result| told.tell(ticket, result)))
}

/// What an operation does with the memory of its caller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Copy,
    Write,
    Read,
}

/// Queues an operation.
///
/// # Safety
/// `start` and `count` are NULL or point to `ndim` values, `memory` to `size` bytes that stay as `how` needs it,
/// `ticket` is NULL or may be written.
unsafe fn submit(
    queue: *mut zarr_queue,
    array: *const zarr_array,
    (ndim, start, count): (i32, *const i64, *const i64),
    (memory, size, how): (*mut c_void, usize, Use),
    done: Option<Done>,
    ticket: *mut i64,
) -> Result<()> {
    let (queue, array) = (handle::get(queue)?, handle::get(array)?);
    check_rank(&array, ndim)?;
    // SAFETY: promised by the caller.
    let Span { start, count } = unsafe { span(&array, start, count, &[]) }?;
    let data_type = array.data_type();
    check_fixed(
        &array,
        &data_type,
        if how == Use::Read { "zarr_array_read_strings" } else { "zarr_array_write_strings" },
    )?;
    let name = if how == Use::Read { "buffer" } else { "data" };
    // A region outside of the array has a size as well: the array is looked at first where both are wrong.
    let is_right = check_size(&array, "size", size, byte_size(&count, data_type.size()));
    // SAFETY: promised by the caller.
    let given = unsafe { bytes(memory, size, name) }?;
    if let Err(wrong) = is_right {
        let outside = array.part(&start, &count).err().filter(|_| array.origin().options.grow.is_none());
        return Err(outside.unwrap_or(wrong));
    }
    let data = match how {
        Use::Copy => Data::Given(given),
        Use::Write => Data::From(Box::new(Lent { data: memory, size })),
        Use::Read => Data::Into(Box::new(Lent { data: memory, size })),
    };
    let number = queue.submit(Request { array, start, count, data, done, has_ticket: !ticket.is_null() })?;
    if !ticket.is_null() {
        // SAFETY: promised by the caller.
        unsafe { ticket.write_unaligned(number) };
    }
    Ok(())
}

/// A queue without operations. Options, all of which may be left out: "bytes", the most memory that operations have
/// together (268435456); "threads", how many threads of the library work on them, 0 for as many as a call has; "full",
/// what a call does that finds no room, "wait" or "refuse" (`ZARR_ERROR_LIMIT`). Threads are started when they are
/// first needed. The caller frees the queue with `zarr_queue_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_new(
    options_json: *const c_char,
    queue: *mut *mut zarr_queue,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(queue, "queue")?;
            place.put(Queue::new(Settings::parse(optional_text(options_json, "options_json")?)?))
        })
    }
}

/// Queues the writing of a region, as `zarr_array_write_region` does it, and copies its `size` bytes. `ticket` may be
/// NULL; else `*ticket` is a number greater than 0, by which the operation can be waited for.
///
/// `ZARR_ERROR_LIMIT`: the queue is full, see the option "full". Other failures are those of the arguments, or of an
/// earlier operation whose ticket was not taken; after any of them nothing was queued.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_write_region(
    queue: *mut zarr_queue,
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    data: *const c_void,
    size: usize,
    ticket: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    let memory = (data.cast_mut(), size, Use::Copy);
    unsafe { guard(error, || submit(queue, array, (ndim, start, count), memory, None, ticket)) }
}

/// Queues the reading of a region into a buffer, as `zarr_array_read_region` does it. The buffer has to stay, and
/// nothing may look at it, until the operation was waited for. Errors as in `zarr_queue_write_region`.
///
/// # Safety
/// The conventions of the boundary; the buffer may be written until the operation is finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_read_region(
    queue: *mut zarr_queue,
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    buffer: *mut c_void,
    size: usize,
    ticket: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    let memory = (buffer, size, Use::Read);
    unsafe { guard(error, || submit(queue, array, (ndim, start, count), memory, None, ticket)) }
}

/// As `zarr_queue_write_region`, without a copy: the data have to stay as they are until `done` is called, or, where
/// that is NULL, until the operation was waited for. `done` is called once if, and only if, this returns `ZARR_OK`,
/// perhaps before it does; a failure that it was told is told to nothing else but a ticket.
///
/// # Safety
/// The conventions of the boundary; the data stay until the operation is finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_write_region_then(
    queue: *mut zarr_queue,
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    data: *const c_void,
    size: usize,
    done: zarr_queue_done,
    user_data: *mut c_void,
    ticket: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    let memory = (data.cast_mut(), size, Use::Write);
    unsafe { guard(error, || submit(queue, array, (ndim, start, count), memory, done_of(done, user_data), ticket)) }
}

/// As `zarr_queue_read_region`; `done` is called when the elements are in the buffer, or the reading has failed, as in
/// `zarr_queue_write_region_then`.
///
/// # Safety
/// The conventions of the boundary; the buffer may be written until the operation is finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_read_region_then(
    queue: *mut zarr_queue,
    array: *const zarr_array,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    buffer: *mut c_void,
    size: usize,
    done: zarr_queue_done,
    user_data: *mut c_void,
    ticket: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    let memory = (buffer, size, Use::Read);
    unsafe { guard(error, || submit(queue, array, (ndim, start, count), memory, done_of(done, user_data), ticket)) }
}

/// Waits until an operation is finished, and gives its failure, once. With the ticket -1: until all are finished that
/// were queued before this call; then it gives the first failure that was not told yet, so that a loop until `ZARR_OK`
/// hears of each.
///
/// `ZARR_ERROR_CANCELLED`: it was cancelled. `ZARR_ERROR_INVALID_ARGUMENT`: the queue has given no such ticket.
/// `ZARR_ERROR_CONFLICT`: this thread is in the callback of an operation, or the ticket is of a process before `fork`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_wait(queue: *mut zarr_queue, ticket: i64, error: *mut zarr_error) -> zarr_status {
    unsafe {
        guard(error, || {
            let queue = handle::get(queue)?;
            if ticket == -1 { queue.wait_all() } else { queue.wait(ticket) }
        })
    }
}

/// Cancels an operation, or with the ticket -1 all that are queued, and does not wait: one that has not begun does
/// nothing, one that has begun ends after the chunks that it is at, one that is finished stays so. A cancelled
/// operation is `ZARR_ERROR_CANCELLED` to its ticket and its callback, and no failure to others.
/// `ZARR_ERROR_INVALID_ARGUMENT`: the queue has given no such ticket.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_cancel(queue: *mut zarr_queue, ticket: i64, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(queue)?.cancel((ticket != -1).then_some(ticket))) }
}

/// How much there is to do: the operations that are not finished, and the bytes of memory that they have. Each of the
/// two may be NULL.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_pending(
    queue: *const zarr_queue,
    operations: *mut i64,
    bytes: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let pending = handle::get(queue)?.pending();
            let numbers = [(operations, pending.operations as u64), (bytes, pending.bytes)];
            for (place, number) in numbers.into_iter().filter(|(place, _)| !place.is_null()) {
                place.write_unaligned(i64::try_from(number).unwrap_or(i64::MAX));
            }
            Ok(())
        })
    }
}

/// Whether an operation is finished: 1 or 0; -1 for a bad handle, and for a ticket that the queue has not given.
///
/// # Safety
/// None: a handle is looked up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_is_done(queue: *const zarr_queue, ticket: i64) -> i32 {
    guard_value(-1, || handle::get(queue)?.is_done(ticket).map(i32::from))
}

/// Waits for all operations, ends the threads, and frees the queue. Failures that were not told are lost: wait before.
/// NULL does nothing. In the callback of an operation it does not wait.
///
/// # Safety
/// None: a handle is looked up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_free(queue: *mut zarr_queue) {
    guard_value((), || {
        if let Some(queue) = handle::free(queue) {
            queue.close();
        }
        Ok(())
    });
}
