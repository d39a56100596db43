//! The promise to Rust programs: the names at the root of the crate are enough to work with arrays, and the program
//! `zarrtool` uses no others.

use std::path::Path;
use zarr::{ArrayBuilder, DataType, Result};

#[test]
fn the_example_on_the_page_of_the_crate_works() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let url = folder.path().to_str().unwrap();
    let builder = ArrayBuilder::new(DataType::from_name("int16", None)?, &[9, 2, 3])?;
    let written: Vec<u8> = (0..12).collect();
    let created = zarr::open_store(url, None)?.create_array("surface/temperature", &builder)?;
    created.write_region(&[5, 0, 0], &[1, 2, 3], &written)?;

    let store = zarr::open_store(url, Some(r#"{"mode": "r"}"#))?;
    let temperature = store.open_array("surface/temperature", None)?;
    let mut hour = vec![0; 2 * 3 * temperature.data_type().size()];
    temperature.read_region(&[5, 0, 0], &[1, 2, 3], &mut hour)?;

    assert_eq!(hour, written);
    let (page, own) = (include_str!("../../src/lib.rs"), include_str!("facade.rs"));
    let (_, example) = page.split_once("```ignore\n").unwrap();
    let (example, _) = example.split_once("//! ```").unwrap();
    for line in example.lines().map(|line| line.trim_start_matches("//! ")) {
        assert!(own.contains(&format!("    {line}\n")), "the page says {line:?}, and no test runs it");
    }
    Ok(())
}

#[test]
fn the_tool_uses_what_rust_programs_are_promised() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tool/src")];
    let mut read = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
                continue;
            }
            read += 1;
            let text = std::fs::read_to_string(&entry).unwrap();
            for (number, line) in text.lines().enumerate() {
                let is_promised = |path: &str| {
                    path.starts_with("json") || !path.starts_with(|first: char| first.is_ascii_lowercase()) || {
                        let name: String =
                            path.chars().take_while(|one| one.is_alphanumeric() || *one == '_').collect();
                        !path[name.len()..].starts_with("::")
                    }
                };
                let at = || format!("{}:{}: {line}", entry.display(), number + 1);
                assert!(line.split("zarr::").skip(1).all(is_promised), "{}", at());
            }
        }
    }
    assert!(read > 20, "only {read} files of the tool were found");
}

#[test]
fn what_programs_do_every_day_takes_few_lines_of_c() {
    let text = include_str!("../c/everyday.c");
    let (_, tasks) = text.split_once("/* begin */\n").unwrap();
    let (tasks, _) = tasks.split_once("/* end */").unwrap();
    let functions = tasks.lines().filter(|line| line.starts_with("static ")).count();
    assert_eq!(functions, 10);
    assert!(tasks.lines().count() <= 50, "{} lines", tasks.lines().count());
    assert!(tasks.lines().all(|line| line.chars().count() <= 120));
}
