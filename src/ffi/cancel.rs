//! Cancelling threads: `pthread_cancel` unwinds a thread from a system call, and Rust code can't be unwound like that.
//! So a thread can't be cancelled while a call runs; what was asked for meanwhile happens at the first point after it.

#[cfg(not(target_os = "android"))]
mod state {
    use std::ffi::c_int;

    #[cfg(target_vendor = "apple")]
    pub const DISABLED: c_int = 0;
    #[cfg(not(target_vendor = "apple"))]
    pub const DISABLED: c_int = 1;

    unsafe extern "C" {
        fn pthread_setcancelstate(state: c_int, before: *mut c_int) -> c_int;
    }

    /// Sets the state of this thread, and gives the one before.
    pub fn set(state: c_int) -> c_int {
        let mut before = DISABLED;
        // SAFETY: the state is one of the two, and `before` is memory of this function. The call is no point at which a
        // thread is cancelled, unless it asks for that at any moment, and then it may call nothing but this function
        // and its like.
        unsafe { pthread_setcancelstate(state, &raw mut before) };
        before
    }
}

/// The system can't cancel threads.
#[cfg(target_os = "android")]
mod state {
    pub const DISABLED: i32 = 1;

    pub fn set(_: i32) -> i32 {
        DISABLED
    }
}

/// Until this is dropped the thread can't be cancelled.
pub(super) struct Uncancelled {
    before: std::ffi::c_int,
}

impl Uncancelled {
    pub fn set() -> Self {
        Self { before: state::set(state::DISABLED) }
    }
}

impl Drop for Uncancelled {
    fn drop(&mut self) {
        if self.before != state::DISABLED {
            state::set(self.before);
        }
    }
}
