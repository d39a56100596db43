//! The models compile files of the library among modules of their own. A file that uses a further module would end them
//! without a word, as they are no part of `make test`.

use std::path::Path;

#[test]
fn the_models_have_each_module_that_their_files_use() {
    let read = |path: &str| std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let models = read("tests/models/src/lib.rs");
    let mut looked = 0;
    for path in models.split("#[path = \"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let file = read(path.trim_start_matches("../"));
        for line in file.lines().take_while(|line| *line != "#[cfg(test)]") {
            let used = line.strip_prefix("use super::").or_else(|| line.strip_prefix("use crate::"));
            let Some(module) = used.and_then(|used| used.split_once("::")).map(|(module, _)| module) else { continue };
            assert!(models.contains(&format!("mod {module}")), "{path}: the models have no module {module}");
            looked += 1;
        }
    }
    assert!(looked > 10, "only {looked} modules");
}
