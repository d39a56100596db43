//! `zarr_queue`: writes and reads that threads of the library do while the program goes on.
//!
//! # In the header
//! Queued writes and reads
//!
//! A queue compresses and stores output on background threads while the program computes: a call copies a region into
//! the queue and returns at once:
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
//! Order. Operations take effect in the order of the calls: two that touch one chunk (with shards, one shard) run one
//! after the other unless both read; others run concurrently. This holds within one queue, and for handles of one array
//! through stores of one path or URL (each store of callbacks is separate); direct calls on the array and other queues
//! are not ordered with queued operations. Arrays may be freed as soon as their operations are queued. A write is
//! complete when it has been waited for; operations that are queued when the process ends are lost.
//!
//! Failures. A call checks its arguments as `zarr_array_write_region` does, and queues nothing if they are wrong. Later
//! failures are reported once: with a ticket, by `zarr_queue_wait` for that ticket; without one (NULL), by the next
//! call that queues an operation, which then queues nothing. `zarr_queue_wait` for all reports the remaining failures,
//! one for each call, the earliest first; a ticket can still be waited for. The message begins with "ticket N". If more
//! than 1000 failures are unreported, the next call that queues an operation reports the first of them, even one with a
//! ticket.
//!
//! Memory. The option "bytes" limits the queued copies plus the known memory of running operations: a chunk and its
//! encoded form for each thread, and the stored form of a chunk that is written in part. One operation may always run.
//! A call on a full queue waits, or with "full": "refuse" is `ZARR_ERROR_LIMIT`. A write larger than the limit is done
//! by the call itself in its turn, without a copy; with "refuse" it is `ZARR_ERROR_LIMIT`. The call also does the
//! operation itself if the store or a codec has callbacks without the thread-safe flag, or if the system can't start
//! threads; failures are reported as for queued operations.
//!
//! Callbacks. A `zarr_queue_done` may call the library and queue more operations. In it, a call that would have to wait
//! for a queue is `ZARR_ERROR_CONFLICT`, and `zarr_queue_free` returns at once and leaves the remaining operations to
//! the threads. Callbacks of stores and codecs must not wait for a queue.
//!
//! Forks. In a child of `fork` the queue is empty: the parent completes its operations, and their tickets are
//! `ZARR_ERROR_CONFLICT` in the child. So are their callbacks: the child's copy of each is called once, by the child's
//! first call that queues or waits, or by `zarr_queue_free`. A callback that is running during the fork is not called
//! again in the child.

use super::args::{Out, OutValue, Span, bytes, optional_text, span};
use super::array::{OpenArray, check_rank, check_size, zarr_array};
use super::error::{one_line_text, status_of, zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::program;
use super::regions::check_fixed;
use crate::array::Array;
use crate::error::Result;
use crate::queue::{Data, Done, Holder, Queue, QueueRequest, QueueSettings, ReadBuffer, WriteBuffer};
use std::ffi::{c_char, c_void};

/// A queue of writes and reads.
pub struct zarr_queue {
    _private: (),
}

impl Handle for zarr_queue {
    type Object = Queue;
    const NAME: &str = "zarr_queue";
}

/// Receives the end of an operation, once in each process, on a thread of the queue or on one that calls it: its
/// ticket, its status, and the message of a failure ("" if none), which is valid until the callback returns. It must
/// not throw, unwind or longjmp.
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

impl WriteBuffer for Lent {
    fn bytes(&self) -> &[u8] {
        if self.size == 0 {
            return &[];
        }
        // SAFETY: the size was checked, and the caller promises that many bytes, which nothing changes.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.size) }
    }
}

impl ReadBuffer for Lent {
    fn bytes(&mut self) -> &mut [u8] {
        if self.size == 0 {
            return &mut [];
        }
        // SAFETY: the size was checked, and the caller promises that many bytes, which nothing else uses.
        unsafe { std::slice::from_raw_parts_mut(self.data.cast(), self.size) }
    }
}

/// The function of a caller that is told of the end.
struct DoneCallback {
    done: unsafe extern "C" fn(user_data: *mut c_void, ticket: i64, status: zarr_status, message: *const c_char),
    user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the caller's function, which may be called on any thread.
unsafe impl Send for DoneCallback {}

impl DoneCallback {
    /// Calls the program's function. False: calls of it were ended, so that its failure is still to be reported.
    fn tell(&self, ticket: i64, result: &Result<()>) -> bool {
        let status = result.as_ref().err().map_or(super::error::ZARR_OK, |error| status_of(error.kind()));
        let message = one_line_text(result);
        // SAFETY: the caller promises a function of this type, and that the data are what it expects.
        let done = || unsafe { (self.done)(self.user_data, ticket, status, message.as_ptr()) };
        program::call(self.user_data, done).is_ok()
    }
}

fn done_of(done: zarr_queue_done, user_data: *mut c_void) -> Option<Done> {
    let told = DoneCallback { done: done?, user_data };
    Some(Box::new(move |ticket, result| told.tell(ticket, result)))
}

/// The use that an operation makes of its caller's memory.
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
    check_fixed(&array, &data_type, if how == Use::Read { "Array::read_strings" } else { "Array::write_strings" })?;
    let name = if how == Use::Read { "buffer" } else { "data" };
    // A region outside of the array has a size as well: the array is looked at first where both are wrong.
    let is_right = check_size(&array, "size", size, &count, &data_type);
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
    let number = queue.submit(QueueRequest { array, start, count, data, done, has_ticket: !ticket.is_null() })?;
    // SAFETY: promised by the caller.
    unsafe { OutValue::optional(ticket) }.put(number);
    Ok(())
}

/// Make a queue without operations. The caller frees it with `zarr_queue_free`.
///
/// The options are a JSON object, NULL for none: "bytes", the most memory of all operations together (default
/// 268435456); "threads", the number of threads of the library that work on them (0: as many as one call uses); "full",
/// the behaviour of calls on a full queue: "wait", or "refuse", which fails with `ZARR_ERROR_LIMIT`. Threads start when
/// they are first needed.
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
            place.put(Queue::new(QueueSettings::parse(optional_text(options_json, "options_json")?)?))
        })
    }
}

