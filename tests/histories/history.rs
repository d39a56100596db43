//! A history: the operations of all threads of all processes, with the time between which each took effect, and its
//! result.

use std::collections::HashMap;
use std::fmt::Write as _;

/// A number that no two operations of a history share; also the value that an operation writes, so that a read tells
/// which write it saw.
pub type Id = u32;

/// A node by its index in [`Tree::nodes`].
pub type NodeIndex = usize;

/// An array of one dimension; its fill value is 0.
#[derive(Clone, Debug)]
pub struct Array {
    pub length: i64,
    pub chunk: i64,
    /// Elements of a shard, 0: chunks are stored by themselves.
    pub shard: i64,
    pub codec: &'static str,
}

impl Array {
    /// The elements of what is stored under one key.
    pub fn stored(&self) -> i64 {
        self.shard.max(self.chunk)
    }
}

/// A node that a history is about, there or not.
#[derive(Clone, Debug)]
pub struct Node {
    pub path: &'static str,
    /// None for a group.
    pub array: Option<Array>,
    /// It is created before the history begins.
    pub there: bool,
}

/// The nodes of a history; the first one is the root.
#[derive(Clone, Debug)]
pub struct Tree {
    /// 2 or 3.
    pub format: i32,
    pub nodes: Vec<Node>,
}

/// Which chunks a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Chunk,
    Shard,
}

/// The attributes that histories know.
pub const NAMES: [&str; 2] = ["a", "b"];

