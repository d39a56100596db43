//! Addresses on the command line: a store, and a path inside it, `weather.zarr::surface/temperature`.

use crate::failure::{Result, usage};
use std::str::FromStr;
use std::sync::Arc;
use zarr::Hierarchy;
use zarr::json::{self, Json, Object, ParseOptions};

/// A store, and a node or a key in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The URL or path of the store.
    pub url: String,
    /// The path in it; empty: the root, the whole store.
    pub inside: String,
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (url, inside) = text.rsplit_once("::").unwrap_or((text, ""));
        if url.is_empty() {
            return Err("the store is missing in front of \"::\"".into());
        }
        Ok(Self { url: url.into(), inside: inside.trim_start_matches('/').into() })
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.inside.is_empty() {
            write!(formatter, "{}", self.url)
        } else {
            write!(formatter, "{}::{}", self.url, self.inside)
        }
    }
}

/// True if a store is opened to be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is changed.
    Read,
    /// It may be changed, and is created if it is missing.
    Write,
    /// It may be changed, and must exist.
    Update,
}

impl Address {
    /// Opens the store, with the options of the library that the user gave.
    pub fn open(&self, options: Option<&str>, threads: Option<usize>, mode: Mode) -> Result<Arc<Hierarchy>> {
        let mut given = match options {
            None => Object::new(),
            Some(text) => {
                let (value, _) = json::parse(text.as_bytes(), ParseOptions::default())
                    .map_err(|error| usage(format!("--options: {error}")))?;
                value.as_object().cloned().ok_or_else(|| usage("--options must be a JSON object"))?
            }
        };
        if mode == Mode::Update {
            // Opening for writing creates a missing store; a mistyped name must not.
            let mut reading = given.clone();
            reading.set("mode", "r");
            zarr::open_store(&self.url, Some(&Json::Object(reading).to_string()))?;
        }
        // Any other word is for the library to refuse.
        let is_known = given.get("mode").is_none_or(|given| given.as_str() == Some("rw"));
        if mode == Mode::Read && is_known {
            given.set("mode", "r");
        }
        if let Some(threads) = threads {
            given.set("threads", threads as u64);
        }
        Ok(zarr::open_store(&self.url, Some(&Json::Object(given).to_string()))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_pair_of_colons_parts_the_store_from_the_node() {
        let parsed = |text: &str| text.parse::<Address>().map(|address| (address.url, address.inside));
        assert_eq!(parsed("a.zarr"), Ok(("a.zarr".into(), String::new())));
        assert_eq!(parsed("s3://bucket/a.zarr::/b/c"), Ok(("s3://bucket/a.zarr".into(), "b/c".into())));
        assert!(parsed("::b").is_err());
    }
}
