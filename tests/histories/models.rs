//! The checked models: of one chunk, of the length of an array, of one attribute, and of nodes that come and go.
//! Each has the library's promises, and no more: a change that is not atomic is several actions.

use crate::check::Model;
use crate::history::Id;

/// One chunk of an array that others resize: its elements, and those past the end of the array that the chunk has room
/// for.
pub struct Chunk {
    pub start: i64,
    pub elements: i64,
    /// The first element of what is stored together: a shrinking that leaves nothing of it erases it.
    pub stored_from: i64,
    /// The length of the array in the beginning.
    pub length: i64,
}

#[derive(Clone, Debug)]
pub enum ChunkAction {
    /// A region: it is refused where the array is too short for it.
    Write {
        from: i64,
        to: i64,
        value: Id,
    },
    /// A whole chunk, also what of it lies past the end.
    WriteWhole {
        from: i64,
        to: i64,
        value: Id,
    },
    Read {
        from: i64,
        values: Vec<Id>,
    },
    Erase,
    /// A chunk is stored that is too long to be read, with this in front.
    TooLong(Id),
    /// A chunk that is too long is cut.
    Cut,
    /// It was seen that the chunk is too long.
    Refused,
    Resize {
        length: i64,
        /// It ended, so that what it cuts off as a whole is erased; one that is killed may leave it.
        ended: bool,
    },
    /// The first step of an append, that returned this start.
    Grow {
        start: i64,
        by: i64,
    },
    /// The first step of an append that returned nothing.
    GrowSomewhere {
        append: Id,
        by: i64,
    },
    /// The second step of that append.
    WriteSomewhere {
        append: Id,
        by: i64,
    },
}

/// A chunk between two actions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChunkState {
    length: i64,
    /// It is stored too long, so that nothing can be read of it.
    too_long: bool,
    /// For each element the values that a read may find; the first read settles it. More than one: the element was cut
    /// off, and a chunk at the edge may or may not keep what was cut off.
    elements: Vec<Vec<Id>>,
    /// Where appends that returned nothing found their places.
    appended: Vec<(Id, i64)>,
}

impl Chunk {
    fn index(&self, element: i64) -> usize {
        usize::try_from(element - self.start).expect("an element of the chunk")
    }

    fn write(&self, state: &mut ChunkState, from: i64, to: i64, value: Id) {
        for element in from.max(self.start)..to.min(self.start + self.elements) {
            let values = &mut state.elements[self.index(element)];
            if element < state.length {
                *values = vec![value];
            } else {
                // A chunk may or may not keep what lies past the end.
                add(values, value);
            }
        }
    }

    /// Writes a part of a region; None: the array has become too short for it.
    fn write_inside(&self, state: &mut ChunkState, from: i64, to: i64, value: Id) -> Option<()> {
        let (from, to) = (from.max(self.start), to.min(self.start + self.elements));
        if from < to && to > state.length {
            return None;
        }
        self.write(state, from, to, value);
        Some(())
    }

    fn resize(&self, state: &mut ChunkState, length: i64, ended: bool) {
        // Chunks that a killed shrink has left outside of the array are not looked for.
        let is_erased = ended && (length..state.length).contains(&self.stored_from);
        state.length = length;
        for element in length.max(self.start)..self.start + self.elements {
            let values = &mut state.elements[self.index(element)];
            if is_erased {
                *values = vec![0];
            } else {
                add(values, 0);
            }
        }
    }
}

fn add(values: &mut Vec<Id>, value: Id) {
    if let Err(at) = values.binary_search(&value) {
        values.insert(at, value);
    }
}

impl Model for Chunk {
    type State = ChunkState;
    type Action = ChunkAction;

    fn first(&self) -> ChunkState {
        let elements = vec![vec![0]; usize::try_from(self.elements).expect("a small chunk")];
        ChunkState { length: self.length, too_long: false, elements, appended: Vec::new() }
    }

