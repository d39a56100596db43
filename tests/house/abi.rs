//! The parts of the ABI that programs have compiled in, as two lists in `abi/`: the symbols that the libraries export,
//! and the sizes and places of the public structs and their members. Here the lists are held against the header;
//! `tests/ffi/layout.rs` and `tests/header` hold the layout against Rust and C, and `tests/abi` the symbols against the
//! libraries. With `ZARR_UPDATE_ABI=1` the lists are written instead (`make header`), for which a C compiler says where
//! the members lie. The layers for other languages are held against the list too: a function that one of them does not
//! know is new, or has a reason here.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const ABOUT: &str = "/* What programs have compiled in, on systems with pointers of 64 bits; made by `make header`. A line that changes or\n   goes breaks programs: see docs/abi.md.\n   LAYOUT_STRUCT(struct, size, alignment)  LAYOUT_MEMBER(struct, member, offset, size) */\n";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}; run `make header`"))
}

fn update() -> bool {
    std::env::var_os("ZARR_UPDATE_ABI").is_some_and(|value| value == "1")
}

/// The declarations of the header, without comments and preprocessor lines.
fn declarations() -> Vec<String> {
    let header = read("include/zarr.h");
    let mut code = String::new();
    for (index, part) in header.split("/*").enumerate() {
        code += if index == 0 { part } else { part.split_once("*/").unwrap().1 };
    }
    let mut declarations = vec![String::new()];
    let (mut depth, mut continued) = (0, false);
    for line in code.lines() {
        let directive = continued || line.starts_with('#');
        continued = directive && line.ends_with('\\');
        if directive || line.starts_with("extern \"C\"") {
            continue;
        }
        for character in line.chars() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            let declaration = declarations.last_mut().unwrap();
            if character == ';' && depth <= 0 {
                declarations.push(String::new());
            } else {
                declaration.push(character);
            }
        }
        declarations.last_mut().unwrap().push(' ');
    }
    declarations.iter().map(|declaration| declaration.trim().to_owned()).collect()
}

/// The identifier that a text ends with.
fn last_name(text: &str) -> &str {
    let text = text.trim_end();
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    &text[text.rfind(|character| !is_name(character)).map_or(0, |at| at + 1)..]
}

/// The names of the functions, sorted as bytes.
fn functions() -> Vec<String> {
    let declarations = declarations();
    let functions = declarations.iter().filter(|text| !text.starts_with("typedef") && text.contains('('));
    let mut names: Vec<String> = functions.map(|text| last_name(text.split('(').next().unwrap()).to_owned()).collect();
    names.sort();
    names
}

/// The structs whose members are public, each with their names, in the order of the header.
fn structs() -> Vec<(String, Vec<String>)> {
    let mut structs = Vec::new();
    for declaration in declarations() {
        let Some((name, rest)) = declaration.strip_prefix("typedef struct ").and_then(|text| text.split_once('{'))
        else {
            continue;
        };
        let members = rest.rsplit_once('}').unwrap().0.split(';').filter(|member| !member.trim().is_empty());
        let names = members.map(|member| match member.split_once("(*") {
            Some((_, function)) => function.split(')').next().unwrap().to_owned(),
            None => last_name(member.split('[').next().unwrap()).to_owned(),
        });
        structs.push((name.trim().to_owned(), names.collect()));
    }
    structs
}

/// The layout of the structs by a C compiler, as lines of `abi/layout.h`.
fn layout() -> String {
    let mut program = String::from("#include <stdio.h>\n#include <stddef.h>\n#include <zarr.h>\nint main(void)\n{\n");
    for (name, members) in structs() {
        let _ = writeln!(program, "struct {name}_aligned {{ char first; {name} second; }};");
        let _ = writeln!(
            program,
            "printf(\"LAYOUT_STRUCT({name}, %zu, %zu)\\n\", sizeof({name}), offsetof(struct {name}_aligned, second));"
        );
        for member in members {
            let _ = writeln!(
                program,
                "printf(\"LAYOUT_MEMBER({name}, {member}, %zu, %zu)\\n\", offsetof({name}, {member}), sizeof((({name} *)0)->{member}));"
            );
        }
    }
    program += "return 0;\n}\n";
    let directory = tempfile::tempdir().unwrap();
    let (source, binary) = (directory.path().join("layout.c"), directory.path().join("layout"));
    std::fs::write(&source, program).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(compiler).arg("-I").arg(path("include")).arg(&source).arg("-o").arg(&binary).status();
    assert!(compiled.unwrap().success());
    String::from_utf8(Command::new(&binary).output().unwrap().stdout).unwrap()
}

