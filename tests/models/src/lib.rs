//! The protocols by which the threads of the library meet, run through the orders in which they can take their steps.
//! The files are the library's own; only what threads meet at is loom's. A step that waits for ever is found as well.

#![cfg(test)]
#![allow(dead_code)]

#[path = "../../../src/store/access.rs"]
mod access;
#[path = "../../../src/engine/threads/pool/work_queue.rs"]
mod work_queue;
#[path = "../../../src/error/mod.rs"]
mod error;
#[path = "../../../src/queue/failures.rs"]
mod failures;
#[path = "../../../src/store/home.rs"]
mod home;
#[path = "../../../src/queue/monitor.rs"]
mod monitor;
#[path = "../../../src/engine/progress.rs"]
mod progress;
#[path = "../../../src/queue/schedule.rs"]
mod schedule;
#[path = "../../../src/queue/tickets.rs"]
mod tickets;
mod directories;
mod helpers;
mod keys;
mod order;
mod processes;
mod queue;
mod sync;
#[path = "../../../src/store/coherence/keyed_mutex.rs"]
mod keyed_mutex;
#[path = "../../../src/store/filesystem/sharing.rs"]
mod sharing;

/// Where the files find one another.
mod engine {
    pub(crate) use crate::progress::cancelled;
}

/// Where the files find one another.
mod store {
    pub(crate) use crate::access;
    pub(crate) use crate::home::Home;
}

/// In the place of `src/array`: what the schedule of a queue is told of a region.
mod array {
    use crate::store::Home;

    pub(crate) struct Estimate {
        pub homes: Vec<Home>,
        pub chunks: TouchedChunks,
        pub threads: usize,
        pub thread_bytes: u64,
        pub any_thread: bool,
    }

    /// A region of one chunk, or of all.
    #[derive(Debug, PartialEq)]
    pub(crate) enum TouchedChunks {
        Chunk(usize),
        All,
    }

    impl TouchedChunks {
        pub(crate) fn meets(&self, other: &Self) -> bool {
            self == other || *self == Self::All || *other == Self::All
        }
    }
}

/// Runs a model in all orders in which no more than so many threads are interrupted between two points where they wait.
fn explore(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.max_branches = 10_000;
    let orders = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&orders);
    builder.check(move || {
        count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        model();
    });
    println!("{} orders", orders.load(std::sync::atomic::Ordering::Relaxed));
}
