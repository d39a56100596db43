//! A history in parts that are checked by themselves: one for each chunk, each length, each attribute, and one for the
//! coming and going of nodes. An operation that concerns several is an action in each: a region of several chunks is
//! atomic in each alone.

use crate::check::{Event, Model, Verdict, check};
use crate::history::{Array, Id, NAMES, NodeIndex, Op, Record, Slot, Step, Tree, Unit, status};
use crate::models::{Attribute, AttributeAction, Chunk, ChunkAction, Length, LengthAction, NodeAction, Nodes};
use crate::participants::{Participant, Sight};
use std::collections::HashMap;

/// A part of a history that no order of its operations explains, or that took too long to decide.
#[derive(Debug)]
pub struct Finding {
    /// The part: "chunk 1 (elements 10 to 20) of /a".
    pub part: String,
    pub decided: bool,
    /// The operations that concern the part.
    pub concerned: Vec<Id>,
    /// Of these, those that the search could not place.
    pub unplaced: Vec<Id>,
}

/// The history to check.
pub struct History<'a> {
    pub tree: &'a Tree,
    pub records: &'a [Record],
    /// Nodes are created, erased and moved, and their arrays hold one chunk.
    pub comes_and_goes: bool,
    /// No handle looks for changes, so that each keeps the chunks that it was opened with.
    pub stays_with_chunks: bool,
    /// Answers to requests were lost.
    pub loses_answers: bool,
    /// Erasing keeps no other process from creating.
    pub erases_beside: bool,
    /// Handles of different stores are known to be of one array, so that a queue keeps the order between them.
    pub knows_stores: bool,
    pub stores: &'a [Participant],
}

impl History<'_> {
    /// Elements of the chunks of the array that the handle of an operation was opened for.
    fn opened_with(&self, record: &Record) -> Option<i64> {
        let slot = record.step.op.slot()?.number;
        let opens = |other: &&Record| {
            let same = matches!(other.step.op, Op::Open { slot: of, .. } if of.number == slot);
            same && other.step.process == record.step.process && other.began < record.began
        };
        self.records.iter().rfind(opens)?.results()?.first().copied()
    }

    /// True where other processes, or stores that its own does not know of, change the array that a read is of.
    fn others_change(&self, record: &Record) -> bool {
        let (process, node) = (record.step.process, record.step.op.node());
        let origin = |record: &Record| record.step.op.slot().map(|slot| self.stores[slot.store].origin);
        let is_other = |other: &Record| other.step.process != process || origin(other) != origin(record);
        let changes = |other: &Record| other.step.op.changes() && other.step.op.node() == node;
        self.records.iter().any(|other| is_other(other) && changes(other))
    }

    /// The operations that a read of elements knows of, as they were over before it began: changes by stores of its
    /// origin, and looks for changes. None where it finds what is stored.
    fn known_to(&self, record: &Record) -> Option<impl Iterator<Item = &Record>> {
        let (slot, node) = record.step.op.slot().zip(record.step.op.node())?;
        let (process, began, origin) = (record.step.process, record.began, self.stores[slot.store].origin);
        let is_late = self.stores[slot.store].sight == Sight::Own && record.step.op.reads_elements();
        let knows = move |other: &&Record| {
            let op = &other.step.op;
            other.step.process == process
                && other.status() == Some(status::OK)
                && other.ended().is_some_and(|ended| ended <= began)
                && op.node() == Some(node)
                && op.slot().is_some_and(|slot| self.stores[slot.store].origin == origin)
                && (op.changes() || op.looks_for_changes())
        };
        is_late.then(|| self.records.iter().filter(knows))
    }
}

