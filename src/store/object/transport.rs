//! HTTP below the clients of the providers: which headers go to which host, how redirections are followed, and how many
//! bytes an answer may have that is not the value of an object.

use super::page;
use super::redirect::{self, AddressLevel, Redirection, Redirects};
use crate::sync::fork::OnceLock;
use futures_util::StreamExt;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
};
use object_store::{ClientConfigKey, ClientOptions};
use reqwest::header::{HeaderMap, HeaderName, LOCATION};
use reqwest::{Certificate, Method, Url};
use std::error::Error as StdError;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// Most bytes of a listing, of an answer to a write, or of a token.
const LONGEST_ANSWER: usize = 64 << 20;

/// Most bytes of the body of an error that a message is made of.
const LONGEST_ERROR: usize = 64 << 10;

/// How long a connection to the server of instance metadata may take; it is near, or not there.
const METADATA_CONNECT_TIMEOUT: Duration = Duration::from_secs(1);

/// Headers that describe a request, not its sender.
const PLAIN: [HeaderName; 4] =
    [reqwest::header::ACCEPT, reqwest::header::IF_MATCH, reqwest::header::IF_NONE_MATCH, reqwest::header::RANGE];

/// The settings of a store's connections.
#[derive(Clone, Debug)]
pub(super) struct ConnectionSettings {
    pub(super) allow_http: bool,
    pub(super) connect_timeout: Duration,
    /// How long a server may send nothing.
    pub(super) timeout: Duration,
    pub(super) proxy: Option<String>,
    pub(super) certificates: Vec<Certificate>,
    /// Headers for the store's own server.
    pub(super) headers: HeaderMap,
    pub(super) redirects: Redirects,
    /// The store's own server.
    pub(super) server: Server,
}

/// How a store's own server is told from the servers that give out credentials.
#[derive(Clone, Debug)]
pub(super) enum Server {
    /// The scheme, host and port of a URL.
    Of(Url),
    /// A host of AWS that serves S3.
    Amazon,
    /// The host whose name begins with an account of Azure.
    Account(String),
}

impl Server {
    fn is(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        match self {
            Self::Of(own) => redirect::same_host(own, url),
            Self::Amazon => {
                let serves = |label: &str| label == "s3" || label.starts_with("s3express-");
                host.ends_with(".amazonaws.com") && host.split('.').any(serves)
            }
            Self::Account(account) => {
                host.strip_prefix(account.as_str()).is_some_and(|rest| rest.starts_with(".blob."))
            }
        }
    }
}

/// Makes the HTTP clients of one store. Clones share their connections.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    settings: Arc<ConnectionSettings>,
    options: ClientOptions,
    /// The client for the store's own server, which the clients with and without retries share.
    own: Arc<OnceLock<HttpClient>>,
}

impl Connector {
    pub(super) fn new(settings: ConnectionSettings) -> Self {
        let options =
            ClientOptions::new().with_allow_http(settings.allow_http).with_connect_timeout(settings.connect_timeout);
        Self { settings: Arc::new(settings), options, own: Arc::default() }
    }

    /// The settings that the clients of the providers have to know.
    pub(super) fn options(&self) -> ClientOptions {
        self.options.clone()
    }

    fn make(&self, settings: ConnectionSettings) -> object_store::Result<HttpClient> {
        let client = settings.client(None).map_err(|error| generic(error.without_url()))?;
        Ok(HttpClient::new(Service { client, elsewhere: OnceLock::new(), settings }))
    }
}

fn generic(error: impl std::error::Error + Send + Sync + 'static) -> object_store::Error {
    object_store::Error::Generic { store: "HTTP", source: Box::new(error) }
}

impl HttpConnector for Connector {
    /// `options` are those of the store, but for two that differ where credentials come from.
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let given = |options: &ClientOptions, key| options.get_config_value(&key);
        let differs = |key: ClientConfigKey| given(options, key) != given(&self.options, key);
        let metadata = differs(ClientConfigKey::ConnectTimeout);
        if !metadata && !differs(ClientConfigKey::AllowHttp) {
            if let Some(own) = self.own.get() {
                return Ok(own.clone());
            }
            let own = self.make(ConnectionSettings::clone(&self.settings))?;
            return Ok(self.own.get_or_init(|| own).clone());
        }
        let mut settings = ConnectionSettings::clone(&self.settings);
        settings.allow_http = given(options, ClientConfigKey::AllowHttp).as_deref() == Some("true");
        if metadata {
            settings.connect_timeout = METADATA_CONNECT_TIMEOUT;
        }
        self.make(settings)
    }
}

