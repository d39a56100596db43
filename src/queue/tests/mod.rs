//! Concurrent operations of a queue have the result of the calls one after the other; each failure is reported; and
//! stays within its memory.

mod memory;

use super::*;
use crate::array::{Array, ArrayBuilder};
use crate::dtype::DataType;
use crate::hierarchy::Hierarchy;
use crate::store::{MemoryStore, Store};
use crate::transformer::{OverlayStore, ReadOnlyStore};
use std::sync::mpsc;

/// The elements that were read, once the operation is finished.
type Answer = Arc<std::sync::Mutex<Vec<u8>>>;

/// A read buffer, which is handed over when the queue drops it.
struct Buffer {
    values: Vec<u8>,
    answer: Answer,
}

impl ReadBuffer for Buffer {
    fn bytes(&mut self) -> &mut [u8] {
        &mut self.values
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        *self.answer.lock().unwrap() = std::mem::take(&mut self.values);
    }
}

/// Elements that their owner keeps until they are written.
struct Kept(Vec<u8>);

impl WriteBuffer for Kept {
    fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Numbers that are the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn hierarchy(options: Option<&str>) -> Arc<Hierarchy> {
    Hierarchy::with_store(Arc::new(MemoryStore::new()), options).unwrap()
}

fn create(hierarchy: &Arc<Hierarchy>, path: &str, shape: &[u64], chunk: &[u64], shard: Option<&[u64]>) -> Arc<Array> {
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), shape).unwrap();
    builder.chunk_shape(chunk).unwrap();
    if let Some(shard) = shard {
        builder.shard_shape(shard).unwrap();
    }
    Arc::new(hierarchy.create_array(path, &builder).unwrap())
}

fn queue(bytes: u64, threads: usize, refuses: bool) -> Arc<Queue> {
    Queue::new(QueueSettings { bytes, threads, refuses })
}

fn write(array: &Arc<Array>, start: &[u64], count: &[u64], data: &[u8]) -> QueueRequest<'static> {
    let array = Arc::clone(array);
    let data = Data::From(Box::new(Kept(data.to_vec())));
    QueueRequest { array, start: start.to_vec(), count: count.to_vec(), data, done: None, has_ticket: true }
}

fn copied<'d>(array: &Arc<Array>, start: u64, data: &'d [u8]) -> QueueRequest<'d> {
    let data = Data::Given(data);
    let count = if let Data::Given(data) = &data { data.len() as u64 } else { 0 };
    QueueRequest { array: array.clone(), start: vec![start], count: vec![count], data, done: None, has_ticket: true }
}

fn read(array: &Arc<Array>, start: &[u64], count: &[u64], answer: &Answer) -> QueueRequest<'static> {
    let values = vec![0; count.iter().product::<u64>() as usize];
    let data = Data::Into(Box::new(Buffer { values, answer: Arc::clone(answer) }));
    QueueRequest {
        array: array.clone(),
        start: start.to_vec(),
        count: count.to_vec(),
        data,
        done: None,
        has_ticket: true,
    }
}

/// An operation that is not finished before the gate is opened, as its callback waits for that.
fn held_back(mut request: QueueRequest<'static>) -> (QueueRequest<'static>, mpsc::Sender<()>) {
    let (open, gate) = mpsc::channel::<()>();
    request.done = Some(Box::new(move |_, _| {
        let _ = gate.recv();
        true
    }));
    (request, open)
}

/// Random writes and reads of any boxes, queued by one thread, against the array's bytes in plain memory.
fn compare(seed: u64, threads: usize, bytes: u64, shard: Option<&[u64]>, operations: usize) {
    const SHAPE: [u64; 2] = [13, 17];
    let mut dice = Dice(seed);
    let array = create(&hierarchy(None), "a", &SHAPE, &[2, 3], shard);
    let queue = queue(bytes, threads, false);
    let mut plain = vec![0_u8; (SHAPE[0] * SHAPE[1]) as usize];
    let mut answers: Vec<(Answer, Vec<u8>)> = Vec::new();
    for number in 0..operations {
        let start = SHAPE.map(|length| dice.below(length));
        let count = [0, 1].map(|axis| dice.below(SHAPE[axis] - start[axis] + 1).min(5));
        let places: Vec<usize> = (0..count[0] * count[1])
            .map(|place| {
                let (row, column) = (start[0] + place / count[1], start[1] + place % count[1]);
                (row * SHAPE[1] + column) as usize
            })
            .collect();
        if dice.below(3) > 0 {
            let data: Vec<u8> = places.iter().map(|_| dice.below(255) as u8 + 1).collect();
            places.iter().zip(&data).for_each(|(place, value)| plain[*place] = *value);
            let given = Data::Given(&data);
            let (start, count) = (start.to_vec(), count.to_vec());
            let has_ticket = number % 2 == 0;
            queue
                .submit(QueueRequest { array: array.clone(), start, count, data: given, done: None, has_ticket })
                .unwrap();
        } else {
            let answer = Answer::default();
            queue.submit(read(&array, &start, &count, &answer)).unwrap();
            answers.push((answer, places.iter().map(|place| plain[*place]).collect()));
        }
    }
    queue.wait_all().unwrap();
    for (number, (answer, wanted)) in answers.iter().enumerate() {
        assert_eq!(*answer.lock().unwrap(), *wanted, "seed {seed}, {threads} threads, read {number}");
    }
    let mut all = vec![0; plain.len()];
    array.read_region(&[0, 0], &SHAPE, &mut all).unwrap();
    assert_eq!(all, plain, "seed {seed}, {threads} threads");
    assert_eq!(queue.pending(), Pending { operations: 0, bytes: 0 });
    queue.close();
}