/// Checks each part of a history.
pub fn findings(history: &History) -> Vec<Finding> {
    let mut found = Vec::new();
    let tree = history.tree;
    if history.comes_and_goes {
        let nodes = Nodes { count: tree.nodes.len() };
        judge(&mut found, "nodes".to_owned(), &nodes, node_events(history));
        return found;
    }
    for (node, described) in tree.nodes.iter().enumerate() {
        let path = tree.path(node);
        for name in NAMES {
            judge(
                &mut found,
                format!("attribute {name:?} of {path}"),
                &Attribute,
                attribute_events(node, name, history),
            );
        }
        let Some(array) = &described.array else { continue };
        judge(&mut found, format!("length of {path}"), &Length(array.length), length_events(node, history));
        for index in 0..chunks(array, node, history.records) {
            let start = index * array.chunk;
            let stored_from = start / array.stored() * array.stored();
            let chunk = Chunk { start, elements: array.chunk, stored_from, length: array.length };
            let part = format!("chunk {index} (elements {start} to {}) of {path}", start + array.chunk);
            judge(&mut found, part, &chunk, chunk_events(&chunk, array, node, history));
        }
    }
    found
}

fn judge<M: Model>(found: &mut Vec<Finding>, part: String, model: &M, events: Vec<Event<M::Action>>) {
    let (decided, unplaced) = match check(model, &events) {
        Verdict::Linearizable => return,
        Verdict::Impossible { unplaced } => (true, unplaced),
        Verdict::TooLong => (false, Vec::new()),
    };
    let mut concerned: Vec<Id> = events.iter().map(|event| event.id).collect();
    concerned.dedup();
    found.push(Finding {
        part,
        decided,
        concerned,
        unplaced: unplaced.iter().map(|event| events[*event].id).collect(),
    });
}

/// The events of one part, gathered record by record.
struct Events<'a, A> {
    history: &'a History<'a>,
    record: &'a Record,
    /// A request whose answer is lost is made again, so that a change may take effect twice before the call returns.
    repeats: bool,
    gathered: Vec<Event<A>>,
    queued: Queued,
}

/// The process, thread, node and, if stores are not known to be one, the handle of a queued operation.
type QueueKey = (usize, usize, NodeIndex, Option<usize>);

/// The last events of what each thread has queued for a node: of any operation, and of a write.
type Queued = HashMap<QueueKey, (usize, Option<usize>)>;

