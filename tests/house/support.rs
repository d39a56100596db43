//! `docs/support.md` is made of the tables that the library works with, and can't say anything else. With
//! `ZARR_UPDATE_SUPPORT=1` this test writes it (`make support`).

#![cfg(feature = "zfp")] // The tables are those of a whole build.

use std::fmt::Write as _;
use zarr::array::capabilities::{self, Support};
use zarr::format::FormatId;

const OPENING: &str = "# What each format can hold

Made of the library's own tables by `make support`; a test fails when they differ. A program asks for the same lists at
run time: `zarr_supported_formats`, `zarr_supported_data_types`, `zarr_supported_codecs`, `zarr_supported_url_schemes`.

**rw**: read and written. **r**: documents with it are read, but none is written, as the format's own text does not have
it. **–**: the format has no words for it.
";

const CODECS: &str = "
## Codecs

By the names that `zarr_array_builder_codec` takes; each format has its own spelling. `transpose` stands for the order
of axes, `bytes` for the byte order, `sharding_indexed` for shards, in the format's own words. Codecs
that a program registers (`zarr_codec_register`) come on top, and in v3 the blocks of N5 (`n5_default`), the strings of
zarrs (`zarrs.vlen`) and its elements that may be missing (`zarrs.optional`), for documents given to
`zarr_array_create_json`.
";

const DATA_TYPES: &str = "
## Data types

By their names in final v3; `r*` is raw bytes, `struct` a struct of any of the types of fixed size.
";

fn head(out: &mut String, what: &str, formats: &[FormatId]) {
    let _ = write!(out, "\n| {what} |");
    formats.iter().for_each(|format| *out += &format!(" {} |", format.name()));
    let _ = write!(out, "\n|---|");
    formats.iter().for_each(|_| *out += "---|");
    *out += "\n";
}

fn tables() -> String {
    let formats = capabilities::formats();
    let mut out = OPENING.to_owned() + DATA_TYPES;
    head(&mut out, "data type", &formats);
    let cell = |support| match support {
        Support::None => " – |",
        Support::Read => " r |",
        Support::ReadWrite => " rw |",
    };
    for name in capabilities::data_types() {
        let _ = write!(out, "| `{name}` |");
        formats.iter().for_each(|format| out += cell(capabilities::data_type_in(&name, *format)));
        out += "\n";
    }
    out += CODECS;
    head(&mut out, "codec", &formats);
    for name in capabilities::codecs() {
        let _ = write!(out, "| `{name}` |");
        formats.iter().for_each(|format| out += cell(capabilities::codec_in(name, *format)));
        out += "\n";
    }
    out
}

/// Compares a page with what it is made of, or writes it.
pub(crate) fn held(page: &str, made: String) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    if std::env::var_os("ZARR_UPDATE_SUPPORT").is_some_and(|value| value == "1") {
        std::fs::write(&path, made).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    for (made, committed) in made.lines().zip(committed.lines()) {
        assert_eq!(made, committed, "run `make support`");
    }
    assert!(made == committed, "{page} has another length: run `make support`");
}

#[test]
fn the_page_says_what_the_tables_say() {
    held("docs/support.md", tables());
}
