//! The floating-point environment of a call: the default one is set while the call runs, and then the caller's again,
//! with its flags. A caller may trap exceptions, change the rounding or flush small numbers to zero; with that a NaN
//! would end the process, or stored data would depend on the caller.
//!
//! Threads that are started meanwhile inherit the default environment.

#[cfg(target_arch = "x86_64")]
mod control {
    use std::arch::asm;

    /// The flags of what happened; they change nothing.
    const FLAGS: u64 = 0x3f;
    /// Everything masked, to nearest, small numbers kept.
    pub const USUAL: u64 = 0x1f80;

    /// Without the flags.
    pub fn settings(control: u64) -> u64 {
        control & !FLAGS
    }

    pub fn get() -> u64 {
        let mut control = 0_u32;
        // SAFETY: stores four bytes to `control`, and nothing else happens.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut control, options(nostack, preserves_flags)) };
        control.into()
    }

    pub fn set(control: u64) {
        let control = control as u32;
        // SAFETY: loads four bytes of `control`. They are `USUAL`, which is what Rust code relies on, or what was there
        // when C code called, in which it goes on.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const control, options(nostack, preserves_flags, readonly)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod control {
    use std::arch::asm;

    /// No traps, to nearest, small numbers kept.
    pub const USUAL: u64 = 0;

    /// All of it: the flags have a register of their own.
    pub fn settings(control: u64) -> u64 {
        control
    }

    pub fn get() -> u64 {
        let control: u64;
        // SAFETY: reads a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack, preserves_flags)) };
        control
    }

    pub fn set(control: u64) {
        // SAFETY: `USUAL` is what Rust code relies on; else it is what was there when C code called, in which it goes
        // on.
        unsafe { asm!("msr fpcr, {}", in(reg) control, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod control {
    pub const USUAL: u64 = 0;

    pub fn settings(_: u64) -> u64 {
        USUAL
    }

    pub fn get() -> u64 {
        USUAL
    }

    pub fn set(_: u64) {}
}

/// Holds the usual environment until it is dropped.
pub(super) struct Usual {
    caller: Option<u64>,
}

impl Usual {
    /// Sets it, where the caller has another.
    pub fn set() -> Self {
        let caller = control::get();
        let other = control::settings(caller) != control::USUAL;
        if other {
            control::set(control::USUAL);
        }
        Self { caller: other.then_some(caller) }
    }
}

impl Drop for Usual {
    fn drop(&mut self) {
        if let Some(caller) = self.caller {
            control::set(caller);
        }
    }
}