impl<A: Clone> Events<'_, A> {
    fn of<'a>(history: &'a History, mut add: impl FnMut(&mut Events<'a, A>)) -> Vec<Event<A>> {
        let (mut gathered, mut queued) = (Vec::new(), Queued::new());
        for record in history.records {
            let mut events = Events { history, record, repeats: history.loses_answers, gathered, queued };
            add(&mut events);
            (gathered, queued) = (events.gathered, events.queued);
        }
        gathered
    }

    /// True when the operation took effect, or may have.
    fn is_effective(&self) -> bool {
        !self.record.is_certain() || self.record.status() == Some(status::OK)
    }

    fn push(&mut self, after: Option<usize>, action: A) -> usize {
        let (began, ended, certain) = (self.record.began, self.record.ended(), self.record.is_certain());
        let after = after.or_else(|| self.queued_before());
        self.gathered.push(Event { action, began, ended, certain, after, id: self.record.step.id });
        let this = self.gathered.len() - 1;
        if let Some((key, writes)) = self.queue_key()
            && certain
        {
            let write = self.queued.get(&key).and_then(|(_, write)| *write);
            self.queued.insert(key, (this, if writes { Some(this) } else { write }));
        }
        this
    }

    /// Where a queued operation has its place in the order, and whether it writes.
    fn queue_key(&self) -> Option<(QueueKey, bool)> {
        let Step { process, thread, ref op, .. } = self.record.step;
        let key = |slot: Slot, node| {
            let is_known = self.history.knows_stores && self.history.stores[slot.store].is_plain;
            (process, thread, node, (!is_known).then_some(slot.number))
        };
        match *op {
            Op::QueueRead { slot, node, .. } => Some((key(slot, node), false)),
            Op::QueueWrite { slot, node, .. } => Some((key(slot, node), true)),
            _ => None,
        }
    }

    /// The event of what its thread has queued before, which a queue does in this order; two reads have none.
    fn queued_before(&self) -> Option<usize> {
        let (key, writes) = self.queue_key()?;
        let (last, write) = self.queued.get(&key)?;
        if writes { Some(*last) } else { *write }
    }

    /// An action that takes effect if the operation does.
    fn effect(&mut self, action: A) {
        if self.is_effective() {
            self.repeatable(None, action);
        }
    }

    fn repeatable(&mut self, after: Option<usize>, action: A) {
        if self.repeats {
            let again = self.push(after, action.clone());
            self.gathered[again].certain = false;
        }
        self.push(after, action);
    }

    /// An action that tells what was seen, if the operation succeeded.
    fn sight(&mut self, action: impl FnOnce(&[i64]) -> A) {
        if let Some(results) = self.record.results() {
            let action = action(results);
            let pushed = self.push(None, action);
            self.look_back(pushed);
        }
    }

    /// Gives a read of what is kept in memory the time from which it may tell.
    fn look_back(&mut self, read: usize) {
        let (history, record) = (self.history, self.record);
        let Some(known) = history.known_to(record) else { return };
        let of_process = history.records.iter().filter(|other| other.step.process == record.step.process);
        let mut from = of_process.map(|other| other.began).min().unwrap_or(record.began);
        let mut last = None;
        for other in known {
            let mut events = (0..self.gathered.len()).filter(|event| self.gathered[*event].id == other.step.id);
            let (change, again) = (events.next_back(), events.next_back());
            if change.is_none() && !other.step.op.looks_for_changes() {
                continue;
            }
            // Only the length may have changed, and what is kept be older: others have written the chunk since.
            let is_of_length = match other.step.op {
                Op::Resize { .. } => true,
                Op::Append { .. } => again.is_none(),
                _ => false,
            };
            if is_of_length && history.others_change(record) {
                continue;
            }
            from = from.max(other.began);
            if change.is_some() && last.is_none_or(|(ended, _)| other.ended() > ended) {
                last = Some((other.ended(), change));
            }
        }
        let event = &mut self.gathered[read];
        event.began = from;
        event.after = event.after.or(last.and_then(|(_, change)| change));
    }
}

fn id(value: i64) -> Id {
    // Not a value that was ever written: it fits no read.
    Id::try_from(value).unwrap_or(Id::MAX)
}

/// The number of chunks that any operation may have met.
fn chunks(array: &Array, node: NodeIndex, records: &[Record]) -> i64 {
    let lengths = records.iter().map(|record| match record.step.op {
        Op::Resize { node: of, length, .. } if of == node => length,
        Op::Append { node: of, count, .. } if of == node => record.results().map_or(0, |results| results[0]) + count,
        Op::Read { node: of, start, count, .. } | Op::QueueRead { node: of, start, count, .. } if of == node => {
            start + count
        }
        _ => 0,
    });
    let longest = lengths.max().unwrap_or(0).max(array.length);
    (longest + array.stored() - 1) / array.stored() * array.stored() / array.chunk
}

