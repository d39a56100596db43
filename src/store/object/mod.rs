//! Stores behind a network: web servers, S3, Google Cloud and Azure, by the clients of the crate `object_store`.
//!
//! The trait [`Store`] blocks, and the clients don't: a call hands its requests to a private runtime, all at once where
//! they don't depend on one another, and waits. A missing object is a missing key only if the server says so; any other
//! failure is an error that names the key and the place, and none of the secrets.

mod batch;
mod conditional;
mod connect;
mod failure;
mod object_reader;
mod listing;
mod names;
mod parts;
mod location;
mod profile;
mod region;
mod redirect;
mod request;
mod runtime;
mod transport;
mod page;
mod write;

use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::home::StoreName;
use crate::store::interface::{
    ByteRange, Capabilities, Depth, Filled, Listing, SharedReader, Store, ValueReader, Version, Versioned, When,
    defaults,
};
use crate::store::key::{check_key, check_prefix, is_key};
use crate::store::remote::Remote;
use crate::sync::fork::Mutex;
use connect::Clients;
use failure::{Cause, RequestFailure, Secrets};
use location::{Provider, RemoteLocation};
use object_reader::ObjectReader;
use object_store::path::Path;
use request::{Client, ObjectPart};
use runtime::Runtime;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A store at an `http`, `https`, `s3`, `gs` or `az` URL.
#[derive(Debug)]
pub struct RemoteStore {
    place: RemoteLocation,
    remote: Remote,
    writeable: bool,
    name: StoreName,
    /// The place in messages, with its server where that is not the provider's own.
    shown: String,
    secrets: Secrets,
    live: Mutex<Live>,
}

/// The client and the runtime of one process.
#[derive(Clone, Debug)]
struct Live {
    /// The region that the server of a bucket has named.
    region: Option<String>,
    client: Arc<Client>,
    /// None until the first request.
    runtime: Option<Arc<Runtime>>,
}

impl RemoteStore {
    /// Opens a store. Nothing is sent yet.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a URL or options that make no sense; errors of reading the files that they
    /// name.
    pub fn open(scheme: &str, rest: &str, writeable: bool, remote: &Remote) -> Result<Self> {
        let place = RemoteLocation::parse(scheme, rest)?;
        let connected = connect::connect(&place, remote)?;
        let server = connected.endpoint.as_deref().unwrap_or_default();
        let named = match place.provider {
            // A query may name the data, and is not shown.
            Provider::Http => format!("{}#{:x}", place.shown, connect::number(&place.secrets)),
            provider => format!("{provider:?}:{server}/{}/{}", place.bucket, place.prefix),
        };
        let name = StoreName::new(named).seen(connected.view(remote));
        let shown = match server {
            "" => place.shown.clone(),
            server => format!("{} at {}", place.shown, super::address::shown(server)),
        };
        let shown = connected.secrets.hide(&shown);
        let client = client(connected.clients, &place, remote);
        // A web server is not asked to store anything.
        let writeable = writeable && place.provider != Provider::Http;
        let live = Mutex::new(Live { client, region: None, runtime: None });
        Ok(Self { place, remote: remote.clone(), writeable, name, shown, secrets: connected.secrets, live })
    }

    /// Opens the store that one object lies in, for reading, and gives the key of the object.
    ///
    /// # Errors
    /// As [`RemoteStore::open`], and [`ErrorKind::InvalidArgument`] for a URL that names no object.
    pub fn open_parent(scheme: &str, rest: &str, remote: &Remote) -> Result<(Self, String)> {
        let (parent, key) = location::split_object(scheme, rest)?;
        Ok((Self::open(scheme, &parent, false, remote)?, key))
    }

    /// The place in messages.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// A reader of one object that keeps the store alive.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for what is no key of an object.
    pub fn into_reader(self, key: &str) -> Result<SharedReader> {
        self.path(key)?;
        Ok(Arc::new(ObjectReader::new(self, key)))
    }

    /// The client and the runtime of this process: a child of `fork` makes its own.
    fn live(&self) -> Result<(Arc<Client>, Arc<Runtime>)> {
        let mut live = self.live.lock();
        if live.runtime.as_ref().is_some_and(|runtime| !runtime.is_mine()) {
            let region = live.region.clone();
            let client = self.connect(region.clone())?;
            // Its connections are the parent's, and so are the threads that could close them.
            std::mem::forget(std::mem::replace(&mut *live, Live { client, region, runtime: None }));
        }
        let runtime = match &live.runtime {
            Some(runtime) => Arc::clone(runtime),
            None => Arc::clone(live.runtime.insert(Runtime::of(self.remote.io_threads)?)),
        };
        if self.remote.region.as_deref() == Some(Remote::ASKED_REGION) && live.region.is_none() {
            let region = self.ask_region(&runtime)?;
            live.client = self.connect(Some(region.clone()))?;
            live.region = Some(region);
        }
        Ok((Arc::clone(&live.client), runtime))
    }

