//! How results are printed: numbers for people, JSON for programs.

use crate::failure::{Failure, Result};
use std::io::{ErrorKind, Write};
use zarr::json::{Json, Style};

/// Prints a line, as `println!` does, but a closed output is a failure like any other, not a panic.
macro_rules! say {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        writeln!(std::io::stdout(), $($text)*)?
    }};
}

/// The result counts also where the output was not read to its end.
pub fn unread(printed: Result<()>) -> Result<()> {
    match printed {
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints a result as JSON.
pub fn json(value: &Json) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", value.to_text(Style { indent: 2, ascii: false }))?;
    Ok(out.flush()?)
}

/// A number as JSON; what JSON has no number for as a text.
pub fn number(value: f64) -> Json {
    match value {
        value if value.is_finite() => value.into(),
        value if value.is_nan() => "NaN".into(),
        value if value > 0.0 => "Infinity".into(),
        _ => "-Infinity".into(),
    }
}

/// Lengths as JSON.
pub fn lengths(lengths: &[u64]) -> Json {
    lengths.to_vec().into()
}

/// A number of things: `1 chunk`, `2 chunks`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A size in bytes: `1.5 MiB`.
pub fn size(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut unit = 0;
    let mut value = bytes as f64;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// A size that the user gives: `512MiB`, `2G`, `1000`.
pub fn parse_size(text: &str) -> std::result::Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(format!("{unit:?} is no unit: B, KiB, MiB, GiB, TiB")),
    };
    let number: u64 = number.parse().map_err(|_| "a number of bytes is missing".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "it is too large".to_owned())
}

/// The most memory that the program has had, in bytes; None where the system does not tell.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

/// Lengths along axes for people: `100 × 200`; of an array without dimensions `scalar`.
pub fn shape(lengths: &[u64]) -> String {
    if lengths.is_empty() {
        return "scalar".into();
    }
    lengths.iter().map(u64::to_string).collect::<Vec<_>>().join(" × ")
}

/// Names of dimensions as JSON; null for one that has none.
pub fn names(names: &[Option<String>]) -> Json {
    names.iter().map(|name| name.as_deref().map_or(Json::Null, Json::from)).collect::<Vec<_>>().into()
}

/// Lengths along axes with the names of these, as xarray has them: `time: 10, lat: 180`; without names as by `shape`.
pub fn dimensions(lengths: &[u64], names: Option<&[Option<&str>]>) -> String {
    let Some(names) = names.filter(|names| names.iter().any(Option::is_some)) else { return shape(lengths) };
    let one = |(length, name): (&u64, &Option<&str>)| match name {
        Some(name) => format!("{}: {length}", printable(name)),
        None => length.to_string(),
    };
    lengths.iter().zip(names).map(one).collect::<Vec<_>>().join(", ")
}

/// A text without control characters, so that what others wrote does nothing to the terminal.
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { safe.extend(c.escape_default()) } else { safe.push(c) }
    }
    safe
}

/// Prints pairs of a name and what it is, in two columns.
pub fn pairs(pairs: &[(&str, String)]) -> Result<()> {
    let width = pairs.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut out = std::io::stdout().lock();
    for (name, value) in pairs {
        writeln!(out, "{name:width$}  {value}")?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        assert_eq!(size(1023), "1023 B");
        assert_eq!(size(1536), "1.5 KiB");
        assert_eq!(parse_size("256MiB"), Ok(256 << 20));
        assert_eq!(parse_size("2g"), Ok(2 << 30));
        assert_eq!(parse_size("17"), Ok(17));
        assert!(parse_size("17 parsecs").is_err());
        assert!(parse_size("99999999999T").is_err());
    }

    #[test]
    fn lengths_have_the_names_of_their_dimensions() {
        assert_eq!(dimensions(&[4, 6], Some(&[Some("y"), Some("x")])), "y: 4, x: 6");
        assert_eq!(dimensions(&[4, 6], Some(&[None, Some("x")])), "4, x: 6");
        assert_eq!(dimensions(&[4, 6], Some(&[None, None])), "4 × 6");
        assert_eq!(dimensions(&[], None), "scalar");
    }

    #[test]
    fn control_characters_stay_off_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb"), "a\\u{1b}[2Jb");
    }
}