/// As [`copied`], with memory that lives as long as the operation.
fn copied_own(array: &Arc<Array>, start: u64, data: &[u8]) -> QueueRequest<'static> {
    let request = copied(array, start, Box::leak(data.to_vec().into_boxed_slice()));
    QueueRequest { has_ticket: false, ..request }
}

#[test]
fn what_is_queued_gives_what_the_calls_would_have_given() {
    for seed in 0..24 {
        for threads in [1, 2, 5] {
            compare(seed, threads, if seed % 2 == 0 { 4096 } else { 1 << 20 }, None, 80);
            compare(seed, threads, 1 << 20, Some(&[4, 6]), 80);
        }
    }
}

#[test]
fn several_threads_use_one_queue_and_each_finds_its_own_writes() {
    let hierarchy = hierarchy(None);
    let array = create(&hierarchy, "a", &[400], &[7], None);
    let queue = queue(8192, 3, false);
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (queue, array) = (&queue, &array);
            scope.spawn(move || {
                for round in 0..30_u8 {
                    let data = [round + 1; 100];
                    queue.submit(copied(array, thread * 100, &data)).unwrap();
                    let answer = Answer::default();
                    let ticket = queue.submit(read(array, &[thread * 100], &[100], &answer)).unwrap();
                    queue.wait(ticket).unwrap();
                    assert_eq!(*answer.lock().unwrap(), data);
                }
            });
        }
    });
    queue.wait_all().unwrap();
    queue.close();
}

#[test]
fn a_failure_is_told_by_its_ticket_by_the_next_call_and_by_waiting_for_all() {
    let hierarchy = hierarchy(None);
    let array = create(&hierarchy, "a", &[100], &[10], None);
    let queue = queue(1 << 20, 2, false);
    // A source that panics stands for any fault of an operation.
    struct Faulty;
    impl WriteBuffer for Faulty {
        fn bytes(&self) -> &[u8] {
            panic!("no data")
        }
    }
    let faulty = |has_ticket| {
        let data = Data::From(Box::new(Faulty));
        QueueRequest { array: array.clone(), start: vec![0], count: vec![10], data, done: None, has_ticket }
    };
    let good = || queue.submit(copied(&array, 50, &[1; 10]));
    let ticket = queue.submit(faulty(true)).unwrap();
    let other = good().unwrap();
    let failed = queue.wait(ticket).unwrap_err();
    assert!(failed.message().starts_with(&format!("ticket {ticket}: ")), "{}", failed.message());
    assert_eq!(queue.wait(ticket), Ok(()), "told once");
    assert_eq!(queue.wait(other), Ok(()));
    assert_eq!(queue.wait_all(), Ok(()));

    let untaken = queue.submit(faulty(false)).unwrap();
    while !queue.is_done(untaken).unwrap() {
        std::thread::yield_now();
    }
    let told = good().unwrap_err();
    assert!(told.message().starts_with(&format!("ticket {untaken}: ")), "{}", told.message());
    good().unwrap();
    assert_eq!(queue.wait_all(), Ok(()), "told already");

    for _ in 0..2 {
        queue.submit(faulty(true)).unwrap();
    }
    assert!(queue.wait_all().is_err());
    assert!(queue.wait_all().is_err(), "the second failure");
    assert_eq!(queue.wait_all(), Ok(()));
    queue.close();
}

