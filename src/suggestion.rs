//! Suggestions for misspelled names, for messages.

/// Names that other software has for what this library knows under the second one.
const OTHER_NAMES: [(&str, &str); 26] = [
    ("boolean", "bool"),
    ("byte", "uint8"),
    ("character", "string"),
    ("complex", "complex128"),
    ("deflate", "gzip"),
    ("double", "float64"),
    ("double precision", "float64"),
    ("float", "float32"),
    ("half", "float16"),
    ("int", "int32"),
    ("integer", "int32"),
    ("integer*4", "int32"),
    ("integer*8", "int64"),
    ("logical", "bool"),
    ("long", "int64"),
    ("lz4hc", "lz4"),
    ("real", "float32"),
    ("real*4", "float32"),
    ("real*8", "float64"),
    ("real32", "float32"),
    ("real64", "float64"),
    ("short", "int16"),
    ("single", "float32"),
    ("str", "string"),
    ("text", "string"),
    ("zstandard", "zstd"),
];

/// `; did you mean "zstd"?`, or nothing where no known name is near.
pub fn hint<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    nearest(given, known).map_or_else(String::new, did_you_mean)
}

/// A hint at another name, to append to a message.
pub fn did_you_mean(name: &str) -> String {
    format!("; did you mean {name:?}?")
}

/// The known name that may have been meant.
pub fn nearest<'k>(given: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let known: Vec<&str> = known.into_iter().collect();
    let other = OTHER_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(given));
    if let Some((_, meant)) = other
        && let Some(meant) = known.iter().find(|name| *name == meant)
    {
        return Some(meant);
    }
    // A name followed by parentheses, as "zstd(5)".
    if let Some(meant) = given.split_once('(').and_then(|(front, _)| known.iter().find(|name| **name == front)) {
        return Some(meant);
    }
    // The beginning of one name alone.
    let mut longer = known.iter().filter(|name| given.len() > 2 && name.len() > given.len() && name.starts_with(given));
    if let (Some(name), None) = (longer.next(), longer.next()) {
        return Some(name);
    }
    // One letter in three may be wrong; names are compared as they would be typed in a hurry.
    let most = (given.chars().count() / 3).clamp(1, 3);
    let (steps, name) = known.into_iter().map(|name| (distance(given, name), name)).min()?;
    (steps <= most && given.len() > 1 && name != given).then_some(name)
}

/// How many letters must be added, left out, replaced or swapped with their neighbour to make one name of the other;
/// large and small ones are the same.
fn distance(one: &str, other: &str) -> usize {
    let letters = |text: &str| text.chars().take(64).map(|letter| letter.to_ascii_lowercase()).collect::<Vec<_>>();
    let (one, other) = (letters(one), letters(other));
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (at, letter) in one.iter().enumerate() {
        let mut row = vec![at + 1];
        for (column, wanted) in other.iter().enumerate() {
            let replaced = rows[at][column] + usize::from(letter != wanted);
            let mut least = replaced.min(rows[at][column + 1] + 1).min(row[column] + 1);
            if at > 0 && column > 0 && *letter == other[column - 1] && one[at - 1] == *wanted {
                least = least.min(rows[at - 1][column - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_wrong_letter_is_told_the_right_one() {
        let known = ["zstd", "gzip", "threads", "float32", "cache_bytes"];
        let near = |given: &str| hint(given, known);
        assert_eq!(near("zst"), "; did you mean \"zstd\"?");
        assert_eq!(near("cache"), "; did you mean \"cache_bytes\"?");
        assert_eq!(near("thread"), "; did you mean \"threads\"?");
        assert_eq!(near("Float32"), "; did you mean \"float32\"?");
        assert_eq!(near("zsdt"), "; did you mean \"zstd\"?");
        assert_eq!(near("flaot32"), "; did you mean \"float32\"?");
        assert_eq!(near("zstandard"), "; did you mean \"zstd\"?");
        assert_eq!(near("zstd(5)"), "; did you mean \"zstd\"?");
        assert_eq!(near("real*4"), "; did you mean \"float32\"?");
        assert_eq!(near("Real"), "; did you mean \"float32\"?");
        for far in ["", "z", "double", "brotli", "zstd"] {
            assert_eq!(near(far), "", "{far}");
        }
    }
}