fn chunk_events(chunk: &Chunk, array: &Array, node: NodeIndex, history: &History) -> Vec<Event<ChunkAction>> {
    let (first, end) = (chunk.start, chunk.start + chunk.elements);
    let elements = |unit: Unit, position: i64| {
        let count = if unit == Unit::Shard { array.stored() } else { array.chunk };
        (position * count, (position + 1) * count)
    };
    Events::of(history, |events| {
        let value = events.record.step.id;
        if matches!(events.record.status(), Some(status::DATA | status::LIMIT)) {
            // Operations that may be refused so are of one chunk.
            let is_there = match events.record.step.op {
                Op::Write { start, .. } | Op::Read { start, .. } => (first..end).contains(&start),
                Op::ReadChunk { position, .. } => position * array.chunk == first,
                _ => false,
            };
            if is_there && events.record.step.op.node() == Some(node) {
                events.push(None, ChunkAction::Refused);
            }
            return;
        }
        let write = |events: &mut Events<ChunkAction>, (from, to): (i64, i64)| {
            if from < end && to > first {
                events.effect(ChunkAction::Write { from: from.max(first), to: to.min(end), value });
            }
        };
        let write_whole = |events: &mut Events<ChunkAction>, (from, to): (i64, i64)| {
            if from < end && to > first {
                events.effect(ChunkAction::WriteWhole { from: first, to: end, value });
            }
        };
        let read = |events: &mut Events<ChunkAction>, (from, to): (i64, i64)| {
            if from < end && to > first {
                events.sight(|results| {
                    let seen = (from..).zip(results).filter(|(element, _)| (first..end).contains(element));
                    ChunkAction::Read { from: from.max(first), values: seen.map(|(_, value)| id(*value)).collect() }
                });
            }
        };
        match events.record.step.op {
            Op::Write { node: of, start, count, .. } | Op::QueueWrite { node: of, start, count, .. } if of == node => {
                write(events, (start, start + count))
            }
            Op::WriteChunk { node: of, unit, position, .. } if of == node => {
                write_whole(events, elements(unit, position))
            }
            Op::WriteEncoded { node: of, position, .. } if of == node => {
                write_whole(events, elements(Unit::Chunk, position))
            }
            Op::Read { node: of, start, count, .. } | Op::QueueRead { node: of, start, count, .. } if of == node => {
                read(events, (start, start + count))
            }
            Op::ReadChunk { node: of, unit, position, .. } if of == node => read(events, elements(unit, position)),
            Op::EraseChunk { node: of, unit, position, .. } if of == node => {
                let (from, to) = elements(unit, position);
                if from < end && to > first {
                    events.effect(ChunkAction::Erase);
                }
            }
            Op::Resize { node: of, length, .. } if of == node => {
                let ended = events.record.status() == Some(status::OK);
                events.effect(ChunkAction::Resize { length, ended });
            }
            Op::Append { node: of, count: by, .. } if of == node => append(events, (first, end), by),
            Op::DatasetAppend { node: of, count: by, .. } if of < node => append(events, (first, end), by),
            Op::DatasetResize { node: of, length, .. } if of < node => {
                events.effect(ChunkAction::Resize { length, ended: events.record.status() == Some(status::OK) });
            }
            Op::CopyAway { node: of, .. } if of == node => read(events, (0, array.length)),
            Op::TooLong { node: of, position } if of == node && position * array.chunk == first => {
                events.effect(ChunkAction::TooLong(value));
            }
            // It may have looked at the chunk before that was stored too long.
            Op::Repair { node: of } if of == node => {
                let cut = events.push(None, ChunkAction::Cut);
                events.gathered[cut].certain = false;
            }
            _ => {}
        }
    })
}

/// An append grows the array, and then writes its block.
fn append(events: &mut Events<ChunkAction>, (first, end): (i64, i64), by: i64) {
    let append = events.record.step.id;
    if let Some(&[start]) = events.record.results() {
        let grown = events.push(None, ChunkAction::Grow { start, by });
        if start < end && start + by > first {
            let (from, to) = (start.max(first), (start + by).min(end));
            events.repeatable(Some(grown), ChunkAction::Write { from, to, value: append });
        }
    } else if events.is_effective() {
        let grown = events.push(None, ChunkAction::GrowSomewhere { append, by });
        events.push(Some(grown), ChunkAction::WriteSomewhere { append, by });
    }
}

