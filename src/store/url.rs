//! From a URL or a path to a store: the one place that knows which schemes there are.

use super::address::{percent_decode, shown};
use crate::error::{Error, Result, ResultExt};
use crate::store::filesystem::FilesystemStore;
use crate::store::interface::Store;
use crate::store::key::check_prefix;
use crate::store::memory::MemoryStore;
use crate::store::options::StoreOptions;
use crate::store::remote::Remote;
use crate::store::zip::ZipStore;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A URL, cut at `://`, with the function that opens it.
#[cfg_attr(not(feature = "cloud"), expect(dead_code, reason = "only stores behind a network want all of it"))]
struct StoreUrl<'a> {
    url: &'a str,
    scheme: &'a str,
    rest: &'a str,
    options: &'a StoreOptions,
    remote: &'a Remote,
}

type Opener = fn(&StoreUrl<'_>) -> Result<Arc<dyn Store>>;

/// A scheme: its name, the function that opens a store (None: not in this build), and the one that opens a zip file in
/// it.
type Scheme = (&'static str, Option<Opener>, fn(&StoreUrl<'_>) -> Result<ZipStore>);

#[cfg(feature = "cloud")]
const OPEN_REMOTE: Option<Opener> = Some(|request| {
    let StoreUrl { scheme, rest, options, remote, .. } = request;
    Ok(Arc::new(super::RemoteStore::open(scheme, rest, options.writeable, remote)?))
});
#[cfg(not(feature = "cloud"))]
const OPEN_REMOTE: Option<Opener> = None;

/// Opens the zip file that a URL of the network names.
#[cfg(feature = "cloud")]
fn open_remote_zip(request: &StoreUrl<'_>) -> Result<ZipStore> {
    let (store, key) = super::RemoteStore::open_parent(request.scheme, request.rest, request.remote)?;
    let shown = format!("{key:?} in {}", store.shown());
    let (name, in_flight) =
        (store.name().at(format!("zip:{}!{key}", store.name().place())), store.capabilities().in_flight);
    ZipStore::in_value(store.into_reader(&key)?, &shown, name, in_flight)
}
#[cfg(not(feature = "cloud"))]
fn open_remote_zip(request: &StoreUrl<'_>) -> Result<ZipStore> {
    Err(not_here(request.scheme))
}

/// Every scheme that is known.
const SCHEMES: &[Scheme] = &[
    ("file", Some(open_file_url), open_file_zip),
    ("memory", Some(open_memory), refuse_zip),
    ("http", OPEN_REMOTE, open_remote_zip),
    ("https", OPEN_REMOTE, open_remote_zip),
    ("s3", OPEN_REMOTE, open_remote_zip),
    ("s3a", OPEN_REMOTE, open_remote_zip),
    ("gs", OPEN_REMOTE, open_remote_zip),
    ("gcs", OPEN_REMOTE, open_remote_zip),
    ("az", OPEN_REMOTE, open_remote_zip),
    ("abfs", OPEN_REMOTE, open_remote_zip),
    ("abfss", OPEN_REMOTE, open_remote_zip),
];

/// The schemes that this build opens.
pub fn schemes() -> impl Iterator<Item = &'static str> {
    SCHEMES.iter().filter(|(_, opener, _)| opener.is_some()).map(|(scheme, ..)| *scheme)
}

/// Opens the store at `url`, as [`open_with`] does with the defaults for what lies behind a network.
///
/// # Errors
/// Those of [`open_with`].
pub fn open(url: &str, options: &StoreOptions) -> Result<Arc<dyn Store>> {
    open_with(url, options, &Remote::default())
}

/// Opens the store at `url`: a path or `file://` (a directory or a zip file), `memory://` (a new one) or
/// `memory://name` (shared in the process), or one of the schemes of the network. `|zip:` behind a path or a URL: the
/// zip file of that name, and behind that the folder in it.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for other schemes; [`crate::ErrorKind::InvalidArgument`] for a text that is no
/// URL; and those of the store.
pub fn open_with(url: &str, options: &StoreOptions, remote: &Remote) -> Result<Arc<dyn Store>> {
    if url.is_empty() {
        return Err(Error::invalid_argument("the URL of the store is empty"));
    }
    if url.contains('\0') {
        return Err(Error::invalid_argument(format!("URL {:?}: it contains NUL", shown(url))));
    }
    if let Some((outer, adapter, folder)) = split_chain(url) {
        return open_inside(outer, adapter, folder, options, remote);
    }
    let Some((scheme, rest)) = split_scheme(url) else {
        // Taken for a path, it would be repeated whole in messages.
        if url.split_once("://").is_some_and(|(scheme, _)| !scheme.contains('/')) {
            let why = "a scheme must be a letter and then letters, digits, '+', '-' and '.'";
            return Err(Error::invalid_argument(format!("URL {:?}: {why}", shown(url))));
        }
        // It would be a folder of that name.
        if let Some((scheme, _)) = url.split_once(":/").filter(|(scheme, _)| find(url, scheme).is_ok()) {
            return Err(Error::invalid_argument(format!("URL {:?}: \"{scheme}:\" is followed by \"//\"", shown(url))));
        }
        return open_path(Path::new(url), options);
    };
    match find(url, scheme)? {
        (scheme, Some(opener), _) => opener(&StoreUrl { url, scheme, rest, options, remote }),
        (scheme, None, _) => Err(not_here(scheme)),
    }
}