    fn step(&self, state: &ChunkState, action: &ChunkAction) -> Option<ChunkState> {
        let mut next = state.clone();
        match action {
            ChunkAction::Write { from, to, value } => {
                next.too_long &= *from > self.start || *to < self.start + self.elements;
                if next.too_long {
                    return None;
                }
                self.write_inside(&mut next, *from, *to, *value)?;
            }
            ChunkAction::WriteWhole { from, to, value } => {
                next.too_long = false;
                self.write(&mut next, *from, *to, *value);
            }
            ChunkAction::Read { from, values } => {
                if next.too_long {
                    return None;
                }
                for (element, value) in (*from..).zip(values) {
                    let known = &mut next.elements[self.index(element)];
                    // Past the end a handle that does not know the length may find anything.
                    if element < next.length {
                        known.binary_search(value).ok()?;
                        *known = vec![*value];
                    }
                }
            }
            ChunkAction::Erase => {
                next.too_long = false;
                next.elements.fill(vec![0]);
            }
            ChunkAction::TooLong(value) => {
                next.too_long = true;
                next.elements.fill(vec![*value]);
            }
            ChunkAction::Cut => next.too_long = false,
            ChunkAction::Refused => {
                if !next.too_long {
                    return None;
                }
            }
            ChunkAction::Resize { length, ended } => self.resize(&mut next, *length, *ended),
            ChunkAction::Grow { start, by } => {
                if next.length != *start {
                    return None;
                }
                next.length += by;
            }
            ChunkAction::GrowSomewhere { append, by } => {
                next.appended.push((*append, next.length));
                next.appended.sort_unstable();
                next.length += by;
            }
            ChunkAction::WriteSomewhere { append, by } => {
                let start = next.appended.iter().find(|(id, _)| id == append).map(|(_, start)| *start)?;
                self.write_inside(&mut next, start, start + by, *append)?;
            }
        }
        Some(next)
    }

    fn is_look(&self, action: &ChunkAction) -> bool {
        matches!(action, ChunkAction::Read { .. } | ChunkAction::Refused)
    }
}

/// The length of an array.
pub struct Length(pub i64);

#[derive(Clone, Debug)]
pub enum LengthAction {
    Resize(i64),
    Grow { start: Option<i64>, by: i64 },
    Look(i64),
}

impl Model for Length {
    type State = i64;
    type Action = LengthAction;

    fn first(&self) -> i64 {
        self.0
    }

    fn step(&self, state: &i64, action: &LengthAction) -> Option<i64> {
        match action {
            LengthAction::Resize(length) => Some(*length),
            LengthAction::Grow { start, by } => start.is_none_or(|start| start == *state).then_some(state + by),
            LengthAction::Look(length) => (length == state).then_some(*state),
        }
    }

    fn is_look(&self, action: &LengthAction) -> bool {
        matches!(action, LengthAction::Look(_))
    }
}

/// One attribute of one node, which has none in the beginning.
pub struct Attribute;

#[derive(Clone, Debug)]
pub enum AttributeAction {
    Set(Id),
    Get(Option<Id>),
}

impl Model for Attribute {
    type State = Option<Id>;
    type Action = AttributeAction;

    fn first(&self) -> Option<Id> {
        None
    }

    fn step(&self, state: &Option<Id>, action: &AttributeAction) -> Option<Option<Id>> {
        match action {
            AttributeAction::Set(value) => Some(Some(*value)),
            AttributeAction::Get(value) => (value == state).then_some(*state),
        }
    }

    fn is_look(&self, action: &AttributeAction) -> bool {
        matches!(action, AttributeAction::Get(_))
    }
}

/// Nodes that are created, erased and moved; of each its first attribute and its first element are watched.
pub struct Nodes {
    /// How many there may be; none is there in the beginning.
    pub count: usize,
}

#[derive(Clone, Debug)]
pub enum NodeAction {
    Create {
        node: usize,
        /// Elements of its chunks.
        chunk: i64,
    },
    /// True when the node is there.
    Look(usize, bool),
    /// The attributes of a node go, if it is there.
    Forget(usize),
    Erase(usize),
    Move {
        from: usize,
        to: usize,
    },
    /// The node is at both places, until it is erased at the old one.
    Copy {
        from: usize,
        to: usize,
    },
    Set {
        node: usize,
        value: Id,
    },
    Get {
        node: usize,
        value: Option<Id>,
    },
    Write {
        node: usize,
        value: Id,
        /// Elements of the chunks that the handle knows; None: not known.
        chunk: Option<i64>,
    },
    Read {
        node: usize,
        value: Id,
    },
}

