//! Locks that a child of `fork` finds free, and state that it begins anew.
//!
//! A child has only the thread that forked: locks of other threads stay held there, and their changes stay half done.
//! So a fork waits until no other thread is inside one of the locks of this module, which are held for short work only,
//! never across a callback or a wait. State with locks that are held longer goes into [`PerProcess`].

#![allow(unsafe_code)]

use super::inherited;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// Threads are counted in this many separate cache lines, so that processors seldom wait for one another.
const STRIPES: usize = 64;

#[repr(align(128))]
struct Stripe(AtomicUsize);

/// The threads that are inside a lock.
static INSIDE: [Stripe; STRIPES] = [const { Stripe(AtomicUsize::new(0)) }; STRIPES];

/// Threads that are about to fork.
static FORKING: AtomicUsize = AtomicUsize::new(0);

/// The number of forks between the process that loaded the library and this one.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// True if this process has forked, or is the child of one that has.
static FORKED: AtomicBool = AtomicBool::new(false);

static REGISTERED: AtomicBool = AtomicBool::new(false);

/// How long a fork, and a thread that meets one, wait before they look again.
const PAUSE: Duration = Duration::from_micros(20);

/// The state of a thread. It has no destructor, so it is there as long as the thread is.
struct Me {
    /// 0: not given yet.
    number: Cell<u64>,
    /// Locks that the thread is inside of.
    depth: Cell<usize>,
    forking: Cell<bool>,
}

thread_local! {
    static ME: Me = const { Me { number: Cell::new(0), depth: Cell::new(0), forking: Cell::new(false) } };
}

impl Me {
    fn number(&self) -> u64 {
        static LAST: AtomicU64 = AtomicU64::new(0);
        if self.number.get() == 0 {
            register();
            self.number.set(LAST.fetch_add(1, Ordering::Relaxed) + 1);
        }
        self.number.get()
    }

    fn stripe(&self) -> &'static AtomicUsize {
        &INSIDE[self.number() as usize % STRIPES].0
    }
}

/// A number that no other thread of this process or of its parents has had. Unlike `std::thread::current` it is there
/// until the very end of a thread.
pub(crate) fn thread_number() -> u64 {
    ME.with(Me::number)
}

/// The number of forks between the process that loaded the library and this one.
pub(crate) fn generation() -> u64 {
    register();
    GENERATION.load(Ordering::Acquire)
}

fn register() {
    if REGISTERED.load(Ordering::Relaxed) || REGISTERED.swap(true, Ordering::Relaxed) {
        return;
    }
    // SAFETY: the functions take and give nothing, and the C library forgets them when this library is unloaded.
    let result = unsafe { libc::pthread_atfork(Some(before), Some(after_in_parent), Some(after_in_child)) };
    // Without memory for it, the next thread tries again.
    REGISTERED.store(result == 0, Ordering::Relaxed);
}

extern "C" fn before() {
    ME.with(|me| {
        me.forking.set(true);
        FORKING.fetch_add(1, Ordering::SeqCst);
        FORKED.store(true, Ordering::SeqCst);
        if me.depth.get() > 0 {
            me.stripe().fetch_sub(1, Ordering::SeqCst);
        }
    });
    for Stripe(inside) in &INSIDE {
        while inside.load(Ordering::SeqCst) > 0 {
            std::thread::sleep(PAUSE);
        }
    }
}

extern "C" fn after_in_parent() {
    ME.with(|me| {
        if me.depth.get() > 0 {
            me.stripe().fetch_add(1, Ordering::SeqCst);
        }
        FORKING.fetch_sub(1, Ordering::SeqCst);
        me.forking.set(false);
    });
}

extern "C" fn after_in_child() {
    GENERATION.fetch_add(1, Ordering::Release);
    ME.with(|me| {
        // Another thread may have been turned away at this moment, after it had counted itself.
        INSIDE.iter().for_each(|Stripe(inside)| inside.store(0, Ordering::SeqCst));
        if me.depth.get() > 0 {
            me.stripe().store(1, Ordering::SeqCst);
        }
        FORKING.store(0, Ordering::SeqCst);
        me.forking.set(false);
    });
    inherited::let_go_of_locks();
}

/// This thread is inside of a lock. Bound to the thread.
#[derive(Debug)]
struct Inside(PhantomData<*const ()>);

impl Inside {
    fn enter() -> Self {
        ME.with(|me| {
            let depth = me.depth.get();
            if depth == 0 && !me.forking.get() {
                let stripe = me.stripe();
                stripe.fetch_add(1, Ordering::SeqCst);
                while FORKING.load(Ordering::SeqCst) > 0 {
                    stripe.fetch_sub(1, Ordering::SeqCst);
                    std::thread::sleep(PAUSE);
                    stripe.fetch_add(1, Ordering::SeqCst);
                }
            }
            me.depth.set(depth + 1);
        });
        Self(PhantomData)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        ME.with(|me| {
            let depth = me.depth.get() - 1;
            me.depth.set(depth);
            if depth == 0 && !me.forking.get() {
                me.stripe().fetch_sub(1, Ordering::Release);
            }
        });
    }
}

/// Runs short work that no fork interrupts; its argument is true if there may have been a fork before.
pub(crate) fn between_forks<T>(work: impl FnOnce(bool) -> T) -> T {
    let _inside = Inside::enter();
    work(FORKED.load(Ordering::SeqCst))
}

