//! `docs/codecs.md` is made of the tables that the readers of configurations are tried with, and of what is written
//! where nothing is asked for. With `ZARR_UPDATE_SUPPORT=1` this test writes it (`make support`).

#![cfg(feature = "zfp")] // The tables are those of a whole build.

use crate::support::held;
use std::fmt::Write as _;
use zarr::array::capabilities::{self, Support};
use zarr::codec::{Absent, ConfigMember, MemberSpelling, Takes};
use zarr::json::{Json, Object, ParseOptions};
use zarr::{ArrayBuilder, FormatId, open_store};

const OPENING: &str = r#"# Codecs and their configurations

Every codec of the library, with the members of its configuration: what they take, and what holds where they are
absent. The page is made of the library's own tables by `make support`; a test tries each of its rows, and fails when
the page differs. [support.md](support.md) has the codecs of each format side by side, [choosing.md](choosing.md) says
which to take.

A builder takes a codec by the name that heads its section, or by its id in v2, and a configuration in the spelling of
that name; NULL is an empty one. The library writes both as the format of the array has them.

```c
zarr_array_builder *builder;
int64_t shape[2] = {720, 1440};
zarr_array_builder_new(ZARR_FLOAT32, 2, shape, &builder, &error);
zarr_array_builder_codec(builder, "bitround", "{\"keepbits\": 10}", &error);
zarr_array_builder_codec(builder, "blosc", "{\"cname\": \"zstd\", \"clevel\": 5}", &error);
zarr_array_builder_free(builder);
```

A member that a codec does not have is an error, which names those that it has. In documents of v2 such members are
passed over with a warning. A value outside of its range is an error when a builder asks for it; in a document it is a
warning where only encoding depends on it. In the tables, ranges include both ends. "v2" means
the spelling of v2, which the formats before final v3 share, and which codecs named `numcodecs.` have in final v3 too;
N5 has words of its own, into which the library translates.
"#;

const CLOSING: &str = r#"
## `sharding_indexed`

Chunks of chunks. A builder sets them by `zarr_array_builder_shard_shape`; the codecs of the builder are those of the
chunks inside. A document of final v3 has these members:

| member | takes | where it is absent | |
|---|---|---|---|
| `chunk_shape` | a list of lengths, each a divisor of the shard's | required | the chunks inside |
| `codecs` | a list of codecs | little-endian bytes, with a warning | those of the chunks inside |
| `index_codecs` | a list of codecs of a fixed size | little-endian bytes, with a warning | those of the index |
| `index_location` | `"start"`, `"end"` | `"end"` | where in a shard the index stands |
"#;

/// Configurations of codecs that have more than one kind of data, or need data of a kind of their own.
fn types(name: &str) -> &'static [&'static str] {
    match name {
        "numcodecs.packbits" => &[r#""bool""#],
        "vlen-utf8" | "json" | "json2" | "msgpack" | "msgpack2" | "categorize" => &[r#""string""#],
        "vlen-bytes" | "vlen-array" => &[r#""bytes""#],
        _ => &[r#""int32""#, r#""float64""#],
    }
}

/// The document of a format for a codec with the members that it must have.
fn written(name: &str, members: &[&ConfigMember], format: FormatId) -> Option<String> {
    if capabilities::codec_in(name, format) != Support::ReadWrite || matches!(name, "bytes" | "transpose") {
        return None;
    }
    let mut least = Object::new();
    for member in members {
        if let Absent::Refused(sample) = member.absent {
            least.set(member.name, json(sample));
        }
    }
    let least = Json::from(least).to_string();
    let document = types(name).iter().find_map(|data_type| {
        let mut builder = ArrayBuilder::new_json(data_type, &[4, 4]).ok()?;
        builder.format(Some(format));
        builder.codec(name, Some(&least)).ok()?;
        let array = open_store("memory://", None).unwrap().create_array("a", &builder).ok()?;
        Some(array.metadata().unwrap())
    })?;
    let document = json(&document);
    let list = |name: &str| member(&document, name).and_then(Json::as_array).unwrap_or_default().to_vec();
    let one = |name: &str| member(&document, name).into_iter().cloned().collect::<Vec<Json>>();
    let (v2, v3) = capabilities::spellings(name);
    let is = |entry: &Json, name: &str, value: Option<&str>| member(entry, name).and_then(Json::as_str) == value;
    let entry = match format {
        FormatId::V3 => list("codecs").into_iter().find(|entry| is(entry, "name", v3)),
        FormatId::N5 => one("compression").into_iter().find(|entry| !is(entry, "type", Some("raw"))),
        _ => list("filters").into_iter().chain(one("compressor")).find(|entry| is(entry, "id", v2)),
    };
    entry.map(|entry| entry.to_string())
}

fn json(text: &str) -> Json {
    zarr::json::parse(text.as_bytes(), ParseOptions::default()).unwrap().0
}

fn member<'a>(value: &'a Json, name: &str) -> Option<&'a Json> {
    value.as_object()?.get(name)
}

fn taken(takes: Takes) -> String {
    match takes {
        Takes::Integer(least, most) => format!("an integer from {least} to {most}"),
        Takes::Boolean => "`true`, `false`".into(),
        Takes::Words(words) => words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", "),
        Takes::Other(words) => words.into(),
    }
}

/// A paragraph in lines of at most 120 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().unwrap();
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= 120 {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines.join("\n")
}

fn page() -> String {
    let mut out = OPENING.to_owned();
    for name in capabilities::codecs() {
        let Some(configuration) = capabilities::configuration(name) else { continue };
        let mut about = configuration.about.to_owned();
        // Both stand for what every format has in words of its own.
        let is_common = matches!(name, "bytes" | "transpose");
        let _ = match capabilities::spellings(name) {
            _ if is_common => Ok(()),
            (Some(v2), Some(v3)) if v2 != v3 => write!(about, " `{v2}` in v2."),
            (Some(_), None) => write!(about, " Final v3 does not have it."),
            (None, Some(_)) => write!(about, " Final v3 alone has it."),
            _ => Ok(()),
        };
        let _ = write!(out, "\n## `{name}`\n\n{}\n\n", wrapped(&about));
        let members: Vec<&ConfigMember> = configuration.members.iter().collect();
        if members.is_empty() {
            out += "It has no members.\n";
        } else {
            out += "| member | takes | where it is absent | |\n|---|---|---|---|\n";
        }
        for member in &members {
            let place = match member.spelling {
                MemberSpelling::Any => "",
                MemberSpelling::V2 => ", v2",
                MemberSpelling::V3 => ", v3",
            };
            let absent = match member.absent {
                Absent::Refused(_) => "required".into(),
                Absent::Default(value) => format!("`{value}`"),
                Absent::Derived(words) => words.to_owned(),
            };
            let _ =
                writeln!(out, "| `{}`{place} | {} | {absent} | {} |", member.name, taken(member.takes), member.note);
        }
        let mut rows = String::new();
        for format in [FormatId::V2, FormatId::V3, FormatId::N5] {
            if let Some(text) = written(name, &members, format) {
                let _ = writeln!(rows, "| {} | `{text}` |", format.name());
            }
        }
        if !rows.is_empty() {
            out += "\n| format | written where no more than necessary is asked for |\n|---|---|\n";
            out += &rows;
        }
    }
    out + CLOSING
}

#[test]
fn the_page_says_what_the_readers_take() {
    held("docs/codecs.md", page());
}