/// A node that is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Present {
    attribute: Option<Id>,
    element: Id,
    chunk: i64,
}

impl Model for Nodes {
    type State = Vec<Option<Present>>;
    type Action = NodeAction;

    fn first(&self) -> Self::State {
        vec![None; self.count]
    }

    fn step(&self, state: &Self::State, action: &NodeAction) -> Option<Self::State> {
        let mut next = state.clone();
        match *action {
            NodeAction::Create { node, chunk } => {
                if next[node].replace(Present { chunk, ..Present::default() }).is_some() {
                    return None;
                }
            }
            NodeAction::Look(node, there) => {
                if next[node].is_some() != there {
                    return None;
                }
            }
            NodeAction::Forget(node) => {
                if let Some(present) = &mut next[node] {
                    present.attribute = None;
                }
            }
            NodeAction::Erase(node) => next[node] = None,
            NodeAction::Move { from, to } | NodeAction::Copy { from, to } => {
                if next[to].is_some() {
                    return None;
                }
                next[to] = Some(next[from].clone()?);
                if matches!(action, NodeAction::Move { .. }) {
                    next[from] = None;
                }
            }
            NodeAction::Set { node, value } => next[node].as_mut()?.attribute = Some(value),
            NodeAction::Get { node, value } => {
                if next[node].as_ref()?.attribute != value {
                    return None;
                }
            }
            // No element is written where no node is any more, or where there is one of other chunks.
            NodeAction::Write { node, value, chunk } => {
                let present = next[node].as_mut()?;
                if chunk.is_some_and(|chunk| chunk != present.chunk) {
                    return None;
                }
                present.element = value;
            }
            NodeAction::Read { node, value } => {
                if next[node].as_ref().is_some_and(|present| present.element != value) {
                    return None;
                }
            }
        }
        Some(next)
    }

