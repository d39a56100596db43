//! Histories: threads and processes use one hierarchy at once, through the C ABI, and each result must be one that some
//! order of the operations gives. What the library promises of writes, shapes, attributes, copies and nodes is held to
//! here.
//!
//! The environment, of which `tests/README.md` tells more: `ZARR_HISTORIES_SECONDS` for each kind of store (12),
//! `ZARR_HISTORIES_THEME` and `ZARR_HISTORIES_LAYERS` (the themes, and the layers of which wrapping stores are made,
//! separated by commas), `ZARR_HISTORIES_PROGRAMS` (programs of other software that take part: `NAME=COMMAND`, separated
//! by commas), `ZARR_HISTORIES_TOOL` (a `zarrtool`; without it that which cargo has built),
//! `ZARR_HISTORIES_SEED` and `ZARR_HISTORIES_COUNT` to draw a history again, `ZARR_HISTORIES_GO_ON` to go on after the
//! first violation.

#![cfg(unix)]

mod check;
mod drive;
mod history;
mod models;
#[path = "../common/object_server.rs"]
mod object_server;
mod participants;
mod partition;
mod program;
mod programs;
mod random;
mod report;
mod stores;
mod themes;

use drive::Driver;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use stores::Kind;
use themes::{THEMES, Theme};

/// Reads a number of the environment.
fn setting(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")))
}

/// The themes that are asked for, of those that a kind of store is able to do.
fn themes(kind: Kind) -> Vec<Theme> {
    let asked = std::env::var("ZARR_HISTORIES_THEME").unwrap_or_default();
    for name in asked.split(',').filter(|name| !name.is_empty()) {
        assert!(THEMES.iter().any(|theme| theme.name() == name), "{name:?} is no theme of ZARR_HISTORIES_THEME");
    }
    let wanted = |theme: &&Theme| asked.is_empty() || asked.split(',').any(|name| name == theme.name());
    THEMES.iter().filter(wanted).filter(|theme| theme.suits(kind) && programs::allow(**theme, kind)).copied().collect()
}

/// Draws and checks histories of all threads and processes until the time is up.
fn histories_of(kind: Kind) {
    let seconds = setting("ZARR_HISTORIES_SECONDS").unwrap_or(12);
    check_histories(kind, false, Duration::from_secs(seconds));
}

fn check_histories(kind: Kind, alone: bool, time: Duration) {
    let themes = themes(kind);
    if themes.is_empty() {
        println!("histories in {}: no theme that was asked for suits it", kind.name());
        return;
    }
    let mut driver = Driver::new(kind);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let first = setting("ZARR_HISTORIES_SEED").unwrap_or(now * 100_000);
    let most = setting("ZARR_HISTORIES_COUNT").unwrap_or(u64::MAX);
    println!("histories in {}: the first seed is {first}", kind.name());
    let (begin, mut tally) = (Instant::now(), report::Tally::default());
    for seed in (first..).take(usize::try_from(most).unwrap_or(usize::MAX)) {
        if begin.elapsed() > time {
            break;
        }
        let theme = themes[usize::try_from(seed % themes.len() as u64).unwrap()];
        let plan = program::plan(seed, theme, kind, alone);
        let ran = driver.run(&plan);
        let verdict = report::judge(&plan, &ran);
        tally.add(&ran, &verdict);
        let (theme, format, after) = (theme.name(), plan.tree.format, begin.elapsed().as_secs_f64());
        for (what, said) in [("violation", &verdict.violations), ("undecided", &verdict.undecided)] {
            for text in said {
                println!(
                    "{what} in {}, theme {theme}, seed {seed}, format {format}, after {after:.1} s: {text}",
                    kind.name()
                );
            }
        }
        if !verdict.violations.is_empty() && std::env::var_os("ZARR_HISTORIES_GO_ON").is_none() {
            break;
        }
    }
    println!("{}", tally.line(kind));
    assert_eq!(tally.violations, 0, "histories in {}", kind.name());
    assert!(tally.means_something(), "too many histories in {} could not be decided", kind.name());
}

#[test]
fn what_processes_do_to_files_has_an_order() {
    histories_of(Kind::Files);
}

#[test]
fn what_processes_do_to_locked_files_has_an_order() {
    histories_of(Kind::LockedFiles);
}

#[test]
fn what_threads_do_to_memory_has_an_order() {
    histories_of(Kind::Memory);
}

#[cfg(feature = "cloud")]
#[test]
fn what_processes_do_to_objects_has_an_order() {
    histories_of(Kind::Objects);
}

#[test]
fn what_threads_do_to_callbacks_has_an_order() {
    histories_of(Kind::Callbacks);
}

#[test]
fn what_threads_do_to_zip_files_has_an_order() {
    histories_of(Kind::Zip);
}

/// The models know what one thread alone must find: nothing here is a matter of time.
#[test]
fn what_one_thread_does_alone_has_its_order() {
    for kind in stores::KINDS.into_iter().filter(|kind| cfg!(feature = "cloud") || *kind != Kind::Objects) {
        check_histories(kind, true, Duration::from_secs(2));
    }
}