    /// A new client; for a bucket in the region that its server has named.
    fn connect(&self, region: Option<String>) -> Result<Arc<Client>> {
        let remote = Remote { region: region.or_else(|| self.remote.region.clone()), ..self.remote.clone() };
        Ok(client(connect::connect(&self.place, &remote)?.clients, &self.place, &remote))
    }

    /// The region of the bucket, as its server names it.
    fn ask_region(&self, runtime: &Runtime) -> Result<String> {
        let asked = Remote::ASKED_REGION.to_owned();
        let Some(question) = connect::connect(&self.place, &self.remote)?.region else { return Ok(asked) };
        let what = || format!("the region of {}", self.shown);
        match runtime.run(self.remote.deadline, question.ask()).context(what)? {
            Ok(region) => Ok(region.unwrap_or(asked)),
            Err(error) => {
                let text = self.secrets.hide(&format!("{} cannot be asked for: {error}", what()));
                Err(Error::new(ErrorKind::Io, text))
            }
        }
    }

    /// Makes requests for a key, and waits for the answers.
    fn run<T, F>(&self, key: &str, work: impl FnOnce(Arc<Client>) -> F) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = std::result::Result<T, RequestFailure>> + Send + 'static,
    {
        self.run_together(key, work)?.map_err(|failure| self.error(key, &failure))
    }

    /// As [`RemoteStore::run`], for work on several keys of which `key` is the first.
    fn run_together<T, F>(&self, key: &str, work: impl FnOnce(Arc<Client>) -> F) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = T> + Send + 'static,
    {
        let (client, runtime) = self.live()?;
        runtime.run(self.remote.deadline, work(client)).context(|| format!("key {key:?} of {}", self.shown))
    }

    fn error(&self, key: &str, failure: &RequestFailure) -> Error {
        failure.error(&format!("key {key:?} of {}", self.shown), &self.secrets)
    }

    /// The object behind a key.
    fn path(&self, key: &str) -> Result<Path> {
        check_key(key)?;
        Path::parse(format!("{}{key}", self.place.prefix))
            .map_err(|_| Error::invalid_argument(format!("key {key:?}: no object can have such a name")))
    }

    fn path_of_prefix(&self, prefix: &str) -> Result<Option<Path>> {
        check_prefix(prefix)?;
        let prefix = format!("{}{prefix}", self.place.prefix);
        if prefix.is_empty() {
            return Ok(None);
        }
        let path = Path::parse(&prefix);
        path.map(Some)
            .map_err(|_| Error::invalid_argument(format!("prefix {prefix:?}: no object can have such a name")))
    }

    fn check_writeable(&self, key: &str) -> Result<()> {
        match (self.writeable, self.place.provider) {
            (true, _) => Ok(()),
            (false, Provider::Http) => {
                Err(Error::read_only(format!("key {key:?} of {}: a web server is only read", self.shown)))
            }
            (false, _) => Err(Error::read_only(format!("key {key:?}: the store was opened only for reading"))),
        }
    }

    fn check_listable(&self, prefix: &str) -> Result<()> {
        match self.place.provider {
            Provider::Http => Err(Error::unsupported(format!(
                "prefix {prefix:?} of {}: a web server can't be asked what there is; consolidated metadata tells it",
                self.shown
            ))),
            _ => Ok(()),
        }
    }

    /// The key behind an object's name.
    fn key_of(&self, path: &Path) -> Option<String> {
        let key = path.as_ref().strip_prefix(self.place.prefix.as_str())?;
        is_key(key).then(|| key.to_owned())
    }

    /// Writes an object if its version is still the expected one.
    fn put_if(&self, key: &str, expected: &Version, value: &[u8]) -> Result<()> {
        let path = self.path(key)?;
        self.check_writeable(key)?;
        if !self.capabilities().conditional {
            return Err(defaults::unsupported("conditional writing", key));
        }
        let (value, expected) = (defaults::copied(key, value)?, expected.clone());
        self.run(key, |client| conditional::put_if(client, path, value, expected)).map_err(|error| match error.kind() {
            ErrorKind::Conflict => Error::conflict(format!("key {key:?}: it was changed since it was read")),
            _ => error,
        })
    }
}

fn client(clients: Clients, place: &RemoteLocation, remote: &Remote) -> Arc<Client> {
    Arc::new(Client {
        inner: clients.retrying,
        once: clients.once,
        lister: clients.lister,
        provider: place.provider,
        ignores_ranges: AtomicBool::new(false),
        forbidden_is_missing: remote.forbidden_is_missing,
        retries: remote.retries,
        deadline: remote.retry_deadline,
    })
}

