//! The order in which locks are taken: that of a folder, which threads of one handle share and which keeps out other
//! handles and processes, and those by key, which keep threads apart. Every order of the steps of three calls, by an
//! exhaustive search: they come to an end, also where a folder was moved, so that a call has the locks of folders in
//! another order than the rest. Where a call waits for a folder while it has another one, they don't.

use stateright::{Checker, Model, Property};

/// A group and the root: the folder of each has a lock, and so has its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Group,
    Root,
}

/// The next step of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Takes the lock of a folder, or joins a thread of its handle that has it. Where it is not free, a call that has
    /// another one lets go of all, waits for this one, and begins anew.
    Folder(Place, Access),
    /// As [`Step::Folder`], with the rule left out: it is waited for.
    Wait(Place, Access),
    Key(Place, Access),
    GiveBack(Place),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Access {
    Shared,
    Alone,
}

use Access::{Alone, Shared};
use Place::{Group, Root};
use Step::{Folder, GiveBack, Key, Wait};

/// Consolidating the group, as `claim_all` takes its locks.
const CONSOLIDATE_GROUP: &[Step] = &[Folder(Group, Alone), Key(Group, Alone), Folder(Root, Shared), Key(Root, Shared)];
const CONSOLIDATE_ROOT: &[Step] = &[Folder(Root, Alone), Key(Root, Alone)];
/// A change of an array in the group, as `ClaimedNode::claim` takes its locks; the root has a copy, which goes first.
const CHANGE_BELOW: &[Step] = &[
    Folder(Group, Shared),
    Key(Group, Shared),
    Folder(Root, Shared),
    Key(Root, Shared),
    GiveBack(Root),
    GiveBack(Group),
    Folder(Root, Alone),
    Key(Root, Alone),
    GiveBack(Root),
    Folder(Group, Shared),
    Key(Group, Shared),
    Folder(Root, Shared),
    Key(Root, Shared),
];
/// A chunk is stored: its array's groups are shared by key only.
const STORE_CHUNK: &[Step] = &[Key(Group, Shared), Key(Root, Shared)];
/// A call of another process that has opened the two folders at other places, where their order was the other one.
const MOVED: &[Step] = &[Folder(Root, Alone), Folder(Group, Alone)];
/// The rule left out, in a process, and where it meets folders that were moved.
const CONSOLIDATE_WAITING: &[Step] = &[Folder(Group, Alone), Key(Group, Alone), Wait(Root, Shared), Key(Root, Shared)];
const MOVED_WAITING: &[Step] = &[Folder(Root, Alone), Wait(Group, Alone)];