/// One call of the library. `slot` is an open handle of the process; what is written is the operation's [`Id`].
#[derive(Clone, Debug)]
pub enum Op {
    Create {
        store: usize,
        node: NodeIndex,
    },
    Open {
        slot: usize,
        store: usize,
        node: NodeIndex,
    },
    Read {
        slot: usize,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    Write {
        slot: usize,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    /// Reading by the queue of the process: it ends when it was waited for.
    QueueRead {
        slot: usize,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    /// Writing by the queue of the process: acknowledged when it was waited for.
    QueueWrite {
        slot: usize,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    ReadChunk {
        slot: usize,
        node: NodeIndex,
        unit: Unit,
        position: i64,
    },
    WriteChunk {
        slot: usize,
        node: NodeIndex,
        unit: Unit,
        position: i64,
    },
    WriteEncoded {
        slot: usize,
        node: NodeIndex,
        position: i64,
    },
    EraseChunk {
        slot: usize,
        node: NodeIndex,
        unit: Unit,
        position: i64,
    },
    Resize {
        slot: usize,
        node: NodeIndex,
        length: i64,
    },
    Append {
        slot: usize,
        node: NodeIndex,
        count: i64,
    },
    Refresh {
        slot: usize,
        node: NodeIndex,
    },
    Length {
        slot: usize,
        node: NodeIndex,
    },
    Set {
        slot: usize,
        node: NodeIndex,
        name: &'static str,
    },
    SetAll {
        slot: usize,
        node: NodeIndex,
    },
    Get {
        slot: usize,
        node: NodeIndex,
        name: &'static str,
    },
    Remove {
        store: usize,
        node: NodeIndex,
    },
    Move {
        store: usize,
        from: NodeIndex,
        to: NodeIndex,
    },
    Kind {
        store: usize,
        node: NodeIndex,
    },
    Walk {
        store: usize,
    },
    Consolidate {
        store: usize,
    },
    /// As the consolidated copy tells of it, which may be gone.
    OpenByCopy {
        node: NodeIndex,
    },
    CompareCopies,
    Pause {
        microseconds: u64,
    },
    /// A child that sleeps; 0: that uses the library.
    Fork {
        microseconds: u64,
    },
}

/// Why an operation was not refused or carried out, by the library or the worker.
pub mod status {
    pub const OK: i32 = 0;
    pub const INVALID_HANDLE: i32 = 2;
    pub const NOT_FOUND: i32 = 3;
    pub const ALREADY_EXISTS: i32 = 4;
    pub const OUT_OF_BOUNDS: i32 = 6;
    pub const IO: i32 = 13;
    pub const CONFLICT: i32 = 15;
    pub const TIMEOUT: i32 = 21;
    /// The worker's own: the consolidated copy says something else than the documents.
    pub const COPY_DIFFERS: i32 = 992;
}

impl Tree {
    pub fn path(&self, node: NodeIndex) -> &'static str {
        if self.nodes[node].path.is_empty() { "/" } else { self.nodes[node].path }
    }

    /// An array by its index; the programs name no group where an array belongs.
    pub fn array(&self, node: NodeIndex) -> &Array {
        self.nodes[node].array.as_ref().expect("an array")
    }

    /// The line of a worker's program that carries out an operation.
    pub fn line(&self, id: Id, op: &Op) -> String {
        let elements = |node: NodeIndex, unit: Unit| match unit {
            Unit::Chunk => self.array(node).chunk,
            Unit::Shard => self.array(node).stored(),
        };
        let rest = match *op {
            Op::Create { store, node } => match &self.nodes[node].array {
                None => format!("make_group {store} {} {}", self.path(node), self.format),
                Some(Array { length, chunk, shard, codec }) => {
                    format!("make_array {store} {} {} {length} {chunk} {shard} {codec}", self.path(node), self.format)
                }
            },
            Op::Open { slot, store, node } => format!("open {slot} {store} {}", self.path(node)),
            Op::Read { slot, start, count, .. } => format!("read {slot} {start} {count}"),
            Op::Write { slot, start, count, .. } => format!("write {slot} {start} {count} {id}"),
            Op::QueueRead { slot, start, count, .. } => format!("queue_read {slot} {start} {count}"),
            Op::QueueWrite { slot, start, count, .. } => format!("queue_write {slot} {start} {count} {id}"),
            Op::ReadChunk { slot, node, unit, position } => {
                format!("read_chunk {slot} {} {position} {}", unit as i32, elements(node, unit))
            }
            Op::WriteChunk { slot, node, unit, position } => {
                format!("write_chunk {slot} {} {position} {} {id}", unit as i32, elements(node, unit))
            }
            Op::WriteEncoded { slot, node, position } => {
                format!("write_encoded {slot} {position} {} {id}", elements(node, Unit::Chunk))
            }
            Op::EraseChunk { slot, unit, position, .. } => format!("erase_chunk {slot} {} {position}", unit as i32),
            Op::Resize { slot, length, .. } => format!("resize {slot} {length}"),
            Op::Append { slot, count, .. } => format!("append {slot} {count} {id}"),
            Op::Refresh { slot, .. } => format!("refresh {slot}"),
            Op::Length { slot, .. } => format!("length {slot}"),
            Op::Set { slot, name, .. } => format!("set {slot} {name} {id}"),
            Op::SetAll { slot, .. } => format!("set_all {slot} {} {id} {} {id}", NAMES[0], NAMES[1]),
            Op::Get { slot, name, .. } => format!("get {slot} {name}"),
            Op::Remove { store, node } => format!("remove {store} {}", self.path(node)),
            Op::Move { store, from, to } => format!("move {store} {} {}", self.path(from), self.path(to)),
            Op::Kind { store, node } => format!("kind {store} {}", self.path(node)),
            Op::Walk { store } => format!("walk {store} /"),
            Op::Consolidate { store } => format!("consolidate {store} /"),
            Op::OpenByCopy { node } => format!("open_by_copy {}", self.path(node)),
            Op::CompareCopies => (0..self.nodes.len()).fold("compare_copies".to_owned(), |mut text, node| {
                let _ = write!(text, " {}", self.path(node));
                text
            }),
            Op::Pause { microseconds } => format!("pause {microseconds}"),
            Op::Fork { microseconds } => format!("fork {microseconds}"),
        };
        format!("{id} {rest}")
    }
}

/// An operation that a thread is to carry out.
#[derive(Clone, Debug)]
pub struct Step {
    pub id: Id,
    pub op: Op,
    /// Of all processes of the history.
    pub process: usize,
    pub thread: usize,
}

/// The outcome of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It ended at a time with a status; results on success, a message otherwise.
    Ended { at: u64, status: i32, results: Vec<i64>, message: String },
    /// Its process was killed: it took effect or not.
    Pending,
}

/// An operation that began.
#[derive(Clone, Debug)]
pub struct Record {
    pub step: Step,
    /// Nanoseconds of a clock that all processes share.
    pub began: u64,
    pub outcome: Outcome,
}

impl Record {
    /// The status, None for an operation that did not end.
    pub fn status(&self) -> Option<i32> {
        match self.outcome {
            Outcome::Ended { status, .. } => Some(status),
            Outcome::Pending => None,
        }
    }

    /// The results of an operation that succeeded.
    pub fn results(&self) -> Option<&[i64]> {
        match &self.outcome {
            Outcome::Ended { status: status::OK, results, .. } => Some(results),
            _ => None,
        }
    }

    /// True when it is known that the operation took effect, or that it did not.
    pub fn is_certain(&self) -> bool {
        match self.status() {
            None | Some(status::IO | status::CONFLICT | status::TIMEOUT) => false,
            // The array was made smaller before all of the region was written, or after it had grown for the block.
            Some(status::OUT_OF_BOUNDS) => {
                !matches!(self.step.op, Op::Append { .. } | Op::Write { .. } | Op::QueueWrite { .. })
            }
            Some(_) => true,
        }
    }

    /// The time before which the operation took effect, if at all; None: it may do so even now.
    pub fn ended(&self) -> Option<u64> {
        match self.outcome {
            Outcome::Ended { at, status, .. } if self.is_certain() || status == status::OUT_OF_BOUNDS => Some(at),
            _ => None,
        }
    }
}

/// The records of the steps that the journals of the workers tell of, in the order in which they began.
pub fn read_journals<'a>(steps: impl Iterator<Item = &'a Step>, journals: &[String]) -> Vec<Record> {
    let mut began = HashMap::new();
    let mut outcomes = HashMap::new();
    for line in journals.iter().flat_map(|journal| journal.lines()) {
        let mut words = line.splitn(5, ' ');
        let (Some(mark), Some(id), Some(at)) = (words.next(), words.next(), words.next()) else { continue };
        let (id, at): (Id, u64) = (id.parse().expect("an id"), at.parse().expect("a time"));
        if mark == "S" {
            began.insert(id, at);
            continue;
        }
        let status: i32 = words.next().expect("a status").parse().expect("a status");
        let rest = words.next().unwrap_or_default();
        let results = match status {
            status::OK => rest.split_whitespace().map(|word| word.parse().expect("a number")).collect(),
            _ => Vec::new(),
        };
        outcomes.insert(id, Outcome::Ended { at, status, results, message: rest.to_owned() });
    }
    let record = |step: &Step| {
        let outcome = outcomes.remove(&step.id).unwrap_or(Outcome::Pending);
        began.get(&step.id).map(|began| Record { step: step.clone(), began: *began, outcome })
    };
    let mut records: Vec<Record> = steps.filter_map(record).collect();
    records.sort_by_key(|record| record.began);
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_tells_what_ended_and_what_did_not() {
        let step = |id| Step { id, op: Op::CompareCopies, process: 0, thread: 0 };
        let steps = [step(1), step(2), step(3), step(4)];
        let journals =
            ["S 1 20\nS 2 10\nE 1 30 0 5 6\n".to_owned(), "S 3 40\nE 3 50 3 there is no such node\n".to_owned()];
        let records = read_journals(steps.iter(), &journals);
        assert_eq!(records.iter().map(|record| record.step.id).collect::<Vec<_>>(), [2, 1, 3]);
        assert_eq!(records[0].outcome, Outcome::Pending);
        assert_eq!(records[1].results(), Some(&[5, 6][..]));
        assert_eq!((records[2].status(), records[2].results()), (Some(status::NOT_FOUND), None));
    }
}
