//! `include/zarr.h` is made of `src/ffi`, and is committed: this makes it again and compares, so that the two never
//! part. With `ZARR_UPDATE_HEADER=1` it writes the header instead (`make header`). A C compiler then reads what a user
//! would.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of `src/ffi` in the order in which a reader, and a C compiler, meets them.
const CHAPTERS: &[&str] = &[
    "error",
    "library",
    "bytes",
    "strings",
    "formats",
    "types",
    "store",
    "callbacks",
    "wrappers",
    "node",
    "group",
    "array",
    "opening",
    "selections",
    "share",
    "structs",
    "attributes",
    "regions",
    "transfer",
    "queue",
    "chunks",
    "grid",
    "decomposition",
    "builder",
    "dataset",
    "codec",
    "capabilities",
    "messages",
];

/// Wide enough for text, narrow enough for two columns on a screen.
const WIDTH: usize = 120;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn source(chapter: &str) -> PathBuf {
    root().join("src/ffi").join(chapter).with_extension("rs")
}

#[test]
fn the_committed_header_is_the_one_that_the_source_makes() {
    let path = root().join("include/zarr.h");
    let made = header();
    if std::env::var_os("ZARR_UPDATE_HEADER").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(root().join("include")).unwrap();
        std::fs::write(&path, made).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some(line) = made.lines().zip(committed.lines()).position(|(made, committed)| made != committed) {
        let (made, committed) = (made.lines().nth(line).unwrap(), committed.lines().nth(line).unwrap());
        panic!("zarr.h:{}: run `make header`\ncommitted: {committed}\n  src/ffi: {made}", line + 1);
    }
    assert!(made == committed, "include/zarr.h has another length: run `make header`");
}

#[test]
fn every_exported_function_is_in_the_header() {
    let header = header();
    let mut functions = 0;
    let mut paths = vec![root().join("src/ffi")];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for after in text.split("#[unsafe(no_mangle)]").skip(1) {
            let name = after.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap();
            assert!(header.contains(&format!("{name}(")), "{name} is exported, but its file is no chapter");
            functions += 1;
        }
    }
    assert!(functions > 70, "{functions}");
}

#[test]
fn fortran_sees_every_function() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let view = read("fortran/src/zarr_c.f90");
    for name in read("abi/symbols.txt").lines() {
        assert!(view.contains(&format!("public :: {name}\n")), "zarr_c.f90 lacks {name}: run `make fortran`");
    }
}

#[test]
fn no_line_is_too_wide_and_no_rust_shows() {
    for (index, line) in header().lines().enumerate() {
        assert!(line.chars().count() <= WIDTH, "zarr.h:{}: {line}", index + 1);
        assert!(line == line.trim_end(), "zarr.h:{}: spaces at the end", index + 1);
        for trace in ["# Safety", "`]", "[`", "crate::", "super::"] {
            assert!(!line.contains(trace), "zarr.h:{}: {line}", index + 1);
        }
    }
}

/// Alone, in each language that includes it; its own example; and with every fixed prototype declared a second time.
#[test]
fn each_function_is_told_in_the_imperative() {
    for file in ["include/zarr.h", "mpi/include/zarr_mpi.h", "netcdf/include/zarr_netcdf.h"] {
        let header = std::fs::read_to_string(root().join(file)).unwrap();
        let mut functions = 0;
        for block in header.split("/**").skip(1) {
            let Some((comment, behind)) = block.split_once("*/") else { continue };
            let declaration = behind.trim_start().lines().next().unwrap_or_default();
            if !declaration.contains('(')
                || declaration.contains("(*")
                || declaration.starts_with("typedef")
                || declaration.starts_with('#')
            {
                continue;
            }
            functions += 1;
            let first = comment.trim_start_matches([' ', '*', '\n']).split_whitespace().next().unwrap_or_default();
            assert!(
                !first.ends_with('s'),
                "{file}: {declaration}\nbegins with {first:?}: the form is \"Read a region.\""
            );
        }
        assert!(functions > 0, "{file} has no function");
    }
}

