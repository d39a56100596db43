//! Turns of those who want one key.

use crate::explore;
use crate::access::Access;
use crate::turns::Turns;
use loom::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// One is inside at a time, everybody comes in, and nothing is left behind.
#[test]
fn one_at_a_time_and_nothing_left_behind() {
    explore(3, || {
        let (turns, inside) = (Arc::new(Turns::default()), Arc::new(AtomicUsize::new(0)));
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (turns, inside) = (Arc::clone(&turns), Arc::clone(&inside));
                loom::thread::spawn(move || enter(&turns, &inside))
            })
            .collect();
        enter(&turns, &inside);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(!turns.knows(|_| true));
    });
}

fn enter(turns: &Turns<u8>, inside: &AtomicUsize) {
    let entry = turns.of(&1);
    entry.take(Access::Exclusive);
    assert_eq!(inside.fetch_add(1, SeqCst), 0);
    loom::thread::yield_now();
    inside.fetch_sub(1, SeqCst);
    entry.give_back(Access::Exclusive);
    turns.done(&1);
}

/// Who asks while another is about to forget the key shares its turns, or begins new ones.
#[test]
fn a_key_is_never_forgotten_too_early() {
    explore(4, || {
        let (turns, inside) = (Arc::new(Turns::default()), Arc::new(AtomicUsize::new(0)));
        let other = {
            let (turns, inside) = (Arc::clone(&turns), Arc::clone(&inside));
            loom::thread::spawn(move || (0..2).for_each(|_| enter(&turns, &inside)))
        };
        // Asked for, and not taken, as by a call that holds it already.
        drop(turns.of(&1));
        turns.done(&1);
        enter(&turns, &inside);
        other.join().unwrap();
        assert!(!turns.knows(|_| true));
    });
}

/// Sharers are inside together or not, one that is alone never with another; neither kind waits for ever.
#[test]
fn sharers_and_one_alone_take_turns() {
    explore(3, || {
        let (turns, inside) = (Arc::new(Turns::default()), Arc::new(AtomicUsize::new(0)));
        let sharers: Vec<_> = (0..2)
            .map(|_| {
                let (turns, inside) = (Arc::clone(&turns), Arc::clone(&inside));
                loom::thread::spawn(move || {
                    let entry = turns.of(&1);
                    entry.take(Access::Shared);
                    assert!(inside.fetch_add(1, SeqCst) < 100);
                    loom::thread::yield_now();
                    inside.fetch_sub(1, SeqCst);
                    entry.give_back(Access::Shared);
                    turns.done(&1);
                })
            })
            .collect();
        let entry = turns.of(&1);
        entry.take(Access::Exclusive);
        assert_eq!(inside.fetch_add(100, SeqCst), 0);
        loom::thread::yield_now();
        inside.fetch_sub(100, SeqCst);
        entry.give_back(Access::Exclusive);
        turns.done(&1);
        sharers.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(!turns.knows(|_| true));
    });
}
