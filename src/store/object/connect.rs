//! From a place and the options to a client: the one file that knows how each provider is spoken to. What the options
//! leave open, the environment says (`AWS_*`, `GOOGLE_*`, `AZURE_*`).

use super::failure::Secrets;
use super::location::{Provider, RemoteLocation};
use super::names;
use super::profile::{self, Keys};
use super::region::AskRegion;
use super::transport::{ConnectionSettings, Connector, Server};
use crate::error::{Error, Result};
use crate::store::remote::Remote;
use crate::sync::fork::LazyLock;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, AwsCredential, S3ConditionalPut};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::http::HttpBuilder;
use object_store::list::PaginatedListStore;
use object_store::{BackoffConfig, ClientConfigKey, HeaderMap, ObjectStore, RetryConfig, StaticCredentialProvider};
use reqwest::header::{AUTHORIZATION, HeaderValue};
use reqwest::{Certificate, Url};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::sync::Arc;
use std::time::Duration;

/// A server, reached by two clients that share credentials and connections.
pub(super) struct Clients {
    /// Repeats requests that fail on the way.
    pub(super) retrying: Arc<dyn ObjectStore>,
    /// Makes each request once.
    pub(super) once: Arc<dyn ObjectStore>,
    /// Lists page by page; web servers can't.
    pub(super) lister: Option<Arc<dyn PaginatedListStore>>,
}

impl Clients {
    fn new<C: ObjectStore + PaginatedListStore>(retrying: C, once: C) -> Self {
        let retrying = Arc::new(retrying);
        let lister: Arc<dyn PaginatedListStore> = Arc::clone(&retrying) as _;
        Self { retrying, once: Arc::new(once), lister: Some(lister) }
    }
}

/// Clients, and their settings.
pub(super) struct Connected {
    pub(super) clients: Clients,
    /// The server, where it is not the provider's own.
    pub(super) endpoint: Option<String>,
    pub(super) secrets: Secrets,
    /// How to ask in which region a bucket lies, where that is left to its server.
    pub(super) region: Option<AskRegion>,
}

/// Makes the numbers of this process, from which no secret can be found.
static NUMBERS: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// A number for something that may be secret.
pub(super) fn number(of: impl Hash) -> u64 {
    NUMBERS.hash_one(of)
}

impl Connected {
    /// A number for what decides what there is to be seen at a place: who asks, and with which headers.
    pub(super) fn view(&self, remote: &Remote) -> u64 {
        let names = (&remote.account, &remote.service_account, &remote.profile, &remote.sas);
        number((remote.anonymous, names, &remote.headers, &self.endpoint, &self.secrets))
    }
}

/// Makes a client. Nothing is sent yet.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for options that don't fit together, errors of reading a file.
pub(super) fn connect(place: &RemoteLocation, remote: &Remote) -> Result<Connected> {
    // TLS needs a cryptography provider for the process; one that the program has already chosen is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut secrets = Secrets::default();
    place.secrets.iter().for_each(|secret| secrets.add(Some(secret)));
    for secret in [&remote.access_key, &remote.secret_key, &remote.token, &remote.sas] {
        secrets.add(secret.as_deref());
    }
    remote.headers.iter().for_each(|(_, value)| secrets.add(Some(value)));
    secrets.add_url(remote.proxy.as_deref());
    secrets.add_url(remote.endpoint.as_deref());
    let connected = match place.provider {
        Provider::Http => http(place, remote, &mut secrets),
        Provider::S3 => s3(place, remote, &mut secrets),
        Provider::Google => google(place, remote, &mut secrets),
        Provider::Azure => azure(place, remote, &mut secrets),
    };
    match connected {
        Ok(ServerClients { clients, endpoint, region }) => Ok(Connected { clients, endpoint, secrets, region }),
        Err(Wrong::Ours(error)) => Err(error),
        Err(Wrong::Theirs(error)) => {
            Err(Error::invalid_argument(secrets.hide(&format!("store {}: {error}", place.shown))))
        }
    }
}