fn length_events(node: NodeIndex, history: &History) -> Vec<Event<LengthAction>> {
    Events::of(history, |events| match events.record.step.op {
        Op::Resize { node: of, length, .. } if of == node => events.effect(LengthAction::Resize(length)),
        Op::Append { node: of, count: by, .. } if of == node => {
            let start = events.record.results().map(|results| results[0]);
            // Once, also where answers are lost.
            if events.is_effective() {
                events.push(None, LengthAction::Grow { start, by });
            }
        }
        Op::DatasetResize { node: of, length, .. } if of < node => events.effect(LengthAction::Resize(length)),
        Op::DatasetAppend { node: of, count: by, .. } if of < node => {
            let start = events.record.results().map(|results| results[0]);
            events.effect(LengthAction::Grow { start, by });
        }
        Op::DatasetLengths { node: of, .. } if of < node => {
            events.sight(|results| LengthAction::Look(results[node - of - 1]));
        }
        Op::Length { node: of, .. } if of == node => events.sight(|results| LengthAction::Look(results[0])),
        _ => {}
    })
}

fn attribute_events(node: NodeIndex, name: &str, history: &History) -> Vec<Event<AttributeAction>> {
    Events::of(history, |events| {
        let value = events.record.step.id;
        match events.record.step.op {
            Op::Set { node: of, name: set, .. } if of == node && set == name => {
                events.effect(AttributeAction::Set(value))
            }
            Op::SetAll { node: of, .. } if of == node => events.effect(AttributeAction::Set(value)),
            Op::Get { node: of, name: got, .. } if of == node && got == name => {
                events.sight(|results| AttributeAction::Get((results[0] >= 0).then(|| id(results[0]))));
            }
            Op::GetByCopy { node: of, name: got } if of == node && got == name => {
                events.sight(|results| AttributeAction::Get((results[0] >= 0).then(|| id(results[0]))));
            }
            _ => {}
        }
    })
}

/// The erasure of a node, or of one below it, which need not be there.
fn erase(events: &mut Events<NodeAction>, node: NodeIndex, is_named: bool) {
    // It looks whether there is a node, and erases what is there: two that do so at once may both succeed.
    let mut before = is_named.then(|| events.push(None, NodeAction::Look(node, true)));
    if events.history.tree.format == 2 {
        // The attributes are a document of their own, which goes by itself.
        before = Some(events.push(before, NodeAction::Forget(node)));
    }
    let erased = events.push(before, NodeAction::Erase(node));
    if events.history.erases_beside {
        // Its documents go first, then all below it, with what another process has created there meanwhile.
        let again = events.push(Some(erased), NodeAction::Erase(node));
        events.gathered[again].certain = false;
    }
}

