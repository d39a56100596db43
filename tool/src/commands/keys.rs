//! `ls`, `cat` and `rm`: a store as what it is, bytes under keys.

use crate::address::{Address, Mode};
use crate::failure::{Failure, Result, usage};
use crate::output::{self, printable, size};
use crate::session::Session;
use clap::Args;
use std::io::Write;
use zarr::json::{self, Json, Object, ParseOptions};
use zarr::{ByteRange, Error, Hierarchy, StoreExt};

#[derive(Args, Clone, Debug)]
pub struct Ls {
    /// A store, and perhaps a prefix in it: STORE or STORE::PREFIX
    address: Address,
    /// Everything below, not only what lies directly there
    #[arg(long, short)]
    recursive: bool,
    /// Show the sizes of values
    #[arg(long, short)]
    long: bool,
}

#[derive(Args, Clone, Debug)]
pub struct Cat {
    /// A key: STORE::KEY
    address: Address,
    /// The first byte; negative: counted from the end
    #[arg(long, value_name = "BYTE", default_value_t = 0, allow_hyphen_values = true)]
    start: i64,
    /// So many bytes at most
    #[arg(long, value_name = "BYTES")]
    length: Option<u64>,
}

#[derive(Args, Clone, Debug)]
pub struct Rm {
    /// A key, a prefix or a node: STORE::WHAT
    address: Address,
    /// Remove every key below the prefix
    #[arg(long, short, conflicts_with = "node")]
    recursive: bool,
    /// Remove the node, with all nodes below it
    #[arg(long)]
    node: bool,
}

/// A prefix as stores have them: empty, or with a `/` at its end.
fn prefix(inside: &str) -> String {
    if inside.is_empty() || inside.ends_with('/') { inside.into() } else { format!("{inside}/") }
}

impl Ls {
    pub fn run(&self, session: &Session) -> Result<()> {
        let hierarchy = session.open(&self.address, Mode::Read)?;
        let store = &**hierarchy.store();
        let prefix = prefix(&self.address.inside);
        let (keys, prefixes) = if self.recursive {
            (store.list_prefix(&prefix)?, Vec::new())
        } else {
            let listing = store.list_dir(&prefix)?;
            (listing.keys, listing.prefixes)
        };
        if keys.is_empty() && prefixes.is_empty() && !prefix.is_empty() {
            return Err(Error::not_found(format!("nothing lies below {prefix:?}")).into());
        }
        let mut sizes = Vec::new();
        if self.long {
            for key in &keys {
                sizes.push(store.size(key)?);
            }
        }
        if session.json {
            let key = |(index, key): (usize, &String)| {
                let size = sizes.get(index).copied().flatten().map_or(Json::Null, Json::from);
                let entry = Object::new().with("key", key.as_str());
                Json::from(if self.long { entry.with("size", size) } else { entry })
            };
            let keys: Vec<Json> = keys.iter().enumerate().map(key).collect();
            return output::json(&Object::new().with("prefixes", prefixes).with("keys", keys).into());
        }
        let mut out = std::io::stdout().lock();
        let below = |name: &str| printable(name.strip_prefix(&prefix).unwrap_or(name));
        for name in &prefixes {
            writeln!(out, "{}{}", if self.long { "          -  " } else { "" }, below(name))?;
        }
        for (index, key) in keys.iter().enumerate() {
            if let Some(bytes) = sizes.get(index) {
                write!(out, "{:>11}  ", bytes.map_or_else(|| "-".into(), size))?;
            }
            writeln!(out, "{}", below(key))?;
        }
        Ok(out.flush()?)
    }
}

impl Cat {
    pub fn run(&self, session: &Session) -> Result<()> {
        let key = &self.address.inside;
        if key.is_empty() {
            return Err(usage("cat needs a key: STORE::KEY"));
        }
        let hierarchy = session.open(&self.address, Mode::Read)?;
        let store = &**hierarchy.store();
        let start = match u64::try_from(self.start) {
            Ok(start) => start,
            Err(_) => store.size(key)?.unwrap_or(0).saturating_sub(self.start.unsigned_abs()),
        };
        let range = ByteRange::From { start, length: self.length };
        let value = store.get(key, range)?.ok_or_else(|| Error::not_found(format!("there is no key {key:?}")))?;
        if session.json {
            return output::json(&self.report(key, &value));
        }
        let mut out = std::io::stdout().lock();
        out.write_all(&value)?;
        Ok(out.flush()?)
    }

    /// A document as it is, a text as a text, anything else by its bytes.
    fn report(&self, key: &str, value: &[u8]) -> Json {
        let report = Object::new().with("key", key).with("size", value.len() as u64);
        let report = match (json::parse(value, ParseOptions::default()), std::str::from_utf8(value)) {
            (Ok((document, _)), _) if matches!(document, Json::Object(_) | Json::Array(_)) => {
                report.with("json", document)
            }
            (_, Ok(text)) => report.with("text", text),
            _ => report.with("hex", value.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
        };
        report.into()
    }
}

impl Rm {
    pub fn run(&self, session: &Session) -> Result<()> {
        let inside = self.address.inside.as_str();
        if inside.is_empty() && !self.recursive && !self.node {
            return Err(usage("rm needs a key, STORE::KEY; --recursive or --node for the whole store"));
        }
        let hierarchy = session.open(&self.address, Mode::Update)?;
        let removed = self.remove(&hierarchy)?;
        hierarchy.store().flush()?;
        if session.json {
            output::json(&Object::new().with("removed", removed).into())?;
        }
        Ok(())
    }

    /// Removes what was asked for; gives the number of keys, or 1 for a node.
    fn remove(&self, hierarchy: &Hierarchy) -> Result<u64> {
        let (store, inside) = (&**hierarchy.store(), self.address.inside.as_str());
        if self.node {
            hierarchy.erase(inside)?;
            return Ok(1);
        }
        if self.recursive {
            let prefix = prefix(inside);
            let keys = store.list_prefix(&prefix)?;
            if keys.is_empty() {
                return Err(Error::not_found(format!("nothing lies below {prefix:?}")).into());
            }
            zarr::erase_below(store, &prefix)?;
            return Ok(keys.len() as u64);
        }
        if !store.exists(inside)? {
            return Err(Failure::Zarr(Error::not_found(format!(
                "there is no key {inside:?}; --node erases a node, --recursive all keys of a prefix"
            ))));
        }
        store.erase(inside)?;
        Ok(1)
    }
}
