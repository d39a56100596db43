//! The options of remote stores.

use super::{boolean, integer, word};
use crate::error::{Error, Result, ResultExt};
use crate::json::Value;
use crate::store;

/// Their names.
pub(super) const REMOTE_OPTIONS: [&str; 26] = [
    "account",
    "access_key",
    "secret_key",
    "token",
    "sas",
    "service_account",
    "profile",
    "region",
    "endpoint",
    "ca_certificate",
    "proxy",
    "anonymous",
    "virtual_hosted",
    "requester_pays",
    "allow_http",
    "conditional",
    "forbidden_is_missing",
    "headers",
    "connect_timeout",
    "timeout",
    "deadline",
    "redirects",
    "retry_deadline",
    "retries",
    "in_flight",
    "io_threads",
];

/// Applies an option of remote stores; None for any other option.
pub(super) fn read(remote: &mut store::Remote, name: &str, value: Value) -> Option<Result<()>> {
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
