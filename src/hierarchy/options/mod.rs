//! Options: the JSON object that a caller gives when a store or a node is opened.

mod remote;

use crate::array::{ArrayOptions, Limits};
use crate::error::{Error, Result, ResultExt, Term};
use crate::format::{FormatId, ReadOptions, V1FOrder};
use crate::json::{self, ParseOptions, Value};
use crate::metadata::Separator;
use crate::store;
use crate::suggestion;
use remote::REMOTE_OPTIONS;

/// When documents are looked for in consolidated metadata.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Consolidated {
    /// In stores that can't list.
    #[default]
    Auto,
    /// Never.
    Never,
    /// Always; a hierarchy without it is an error.
    Require,
}

/// The treatment of dimensions of one name that have several lengths in a dataset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnequalDimensions {
    /// The dataset is not opened.
    #[default]
    Refuse,
    /// Each length is listed.
    Keep,
}

/// The options of a caller. Given to a store, they are the defaults of its nodes.
#[derive(Clone, Debug)]
pub struct Options {
    /// True if the store may be changed: mode `rw`.
    pub writeable: bool,
    /// The format of nodes; None: any format on opening, and final v3 for a new hierarchy.
    pub format: Option<FormatId>,
    /// Make warnings errors.
    pub strict: bool,
    /// When documents are looked for in consolidated metadata.
    pub consolidated: Consolidated,
    /// How leniently documents are read.
    pub read: ReadOptions,
    /// How regions are read and written.
    pub array: ArrayOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            writeable: true,
            format: None,
            strict: false,
            consolidated: Consolidated::Auto,
            read: ReadOptions::default(),
            array: ArrayOptions::default(),
        }
    }
}

impl Options {
    /// The options of a store: those of its nodes, and its own.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for a name or a value that is not known,
    /// [`crate::ErrorKind::Unsupported`] for one that this version does not offer.
    pub fn for_store(text: Option<&str>) -> Result<(Self, store::StoreOptions, store::Remote)> {
        let mut options = Self::default();
        let mut own = store::StoreOptions::read_write();
        let mut remote = store::Remote::default();
        let known = [&NODE_OPTIONS[..], &STORE_OPTIONS[..], &REMOTE_OPTIONS[..]].concat();
        each(text, &known, |name, value| match name {
            "mode" => read_mode(value).map(|writeable| {
                options.writeable = writeable;
                own.writeable = writeable;
            }),
            "sync" => word(value).and_then(store::SyncMode::parse).map(|sync| own.sync = sync),
            "lock" => word(value).and_then(store::Lock::parse).map(|lock| own.lock = lock),
            "symlinks" => word(value).and_then(store::Symlinks::parse).map(|symlinks| own.symlinks = symlinks),
            "atomic" => boolean(value).map(|atomic| own.atomic = atomic),
            "lower_case_keys" => boolean(value).map(|lower| own.lower_case_keys = lower),
            "compact" => boolean(value).map(|compact| own.compact = compact),
            _ => match remote::read(&mut remote, name, value) {
                Some(read) => read,
                None => options.apply(name, value),
            },
        })?;
        Ok((options, own, remote))
    }

    /// The options of a node in a store that was opened with these.
    ///
    /// # Errors
    /// As [`Options::for_store`].
    pub fn for_node(&self, text: Option<&str>) -> Result<Self> {
        let mut options = self.clone();
        each(text, &NODE_OPTIONS, |name, value| options.apply(name, value))?;
        Ok(options)
    }

    /// The options of a dataset in a store that was opened with these: those of its arrays, and its own.
    ///
    /// # Errors
    /// As [`Options::for_store`].
    pub fn for_dataset(&self, text: Option<&str>) -> Result<(Self, UnequalDimensions)> {
        let (mut options, mut unequal) = (self.clone(), UnequalDimensions::default());
        let known = [&NODE_OPTIONS[..], &["unequal_dimensions"]].concat();
        each(text, &known, |name, value| match name {
            "unequal_dimensions" => read_unequal(value).map(|chosen| unequal = chosen),
            _ => options.apply(name, value),
        })?;
        Ok((options, unequal))
    }

