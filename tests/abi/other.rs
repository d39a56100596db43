//! A library that unwinds, allocates, and runs code at the end of a thread, as a library in Rust may.

use std::cell::RefCell;
use std::panic;

thread_local!(static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });

/// 100 more than the argument, by way of a thread and of a panic in it.
#[unsafe(no_mangle)]
pub extern "C" fn other_catches(number: i32) -> i32 {
    let thread = std::thread::spawn(move || {
        let caught = panic::catch_unwind(|| {
            SEEN.with_borrow_mut(|seen| seen.push(number.to_string()));
            panic::resume_unwind(Box::new(number.to_string()))
        });
        let text = caught.map(|never: std::convert::Infallible| match never {}).unwrap_err();
        SEEN.with_borrow_mut(|seen| seen.push(text.downcast_ref::<String>().unwrap().clone()));
        SEEN.with_borrow(|seen| if seen[0] == seen[1] { 100 + seen[1].parse::<i32>().unwrap() } else { -1 })
    });
    thread.join().unwrap_or(-2)
}