/// The row of a scheme in the table.
fn find(url: &str, scheme: &str) -> Result<&'static Scheme> {
    SCHEMES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(scheme)).ok_or_else(|| unknown(url, scheme))
}

fn unknown(url: &str, scheme: &str) -> Error {
    let url = shown(url);
    let known = SCHEMES.iter().map(|(known, ..)| *known).collect::<Vec<_>>().join(", ");
    Error::unsupported(format!("URL {url:?}: the scheme {scheme:?} is not known; known are {known}"))
}

fn not_here(scheme: &str) -> Error {
    Error::unsupported(format!("this build does not open {scheme}:// stores (it was made without ZARR_CLOUD)"))
}

/// A chained URL of a place inside of an archive (`s3://bucket/a.zip|zip:folder`): the outer URL, the adapter, and
/// the place in it. In a path without a scheme, only what is known there is more than a part of a name.
fn split_chain(url: &str) -> Option<(&str, &str, &str)> {
    let (outer, inner) = url.rsplit_once('|')?;
    let (adapter, folder) = inner.split_once(':')?;
    let known = adapter.eq_ignore_ascii_case(ZIP);
    (known || split_scheme(outer).is_some() && is_scheme(adapter)).then_some((outer, adapter, folder))
}

/// The adapter that opens an archive in a chained URL.
const ZIP: &str = "zip";

fn open_inside(
    outer: &str,
    adapter: &str,
    folder: &str,
    options: &StoreOptions,
    remote: &Remote,
) -> Result<Arc<dyn Store>> {
    if !adapter.eq_ignore_ascii_case(ZIP) {
        return Err(Error::unsupported(format!("URL |{adapter}:: nothing of this name opens a value; known is {ZIP}")));
    }
    let prefix = match folder.trim_matches('/') {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    check_prefix(&prefix).context(|| format!("URL |{ZIP}:{folder}"))?;
    if split_chain(outer).is_some() {
        return Err(Error::unsupported(format!("URL |{ZIP}:{folder}: an archive in an archive is not opened")));
    }
    let archive = match split_scheme(outer) {
        None => ZipStore::open(Path::new(outer), *options)?,
        Some((scheme, rest)) => {
            let (scheme, _, open_zip) = find(outer, scheme)?;
            open_zip(&StoreUrl { url: outer, scheme, rest, options, remote })?
        }
    };
    Ok(Arc::new(archive.below(&prefix)?))
}

/// The scheme (RFC 3986, section 3.1) and what follows `://`; None for a path.
fn split_scheme(url: &str) -> Option<(&str, &str)> {
    // No scheme has a colon in it.
    let (scheme, rest) = url.split_once(':')?;
    let rest = rest.strip_prefix("//")?;
    is_scheme(scheme).then_some((scheme, rest))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

fn open_path(path: &Path, options: &StoreOptions) -> Result<Arc<dyn Store>> {
    // Nearly always it is a directory, and then nothing else need be looked at.
    if let Some(store) = FilesystemStore::open_directory(path, options)? {
        return Ok(Arc::new(store));
    }
    let is_zip = match std::fs::metadata(path) {
        Ok(status) => status.is_file(),
        // The name of a new file decides whether it will be an archive; an existing file is recognised by its bytes.
        Err(error) => error.kind() == ErrorKind::NotFound && is_named_zip(path),
    };
    if is_zip {
        return Ok(Arc::new(ZipStore::open(path, *options)?));
    }
    Ok(Arc::new(FilesystemStore::open(path, *options)?))
}

fn is_named_zip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["zip", "ozx"].iter().any(|zip| extension.eq_ignore_ascii_case(zip)))
}

fn open_file_url(request: &StoreUrl<'_>) -> Result<Arc<dyn Store>> {
    open_path(&file_path(request)?, request.options)
}

fn open_file_zip(request: &StoreUrl<'_>) -> Result<ZipStore> {
    ZipStore::open(&file_path(request)?, *request.options)
}

/// For stores in which no zip file lies.
fn refuse_zip(request: &StoreUrl<'_>) -> Result<ZipStore> {
    Err(Error::unsupported(format!("URL {}://: a zip file lies in a file or behind a network", request.scheme)))
}

fn file_path(request: &StoreUrl<'_>) -> Result<PathBuf> {
    let StoreUrl { url, rest, .. } = request;
    let url = shown(url);
    let refuse = |why: &str| Err(Error::invalid_argument(format!("URL {url:?}: {why}")));
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return refuse("the host of a file URL must be empty or localhost (an absolute path follows file://)");
    }
    if path.is_empty() {
        return refuse("the path is missing");
    }
    if path.contains(['?', '#']) {
        return refuse("a file URL has no query and no fragment; in a path write ? as %3F and # as %23");
    }
    let Some(path) = percent_decode(path) else { return refuse("a '%' is not followed by two hexadecimal digits") };
    if path.contains(&0) {
        return refuse("it contains NUL");
    }
    Ok(PathBuf::from(OsString::from_vec(path)))
}

fn open_memory(request: &StoreUrl<'_>) -> Result<Arc<dyn Store>> {
    let StoreUrl { rest: name, options, .. } = request;
    let store = if name.is_empty() { MemoryStore::new() } else { MemoryStore::shared(name) };
    Ok(Arc::new(if options.writeable { store } else { store.read_only() }))
}