#[test]
fn c_and_cpp_compilers_take_it() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("zarr.h"), header()).unwrap();
    let alone = "#include <zarr.h>\n#include <zarr.h>\nextern int zarr_header_alone;\n";
    let (alone_c, alone_cpp) = (directory.path().join("alone.c"), directory.path().join("alone.cpp"));
    std::fs::write(&alone_c, alone).unwrap();
    std::fs::write(&alone_cpp, alone).unwrap();
    // The example on the first page is what a reader copies first.
    let (_, first_page, _) = opening("mod");
    let example: Vec<&str> = first_page.iter().filter_map(|line| line.strip_prefix("    ")).collect();
    assert!(example.len() > 10, "the first page has an example");
    let example = format!("#include <stdio.h>\n{alone}int main(void)\n{{\n{}\nreturn 0;\n}}\n", example.join("\n"));
    let example_c = directory.path().join("example.c");
    std::fs::write(&example_c, example).unwrap();
    let prototypes = root().join("tests/c/prototypes.c");
    let strict = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"];
    let runs: [(&str, &str, &Path, &[&str]); 8] = [
        ("CC", "cc", &example_c, &["-std=c99", "-Wstrict-prototypes"]),
        ("CC", "cc", &alone_c, &["-std=c99", "-Wstrict-prototypes"]),
        ("CC", "cc", &alone_c, &["-std=c11", "-Wstrict-prototypes", "-Wconversion"]),
        ("CC", "cc", &prototypes, &["-std=c99", "-Wstrict-prototypes", "-Wmissing-field-initializers"]),
        ("CXX", "c++", &alone_cpp, &["-std=c++11"]),
        ("CXX", "c++", &alone_cpp, &["-std=c++17"]),
        ("CXX", "c++", &alone_cpp, &["-std=c++20"]),
        ("CXX", "c++", &prototypes, &["-std=c++17", "-x", "c++"]),
    ];
    for (variable, otherwise, file, options) in runs {
        let compiler = std::env::var(variable).unwrap_or_else(|_| otherwise.to_owned());
        let mut command = Command::new(&compiler);
        command.args(options).args(strict).arg("-I").arg(directory.path()).arg(file);
        match command.output() {
            // The C tests of the build tree insist on a compiler; Rust alone does not need one.
            Err(error) => eprintln!("{compiler}: {error}; not tried"),
            Ok(output) => {
                let errors = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{compiler} {options:?} {}:\n{errors}", file.display());
            }
        }
    }
}

/// The whole header.
fn header() -> String {
    let mut out = String::new();
    let (title, text, macros) = opening("mod");
    assert!(macros.is_empty());
    let _ = writeln!(out, "/* {title}\n *");
    text.iter().for_each(|line| comment_line(&mut out, line));
    out += " *\n * Made of src/ffi by `make header`; changes belong there.\n";
    out += " * SPDX-License-Identifier: MIT OR Apache-2.0\n */\n";
    out += "#ifndef ZARR_H\n#define ZARR_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n";
    let version = env!("CARGO_PKG_VERSION");
    let number = |name: &str, value: &str, what: &str| format!("#define ZARR_VERSION_{name} {value} /**< {what} */\n");
    let _ = writeln!(out, "#define ZARR_VERSION       \"{version}\" /**< The version of this header. */");
    out += &number("MAJOR", env!("CARGO_PKG_VERSION_MAJOR"), "Its first number.");
    out += &number("MINOR", env!("CARGO_PKG_VERSION_MINOR"), "Its second number.");
    out += &number("PATCH", env!("CARGO_PKG_VERSION_PATCH"), "Its third number.");
    out += "/** The version of this header as a number that grows with it, as `zarr_version_number` gives that of the library. */\n";
    out += "#define ZARR_VERSION_NUMBER \\\n    (1000000 * ZARR_VERSION_MAJOR + 1000 * ZARR_VERSION_MINOR + ZARR_VERSION_PATCH)\n\n";
    out += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    CHAPTERS.iter().for_each(|chapter| out += &self::chapter(chapter));
    out += "\n#ifdef __cplusplus\n} /* extern \"C\" */\n#endif\n\n#endif /* ZARR_H */\n";
    out
}

/// One file: its opening, its macros, and what cbindgen makes of its items.
fn chapter(name: &str) -> String {
    let (title, text, macros) = opening(name);
    let rule = "-".repeat(WIDTH - 6);
    let mut out = format!("\n/* {rule}\n * {title}\n * {rule}\n");
    if !text.is_empty() {
        out += " *\n";
    }
    text.iter().for_each(|line| comment_line(&mut out, line));
    out += " */\n";
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(source(name)).generate().unwrap();
    let mut items = Vec::new();
    bindings.write(&mut items);
    out += &bound(&String::from_utf8(items).unwrap());
    if !macros.is_empty() {
        // Behind the types that they speak of, in front of the functions.
        let last_type = out.rfind("\n} ").expect("macros belong to a struct");
        let at = last_type + 1 + out[last_type + 1..].find('\n').unwrap() + 1;
        out.insert_str(at, &format!("\n{}\n", macros.join("\n")));
    }
    out
}

fn comment_line(out: &mut String, line: &str) {
    *out += if line.is_empty() { " *\n" } else { " * " };
    if !line.is_empty() {
        let _ = writeln!(out, "{line}");
    }
}