/// Two or three calls, each with the handle that it is made through.
struct Calls(Vec<(usize, &'static [Step])>);

/// The locks of each call, and how far it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct World(Vec<Thread>);

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Thread {
    done: usize,
    folders: [Option<Access>; 2],
    keys: [Option<Access>; 2],
    /// The folder that was in its way, with nothing in its hands: the first that it takes then.
    waits_for: Option<(Place, Access)>,
}

impl Calls {
    /// The access with which threads of a handle have the lock of a folder: that of the first one, which is not given
    /// back before the last one goes.
    fn of_handle(&self, world: &World, handle: usize, place: Place) -> Option<Access> {
        let threads = self.0.iter().zip(&world.0).filter(|((of, _), _)| *of == handle);
        threads.filter_map(|(_, thread)| thread.folders[place as usize]).max()
    }

    /// True when a thread can take the lock of a folder now.
    fn may_lock(&self, world: &World, handle: usize, place: Place, access: Access) -> bool {
        let others = (0..self.0.len()).filter(|other| *other != handle);
        let keeps_out = |other| match self.of_handle(world, other, place) {
            None => false,
            Some(held) => held == Alone || access == Alone,
        };
        match self.of_handle(world, handle, place) {
            // Joined by as many as like, but not made stronger.
            Some(held) => held >= access,
            None => !others.into_iter().any(keeps_out),
        }
    }

    fn may_have_key(world: &World, thread: usize, place: Place, access: Access) -> bool {
        let others = world.0.iter().enumerate().filter(|(other, _)| *other != thread);
        let mut held = others.filter_map(|(_, other)| other.keys[place as usize]);
        held.all(|held| held == Shared && access == Shared)
    }
}

impl Model for Calls {
    type State = World;
    type Action = usize;

    fn init_states(&self) -> Vec<World> {
        vec![World(vec![Thread::default(); self.0.len()])]
    }

    fn actions(&self, world: &World, actions: &mut Vec<usize>) {
        actions.extend((0..self.0.len()).filter(|thread| world.0[*thread].done <= self.0[*thread].1.len()));
    }

    fn next_state(&self, world: &World, thread: usize) -> Option<World> {
        let mut next = world.clone();
        let (handle, steps) = self.0[thread];
        let this = &mut next.0[thread];
        // Those that join have it as the first one has.
        let joined = |place, access| self.of_handle(world, handle, place).unwrap_or(access);
        if let Some((place, access)) = this.waits_for.take() {
            this.folders[place as usize] = Some(joined(place, access));
            return self.may_lock(world, handle, place, access).then_some(next);
        }
        let may = match steps.get(this.done) {
            Some(Folder(place, access))
                if this.folders != [None; 2] && !self.may_lock(world, handle, *place, *access) =>
            {
                let is_before = |step: &Step| matches!(step, GiveBack(_));
                let done = steps[..this.done].iter().rposition(is_before).map_or(0, |last| last + 1);
                *this = Thread { done, waits_for: Some((*place, *access)), ..Thread::default() };
                return Some(next);
            }
            Some(Folder(place, access) | Wait(place, access)) => {
                this.folders[*place as usize] = Some(joined(*place, *access));
                self.may_lock(world, handle, *place, *access)
            }
            Some(Key(place, access)) => {
                this.keys[*place as usize] = Some(*access);
                Self::may_have_key(world, thread, *place, *access)
            }
            Some(GiveBack(place)) => {
                (this.folders[*place as usize], this.keys[*place as usize]) = (None, None);
                true
            }
            None => {
                (this.folders, this.keys) = Default::default();
                true
            }
        };
        this.done += 1;
        may.then_some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always("some call goes on", |calls: &Calls, world: &World| {
                let mut left = Vec::new();
                calls.actions(world, &mut left);
                left.is_empty() || left.into_iter().any(|thread| calls.next_state(world, thread).is_some())
            }),
            Property::sometimes("all calls end", |calls: &Calls, world: &World| {
                calls.0.iter().zip(&world.0).all(|((_, steps), thread)| thread.done > steps.len())
            }),
        ]
    }
}

/// Searches all states of three calls, through one handle and through several.
fn search(calls: [&'static [Step]; 3], handles: [usize; 3]) -> impl Checker<Calls> {
    let calls = handles.into_iter().zip(calls).collect();
    Calls(calls).checker().spawn_bfs().join()
}

const HANDLES: [[usize; 3]; 5] = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 1, 2]];

#[test]
fn calls_never_wait_for_each_other() {
    let calls = [CONSOLIDATE_GROUP, CONSOLIDATE_ROOT, CHANGE_BELOW, STORE_CHUNK, MOVED];
    for one in calls {
        for other in calls {
            for third in calls {
                for handles in HANDLES {
                    search([one, other, third], handles).assert_properties();
                }
            }
        }
    }
}

#[test]
fn a_call_that_waits_for_a_folder_while_it_has_another_one_would_wait_for_ever() {
    let found = search([CONSOLIDATE_WAITING, MOVED_WAITING, STORE_CHUNK], [0, 1, 0]);
    assert!(found.discovery("some call goes on").is_some(), "the rule is not needed");
}
