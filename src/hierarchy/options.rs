//! Options: the JSON object that a caller gives when a store or a node is opened.

use crate::array::{ArrayOptions, Limits};
use crate::error::{Error, Result, ResultExt};
use crate::format::{FormatId, ReadOptions, V1FOrder};
use crate::json::{self, ParseOptions, Value};
use crate::metadata::Separator;
use crate::store;

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
    /// Whether anything may be changed: mode `rw`.
    pub writeable: bool,
    /// The format of nodes; None: whatever is found, and final v3 for a new hierarchy.
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
    pub fn for_store(text: Option<&str>) -> Result<(Self, store::Options, store::Remote)> {
        let mut options = Self::default();
        let mut own = store::Options::read_write();
        let mut remote = store::Remote::default();
        each(text, |name, value| match name {
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
            _ => match read_remote(&mut remote, name, value) {
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
        each(text, |name, value| options.apply(name, value))?;
        Ok(options)
    }

    /// The options of a dataset in a store that was opened with these: those of its arrays, and its own.
    ///
    /// # Errors
    /// As [`Options::for_store`].
    pub fn for_dataset(&self, text: Option<&str>) -> Result<(Self, UnequalDimensions)> {
        let (mut options, mut unequal) = (self.clone(), UnequalDimensions::default());
        each(text, |name, value| match name {
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
            _ => return Err(Error::invalid_argument("there is no such option")),
        }
        Ok(())
    }
}

/// Takes over an option of the stores behind a network; None: it is none of them.
fn read_remote(remote: &mut store::Remote, name: &str, value: Value) -> Option<Result<()>> {
    let text = match name {
        "account" => Some(&mut remote.account),
        "access_key" => Some(&mut remote.access_key),
        "secret_key" => Some(&mut remote.secret_key),
        "token" => Some(&mut remote.token),
        "sas" => Some(&mut remote.sas),
        "service_account" => Some(&mut remote.service_account),
        "profile" => Some(&mut remote.profile),
        "region" => Some(&mut remote.region),
        "endpoint" => Some(&mut remote.endpoint),
        "ca_certificate" => Some(&mut remote.ca_certificate),
        "proxy" => Some(&mut remote.proxy),
        _ => None,
    };
    if let Some(place) = text {
        return Some(printable(value).map(|text| *place = Some(text)));
    }
    let switch = match name {
        "anonymous" => Some(&mut remote.anonymous),
        "virtual_hosted" => Some(&mut remote.virtual_hosted),
        "requester_pays" => Some(&mut remote.requester_pays),
        "allow_http" => Some(&mut remote.allow_http),
        "conditional" => Some(&mut remote.conditional),
        "forbidden_is_missing" => Some(&mut remote.forbidden_is_missing),
        _ => None,
    };
    if let Some(place) = switch {
        return Some(boolean(value).map(|on| *place = on));
    }
    Some(match name {
        "headers" => read_headers(value).map(|headers| remote.headers = headers),
        "connect_timeout" => seconds(value).map(|time| remote.connect_timeout = time),
        "timeout" => seconds(value).map(|time| remote.timeout = time),
        "deadline" => seconds(value).map(|time| remote.deadline = time),
        "redirects" => word(value).and_then(store::remote::Redirects::parse).map(|chosen| remote.redirects = chosen),
        "retry_deadline" => seconds(value).map(|time| remote.retry_deadline = time),
        "retries" => integer(value).and_then(store::remote::count_or_none).map(|count| remote.retries = count),
        "in_flight" => integer(value).and_then(store::remote::count).map(|count| remote.in_flight = count),
        "io_threads" => integer(value).and_then(store::remote::count).map(|count| remote.io_threads = count),
        _ => return None,
    })
}

/// A string for a header or a URL. Messages don't repeat it: it may be a secret.
fn printable(value: Value) -> Result<String> {
    match value.as_str() {
        None => Err(Error::invalid_argument("it must be a string")),
        Some(text) if text.chars().any(char::is_control) => {
            Err(Error::invalid_argument("it must be one line, without control characters"))
        }
        Some(text) => Ok(text.to_owned()),
    }
}

fn seconds(value: Value) -> Result<std::time::Duration> {
    let number = value
        .as_number()
        .map(|number| number.as_f64())
        .ok_or_else(|| Error::invalid_argument(format!("it must be a number of seconds, not {}", value.brief())));
    number.and_then(store::remote::seconds)
}

fn read_headers(value: Value) -> Result<Vec<(String, String)>> {
    let headers = value.expect_object("it").map_err(|_| Error::invalid_argument("it must be an object of strings"))?;
    let header =
        |(name, value): (&str, Value)| Ok((name.to_owned(), printable(value).context(|| format!("header {name:?}"))?));
    headers.iter().map(header).collect()
}

/// Hands each option of a text over, with its value.
pub(crate) fn each(text: Option<&str>, mut apply: impl FnMut(&str, Value) -> Result<()>) -> Result<()> {
    let Some(text) = text else { return Ok(()) };
    // JSON without braces, or none at all, is a word such as `r`.
    let wrong = |error: Error| invalid(error).context("options, which look like {\"mode\": \"r\"}");
    let (options, duplicates) = json::read(text.as_bytes(), ParseOptions::default()).map_err(wrong)?;
    if let Some(name) = duplicates.first() {
        return Err(Error::invalid_argument(format!("option {name:?} stands twice")));
    }
    for (name, value) in options.root().expect_object("they").map_err(wrong)?.iter() {
        apply(name, value).context(|| format!("option {name:?}"))?;
    }
    Ok(())
}

fn invalid(error: Error) -> Error {
    if error.kind() == crate::ErrorKind::NoMemory { error } else { Error::invalid_argument(error.message()) }
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
        other => Err(Error::invalid_argument(format!("{other:?} is not one of \"r\", \"rw\""))),
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
        match name {
            "chunk_bytes" => limits.chunk_bytes = integer(value).context(|| format!("limit {name:?}"))?,
            "result_bytes" => limits.result_bytes = integer(value).context(|| format!("limit {name:?}"))?,
            _ => return Err(Error::invalid_argument(format!("there is no limit {name:?}"))),
        }
    }
    Ok(limits)
}
