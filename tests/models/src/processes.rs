//! Two processes that share a store, one of which may be killed: every order of their steps, and every moment of the
//! kill, by an exhaustive search. The steps are those of docs/consistency.md; a lock ends with its process.
//!
//! Each fact is shown twice: it holds in every state of the protocol, and a protocol with one rule taken out breaks it.

use stateright::{Checker, Model, Property};

/// A rule of the protocol that a model leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Without {
    /// The protocol as it is.
    Nothing,
    /// Changes hold the group above, so that no copy is made meanwhile.
    GroupAbove,
    /// Copies go before documents change.
    CopyFirst,
    /// A part is stored only over the chunk that was read.
    LookAtChunk,
    /// No whole chunk is stored between that look and the step that stores the part.
    DocumentAlone,
    /// A chunk is stored only if the document is the one that was read.
    LookAtDocument,
}

/// The state that the processes share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World {
    /// The document of the array: its length, 1 or 2.
    length: u8,
    /// The copy of the document in the group above.
    copy: Option<u8>,
    /// The chunk: two elements, written by the process of the number, 0: nothing.
    chunk: [u8; 2],
    /// The file of the chunk: each value that is stored has one of its own.
    file: u8,
    locks: [Lock; 3],
    processes: [Process; 2],
    killed: bool,
}

/// A key that is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Chunk,
    Document,
    Group,
}

