//! The mends that `scripts/histories-reverts` takes back: a patch that no longer fits would show nothing.

use std::path::Path;

/// The text that a hunk of a patch expects to find.
fn expected(hunk: &str) -> String {
    let old = hunk.lines().skip(1).filter(|line| line.starts_with([' ', '-']));
    old.map(|line| format!("{}\n", &line[1..])).collect()
}

#[test]
fn every_patch_that_takes_a_mend_back_fits_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("tests/histories/reverts")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "patch") {
            continue;
        }
        count += 1;
        let patch = std::fs::read_to_string(&path).unwrap();
        for file in patch.split("\ndiff --git ").skip(1) {
            let (head, hunks) = file.split_once("\n@@ ").unwrap();
            let (_, name) = head.split_once("--- a/").unwrap();
            let name = name.lines().next().unwrap();
            let source = std::fs::read_to_string(root.join(name)).unwrap();
            for hunk in hunks.split("\n@@ ") {
                let old = expected(hunk);
                assert!(old.len() > 20 && source.contains(&old), "{}: {name} has no\n{old}", path.display());
            }
        }
    }
    assert!(count > 10);
    assert_eq!(expected("-1,2 +1,2 @@ fn\n kept\n-taken\n+given"), "kept\ntaken\n");
}