impl ConnectionSettings {
    /// A client that sends each request once, to the server that it names; `guard`: only to servers of this level or
    /// further out.
    fn client(&self, guard: Option<AddressLevel>) -> reqwest::Result<reqwest::Client> {
        // A small container has no certificates of its own, which http:// and servers of `ca_certificate` do not need.
        self.builder(guard)?
            .tls_certs_merge(self.certificates.iter().cloned())
            .build()
            .or_else(|_| self.builder(guard)?.tls_certs_only(self.certificates.iter().cloned()).build())
    }

    fn builder(&self, guard: Option<AddressLevel>) -> reqwest::Result<reqwest::ClientBuilder> {
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("libzarr/", env!("CARGO_PKG_VERSION")))
            .referer(false)
            .redirect(reqwest::redirect::Policy::none())
            .https_only(!self.allow_http)
            .connect_timeout(self.connect_timeout)
            .read_timeout(self.timeout)
            // Sizes and ranges count the bytes that are stored.
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate();
        if let Some(proxy) = &self.proxy {
            builder = builder.proxy(reqwest::Proxy::all(proxy)?);
        }
        if let Some(level) = guard {
            builder = builder.dns_resolver(redirect::GuardedResolver::new(level, self.proxy.as_deref()));
        }
        Ok(builder)
    }
}

/// Sends the requests of one client.
#[derive(Debug)]
struct Service {
    client: reqwest::Client,
    /// Follows redirections to other hosts; made for the level of the store's own server when the first one comes.
    elsewhere: OnceLock<(AddressLevel, reqwest::Client)>,
    settings: ConnectionSettings,
}

type ResponseFuture<'a> = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'a>>;

impl HttpService for Service {
    fn call<'a, 'b>(&'a self, request: HttpRequest) -> ResponseFuture<'b>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move {
            let reads = request.method() == Method::GET;
            let lists = reads && is_listing(request.uri().query().unwrap_or_default());
            let response = self.send(request).await?;
            match response.status().is_success() {
                true if lists => short(response, LONGEST_ANSWER, page::without_odd_names).await,
                true if reads => Ok(response),
                true => short(response, LONGEST_ANSWER, |body| body).await,
                false => Ok(cut(response).await),
            }
        })
    }
}

impl Service {
    /// Sends a request, and follows the redirections of one that only reads.
    async fn send(&self, mut request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let mut url: Url = request.uri().to_string().parse().map_err(|_| refuse("the URL is not valid"))?;
        if self.settings.server.is(&url) {
            for (name, value) in &self.settings.headers {
                // Headers of the request itself, such as its range, stay.
                request.headers_mut().entry(name).or_insert_with(|| value.clone());
            }
        }
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return self.client.call(request).await;
        }
        let own = url.clone();
        let mut client = &self.client;
        for _ in 0..=redirect::MOST {
            let response = client.call(request.clone()).await.map_err(broken)?;
            let location = response.headers().get(LOCATION).filter(|_| response.status().is_redirection());
            let Some(location) = location.and_then(|location| location.to_str().ok()) else { return Ok(response) };
            let next = url.join(location).map_err(|_| refuse("the server redirects to what is not a URL"))?;
            match redirect::step(self.settings.redirects, &url, &next).map_err(|why| refuse(&why))? {
                // Headers that were dropped do not come back, wherever further redirections lead.
                Redirection::SameHost => {}
                Redirection::Elsewhere => {
                    let mut plain = HeaderMap::new();
                    for name in PLAIN {
                        plain.extend(request.headers().get(&name).map(|value| (name, value.clone())));
                    }
                    *request.headers_mut() = plain;
                    client = self.elsewhere(&own, &next).await?;
                }
            }
            *request.uri_mut() =
                next.as_str().parse().map_err(|_| refuse("the server redirects to what is not a URL"))?;
            url = next;
        }
        Err(refuse(&format!("the server redirects more than {} times", redirect::MOST)))
    }

    /// The client for another host than the store's own, which must not lie further inside of networks.
    async fn elsewhere(&self, own: &Url, next: &Url) -> Result<&reqwest::Client, HttpError> {
        if self.elsewhere.get().is_none() {
            let level = redirect::level_of(own).await;
            let client = self
                .settings
                .client(Some(level))
                .map_err(|error| HttpError::new(HttpErrorKind::Unknown, error.without_url()))?;
            self.elsewhere.set((level, client));
        }
        let Some((level, client)) = self.elsewhere.get() else { return Err(refuse("no client for redirections")) };
        redirect::check_address(*level, next).map_err(|why| refuse(&why))?;
        Ok(client)
    }
}

