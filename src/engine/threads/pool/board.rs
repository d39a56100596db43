//! The board, where calls and helpers meet: what is offered, who takes part in it, who sleeps, who waits for whom. Only
//! the protocol; what the work is, and how a thread is started, is the business of others. `tests/models` runs it
//! through the orders in which threads can take its steps.

use crate::sync::{Condvar, Mutex, MutexGuard, Patience, lock, wait, wait_while};

/// A call, and the threads that may work for it at once, its own one included.
#[derive(Clone, Copy, Debug)]
pub struct Team {
    number: u64,
    threads: usize,
}

impl Team {
    /// The threads of the call with this number.
    pub(super) fn numbered(number: u64, threads: usize) -> Self {
        Self { number, threads }
    }

    /// The most threads that work for it at once.
    pub(crate) fn threads(self) -> usize {
        self.threads
    }

    /// Those who may help with a task beside which so many were not begun yet: nobody where these are enough for all.
    pub(crate) fn beside(self, left: u64) -> Self {
        if left.saturating_add(1) < self.threads as u64 { self } else { Self::numbered(0, 1) }
    }
}

/// Where calls and helpers meet, over work that helpers know how to run.
#[derive(Debug)]
pub(super) struct Board<W> {
    /// The threads that should work at once, whoever calls.
    cpus: usize,
    /// How long a helper waits to be wanted again before it ends.
    patience: Patience,
    state: Mutex<State<W>>,
    /// There is something to do for a helper that sleeps.
    wanted: Condvar,
    /// Somebody may stop waiting for the helpers of an offer, or take part in another one meanwhile.
    done: Condvar,
}

/// What the lock of a board protects.
#[derive(Debug)]
struct State<W> {
    offers: Vec<Offer<W>>,
    /// Offers that were made so far.
    made: u64,
    /// Helpers, and threads of the program that are inside a call for which helpers may work.
    count: Count,
    /// How many of the helpers that sleep should go on.
    woken: usize,
}

/// Threads that a board knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    /// Offers that were not taken back.
    pub(super) offers: usize,
    /// Threads of the program that are inside a call for which helpers may work.
    pub(super) callers: usize,
    /// Helpers at work.
    pub(super) busy: usize,
    /// Helpers that sleep, but for those that were woken.
    pub(super) idle: usize,
    /// All helpers.
    pub(super) helpers: usize,
}

/// Work that a call shares.
#[derive(Debug)]
struct Offer<W> {
    number: u64,
    /// The call, of which there may be several offers at once.
    team: Team,
    work: W,
    /// Threads that may still begin.
    wanted: usize,
    /// Helpers at work on it.
    running: usize,
    /// Threads at work on it that wait for another offer of the same call.
    guests: usize,
    /// Whether the thread that made it waits for them.
    awaited: bool,
}

/// Starts a helper, which serves the board from then on. False: there are no more threads to be had.
pub(super) type Start<'s> = &'s dyn Fn() -> bool;

impl<W: Copy> Board<W> {
    pub(super) fn new(cpus: usize, patience: Patience) -> Self {
        let state = State { offers: Vec::new(), made: 0, count: Count::default(), woken: 0 };
        Self { cpus, patience, state: Mutex::new(state), wanted: Condvar::new(), done: Condvar::new() }
    }

