//! Random programs: what each thread of each process of a history does, as a seed decides.

use crate::drive::tool;
use crate::history::{Id, NAMES, NodeIndex, Op, Slot, Step, Tree};
use crate::participants::{self, Participant};
use crate::programs::{self, Program};
use crate::random::Random;
use crate::stores::Kind;
use crate::themes::{Draw, Theme};
use std::fmt::Write as _;

/// Handles of its own that each thread has beside those that the threads of a process share.
const OWN: usize = 3;

/// The work of one process.
#[derive(Clone, Debug)]
pub struct Worker {
    /// Opens the handles that all threads share, which are then older than every change.
    pub prelude: Vec<Step>,
    pub threads: Vec<Vec<Step>>,
    /// Microseconds after its beginning when it is killed; then its successor begins.
    pub killed_after: Option<u64>,
    pub successor: Option<Box<Worker>>,
}

/// A history that is to be.
#[derive(Clone, Debug)]
pub struct Plan {
    pub theme: Theme,
    pub kind: Kind,
    pub tree: Tree,
    pub setup: Vec<Step>,
    pub workers: Vec<Worker>,
    /// The program of other software that takes part, and its work.
    pub guest: Option<(Program, Worker)>,
    /// Looks at everything by fresh handles, when all workers have ended.
    pub last_look: Vec<Step>,
    /// The value of `ZARR_TEST_PAUSES`; empty: none.
    pub pauses: &'static str,
    /// The server loses answers.
    pub loses_answers: bool,
    pub stores: Vec<Participant>,
}

/// Draws a history. `alone`: of one thread, which then meets what it left itself.
pub fn plan(seed: u64, theme: Theme, kind: Kind, alone: bool) -> Plan {
    let mut random = Random::new(seed);
    let mut tree = theme.tree(&mut random);
    if kind == Kind::Objects && theme.comes_and_goes() {
        // Attributes of format 2 are an object of their own, which a change may leave where another process erases the
        // node.
        tree.format = 3;
    }
    // Two stores made of one set of callbacks are as two processes at a server, which no condition keeps from erasing
    // and creating at once.
    let comes_and_goes = theme.comes_and_goes();
    let one = kind == Kind::Zip || (kind == Kind::Callbacks && comes_and_goes);
    let mut stores = participants::draw(&mut random, theme, kind, if alone || one { 1 } else { 2 });
    let programs = if alone { Vec::new() } else { programs::for_theme(theme, kind) };
    let program = (!programs.is_empty()).then(|| random.choose(&programs));
    // Behind the stores of the workers.
    stores.extend(program.map(Program::participant));
    let own = stores.len() - usize::from(program.is_some());
    let tools = tool().is_some() && kind.is_directory() && !alone && theme != Theme::Repair && random.percent(15);
    let kills = !alone && kind.is_shared() && !theme.comes_and_goes() && random.percent(30);
    let mut maker = Maker { random, tree: &tree, theme, kind, stores: &stores[..own], program, kills, tools, next: 1 };
    let setup = maker.setup();
    let (processes, threads) = if alone { (1, 1) } else { (kind.processes(), if kind.is_shared() { 2 } else { 4 }) };
    let workers: Vec<Worker> =
        (0..processes).map(|process| maker.worker(process, threads, kills && process == 1)).collect();
    let guest = program.map(|program| (program, maker.guest(program, &stores)));
    let last_look = maker.last_look();
    let pauses = maker.random.choose(&["", "20:1500", "60:600", "10:4000", "30:3000:write."]);
    // A creation that is made again finds what it has created.
    let loses_answers = !alone && !theme.comes_and_goes() && kind == Kind::Objects && maker.random.percent(50);
    Plan { theme, kind, setup, workers, guest, last_look, pauses, loses_answers, stores, tree }
}

impl Plan {
    /// Every step of every process.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        let mut workers: Vec<&Worker> =
            self.workers.iter().chain(self.guest.iter().map(|(_, worker)| worker)).collect();
        let mut at = 0;
        while at < workers.len() {
            workers.extend(workers[at].successor.as_deref());
            at += 1;
        }
        let of_workers =
            workers.into_iter().flat_map(|worker| worker.prelude.iter().chain(worker.threads.iter().flatten()));
        self.setup.iter().chain(of_workers).chain(&self.last_look)
    }

    /// A program of one process: phases of threads of steps. `gate`: this phase begins when the driver says so.
    pub fn program(&self, phases: &[Vec<&[Step]>], gate: Option<usize>) -> String {
        let mut text = String::new();
        for store in self.stores.iter().filter(|store| store.program.is_none()) {
            let _ = writeln!(text, "store {}", store.recipe.trim());
        }
        for (number, threads) in phases.iter().enumerate() {
            text.push_str(if gate == Some(number) { "phase\ngate\n" } else { "phase\n" });
            for steps in threads {
                text.push_str("thread\n");
                for step in *steps {
                    let _ = writeln!(text, "{}", self.tree.line(step.id, &step.op));
                }
            }
        }
        text
    }
}

struct Maker<'a> {
    random: Random,
    tree: &'a Tree,
    theme: Theme,
    kind: Kind,
    stores: &'a [Participant],
    kills: bool,
    /// `zarrtool` takes part.
    tools: bool,
    program: Option<Program>,
    next: Id,
}

