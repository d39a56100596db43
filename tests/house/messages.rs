//! Messages name operations of the library. Each language has its own names for them, in one table; the rest of the
//! library writes none of C, and each name in the table exists.

use crate::architecture::files;
use std::collections::BTreeSet;

const TABLE: &str = "ffi/language.rs";

/// Functions without a part in C++, Fortran or Python: the words there say how a program does without.
const WORDS_ONLY: [&str; 2] = ["Sink::set_version", "callbacks_end"];

fn text(name: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn texts(folder: &str, endings: &[&str]) -> String {
    crate::architecture::files_below(folder, endings).into_iter().map(|(_, text)| text).collect()
}

/// The texts in quotes of a file without its comments and tests.
fn literals(code: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    code.join("\n").replace("\\\"", "'").split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The words of a text that are names in C or Rust.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':').map(|name| name.trim_matches(':'))
}

/// The rows of the table.
fn rows() -> Vec<Vec<String>> {
    let (_, code) = files().into_iter().find(|(file, _)| file == TABLE).unwrap();
    let table = code.split("const OPERATIONS").nth(1).unwrap().split("];\n").next().unwrap();
    let found = literals(table);
    assert!(found.len().is_multiple_of(5) && found.len() > 100, "{found:?}");
    found.chunks(5).map(<[String]>::to_vec).collect()
}

#[test]
fn messages_say_no_function_of_c_by_themselves() {
    let symbols = text("abi/symbols.txt");
    let functions: BTreeSet<&str> = symbols.lines().filter_map(|line| line.split_whitespace().last()).collect();
    assert!(functions.contains("zarr_array_read_region"));
    let mut wrong = Vec::new();
    for (file, code) in files() {
        // The tables of codecs are pages of the guide.
        if file != TABLE && !file.starts_with("codec/members/") {
            let found = literals(&code).into_iter().filter(|text| names(text).any(|name| functions.contains(name)));
            wrong.extend(found.map(|text| format!("{file}: {text:?}: Term::operation names it")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_operation_in_a_message_has_a_name_in_every_language() {
    let rows = rows();
    let known: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let mut used = BTreeSet::new();
    for (file, code) in files() {
        if file == TABLE || file.starts_with("error/") {
            continue;
        }
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for call in ["operation(\"", "other_type(\"", "replaceable(\""] {
            used.extend(code.split(call).skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned()));
        }
        used.extend(literals(code).into_iter().filter(|text| text.starts_with("Array::")));
    }
    assert!(used.len() > 15, "{used:?}");
    for name in &used {
        assert!(known.contains(name.as_str()), "{name} is not in {TABLE}");
    }
    let only_c: BTreeSet<&str> = rows.iter().filter(|row| row[0] == row[1]).map(|row| row[0].as_str()).collect();
    let unused: Vec<&&str> = known.iter().filter(|name| !used.contains(**name) && !only_c.contains(*name)).collect();
    assert!(unused.is_empty(), "no message says {unused:?}");
}

#[test]
fn each_name_in_the_table_exists() {
    let c = text("abi/symbols.txt") + &text("mpi/include/zarr_mpi.h");
    let cpp = texts("include/zarr", &["hpp"]) + &text("mpi/include/zarr_mpi.h");
    let fortran = text("docs/fortran-reference.md") + &texts("fortran/src", &["f90"]) + &texts("mpi/fortran", &["f90"]);
    let python = texts("bindings/python/libzarr", &["py"]);
    for row in rows() {
        assert!(c.contains(&row[1]), "{}", row[1]);
        if WORDS_ONLY.contains(&row[0].as_str()) {
            continue;
        }
        let member = |name: &str| {
            let name = name.split([' ', '(', '[', '<']).next().unwrap_or(name);
            name.rsplit(['.', ':', '%']).next().unwrap_or(name).to_owned()
        };
        for (name, pages, language) in
            [(&row[2], &cpp, "C++"), (&row[3], &fortran, "Fortran"), (&row[4], &python, "Python")]
        {
            let only_mpi = language == "Python" && name.starts_with("zarr_mpi_");
            assert!(only_mpi || pages.contains(&member(name)), "{name} in {language}");
        }
    }
}
