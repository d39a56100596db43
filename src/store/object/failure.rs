//! Failures of requests to a server, in words, with the kind that callers act on, and without secrets that only the
//! caller and the server should know.

use crate::error::{Error, ErrorKind};
use object_store::client::{HttpError, HttpErrorKind};
use std::error::Error as StdError;

/// Why a request failed.
#[derive(Debug)]
pub(super) struct RequestFailure {
    pub(super) cause: Cause,
    /// The status of the answer; 0: there was none.
    pub(super) status: u16,
    /// True if the request certainly did not reach the server.
    pub(super) unsent: bool,
    /// The system's code, where the request failed here; else 0.
    system: i32,
    /// The reason, for people.
    text: String,
}

/// The causes that callers tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// There is no such object.
    Missing,
    /// It is there already, or another version of it.
    Changed,
    /// The server refuses access.
    Forbidden,
    /// The range lies outside the object, or is not offered.
    Range,
    /// The answer is not the one that was announced; another try may be better.
    Broken,
    /// Nothing came in time.
    Late,
    /// The request itself can't be made.
    Refused,
    /// There is not enough memory for the answer.
    Memory,
    /// Anything else.
    Other,
}

impl RequestFailure {
    pub(super) fn new(cause: Cause, text: impl Into<String>) -> Self {
        Self { cause, status: 0, system: 0, unsent: false, text: text.into() }
    }

    /// True if the server refused the request; after 408 and 5xx it may have executed it.
    pub(super) fn is_refusal(&self) -> bool {
        (300..500).contains(&self.status) && self.status != 408
    }

    /// The failure of a write that the server may have carried out.
    pub(super) fn with_unknown_outcome(self) -> Self {
        let cause = if self.cause == Cause::Late { Cause::Late } else { Cause::Other };
        Self { cause, text: format!("{}; the outcome of the write is not known", self.text), ..self }
    }

    /// The body of an answer breaks off. `tried`: the client has retried already.
    pub(super) fn of_body(error: &object_store::Error, tried: bool) -> Self {
        let failure = Self::from(error);
        match failure.cause {
            Cause::Other if !tried => Self { cause: Cause::Broken, ..failure },
            // It goes on only at servers that know ranges.
            Cause::Range => Self { cause: Cause::Broken, ..failure },
            _ => failure,
        }
    }

    /// The error for the caller; the secrets are taken out of it.
    pub(super) fn error(&self, what: &str, secrets: &Secrets) -> Error {
        let kind = match self.cause {
            Cause::Missing => ErrorKind::NotFound,
            Cause::Changed => ErrorKind::Conflict,
            Cause::Forbidden => ErrorKind::Permission,
            Cause::Late => ErrorKind::Timeout,
            Cause::Refused => ErrorKind::InvalidArgument,
            Cause::Memory => ErrorKind::NoMemory,
            Cause::Range | Cause::Broken | Cause::Other => ErrorKind::Io,
        };
        Error::new(kind, secrets.hide(&format!("{what}: {}", self.text)))
            .with_system_code(i32::from(self.status).max(self.system))
    }
}

/// How the client spells an answer that is none of success.
const STATUS: &str = "Server returned non-2xx status code: ";

/// The texts of servers for a missing bucket or container, as opposed to a missing object.
const NO_CONTAINER: [&str; 2] = ["NoSuchBucket", "ContainerNotFound"];