impl Maker<'_> {
    fn step(&mut self, process: usize, thread: usize, op: Op) -> Step {
        let id = self.next;
        self.next += 1;
        Step { id, op, process, thread }
    }

    fn setup(&mut self) -> Vec<Step> {
        let there = self.tree.nodes.iter().enumerate().filter(|(_, node)| node.there).map(|(node, _)| node);
        let create = |node| Op::Create { store: 0, node, chunk: self.tree.chunk(node) };
        let mut ops: Vec<Op> = there.map(create).collect();
        if self.theme == Theme::Dataset {
            ops.push(Op::MakeDataset { store: 0, node: 1 });
        }
        ops.into_iter().map(|op| self.step(0, 0, op)).collect()
    }

    fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    fn worker(&mut self, process: usize, threads: usize, killed: bool) -> Worker {
        let mut prelude = Vec::new();
        for node in 0..self.nodes() {
            for store in 0..self.stores.len() {
                let slot = Slot { number: node * self.stores.len() + store, store };
                prelude.push(self.step(process, 0, Op::Open { slot, node, by_document: false }));
            }
        }
        if self.theme == Theme::Dataset {
            for store in 0..self.stores.len() {
                prelude.push(self.step(process, 0, Op::DatasetOpen { slot: Slot { number: store, store }, node: 1 }));
            }
        }
        let threads: Vec<Vec<Step>> = (0..threads).map(|thread| self.thread(process, thread)).collect();
        let killed_after =
            killed.then(|| 500 + self.random.below(if self.theme == Theme::Copies { 20_000 } else { 60_000 }));
        let successor = killed.then(|| Box::new(self.worker(process + self.kind.processes(), threads.len(), false)));
        Worker { prelude, threads, killed_after, successor }
    }

    /// How many operations a thread carries out: a history with a program has as many as others.
    fn length(&mut self) -> usize {
        let length = self.theme.length(&mut self.random);
        if self.program.is_some() { length - length / 5 } else { length }
    }

    fn thread(&mut self, process: usize, thread: usize) -> Vec<Step> {
        let length = self.length();
        let (nodes, stores) = (self.nodes(), self.stores.len());
        let own = nodes * stores + thread * OWN;
        let mut slot = |random: &mut Random, node: NodeIndex, ops: &mut Vec<Op>| {
            let store = random.index(stores);
            if random.percent(75) {
                return Slot { number: node * stores + store, store };
            }
            let slot = Slot { number: own + random.index(OWN), store };
            ops.push(Op::Open { slot, node, by_document: random.percent(30) });
            slot
        };
        let mut steps = Vec::new();
        while steps.len() < length {
            let ops = if self.kind.is_directory() && self.random.percent(1) {
                let sleeps = self.random.percent(70);
                vec![Op::Fork { microseconds: if sleeps { 1000 + self.random.below(50_000) } else { 0 } }]
            } else {
                let (random, tree, kind, stores) = (&mut self.random, self.tree, self.kind, self.stores);
                let (kills, tools, program) = (self.kills, self.tools, self.program);
                let slot = &mut slot;
                self.theme.draw(&mut Draw { random, tree, kind, process, thread, kills, tools, program, stores, slot })
            };
            for op in ops {
                let step = self.step(process, thread, op);
                steps.push(step);
            }
        }
        steps
    }

    /// The work of a program: what is drawn for a thread, as far as the program does it.
    fn guest(&mut self, program: Program, stores: &[Participant]) -> Worker {
        let (process, store) = (programs::PROCESS, stores.len() - 1);
        let open = |node| Op::Open { slot: Slot { number: node, store }, node, by_document: false };
        let prelude = (0..self.nodes()).map(|node| self.step(process, 0, open(node))).collect();
        let length = self.length();
        let mut steps = Vec::new();
        while steps.len() < length {
            let mut slot = |random: &mut Random, node: NodeIndex, ops: &mut Vec<Op>| {
                ops.extend(random.percent(20).then(|| open(node)));
                Slot { number: node, store }
            };
            let (random, tree, kind) = (&mut self.random, self.tree, self.kind);
            let (kills, slot, guest) = (self.kills, &mut slot, Some(program));
            let mut draw =
                Draw { random, tree, kind, process, thread: 0, kills, tools: false, program: guest, stores, slot };
            let ops = self.theme.draw(&mut draw);
            if ops.iter().all(|op| program.does(self.theme, tree, op)) {
                steps.extend(ops.into_iter().map(|op| self.step(process, 0, program.fit(self.theme, tree, op))));
            }
        }
        Worker { prelude, threads: vec![steps], killed_after: None, successor: None }
    }

    /// Everything that there is, by handles that are opened for it.
    fn last_look(&mut self) -> Vec<Step> {
        let mut ops = Vec::new();
        for (node, described) in self.tree.nodes.iter().enumerate() {
            let slot = Slot { number: self.nodes() * self.stores.len() + node, store: 0 };
            ops.push(Op::Kind { store: 0, node });
            ops.push(Op::Open { slot, node, by_document: false });
            ops.extend(NAMES.map(|name| Op::Get { slot, node, name }));
            let Some(array) = &described.array else { continue };
            ops.push(Op::Length { slot, node });
            if self.theme.comes_and_goes() {
                if self.theme.has_elements() {
                    ops.push(Op::Read { slot, node, start: 0, count: 2 });
                }
                continue;
            }
            // Chunk by chunk, as the array may have any length: what lies outside is refused.
            for start in 0..array.length + 60 {
                ops.push(Op::Read { slot, node, start, count: 1 });
            }
        }
        ops.push(Op::CompareCopies);
        ops.into_iter().map(|op| self.step(usize::MAX, 0, op)).collect()
    }
}
