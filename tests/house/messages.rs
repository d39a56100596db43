//! Messages advise functions by their names in C. The bindings say the names of their own language in their place, so
//! that each function in a message is known to each of them.

use crate::architecture::files;
use std::collections::BTreeSet;

/// Functions that only a program in C, or one that calls the C interface, can be told of.
const ONLY_IN_C: [&str; 4] =
    ["zarr_array_chunk_edges", "zarr_array_fill_value_bytes", "zarr_callbacks_end", "zarr_sink_set_version"];

fn text(name: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The names of functions in the texts of a file, without those in comments and in pages that are made of texts.
fn advised(code: &str) -> BTreeSet<String> {
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let mut names = BTreeSet::new();
    for literal in code.join("\n").split('"').skip(1).step_by(2) {
        for (at, _) in literal.match_indices("zarr_") {
            let rest = &literal[at..];
            let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(rest.len());
            let is_word = !literal[..at].ends_with(|c: char| c.is_alphanumeric() || c == '`' || c == '_');
            if is_word {
                names.insert(rest[..end].to_owned());
            }
        }
    }
    names
}

#[test]
fn every_function_in_a_message_has_a_name_in_each_binding() {
    let functions: BTreeSet<String> =
        text("abi/symbols.txt").lines().filter_map(|line| line.split_whitespace().last()).map(String::from).collect();
    let named: BTreeSet<String> = files().iter().flat_map(|(_, code)| advised(code)).collect();
    let named: Vec<&String> = named.intersection(&functions).collect();
    assert!(named.len() > 10, "{named:?}");
    let (fortran, python) = (text("fortran/src/zarr_messages.f90"), text("bindings/python/libzarr/_words.py"));
    for name in named {
        let quoted = format!("\"{name}\"");
        let only_c = ONLY_IN_C.contains(&name.as_str());
        assert!(only_c || fortran.contains(&quoted), "{name}: fortran/src/zarr_messages.f90 has no word for it");
        assert!(only_c || python.contains(&quoted), "{name}: bindings/python/libzarr/_words.py has no word for it");
    }
}
