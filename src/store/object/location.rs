//! The location that the URL of a store names: the server, the bucket, and the prefix in it.

use super::names;
use crate::error::{Error, Result};
use crate::store::address::{percent_decode, shown};
use crate::store::key::check_key;

/// The protocols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Provider {
    /// Any web server: files can be read by name, and not be listed.
    Http,
    S3,
    Google,
    Azure,
}

/// A place where objects lie.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RemoteLocation {
    pub(super) provider: Provider,
    /// The bucket or container; for HTTP the URL of the folder, with the parts that only the server should see.
    pub(super) bucket: String,
    /// The account that the URL of an Azure container names.
    pub(super) account: Option<String>,
    /// The prefix of all names of objects: empty, or ends in `/`.
    pub(super) prefix: String,
    /// The place in messages.
    pub(super) shown: String,
    /// The parts of the URL that must not be shown.
    pub(super) secrets: Vec<String>,
}

impl std::fmt::Debug for RemoteLocation {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.shown)
    }
}

impl RemoteLocation {
    /// Reads a URL, whose scheme is known to be one of these, cut at `://`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for one without a bucket or host, or with a prefix that no key can have.
    pub(super) fn parse(scheme: &str, rest: &str) -> Result<Self> {
        let scheme = scheme.to_ascii_lowercase();
        let provider = match scheme.as_str() {
            "http" | "https" => return Self::parse_http(&scheme, rest),
            "s3" | "s3a" => Provider::S3,
            "gs" | "gcs" => Provider::Google,
            _ => Provider::Azure,
        };
        let url = shown(&format!("{scheme}://{rest}"));
        let refuse = |why: &str| Error::invalid_argument(format!("URL {url}: {why}"));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        // abfs://container@account.dfs.core.windows.net/path
        let (bucket, account) = match authority.split_once('@') {
            Some((container, host)) if provider == Provider::Azure => {
                (container, Some(host.split('.').next().unwrap_or(host).to_owned()))
            }
            Some(_) => {
                // This part of the URL may be a secret, and is not repeated.
                let why =
                    format!("URL {scheme}://...: it has no user; keys are options, or variables of the environment");
                return Err(Error::invalid_argument(why));
            }
            None => (authority, None),
        };
        if bucket.is_empty() {
            return Err(refuse("the bucket is missing"));
        }
        match provider {
            // The part before an `@` may be a secret, and is not repeated.
            Provider::Azure if account.is_some() && names::name("container", bucket).is_err() => {
                return Err(refuse("the container must be 1 to 255 letters, digits, '-', '_' and '.'"));
            }
            Provider::Azure => names::name("container", bucket)?,
            _ => names::name("bucket", bucket)?,
        }
        if path.contains(['?', '#']) {
            return Err(refuse("it has no query and no fragment"));
        }
        let path = path.strip_suffix('/').unwrap_or(path);
        if !path.is_empty() {
            check_key(path).map_err(|error| refuse(error.message()))?;
        }
        let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
        let shown = format!("{scheme}://{authority}/{prefix}");
        Ok(Self { provider, bucket: bucket.to_owned(), account, prefix, shown, secrets: Vec::new() })
    }

    fn parse_http(scheme: &str, rest: &str) -> Result<Self> {
        let url = shown(&format!("{scheme}://{rest}"));
        let refuse = |why: &str| Err(Error::invalid_argument(format!("URL {url}: {why}")));
        let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (user, host) = authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
        if host.is_empty() {
            return refuse("the host is missing");
        }
        if path.contains('#') || query.is_some_and(|query| query.contains('#')) {
            return refuse("it has no fragment");
        }
        let path = path.trim_end_matches('/');
        let slash = if path.is_empty() { "" } else { "/" };
        let user_at = user.map(|user| format!("{user}@")).unwrap_or_default();
        let asked = query.map(|query| format!("?{query}")).unwrap_or_default();
        let mut secrets: Vec<String> = query.into_iter().map(str::to_owned).collect();
        secrets.extend(query.into_iter().flat_map(|query| query.split('&')).filter_map(|pair| {
            let (_, value) = pair.split_once('=')?;
            Some(value.to_owned())
        }));
        secrets.extend(user.into_iter().flat_map(|user| user.split(':')).map(str::to_owned));
        Ok(Self {
            provider: Provider::Http,
            bucket: format!("{scheme}://{user_at}{host}/{path}{asked}"),
            account: None,
            prefix: String::new(),
            shown: format!("{scheme}://{host}/{path}{slash}"),
            secrets,
        })
    }
}

