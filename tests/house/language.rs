//! The language of comments, as far as a program can hold it: they name the program part that acts, and each stands
//! alone. The doc comments below `src/ffi` are the text of the C header, so that it keeps the rules as well.

use crate::architecture::{files, files_below};

/// Words for a person that is not known; in a program, it is a caller, a thread, another process.
const ACTORS: [&str; 5] = ["somebody", "nobody", "whoever", "anybody", "whom"];

/// Words with which a comment says no subject of its own.
const BEGINNINGS: [&str; 4] = ["The same", "What ", "Whether ", "None: "];

/// Mannerisms, each with the number of comments below `src` that have it. The numbers may only fall: a change that removes
/// some writes the lower number here.
const MANNERISMS: [(&str, usize); 8] = [
    ("behind", 54),
    ("by now", 4),
    ("is no", 56),
    ("is none", 33),
    ("lets go", 3),
    ("lies", 41),
    ("so many", 8),
    ("told", 18),
];

/// The comments of a file that break a rule, by their lines.
fn violations(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut before = "";
    for (number, line) in text.lines().enumerate() {
        let comment = comment(line);
        let words = comment.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_lowercase);
        let actors = words.filter(|word| ACTORS.contains(&word.as_str()));
        wrong.extend(actors.map(|word| format!("line {}: {word:?}: name the program part", number + 1)));
        if before.is_empty() && BEGINNINGS.iter().any(|words| comment.starts_with(words)) {
            wrong.push(format!("line {}: a comment that does not stand alone: {comment}", number + 1));
        }
        before = comment;
    }
    wrong
}

/// The comment of a line, on its own or behind code; empty where there is none.
fn comment(line: &str) -> &str {
    let line = line.trim_start();
    let own = line.strip_prefix("//").map(|rest| rest.trim_start_matches(['/', '!']));
    let own = own.or_else(|| ["/*", "*", "#", "!"].iter().find_map(|mark| line.strip_prefix(mark)));
    own.or_else(|| line.split_once(" // ").map(|(_, comment)| comment)).unwrap_or_default().trim()
}

#[test]
fn comments_name_the_actor_and_stand_alone() {
    const FOLDERS: [&str; 8] =
        ["benches", "bindings", "c_examples", "fortran/templates", "mpi", "netcdf", "tests/netcdf", "tool"];
    let others = |folder: &&str| files_below(folder, &["c", "h", "f90", "fypp", "py", "rs"]);
    let wrong: Vec<String> = files()
        .into_iter()
        .chain(FOLDERS.iter().flat_map(others))
        .flat_map(|(file, text)| violations(&text).into_iter().map(move |wrong| format!("{file}: {wrong}")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True if the words of `phrase` follow one another in a comment.
fn says(comment: &str, phrase: &str) -> bool {
    let words: Vec<String> =
        comment.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).filter(|word| !word.is_empty()).collect();
    let phrase: Vec<&str> = phrase.split(' ').collect();
    words.windows(phrase.len()).any(|found| found == phrase)
}

#[test]
fn mannerisms_only_become_fewer() {
    let texts = files();
    let comments: Vec<&str> = texts.iter().flat_map(|(_, text)| text.lines().map(comment)).collect();
    for (phrase, most) in MANNERISMS {
        let found = comments.iter().filter(|comment| says(comment, phrase)).count();
        assert!(found <= most, "{found} comments say {phrase:?}, {most} did: name the thing, and what acts on it");
        assert!(found + 8 >= most, "only {found} comments say {phrase:?} now: write that number into MANNERISMS");
    }
    assert!(says("It lies behind the end.", "lies behind") && !says("believes in it", "lies"));
}

/// The test of the test: each rule, broken once.
#[test]
fn planted_words_are_found() {
    for planted in [
        "/// The same for a range.\nfn f() {}",
        "    /// A range.\n    fn f();\n\n    /// The same, backwards.\n    fn g();",
        "//! Ranges.\n//!\n//! The same is true of offsets.",
        "/// What it waits for.",
        "/// Whether it waits.",
        "    end, // None: it does not wait.",
        "// Nobody waits for it.",
        "let a = 1; // Waits until somebody is there.",
        "/// Ends what it holds, whoever waits.",
    ] {
        assert_eq!(violations(planted).len(), 1, "{planted}: {:?}", violations(planted));
    }
    for allowed in [
        "/// Another range of\n/// The same length.",
        "let name = \"nobody\";",
        "fn the_same_for_somebody() {} // A test that names it.",
        "/// A range of the same length.",
    ] {
        assert_eq!(violations(allowed), Vec::<String>::new(), "{allowed}");
    }
}
