//! Parsing of URLs, shared by all modules that read one.

/// The part of a URL that messages may show: a user before the host, and what stands behind `?` or `#`, may be secrets.
pub(super) fn shown(url: &str) -> String {
    let (before, query) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    let (scheme, rest) = before.split_once("://").map_or(("", before), |(scheme, rest)| (scheme, rest));
    let colon = if scheme.is_empty() { "" } else { "://" };
    let user = rest.rfind('@').map_or(0, |at| at + 1);
    let hidden = |secret: &str| if secret.is_empty() { "" } else { "***" };
    let (user, rest) = rest.split_at(user);
    let at = if user.is_empty() { "" } else { "@" };
    let sign = query.get(..1).unwrap_or_default();
    format!("{scheme}{colon}{}{at}{rest}{sign}{}", hidden(user), hidden(query.get(1..).unwrap_or_default()))
}

/// The bytes behind percent-encoding (RFC 3986, section 2.1); None where it is broken.
pub(super) fn percent_decode(text: &str) -> Option<Vec<u8>> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let mut digit = || bytes.next().and_then(|digit| char::from(digit).to_digit(16));
        // Two hexadecimal digits are at most 255.
        decoded.push((digit()? * 16 + digit()?) as u8);
    }
    Some(decoded)
}
