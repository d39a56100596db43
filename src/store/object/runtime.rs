//! The private asynchronous runtime behind the network clients: started with the first request, shared by the stores
//! that want as many threads, ended with the last of them.
//!
//! Callers never enter it: they hand work over and wait, so that they may be threads of another runtime. A child of
//! `fork` has none of the threads; stores notice that, and start anew ([`Runtime::is_mine`]).

use crate::error::{Error, ErrorKind, Result};
use crate::sync::fork::{self, Mutex, PerProcess};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Weak, mpsc};
use std::task::{Context, Poll};
use std::time::Duration;

/// Threads that wait for the network.
#[derive(Debug)]
pub(super) struct Runtime {
    /// None only while it is dropped.
    inner: Option<tokio::runtime::Runtime>,
    /// The process that the threads belong to.
    process: u64,
}

/// Those that are in use, by their number of threads.
static SHARED: PerProcess<Mutex<Runtimes>> = PerProcess::new();

type Runtimes = Vec<(usize, Weak<Runtime>)>;

/// Threads that look up the names of hosts, beside the others.
const RESOLVERS: usize = 4;

impl Runtime {
    /// The runtime of so many threads.
    pub(super) fn of(threads: usize) -> Result<Arc<Self>> {
        let mut shared = SHARED.lock();
        shared.retain(|(_, runtime)| runtime.strong_count() > 0);
        let known = shared.iter().find(|(count, _)| *count == threads).and_then(|(_, runtime)| runtime.upgrade());
        if let Some(runtime) = known {
            return Ok(runtime);
        }
        let inner = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(threads)
            .max_blocking_threads(RESOLVERS)
            .thread_name("zarr-io")
            .enable_io()
            .enable_time()
            .build()
            .map_err(|error| Error::io(&error, "the threads for the network cannot be started"))?;
        let runtime = Arc::new(Self { inner: Some(inner), process: fork::generation() });
        shared.push((threads, Arc::downgrade(&runtime)));
        Ok(runtime)
    }

    /// True if the threads are those of this process.
    pub(super) fn is_mine(&self) -> bool {
        self.process == fork::generation()
    }

    /// Has work done, and waits for it until `deadline`.
    ///
    /// # Errors
    /// [`ErrorKind::Timeout`] where the work takes longer, and is given up; [`ErrorKind::Internal`] where it panics.
    pub(super) fn run<T: Send + 'static>(
        &self,
        deadline: Duration,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T> {
        let Some(inner) = &self.inner else { return Err(Error::internal("the threads for the network have ended")) };
        let (answer, wait) = mpsc::sync_channel(1);
        inner.spawn(async move {
            let done = tokio::time::timeout(deadline, Guarded(Box::pin(work))).await;
            // The caller may be gone.
            let _ = answer.send(done);
        });
        match wait.recv() {
            Ok(Ok(done)) => done.map_err(|panic| Error::internal(format!("a request panicked: {panic}"))),
            Ok(Err(_)) => {
                let why = format!("it took longer than option \"deadline\" allows, {} s", deadline.as_secs_f64());
                Err(Error::new(ErrorKind::Timeout, why))
            }
            Err(_) => Err(Error::internal("the threads for the network have ended")),
        }
    }
}

/// Work whose panics become errors, and print nothing.
pub(super) struct Guarded<F>(pub(super) Pin<Box<F>>);

impl<F: Future> Future for Guarded<F> {
    type Output = std::result::Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match crate::panics::guarded(|| self.0.as_mut().poll(context)) {
            Ok(Poll::Ready(done)) => Poll::Ready(Ok(done)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(panic) => Poll::Ready(Err(panic)),
        }
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            match self.is_mine() {
                // A look-up of a name may hang, so no thread waits for it.
                true => inner.shutdown_background(),
                false => std::mem::forget(inner),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_and_endless_work_are_errors() {
        let (runtime, minute) = (Runtime::of(1).unwrap(), Duration::from_secs(60));
        assert_eq!(runtime.run(minute, async { 5 }).unwrap(), 5);
        let error = runtime.run(minute, async { panic!("at {}", "once") }).map(|(): ()| ()).unwrap_err();
        assert!(error.kind() == ErrorKind::Internal && error.message().contains("at once"), "{error}");
        let error = runtime.run(Duration::from_millis(10), std::future::pending::<()>()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    }
}