/// Splits the URL of an object, behind `://`, into that of the prefix it lies in, and its key there.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for a URL that ends with a place.
pub(super) fn split_object(scheme: &str, rest: &str) -> Result<(String, String)> {
    let is_http = scheme.to_ascii_lowercase().starts_with("http");
    let (path, query) = match rest.split_once('?') {
        Some((path, query)) if is_http => (path, format!("?{query}")),
        _ => (rest, String::new()),
    };
    let url = shown(&format!("{scheme}://{rest}"));
    let refuse = || Error::invalid_argument(format!("URL {url}: it does not name one object"));
    let (parent, name) = path.rsplit_once('/').filter(|(_, name)| !name.is_empty()).ok_or_else(refuse)?;
    let key = match is_http {
        true => percent_decode(name).and_then(|name| String::from_utf8(name).ok()),
        false => Some(name.to_owned()),
    };
    Ok((format!("{parent}{query}"), key.ok_or_else(refuse)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_cut_into_their_parts() {
        let place = |scheme, rest| RemoteLocation::parse(scheme, rest).unwrap();
        let s3 = place("S3", "bucket/a/b/");
        assert_eq!(
            (s3.provider, &*s3.bucket, &*s3.prefix, &*s3.shown),
            (Provider::S3, "bucket", "a/b/", "s3://bucket/a/b/")
        );
        assert_eq!(place("gs", "bucket").prefix, "");
        let azure = place("abfss", "box@account.dfs.core.windows.net/a");
        assert_eq!((&*azure.bucket, azure.account.as_deref(), &*azure.prefix), ("box", Some("account"), "a/"));
        assert_eq!(place("az", "box/a").account, None);
        let http = place("https", "me:secret@host:81/a%20b//?sig=abcdef&x=1");
        assert_eq!(http.bucket, "https://me:secret@host:81/a%20b?sig=abcdef&x=1");
        assert_eq!(http.shown, "https://host:81/a%20b/");
        assert_eq!(http.secrets, ["sig=abcdef&x=1", "abcdef", "1", "me", "secret"]);
        assert_eq!(place("http", "host").bucket, "http://host/");
    }

    #[test]
    fn objects_lie_in_a_place() {
        let split = |scheme, rest| split_object(scheme, rest).unwrap();
        assert_eq!(split("s3", "bucket/a/b%20c.zip"), ("bucket/a".to_owned(), "b%20c.zip".to_owned()));
        assert_eq!(split("gs", "bucket/b.zip"), ("bucket".to_owned(), "b.zip".to_owned()));
        assert_eq!(split("HTTPS", "host/a%20b/c%20d.zip?x=/y"), ("host/a%20b?x=/y".to_owned(), "c d.zip".to_owned()));
        for (scheme, rest) in [
            ("s3", "bucket"),
            ("s3", "bucket/"),
            ("s3", "bucket/?secret/"),
            ("https", "me:secret@host"),
            ("http", "host/%zz"),
            ("http", "host/%zz#secret"),
        ] {
            let error = split_object(scheme, rest).unwrap_err();
            assert!(
                error.kind() == crate::ErrorKind::InvalidArgument && !error.message().contains("secret"),
                "{error}"
            );
        }
    }

    #[test]
    fn what_names_no_place_is_refused_without_its_secrets() {
        for (scheme, rest) in
            [("s3", ""), ("s3", "/a"), ("gs", "b//a"), ("az", "b/../a"), ("s3", "b/a?x"), ("http", "/a")]
        {
            let error = RemoteLocation::parse(scheme, rest).unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::InvalidArgument, "{scheme}://{rest}");
        }
        for (scheme, rest) in [
            ("s3", "AKIA:hidden@bucket/a"),
            ("https", "me:hidden@host/x#hidden"),
            ("https", "host/x?hidden#hidden"),
            ("http", "me:hidden@/x?hidden"),
        ] {
            let error = RemoteLocation::parse(scheme, rest).unwrap_err();
            assert!(!error.message().contains("hidden"), "{error}");
        }
    }
}
