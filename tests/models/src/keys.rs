//! Threads that lock one key.

use crate::explore;
use crate::access::Access;
use crate::keyed_mutex::KeyedMutex;
use loom::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// One thread holds the key at a time, every thread gets it, and the key is forgotten at the end.
#[test]
fn one_at_a_time_and_nothing_left_behind() {
    explore(3, || {
        let (keys, inside) = (Arc::new(KeyedMutex::default()), Arc::new(AtomicUsize::new(0)));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (keys, inside) = (Arc::clone(&keys), Arc::clone(&inside));
                loom::thread::spawn(move || enter(&keys, &inside))
            })
            .collect();
        enter(&keys, &inside);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(!keys.knows(|_| true));
    });
}

fn enter(keys: &KeyedMutex<u8>, inside: &AtomicUsize) {
    let entry = keys.of(&1);
    entry.take(Access::Exclusive);
    assert_eq!(inside.fetch_add(1, SeqCst), 0);
    loom::thread::yield_now();
    inside.fetch_sub(1, SeqCst);
    entry.give_back(Access::Exclusive);
    keys.done(&1);
}

/// A thread that asks while another is about to forget the key shares its entry, or makes a new one.
#[test]
fn a_key_is_never_forgotten_too_early() {
    explore(4, || {
        let (keys, inside) = (Arc::new(KeyedMutex::default()), Arc::new(AtomicUsize::new(0)));
        let other = {
            let (keys, inside) = (Arc::clone(&keys), Arc::clone(&inside));
            loom::thread::spawn(move || (0..2).for_each(|_| enter(&keys, &inside)))
        };
        // Asked for, and not taken, as by a call that holds it already.
        drop(keys.of(&1));
        keys.done(&1);
        enter(&keys, &inside);
        other.join().unwrap();
        assert!(!keys.knows(|_| true));
    });
}

/// Sharers are inside together or not, one that is alone never with another; neither kind waits for ever.
#[test]
fn sharers_and_one_alone_take_turns() {
    explore(3, || {
        let (keys, inside) = (Arc::new(KeyedMutex::default()), Arc::new(AtomicUsize::new(0)));
        let sharers: Vec<_> = (0..2)
            .map(|_| {
                let (keys, inside) = (Arc::clone(&keys), Arc::clone(&inside));
                loom::thread::spawn(move || {
                    let entry = keys.of(&1);
                    entry.take(Access::Shared);
                    assert!(inside.fetch_add(1, SeqCst) < 100);
                    loom::thread::yield_now();
                    inside.fetch_sub(1, SeqCst);
                    entry.give_back(Access::Shared);
                    keys.done(&1);
                })
            })
            .collect();
        let entry = keys.of(&1);
        entry.take(Access::Exclusive);
        assert_eq!(inside.fetch_add(100, SeqCst), 0);
        loom::thread::yield_now();
        inside.fetch_sub(100, SeqCst);
        entry.give_back(Access::Exclusive);
        keys.done(&1);
        sharers.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(!keys.knows(|_| true));
    });
}
