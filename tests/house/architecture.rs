//! The rules of the house, held by reading the source: modules depend downwards only, formats do not know one another,
//! unsafe code stands where it is allowed, and C stays behind the boundary.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The layers, from the top. A module may use those below its own, not those beside it.
const LAYERS: [&[&str]; 13] = [
    &["ffi"],
    &["queue"],
    &["hierarchy"],
    &["array"],
    &["format"],
    &["engine"],
    &["metadata"],
    &["codec"],
    &["grid"],
    &["dtype"],
    &["transformer"],
    &["store"],
    &["json", "panics", "sync", "buffer", "deflate", "suggestion", "error"],
];

/// Uses of a layer's own row, or of none, that are as they should be.
const LEAVES: [&str; 3] = ["json", "sync", "error"];

/// Files outside `src/ffi` that may hold unsafe code; each proves what it does, and has its tests.
const KERNELS: [&str; 22] = [
    "buffer.rs",
    "codec/blosc/ffi.rs",
    "codec/blosc/interleave/x86.rs",
    "codec/lz4/ffi.rs",
    "deflate.rs",
    "dtype/convert/truncate.rs",
    "engine/threads/pool/mod.rs",
    "engine/threads/pool/system.rs",
    "grid/copy.rs",
    "grid/lanes.rs",
    "grid/stream.rs",
    "grid/tiles.rs",
    "grid/transpose.rs",
    "grid/walk.rs",
    "json/text.rs",
    "store/filesystem/clock.rs",
    "store/filesystem/names.rs",
    "store/filesystem/os_lock.rs",
    "store/filesystem/space.rs",
    "store/filesystem/sys.rs",
    "sync/fork/mod.rs",
    "sync/inherited.rs",
];

/// Locks of the standard library: a child of `fork` may find them taken by a thread that it does not have.
const LOCKS: [&str; 6] = ["Mutex", "RwLock", "Condvar", "Once", "OnceLock", "LazyLock"];

/// Files that may use them all the same: what they lock ends with a call, or lies in a `PerProcess`. All others use the
/// types of the same names in `crate::sync::fork`.
const OWN_LOCKS: &[&str] = &[
    "codec/blosc/gather.rs",
    "codec/parallel.rs",
    "engine/convert.rs",
    "engine/read.rs",
    "engine/shard/parallel_builder.rs",
    "engine/threads/batches.rs",
    "engine/threads/mod.rs",
    "engine/threads/pool/work_queue.rs",
    "engine/variable_length.rs",
    "ffi/call_lock.rs",
    "ffi/sinks.rs",
    "hierarchy/visit.rs",
    "queue/copies.rs",
    "queue/mod.rs",
    "queue/monitor.rs",
    "store/coherence/keyed_mutex.rs",
    "store/coherence/retry.rs",
    "store/filesystem/lock_table.rs",
    "store/filesystem/sharing.rs",
    "store/zip/archive.rs",
    "sync/mod.rs",
];

/// Uses of a stage further up that are as they should be: a codec whose configuration names codecs asks the table in
/// which it stands itself.
const UPWARDS: [(&str, &str); 1] = [("codec/conditional.rs", "registry")];

/// One file of the crate: its path below `src`, and its text.
pub type File = (String, String);

pub fn files() -> Vec<File> {
    files_below("src", &["rs"])
}

/// The files of a folder of the project with these endings, by their paths in the folder.
pub fn files_below(folder: &str, endings: &[&str]) -> Vec<File> {
    fn collect(directory: &Path, root: &Path, endings: &[&str], files: &mut Vec<File>) {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, root, endings, files);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|other| ending == *other)) {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                files.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    collect(&root, &root, endings, &mut files);
    files.sort();
    files
}