/// The guard of a lock, which is released before the thread counts as outside.
#[derive(Debug)]
pub(crate) struct ForkAware<G> {
    guard: G,
    _inside: Inside,
}

impl<G: Deref> Deref for ForkAware<G> {
    type Target = G::Target;

    fn deref(&self) -> &G::Target {
        &self.guard
    }
}

impl<G: DerefMut> DerefMut for ForkAware<G> {
    fn deref_mut(&mut self) -> &mut G::Target {
        &mut self.guard
    }
}

pub(crate) type MutexGuard<'a, T> = ForkAware<std::sync::MutexGuard<'a, T>>;
pub(crate) type ReadGuard<'a, T> = ForkAware<std::sync::RwLockReadGuard<'a, T>>;
pub(crate) type WriteGuard<'a, T> = ForkAware<std::sync::RwLockWriteGuard<'a, T>>;

/// A mutex for short work, whose value is whole between any two statements that can panic.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(std::sync::Mutex<T>);

impl<T> Mutex<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(std::sync::Mutex::new(value))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, T> {
        let inside = Inside::enter();
        ForkAware { guard: self.0.lock().unwrap_or_else(PoisonError::into_inner), _inside: inside }
    }
}

/// As [`Mutex`], for many readers at once.
#[derive(Debug, Default)]
pub(crate) struct RwLock<T>(std::sync::RwLock<T>);

impl<T> RwLock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(std::sync::RwLock::new(value))
    }

    pub(crate) fn read(&self) -> ReadGuard<'_, T> {
        let inside = Inside::enter();
        ForkAware { guard: self.0.read().unwrap_or_else(PoisonError::into_inner), _inside: inside }
    }

    pub(crate) fn write(&self) -> WriteGuard<'_, T> {
        let inside = Inside::enter();
        ForkAware { guard: self.0.write().unwrap_or_else(PoisonError::into_inner), _inside: inside }
    }
}

/// A value that is made once, by short work.
#[derive(Clone, Debug)]
pub(crate) struct OnceLock<T>(std::sync::OnceLock<T>);

impl<T> OnceLock<T> {
    pub(crate) const fn new() -> Self {
        Self(std::sync::OnceLock::new())
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.0.get()
    }

    pub(crate) fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        match self.0.get() {
            Some(value) => value,
            None => {
                let _inside = Inside::enter();
                self.0.get_or_init(make)
            }
        }
    }

    /// Puts a value in; false: there is one.
    #[cfg(feature = "cloud")]
    pub(crate) fn set(&self, value: T) -> bool {
        let _inside = Inside::enter();
        self.0.set(value).is_ok()
    }

    pub(crate) fn take(&mut self) -> Option<T> {
        self.0.take()
    }
}

impl<T> Default for OnceLock<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> From<T> for OnceLock<T> {
    fn from(value: T) -> Self {
        Self(value.into())
    }
}

/// A value that is made when it is first used, by short work.
#[derive(Debug)]
pub(crate) struct LazyLock<T> {
    value: OnceLock<T>,
    make: fn() -> T,
}

impl<T> LazyLock<T> {
    pub(crate) const fn new(make: fn() -> T) -> Self {
        Self { value: OnceLock::new(), make }
    }
}

impl<T> Deref for LazyLock<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.get_or_init(self.make)
    }
}

/// A value of which a child of `fork` has one of its own, with locks that may be held for long. That of the parent
/// stays where it is: another thread may have been changing it.
#[derive(Debug)]
pub(crate) struct PerProcess<T> {
    current: AtomicPtr<Own<T>>,
    owns: PhantomData<Box<Own<T>>>,
}

#[derive(Debug)]
struct Own<T> {
    generation: u64,
    value: T,
    /// The value of the parent process.
    _older: AtomicPtr<Own<T>>,
}

impl<T> PerProcess<T> {
    pub(crate) const fn new() -> Self {
        Self { current: AtomicPtr::new(std::ptr::null_mut()), owns: PhantomData }
    }
}

impl<T> Default for PerProcess<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Default + Send> Deref for PerProcess<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let generation = generation();
        let known = self.current.load(Ordering::Acquire);
        // SAFETY: null, or published below; that of this process is freed only by `drop`.
        if let Some(own) = unsafe { known.as_ref() }
            && own.generation == generation
        {
            return &own.value;
        }
        let own = Box::into_raw(Box::new(Own { generation, value: T::default(), _older: AtomicPtr::new(known) }));
        match self.current.compare_exchange(known, own, Ordering::AcqRel, Ordering::Acquire) {
            // SAFETY: just published, and freed only by `drop`.
            Ok(_) => unsafe { &(*own).value },
            Err(other) => {
                // SAFETY: made above, and never published.
                drop(unsafe { Box::from_raw(own) });
                // SAFETY: published by another thread of this process, and freed only by `drop`.
                unsafe { &(*other).value }
            }
        }
    }
}

impl<T> Drop for PerProcess<T> {
    fn drop(&mut self) {
        let current = *self.current.get_mut();
        // SAFETY: null, or published by `deref`; no reference to it outlives `self`.
        if unsafe { current.as_ref() }.is_some_and(|own| own.generation == generation()) {
            // SAFETY: as above; it was made by `Box::into_raw`, and this is the only place that takes it back.
            drop(unsafe { Box::from_raw(current) });
        }
    }
}

#[cfg(test)]
mod tests;
