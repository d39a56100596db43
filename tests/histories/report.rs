//! Reports: the errors of a history, in words, and the number of operations.

use crate::drive::Ran;
use crate::history::{Id, NodeIndex, Op, Outcome, Record, Slot, status};
use crate::partition::{Finding, History, findings};
use crate::program::Plan;
use crate::programs;
use crate::stores::Kind;
use crate::themes::Theme;
use std::fmt::Write as _;

/// The findings in a history, in words, each by itself.
#[derive(Default)]
pub struct Verdict {
    /// Results that no order explains, or that must not be.
    pub violations: Vec<String>,
    /// Parts with so many orders that the search was given up.
    pub undecided: Vec<String>,
}

/// Judges a history.
pub fn judge(plan: &Plan, ran: &Ran) -> Verdict {
    let mut wrong = ran.failures.clone();
    if !wrong.is_empty() {
        let pending = |record: &&Record| record.outcome == Outcome::Pending;
        wrong.push(listed("operations without an end", plan, ran.records.iter().filter(pending), &[]));
    }
    for record in ran.records.iter().filter(|record| is_unexpected(plan, &ran.records, record)) {
        let what = format!("an operation must not end so: {}", line(plan, record, record.began));
        let around = ran.records.iter().filter(|_| record.status() == Some(status::COPY_DIFFERS));
        wrong.push(listed(&what, plan, around.filter(|record| makes_or_breaks_copies(&record.step.op)), &[]));
    }
    let comes_and_goes = plan.theme.comes_and_goes();
    let history = History {
        tree: &plan.tree,
        records: &ran.records,
        comes_and_goes,
        stays_with_chunks: plan.theme == Theme::Replaced,
        loses_answers: plan.loses_answers,
        erases_beside: plan.kind == Kind::Objects,
        knows_stores: plan.kind != Kind::Callbacks,
        stores: &plan.stores,
    };
    let (decided, undecided): (Vec<_>, Vec<_>) = findings(&history).into_iter().partition(|finding| finding.decided);
    let told = |findings: Vec<Finding>| findings.iter().map(|finding| told(plan, ran, finding)).collect::<Vec<_>>();
    wrong.extend(told(decided));
    Verdict { violations: wrong, undecided: told(undecided) }
}

fn makes_or_breaks_copies(op: &Op) -> bool {
    matches!(op, Op::Consolidate { .. } | Op::Resize { .. } | Op::Append { .. } | Op::Set { .. } | Op::SetAll { .. })
}

fn told(plan: &Plan, ran: &Ran, finding: &Finding) -> String {
    let what = match finding.decided {
        true => format!("{}: no order of the operations explains what was read", finding.part),
        false => format!("{}: too many orders to decide", finding.part),
    };
    let concerned = ran.records.iter().filter(|record| finding.concerned.contains(&record.step.id));
    listed(&what, plan, concerned, &finding.unplaced)
}

/// Operations in the order of their beginnings; `marked` ones with an arrow.
fn listed<'a>(what: &str, plan: &Plan, records: impl Iterator<Item = &'a Record>, marked: &[Id]) -> String {
    let mut text = what.to_owned();
    let mut first = None;
    for record in records {
        let first = *first.get_or_insert(record.began);
        let mark = if marked.contains(&record.step.id) { "->" } else { "  " };
        let _ = write!(text, "\n    {mark} {}", line(plan, record, first));
    }
    text
}

/// One operation: when, where, what, and what came of it. Times are microseconds since `first`.
fn line(plan: &Plan, record: &Record, first: u64) -> String {
    let since = |time: u64| time.saturating_sub(first) / 1000;
    let step = &record.step;
    let process =
        if step.process == usize::MAX { "look".to_owned() } else { format!("p{}.{}", step.process, step.thread) };
    let of = |(slot, node): (Slot, NodeIndex)| {
        format!(" ({} by {})", plan.tree.path(node), plan.stores[slot.store].recipe.trim())
    };
    let node = step.op.slot().zip(step.op.node()).map(of).unwrap_or_default();
    let what = format!("{}{node}", plan.tree.line(step.id, &step.op));
    match &record.outcome {
        Outcome::Pending => format!("{:>8} ..     never {process:<5} {what}", since(record.began)),
        Outcome::Ended { at, status, results, message } => {
            let result = match *status {
                status::OK if results.is_empty() => "ok".to_owned(),
                status::OK => format!("{results:?}"),
                status => format!("status {status}: {message}"),
            };
            format!("{:>8} .. {:>8} {process:<5} {what} = {result}", since(record.began), since(*at))
        }
    }
}

