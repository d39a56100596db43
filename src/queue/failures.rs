//! The failures of a queue's operations, until the caller has read them.
//!
//! A failure with a ticket is reported by waiting for that ticket, one without a ticket by the next call. Waiting for
//! everything reports each failure that is left, one for each call.

use crate::error::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};

/// The most failures that are kept, of those that are told already as of those that are not.
const KEPT: usize = 1000;

/// Failures by their tickets.
#[derive(Debug, Default)]
pub(super) struct Failures {
    /// Those that nothing has told yet.
    untold: BTreeMap<i64, Error>,
    /// Those of them whose tickets were not taken.
    unclaimed: BTreeSet<i64>,
    /// Those that were told to a caller without their tickets, which can still be waited for.
    told: BTreeMap<i64, Error>,
    /// Up to this ticket failures were told, and then forgotten, as nothing waited for their tickets.
    forgotten: i64,
}

impl Failures {
    /// Keeps a failure for the callers that have to hear of it.
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
        match self.untold.remove(&ticket).or_else(|| self.told.remove(&ticket)) {
            Some(error) => Err(error),
            None if ticket > self.forgotten => Ok(()),
            None => Err(Error::invalid_argument(format!(
                "the result of ticket {ticket} was discarded: more than {KEPT} operations have failed since"
            ))),
        }
    }

    /// The first failure that nothing has told.
    pub fn first(&mut self) -> Result<()> {
        self.untold.first_key_value().map(|(ticket, _)| *ticket).map_or(Ok(()), |ticket| self.tell(ticket))
    }

    /// The first failure that the next call has to tell.
    pub fn for_next_call(&mut self) -> Result<()> {
        if self.untold.len() > KEPT {
            return self.first();
        }
        self.unclaimed.first().copied().map_or(Ok(()), |ticket| self.tell(ticket))
    }

    /// Tells a failure to a caller that has not asked for its ticket: the one that has the ticket can still ask.
    fn tell(&mut self, ticket: i64) -> Result<()> {
        let Some(error) = self.untold.remove(&ticket) else { return Ok(()) };
        if !self.unclaimed.remove(&ticket) {
            self.keep_told(ticket, error.clone());
        }
        Err(error)
    }

    /// Keeps a told failure for its ticket, and lets go of the oldest of too many.
    fn keep_told(&mut self, ticket: i64, error: Error) {
        self.told.insert(ticket, error);
        while self.told.len() > KEPT
            && let Some((oldest, _)) = self.told.pop_first()
        {
            self.forgotten = self.forgotten.max(oldest);
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
}
