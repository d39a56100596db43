//! Processes of their own, for tests of what a process has only once: its environment, its limits, its threads, its
//! hook for panics.

use std::process::Command;

/// The name by which this program knows a test: `module` is what `module_path!()` gives where the test stands.
pub fn name(module: &str, test: &str) -> String {
    // The name of the program comes first, and the harness leaves it out.
    let modules = module.split_once("::").map_or("", |(_, modules)| modules);
    if modules.is_empty() { test.to_owned() } else { format!("{modules}::{test}") }
}

/// This program again, with one test, that may be one which only serves others.
#[allow(dead_code)]
pub fn again(module: &str, test: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &name(module, test), "--include-ignored", "--nocapture", "--test-threads=1"]);
    command
}

/// Runs a test once more in a process that has no other, and asks that it passes there. True in that process, where the
/// test goes on.
#[allow(dead_code)]
pub fn is_own(module: &str, test: &str) -> bool {
    const MARK: &str = "LIBZARR_TEST_OWN_PROCESS";
    let name = name(module, test);
    if std::env::var(MARK).is_ok_and(|mark| mark == name) {
        return true;
    }
    let output = again(module, test).env(MARK, &name).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && printed.contains("1 passed"), "{name}, by itself:\n{printed}\n{errors}");
    false
}