/// The code of a file without its comments, texts and tests.
fn code(text: &str) -> String {
    // Unit tests stand at the end of a file, and may reach for anything that shows their point.
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut code = String::new();
    let mut rest = text.chars().peekable();
    let mut last = ' ';
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('/', Some('/')) => {
                while rest.peek().is_some_and(|c| *c != '\n') {
                    rest.next();
                }
            }
            ('"', _) if last != '\'' => {
                while let Some(c) = rest.next() {
                    match c {
                        '\\' => drop(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            _ => code.push(c),
        }
        last = c;
    }
    code
}

/// The module at the top of the crate that a file belongs to; None for lib.rs.
fn module(file: &str) -> Option<&str> {
    let name = file.split('/').next().unwrap_or(file);
    let name = name.strip_suffix(".rs").unwrap_or(name);
    (name != "lib").then_some(name)
}

/// The paths behind each `crate::` in the code, braces resolved: `crate::{a::B, c}` gives `a::B` and `c`.
fn uses(code: &str) -> Vec<String> {
    paths_after("crate::", code)
}

fn paths_after(start: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for after in code.split(start).skip(1) {
        let paths: Vec<String> = match after.strip_prefix('{') {
            None => vec![after.to_owned()],
            Some(group) => top_level(group),
        };
        for path in paths {
            let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).unwrap_or(path.len());
            found.push(path[..end].to_owned());
        }
    }
    found
}

/// The members of a group in braces, without those of inner groups.
fn top_level(group: &str) -> Vec<String> {
    let (mut depth, mut member, mut members) = (0_usize, String::new(), Vec::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => members.push(std::mem::take(&mut member).trim().to_owned()),
            _ if depth == 0 => member.push(c),
            _ => {}
        }
    }
    members.push(member.trim().to_owned());
    members.retain(|member| !member.is_empty());
    members
}

