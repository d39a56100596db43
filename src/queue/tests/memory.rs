//! The memory of a queue: what is counted, and what a call does that finds none.

use super::*;

#[test]
fn memory_stays_within_the_bytes_of_the_queue() {
    let array = create(&hierarchy(None), "a", &[1 << 16], &[1 << 10], None);
    for threads in [1, 4] {
        let queue = queue(64 << 10, threads, false);
        for number in 0..200_u64 {
            let data = vec![1; 1 + (number as usize * 997) % (20 << 10)];
            queue.submit(copied(&array, number * 100, &data)).unwrap();
            assert!(queue.pending().bytes <= 64 << 10);
        }
        queue.wait_all().unwrap();
        assert!(queue.most_bytes() <= 64 << 10, "{}", queue.most_bytes());
        assert!(queue.most_bytes() > 20 << 10, "it is made use of");
        queue.close();
    }
}

#[test]
fn a_full_queue_waits_or_refuses_and_takes_more_when_there_is_room() {
    let array = create(&hierarchy(None), "a", &[5000], &[1000], None);
    let refusing = queue(4500, 1, true);
    let (first, open) = held_back(copied_own(&array, 0, &[1; 1000]));
    refusing.submit(first).unwrap();
    refusing.submit(copied(&array, 1000, &[2; 1000])).ok();
    let refused = refusing.submit(copied(&array, 2000, &[3; 1000])).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Limit, "{}", refused.message());
    // The numbers say that it is full: together they are more than it has.
    let numbers: Vec<u64> =
        refused.message().split(' ').filter_map(|word| word.trim_end_matches([',', ':']).parse().ok()).collect();
    assert!(numbers.len() == 4 && numbers[1..].iter().sum::<u64>() > numbers[0], "{}", refused.message());
    assert_eq!(refusing.submit(copied(&array, 0, &[9; 4501])).unwrap_err().kind(), ErrorKind::Limit, "larger than all");
    drop(open);
    refusing.wait_all().unwrap();
    refusing.submit(copied(&array, 2000, &[3; 1000])).unwrap();
    refusing.wait_all().unwrap();
    refusing.close();

    let waiting = queue(1500, 1, false);
    let (first, open) = held_back(copied_own(&array, 0, &[4; 1000]));
    waiting.submit(first).unwrap();
    let entered = std::thread::scope(|scope| {
        let second = scope.spawn(|| waiting.submit(copied(&array, 1000, &[5; 1000])));
        std::thread::sleep(std::time::Duration::from_millis(50));
        assert!(!second.is_finished(), "it waits for room");
        drop(open);
        second.join().unwrap()
    });
    waiting.wait(entered.unwrap()).unwrap();
    waiting.close();
    let mut all = vec![0; 5000];
    array.read_region(&[0], &[5000], &mut all).unwrap();
    assert_eq!([all[0], all[1000], all[2000]], [4, 5, 3]);
}

#[test]
fn a_write_larger_than_the_queue_is_done_in_its_turn_by_the_call() {
    let array = create(&hierarchy(None), "a", &[4000], &[1000], None);
    let queue = queue(1500, 2, false);
    queue.submit(copied(&array, 500, &[1; 1000])).unwrap();
    let ticket = queue.submit(copied(&array, 0, &[2; 4000])).unwrap();
    assert!(queue.is_done(ticket).unwrap());
    queue.wait(ticket).unwrap();
    let mut all = vec![0; 4000];
    array.read_region(&[0], &[4000], &mut all).unwrap();
    assert_eq!(all, [2; 4000], "after the one before");
    assert!(queue.most_bytes() < 2048 + 1000 + 3000 + 4000, "no copy was made: {}", queue.most_bytes());
    queue.close();
}

#[test]
fn the_memory_of_writing_a_part_of_a_chunk_is_counted() {
    let plain = create(&hierarchy(None), "a", &[1 << 16], &[1 << 14], None);
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[1 << 16]).unwrap();
    builder.chunk_shape(&[1 << 14]).unwrap();
    for codec in ["gzip", "crc32c"] {
        builder.codec(codec, None).unwrap();
    }
    let coded = Arc::new(hierarchy(None).create_array("a", &builder).unwrap());
    let most = |array: &Arc<Array>, start, count| {
        let queue = queue(1 << 20, 1, false);
        queue.submit(write(array, &[start], &[count], &vec![1; count as usize])).unwrap();
        queue.wait_all().unwrap();
        queue.close();
        queue.most_bytes() >> 14
    };
    assert_eq!((most(&plain, 0, 1 << 14), most(&plain, 5, 1)), (2, 3));
    assert_eq!((most(&coded, 0, 1 << 14), most(&coded, 5, 1)), (3, 4), "between two codecs is one form more");
}
