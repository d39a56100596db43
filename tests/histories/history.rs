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

/// A handle of the process, which has been opened through one of its stores.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    pub number: usize,
    pub store: usize,
}

impl std::fmt::Display for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.number)
    }
}

/// One call of the library. `slot` is an open handle of the process; what is written is the operation's [`Id`].
#[derive(Clone, Debug)]
pub enum Op {
    Create {
        store: usize,
        node: NodeIndex,
        /// Elements of a chunk of an array, which may differ from those of the tree.
        chunk: i64,
    },
    Open {
        slot: Slot,
        node: NodeIndex,
        /// By the text that another handle gives of the array.
        by_document: bool,
    },
    Read {
        slot: Slot,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    Write {
        slot: Slot,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    /// Reading by the queue of the process: it ends when it was waited for.
    QueueRead {
        slot: Slot,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    /// Writing by the queue of the process: acknowledged when it was waited for.
    QueueWrite {
        slot: Slot,
        node: NodeIndex,
        start: i64,
        count: i64,
    },
    ReadChunk {
        slot: Slot,
        node: NodeIndex,
        unit: Unit,
        position: i64,
    },
    WriteChunk {
        slot: Slot,
        node: NodeIndex,
        unit: Unit,
        position: i64,
    },
    WriteEncoded {
        slot: Slot,
        node: NodeIndex,
        position: i64,
    },
    EraseChunk {
        slot: Slot,
        node: NodeIndex,
        unit: Unit,
        position: i64,
    },
    Resize {
        slot: Slot,
        node: NodeIndex,
        length: i64,
    },
    Append {
        slot: Slot,
        node: NodeIndex,
        count: i64,
    },
    Refresh {
        slot: Slot,
        node: NodeIndex,
    },
    Length {
        slot: Slot,
        node: NodeIndex,
    },
    Set {
        slot: Slot,
        node: NodeIndex,
        name: &'static str,
    },
    SetAll {
        slot: Slot,
        node: NodeIndex,
    },
    Get {
        slot: Slot,
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
    /// An attribute as the consolidated copy tells of it.
    GetByCopy {
        node: NodeIndex,
        name: &'static str,
    },
    CompareCopies,
    /// Writes the document anew, with the meaning that it had.
    Respell {
        node: NodeIndex,
    },
    /// Writes a chunk as NCZarr does, as long as the whole array.
    TooLong {
        node: NodeIndex,
        position: i64,
    },
    /// Has `zarrtool` cut the chunks that are too long.
    Repair {
        node: NodeIndex,
    },
    /// Has `zarrtool` copy the array, kills it, has it go on, and reads from the copy. `changes`: others change the
    /// document meanwhile.
    CopyAway {
        node: NodeIndex,
        command: &'static str,
        killed_after: u64,
        atomic: bool,
        changes: bool,
    },
    MakeDataset {
        store: usize,
        node: NodeIndex,
    },
    DatasetOpen {
        slot: Slot,
        node: NodeIndex,
    },
    /// Appends a block to all arrays.
    DatasetAppend {
        slot: Slot,
        node: NodeIndex,
        count: i64,
    },
    DatasetResize {
        slot: Slot,
        node: NodeIndex,
        length: i64,
    },
    /// The length of each array, by a handle that is opened for it.
    DatasetLengths {
        store: usize,
        node: NodeIndex,
    },
    Pause {
        microseconds: u64,
    },
    /// A child that sleeps; 0: that uses the library.
    Fork {
        microseconds: u64,
    },
}

impl Op {
    /// The handle of a node that an operation uses.
    pub fn slot(&self) -> Option<Slot> {
        self.clone().slot_mut().copied()
    }

    pub fn slot_mut(&mut self) -> Option<&mut Slot> {
        match self {
            Self::Open { slot, .. }
            | Self::Read { slot, .. }
            | Self::Write { slot, .. }
            | Self::QueueRead { slot, .. }
            | Self::QueueWrite { slot, .. }
            | Self::ReadChunk { slot, .. }
            | Self::WriteChunk { slot, .. }
            | Self::WriteEncoded { slot, .. }
            | Self::EraseChunk { slot, .. }
            | Self::Resize { slot, .. }
            | Self::Append { slot, .. }
            | Self::Refresh { slot, .. }
            | Self::Length { slot, .. }
            | Self::Set { slot, .. }
            | Self::SetAll { slot, .. }
            | Self::Get { slot, .. } => Some(slot),
            _ => None,
        }
    }

    /// The node that an operation with a handle is about.
    pub fn node(&self) -> Option<NodeIndex> {
        match *self {
            Self::Open { node, .. }
            | Self::Read { node, .. }
            | Self::Write { node, .. }
            | Self::QueueRead { node, .. }
            | Self::QueueWrite { node, .. }
            | Self::ReadChunk { node, .. }
            | Self::WriteChunk { node, .. }
            | Self::WriteEncoded { node, .. }
            | Self::EraseChunk { node, .. }
            | Self::Resize { node, .. }
            | Self::Append { node, .. }
            | Self::Refresh { node, .. }
            | Self::Length { node, .. }
            | Self::Set { node, .. }
            | Self::SetAll { node, .. }
            | Self::Get { node, .. } => Some(node),
            _ => None,
        }
    }

    /// True for reads of elements, which may be those that are kept in memory.
    pub fn reads_elements(&self) -> bool {
        matches!(self, Self::Read { .. } | Self::QueueRead { .. } | Self::ReadChunk { .. })
    }

    /// True for reads of elements, writes of them, and erasing them.
    pub fn is_of_elements(&self) -> bool {
        let writes = matches!(self, Self::Write { .. } | Self::QueueWrite { .. } | Self::WriteChunk { .. });
        self.reads_elements() || writes || matches!(self, Self::EraseChunk { .. })
    }

    /// True when a read-only handle can't do it.
    pub fn changes(&self) -> bool {
        let looks = matches!(self, Self::Open { .. } | Self::Refresh { .. } | Self::Length { .. } | Self::Get { .. });
        self.slot().is_some() && !looks && !self.reads_elements()
    }

    /// True when decoded chunks that are kept in memory are let go of.
    pub fn looks_for_changes(&self) -> bool {
        matches!(self, Self::Refresh { .. } | Self::Length { .. } | Self::Get { .. })
    }
}

/// Why an operation was not refused or carried out, by the library or the worker.
pub mod status {
    pub const OK: i32 = 0;
    pub const INVALID_HANDLE: i32 = 2;
    pub const NOT_FOUND: i32 = 3;
    pub const ALREADY_EXISTS: i32 = 4;
    pub const OUT_OF_BOUNDS: i32 = 6;
    pub const METADATA: i32 = 10;
    pub const DATA: i32 = 12;
    pub const IO: i32 = 13;
    pub const CONFLICT: i32 = 15;
    pub const LIMIT: i32 = 16;
    pub const TIMEOUT: i32 = 21;
    /// The worker's own: the consolidated copy says something else than the documents.
    pub const COPY_DIFFERS: i32 = 992;
    /// The worker's own: zarrtool refused.
    pub const TOOL_FAILS: i32 = 993;
}

impl Tree {
    pub fn path(&self, node: NodeIndex) -> &'static str {
        if self.nodes[node].path.is_empty() { "/" } else { self.nodes[node].path }
    }

    /// The key of the document of an array.
    fn document(&self, node: NodeIndex) -> String {
        format!("{}/{}", self.path(node), if self.format == 3 { "zarr.json" } else { ".zarray" })
    }

    /// The chunks that an array is made with.
    pub fn chunk(&self, node: NodeIndex) -> i64 {
        self.nodes[node].array.as_ref().map_or(0, |array| array.chunk)
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
            Op::Create { store, node, chunk } => match &self.nodes[node].array {
                None => format!("make_group {store} {} {}", self.path(node), self.format),
                Some(Array { length, shard, codec, .. }) => {
                    format!("make_array {store} {} {} {length} {chunk} {shard} {codec}", self.path(node), self.format)
                }
            },
            Op::Open { slot, node, by_document } => {
                let verb = if by_document { "open_document" } else { "open" };
                format!("{verb} {slot} {} {}", slot.store, self.path(node))
            }
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
            Op::GetByCopy { node, name } => format!("get_by_copy {} {name}", self.path(node)),
            Op::Respell { node } => format!("respell 0 {} {id}", self.document(node)),
            Op::TooLong { node, position } => {
                let Array { length, chunk, .. } = self.array(node);
                format!("too_long 0 {}/{position} {chunk} {length} {id}", self.path(node))
            }
            Op::Repair { node } => format!("repair {}", self.path(node)),
            Op::CopyAway { node, command, killed_after, atomic, changes } => {
                let (path, length) = (self.path(node), self.array(node).length);
                let (atomic, changes) = (i32::from(atomic), i32::from(changes));
                format!("copy {command} {path} {length} {id} {killed_after} {atomic} {changes}")
            }
            Op::MakeDataset { store, node } => {
                let Array { length, chunk, .. } = self.array(node + 1);
                format!("make_dataset {store} {} {} {length} {chunk}", self.path(node), self.format)
            }
            Op::DatasetOpen { slot, node } => format!("dataset_open {slot} {} {}", slot.store, self.path(node)),
            Op::DatasetAppend { slot, count, .. } => format!("dataset_append {slot} {count} {id}"),
            Op::DatasetResize { slot, length, .. } => format!("dataset_resize {slot} {length}"),
            Op::DatasetLengths { store, node } => format!("dataset_lengths {store} {}", self.path(node)),
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

    /// True for a node that was not moved because a value is stored in its new place: of an array that is there, or of
    /// one that is being erased, without its document by then.
    pub fn has_met_a_value(&self) -> bool {
        matches!(&self.outcome, Outcome::Ended { status: status::ALREADY_EXISTS, message, .. }
            if message.ends_with("is stored where the node would go"))
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
