//! A set of tickets, most of which follow each other.

use std::collections::BTreeMap;

/// Tickets as ranges: the first one of each, and the last.
#[derive(Debug, Default)]
pub(super) struct TicketSet(BTreeMap<i64, i64>);

impl TicketSet {
    /// Adds the tickets from `first` to `last`, of which it may have some.
    pub fn insert(&mut self, mut first: i64, mut last: i64) {
        while let Some((start, end)) = self.0.range(..=last + 1).next_back().map(|(start, end)| (*start, *end))
            && end >= first - 1
        {
            self.0.remove(&start);
            (first, last) = (first.min(start), last.max(end));
        }
        self.0.insert(first, last);
    }

    /// True if it has this ticket.
    pub fn has(&self, ticket: i64) -> bool {
        self.range_of(ticket).is_some()
    }

    /// Takes a ticket out; false if it was not there.
    pub fn remove(&mut self, ticket: i64) -> bool {
        let Some((first, last)) = self.range_of(ticket) else { return false };
        self.0.remove(&first);
        if first < ticket {
            self.0.insert(first, ticket - 1);
        }
        if ticket < last {
            self.0.insert(ticket + 1, last);
        }
        true
    }

    /// Takes the first range out.
    pub fn pop_first(&mut self) -> Option<(i64, i64)> {
        self.0.pop_first()
    }

    /// The number of ranges, by which its memory grows.
    pub fn ranges(&self) -> usize {
        self.0.len()
    }

    fn range_of(&self, ticket: i64) -> Option<(i64, i64)> {
        let (first, last) = self.0.range(..=ticket).next_back()?;
        (ticket <= *last).then_some((*first, *last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tickets_join_to_ranges_and_come_apart() {
        let mut set = TicketSet::default();
        for ticket in [1, 3, 2, 7, 5] {
            set.insert(ticket, ticket);
        }
        assert_eq!(set.0.iter().map(|(first, last)| (*first, *last)).collect::<Vec<_>>(), [(1, 3), (5, 5), (7, 7)]);
        set.insert(6, 6);
        set.insert(6, 6);
        assert_eq!(set.ranges(), 2);
        assert!(set.has(1) && set.has(6) && !set.has(4) && !set.has(8) && !set.has(0));
        assert!(set.remove(2) && !set.remove(2) && set.has(1) && set.has(3));
        assert_eq!(set.pop_first(), Some((1, 1)));
        assert_eq!(set.ranges(), 2);
    }

    #[test]
    fn a_range_takes_in_those_that_it_meets() {
        let mut set = TicketSet::default();
        set.insert(1, 100);
        set.insert(50, 50);
        assert_eq!((set.ranges(), set.has(100)), (1, true));
        set.insert(110, 120);
        set.insert(130, 140);
        set.insert(90, 129);
        assert_eq!(set.pop_first(), Some((1, 140)));
        assert_eq!(set.ranges(), 0);
    }
}