impl Store for RemoteStore {
    fn name(&self) -> &StoreName {
        &self.name
    }

    fn shown(&self) -> Option<String> {
        Some(self.shown.clone())
    }

    fn capabilities(&self) -> Capabilities {
        let conditional = self.writeable && self.remote.conditional;
        Capabilities {
            writeable: self.writeable,
            erasable: self.writeable,
            listable: self.place.provider != Provider::Http,
            thread_safe: true,
            conditional,
            private: !conditional,
            reads_into: false,
            in_flight: self.remote.in_flight,
        }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let path = self.path(key)?;
        let part = self.run(key, |client| async move { client.get(&path, range, None).await })?;
        part.map(|part| self.cut(key, part, range)).transpose()
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let path = self.path(key)?;
        let range = ByteRange::From { start, length: Some(buffer.len() as u64) };
        let part = self.run(key, |client| async move { client.get(&path, range, None).await })?;
        let Some(part) = part else { return Ok(None) };
        let total = part.total;
        if start >= total {
            return Ok(Some(Filled { length: 0, total }));
        }
        let value = self.cut(key, part, range)?;
        // No more than was asked for.
        let length = value.len().min(buffer.len());
        buffer[..length].copy_from_slice(&value[..length]);
        Ok(Some(Filled { length, total }))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        match self.get_parts(requests, None)? {
            Ok(values) => Ok(values),
            Err((index, failure)) => Err(self.error(requests.get(index).map_or("", |(key, _)| key), &failure)),
        }
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        self.path(key)?;
        Ok(Box::new(ObjectReader::new(self, key)))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        match (value, when) {
            (Some(value), When::Is(expected)) => self.put_if(key, expected, value),
            (Some(value), When::New) => defaults::write_new(self, key, value),
            (value, when) => {
                when.begin(key, value)?;
                self.write_many(&[(key, value)])
            }
        }
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        let (mut keys, mut objects, mut gone) = (Vec::new(), Vec::new(), Vec::new());
        for (key, value) in changes {
            let path = self.path(key)?;
            self.check_writeable(key)?;
            match value {
                None => gone.push((*key, path)),
                Some(value) => {
                    keys.push(*key);
                    objects.push((path, defaults::copied(key, value)?));
                }
            }
        }
        if let Some(first) = keys.first() {
            let in_flight = self.remote.in_flight;
            let written = self.run_together(first, |client| write::put_many(client, objects, in_flight))?;
            written.map_err(|(index, failure)| self.error(keys.get(index).unwrap_or(&""), &failure))?;
        }
        let Some((first, _)) = gone.first() else { return Ok(()) };
        let paths = gone.iter().map(|(_, path)| path.clone()).collect();
        self.run(first, |client| write::delete(client, paths))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        let path = self.path_of_prefix(prefix)?;
        self.check_writeable(prefix)?;
        self.run(prefix, |client| async move {
            let found = listing::list(&client, path.as_ref(), false).await?;
            write::delete(client, found.objects.into_iter().collect()).await
        })
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        let path = self.path_of_prefix(prefix)?;
        self.check_listable(prefix)?;
        let is_flat = matches!(depth, Depth::One | Depth::Names);
        let found = self.run(prefix, |client| async move { listing::list(&client, path.as_ref(), is_flat).await })?;
        let mut listing = Listing {
            keys: found.objects.iter().filter_map(|path| self.key_of(path)).collect(),
            prefixes: found.prefixes.iter().filter_map(|path| self.key_of(path).map(|key| format!("{key}/"))).collect(),
        };
        listing.keys.sort_unstable();
        listing.prefixes.sort_unstable();
        Ok(listing)
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        let path = self.path(key)?;
        self.run(key, |client| async move { client.size(&path).await })
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let path = self.path(key)?;
        if !self.capabilities().conditional {
            return Err(defaults::unsupported("conditional writing", key));
        }
        let range = ByteRange::From { start: 0, length: most.checked_add(1) };
        let part = self.run(key, |client| async move { client.get(&path, range, None).await })?;
        match part {
            None => Ok((None, None)),
            Some(ObjectPart { bytes, total, version: Some(version), tokens, .. }) => {
                defaults::check_length(key, total, most)?;
                Ok((Some(bytes), Some(conditional::version(&version, &tokens))))
            }
            Some(_) => {
                let why = "the server does not tell versions apart: open the store with \"conditional\": false";
                Err(self.error(key, &RequestFailure::new(Cause::Other, why)))
            }
        }
    }
}
