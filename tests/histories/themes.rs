//! Themes of histories: each has a small hierarchy and draws operations that meet one another in it.

use crate::drive::tool;
use crate::history::{Array, NAMES, Node, NodeIndex, Op, Slot, Tree, Unit};
use crate::participants::Participant;
use crate::programs::{self, Program};
use crate::random::Random;
use crate::stores::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Parts of chunks, whole chunks, regions over several, inner chunks of shards.
    Data,
    /// A shard whose inner chunks come and go, so that those which stay are at another place in it each time.
    Shards,
    /// Handles that do not know that the array has grown beyond the chunk at its border.
    Border,
    /// Growing, shrinking, appending.
    Resize,
    /// Attributes of groups and arrays, among changes below them.
    Attributes,
    /// The consolidated copy and what makes it stale.
    Copies,
    /// Nodes that are created, erased and moved.
    Nodes,
    /// Nodes that are created, erased and moved, with elements, which must not come back with a new array.
    Leftovers,
    /// A group that is erased while nodes in it are created, erased and written to.
    Groups,
    /// Nodes that are replaced by those of other chunks, under handles that know the old ones.
    Replaced,
    /// Arrays with one dimension, which are appended to and resized together.
    Dataset,
    /// Chunks that are too long, and `zarrtool repair` beside programs that write them anew.
    Repair,
}

pub const THEMES: [Theme; 12] = [
    Theme::Data,
    Theme::Shards,
    Theme::Border,
    Theme::Resize,
    Theme::Attributes,
    Theme::Copies,
    Theme::Nodes,
    Theme::Leftovers,
    Theme::Groups,
    Theme::Replaced,
    Theme::Dataset,
    Theme::Repair,
];

/// Where a thread draws its next operations.
pub struct Draw<'a> {
    pub random: &'a mut Random,
    pub tree: &'a Tree,
    pub kind: Kind,
    /// Which of the threads of which of the processes draws.
    pub process: usize,
    pub thread: usize,
    /// A process of the history will be killed.
    pub kills: bool,
    /// `zarrtool` takes part in the history.
    pub tools: bool,
    /// The program of other software that takes part.
    pub program: Option<Program>,
    pub stores: &'a [Participant],
    /// An open handle of a node: one that all threads of the process share, or one that is opened first.
    pub slot: &'a mut dyn FnMut(&mut Random, NodeIndex, &mut Vec<Op>) -> Slot,
}

fn group(path: &'static str) -> Node {
    Node { path, array: None, there: true }
}

fn array(path: &'static str, length: i64, chunk: i64, shard: i64, codec: &'static str) -> Node {
    Node { path, array: Some(Array { length, chunk, shard, codec }), there: true }
}

