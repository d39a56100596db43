//! The failures of a queue's operations, until the caller has read them.
//!
//! A failure with a ticket is reported by waiting for that ticket, one without a ticket by the next call. Waiting for
//! everything reports each failure that is left, one for each call.

use super::tickets::TicketSet;
use crate::engine::cancelled;
use crate::error::{Error, ErrorKind, Result, Term};
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of unreported failures that are kept, and likewise of reported ones.
const KEPT: usize = 1000;

/// The most ranges of tickets whose failures are known without their messages.
const RANGES: usize = if cfg!(test) { 200 } else { 100_000 };

/// Failures by their tickets.
#[derive(Debug, Default)]
pub(super) struct Failures {
    /// Unreported failures.
    untold: BTreeMap<i64, Error>,
    /// The tickets of unreported failures that no caller has taken.
    unclaimed: BTreeSet<i64>,
    /// Failures reported without their tickets, for which a caller can still wait.
    told: BTreeMap<i64, Error>,
    /// Cancelled operations beyond these: each of them has one message.
    cancelled: TicketSet,
    /// Tickets of reported failures that were discarded because no caller waited for them.
    forgotten: TicketSet,
}

impl Failures {
    /// Keeps a failure until it is reported. `is_told`: the caller already knows it.
    pub fn add(&mut self, ticket: i64, error: Error, has_ticket: bool, is_told: bool) {
        if !is_told {
            self.untold.insert(ticket, error);
            if !has_ticket {
                self.unclaimed.insert(ticket);
            }
        } else if has_ticket {
            self.keep_told(ticket, error);
        }
    }

    /// Takes the failure of a finished operation; a second call finds none.
    pub fn of(&mut self, ticket: i64) -> Result<()> {
        self.unclaimed.remove(&ticket);
        if let Some(error) = self.untold.remove(&ticket).or_else(|| self.told.remove(&ticket)) {
            return Err(error);
        }
        if self.cancelled.remove(ticket) {
            return Err(cancelled().context(Term::ticket(ticket)));
        }
        if self.forgotten.has(ticket) {
            let text = format!("more than {KEPT} operations have failed since");
            return Err(Error::invalid_argument(format!("the result of ticket {ticket} was discarded: {text}")));
        }
        Ok(())
    }

    /// Reports the first unreported failure.
    pub fn first(&mut self) -> Result<()> {
        self.untold.first_key_value().map(|(ticket, _)| *ticket).map_or(Ok(()), |ticket| self.tell(ticket))
    }

    /// Reports the first failure that is due in the next call.
    pub fn for_next_call(&mut self) -> Result<()> {
        if self.untold.len() > KEPT {
            return self.first();
        }
        self.unclaimed.first().copied().map_or(Ok(()), |ticket| self.tell(ticket))
    }

    /// Reports a failure to a caller without its ticket; waiting for the ticket reports it again.
    fn tell(&mut self, ticket: i64) -> Result<()> {
        let Some(error) = self.untold.remove(&ticket) else { return Ok(()) };
        if !self.unclaimed.remove(&ticket) {
            self.keep_told(ticket, error.clone());
        }
        Err(error)
    }