    fn is_look(&self, action: &NodeAction) -> bool {
        matches!(action, NodeAction::Look(..) | NodeAction::Get { .. } | NodeAction::Read { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<M: Model>(model: &M, actions: &[M::Action]) -> Option<M::State> {
        actions.iter().try_fold(model.first(), |state, action| model.step(&state, action))
    }

    /// The second chunk of ten elements of an array of 15.
    const EDGE: Chunk = Chunk { start: 10, elements: 10, stored_from: 10, length: 15 };

    fn resize(length: i64) -> ChunkAction {
        ChunkAction::Resize { length, ended: true }
    }

    fn read(from: i64, values: &[Id]) -> ChunkAction {
        ChunkAction::Read { from, values: values.to_vec() }
    }

    #[test]
    fn a_chunk_keeps_what_others_write_to_its_other_elements() {
        let write = |from, to, value| ChunkAction::Write { from, to, value };
        assert!(run(&EDGE, &[write(10, 12, 1), write(11, 13, 2), read(10, &[1, 2, 2, 0, 0])]).is_some());
        assert!(run(&EDGE, &[write(10, 12, 1), write(11, 13, 2), read(10, &[1, 1])]).is_none());
    }

    #[test]
    fn appended_elements_have_their_place() {
        let grow = ChunkAction::Grow { start: 15, by: 3 };
        let write = ChunkAction::Write { from: 15, to: 18, value: 7 };
        let stale = ChunkAction::Write { from: 10, to: 15, value: 8 };
        assert!(run(&EDGE, &[grow.clone(), write.clone(), stale.clone(), read(14, &[8, 7, 7, 7])]).is_some());
        assert!(run(&EDGE, &[grow.clone(), write, stale, read(14, &[8, 0])]).is_none());
        assert!(run(&EDGE, &[grow.clone(), grow]).is_none());
    }

    #[test]
    fn what_a_killed_shrink_left_is_not_erased_by_the_next_one() {
        let write = ChunkAction::Write { from: 10, to: 15, value: 3 };
        let killed = ChunkAction::Resize { length: 10, ended: false };
        let then = |value| [write.clone(), killed.clone(), resize(5), resize(15), read(10, &[value])];
        assert!(run(&EDGE, &then(3)).is_some() && run(&EDGE, &then(0)).is_some());
        let ended = [write.clone(), resize(10), resize(5), resize(15), read(10, &[3])];
        assert!(run(&EDGE, &ended).is_none());
    }

    #[test]
    fn what_was_cut_off_at_the_edge_is_there_or_gone_and_settles() {
        let write = ChunkAction::Write { from: 10, to: 15, value: 3 };
        let cut = [write.clone(), resize(12), resize(15)];
        let then = |reads: &[ChunkAction]| run(&EDGE, &[&cut, reads].concat()).is_some();
        assert!(then(&[read(10, &[3, 3, 3])]) && then(&[read(10, &[3, 3, 0])]));
        assert!(!then(&[read(12, &[0]), read(12, &[3])]));
        let gone = |ended| [write.clone(), ChunkAction::Resize { length: 10, ended }, resize(15), read(10, &[3])];
        assert!(run(&EDGE, &gone(true)).is_none());
        assert!(run(&EDGE, &gone(false)).is_some());
    }

    #[test]
    fn a_region_is_never_written_past_the_end_and_a_whole_chunk_may_be() {
        let shorter = resize(12);
        let write = ChunkAction::Write { from: 11, to: 13, value: 3 };
        assert!(run(&EDGE, &[write.clone(), shorter.clone()]).is_some());
        assert!(run(&EDGE, &[shorter.clone(), write]).is_none());
        assert!(run(&EDGE, &[shorter, ChunkAction::WriteWhole { from: 10, to: 20, value: 3 }]).is_some());
    }

    #[test]
    fn an_append_without_an_answer_finds_its_place() {
        let steps = |read| {
            [ChunkAction::GrowSomewhere { append: 9, by: 2 }, ChunkAction::WriteSomewhere { append: 9, by: 2 }, read]
        };
        assert!(run(&EDGE, &steps(read(14, &[0, 9, 9]))).is_some());
        assert!(run(&EDGE, &steps(read(14, &[0, 9, 0]))).is_none());
    }

    #[test]
    fn a_chunk_that_is_too_long_is_refused_until_it_is_cut_or_written() {
        let (long, whole) = (ChunkAction::TooLong(4), ChunkAction::WriteWhole { from: 10, to: 20, value: 5 });
        assert!(run(&EDGE, &[long.clone(), ChunkAction::Refused, ChunkAction::Cut, read(10, &[4])]).is_some());
        assert!(run(&EDGE, &[long.clone(), read(10, &[4])]).is_none());
        assert!(run(&EDGE, &[long.clone(), whole.clone(), ChunkAction::Cut, read(10, &[5])]).is_some());
        assert!(run(&EDGE, &[long, whole, ChunkAction::Cut, read(10, &[4])]).is_none());
    }

    const CREATED: NodeAction = NodeAction::Create { node: 1, chunk: 4 };

    #[test]
    fn nodes_are_created_once_and_stay_away_when_erased() {
        let nodes = Nodes { count: 2 };
        let there = NodeAction::Create { node: 0, chunk: 4 };
        let run = |actions: &[NodeAction]| run(&nodes, &[&[CREATED], actions].concat());
        assert!(run(&[there.clone(), there]).is_none());
        assert!(run(&[NodeAction::Erase(1), NodeAction::Look(1, true)]).is_none());
        let (set, get) = (NodeAction::Set { node: 1, value: 3 }, NodeAction::Get { node: 1, value: None });
        assert!(run(&[set.clone(), get.clone()]).is_none());
        assert!(run(&[set, NodeAction::Forget(1), get]).is_some());
        let moved = NodeAction::Move { from: 1, to: 0 };
        let write = NodeAction::Write { node: 1, value: 4, chunk: Some(4) };
        assert!(run(&[write.clone(), moved, NodeAction::Read { node: 0, value: 4 }]).is_some());
        assert!(run(&[NodeAction::Erase(1), write.clone()]).is_none());
        let other = NodeAction::Create { node: 1, chunk: 2 };
        assert!(run(&[NodeAction::Erase(1), other, write]).is_none());
    }
}