/// Queue a write of a region, with the arguments of `zarr_array_write_region`, and copy its `size` bytes. Sets
/// `*ticket` to a number greater than 0 to wait for the operation; `ticket` may be NULL.
///
/// `ZARR_ERROR_LIMIT`: the queue is full, see the option "full". Other failures concern the arguments, or an earlier
/// operation without a ticket. After any failure nothing was queued.
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

/// Queue a read of a region, with the arguments of `zarr_array_read_region`. The buffer must stay valid, and must not
/// be accessed, until the operation was waited for. Errors as in `zarr_queue_write_region`.
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

/// Queue a write of a region without a copy: the data must not change until `done` is called or, if `done` is NULL,
/// until the operation was waited for. `done` is called once if this function returns `ZARR_OK`, possibly before it
/// returns, and never otherwise; a failure that it received is reported again only to a ticket. Errors as in
/// `zarr_queue_write_region`.
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

/// Queue a read of a region; `done` is called when the elements are in the buffer or the read has failed. Buffer,
/// `done` and errors as in `zarr_queue_write_region_then`.
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

/// Wait until an operation is finished, and return its failure, once. With the ticket -1, waits for all operations
/// queued before this call and returns the first unreported failure: call it until it returns `ZARR_OK` to see each.
///
/// `ZARR_ERROR_CANCELLED`: the operation was cancelled. `ZARR_ERROR_INVALID_ARGUMENT`: the queue has not issued the
/// ticket. `ZARR_ERROR_CONFLICT`: this thread runs a callback of an operation, or the ticket was issued before `fork`.
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

/// Cancel an operation, or all with the ticket -1, without waiting. A queued operation does nothing, a running one
/// stops after its current chunks, and a finished one is unaffected. A cancelled operation is reported as
/// `ZARR_ERROR_CANCELLED` to its ticket and its callback only.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the queue has not issued the ticket.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_cancel(queue: *mut zarr_queue, ticket: i64, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(queue)?.cancel((ticket != -1).then_some(ticket))) }
}

/// Get the number of unfinished operations, and the bytes of memory that they hold. Either output may be NULL.
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
            for (place, number) in numbers {
                OutValue::optional(place).put(i64::try_from(number).unwrap_or(i64::MAX));
            }
            Ok(())
        })
    }
}

/// Return 1 if the operation is finished, 0 if not, -1 for a bad handle or a ticket that the queue has not issued. A
/// ticket that was issued before `fork` is finished in the child: waiting for it returns at once.
///
/// # Safety
/// Nothing to promise: a handle is looked up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_is_done(queue: *const zarr_queue, ticket: i64) -> i32 {
    guard_value(-1, || handle::get(queue)?.is_done(ticket).map(i32::from))
}

/// Wait for all operations, end the threads, and free the queue; in a callback of an operation it does not wait. A
/// child of `fork` first calls the callbacks of its parent's operations. Unreported failures are lost: call
/// `zarr_queue_wait` first. NULL does nothing.
///
/// # Safety
/// Nothing to promise: a handle is looked up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_queue_free(queue: *mut zarr_queue) {
    guard_value((), || {
        if let Some(queue) = handle::free(queue) {
            queue.close();
        }
        Ok(())
    });
}