impl Theme {
    pub fn name(self) -> &'static str {
        match self {
            Self::Data => "data",
            Self::Shards => "shards",
            Self::Border => "border",
            Self::Resize => "resize",
            Self::Attributes => "attributes",
            Self::Copies => "copies",
            Self::Nodes => "nodes",
            Self::Leftovers => "leftovers",
            Self::Groups => "groups",
            Self::Replaced => "replaced",
            Self::Dataset => "dataset",
            Self::Repair => "repair",
        }
    }

    /// How many operations a thread carries out. Whether a copy is true is seen in the end only, so those histories are
    /// short.
    pub fn length(self, random: &mut Random) -> usize {
        if self == Self::Copies { 2 + random.index(5) } else { 8 + random.index(14) }
    }

    /// True when nodes are created and erased in it.
    pub fn comes_and_goes(self) -> bool {
        matches!(self, Self::Nodes | Self::Leftovers | Self::Groups | Self::Replaced)
    }

    /// True when nodes come and go with their elements.
    pub fn has_elements(self) -> bool {
        matches!(self, Self::Leftovers | Self::Groups | Self::Replaced)
    }

    /// True when all arrays are in one group, and nothing else is used: then it may be the root of a store.
    pub fn has_one_group(self) -> bool {
        matches!(self, Self::Data | Self::Shards | Self::Border | Self::Resize | Self::Repair)
    }

    /// True when a store is able to do the operations of the theme.
    pub fn suits(self, kind: Kind) -> bool {
        match kind {
            // A chunk that is stored while its array is erased by another process may be left behind: no condition
            // spans two objects.
            Kind::Objects => !self.has_elements() && self != Self::Dataset && self != Self::Repair,
            _ if self == Self::Repair => kind.is_directory() && tool().is_some(),
            _ => true,
        }
    }

    /// The hierarchy in the beginning.
    pub fn tree(self, random: &mut Random) -> Tree {
        let format = match self {
            Self::Shards => 3,
            // zarrtool repairs what NCZarr wrote, which is of format 2.
            Self::Repair => 2,
            // All formats of hierarchies: 2019a, 2019b, 2020, 2022, and N5.
            Self::Nodes | Self::Leftovers | Self::Groups if random.percent(40) => random.choose(&[31, 32, 33, 34, 50]),
            _ if random.percent(25) => 2,
            _ => 3,
        };
        let shard = |random: &mut Random, length| if format == 3 && random.percent(35) { length } else { 0 };
        let codec = |random: &mut Random| if random.percent(40) { "zstd" } else { "-" };
        let mut nodes = vec![group("")];
        match self {
            Self::Data => {
                nodes.push(array("g/raw", 18, 8, 0, "-"));
                nodes.push(array("g/coded", 18, 8, shard(random, 16), codec(random)));
                let codec = random.choose(&["-", "zstd", if format == 3 { "crc32c" } else { "-" }]);
                nodes.push(array("g/sharded", 24, 4, if format == 3 { 12 } else { 0 }, codec));
            }
            Self::Shards => {
                let codec = random.choose(&["-", "zstd", "crc32c"]);
                nodes.push(array("g/sharded", 16, 4, 16, codec));
            }
            Self::Border => {
                nodes.push(array("g/edge", 5, 8, 0, codec(random)));
                nodes.push(array("g/sharded", 5, 4, shard(random, 8), codec(random)));
            }
            Self::Resize => nodes.push(array("g/grows", 12, 4, shard(random, 8), codec(random))),
            Self::Attributes | Self::Copies => {
                nodes.push(group("sub"));
                nodes.push(array("one", 6, 4, 0, "-"));
                nodes.push(array("sub/two", 6, 4, 0, "-"));
            }
            Self::Nodes | Self::Leftovers => {
                for (path, there) in [("x", true), ("y", false), ("from", true), ("to", false)] {
                    nodes.push(Node { there, ..array(path, 4, 4, 0, "-") });
                }
            }
            Self::Groups => {
                nodes.push(group("g"));
                for (path, there) in [("g/x", true), ("g/y", false), ("g/h/z", true)] {
                    nodes.push(Node { there, ..array(path, 4, 4, 0, "-") });
                }
            }
            Self::Replaced => {
                nodes.push(array("x", 4, 4, 0, "-"));
                nodes.push(Node { there: false, ..array("y", 4, 4, 0, "-") });
            }
            Self::Dataset => {
                nodes.push(Node { there: false, ..group("g") });
                for path in ["g/time", "g/u"] {
                    nodes.push(Node { there: false, ..array(path, 10, 4, 0, "-") });
                }
            }
            Self::Repair => nodes.push(array("g/long", 24, 8, 0, "-")),
        }
        Tree { format, nodes }
    }

    /// The next operation of a thread, with what has to go before it.
    pub fn draw(self, draw: &mut Draw) -> Vec<Op> {
        let mut ops = Vec::new();
        let op = match self {
            Self::Data => draw.data(&mut ops),
            Self::Shards => draw.shards(&mut ops),
            Self::Border => draw.border(&mut ops),
            Self::Resize => draw.resize(&mut ops),
            Self::Attributes => draw.attributes(&mut ops),
            Self::Copies => draw.copies(&mut ops),
            Self::Nodes => draw.nodes(false, &mut ops),
            Self::Leftovers => draw.nodes(true, &mut ops),
            Self::Groups => draw.groups(&mut ops),
            Self::Replaced => draw.replaced(&mut ops),
            Self::Dataset => draw.dataset(&mut ops),
            Self::Repair => draw.repair(&mut ops),
        };
        let op = if self == Self::Replaced || self == Self::Repair { op } else { draw.perhaps_queued(op) };
        ops.push(draw.able(op));
        ops
    }
}