fn height(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The violations of the rules, one line each.
fn violations(files: &[File]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (file, text) in files {
        let code = code(text);
        let Some(module) = module(file) else { continue };
        let Some(own) = height(module) else {
            wrong.push(format!("{file}: the module {module:?} has no place in the layers"));
            continue;
        };
        for path in uses(&code) {
            let Some(used) = path.split("::").next().filter(|used| height(used).is_some()) else { continue };
            let below = height(used).is_some_and(|used| used > own);
            if used != module && !below && !LEAVES.contains(&used) {
                wrong.push(format!("{file}: {module} must not use {used} (crate::{path})"));
            }
        }
        wrong.extend(between_formats(file, &code));
        wrong.extend(locks_of_the_standard_library(file, &code));
        if module != "ffi" {
            let kernel = KERNELS.contains(&file.as_str());
            if words(&code).contains("unsafe") && !kernel {
                wrong.push(format!("{file}: unsafe code outside src/ffi and the named kernels"));
            }
            for c_name in ["c_void", "c_char"] {
                if words(&code).contains(c_name) && !kernel {
                    wrong.push(format!("{file}: {c_name} outside src/ffi"));
                }
            }
        }
    }
    wrong
}

/// Locks that a child of `fork` could wait for in vain.
fn locks_of_the_standard_library(file: &str, code: &str) -> Vec<String> {
    if file == "sync/fork/mod.rs" || file.contains("/tests") {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for start in ["std::sync::", "crate::sync::"] {
        let taken = paths_after(start, code).into_iter().filter(|path| LOCKS.contains(&path.as_str()));
        let foreign = taken.filter(|_| !OWN_LOCKS.contains(&file));
        wrong.extend(
            foreign.map(|lock| format!("{file}: {start}{lock}, where crate::sync::fork has one that fork knows")),
        );
    }
    if OWN_LOCKS.contains(&file) {
        let statics = code.split("static ").skip(1).map(|after| after.split('=').next().unwrap_or_default());
        let held =
            statics.filter(|item| !item.contains("PerProcess") && LOCKS.iter().any(|lock| words(item).contains(lock)));
        wrong.extend(held.map(|item| format!("{file}: the lock of {item:?} outlives every call")));
    }
    wrong
}

/// The modules of a room whose `mod.rs` lists them in the order in which they use one another, from the top.
fn stages(files: &[File], room: &str) -> Vec<String> {
    let face = files.iter().find(|(file, _)| *file == format!("{room}/mod.rs"));
    let lines = face.map(|(_, text)| text.lines()).into_iter().flatten();
    let declared = lines.filter_map(|line| {
        line.trim_start_matches("pub(crate) ").trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';')
    });
    declared.map(str::to_owned).collect()
}

/// The stages behind the names that a room hands on: `pub use place::Placer` makes a use of `Placer` one of `place`.
fn handed_on(files: &[File], room: &str) -> BTreeMap<String, String> {
    let face = files.iter().find(|(file, _)| *file == format!("{room}/mod.rs"));
    let code = face.map(|(_, text)| code(text)).unwrap_or_default();
    let mut names = BTreeMap::new();
    for statement in code.split("use ").skip(1).filter_map(|after| after.split(';').next()) {
        let Some((stage, rest)) = statement.split_once("::") else { continue };
        let members = rest.strip_prefix('{').map_or_else(|| vec![rest.to_owned()], top_level);
        let last = |member: &str| member.rsplit([' ', ':']).next().unwrap_or_default().to_owned();
        names.extend(members.iter().map(|member| (last(member), stage.to_owned())));
    }
    names
}

/// Uses of a stage that stands further up than the one that uses it.
fn upwards(files: &[File], room: &str) -> Vec<String> {
    let (stages, names) = (stages(files, room), handed_on(files, room));
    let place = |name: &str| stages.iter().position(|stage| stage == name);
    let mut wrong = Vec::new();
    for (file, text) in files {
        let Some(inside) = file.strip_prefix(room).and_then(|rest| rest.strip_prefix('/')) else { continue };
        let (own, code) = (inside.split('/').next().unwrap_or(inside).trim_end_matches(".rs"), code(text));
        let Some(from) = place(own) else { continue };
        // In a file of a folder `super` is the stage itself.
        let is_stage = inside.strip_suffix("/mod.rs").unwrap_or(inside) == own || !inside.contains('/');
        let siblings = if is_stage { paths_after("super::", &code) } else { Vec::new() };
        let named = paths_after(&format!("crate::{room}::"), &code).into_iter().chain(siblings);
        let named = named.filter_map(|path| path.split("::").next().map(str::to_owned));
        let used: BTreeSet<String> = named.map(|name| names.get(&name).cloned().unwrap_or(name)).collect();
        let allowed = |used: &str| UPWARDS.contains(&(file.as_str(), used));
        let above = used.iter().filter(|used| place(used).is_some_and(|above| above < from) && !allowed(used));
        wrong.extend(
            above.map(|above| format!("{file}: {own} must not use {above}, which stands above it in {room}/mod.rs")),
        );
    }
    wrong
}

/// A file of one format that names another: a format is a file or folder below `format`.
fn between_formats(file: &str, code: &str) -> Vec<String> {
    const FORMATS: [&str; 5] = ["v1", "v2", "v3", "draft", "n5"];
    let Some(own) = file.strip_prefix("format/") else { return Vec::new() };
    let own = own.split('/').next().unwrap_or(own).trim_end_matches(".rs");
    if !FORMATS.contains(&own) {
        return Vec::new();
    }
    let others = FORMATS.iter().filter(|other| **other != own);
    let named = others.filter(|other| {
        ["super::", "format::"].iter().any(|from| {
            code.split(from).skip(1).any(|after| {
                let group = after.strip_prefix('{').map(top_level).unwrap_or_else(|| vec![after.to_owned()]);
                group
                    .iter()
                    .any(|path| path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next() == Some(**other))
            })
        })
    });
    named.map(|other| format!("{file}: the format {own} must not know the format {other}")).collect()
}

fn words(code: &str) -> BTreeSet<&str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect()
}

