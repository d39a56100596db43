//! The options of stores behind a network: credentials, server, proxy, retries and time limits. Every build knows them,
//! so that options mean the same in a build without such stores.

use crate::error::{Error, Result};
use std::time::Duration;

/// How a store at an `http`, `https`, `s3`, `gs` or `az` URL is reached. Other stores ignore it.
#[derive(Clone, PartialEq, Eq)]
pub struct Remote {
    /// Requests are not signed.
    pub anonymous: bool,
    /// The account of Azure.
    pub account: Option<String>,
    /// The id of a key of S3, or the key of an Azure account.
    pub access_key: Option<String>,
    /// The secret that belongs to a key of S3.
    pub secret_key: Option<String>,
    /// The session token of S3, or a bearer token of Google Cloud, Azure and HTTP.
    pub token: Option<String>,
    /// A shared access signature of Azure: the query of a URL.
    pub sas: Option<String>,
    /// The file of a service account of Google Cloud.
    pub service_account: Option<String>,
    /// The section of the configuration files of AWS.
    pub profile: Option<String>,
    /// The region of an S3 bucket; [`Remote::ASKED_REGION`]: the server is asked for it.
    pub region: Option<String>,
    /// The requests of S3 are paid for by the one that makes them.
    pub requester_pays: bool,
    /// The server, where it is not the provider's own.
    pub endpoint: Option<String>,
    /// The bucket is a part of the host's name, not of the path.
    pub virtual_hosted: bool,
    /// Requests without TLS are allowed.
    pub allow_http: bool,
    /// A file of certificates (PEM) that are trusted beside those of the system.
    pub ca_certificate: Option<String>,
    /// The URL of a proxy.
    pub proxy: Option<String>,
    /// Headers of each request to the server itself.
    pub headers: Vec<(String, String)>,
    /// How long making a connection may take.
    pub connect_timeout: Duration,
    /// How long a server may send nothing.
    pub timeout: Duration,
    /// How often a request is made again.
    pub retries: usize,
    /// After how long it is not made again.
    pub retry_deadline: Duration,
    /// How long one operation of the store may take, with everything that it repeats.
    pub deadline: Duration,
    /// How a redirection of a read to another place is treated.
    pub redirects: Redirects,
    /// Requests that are under way together for one call.
    pub in_flight: usize,
    /// Threads that serve the network.
    pub io_threads: usize,
    /// The server keeps its word on conditional writes.
    pub conditional: bool,
    /// A key that may not be read counts as missing: some servers refuse access to keys that don't exist.
    pub forbidden_is_missing: bool,
}

impl Default for Remote {
    fn default() -> Self {
        Self {
            anonymous: false,
            account: None,
            access_key: None,
            secret_key: None,
            token: None,
            sas: None,
            service_account: None,
            profile: None,
            region: None,
            requester_pays: false,
            endpoint: None,
            virtual_hosted: false,
            allow_http: false,
            ca_certificate: None,
            proxy: None,
            headers: Vec::new(),
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(60),
            retries: 6,
            retry_deadline: Duration::from_secs(120),
            deadline: Duration::from_secs(3600),
            redirects: Redirects::Follow,
            in_flight: 32,
            io_threads: 2,
            conditional: true,
            forbidden_is_missing: false,
        }
    }
}

impl Remote {
    /// The region of a bucket whose server is to be asked. Where that says nothing, it is the name of the region: some
    /// servers have no other.
    pub const ASKED_REGION: &str = "auto";
}

/// Without secrets.
impl std::fmt::Debug for Remote {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Remote")
            .field("endpoint", &self.endpoint)
            .field("region", &self.region)
            .field("anonymous", &self.anonymous)
            .finish_non_exhaustive()
    }
}

/// The option `redirects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redirects {
    /// Redirections are followed; another host gets no credentials and no headers of the caller.
    Follow,
    /// Redirections to other hosts are errors.
    SameHost,
    /// Every redirection is an error.
    Refuse,
}

impl Redirects {
    /// The value of the option `redirects`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for any other word.
    pub fn parse(word: &str) -> Result<Self> {
        match word {
            "follow" => Ok(Self::Follow),
            "same-host" => Ok(Self::SameHost),
            "refuse" => Ok(Self::Refuse),
            _ => Err(Error::invalid_argument(format!("{word:?} is not one of \"follow\", \"same-host\", \"refuse\""))),
        }
    }
}

/// The most that the counts of this chapter may be: more would only be a mistake.
const MOST: u64 = 1024;

/// The value of an option that counts requests or threads.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for 0, and for more than [`MOST`].
pub fn count(value: u64) -> Result<usize> {
    match usize::try_from(value) {
        Ok(count) if (1..=MOST).contains(&value) => Ok(count),
        _ => Err(Error::invalid_argument(format!("it must be from 1 to {MOST}, not {value}"))),
    }
}

/// The value of an option that counts requests or threads, where 0 means none.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for more than [`MOST`].
pub fn count_or_none(value: u64) -> Result<usize> {
    if value == 0 { Ok(0) } else { count(value) }
}

/// The value of an option in seconds.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for a number that is no time to wait.
pub fn seconds(value: f64) -> Result<Duration> {
    match Duration::try_from_secs_f64(value) {
        Ok(time) if time > Duration::ZERO && time <= Duration::from_secs(86_400) => Ok(time),
        _ => Err(Error::invalid_argument(format!("it must be more than 0 and at most 86400 seconds, not {value}"))),
    }
}
