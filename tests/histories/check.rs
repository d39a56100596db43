//! Linearizability: whether operations that overlapped in time could have been carried out one after the other, each
//! between its beginning and its end. The search is that of Wing and Gong with the memory of Lowe: a set of operations
//! that was placed before with the same state behind it is not looked at again.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::Hash;

/// The effect of a sequence of actions.
pub trait Model {
    type State: Clone + Eq + Hash;
    type Action;

    fn first(&self) -> Self::State;

    /// The state behind an action, or None if the action could not have given what it gave.
    fn step(&self, state: &Self::State, action: &Self::Action) -> Option<Self::State>;

    /// True for an action that tells what was seen, and changes nothing.
    fn is_look(&self, action: &Self::Action) -> bool;
}

/// An action that took effect at one moment between two times.
#[derive(Clone, Debug)]
pub struct Event<A> {
    pub action: A,
    pub began: u64,
    /// None where it took effect at any later time.
    pub ended: Option<u64>,
    /// False: or it never took effect.
    pub certain: bool,
    /// The event that took effect before this one, by its index: an operation may have two steps.
    pub after: Option<usize>,
    /// The operation of the history that this is a part of.
    pub id: u32,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Linearizable,
    /// No order explains the events; behind the longest beginning that could be explained one of these would have to
    /// come, by their index.
    Impossible {
        unplaced: Vec<usize>,
    },
    /// The search met more states than it was allowed to.
    TooLong,
}

/// The most pairs of placed events and state that one search looks at.
const MOST_STATES: usize = 1_000_000;

/// The events that have been placed, one bit each.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Placed(Vec<u64>);

impl Placed {
    fn has(&self, event: usize) -> bool {
        self.0[event / 64] >> (event % 64) & 1 == 1
    }

    fn with(&self, event: usize) -> Self {
        let mut more = self.clone();
        more.0[event / 64] |= 1 << (event % 64);
        more
    }
}

/// Events that are placed, and what is behind them.
struct Position<S> {
    placed: Placed,
    state: S,
    /// Certain events among them.
    done: usize,
    /// The last beginning of them: what ended before can't come any more.
    reached: u64,
}

/// Looks for an order of the events that the model explains.
pub fn check<M: Model>(model: &M, events: &[Event<M::Action>]) -> Verdict {
    let mut by_beginning: Vec<usize> = (0..events.len()).collect();
    by_beginning.sort_by_key(|event| events[*event].began);
    let certain = events.iter().filter(|event| event.certain).count();
    let mut seen = HashSet::new();
    let nothing = Placed(vec![0; events.len().div_ceil(64)]);
    let mut furthest = (0, nothing.clone());
    let mut stack = vec![Position { placed: nothing, state: model.first(), done: 0, reached: 0 }];
    while let Some(Position { placed, state, done, reached }) = stack.pop() {
        if done == certain {
            return Verdict::Linearizable;
        }
        if seen.len() > MOST_STATES {
            return Verdict::TooLong;
        }
        if done >= furthest.0 {
            furthest = (done, placed.clone());
        }
        let mut next = candidates(events, &by_beginning, &placed);
        // The last one is tried first: of those that are certain the one that ended first.
        next.sort_by_key(|event| (events[*event].certain, Reverse(events[*event].ended)));
        let mut steps: Vec<(usize, M::State)> = next
            .into_iter()
            .filter(|event| events[*event].after.is_none_or(|before| placed.has(before)))
            .filter(|event| events[*event].ended.is_none_or(|ended| ended >= reached))
            .filter_map(|event| model.step(&state, &events[event].action).map(|state| (event, state)))
            .collect();
        // A look that is explained now would not be better placed later.
        let explained = |(event, after): &&(usize, M::State)| {
            let event = &events[*event];
            event.certain && event.began <= reached && model.is_look(&event.action) && *after == state
        };
        if let Some(look) = steps.iter().find(explained).cloned() {
            steps = vec![look];
        }
        for (event, state) in steps {
            let Event { began, certain, .. } = &events[event];
            let placed = placed.with(event);
            if seen.insert((placed.clone(), state.clone())) {
                stack.push(Position {
                    placed,
                    state,
                    done: done + usize::from(*certain),
                    reached: reached.max(*began),
                });
            }
        }
    }
    let unplaced = candidates(events, &by_beginning, &furthest.1).into_iter().filter(|event| events[*event].certain);
    Verdict::Impossible { unplaced: unplaced.collect() }
}