    /// The state is whole between any two statements that can panic.
    fn state(&self) -> MutexGuard<'_, State<W>> {
        lock(&self.state)
    }

    /// Puts work on the board for some helpers; `counts`: by a thread of the program that was not inside a call before.
    /// From now on it may be run, until it was taken back.
    pub(super) fn offer(&self, team: Team, helpers: usize, work: W, counts: bool) -> u64 {
        let mut state = self.state();
        state.count.callers += usize::from(counts);
        state.count.offers += 1;
        let number = state.made;
        state.made += 1;
        state.offers.push(Offer { number, team, work, wanted: helpers, running: 0, guests: 0, awaited: false });
        number
    }

    /// Wakes or starts the helpers that an offer can have.
    pub(super) fn call_helpers(&self, number: u64, start: Start<'_>) {
        let mut state = self.state();
        let Some(offer) = state.offers.iter().find(|offer| offer.number == number) else { return };
        let team = offer.team;
        let most = self.most(team);
        let room = most.saturating_sub(state.count.callers + state.count.busy);
        let free = team.threads.saturating_sub(state.members(team));
        let wanted = offer.wanted.min(room).min(free);
        let waiting = state.offers.iter().any(|offer| offer.team.number == team.number && offer.awaited);
        let count = &mut state.count;
        let wake = wanted.min(count.idle);
        let new = (wanted - wake).min(most.saturating_sub(1 + count.helpers));
        count.idle -= wake;
        count.helpers += new;
        state.woken += wake;
        drop(state);
        for _ in 0..wake {
            self.wanted.notify_one();
        }
        if waiting {
            self.done.notify_all();
        }
        for started in 0..new {
            if !start() {
                // Where no more threads can be had, those that there are do the work.
                self.state().count.helpers -= new - started;
                break;
            }
        }
    }

    /// The threads that may work at once when this call is one of those at work.
    fn most(&self, team: Team) -> usize {
        self.cpus.max(team.threads)
    }

    /// What a helper does until nobody wants it any more.
    pub(super) fn serve(&self, run: impl Fn(W)) {
        let mut state = self.state();
        loop {
            while let Some((number, work)) = self.join(&mut state) {
                drop(state);
                run(work);
                state = self.state();
                state.count.busy -= 1;
                self.leave(&mut state, number, |offer| offer.running -= 1);
            }
            state.count.idle += 1;
            state = wait_while((&self.wanted, &self.state), state, &self.patience, |state| state.woken == 0);
            if state.woken == 0 {
                state.count.idle -= 1;
                state.count.helpers -= 1;
                return;
            }
            state.woken -= 1;
        }
    }

    /// Begins to work on an offer that can have another helper.
    fn join(&self, state: &mut State<W>) -> Option<(u64, W)> {
        let at = state.offers.iter().position(|offer| {
            let room = state.count.callers + state.count.busy < self.most(offer.team);
            offer.wanted > 0 && room && state.members(offer.team) < offer.team.threads
        })?;
        state.count.busy += 1;
        let offer = &mut state.offers[at];
        offer.wanted -= 1;
        offer.running += 1;
        Some((offer.number, offer.work))
    }

    /// Ends the work of a thread on an offer.
    fn leave(&self, state: &mut State<W>, number: u64, count: impl FnOnce(&mut Offer<W>)) {
        if let Some(offer) = state.offers.iter_mut().find(|offer| offer.number == number) {
            count(offer);
            if offer.at_work() == 0 && offer.awaited {
                self.done.notify_all();
            }
        }
    }

    /// Takes an offer back, so that nobody can begin any more, and waits for those who have begun; meanwhile this
    /// thread takes part in what they share themselves. (What it takes part in so may wait for what began later, never
    /// for what began before: nobody can wait for himself.) `counts` is what the offer was made with.
    pub(super) fn take_back(&self, number: u64, counts: bool, run: impl Fn(W), start: Start<'_>) {
        let mut state = self.state();
        while let Some(at) = state.offers.iter().position(|offer| offer.number == number) {
            let offer = &mut state.offers[at];
            (offer.wanted, offer.awaited) = (0, true);
            if offer.at_work() == 0 {
                state.offers.swap_remove(at);
                state.count.offers -= 1;
                break;
            }
            let team = offer.team.number;
            let other = state.offers.iter_mut().find(|offer| offer.team.number == team && offer.wanted > 0);
            state = match other {
                None => wait(&self.done, state),
                Some(other) => {
                    // It is one of the threads of the call already.
                    other.wanted -= 1;
                    other.guests += 1;
                    let (number, work) = (other.number, other.work);
                    drop(state);
                    run(work);
                    let mut state = self.state();
                    self.leave(&mut state, number, |offer| offer.guests -= 1);
                    state
                }
            };
        }
        if counts {
            state.count.callers -= 1;
            // There is room for one more on what others do.
            let open = state.offers.iter().find(|offer| offer.wanted > 0).map(|offer| offer.number);
            drop(state);
            if let Some(number) = open {
                self.call_helpers(number, start);
            }
        }
    }

    /// Who is there.
    #[cfg(test)]
    pub(super) fn count(&self) -> Count {
        self.state().count
    }
}

impl<W> Offer<W> {
    fn at_work(&self) -> usize {
        self.running + self.guests
    }
}

impl<W> State<W> {
    /// The threads at work for a call, with those that wait for others of it.
    fn members(&self, team: Team) -> usize {
        let own = self.offers.iter().filter(|offer| offer.team.number == team.number);
        1 + own.map(|offer| offer.running).sum::<usize>()
    }
}
