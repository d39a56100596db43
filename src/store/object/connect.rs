//! From a place and the options to a client: the one file that knows how each provider is spoken to. What the options leave
//! open, the environment says (`AWS_*`, `GOOGLE_*`, `AZURE_*`).

use super::failure::Secrets;
use super::place::{Place, Provider};
use super::profile::{self, Keys};
use crate::error::{Error, Result};
use crate::store::Remote;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey, AwsCredential, S3ConditionalPut};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::http::HttpBuilder;
use object_store::{
    BackoffConfig, Certificate, ClientConfigKey, ClientOptions, HeaderMap, ObjectStore, RetryConfig,
    StaticCredentialProvider,
};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// A client, and what has to be known about it.
pub(super) struct Connected {
    pub(super) client: Arc<dyn ObjectStore>,
    /// The server, where it is not the provider's own.
    pub(super) endpoint: Option<String>,
    pub(super) secrets: Secrets,
}

/// Makes a client. Nothing is sent yet.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for options that don't fit together, what reading a file gives.
pub(super) fn connect(place: &Place, remote: &Remote) -> Result<Connected> {
    // TLS asks for the cryptography of the process; where somebody has already chosen, that is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut secrets = Secrets::default();
    place.secrets.iter().for_each(|secret| secrets.add(Some(secret)));
    for secret in [&remote.access_key, &remote.secret_key, &remote.token, &remote.sas] {
        secrets.add(secret.as_deref());
    }
    remote.headers.iter().for_each(|(_, value)| secrets.add(Some(value)));
    secrets.add_url(remote.proxy.as_deref());
    secrets.add_url(remote.endpoint.as_deref());
    let options = client_options(place, remote)?;
    let connected = match place.provider {
        Provider::Http => http(place, remote, options).map(|client| (client, None)),
        Provider::S3 => s3(place, remote, options, &mut secrets),
        Provider::Google => google(place, remote, options, &mut secrets),
        Provider::Azure => azure(place, remote, options, &mut secrets),
    };
    match connected {
        Ok((client, endpoint)) => {
            secrets.add_url(endpoint.as_deref());
            Ok(Connected { client, endpoint, secrets })
        }
        Err(Wrong::Ours(error)) => Err(error),
        Err(Wrong::Theirs(error)) => {
            Err(Error::invalid_argument(secrets.hide(&format!("store {}: {error}", place.shown))))
        }
    }
}