/// Which processes share a key, as bits, and which has it alone, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Lock {
    shared: u8,
    alone: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Process {
    task: Task,
    step: u8,
    /// The chunk that it has read, with its file, and the length of the array.
    chunk: [u8; 2],
    file: u8,
    length: u8,
    /// It changes a part of the chunk.
    part: bool,
    done: bool,
    dead: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Task {
    /// Makes the array longer.
    Grow,
    /// Copies the document into the group.
    Consolidate,
    /// Writes all of the chunk that lies inside the array, as this process knows it.
    WriteWhole,
    /// Writes the first element of the chunk.
    WritePart,
    /// Makes the array longer, and writes the second element.
    Append,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Step(usize),
    Kill(usize),
}

/// The property that must hold, and the world in which it is checked.
struct Protocol {
    tasks: [Task; 2],
    /// The length at first.
    length: u8,
    /// True when there is a copy at first.
    copied: bool,
    without: Without,
    fact: fn(&Protocol, &World) -> bool,
}

impl World {
    fn take(&mut self, key: Key, process: usize, alone: bool) -> bool {
        let lock = &mut self.locks[key as usize];
        let others = lock.shared & !(1 << process);
        if (lock.alone != 0 && lock.alone != process as u8 + 1) || (alone && others != 0) {
            return false;
        }
        if alone { lock.alone = process as u8 + 1 } else { lock.shared |= 1 << process }
        true
    }

    fn give_back(&mut self, process: usize) {
        for key in [Key::Chunk, Key::Document, Key::Group] {
            self.give_back_one(key, process);
        }
    }

    fn give_back_one(&mut self, key: Key, process: usize) {
        let lock = &mut self.locks[key as usize];
        lock.shared &= !(1 << process);
        if lock.alone == process as u8 + 1 {
            lock.alone = 0;
        }
    }

    fn go(&mut self, process: usize, step: u8) {
        self.processes[process].step = step;
    }

    fn end(&mut self, process: usize) {
        self.give_back(process);
        self.processes[process].done = true;
    }
}

impl Protocol {
    /// One step of a process; false: it waits.
    fn step(&self, world: &mut World, process: usize) -> bool {
        match world.processes[process].task {
            Task::Grow => self.grow(world, process, None),
            Task::Consolidate => self.consolidate(world, process),
            Task::WriteWhole => self.write(world, process, true, 0),
            Task::WritePart => self.write(world, process, false, 0),
            Task::Append if world.processes[process].step < 20 => self.grow(world, process, Some(20)),
            Task::Append => self.write(world, process, false, 1),
        }
    }

    fn grow(&self, world: &mut World, process: usize, then: Option<u8>) -> bool {
        let step = world.processes[process].step;
        let (write, drop) = if self.without == Without::CopyFirst { (1, 4) } else { (4, 1) };
        match step {
            0 => {
                if !world.take(Key::Document, process, true) {
                    return false;
                }
                world.go(process, 1);
            }
            // The group is held without a copy, or the copy goes first.
            step if step == drop => {
                if self.without != Without::GroupAbove && !world.take(Key::Group, process, false) {
                    return false;
                }
                let next = if self.without == Without::CopyFirst { 5 } else { 4 };
                let has_copy = world.copy.is_some();
                if has_copy {
                    world.give_back_one(Key::Group, process);
                }
                world.go(process, if has_copy { 2 } else { next });
            }
            2 => {
                if !world.take(Key::Group, process, true) {
                    return false;
                }
                world.go(process, 3);
            }
            3 => {
                world.copy = None;
                world.give_back_one(Key::Group, process);
                world.go(process, drop);
            }
            step if step == write => {
                world.length += 1;
                world.processes[process].length = world.length;
                world.go(process, if self.without == Without::CopyFirst { 4 } else { 5 });
            }
            _ => match then {
                Some(next) => {
                    world.give_back(process);
                    world.go(process, next);
                }
                None => world.end(process),
            },
        }
        true
    }

    fn consolidate(&self, world: &mut World, process: usize) -> bool {
        match world.processes[process].step {
            0 => {
                if !world.take(Key::Group, process, true) {
                    return false;
                }
                world.go(process, 1);
            }
            1 => {
                world.processes[process].length = world.length;
                world.go(process, 2);
            }
            _ => {
                world.copy = Some(world.processes[process].length);
                world.end(process);
            }
        }
        true
    }

    /// Reads the chunk, and puts an element into it.
    fn read(&self, world: &mut World, process: usize, element: usize) {
        let (chunk, file) = (world.chunk, world.file);
        let reader = &mut world.processes[process];
        (reader.chunk, reader.file, reader.part) = (chunk, file, true);
        reader.chunk[element] = process as u8 + 1;
    }

    /// True when the document is the one that was read. If not, an array that has grown has more in this chunk: only
    /// what was given is written now.
    fn looks_as_read(&self, world: &mut World, process: usize) -> bool {
        let is_same = world.length == world.processes[process].length;
        if !is_same {
            world.processes[process].length = world.length;
            world.give_back(process);
            world.go(process, 30);
        }
        is_same
    }

    /// Writes an element, or all that the process knows of, into the chunk; the steps begin at 20.
    fn write(&self, world: &mut World, process: usize, whole: bool, element: usize) -> bool {
        match world.processes[process].step {
            0 => world.go(process, if whole { 20 } else { 30 }),
            20 if whole => {
                let (mark, length) = (process as u8 + 1, world.processes[process].length);
                // Elements beyond the shape that the process knows are nothing to it.
                world.processes[process].chunk = [mark, if length > 1 { mark } else { 0 }];
                world.go(process, 22);
            }
            // A part of the chunk: it is claimed before it is read.
            20 | 30 => {
                if !world.take(Key::Chunk, process, true) {
                    return false;
                }
                self.read(world, process, element);
                world.go(process, 22);
            }
            22 => {
                let alone = world.processes[process].part && self.without != Without::DocumentAlone;
                if self.without == Without::LookAtDocument {
                    world.go(process, 23);
                } else if !world.take(Key::Document, process, alone) {
                    return false;
                } else if self.looks_as_read(world, process) {
                    world.go(process, 23);
                }
            }
            23 => {
                let writer = &world.processes[process];
                if writer.part && writer.file != world.file && self.without != Without::LookAtChunk {
                    world.give_back(process);
                    world.go(process, 25);
                } else {
                    world.go(process, 24);
                }
            }
            24 => {
                world.chunk = world.processes[process].chunk;
                world.file += 1;
                world.end(process);
            }
            // The other process was faster: it is kept out before the chunk is read again.
            25 => {
                if !world.take(Key::Chunk, process, true) {
                    return false;
                }
                world.go(process, 26);
            }
            26 => {
                if !world.take(Key::Document, process, true) {
                    return false;
                }
                if self.looks_as_read(world, process) {
                    self.read(world, process, element);
                    world.go(process, 23);
                }
            }
            _ => unreachable!("a step that no task has"),
        }
        true
    }
}

impl Model for Protocol {
    type State = World;
    type Action = Action;

    fn init_states(&self) -> Vec<World> {
        let process =
            |task| Process { task, step: 0, chunk: [0, 0], file: 0, length: self.length, part: false, done: false, dead: false };
        let copy = self.copied.then_some(self.length);
        let processes = self.tasks.map(process);
        let locks = Default::default();
        vec![World { length: self.length, copy, chunk: [0, 0], file: 0, locks, processes, killed: false }]
    }

    fn actions(&self, world: &World, actions: &mut Vec<Action>) {
        for (number, process) in world.processes.iter().enumerate() {
            if !process.done && !process.dead {
                actions.push(Action::Step(number));
                if !world.killed {
                    actions.push(Action::Kill(number));
                }
            }
        }
    }

    fn next_state(&self, world: &World, action: Action) -> Option<World> {
        let mut next = world.clone();
        match action {
            Action::Step(process) => self.step(&mut next, process).then_some(next),
            Action::Kill(process) => {
                next.killed = true;
                next.give_back(process);
                next.processes[process].dead = true;
                Some(next)
            }
        }
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("the fact", |protocol, world| (protocol.fact)(protocol, world)),
            Property::eventually("every process ends", |_, world: &World| {
                world.processes.iter().all(|process| process.done || process.dead)
            }),
        ]
    }
}

