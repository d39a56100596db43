//! Checks of what becomes part of the URLs of requests: endpoints, buckets, accounts and regions. The clients of the
//! providers would panic at a URL that is not one.

use crate::error::{Error, Result};
use crate::store::address::shown;
use reqwest::Url;

/// Most characters of a bucket, a container, an account or a region.
const LONGEST: usize = 255;

/// The URL of a server: `http` or `https`, and a host that is an address or a name of letters, digits, `-`, `_` and
/// `.`.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for anything else.
pub(super) fn server(what: &str, text: &str) -> Result<Url> {
    let refuse = |why: &str| Err(Error::invalid_argument(format!("{what} {:?}: {why}", shown(text))));
    let begins = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if !begins("http://") && !begins("https://") {
        return refuse("it must begin with http:// or https://");
    }
    let Ok(url) = Url::parse(text) else { return refuse("it must be a valid URL") };
    let host = url.host_str().unwrap_or_default();
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    if !host.starts_with('[') && !host.strip_suffix('.').unwrap_or(host).split('.').all(label) {
        return refuse("the host must be an address, or a name of letters, digits, '-', '_' and single '.'");
    }
    Ok(url)
}

/// The URL of an endpoint, which has only a scheme, a host, a port and a path; without a `/` at its end.
///
/// # Errors
/// As [`server`].
pub(super) fn endpoint(text: &str) -> Result<Url> {
    let url = server("endpoint", text)?;
    if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
        let why = "it must have no user, no query and no fragment";
        return Err(Error::invalid_argument(format!("endpoint {:?}: {why}", shown(text))));
    }
    Ok(url)
}

/// The text of an endpoint for a client that appends `/` and a path.
pub(super) fn base(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
}

/// Checks the name of a bucket, a container, an account or a region.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for a name that no provider allows.
pub(super) fn name(what: &str, text: &str) -> Result<()> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    // $web, $root and $logs are containers of Azure.
    let rest = if what == "container" { text.strip_prefix('$').unwrap_or(text) } else { text };
    if (1..=LONGEST).contains(&rest.len()) && rest.chars().all(allowed) && rest.chars().any(|c| c != '.') {
        return Ok(());
    }
    // A secret may follow a colon.
    let value = match text.split_once(':') {
        Some((before, _)) => format!("{before}:***"),
        None => text.chars().take(LONGEST).collect(),
    };
    let rule = "it must be 1 to 255 letters, digits, '-', '_' and '.'";
    Err(Error::invalid_argument(format!("{what} {value:?}: {rule}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn endpoints_are_urls_of_servers() {
        for (text, expected) in [
            ("http://localhost:9000", "http://localhost:9000"),
            ("HTTPS://minio.example.org/path/", "https://minio.example.org/path"),
            ("http://[::1]:9000", "http://[::1]:9000"),
            ("http://a_b", "http://a_b"),
            ("http://h/ü", "http://h/%C3%BC"),
        ] {
            assert_eq!(base(&endpoint(text).unwrap()), expected);
        }
        for text in [
            "",
            " ",
            "localhost:9000",
            "127.0.0.1:9000",
            "minio.example.org",
            "//h",
            "://x",
            "ftp://h",
            "http://",
            "http:// x",
            "http://a b",
            "http://[::1",
            "http://*",
            "http://a..b",
            "http://.a",
            "http://a&b",
            "http://xn--",
            "http://1.2.3.4.5",
            "http://a|b",
            "http://%00",
            "http://me:secret@h",
            "http://h?sig=secret",
            "http://h#secret",
        ] {
            let error = endpoint(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{text}");
            assert!(!error.message().contains("secret"), "{error}");
        }
    }

    #[test]
    fn names_are_plain() {
        for text in ["bucket", "a.b-c_D", "1"] {
            name("bucket", text).unwrap();
        }
        name("container", "$web").unwrap();
        for text in ["", ".", "..", "a b", "a/b", "ü", "$web", "a:secret", "a%b", "*", "[::1]", &"x".repeat(256)] {
            let error = name("bucket", text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{text}");
            assert!(!error.message().contains("secret"), "{error}");
        }
    }
}