#[test]
fn the_list_of_symbols_has_the_functions_of_the_header() {
    let functions = functions();
    assert!(functions.len() > 150, "{}", functions.len());
    assert!(functions.iter().all(|name| name.starts_with("zarr_")), "{functions:?}");
    let list = functions.join("\n") + "\n";
    if update() {
        std::fs::write(path("abi/symbols.txt"), list).unwrap();
        return;
    }
    let committed = read("abi/symbols.txt");
    for name in committed.lines() {
        assert!(functions.iter().any(|function| function == name), "{name} has left the header; run `make header`");
    }
    for name in &functions {
        assert!(committed.lines().any(|line| line == name), "{name} is new; run `make header`");
    }
    assert!(committed == list, "abi/symbols.txt is not sorted: run `make header`");
}

#[test]
fn the_list_of_members_has_those_of_the_header() {
    if update() {
        std::fs::write(path("abi/layout.h"), ABOUT.to_owned() + &layout()).unwrap();
        return;
    }
    let committed = read("abi/layout.h");
    let listed: Vec<&str> = committed.lines().filter(|line| line.ends_with(')')).collect();
    let mut expected = Vec::new();
    for (name, members) in structs() {
        expected.push(format!("LAYOUT_STRUCT({name}, "));
        expected.extend(members.iter().map(|member| format!("LAYOUT_MEMBER({name}, {member}, ")));
    }
    assert!(expected.len() > 50, "{}", expected.len());
    for (expected, listed) in expected.iter().zip(&listed) {
        assert!(listed.starts_with(expected.as_str()), "{listed}: the header has {expected}...; run `make header`");
    }
    assert_eq!(expected.len(), listed.len(), "run `make header`");
}

/// The functions that `zarr.hpp` does without, each because of what stands beside it.
const NOT_IN_CPP: &[(&str, &str)] = &[
    ("zarr_array_builder_data_type", "zarr::array_options has its data type"),
    ("zarr_array_builder_item_size", "zarr::array_options takes values, not their bytes"),
    ("zarr_array_read_region", "zarr_array_read does it"),
    ("zarr_array_write_region", "zarr_array_write does it"),
    ("zarr_codec_callbacks_init", "ZARR_CODEC_CALLBACKS_INIT does it"),
    ("zarr_error_extend", "exceptions are nested"),
    ("zarr_group_create_group", "zarr_group_create does it, below the path of the group"),
    ("zarr_node_erase", "zarr_node_erase_watched does it"),
    ("zarr_node_walk", "zarr_node_walk_watched does it"),
    ("zarr_region_init", "ZARR_REGION_INIT does it"),
    ("zarr_store_callbacks_init", "ZARR_STORE_CALLBACKS_INIT does it"),
    ("zarr_store_get", "zarr_store_get_range does it"),
    ("zarr_tracer_init", "ZARR_TRACER_INIT does it"),
    ("zarr_transfer_init", "ZARR_TRANSFER_INIT does it"),
];

/// The words of a text that begin with `zarr_`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !(character.is_ascii_alphanumeric() || character == '_'))
        .filter(|word| word.starts_with("zarr_"))
}

/// Holds what a layer calls against all functions of the header.
fn check_layer(called: &BTreeSet<String>, left_out: &[(&str, &str)], advice: &str) {
    for name in functions() {
        let reason = left_out.iter().find(|(left, _)| *left == name);
        match reason {
            None => assert!(called.contains(&name), "{name} is missing: {advice}"),
            Some((_, reason)) => {
                assert!(!called.contains(&name), "{name} is there, and need not be left out: {reason}")
            }
        }
    }
    for (name, _) in left_out {
        assert!(functions().iter().any(|function| function == name), "{name} has left the header");
    }
}

#[test]
fn cpp_reaches_every_function() {
    let mut called = BTreeSet::new();
    let parts = std::fs::read_dir(path("include/zarr")).unwrap().map(|entry| entry.unwrap().path());
    for file in parts.chain([path("include/zarr.hpp")]) {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.lines().map(|line| line.split("//").next().unwrap());
        code.for_each(|line| called.extend(words(line).map(str::to_owned)));
    }
    check_layer(&called, NOT_IN_CPP, "include/zarr/*.hpp wraps each function, or NOT_IN_CPP says why not");
}

#[test]
fn fortran_declares_every_function() {
    let module = read("fortran/src/zarr_c.f90");
    let declared = module.lines().filter_map(|line| line.strip_prefix("    public :: ")).map(str::to_owned).collect();
    check_layer(&declared, &[], "run `make header`");
}

#[test]
fn python_declares_every_function() {
    let table = read("bindings/python/libzarr/_functions.py");
    let entries =
        table.lines().filter_map(|line| line.strip_prefix("    \"").and_then(|rest| rest.split_once("\": (")));
    check_layer(&entries.map(|(name, _)| name.to_owned()).collect(), &[], "run `make header`");
}