    fn apply(&mut self, name: &str, value: Value) -> Result<()> {
        match name {
            "format" => self.format = read_format(value)?,
            "strict" => self.strict = boolean(value)?,
            "ignore_unknown" => self.read.ignore_unknown = boolean(value)?,
            "allow_fallback" => self.read.allow_fallback = boolean(value)?,
            "dimension_separator" => {
                self.read.dimension_separator = Some(Separator::parse(word(value)?).map_err(invalid)?)
            }
            "v1_f_order" => self.read.v1_f_order = Some(read_v1_f_order(value)?),
            "threads" => {
                let threads = integer(value)?;
                self.array.threads = Some(usize::try_from(threads).map_err(|_| Error::invalid_argument("too large"))?);
            }
            "write_empty_chunks" => self.array.write_empty_chunks = boolean(value)?,
            "limits" => self.array.limits = read_limits(value)?,
            "cache_bytes" => self.array.cache_bytes = integer(value)?,
            "grow" => self.array.grow = read_grow(value)?,
            "consolidated" => match word(value)? {
                "auto" => self.consolidated = Consolidated::Auto,
                "never" => self.consolidated = Consolidated::Never,
                "require" => self.consolidated = Consolidated::Require,
                other => {
                    return Err(Error::invalid_argument(format!(
                        "{other:?} is not one of \"auto\", \"never\", \"require\""
                    )));
                }
            },
            _ => return Err(no_reader(name)),
        }
        Ok(())
    }
}

/// The options of nodes, which a store takes as well.
const NODE_OPTIONS: [&str; 12] = [
    "format",
    "strict",
    "ignore_unknown",
    "allow_fallback",
    "dimension_separator",
    "v1_f_order",
    "threads",
    "write_empty_chunks",
    "limits",
    "cache_bytes",
    "grow",
    "consolidated",
];

/// The options of stores of every kind.
const STORE_OPTIONS: [&str; 7] = ["mode", "sync", "lock", "symlinks", "atomic", "lower_case_keys", "compact"];

/// Hands each option of a text over, with its value, if it is one of the known.
pub(crate) fn each(text: Option<&str>, known: &[&str], mut apply: impl FnMut(&str, Value) -> Result<()>) -> Result<()> {
    let Some(text) = text else { return Ok(()) };
    // JSON without braces, or none at all, is a word such as `r`.
    let wrong = |error: Error| invalid(error).context("options are an object in JSON such as {\"mode\": \"r\"}");
    let (options, duplicates) = json::read(text.as_bytes(), ParseOptions::default()).map_err(wrong)?;
    if let Some(name) = duplicates.first() {
        return Err(Error::invalid_argument(format!("option {name:?} stands twice")));
    }
    for (name, value) in options.root().expect_object("they").map_err(wrong)?.iter() {
        let applied = match known.contains(&name) {
            true => apply(name, value),
            false if STORE_OPTIONS.contains(&name) || REMOTE_OPTIONS.contains(&name) => Err(Error::invalid_argument(
                format!("it is an option of stores, for {}", Term::operation("open_store")),
            )),
            false => Err(unknown("option", known, name)),
        };
        applied.context(|| format!("option {name:?}"))?;
    }
    Ok(())
}

fn unknown(what: &str, known: &[&str], name: &str) -> Error {
    Error::invalid_argument(format!("there is no such {what}{}", suggestion::hint(name, known.iter().copied())))
}

/// The failure of an option that is listed as known, and nowhere read.
pub(crate) fn no_reader(name: &str) -> Error {
    Error::internal(format!("the option {name:?} is known, but not read"))
}

fn invalid(error: Error) -> Error {
    if error.kind() == crate::ErrorKind::NoMemory { error } else { error.of_kind(crate::ErrorKind::InvalidArgument) }
}

fn boolean(value: Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| Error::invalid_argument(format!("it must be true or false, not {}", value.brief())))
}

pub(crate) fn word<'d>(value: Value<'d>) -> Result<&'d str> {
    value.as_str().ok_or_else(|| Error::invalid_argument(format!("it must be a string, not {}", value.brief())))
}

pub(crate) fn integer(value: Value) -> Result<u64> {
    value
        .as_u64()
        .ok_or_else(|| Error::invalid_argument(format!("it must be a non-negative integer, not {}", value.brief())))
}

fn read_mode(value: Value) -> Result<bool> {
    match word(value)? {
        "r" => Ok(false),
        "rw" => Ok(true),
        other => Err(Error::invalid_argument(format!(
            "{other:?} is not one of \"r\", \"rw\"; \"rw\" creates what is missing, {} at the path \"/\" replaces all",
            Term::operation("Hierarchy::create_or_replace_group")
        ))),
    }
}