impl From<&object_store::Error> for RequestFailure {
    fn from(error: &object_store::Error) -> Self {
        use object_store::Error as E;
        let first: &dyn StdError = error;
        let chain: Vec<&dyn StdError> = std::iter::successors(Some(first), |error| (*error).source()).collect();
        let answer =
            chain.iter().map(ToString::to_string).find_map(|text| text.strip_prefix(STATUS).map(str::to_owned));
        let status = answer.as_deref().and_then(|text| text.get(..3)?.parse().ok()).unwrap_or(0);
        let transport = chain.iter().find_map(|error| error.downcast_ref::<HttpError>()).map(HttpError::kind);
        let mut cause = match error {
            // Some clients also take a method that is not allowed for a missing object.
            E::NotFound { .. } if matches!(status, 0 | 404) => Cause::Missing,
            E::AlreadyExists { .. } | E::Precondition { .. } => Cause::Changed,
            E::PermissionDenied { .. } | E::Unauthenticated { .. } => Cause::Forbidden,
            E::NotSupported { .. } => Cause::Range,
            E::InvalidPath { .. } => Cause::Refused,
            _ => match (status, transport) {
                (410, _) => Cause::Missing,
                (401 | 403, _) => Cause::Forbidden,
                (409 | 412, _) => Cause::Changed,
                (416, _) => Cause::Range,
                (0, Some(HttpErrorKind::Timeout)) => Cause::Late,
                _ => Cause::Other,
            },
        };
        if answer.as_deref().is_some_and(|text| NO_CONTAINER.iter().any(|code| text.contains(code))) {
            cause = Cause::Other;
        }
        let text = match (&answer, transport) {
            (Some(answer), _) => format!("the server answers {}", spell_answer(answer)),
            (None, Some(kind)) => format!("{}: {}", spell_transport(kind), deepest(&chain)),
            (None, None) => deepest(&chain),
        };
        // Where no server has answered, the system may have said why.
        let system = chain.iter().find_map(|error| error.downcast_ref::<std::io::Error>()?.raw_os_error());
        let system = system.filter(|_| status == 0).unwrap_or(0);
        Self { cause, status, system, unsent: status == 0 && transport == Some(HttpErrorKind::Connect), text }
    }
}

fn spell_transport(kind: HttpErrorKind) -> &'static str {
    match kind {
        HttpErrorKind::Connect => "no connection",
        HttpErrorKind::Timeout => "no answer in time",
        HttpErrorKind::Interrupted | HttpErrorKind::Request => "the connection broke",
        _ => "the request failed",
    }
}

/// The last of a chain of errors says what happened; the others, where it was noticed.
fn deepest(chain: &[&dyn StdError]) -> String {
    chain.last().map(ToString::to_string).unwrap_or_default()
}

/// A status, and the reason in the document behind it.
fn spell_answer(answer: &str) -> String {
    let (status, body) = answer.split_once(": ").unwrap_or((answer, ""));
    let said: Vec<&str> = ["Code", "Message"].iter().filter_map(|name| element(body, name)).collect();
    match said.as_slice() {
        [] => status.trim().to_owned(),
        said => format!("{} ({})", status.trim(), said.join(": ")),
    }
}

/// The text of an element of a short XML document.
fn element<'a>(document: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = document.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    let end = text.char_indices().nth(300).map_or(text.len(), |(end, _)| end);
    let text = text[..end].lines().next().unwrap_or_default().trim();
    (!text.is_empty()).then_some(text)
}

/// Texts that must not stand in any message.
#[derive(Clone, Default, Hash)]
pub(super) struct Secrets(Vec<String>);

impl std::fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} secrets", self.0.len())
    }
}

/// A shorter secret would be found in too many words.
const SHORTEST: usize = 4;

impl Secrets {
    pub(super) fn add(&mut self, secret: Option<&str>) {
        self.0.extend(secret.filter(|secret| secret.len() >= SHORTEST).map(str::to_owned));
        // One may be a part of another.
        self.0.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    }

    /// The user that a URL names, and its query.
    pub(super) fn add_url(&mut self, url: Option<&str>) {
        let Some(url) = url else { return };
        let (url, query) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
        let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
        let user = rest.rsplit_once('@').map_or("", |(user, _)| user);
        let parts = query.get(1..).unwrap_or_default().split('&');
        let asked = parts.map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
        user.split(':').chain(asked).for_each(|secret| self.add(Some(secret)));
    }

    pub(super) fn hide(&self, message: &str) -> String {
        self.0.iter().fold(message.to_owned(), |message, secret| message.replace(secret.as_str(), "***"))
    }
}