/// Why there is no client.
pub(super) enum Wrong {
    Ours(Error),
    Theirs(Box<object_store::Error>),
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

impl From<object_store::Error> for Wrong {
    fn from(error: object_store::Error) -> Self {
        Self::Theirs(Box::new(error))
    }
}

/// The clients for a server, with the facts that were learned on the way.
struct ServerClients {
    clients: Clients,
    /// Where it is, unless it is the provider's own.
    endpoint: Option<String>,
    region: Option<AskRegion>,
}

impl ServerClients {
    fn new(clients: Clients, endpoint: Option<String>) -> Self {
        Self { clients, endpoint, region: None }
    }
}

type MadeOrWrong = std::result::Result<ServerClients, Wrong>;

/// The settings of connections to a server. `environment`: the value of `..._ALLOW_HTTP`.
fn settings(
    place: &RemoteLocation,
    remote: &Remote,
    server: Server,
    environment: Option<String>,
) -> Result<ConnectionSettings> {
    let headers: HashMap<String, String> = remote.headers.iter().cloned().collect();
    let headers = HeaderMap::try_from(&headers)
        .map_err(|_| Error::invalid_argument("option \"headers\": a name or a value is none of HTTP"))?;
    let allow_http = remote.allow_http || place.bucket.starts_with("http://") || environment.as_deref() == Some("true");
    Ok(ConnectionSettings {
        allow_http,
        connect_timeout: remote.connect_timeout,
        // A large value may take its time, as long as something comes.
        timeout: remote.timeout,
        proxy: remote.proxy.clone(),
        certificates: certificates(remote)?,
        headers,
        redirects: remote.redirects,
        server,
    })
}

fn certificates(remote: &Remote) -> Result<Vec<Certificate>> {
    let Some(path) = &remote.ca_certificate else { return Ok(Vec::new()) };
    let what = || format!("option \"ca_certificate\": file {path}");
    let bundle = std::fs::read(path).map_err(|error| Error::io(&error, what()))?;
    let certificates = Certificate::from_pem_bundle(&bundle).unwrap_or_default();
    if certificates.is_empty() {
        return Err(Error::invalid_argument(format!("{}: it holds no certificate (PEM)", what())));
    }
    Ok(certificates)
}

fn retry(remote: &Remote) -> RetryConfig {
    let backoff =
        BackoffConfig { init_backoff: Duration::from_millis(100), max_backoff: Duration::from_secs(10), base: 2.0 };
    RetryConfig { backoff, max_retries: remote.retries, retry_timeout: remote.retry_deadline }
}

fn no_retry() -> RetryConfig {
    RetryConfig { max_retries: 0, ..RetryConfig::default() }
}

fn http(place: &RemoteLocation, remote: &Remote, secrets: &mut Secrets) -> MadeOrWrong {
    let mut url = names::server("URL", &place.bucket)?;
    let authorization = match &remote.token {
        Some(token) => Some(format!("Bearer {token}")),
        None => basic_authorization(&url),
    };
    // The user goes along as a header, which stays with this server.
    let _ = (url.set_username(""), url.set_password(None));
    let text = url.as_str().to_owned();
    let mut settings = settings(place, remote, Server::Of(url), None)?;
    if let Some(authorization) = authorization {
        secrets.add(authorization.split_once(' ').map(|(_, secret)| secret));
        let value = HeaderValue::try_from(authorization)
            .map_err(|_| Error::invalid_argument("option \"token\": it must be visible ASCII"))?;
        settings.headers.insert(AUTHORIZATION, value);
    }
    let connector = Connector::new(settings);
    let builder =
        HttpBuilder::new().with_url(text).with_client_options(connector.options()).with_http_connector(connector);
    let retrying: Arc<dyn ObjectStore> = Arc::new(builder.with_retry(retry(remote)).build()?);
    Ok(ServerClients::new(Clients { once: Arc::clone(&retrying), retrying, lister: None }, None))
}

/// The header for the user of a URL (RFC 7617).
fn basic_authorization(url: &Url) -> Option<String> {
    let plain = |text: &str| crate::store::address::percent_decode(text).unwrap_or_else(|| text.as_bytes().to_vec());
    let user = [plain(url.username()), plain(url.password().unwrap_or_default())].join(&b':');
    (user != b":").then(|| format!("Basic {}", STANDARD.encode(user)))
}

fn s3(place: &RemoteLocation, remote: &Remote, secrets: &mut Secrets) -> MadeOrWrong {
    use AmazonS3ConfigKey as Key;
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(&place.bucket);
    let given = |builder: &AmazonS3Builder, key| builder.get_config_value(&key).filter(|value| !value.is_empty());
    for key in [Key::AccessKeyId, Key::SecretAccessKey, Key::Token] {
        secrets.add(given(&builder, key).as_deref());
    }
    // Options go before the environment, and that before the files of the profile.
    let sources = [
        Key::AccessKeyId,
        Key::WebIdentityTokenFile,
        Key::ContainerCredentialsRelativeUri,
        Key::ContainerCredentialsFullUri,
    ];
    let environment = sources.into_iter().any(|key| given(&builder, key).is_some());
    let own = Keys { id: remote.access_key.clone(), secret: remote.secret_key.clone(), token: remote.token.clone() };
    let mut keys = own;
    if !remote.anonymous && keys.is_none() && (remote.profile.is_some() || !environment) {
        let profile = profile::read(remote.profile.as_deref())?;
        if let Some(region) =
            profile.region.filter(|_| remote.profile.is_some() || given(&builder, Key::Region).is_none())
        {
            builder = builder.with_region(region);
        }
        keys = profile.keys;
    }
    if !keys.is_none() {
        let (Some(key_id), Some(secret_key)) = (keys.id, keys.secret) else {
            let why = "a key of S3 is its id and its secret: \"access_key\" and \"secret_key\"";
            return Err(Error::invalid_argument(format!("store {}: {why}", place.shown)).into());
        };
        secrets.add(Some(&key_id));
        secrets.add(Some(&secret_key));
        secrets.add(keys.token.as_deref());
        let credential = AwsCredential { key_id, secret_key, token: keys.token };
        builder = builder.with_credentials(Arc::new(StaticCredentialProvider::new(credential)));
    }
    if let Some(region) = &remote.region {
        builder = builder.with_region(region);
    }
    if remote.anonymous {
        builder = builder.with_skip_signature(true);
    }
    if !remote.conditional {
        builder = builder.with_conditional_put(S3ConditionalPut::Disabled);
    }
    if remote.requester_pays {
        builder = builder.with_request_payer(true);
    }
    if remote.virtual_hosted {
        builder = builder.with_virtual_hosted_style_request(true);
    }
    if let Some(region) = given(&builder, Key::Region) {
        names::name("region", &region)?;
    }
    let environment = given(&builder, Key::S3Endpoint).or_else(|| given(&builder, Key::Endpoint));
    let endpoint = match (&remote.endpoint, environment) {
        (Some(endpoint), _) if remote.virtual_hosted => {
            names::endpoint(endpoint)?;
            Some(names::endpoint(&with_host(endpoint, &place.bucket))?)
        }
        (Some(endpoint), _) => Some(names::endpoint(endpoint)?),
        (None, environment) => environment.map(|endpoint| names::endpoint(&endpoint)).transpose()?,
    };
    if endpoint.is_none() && remote.virtual_hosted {
        names::server("host", &format!("https://{}.s3.amazonaws.com", place.bucket))?;
    }
    let server = endpoint.as_ref().map_or(Server::Amazon, |url| Server::Of(url.clone()));
    let endpoint = endpoint.as_ref().map(names::base);
    if let Some(endpoint) = &endpoint {
        builder = builder.with_config(Key::S3Endpoint, endpoint);
    }
    let environment = given(&builder, Key::Client(ClientConfigKey::AllowHttp));
    let settings = settings(place, remote, server, environment)?;
    let connector = Connector::new(settings);
    let region = AskRegion::of(place, remote, endpoint.as_deref(), &connector)?;
    builder = builder.with_client_options(connector.options()).with_http_connector(connector);
    let retrying = builder.clone().with_retry(retry(remote)).build()?;
    let once = builder.with_credentials(Arc::clone(retrying.credentials())).with_retry(no_retry()).build()?;
    Ok(ServerClients { region, ..ServerClients::new(Clients::new(retrying, once), endpoint) })
}

/// The URL of a server with a bucket in front of its name, which is what the client takes.
fn with_host(endpoint: &str, bucket: &str) -> String {
    endpoint
        .split_once("://")
        .map_or_else(|| format!("{bucket}.{endpoint}"), |(scheme, host)| format!("{scheme}://{bucket}.{host}"))
}

fn google(place: &RemoteLocation, remote: &Remote, secrets: &mut Secrets) -> MadeOrWrong {
    use GoogleConfigKey as Key;
    let mut builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(&place.bucket);
    secrets.add(builder.get_config_value(&Key::ServiceAccountKey).as_deref());
    secrets.add(builder.get_config_value(&Key::BearerToken).as_deref());
    if let Some(path) = &remote.service_account {
        builder = builder.with_service_account_path(path);
    }
    // A message about the file would repeat the key.
    if builder.get_config_value(&Key::ServiceAccount).is_some_and(|path| path.trim_start().starts_with('{')) {
        let why = "option \"service_account\": it must be the path of a JSON file, not the JSON itself";
        return Err(Error::invalid_argument(why).into());
    }
    if let Some(token) = &remote.token {
        builder = builder.with_bearer_token(token);
    }
    if remote.anonymous {
        builder = builder.with_skip_signature(true);
    }
    let given = remote.endpoint.clone().or_else(|| builder.get_config_value(&Key::BaseUrl));
    let endpoint = given.map(|endpoint| names::endpoint(&endpoint)).transpose()?;
    let server = endpoint.clone().map_or_else(|| names::server("endpoint", GOOGLE), Ok)?;
    let endpoint = endpoint.as_ref().map(names::base);
    if let Some(endpoint) = &endpoint {
        builder = builder.with_base_url(endpoint);
    }
    let environment = builder.get_config_value(&Key::Client(ClientConfigKey::AllowHttp));
    let settings = settings(place, remote, Server::Of(server), environment)?;
    let connector = Connector::new(settings);
    builder = builder.with_client_options(connector.options()).with_http_connector(connector);
    let retrying = builder.clone().with_retry(retry(remote)).build()?;
    let once = builder.with_credentials(Arc::clone(retrying.credentials())).with_retry(no_retry()).build()?;
    Ok(ServerClients::new(Clients::new(retrying, once), endpoint))
}

/// The server of Google Cloud Storage.
const GOOGLE: &str = "https://storage.googleapis.com";

fn azure(place: &RemoteLocation, remote: &Remote, secrets: &mut Secrets) -> MadeOrWrong {
    use AzureConfigKey as Key;
    let mut builder = MicrosoftAzureBuilder::from_env().with_container_name(&place.bucket);
    for key in [Key::AccessKey, Key::ClientSecret, Key::SasKey, Key::Token] {
        secrets.add(builder.get_config_value(&key).as_deref());
    }
    for (key, value) in [
        (Key::AccountName, place.account.as_ref().or(remote.account.as_ref())),
        (Key::AccessKey, remote.access_key.as_ref()),
        (Key::Token, remote.token.as_ref()),
        (Key::SasKey, remote.sas.as_ref()),
        (Key::Endpoint, remote.endpoint.as_ref()),
    ] {
        builder = value.map_or(builder.clone(), |value| builder.with_config(key, value));
    }
    for pair in remote.sas.iter().flat_map(|sas| sas.split('&')) {
        secrets.add(pair.split_once('=').map(|(_, value)| value));
    }
    if remote.anonymous {
        builder = builder.with_skip_signature(true);
    }
    let account = builder.get_config_value(&Key::AccountName);
    if let Some(account) = &account {
        names::name("account", account)?;
    }
    let given = builder.get_config_value(&Key::Endpoint);
    let endpoint = given.map(|endpoint| names::endpoint(&endpoint)).transpose()?;
    let server = endpoint.clone().map_or_else(|| Server::Account(account.clone().unwrap_or_default()), Server::Of);
    let endpoint = endpoint.as_ref().map(names::base);
    if let Some(endpoint) = &endpoint {
        builder = builder.with_config(Key::Endpoint, endpoint);
    }
    let environment = builder.get_config_value(&Key::Client(ClientConfigKey::AllowHttp));
    let settings = settings(place, remote, server, environment)?;
    let connector = Connector::new(settings);
    builder = builder.with_client_options(connector.options()).with_http_connector(connector);
    let retrying = builder.clone().with_retry(retry(remote)).build()?;
    let once = builder.with_credentials(Arc::clone(retrying.credentials())).with_retry(no_retry()).build()?;
    Ok(ServerClients::new(Clients::new(retrying, once), endpoint.or(account)))
}
