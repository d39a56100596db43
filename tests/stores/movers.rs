//! Processes that create, erase and move nodes of the same few names at once: a lock goes with its folder to a place
//! that comes earlier in the order of locking.

use crate::process;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::open_store;
use zarr::{ErrorKind, Result};

const ROOT: &str = "LIBZARR_TEST_MOVERS_ROOT";
const OPTIONS: &str = "LIBZARR_TEST_MOVERS_OPTIONS";
const NUMBER: &str = "LIBZARR_TEST_MOVERS_NUMBER";

/// In two groups, so that moves go to and fro in the order of folders.
const NAMES: [&str; 4] = ["g/x", "g/y", "z/w", "z/v"];

const PROCESSES: u64 = 4;
const CHANGES: u32 = 400;

/// Many times what the changes of a process take by themselves.
const FOR_EVER: Duration = Duration::from_secs(120);

/// The work of one process.
fn work(root: &str, options: &str, number: u64) {
    let hierarchy = open_store(root, Some(options)).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[8]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    let mut drawn = number + 1;
    let mut draw = |below: usize| {
        drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (drawn >> 33) as usize % below
    };
    let (mut created, mut erased, mut moved) = (0, 0, 0);
    let count = |done: Result<()>, counter: &mut i64| match done {
        Ok(()) => *counter += 1,
        Err(error) => assert!(
            [ErrorKind::AlreadyExists, ErrorKind::NotFound].contains(&error.kind()),
            "the other processes explain no such error: {error}"
        ),
    };
    for _ in 0..CHANGES {
        let (name, other) = (NAMES[draw(4)], NAMES[draw(4)]);
        match draw(6) {
            0 | 1 => count(hierarchy.create_array(name, &builder).map(drop), &mut created),
            2 => count(hierarchy.erase(name), &mut erased),
            _ if name != other => count(hierarchy.move_node(name, other, &|_, _| true), &mut moved),
            _ => {}
        }
    }
    println!("done: {created} {erased} {moved}");
}

/// Waits for a process, and says how many nodes it has created and not erased, and how many it has moved.
fn end(mut child: Child, until: Instant) -> Option<(i64, i64)> {
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > until {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = printed.lines().find_map(|line| line.split_once("done: ").map(|(_, numbers)| numbers));
    let line = line.unwrap_or_else(|| panic!("{printed}\n{}", String::from_utf8_lossy(&output.stderr)));
    let numbers: Vec<i64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
    Some((numbers[0] - numbers[1], numbers[2]))
}

/// Programs that reorganise one store at once would stand still for ever, each with the lock of a node for which
/// another one waits; or lose a node, or keep it twice.
#[test]
fn processes_that_move_nodes_in_both_orders_come_to_an_end_and_lose_none() {
    if let Ok(root) = std::env::var(ROOT) {
        let (options, number) = (std::env::var(OPTIONS).unwrap(), std::env::var(NUMBER).unwrap());
        return work(&root, &options, number.parse().unwrap());
    }
    for lock in ["fcntl", "flock"] {
        let directory = tempfile::tempdir().unwrap();
        let (root, options) = (directory.path().to_str().unwrap(), format!(r#"{{"lock": "{lock}"}}"#));
        let hierarchy = open_store(root, Some(&options)).unwrap();
        for group in ["g", "z"] {
            hierarchy.create_group(group, None, None).unwrap();
        }
        let begin = |number: u64| {
            process::again(module_path!(), "processes_that_move_nodes_in_both_orders_come_to_an_end_and_lose_none")
                .envs([(ROOT, root), (OPTIONS, &options), (NUMBER, &number.to_string())])
                // Where processes meet by chance, pauses have them meet in each run.
                .env("ZARR_TEST_PAUSES", "10:500")
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let children: Vec<Child> = (0..PROCESSES).map(begin).collect();
        let until = Instant::now() + FOR_EVER;
        let ends: Vec<_> = children.into_iter().map(|child| end(child, until)).collect();
        assert!(ends.iter().all(Option::is_some), "{lock}: processes wait for each other for ever: {ends:?}");
        let (left, moved) = ends.into_iter().flatten().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        assert!(moved > 50, "{lock}: {moved} moves are too few to meet");
        let is_there = |name: &&&str| hierarchy.open_array(name, None).is_ok();
        assert_eq!(NAMES.iter().filter(is_there).count() as i64, left, "{lock}: created, and not erased");
    }
}
