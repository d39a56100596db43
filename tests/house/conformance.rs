//! `docs/conformance.md` stays true: no statement is missing from it, and every test that it names is there and runs.
//! People check that a test proves its name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The texts, and how many numbered statements each has.
const TEXTS: [(&str, usize); 5] = [("S0", 186), ("S1", 186), ("S2", 28), ("S3", 41), ("S4", 20)];

/// A row of a table: the statement, its strength, what it says, and what proves it.
#[derive(Clone, Debug)]
struct Row {
    number: String,
    strength: String,
    proof: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn rows(document: &str) -> Vec<Row> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").map(str::trim).collect();
        let [number, strength, .., proof] = cells.as_slice() else { return None };
        let id = number.starts_with('S') && number.contains('-');
        id.then(|| Row { number: (*number).into(), strength: (*strength).into(), proof: (*proof).into() })
    };
    document.lines().filter_map(row).collect()
}

/// The texts between backticks.
fn references(proof: &str) -> Vec<&str> {
    proof.split('`').skip(1).step_by(2).collect()
}

/// Everything that is wrong with the tables.
fn problems(rows: &[Row], texts: &[(&str, usize)], is_test: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut problems = Vec::new();
    let due: Vec<String> =
        texts.iter().flat_map(|(text, count)| (1..=*count).map(move |n| format!("{text}-{n:03}"))).collect();
    let mut found: BTreeMap<&str, &Row> = BTreeMap::new();
    for row in rows {
        if found.insert(&row.number, row).is_some() {
            problems.push(format!("{} stands twice", row.number));
        }
        if !due.contains(&row.number) {
            problems.push(format!("there is no statement {}", row.number));
        }
        if !["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "ASSERT"].contains(&row.strength.as_str()) {
            problems.push(format!("{}: there is no strength {:?}", row.number, row.strength));
        }
    }
    problems.extend(due.iter().filter(|due| !found.contains_key(due.as_str())).map(|due| format!("{due} is missing")));
    for row in rows {
        let references = references(&row.proof);
        let missing = references.iter().filter(|name| !is_test(name));
        problems.extend(missing.map(|name| format!("{}: there is no test {name:?}", row.number)));
        let same = row.proof.strip_prefix("as ").map(|number| {
            // One step, never round in a circle.
            found.get(number).is_some_and(|other| !other.proof.starts_with("as "))
        });
        let reason = row.proof.ends_with('.') && row.proof.split_whitespace().count() >= 6;
        if references.is_empty() && !same.unwrap_or(reason) {
            problems.push(format!("{}: neither a test nor a reason", row.number));
        }
    }
    problems
}

/// The file that holds the modules of a path, below a folder; inline modules of tests belong to their file.
fn module_file(folder: &Path, modules: &[&str]) -> Option<PathBuf> {
    let below = modules.iter().fold(folder.to_owned(), |path, module| path.join(module));
    let inline = || match modules.split_last() {
        Some((&"tests", rest)) if !rest.is_empty() => module_file(folder, rest),
        _ => None,
    };
    [below.with_extension("rs"), below.join("mod.rs")].into_iter().find(|path| path.is_file()).or_else(inline)
}

/// True when a name of a test leads to one: `requirements::module::name` below `tests`, `lib::format::tests::name`
/// below `src`, `c.program/function` in `tests/c`.
fn is_test(name: &str) -> bool {
    let read = |path: PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    if let Some((program, function)) = name.strip_prefix("c.").and_then(|name| name.split_once('/')) {
        let file = format!("{program}.c");
        let built = text("tests/c/CMakeLists.txt").split([' ', '\n', ')']).any(|word| word == file);
        let source = read(root().join("tests/c").join(file));
        // It stands where it is made, and where it is called or listed.
        let head = format!(" {function}(");
        let made = source.lines().any(|line| line.contains(&head) && line.ends_with('{') && !line.starts_with(' '));
        let words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        return built && made && words.filter(|word| *word == function).count() >= 2;
    }
    let Some((binary, path)) = name.split_once("::") else { return false };
    let mut modules: Vec<&str> = path.split("::").collect();
    let Some(function) = modules.pop() else { return false };
    let file = match (binary, modules.as_slice()) {
        ("lib", modules) => module_file(&root().join("src"), modules),
        (binary, [module]) => {
            let main = read(root().join("tests").join(binary).join("main.rs"));
            let part = main.contains(&format!("\nmod {module};"));
            module_file(&root().join("tests"), &[binary, module]).filter(|_| part)
        }
        _ => None,
    };
    file.is_some_and(|file| has_test(&read(file), function))
}

/// True when a source has the function, as a test that is not ignored.
fn has_test(source: &str, function: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let head = format!("fn {function}(");
    lines.iter().enumerate().any(|(at, line)| {
        let attributes: Vec<&&str> = lines[..at].iter().rev().take_while(|line| line.starts_with("#[")).collect();
        line.starts_with(&head)
            && attributes.iter().any(|line| **line == "#[test]")
            && !attributes.iter().any(|line| line.contains("ignore"))
    })
}

#[test]
fn every_statement_has_a_test_that_exists_or_a_reason() {
    let rows = rows(&text("docs/conformance.md"));
    let problems = problems(&rows, &TEXTS, &is_test);
    assert!(problems.is_empty(), "docs/conformance.md:\n{}", problems.join("\n"));
}

#[test]
fn the_readme_leads_there() {
    assert!(text("README.md").contains("(docs/conformance.md)"));
}

#[test]
fn planted_mistakes_are_found() {
    let table = |lines: &[&str]| {
        let known = |name: &str| name == "a::b";
        problems(&rows(&lines.join("\n")), &[("S8", 2), ("S9", 1)], &known)
    };
    let good = ["| S8-001 | MUST | text | `a::b` |", "| S8-002 | MAY | text | Nothing can be seen of it here. |"];
    let same = "| S9-001 | MUST NOT | as S8-001 | as S8-001 |";
    assert_eq!(table(&[good[0], good[1], same]), [""; 0]);
    for (lines, problem) in [
        (&[good[0], good[1]][..], "S9-001 is missing"),
        (&[good[0], good[0], good[1], same], "S8-001 stands twice"),
        (&[good[0], good[1], same, "| S8-003 | MAY | text | `a::b` |"], "there is no statement S8-003"),
        (&["| S8-001 | MUST | text | `a::c` |", good[1], same], "S8-001: there is no test \"a::c\""),
        (&["| S8-001 | MUST | text | not tested |", good[1], same], "S8-001: neither a test nor a reason"),
        (&[good[0], good[1], "| S9-001 | MUST | text | as S9-001 |"], "S9-001: neither a test nor a reason"),
        (&[good[0], "| S8-002 | PERHAPS | text | `a::b` |", same], "S8-002: there is no strength \"PERHAPS\""),
    ] {
        assert_eq!(table(lines), [problem]);
    }
    assert!(is_test("house::conformance::planted_mistakes_are_found"));
    assert!(is_test("lib::format::tests::old::documents_lower_to_what_they_say"));
    assert!(is_test("lib::store::key::tests::unusual_but_legal_keys_pass"));
    assert!(is_test("requirements::spec_v1::the_version_is_the_integer_1") && is_test("c.basics_v1/order_f"));
    for name in [
        "house::conformance::is_test",
        "house::conformance::none",
        "house::common::none",
        "none::none",
        "lib::format::none",
        "c.basics_v1/none",
    ] {
        assert!(!is_test(name), "{name}");
    }
    assert!(has_test("#[test]\nfn a() {", "a") && !has_test("#[test]\n#[ignore]\nfn a() {", "a"));
}