/// The error of a request that only reads. An answer that is no HTTP may be the surplus of the one before it on the
/// same connection, which is closed by then: such a request is sent again.
fn broken(error: HttpError) -> HttpError {
    let first: &dyn StdError = &error;
    let mut chain = std::iter::successors(Some(first), |error| (*error).source());
    // The parser of answers tells its errors from others only by their texts.
    let is_no_answer = error.kind() == HttpErrorKind::Unknown
        && chain.any(|error| error.to_string().starts_with("invalid HTTP") && error.source().is_none());
    if is_no_answer { HttpError::new(HttpErrorKind::Interrupted, error) } else { error }
}

/// An error that a repeated request would meet again.
fn refuse(why: &str) -> HttpError {
    HttpError::new(HttpErrorKind::Unknown, std::io::Error::other(why.to_owned()))
}

fn is_listing(query: &str) -> bool {
    query.split('&').any(|pair| pair.starts_with("list-type=") || pair == "comp=list")
}

/// The answer with its body in memory, after `edit`, if that has at most `most` bytes.
async fn short(response: HttpResponse, most: usize, edit: fn(Vec<u8>) -> Vec<u8>) -> Result<HttpResponse, HttpError> {
    let (parts, body) = response.into_parts();
    let mut stream = body.bytes_stream();
    let mut bytes = Vec::new();
    while let Some(piece) = stream.next().await {
        let piece = piece?;
        if bytes.len() + piece.len() > most {
            return Err(refuse(&format!(
                "an answer that is not a value must have at most {most} bytes; this one has more"
            )));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(HttpResponse::from_parts(parts, edit(bytes).into()))
}

/// The answer with the beginning of its body, as far as it arrives.
async fn cut(response: HttpResponse) -> HttpResponse {
    let (parts, body) = response.into_parts();
    let mut stream = body.bytes_stream();
    let mut bytes = Vec::new();
    while let Some(Ok(piece)) = stream.next().await {
        let room = LONGEST_ERROR - bytes.len();
        bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        if bytes.len() == LONGEST_ERROR {
            break;
        }
    }
    HttpResponse::from_parts(parts, String::from_utf8_lossy(&bytes).into_owned().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Headers of the caller may be secrets: the servers that give out credentials do not get them.
    #[test]
    fn the_servers_of_objects_are_told_from_those_of_credentials() {
        let google = Server::Of("https://storage.googleapis.com".parse().unwrap());
        for (server, url, is) in [
            (&Server::Amazon, "https://s3.eu-west-1.amazonaws.com/b/k", true),
            (&Server::Amazon, "https://b.s3.eu-west-1.amazonaws.com/k", true),
            (&Server::Amazon, "https://b--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com/k", true),
            (&Server::Amazon, "https://sts.eu-west-1.amazonaws.com/", false),
            (&Server::Amazon, "http://169.254.169.254/latest", false),
            (&Server::Amazon, "https://s3.amazonaws.com.example.org/b/k", false),
            (&google, "https://storage.googleapis.com/b/k", true),
            (&google, "https://oauth2.googleapis.com/token", false),
            (&Server::Account("mine".to_owned()), "https://mine.blob.core.windows.net/c/k", true),
            (&Server::Account("mine".to_owned()), "https://login.microsoftonline.com/mine.blob.", false),
        ] {
            assert_eq!(server.is(&url.parse().unwrap()), is, "{url}");
        }
    }

    /// A read that meets the surplus of another answer on its connection would fail, with the value there.
    #[test]
    fn a_read_is_sent_again_after_an_answer_that_is_no_http() {
        let kind = |text: &str, kind| broken(HttpError::new(kind, std::io::Error::other(text.to_owned()))).kind();
        assert_eq!(kind("invalid HTTP version parsed", HttpErrorKind::Unknown), HttpErrorKind::Interrupted);
        assert_eq!(kind("invalid HTTP version parsed", HttpErrorKind::Decode), HttpErrorKind::Decode);
        assert_eq!(kind("the server redirects to what is not a URL", HttpErrorKind::Unknown), HttpErrorKind::Unknown);
    }
}