#[test]
fn what_is_wrong_with_a_call_is_told_at_once_and_nothing_is_queued() {
    let memory = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(memory.clone(), None).unwrap();
    let array = create(&hierarchy, "a", &[10], &[5], None);
    let readable = Hierarchy::with_store(Arc::new(ReadOnlyStore::new(memory)), None).unwrap();
    let readable = Arc::new(readable.open_array("a", None).unwrap());
    let queue = queue(1 << 20, 2, false);
    let kind = |request| queue.submit(request).unwrap_err().kind();
    assert_eq!(kind(write(&array, &[8], &[3], &[0; 3])), ErrorKind::OutOfBounds);
    assert_eq!(kind(write(&array, &[u64::MAX], &[3], &[0; 3])), ErrorKind::OutOfBounds);
    assert_eq!(kind(write(&array, &[0, 0], &[1, 1], &[0])), ErrorKind::InvalidArgument);
    assert_eq!(kind(write(&readable, &[0], &[1], &[0])), ErrorKind::ReadOnly);
    assert_eq!(queue.pending().operations, 0);
    assert!(queue.submit(write(&readable, &[0], &[0], &[])).is_ok(), "there is nothing to be written");
    assert_eq!(queue.wait_all(), Ok(()));
    for unknown in [0, 2, -1, i64::MAX] {
        assert_eq!(queue.wait(unknown).unwrap_err().kind(), ErrorKind::InvalidArgument);
        assert_eq!(queue.cancel(Some(unknown)).unwrap_err().kind(), ErrorKind::InvalidArgument);
        assert!(queue.is_done(unknown).is_err());
    }
    queue.close();
    assert_eq!(kind(write(&array, &[0], &[1], &[0])), ErrorKind::InvalidHandle, "it is closed");
}

#[test]
fn what_is_cancelled_before_it_begins_is_not_done() {
    let array = create(&hierarchy(None), "a", &[100], &[10], None);
    let queue = queue(1 << 20, 1, false);
    let (first, open) = held_back(write(&array, &[0], &[10], &[1; 10]));
    let first = queue.submit(first).unwrap();
    let second = queue.submit(copied(&array, 0, &[2; 10])).unwrap();
    let third = queue.submit(copied(&array, 50, &[3; 10])).unwrap();
    queue.cancel(Some(second)).unwrap();
    drop(open);
    assert_eq!(queue.wait(first), Ok(()));
    assert_eq!(queue.wait(third), Ok(()));
    assert_eq!(queue.wait_all(), Ok(()), "only its ticket tells of it");
    assert_eq!(queue.wait(second).unwrap_err().kind(), ErrorKind::Cancelled);
    queue.cancel(None).unwrap();
    queue.submit(copied(&array, 60, &[4; 10])).unwrap();
    queue.wait_all().unwrap();
    let mut all = [0; 100];
    array.read_region(&[0], &[100], &mut all).unwrap();
    assert_eq!([all[0], all[50], all[60]], [1, 3, 4]);
    queue.close();
}