/// Why there is no client.
enum Wrong {
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

type Client = std::result::Result<(Arc<dyn ObjectStore>, Option<String>), Wrong>;

fn client_options(place: &Place, remote: &Remote) -> Result<ClientOptions> {
    let allow_http = remote.allow_http || place.bucket.starts_with("http://");
    let mut options = ClientOptions::new()
        .with_allow_http(allow_http)
        .with_connect_timeout(remote.connect_timeout)
        // A large value may take its time, as long as something comes.
        .with_timeout_disabled()
        .with_read_timeout(remote.timeout);
    if let Some(proxy) = &remote.proxy {
        options = options.with_proxy_url(proxy);
    }
    if let Some(path) = &remote.ca_certificate {
        let what = || format!("option \"ca_certificate\": file {path}");
        let bundle = std::fs::read(path).map_err(|error| Error::io(&error, what()))?;
        let certificates = Certificate::from_pem_bundle(&bundle).unwrap_or_default();
        if certificates.is_empty() {
            return Err(Error::invalid_argument(format!("{}: it holds no certificate (PEM)", what())));
        }
        options = certificates.into_iter().fold(options, ClientOptions::with_root_certificate);
    }
    let mut headers: HashMap<String, String> = remote.headers.iter().cloned().collect();
    if let (Provider::Http, Some(token)) = (place.provider, &remote.token) {
        headers.insert("authorization".to_owned(), format!("Bearer {token}"));
    }
    if !headers.is_empty() {
        let headers = HeaderMap::try_from(&headers)
            .map_err(|_| Error::invalid_argument("option \"headers\": a name or a value is none of HTTP"))?;
        options = options.with_default_headers(headers);
    }
    Ok(options)
}

fn retry(remote: &Remote) -> RetryConfig {
    let backoff =
        BackoffConfig { init_backoff: Duration::from_millis(100), max_backoff: Duration::from_secs(10), base: 2.0 };
    RetryConfig { backoff, max_retries: remote.retries, retry_timeout: remote.retry_deadline }
}

fn http(place: &Place, remote: &Remote, options: ClientOptions) -> std::result::Result<Arc<dyn ObjectStore>, Wrong> {
    let builder = HttpBuilder::new().with_url(&place.bucket).with_client_options(options).with_retry(retry(remote));
    Ok(Arc::new(builder.build()?))
}

fn s3(place: &Place, remote: &Remote, options: ClientOptions, secrets: &mut Secrets) -> Client {
    use AmazonS3ConfigKey as Key;
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(&place.bucket).with_retry(retry(remote));
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
    if remote.virtual_hosted {
        builder = builder.with_virtual_hosted_style_request(true);
    }
    if let Some(endpoint) = &remote.endpoint {
        let endpoint = if remote.virtual_hosted { with_host(endpoint, &place.bucket) } else { endpoint.clone() };
        builder = builder.with_config(Key::S3Endpoint, endpoint);
    }
    let endpoint = given(&builder, Key::S3Endpoint).or_else(|| given(&builder, Key::Endpoint));
    let options = allow_http(options, given(&builder, Key::Client(ClientConfigKey::AllowHttp)));
    Ok((Arc::new(builder.with_client_options(options).build()?), endpoint))
}

/// What `..._ALLOW_HTTP` of the environment says, which would be lost with the options that take its place.
fn allow_http(options: ClientOptions, environment: Option<String>) -> ClientOptions {
    if environment.as_deref() == Some("true") { options.with_allow_http(true) } else { options }
}

/// The URL of a server with a bucket in front of its name, which is what the client takes.
fn with_host(endpoint: &str, bucket: &str) -> String {
    endpoint
        .split_once("://")
        .map_or_else(|| format!("{bucket}.{endpoint}"), |(scheme, host)| format!("{scheme}://{bucket}.{host}"))
}

fn google(place: &Place, remote: &Remote, options: ClientOptions, secrets: &mut Secrets) -> Client {
    let mut builder = GoogleCloudStorageBuilder::from_env().with_bucket_name(&place.bucket).with_retry(retry(remote));
    secrets.add(builder.get_config_value(&GoogleConfigKey::ServiceAccountKey).as_deref());
    secrets.add(builder.get_config_value(&GoogleConfigKey::BearerToken).as_deref());
    if let Some(path) = &remote.service_account {
        builder = builder.with_service_account_path(path);
    }
    if let Some(token) = &remote.token {
        builder = builder.with_bearer_token(token);
    }
    if remote.anonymous {
        builder = builder.with_skip_signature(true);
    }
    if let Some(endpoint) = &remote.endpoint {
        builder = builder.with_base_url(endpoint);
    }
    let endpoint = builder.get_config_value(&GoogleConfigKey::BaseUrl);
    let environment = builder.get_config_value(&GoogleConfigKey::Client(ClientConfigKey::AllowHttp));
    let options = allow_http(options, environment);
    Ok((Arc::new(builder.with_client_options(options).build()?), endpoint))
}

fn azure(place: &Place, remote: &Remote, options: ClientOptions, secrets: &mut Secrets) -> Client {
    use AzureConfigKey as Key;
    let mut builder = MicrosoftAzureBuilder::from_env().with_container_name(&place.bucket).with_retry(retry(remote));
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
    let server = builder.get_config_value(&Key::Endpoint).or_else(|| builder.get_config_value(&Key::AccountName));
    let options = allow_http(options, builder.get_config_value(&Key::Client(ClientConfigKey::AllowHttp)));
    Ok((Arc::new(builder.with_client_options(options).build()?), server))
}
