//! The names in `docs/languages.md` exist. A reader who looks one up would otherwise search for what is not there.

use std::path::Path;

#[test]
fn the_page_of_languages_names_what_exists() {
    let page = read("docs/languages.md");
    let [c, fortran] = [read("include/zarr.h"), read("docs/fortran-reference.md")];
    let [cpp, python] = [all_of("include/zarr"), all_of("bindings/python/libzarr")];
    let mut looked = 0;
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        assert_eq!(cells.len(), 4, "{line}");
        for (cell, is_there) in cells.iter().zip([
            (&|name: &str| c.contains(&format!("{name}(")) || c.contains(&format!("{name} "))) as &dyn Fn(&str) -> bool,
            &|name| fortran.contains(last(name)),
            &|name| cpp.contains(last(name)),
            &|name| python.contains(last(name)),
        ]) {
            for name in cell.split('`').skip(1).step_by(2) {
                assert!(is_there(name), "{name} of {line}");
                looked += 1;
            }
        }
    }
    assert!(looked > 200, "only {looked} names");
}

/// The name behind the object that it belongs to.
fn last(name: &str) -> &str {
    let name = name.split(['[', '<', ' ', '=']).next().unwrap_or(name);
    name.rsplit(['.', ':', '%']).next().unwrap_or(name)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The text of all files of a folder.
fn all_of(folder: &str) -> String {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    paths.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}