#[test]
fn an_array_that_grows_is_written_and_read_past_its_end_in_order() {
    let hierarchy = hierarchy(Some(r#"{"grow": true}"#));
    let array = create(&hierarchy, "a", &[0], &[4], None);
    let queue = queue(1 << 20, 3, false);
    let answers: Vec<Answer> = (0..20_u64)
        .map(|step| {
            let answer = Answer::default();
            queue.submit(copied(&array, step * 3, &[step as u8 + 1; 3])).unwrap();
            queue.submit(read(&array, &[step * 3], &[3], &answer)).unwrap();
            answer
        })
        .collect();
    queue.wait_all().unwrap();
    for (step, answer) in answers.iter().enumerate() {
        assert_eq!(*answer.lock().unwrap(), [step as u8 + 1; 3]);
    }
    assert_eq!(array.shape(), [60]);
    queue.close();
}

/// A write past the end fills the gap with fill values: a read of the gap waits for the write, although both have no
/// chunk in common. So does a write of no elements there.
#[test]
fn what_an_earlier_write_makes_room_for_is_read_after_it() {
    for _ in 0..20 {
        let array = create(&hierarchy(Some(r#"{"grow": true}"#)), "a", &[0], &[4], None);
        let queue = queue(1 << 20, 4, false);
        let (first, open) = held_back(write(&array, &[0], &[1], &[7]));
        queue.submit(first).unwrap();
        // Waits for the first one by its chunk.
        queue.submit(write(&array, &[0], &[100], &[8; 100])).unwrap();
        let answer = Answer::default();
        let ticket = queue.submit(read(&array, &[90], &[5], &answer)).unwrap();
        let far = Answer::default();
        let nothing = queue.submit(write(&array, &[90], &[0], &[])).unwrap();
        let last = queue.submit(write(&array, &[399], &[1], &[9])).unwrap();
        let between = queue.submit(read(&array, &[200], &[5], &far)).unwrap();
        queue.wait(last).unwrap();
        drop(open);
        queue.wait(ticket).unwrap();
        queue.wait(between).unwrap();
        queue.wait(nothing).unwrap();
        assert_eq!((answer.lock().unwrap().as_slice(), far.lock().unwrap().as_slice()), (&[8; 5][..], &[0; 5][..]));
        queue.close();
    }
}

/// A read through an overlay waits for an earlier write of the same elements to a lower store, by the handle of that.
#[test]
fn what_is_written_to_a_lower_store_is_read_after_it() {
    let lower: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let array = create(&Hierarchy::with_store(lower.clone(), None).unwrap(), "a", &[100], &[10], None);
    let overlay = OverlayStore::new(vec![Arc::new(MemoryStore::new()), lower]).unwrap();
    let shown = Arc::new(Hierarchy::with_store(Arc::new(overlay), None).unwrap().open_array("a", None).unwrap());
    let (queue, (first, open)) = (queue(1 << 20, 4, false), held_back(write(&array, &[0], &[10], &[8; 10])));
    queue.submit(first).unwrap();
    let answer = Answer::default();
    let ticket = queue.submit(read(&shown, &[0], &[5], &answer)).unwrap();
    queue.wait(queue.submit(read(&shown, &[90], &[5], &Answer::default())).unwrap()).unwrap();
    let is_early = queue.is_done(ticket).unwrap();
    drop(open);
    queue.close();
    assert_eq!((is_early, answer.lock().unwrap().as_slice()), (false, &[8; 5][..]));
}

#[test]
fn a_callback_is_told_the_end_and_may_queue_but_not_wait() {
    let array = create(&hierarchy(None), "a", &[100], &[10], None);
    let queue = queue(1 << 20, 1, false);
    let (tell, told) = mpsc::channel();
    let (inner, again) = (Arc::clone(&queue), Arc::clone(&array));
    let mut request = write(&array, &[0], &[10], &[1; 10]);
    request.done = Some(Box::new(move |ticket, result| {
        let next = inner.submit(write(&again, &[0], &[10], &[2; 10])).unwrap();
        let waited = inner.wait(next).map_err(|error| error.kind());
        tell.send((ticket, result.is_ok(), waited)).is_ok()
    }));
    let ticket = queue.submit(request).unwrap();
    assert_eq!(told.recv(), Ok((ticket, true, Err(ErrorKind::Conflict))));
    queue.close();
    let mut all = [0; 100];
    array.read_region(&[0], &[100], &mut all).unwrap();
    assert_eq!(all[0], 2, "close waits for what callbacks have queued");
}

/// A program that has ended its functions would else take a write that failed for one that was stored.
#[test]
fn a_failure_that_no_callback_could_be_told_is_reported_by_waiting() {
    let hierarchy = hierarchy(None);
    for is_told in [false, true] {
        let array = create(&hierarchy, "a", &[10], &[10], None);
        let queue = queue(1 << 20, 1, false);
        let (first, open) = held_back(write(&array, &[0], &[5], &[1; 5]));
        queue.submit(first).unwrap();
        let mut lost = QueueRequest { has_ticket: false, ..write(&array, &[5], &[5], &[2; 5]) };
        lost.done = Some(Box::new(move |_, _| is_told));
        queue.submit(lost).unwrap();
        hierarchy.erase("a").unwrap();
        drop(open);
        let failure = queue.wait_all().map_err(|error| error.kind());
        assert_eq!(failure, if is_told { Ok(()) } else { Err(ErrorKind::NotFound) });
        queue.close();
    }
}

#[test]
fn arrays_of_no_dimension_and_regions_without_elements_are_queued() {
    let hierarchy = hierarchy(None);
    let point = create(&hierarchy, "point", &[], &[], None);
    let none = create(&hierarchy, "none", &[0, 4], &[1, 2], None);
    let queue = queue(1 << 20, 2, false);
    let (answer, empty) = (Answer::default(), Answer::default());
    queue.submit(write(&point, &[], &[], &[7])).unwrap();
    queue.submit(read(&point, &[], &[], &answer)).unwrap();
    queue.submit(write(&none, &[0, 1], &[0, 3], &[])).unwrap();
    queue.submit(read(&none, &[0, 0], &[0, 4], &empty)).unwrap();
    queue.wait_all().unwrap();
    assert_eq!((answer.lock().unwrap().as_slice(), empty.lock().unwrap().len()), ([7].as_slice(), 0));
    queue.close();
}
