//! The rules for keys and prefixes, in one place, so that no store can be talked out of its root.
//!
//! Every store calls these before it touches anything. Which names a node or a chunk may have is the business of the
//! formats; here only what no store could hold safely is refused.

use crate::error::{Error, Result};

/// Checks a key: one or more segments separated by `/`, none of them empty, `.` or `..`, without NUL and backslash.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`], with the key and the rule that it breaks.
pub fn check_key(key: &str) -> Result<()> {
    match broken_rule(key) {
        None => Ok(()),
        Some(rule) => Err(Error::invalid_argument(format!("key {key:?}: {rule}"))),
    }
}

/// True for a key. Listings of all stores pass over names that are none, which other programs may have given.
pub fn is_key(name: &str) -> bool {
    broken_rule(name).is_none()
}

/// Checks a prefix: empty for the whole store, or a key followed by `/`.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`], with the prefix and the rule that it breaks.
pub fn check_prefix(prefix: &str) -> Result<()> {
    if prefix.is_empty() {
        return Ok(());
    }
    let rule = match prefix.strip_suffix('/') {
        None => Some("a prefix ends with '/', or is empty for the whole store"),
        Some(key) => broken_rule(key),
    };
    match rule {
        None => Ok(()),
        Some(rule) => Err(Error::invalid_argument(format!("prefix {prefix:?}: {rule}"))),
    }
}

/// The directory part of a key, without its `/` (empty at the root), and the name below it.
pub(crate) fn split_parent(key: &str) -> (&str, &str) {
    key.rsplit_once('/').unwrap_or(("", key))
}

fn broken_rule(key: &str) -> Option<&'static str> {
    if key.is_empty() {
        return Some("it has no segment");
    }
    if key.starts_with('/') {
        return Some("it must not begin with '/'");
    }
    if key.ends_with('/') {
        return Some("it must not end with '/'");
    }
    // One pass over the bytes: this runs for every chunk. All of these bytes are ASCII, so UTF-8 can't hide them.
    let mut segment_start = 0;
    let bytes = key.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            0 => return Some("it contains NUL"),
            b'\\' => return Some("it contains a backslash"),
            b'/' => {
                if let Some(rule) = broken_segment_rule(&bytes[segment_start..at]) {
                    return Some(rule);
                }
                segment_start = at + 1;
            }
            _ => {}
        }
    }
    broken_segment_rule(&bytes[segment_start..])
}

fn broken_segment_rule(segment: &[u8]) -> Option<&'static str> {
    match segment {
        b"" => Some("it has an empty segment"),
        b"." => Some("it has the segment '.'"),
        b".." => Some("it has the segment '..'"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{check_key, check_prefix};
    use crate::error::ErrorKind;

    #[test]
    fn keys_that_could_leave_the_root_or_confuse_a_file_system_are_refused() {
        for key in
            ["", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", "a/.", "a/..", "a\0b", "a\\b", "//", "a/b/../.."]
        {
            let error = check_key(key).expect_err(key);
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{key:?}");
            assert!(error.message().contains(&format!("{key:?}")), "{error}");
        }
    }

    #[test]
    fn unusual_but_legal_keys_pass() {
        for key in ["a", "...", "..a", "a..", ".zarray", "a/.b/c", "ü/日本", "a b/%2e%2e", "c:0", "a\nb", " "] {
            check_key(key).unwrap_or_else(|error| panic!("{error}"));
            check_prefix(&format!("{key}/")).unwrap_or_else(|error| panic!("{error}"));
        }
        check_prefix("").unwrap_or_else(|error| panic!("{error}"));
    }

    #[test]
    fn prefixes_end_with_a_slash_and_follow_the_rules_of_keys() {
        for prefix in ["a", "/", "//", "/a/", "a//", "../", "a/./", "a\\/"] {
            let error = check_prefix(prefix).expect_err(prefix);
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{prefix:?}");
        }
    }
}