/// A copy that is there says what the document says.
fn copy_is_true(_: &Protocol, world: &World) -> bool {
    world.copy.is_none_or(|copy| copy == world.length)
}

/// An acknowledged write is in the chunk, unless the other process has written the same element.
fn acknowledged_elements_stay(protocol: &Protocol, world: &World) -> bool {
    let elements = |number: usize| match protocol.tasks[number] {
        Task::WriteWhole => 0..usize::from(protocol.length),
        Task::WritePart => 0..1,
        Task::Append => 1..2,
        Task::Grow | Task::Consolidate => 0..0,
    };
    (0..2).filter(|number| world.processes[*number].done).all(|number| {
        elements(number).all(|element| {
            let found = usize::from(world.chunk[element]);
            found == number + 1 || (found > 0 && elements(found - 1).contains(&element))
        })
    })
}

/// Searches all states with and without a rule: the fact holds with it, and is broken without.
fn holds_because_of(rule: Without, tasks: [Task; 2], (length, copied): (u8, bool), fact: fn(&Protocol, &World) -> bool) {
    let checked = Protocol { tasks, length, copied, without: Without::Nothing, fact }.checker().spawn_bfs().join();
    checked.assert_properties();
    println!("{tasks:?}: {} states", checked.unique_state_count());
    let broken = Protocol { tasks, length, copied, without: rule, fact }.checker().spawn_bfs().join();
    assert!(broken.discovery("the fact").is_some(), "{tasks:?} without {rule:?} keeps its promise all the same");
}

#[test]
fn a_copy_is_never_stale() {
    for copied in [false, true] {
        holds_because_of(Without::GroupAbove, [Task::Grow, Task::Consolidate], (1, copied), copy_is_true);
    }
    for tasks in [[Task::Grow, Task::Consolidate], [Task::Grow, Task::Grow], [Task::Consolidate, Task::Append]] {
        holds_because_of(Without::CopyFirst, tasks, (1, true), copy_is_true);
    }
}

#[test]
fn a_part_does_not_put_the_old_rest_over_a_whole_chunk() {
    let tasks = [Task::WritePart, Task::WriteWhole];
    for rule in [Without::LookAtChunk, Without::DocumentAlone] {
        holds_because_of(rule, tasks, (2, false), acknowledged_elements_stay);
    }
}

#[test]
fn a_handle_that_knows_an_old_shape_wipes_nothing() {
    let tasks = [Task::WriteWhole, Task::Append];
    holds_because_of(Without::LookAtDocument, tasks, (1, false), acknowledged_elements_stay);
}