impl Draw<'_> {
    fn any(&mut self, nodes: std::ops::Range<usize>) -> NodeIndex {
        nodes.start + self.random.index(nodes.len())
    }

    fn open(&mut self, node: NodeIndex, ops: &mut Vec<Op>) -> Slot {
        (self.slot)(self.random, node, ops)
    }

    /// A store that shows all documents, and changes them.
    fn store(&mut self) -> usize {
        let whole: Vec<usize> = (0..self.stores.len())
            .filter(|store| self.stores[*store].is_whole && self.stores[*store].changes)
            .collect();
        self.random.choose(&whole)
    }

    /// The operation, by the first store where its own one changes nothing.
    fn able(&self, mut op: Op) -> Op {
        let (changes, node) = (op.changes(), op.node().unwrap_or(0));
        if let Some(slot) = op.slot_mut()
            && changes
            && !self.stores[slot.store].changes
        {
            *slot = Slot { number: node * self.stores.len(), store: 0 };
        }
        op
    }

    /// A region that likes to begin and end at the edges of chunks.
    fn region(&mut self, length: i64, chunk: i64) -> (i64, i64) {
        let start = match self.random.below(3) {
            0 => self.random.between(0, length),
            _ => self.random.between(0, (length - 1) / chunk + 1) * chunk,
        };
        let end = match self.random.below(3) {
            0 => self.random.between(start, length) + 1,
            1 => (start / chunk + 1) * chunk,
            _ => start + self.random.between(1, chunk),
        };
        (start, end.min(length) - start)
    }

    /// Reads and writes of regions are done by the call, or by the queue of the process.
    fn perhaps_queued(&mut self, op: Op) -> Op {
        match op {
            Op::Read { slot, node, start, count } if self.random.percent(35) => {
                Op::QueueRead { slot, node, start, count }
            }
            Op::Write { slot, node, start, count } if self.random.percent(50) => {
                Op::QueueWrite { slot, node, start, count }
            }
            op => op,
        }
    }

    fn data(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = self.any(1..4);
        if self.tools && self.process == 0 && self.thread == 0 && self.random.percent(10) {
            let command = self.random.choose(&["copy", "convert"]);
            let killed_after = self.random.below(60_000);
            let changes = self.program == Some(Program::ZarrPython);
            return Op::CopyAway { node, command, killed_after, atomic: self.random.percent(50), changes };
        }
        // A document that is changed without locks has one writer.
        if self.program == Some(Program::ZarrPython) {
            if self.process == programs::PROCESS && self.random.percent(30) {
                return Op::Set { slot: self.open(node, ops), node, name: self.random.choose(&NAMES) };
            }
        } else if self.random.percent(3) {
            return Op::Respell { node };
        }
        let slot = self.open(node, ops);
        let array = self.tree.array(node);
        let (start, count) = self.region(array.length, array.chunk);
        let unit = if self.random.percent(50) { Unit::Chunk } else { Unit::Shard };
        let units = if unit == Unit::Shard { array.stored() } else { array.chunk };
        let position = self.random.between(0, (array.length - 1) / units + 1);
        let plain = array.shard == 0 && array.codec == "-";
        match self.random.below(100) {
            0..40 => Op::Write { slot, node, start, count },
            40..50 => Op::WriteChunk { slot, node, unit, position },
            50..56 if plain => Op::WriteEncoded { slot, node, position },
            56..60 => Op::EraseChunk { slot, node, unit, position },
            60..70 => Op::ReadChunk { slot, node, unit, position },
            _ => Op::Read { slot, node, start, count },
        }
    }

    fn shards(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = 1;
        let slot = self.open(node, ops);
        let array = self.tree.array(node);
        let position = self.random.between(0, array.length / array.chunk);
        let unit = Unit::Chunk;
        match self.random.below(100) {
            0..20 => Op::EraseChunk { slot, node, unit, position },
            20..35 => Op::WriteChunk { slot, node, unit, position },
            35..40 => Op::WriteChunk { slot, node, unit: Unit::Shard, position: 0 },
            40..50 => Op::Write { slot, node, start: array.chunk * position + 1, count: 2 },
            50..55 => Op::Refresh { slot, node },
            55..75 => Op::Read { slot, node, start: array.chunk * position + self.random.between(0, 4), count: 1 },
            75..85 => Op::ReadChunk { slot, node, unit, position },
            _ => Op::Read { slot, node, start: 0, count: array.length },
        }
    }

    /// Appending, and writing into the chunk at the border as far as the array reached in the beginning.
    fn border(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = self.any(1..3);
        let slot = self.open(node, ops);
        let array = self.tree.array(node);
        let (start, count) = self.region(array.length, array.chunk);
        match self.random.below(100) {
            0..15 => Op::Append { slot, node, count: self.random.between(1, 4) },
            15..50 => Op::Write {
                slot,
                node,
                start: start / array.chunk * array.chunk,
                count: array.length - start / array.chunk * array.chunk,
            },
            50..60 => Op::Write { slot, node, start, count },
            60..68 => Op::Length { slot, node },
            _ => Op::Read { slot, node, start: 0, count: array.length + self.random.between(0, 8) },
        }
    }

    fn resize(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = 1;
        let slot = self.open(node, ops);
        let array = self.tree.array(node);
        let (start, count) = self.region(array.length + 8, array.chunk);
        match self.random.between(if self.may_shrink() { 0 } else { 18 }, 99) {
            0..12 => Op::Resize { slot, node, length: self.random.between(0, 7) * 4 },
            12..18 => Op::Resize { slot, node, length: self.random.between(0, 24) },
            18..38 => Op::Append { slot, node, count: self.random.between(1, 9) },
            38..55 => Op::Write { slot, node, start, count },
            55..65 => Op::Length { slot, node },
            65..70 => Op::Refresh { slot, node },
            _ => Op::Read { slot, node, start, count },
        }
    }

    fn attributes(&mut self, ops: &mut Vec<Op>) -> Op {
        // The root is in the way of most.
        let node = if self.random.percent(45) { 0 } else { self.any(1..4) };
        let slot = self.open(node, ops);
        let name = self.random.choose(&NAMES);
        match self.random.below(100) {
            0..34 => Op::Set { slot, node, name },
            34..38 => Op::SetAll { slot, node },
            38..70 => Op::Get { slot, node, name },
            70..86 => Op::Consolidate { store: self.store() },
            86..94 => self.change_length(ops),
            94..95 => Op::OpenByCopy { node: self.any(0..4) },
            // At servers a copy may be stale until the change has looked for it once more.
            95..96 if !self.kind.may_be_in_doubt() => Op::GetByCopy { node: self.any(0..4), name },
            96..98 => Op::Walk { store: self.store() },
            _ => Op::Pause { microseconds: self.random.below(2000) },
        }
    }

    /// A shrinking and a growth by two processes at once are beyond stores that keep neither out.
    fn may_shrink(&self) -> bool {
        match self.kind {
            Kind::Files | Kind::LockedFiles | Kind::Memory | Kind::Zip => true,
            Kind::Callbacks => self.stores.iter().filter(|store| store.is_plain).count() == 1,
            Kind::Objects => false,
        }
    }

    fn change_length(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = self.any(2..4);
        let slot = self.open(node, ops);
        if self.may_shrink() && self.random.percent(50) {
            Op::Resize { slot, node, length: self.random.between(1, 12) }
        } else {
            Op::Append { slot, node, count: self.random.between(1, 3) }
        }
    }

    /// Copies are made, and made stale. Where a process is killed all others are still, as their changes would take the
    /// copy away that it leaves.
    fn copies(&mut self, ops: &mut Vec<Op>) -> Op {
        let makes = self.thread == 0 && self.process == usize::from(self.kills);
        let is_still = self.kills && !makes;
        match self.random.below(100) {
            0..50 if makes => Op::Consolidate { store: self.store() },
            _ if is_still => Op::Pause { microseconds: 100 },
            50..70 => self.change_length(ops),
            70..90 => {
                let node = self.any(0..4);
                Op::Set { slot: self.open(node, ops), node, name: self.random.choose(&NAMES) }
            }
            90..93 => Op::OpenByCopy { node: self.any(0..4) },
            _ => Op::Pause { microseconds: self.random.below(3000) },
        }
    }

    fn nodes(&mut self, elements: bool, ops: &mut Vec<Op>) -> Op {
        let node = self.any(1..3);
        let store = self.store();
        // Nodes that are moved are not changed by others, as the header asks for.
        let moves = self.kind.is_directory() || matches!(self.kind, Kind::Memory | Kind::Zip);
        if moves && self.thread == 0 && self.process == 0 && self.random.percent(30) {
            let (from, to) = self.random.choose(&[(3, 4), (4, 3)]);
            return Op::Move { store, from, to };
        }
        let name = NAMES[0];
        match self.random.below(100) {
            0..22 => Op::Create { store, node, chunk: self.tree.chunk(node) },
            22..36 => Op::Remove { store, node },
            36..50 => Op::Set { slot: self.open(node, ops), node, name },
            50..58 => Op::Get { slot: self.open(node, ops), node, name },
            58..72 if elements => Op::Write { slot: self.open(node, ops), node, start: 0, count: 2 },
            72..82 if elements => Op::Read { slot: self.open(node, ops), node, start: 0, count: 2 },
            82..84 => Op::Walk { store },
            _ => Op::Kind { store, node: self.any(1..5) },
        }
    }

    /// Nodes in a group that is erased now and then, and is there again with the next node in it.
    fn groups(&mut self, ops: &mut Vec<Op>) -> Op {
        let (store, node) = (self.store(), self.any(2..5));
        let name = NAMES[0];
        match self.random.below(100) {
            0..16 => Op::Remove { store, node: 1 },
            16..40 => Op::Create { store, node, chunk: self.tree.chunk(node) },
            40..44 => Op::Remove { store, node },
            44..50 => Op::Set { slot: self.open(node, ops), node, name },
            50..54 => Op::Get { slot: self.open(node, ops), node, name },
            54..84 => Op::Write { slot: self.open(node, ops), node, start: 0, count: 2 },
            84..92 => Op::Read { slot: self.open(node, ops), node, start: 0, count: 2 },
            92..94 => Op::Walk { store },
            _ => Op::Kind { store, node },
        }
    }

    /// Handles of the old array are there when one of other chunks takes its place.
    fn replaced(&mut self, ops: &mut Vec<Op>) -> Op {
        let store = self.store();
        let moves = self.kind.is_directory() || matches!(self.kind, Kind::Memory | Kind::Zip);
        match self.random.below(100) {
            0..20 => Op::Create { store, node: 1, chunk: self.random.choose(&[4, 2]) },
            20..30 => Op::Remove { store, node: 1 },
            30..40 if moves => Op::Move { store: 0, from: 1, to: 2 },
            40..50 if moves => Op::Remove { store, node: 2 },
            50..90 => Op::Write { slot: self.open(1, ops), node: 1, start: 0, count: 2 },
            _ => Op::Kind { store, node: self.any(1..3) },
        }
    }

    fn dataset(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = 1;
        let store = self.store();
        // The shared handle is older than all changes.
        let mut slot = Slot { number: store, store };
        if self.random.percent(25) {
            slot.number = self.stores.len() + self.thread;
            ops.push(Op::DatasetOpen { slot, node });
        }
        match self.random.below(100) {
            0..40 => Op::DatasetAppend { slot, node, count: self.random.between(1, 6) },
            // As often longer as shorter.
            40..60 if self.may_shrink() => Op::DatasetResize { slot, node, length: self.random.between(0, 50) },
            60..75 => Op::DatasetLengths { store, node },
            _ => {
                let node = self.any(2..4);
                Op::Read { slot: self.open(node, ops), node, start: self.random.between(0, 12), count: 1 }
            }
        }
    }

    /// Operations of one chunk, so that each is refused or carried out.
    fn repair(&mut self, ops: &mut Vec<Op>) -> Op {
        let node = 1;
        let array = self.tree.array(node);
        let position = self.random.between(0, array.length / array.chunk);
        let start = position * array.chunk + self.random.between(0, 4);
        let (unit, count) = (Unit::Chunk, self.random.between(1, 4));
        match self.random.below(100) {
            0..25 if self.process == 0 && self.thread == 0 => Op::Repair { node },
            0..20 => Op::TooLong { node, position },
            20..45 => Op::WriteChunk { slot: self.open(node, ops), node, unit, position },
            45..60 => Op::Write { slot: self.open(node, ops), node, start, count },
            60..70 => Op::Read { slot: self.open(node, ops), node, start, count },
            70..80 => Op::ReadChunk { slot: self.open(node, ops), node, unit, position },
            _ => Op::Pause { microseconds: self.random.below(8000) },
        }
    }
}