fn node_events(history: &History) -> Vec<Event<NodeAction>> {
    // Whether a group is there is not asked: it may go while a node is created in it, and comes back with the next one.
    let is_group = |node: NodeIndex| node > 0 && history.tree.nodes[node].array.is_none();
    Events::of(history, |events| {
        let about = match events.record.step.op {
            Op::Create { node, .. } | Op::Kind { node, .. } => Some(node),
            ref op => op.node(),
        };
        if about.is_some_and(is_group) {
            return;
        }
        let value = events.record.step.id;
        let refused = events.record.status();
        let look = |events: &mut Events<NodeAction>, node, there| events.push(None, NodeAction::Look(node, there));
        match events.record.step.op {
            Op::Create { node, .. } if refused == Some(status::ALREADY_EXISTS) => drop(look(events, node, true)),
            Op::Create { node, chunk, .. } => events.effect(NodeAction::Create { node, chunk }),
            Op::Open { node, .. } | Op::Remove { node, .. } | Op::Set { node, .. } | Op::Get { node, .. }
                if refused == Some(status::NOT_FOUND) =>
            {
                look(events, node, false);
            }
            Op::Open { node, .. } => events.sight(|_| NodeAction::Look(node, true)),
            Op::Kind { node, .. } => events.sight(|results| NodeAction::Look(node, results[0] != 0)),
            Op::Remove { node, .. } if events.is_effective() => {
                let tree = history.tree;
                let is_below = |other: NodeIndex| tree.nodes[other].path.starts_with(&format!("{}/", tree.path(node)));
                for erased in (0..tree.nodes.len()).filter(|other| *other == node || is_below(*other)) {
                    erase(events, erased, erased == node && !is_group(node));
                }
            }
            Op::Move { .. } if events.record.has_met_a_value() => {}
            Op::Move { to, .. } if refused == Some(status::ALREADY_EXISTS) => drop(look(events, to, true)),
            Op::Move { from, .. } if refused == Some(status::NOT_FOUND) => drop(look(events, from, false)),
            // A node of a draft has its documents and its chunks in two folders, which no step moves at once.
            Op::Move { from, to, .. } if (31..=34).contains(&history.tree.format) && events.is_effective() => {
                let copied = events.push(None, NodeAction::Copy { from, to });
                events.push(Some(copied), NodeAction::Erase(from));
            }
            Op::Move { from, to, .. } => events.effect(NodeAction::Move { from, to }),
            Op::Set { node, .. } => events.effect(NodeAction::Set { node, value }),
            Op::Get { node, name, .. } if name == NAMES[0] => {
                events.sight(|results| NodeAction::Get { node, value: (results[0] >= 0).then(|| id(results[0])) });
            }
            Op::Write { node, .. } | Op::QueueWrite { node, .. } => {
                let chunk = history.stays_with_chunks.then(|| history.opened_with(events.record)).flatten();
                events.effect(NodeAction::Write { node, value, chunk });
            }
            Op::Read { node, .. } | Op::QueueRead { node, .. } => {
                events.sight(|results| NodeAction::Read { node, value: id(results[0]) })
            }
            _ => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{Node, Outcome};

    /// A read of eight elements that finds those of operation 1, which another process has written over before this
    /// process did `between`.
    fn is_explained(between: Op, results: &[i64]) -> bool {
        let group = Node { path: "", array: None, there: true };
        let array = Array { length: 8, chunk: 8, shard: 0, codec: "-" };
        let nodes = vec![group, Node { path: "a", array: Some(array), there: true }];
        let keeps = Participant {
            recipe: String::new(),
            changes: true,
            is_whole: true,
            sight: Sight::Own,
            origin: 0,
            is_plain: true,
            program: None,
        };
        let ops = [(0, SLOT_WRITES, vec![]), (1, SLOT_WRITES, vec![]), (0, between, results.to_vec())];
        let read = (0, Op::Read { slot: SLOT, node: 1, start: 0, count: 8 }, vec![1; 8]);
        let record = |(at, (process, op, results)): (usize, (usize, Op, Vec<i64>))| Record {
            step: Step { id: u32::try_from(at).unwrap() + 1, op, process, thread: 0 },
            began: 10 * at as u64,
            outcome: Outcome::Ended { at: 10 * at as u64 + 1, status: status::OK, results, message: String::new() },
        };
        let records: Vec<Record> = ops.into_iter().chain([read]).enumerate().map(record).collect();
        let history = History {
            tree: &Tree { format: 3, nodes },
            records: &records,
            comes_and_goes: false,
            stays_with_chunks: false,
            loses_answers: false,
            erases_beside: false,
            knows_stores: true,
            stores: &[keeps],
        };
        findings(&history).is_empty()
    }

    const SLOT: Slot = Slot { number: 0, store: 0 };
    const SLOT_WRITES: Op = Op::Write { slot: SLOT, node: 1, start: 0, count: 8 };

    #[test]
    fn what_is_kept_may_be_older_than_a_change_of_the_length_and_not_than_a_write() {
        assert!(is_explained(Op::Append { slot: SLOT, node: 1, count: 2 }, &[8]));
        assert!(is_explained(Op::Resize { slot: SLOT, node: 1, length: 20 }, &[]));
        assert!(!is_explained(Op::Refresh { slot: SLOT, node: 1 }, &[]));
        assert!(!is_explained(Op::EraseChunk { slot: SLOT, node: 1, unit: Unit::Chunk, position: 0 }, &[]));
    }
}