#[test]
fn the_source_keeps_the_rules_of_the_house() {
    let wrong = violations(&files());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks a room, and that each of the planted uses is found.
fn check_stages(room: &str, planted: &[(&str, &str)]) {
    let mut files = files();
    assert!(stages(&files, room).len() > 10);
    let wrong = upwards(&files, room);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (file, text) in planted {
        files.push(((*file).to_owned(), (*text).to_owned()));
        assert_eq!(upwards(&files, room).len(), 1, "{file}: {text}");
        files.pop();
    }
}

#[test]
fn a_stage_of_the_engine_uses_only_those_below_it() {
    check_stages(
        "engine",
        &[
            ("engine/fetch/planted.rs", "use crate::engine::place::Placer;"),
            ("engine/fetch/mod.rs", "use super::{chunks::Chunks, read::Reader};"),
            ("engine/plan.rs", "fn f() -> super::fetch::Fetched {}"),
            ("engine/plan.rs", "use super::Reader;"),
        ],
    );
}

#[test]
fn a_format_knows_neither_the_list_of_formats_nor_how_one_is_found() {
    check_stages(
        "format",
        &[
            ("format/v3/planted.rs", "use crate::format::registry::FORMATS;"),
            ("format/n5/mod.rs", "use super::{members::member, detect::detect};"),
            ("format/chain.rs", "fn f() -> super::nodes::Detected {}"),
        ],
    );
}

#[test]
fn a_stage_of_the_stores_uses_only_those_below_it() {
    check_stages(
        "store",
        &[
            ("store/interface/planted.rs", "use crate::store::{coherence::locks, Home};"),
            ("store/key.rs", "fn f() -> super::Store {}"),
            ("store/memory.rs", "use super::{Home, RemoteStore};"),
        ],
    );
}

#[test]
fn a_codec_knows_neither_its_chain_nor_the_table_of_codecs() {
    check_stages(
        "codec",
        &[
            ("codec/bz2.rs", "use super::registry::parse;"),
            ("codec/bz2.rs", "use super::{BytesToBytes, Codec};"),
            ("codec/filters/delta.rs", "use crate::codec::Chain;"),
            ("codec/chain/run.rs", "use crate::codec::user_codecs::UserCodec;"),
            ("codec/blosc/mod.rs", "use super::shuffle::Shuffle;"),
            ("codec/lz4/mod.rs", "fn f() -> super::blosc::Blosc {}"),
            ("codec/scratch.rs", "use super::limits::check_count;"),
        ],
    );
}

#[test]
fn every_module_has_its_place_and_every_place_a_reason() {
    let modules: BTreeSet<String> = files().iter().filter_map(|(file, _)| module(file).map(str::to_owned)).collect();
    const MUST: [&str; 12] = [
        "ffi",
        "hierarchy",
        "array",
        "engine",
        "format",
        "metadata",
        "codec",
        "grid",
        "dtype",
        "store",
        "json",
        "error",
    ];
    for must in MUST {
        assert!(modules.contains(must), "{must}");
    }
    let names: BTreeSet<String> = files().into_iter().map(|(file, _)| file).collect();
    for kernel in KERNELS {
        assert!(names.contains(kernel), "{kernel} is named as a kernel, but is not there");
    }
}

/// Functions that take several references in a tuple without a name: what belongs together is a type.
fn nameless(file: &str, code: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for declared in code.split("fn ").skip(1) {
        let signature = declared.split(['{', ';']).next().unwrap_or_default();
        let tuples = signature.split(": (").skip(1).filter_map(|after| after.split(')').next());
        let of_references = tuples.filter(|tuple| tuple.contains('&') && tuple.contains(','));
        let name = declared.split(['(', '<']).next().unwrap_or_default();
        wrong.extend(of_references.map(|tuple| format!("{file}: {name} takes ({tuple}), which lacks a name")));
    }
    wrong
}

/// The functions that may: one has the form of a function of the models, in which the second reference is needed; the
/// others are those of system calls, which take a directory and a name in it.
const NAMELESS: [&str; 2] = ["sync/mod.rs", "store/filesystem/"];

#[test]
fn what_belongs_together_has_a_name() {
    let wrong: Vec<String> = files()
        .iter()
        .filter(|(file, _)| !NAMELESS.iter().any(|may| file.starts_with(may)))
        .flat_map(|(file, text)| nameless(file, &code(text)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(nameless("a.rs", "fn f<T>(a: u8, (b, c): (&[T], &mut Scratch)) -> u8 { g((a, &b)) }").len(), 1);
    assert_eq!(nameless("a.rs", "fn f((a, b): (u8, usize), c: &[(u8, u8)]) -> (&u8, &u8);").len(), 0);
}

/// The most lines of a file. Below `ffi` most of them are the pages of the header, section by section.
fn most_lines(file: &str) -> usize {
    if file.starts_with("ffi/") { 600 } else { 400 }
}

#[test]
fn every_file_opens_with_its_reason_and_is_read_in_one_sitting() {
    for (file, text) in files() {
        assert!(text.starts_with("//! "), "{file} does not say why it exists");
        let lines = text.lines().count();
        assert!(lines <= most_lines(&file), "{file} has {lines} lines");
        // rustfmt holds code to it, and leaves comments as they are.
        let too_wide = |line: &&str| line.trim_start().starts_with("//") && line.chars().count() > 120;
        assert_eq!(text.lines().find(too_wide), None, "{file} has a comment of more than 120 characters");
    }
}

/// The test of the test: each rule, broken once.
#[test]
fn planted_violations_are_found() {
    let planted = |file: &str, text: &str| violations(&[(file.to_owned(), text.to_owned())]);
    for (file, text) in [
        ("store/memory.rs", "use crate::array::Array;"),
        ("array/mod.rs", "use crate::{error::Error, ffi::handle};"),
        ("codec/mod.rs", "fn f() -> crate::metadata::ArrayMetadata { todo() }"),
        ("codec.rs", "use crate::format;"),
        ("error.rs", "use crate::store::Store;"),
        ("panics.rs", "use crate::array::Array;"),
        ("json/parse.rs", "pub(crate) use crate::{\n    dtype::{DataType, TypeCode},\n};"),
        ("format/v2.rs", "use super::v3::Something;"),
        ("format/v3/mod.rs", "use super::{members, draft};"),
        ("format/draft/keys.rs", "use crate::format::v2;"),
        ("grid/region.rs", "fn f() { unsafe { g() } }"),
        ("hierarchy/mod.rs", "use std::ffi::c_void;"),
        ("array/mod.rs", "fn f(text: *const core::ffi::c_char) {}"),
        ("engine/mod.rs", "use crate::format::Format;"),
        ("plugins/mod.rs", "use crate::error::Error;"),
    ] {
        assert_eq!(planted(file, text).len(), 1, "{file}: {text}: {:?}", planted(file, text));
    }
    for (file, text) in [
        ("ffi/store.rs", "use crate::hierarchy::Hierarchy; use std::ffi::c_void; fn f() { unsafe { g() } }"),
        ("metadata/array.rs", "use crate::codec::Chain;"),
        ("error.rs", "use crate::json::Json;"),
        (
            "store/mod.rs",
            "//! Used by [`crate::array`].\nfn f() { g(\"crate::array unsafe\") } // crate::array, unsafe",
        ),
        ("format/v3/mod.rs", "use super::members::v2_like; use crate::format::Format;"),
        ("array/mod.rs", "pub(crate) fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::hierarchy::Hierarchy;\n}"),
        ("lib.rs", "pub use crate::ffi;"),
    ] {
        assert_eq!(planted(file, text), Vec::<String>::new(), "{file}: {text}");
    }
}
