//! Thread settings of the operating system: CPU affinity and signal masks.

#![allow(unsafe_code)]

use crate::sync::fork::OnceLock;

/// The number of CPUs that the first calling thread could use.
pub(in crate::engine) fn cpus() -> usize {
    static CPUS: OnceLock<usize> = OnceLock::new();
    *CPUS.get_or_init(|| {
        own_cpus();
        std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
    })
}

/// The affinity mask of the first calling thread; None where the system does not tell.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn own_cpus() -> Option<&'static libc::cpu_set_t> {
    static MASK: OnceLock<Option<libc::cpu_set_t>> = OnceLock::new();
    let mask = MASK.get_or_init(|| {
        // SAFETY: `cpu_set_t` is a bit set, valid when zeroed; the call fills in at most the given size.
        unsafe {
            let mut mask: libc::cpu_set_t = std::mem::zeroed();
            (libc::sched_getaffinity(0, size_of_val(&mask), &mut mask) == 0).then_some(mask)
        }
    });
    mask.as_ref()
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn own_cpus() {}

/// Gives a helper the CPUs of the process. A new thread inherits the mask of the one that starts it, and all helpers
/// would share one CPU if that thread is bound to it.
fn leave_the_cpus_of_the_caller() {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Some(mask) = own_cpus() {
        // SAFETY: the call reads as many bytes as the given size. If it fails, the helper keeps its CPUs.
        unsafe { libc::sched_setaffinity(0, size_of_val(mask), mask) };
    }
}

/// Starts a thread of the library: it has the CPUs of the process, and no signal reaches it.
///
/// # Errors
/// Those of the system, which has no more threads.
pub fn spawn(work: impl FnOnce() + Send + 'static) -> std::io::Result<std::thread::JoinHandle<()>> {
    let _signals = Blocked::all();
    let work = move || {
        leave_the_cpus_of_the_caller();
        work();
    };
    std::thread::Builder::new().name("zarr".into()).spawn(work)
}

/// Keeps all signals from this thread, and from threads that it starts; those of the program handle them.
struct Blocked(Option<libc::sigset_t>);

impl Blocked {
    fn all() -> Self {
        // SAFETY: both sets are plain memory of this function, written before they are read.
        unsafe {
            let (mut all, mut before): (libc::sigset_t, libc::sigset_t) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&mut all);
            Self((libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before) == 0).then_some(before))
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            // SAFETY: a set that the system has given.
            unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before, std::ptr::null_mut()) };
        }
    }
}