fn read_unequal(value: Value) -> Result<UnequalDimensions> {
    match word(value)? {
        "refuse" => Ok(UnequalDimensions::Refuse),
        "keep" => Ok(UnequalDimensions::Keep),
        other => Err(Error::invalid_argument(format!("{other:?} is not one of \"refuse\", \"keep\""))),
    }
}

fn read_v1_f_order(value: Value) -> Result<V1FOrder> {
    match word(value)? {
        "spec" => Ok(V1FOrder::Spec),
        "zarr-python-1" => Ok(V1FOrder::ZarrPython1),
        other => Err(Error::invalid_argument(format!("{other:?} is not one of \"spec\", \"zarr-python-1\""))),
    }
}

/// A format by its name or its number; 0: any.
fn read_format(value: Value) -> Result<Option<FormatId>> {
    let unknown = || Error::invalid_argument(format!("there is no format {}", value.brief()));
    match value.as_str() {
        Some(name) => FormatId::from_name(name).map(Some).ok_or_else(unknown),
        None => match value.as_u64().and_then(|code| i32::try_from(code).ok()) {
            Some(0) => Ok(None),
            Some(code) => FormatId::from_code(code).map(Some).ok_or_else(unknown),
            None => Err(unknown()),
        },
    }
}

/// The dimension along which arrays grow: a number, or true for the first.
fn read_grow(value: Value) -> Result<Option<usize>> {
    match (value.as_bool(), value.as_u64().and_then(|dimension| usize::try_from(dimension).ok())) {
        (Some(grows), _) => Ok(grows.then_some(0)),
        (None, Some(dimension)) => Ok(Some(dimension)),
        _ => Err(Error::invalid_argument(format!(
            "it must be true, false or the number of a dimension, not {}",
            value.brief()
        ))),
    }
}

fn read_limits(value: Value) -> Result<Limits> {
    let mut limits = Limits::default();
    for (name, value) in value.expect_object("it").map_err(invalid)?.iter() {
        let place = match name {
            "chunk_bytes" => Ok(&mut limits.chunk_bytes),
            "result_bytes" => Ok(&mut limits.result_bytes),
            _ => Err(unknown("limit", &["chunk_bytes", "result_bytes"], name)),
        };
        place.and_then(|place| integer(value).map(|bytes| *place = bytes)).context(|| format!("limit {name:?}"))?;
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page lists each option, and nothing else.
    #[test]
    fn the_page_of_options_lists_those_that_are_known() {
        let page = include_str!("../../../docs/options.md");
        let page = page.split("## Of queues").next().unwrap_or_default();
        let cell = |line: &'static str| line.strip_prefix("| `").and_then(|line| line.split(" | ").next());
        let mut listed: Vec<_> = page
            .lines()
            .filter_map(cell)
            .flat_map(|cell| cell.split(", "))
            .map(|name| name.trim_matches('`'))
            .collect();
        let mut known = [&NODE_OPTIONS[..], &STORE_OPTIONS[..], &REMOTE_OPTIONS[..], &["unequal_dimensions"]].concat();
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn each_known_option_is_read() {
        for name in [&NODE_OPTIONS[..], &STORE_OPTIONS[..], &REMOTE_OPTIONS[..]].concat() {
            if let Err(error) = Options::for_store(Some(&format!("{{{name:?}: []}}"))) {
                assert_eq!(error.kind(), crate::ErrorKind::InvalidArgument, "{error}");
            }
        }
    }

    #[test]
    fn a_misspelled_option_is_told_the_right_name() {
        let message = |text| Options::for_store(Some(text)).unwrap_err().to_string();
        assert_eq!(
            message(r#"{"thread": 4}"#),
            "option \"thread\": there is no such option; did you mean \"threads\"?"
        );
        assert_eq!(
            message(r#"{"Region": ""}"#),
            "option \"Region\": there is no such option; did you mean \"region\"?"
        );
        assert_eq!(message(r#"{"colour": 1}"#), "option \"colour\": there is no such option");
        let limit = message(r#"{"limits": {"chunk_byte": 1}}"#);
        assert!(
            limit.ends_with("limit \"chunk_byte\": there is no such limit; did you mean \"chunk_bytes\"?"),
            "{limit}"
        );
        let node = Options::default().for_node(Some(r#"{"mode": "r"}"#)).unwrap_err().to_string();
        assert_eq!(node, "option \"mode\": it is an option of stores, for open_store");
    }
}