    /// Keeps a reported failure for its ticket. Beyond the limit, the oldest ones keep only their tickets.
    fn keep_told(&mut self, ticket: i64, error: Error) {
        self.told.insert(ticket, error);
        while self.told.len() > KEPT
            && let Some((oldest, error)) = self.told.pop_first()
        {
            let is_cancelled = error.kind() == ErrorKind::Cancelled;
            let tickets = if is_cancelled { &mut self.cancelled } else { &mut self.forgotten };
            tickets.insert(oldest, oldest);
        }
        if self.cancelled.ranges() > RANGES
            && let Some((first, last)) = self.cancelled.pop_first()
        {
            self.forgotten.insert(first, last);
        }
        // The tickets between two ranges are given up with them: memory is bounded, and no failure becomes a success.
        if self.forgotten.ranges() > RANGES
            && let Some(((first, _), (_, last))) = self.forgotten.pop_first().zip(self.forgotten.pop_first())
        {
            self.forgotten.insert(first, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(ticket: i64) -> Error {
        Error::data(format!("ticket {ticket}"))
    }

    fn message(result: Result<()>) -> Option<String> {
        result.err().map(|error| error.message().to_owned())
    }

    #[test]
    fn each_failure_is_told_to_those_who_have_to_hear_of_it_and_once() {
        let mut failures = Failures::default();
        failures.add(1, failed(1), true, false);
        failures.add(2, failed(2), false, false);
        failures.add(3, failed(3), true, false);
        failures.add(4, failed(4), false, true);
        assert_eq!(message(failures.for_next_call()).as_deref(), Some("ticket 2"), "the one without a ticket");
        assert_eq!(failures.for_next_call(), Ok(()));
        assert_eq!(message(failures.of(3)).as_deref(), Some("ticket 3"));
        assert_eq!(failures.of(3), Ok(()), "once");
        assert_eq!(message(failures.first()).as_deref(), Some("ticket 1"));
        assert_eq!(failures.first(), Ok(()), "once");
        assert_eq!(message(failures.of(1)).as_deref(), Some("ticket 1"), "the holder of the ticket hears of it too");
        assert_eq!(failures.of(4), Ok(()), "told by its callback");
    }

    #[test]
    fn failures_that_nothing_waits_for_do_not_pile_up() {
        let mut failures = Failures::default();
        let mut told = 0;
        for ticket in 1..=10 * KEPT as i64 {
            told += i64::from(failures.for_next_call().is_err());
            failures.add(ticket, failed(ticket), true, false);
        }
        assert!(failures.untold.len() + failures.told.len() <= 2 * KEPT + 2);
        while failures.first().is_err() {
            told += 1;
        }
        assert_eq!(told, 10 * KEPT as i64, "none was lost");
        assert!(message(failures.of(1)).unwrap().contains("discarded"), "it is not passed off as success");
        assert!(message(failures.of(10 * KEPT as i64)).is_some());
    }

    #[test]
    fn the_result_of_a_success_is_kept_beside_many_failures() {
        let mut failures = Failures::default();
        let all = 3 * KEPT as i64 + 3 * RANGES as i64;
        for ticket in (0..all).filter(|ticket| ticket % 3 != 0) {
            let error = if ticket % 3 == 1 { cancelled() } else { failed(ticket) };
            failures.add(ticket, error, true, true);
        }
        for ticket in (0..all).step_by(3).skip(2 * KEPT) {
            assert_eq!(failures.of(ticket), Ok(()));
            assert_eq!(failures.of(ticket + 1).unwrap_err().kind(), ErrorKind::Cancelled, "{ticket}");
            assert_eq!(failures.of(ticket + 1), Ok(()), "once");
            assert!(failures.of(ticket + 2).is_err());
        }
    }

    #[test]
    fn no_failure_becomes_a_success_whatever_the_order_of_the_ends() {
        let mut failures = Failures::default();
        let mut number = 1_u64;
        let mut below = |end: u64| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (number >> 33) % end
        };
        let mut ends: Vec<i64> = (0..6000).collect();
        for at in 0..ends.len() {
            // Most end about where they began, some much later.
            let far = if below(50) == 0 { ends.len() } else { ends.len().min(at + 8) };
            ends.swap(at, at + below((far - at) as u64) as usize);
        }
        let mut failed_ones = Vec::new();
        for ticket in ends {
            match below(10) {
                0 => failures.add(ticket, cancelled(), true, true),
                1..5 => failures.add(ticket, failed(ticket), true, true),
                _ => continue,
            }
            failed_ones.push(ticket);
            assert!(failures.cancelled.ranges() <= RANGES && failures.forgotten.ranges() <= RANGES);
        }
        for ticket in failed_ones {
            assert!(failures.of(ticket).is_err(), "ticket {ticket}");
        }
    }
}