/// True when an operation ended with a status that nothing in its history justifies.
fn is_unexpected(plan: &Plan, records: &[Record], record: &Record) -> bool {
    let Some(status) = record.status() else { return false };
    let of_elements = record.step.op.is_of_elements();
    let last_look = record.step.process == usize::MAX;
    !match status {
        status::OK => true,
        // An append whose block another thread has cut off before it was written.
        status::OUT_OF_BOUNDS if matches!(record.step.op, Op::Append { .. }) => true,
        status::OUT_OF_BOUNDS => {
            of_elements && (last_look || matches!(plan.theme, Theme::Border | Theme::Resize | Theme::Dataset))
        }
        status::NOT_FOUND if matches!(record.step.op, Op::OpenByCopy { .. } | Op::GetByCopy { .. }) => true,
        // On a busy machine a step of another process, in which lengths differ, lasts longer than opening waits for it.
        status::METADATA if matches!(record.step.op, Op::DatasetLengths { .. }) => {
            let is_step = |op: &Op| matches!(op, Op::DatasetAppend { .. } | Op::DatasetResize { .. });
            let end = |record: &Record| match record.outcome {
                Outcome::Ended { at, .. } => at,
                _ => u64::MAX,
            };
            let overlaps = |other: &Record| other.began < end(record) && record.began < end(other);
            records.iter().any(|other| is_step(&other.step.op) && overlaps(other))
        }
        // Through a handle that was opened in the middle of such a step, and knows two lengths.
        status::METADATA => matches!(record.step.op, Op::DatasetAppend { .. }),
        status::DATA | status::LIMIT => of_elements && plan.theme == Theme::Repair,
        // It may refuse to go on where values are not stored in one step.
        status::TOOL_FAILS => matches!(record.step.op, Op::CopyAway { atomic: false, .. }),
        status::NOT_FOUND | status::ALREADY_EXISTS | status::INVALID_HANDLE => plan.theme.comes_and_goes(),
        status::CONFLICT => plan.kind.may_be_in_doubt() || plan.theme.comes_and_goes(),
        status::IO | status::TIMEOUT => plan.loses_answers,
        _ => false,
    }
}

/// The counts of a kind of store.
#[derive(Default)]
pub struct Tally {
    histories: usize,
    operations: usize,
    /// Of these, those that programs of other software carried out.
    by_programs: usize,
    kills: usize,
    forks: usize,
    undecided: usize,
    pub violations: usize,
}

impl Tally {
    pub fn add(&mut self, ran: &Ran, verdict: &Verdict) {
        self.histories += 1;
        self.operations += ran.records.len();
        let by_program = |record: &&Record| record.step.process == programs::PROCESS;
        self.by_programs += ran.records.iter().filter(by_program).count();
        self.kills += ran.kills;
        self.forks += ran.forks;
        self.undecided += usize::from(!verdict.undecided.is_empty());
        self.violations += verdict.violations.len();
    }

    /// True when enough was decided. On a busy machine operations take long, and have many orders.
    pub fn means_something(&self) -> bool {
        self.undecided <= 1 + self.histories / 500
    }

    pub fn line(&self, kind: Kind) -> String {
        let Self { histories, operations, by_programs, kills, forks, undecided, violations } = self;
        format!(
            "histories in {}: {histories} histories, {operations} operations, {by_programs} by programs, {kills} kills, {forks} forks, {undecided} undecided, \
             {violations} violations",
            kind.name()
        )
    }
}