/// The section of a file's first comment from "In the header" on: a title, a text, and macros to be copied as they are.
fn opening(chapter: &str) -> (String, Vec<String>, Vec<String>) {
    let text = std::fs::read_to_string(source(chapter)).unwrap();
    let doc =
        text.lines().map_while(|line| line.strip_prefix("//!")).map(|line| line.strip_prefix(' ').unwrap_or(line));
    let mut doc = doc.skip_while(|line| *line != "# In the header").skip(1);
    let title = doc.next().unwrap_or_else(|| panic!("{chapter}.rs has no section \"In the header\"")).to_owned();
    let (mut text, mut macros, mut verbatim) = (Vec::<String>::new(), Vec::new(), false);
    for line in doc {
        match line {
            "```c" => verbatim = true,
            "```" => verbatim = false,
            _ if verbatim => macros.push(line.to_owned()),
            "" if text.is_empty() => {}
            _ => text.push(line.to_owned()),
        }
    }
    while text.last().is_some_and(String::is_empty) {
        text.pop();
    }
    (title, text, macros)
}

/// Makes cbindgen's output read like a header: comments of one line on one line, those of constants behind them, and
/// without the sections that concern Rust.
fn bound(items: &str) -> String {
    let mut out = String::new();
    let mut constants: Vec<(String, String)> = Vec::new();
    let mut comment: Vec<String> = Vec::new();
    let mut lines = items.lines();
    while let Some(line) = lines.next() {
        let indent = &line[..line.len() - line.trim_start().len()];
        if line.trim() == "/**" {
            comment = lines.by_ref().take_while(|line| line.trim() != "*/").map(comment_text).collect();
            if let Some(at) = comment.iter().position(|line| line == "# Safety") {
                comment.truncate(at);
            }
            while comment.last().is_some_and(String::is_empty) {
                comment.pop();
            }
            continue;
        }
        if let Some(define) = line.strip_prefix("#define ") {
            constants.push((define.to_owned(), std::mem::take(&mut comment).join(" ")));
            continue;
        }
        if line.is_empty() && !constants.is_empty() {
            continue;
        }
        write_constants(&mut out, &mut constants);
        match comment.as_slice() {
            [] => {}
            [one] => {
                let _ = writeln!(out, "{indent}/** {one} */");
            }
            lines => {
                let _ = writeln!(out, "{indent}/**");
                for line in lines {
                    let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
                }
                let _ = writeln!(out, "{indent} */");
            }
        }
        comment.clear();
        let mut declaration = line.to_owned();
        while declaration.contains('(') && !declaration.ends_with(';') {
            declaration += " ";
            declaration += lines.next().expect("the end of a declaration").trim();
        }
        write_declaration(&mut out, &declaration);
    }
    write_constants(&mut out, &mut constants);
    format!("\n{}\n", out.trim_matches('\n'))
}

fn comment_text(line: &str) -> String {
    let text = line.trim_start();
    let text = text.strip_prefix('*').unwrap_or(text);
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}

/// A declaration without the keyword that the typedefs make needless, its parameters filled into lines.
fn write_declaration(out: &mut String, declaration: &str) {
    let declaration = match declaration.strip_prefix("typedef ") {
        Some(_) => declaration.to_owned(),
        None => declaration.replace("struct zarr_", "zarr_"),
    };
    let Some(open) = declaration.rfind('(').filter(|_| declaration.len() > WIDTH) else {
        let _ = writeln!(out, "{declaration}");
        return;
    };
    let (head, parameters) = declaration.split_at(open + 1);
    let mut line = head.to_owned();
    for (index, parameter) in parameters.split(", ").enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        if line.len() + comma.len() + parameter.len() + 1 > WIDTH {
            let _ = writeln!(out, "{line},");
            line = format!("{:1$}{parameter}", "", head.len());
        } else {
            line = line + comma + parameter;
        }
    }
    let _ = writeln!(out, "{line}");
}

/// The constants in columns.
fn write_constants(out: &mut String, constants: &mut Vec<(String, String)>) {
    let split = |define: &str| define.split_once(' ').map(|(name, value)| (name.to_owned(), value.to_owned())).unwrap();
    let rows: Vec<_> = constants.drain(..).map(|(define, comment)| (split(&define), comment)).collect();
    let name_width = rows.iter().map(|((name, _), _)| name.len()).max().unwrap_or(0);
    let value_width = rows.iter().map(|((_, value), _)| value.len()).max().unwrap_or(0);
    for ((name, value), comment) in &rows {
        let _ = writeln!(out, "#define {name:name_width$} {value:>value_width$} /**< {comment} */");
    }
    if !rows.is_empty() {
        *out += "\n";
    }
}
