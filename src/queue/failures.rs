//! The failures of a queue's operations, until the caller has heard of them.
//!
//! A failure belongs to its ticket. A caller that took the ticket hears of it by waiting for that; where no ticket was
//! taken, the next call tells. Waiting for everything tells each failure that no other way has told, one a call.

use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// The most failures that are kept, of those that are told already as of those that are not.
const KEPT: usize = 1000;

#[derive(Debug)]
struct Failure {
    error: Error,
    has_ticket: bool,
    is_told: bool,
}

/// Failures by their tickets.
#[derive(Debug, Default)]
pub(super) struct Failures {
    known: BTreeMap<i64, Failure>,
    /// Up to this ticket failures were told, and then forgotten, as nothing waited for their tickets.
    forgotten: i64,
}

impl Failures {
    /// Keeps a failure for the callers that have to hear of it.
    pub fn add(&mut self, ticket: i64, error: Error, has_ticket: bool, is_told: bool) {
        if has_ticket || !is_told {
            self.known.insert(ticket, Failure { error, has_ticket, is_told });
            self.forget();
        }
    }

    /// What became of a finished operation: its failure, once.
    pub fn of(&mut self, ticket: i64) -> Result<()> {
        match self.known.remove(&ticket) {
            Some(failure) => Err(failure.error),
            None if ticket > self.forgotten => Ok(()),
            None => Err(Error::invalid_argument(format!(
                "what became of ticket {ticket} is not known any more, as more than {KEPT} operations have failed since"
            ))),
        }
    }

    /// The first failure that nothing has told.
    pub fn first(&mut self) -> Result<()> {
        let first = self.known.iter().find(|(_, failure)| !failure.is_told).map(|(ticket, _)| *ticket);
        first.map_or(Ok(()), |ticket| self.tell(ticket))
    }

    /// The first failure that the next call has to tell.
    pub fn for_next_call(&mut self) -> Result<()> {
        let is_full = self.known.values().filter(|failure| !failure.is_told).count() > KEPT;
        let mut failures = self.known.iter();
        let first = failures.find(|(_, failure)| !failure.is_told && (is_full || !failure.has_ticket));
        first.map(|(ticket, _)| *ticket).map_or(Ok(()), |ticket| self.tell(ticket))
    }

    /// Tells a failure to a caller that has not asked for its ticket: the one that has the ticket can still ask.
    fn tell(&mut self, ticket: i64) -> Result<()> {
        let Some(failure) = self.known.get_mut(&ticket) else { return Ok(()) };
        failure.is_told = true;
        let error = failure.error.clone();
        if !failure.has_ticket {
            self.known.remove(&ticket);
        }
        self.forget();
        Err(error)
    }

    /// Lets go of told failures whose tickets nothing waits for.
    fn forget(&mut self) {
        let told = self.known.iter().filter(|(_, failure)| failure.is_told).map(|(ticket, _)| *ticket);
        let mut told = told.collect::<Vec<_>>().into_iter();
        while told.len() > KEPT {
            let oldest = told.next().unwrap_or_default();
            self.known.remove(&oldest);
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
        assert!(failures.known.len() <= 2 * KEPT + 2);
        while failures.first().is_err() {
            told += 1;
        }
        assert_eq!(told, 10 * KEPT as i64, "none was lost");
        assert!(message(failures.of(1)).unwrap().contains("not known any more"), "it is not passed off as success");
        assert!(message(failures.of(10 * KEPT as i64)).is_some());
    }
}