/// The events that may come next: none that began after one ended that must still come.
fn candidates<A>(events: &[Event<A>], by_beginning: &[usize], placed: &Placed) -> Vec<usize> {
    let open = || by_beginning.iter().copied().filter(|event| !placed.has(*event));
    let ends = open().filter(|event| events[*event].certain).filter_map(|event| events[event].ended);
    let latest = ends.min().unwrap_or(u64::MAX);
    open().take_while(|event| events[*event].began <= latest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One number that is written and read.
    struct Number;

    #[derive(Clone, Copy)]
    enum Does {
        Write(u32),
        Read(u32),
    }
    use Does::{Read, Write};

    impl Model for Number {
        type State = u32;
        type Action = Does;

        fn first(&self) -> u32 {
            0
        }

        fn step(&self, state: &u32, action: &Does) -> Option<u32> {
            match action {
                Write(value) => Some(*value),
                Read(value) => (value == state).then_some(*state),
            }
        }

        fn is_look(&self, action: &Does) -> bool {
            matches!(action, Read(_))
        }
    }

    fn event(action: Does, began: u64, ended: u64) -> Event<Does> {
        Event { action, began, ended: (ended > 0).then_some(ended), certain: ended > 0, after: None, id: 0 }
    }

    fn verdict(events: &[(Does, u64, u64)]) -> Verdict {
        check(&Number, &events.iter().map(|(action, began, ended)| event(*action, *began, *ended)).collect::<Vec<_>>())
    }

    #[test]
    fn what_overlaps_may_have_any_order() {
        assert_eq!(verdict(&[]), Verdict::Linearizable);
        assert_eq!(verdict(&[(Write(1), 1, 10), (Read(0), 2, 3), (Read(1), 4, 5)]), Verdict::Linearizable);
        assert_eq!(verdict(&[(Write(1), 1, 10), (Write(2), 2, 9), (Read(1), 11, 12)]), Verdict::Linearizable);
        assert_eq!(verdict(&[(Write(1), 1, 10), (Write(2), 2, 9), (Read(2), 11, 12)]), Verdict::Linearizable);
    }

    #[test]
    fn what_is_over_has_its_place() {
        // Lost: the write had ended.
        assert_eq!(verdict(&[(Write(1), 1, 2), (Read(0), 3, 4)]), Verdict::Impossible { unplaced: vec![1] });
        // Back and forth: both writes had ended.
        let back = [(Write(1), 1, 5), (Write(2), 2, 6), (Read(1), 7, 8), (Read(2), 9, 10)];
        assert_eq!(verdict(&back), Verdict::Impossible { unplaced: vec![3] });
        // The new value is seen, then the old one.
        let old = [(Write(1), 1, 10), (Read(1), 2, 3), (Read(0), 4, 5)];
        assert!(matches!(verdict(&old), Verdict::Impossible { .. }));
    }

    #[test]
    fn times_that_touch_overlap() {
        assert_eq!(verdict(&[(Write(1), 1, 2), (Read(0), 2, 3)]), Verdict::Linearizable);
    }

    #[test]
    fn what_is_pending_takes_effect_once_or_never() {
        assert_eq!(verdict(&[(Write(1), 1, 0), (Read(0), 50, 60)]), Verdict::Linearizable);
        assert_eq!(verdict(&[(Write(1), 1, 0), (Read(0), 2, 3), (Read(1), 50, 60)]), Verdict::Linearizable);
        let twice = [(Write(1), 1, 0), (Read(1), 2, 3), (Write(2), 4, 5), (Read(2), 6, 7), (Read(1), 8, 9)];
        assert_eq!(verdict(&twice), Verdict::Impossible { unplaced: vec![4] });
        // Not before it began.
        let early = [(Read(1), 1, 2), (Write(1), 3, 0)];
        assert_eq!(verdict(&early), Verdict::Impossible { unplaced: vec![0] });
    }

    #[test]
    fn what_may_have_happened_happened_in_its_time() {
        let maybe = Event { certain: false, ..event(Write(1), 1, 10) };
        let then =
            |began, value| check(&Number, &[maybe.clone(), event(Write(2), 2, 3), event(Read(value), began, 20)]);
        assert_eq!(then(15, 1), Verdict::Linearizable);
        assert_eq!(then(15, 2), Verdict::Linearizable);
        let late = [maybe.clone(), event(Write(2), 11, 12), event(Read(1), 15, 20)];
        assert!(matches!(check(&Number, &late), Verdict::Impossible { .. }));
    }

    #[test]
    fn second_steps_follow_first_ones() {
        let two = |after| {
            let steps = vec![event(Write(1), 1, 10), Event { after, ..event(Write(2), 1, 10) }, event(Read(1), 11, 12)];
            check(&Number, &steps)
        };
        assert_eq!(two(None), Verdict::Linearizable);
        assert_eq!(two(Some(0)), Verdict::Impossible { unplaced: vec![2] });
    }

    #[test]
    fn many_writers_are_decided_soon() {
        let writes = (0..12).map(|n| event(Write(n), 1, 100));
        let events: Vec<_> = writes.chain([event(Read(99), 101, 102)]).collect();
        assert!(matches!(check(&Number, &events), Verdict::Impossible { .. }));
    }
}
