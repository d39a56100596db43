//! `docs/c-reference.md` lists the functions of the headers with the first sentence of each comment. With
//! `ZARR_UPDATE_HEADER=1` it is written instead (`make header`), so that the page and the headers never part.

use std::fmt::Write as _;
use std::path::Path;

const HEADERS: [(&str, &str); 3] = [
    ("include/zarr.h", "zarr.h"),
    ("mpi/include/zarr_mpi.h", "zarr_mpi.h"),
    ("netcdf/include/zarr_netcdf.h", "zarr_netcdf.h"),
];

const FRONT: &str = "# The functions of C\n
Every function, in the order of its header, with the first sentence of its comment there. The header has the rest:
units, ownership, statuses. `zarr.h` begins with an example and the rules for all functions; tasks have
[pages](index.md) with whole programs.\n";

#[test]
fn the_page_lists_the_functions_of_the_headers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut made = FRONT.to_owned();
    for (path, name) in HEADERS {
        write!(made, "\n## {name}\n").unwrap();
        let functions = list(&std::fs::read_to_string(root.join(path)).unwrap(), &mut made);
        assert!(functions > 0, "{path} declares nothing");
    }
    let page = root.join("docs/c-reference.md");
    if std::env::var_os("ZARR_UPDATE_HEADER").is_some_and(|value| value == "1") {
        std::fs::write(page, made).unwrap();
        return;
    }
    assert!(std::fs::read_to_string(page).unwrap_or_default() == made, "docs/c-reference.md: run `make header`");
}

/// Appends a table for each section of a header, and returns the number of functions.
fn list(header: &str, page: &mut String) -> usize {
    let (mut section, mut comment, mut functions) = (Some(""), String::new(), 0);
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("/* -----") {
            section = lines.next().and_then(|line| line.strip_prefix(" * "));
        } else if line.starts_with("/**") {
            comment = line.trim_start_matches("/**").to_owned();
            while !comment.contains("*/") {
                let next = lines.next().expect("a comment has an end");
                write!(comment, "\n{}", next.strip_prefix(" * ").unwrap_or(next.trim_end_matches(" *"))).unwrap();
            }
        } else if let Some(name) = declared(line) {
            if let Some(title) = section.take() {
                if !title.is_empty() {
                    write!(page, "\n### {title}\n").unwrap();
                }
                page.push_str("\n| function | first sentence |\n|---|---|\n");
            }
            writeln!(page, "| `{name}` | {} |", first_sentence(&comment)).unwrap();
            functions += 1;
        }
    }
    functions
}

/// The name of the function that a line declares.
fn declared(line: &str) -> Option<&str> {
    let (front, _) = line.split_once('(')?;
    let name = &front[front.find("zarr_").filter(|_| !front.starts_with([' ', '#', '/', '}']))?..];
    let name = name.rsplit([' ', '*']).next()?;
    (name.starts_with("zarr_") && !front.starts_with("typedef") && front != name).then_some(name)
}

fn first_sentence(comment: &str) -> String {
    let text = comment.split("*/").next().unwrap_or_default().trim();
    let text = text.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text[..end].trim_end_matches(':').replace('|', "\\|")
}
