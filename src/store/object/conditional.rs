//! Conditional writes with a known outcome: each write leaves a token in the metadata of the object, so that a client
//! whose answer was lost can find out whether the server carried the write out.
//!
//! An object lists the tokens of its latest conditional writes, oldest first; a write takes over the list of the
//! version that it replaces and appends its own token, so the list survives later writes of other clients. The client
//! repeats a write only where the object shows that the server has not carried it out.

use super::failure::{Cause, RequestFailure};
use super::location::Provider;
use super::request::{Client, Head};
use crate::store::interface::Version;
use object_store::path::Path;
use object_store::{Attribute, AttributeValue, Attributes, PutMode, PutOptions, PutPayload, UpdateVersion};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime};

/// Name of the metadata that holds the tokens; Azure allows only letters, digits and underscores.
const NAME: &str = "zarrwrites";

/// Tokens that an object lists. More bytes would bring the list closer to S3's limit of 2 KiB for metadata.
const LISTED: usize = 32;

/// Separates tokens, which are hexadecimal.
const SEPARATOR: char = '-';

/// Stands in the list for the absence of the object. It has more digits than a token, so that it equals none.
const ABSENT: &str = "00000000000000000";

/// The tokens in the metadata of an object, empty where there are none.
pub(super) fn tokens(attributes: &Attributes) -> String {
    attributes.get(&Attribute::Metadata(NAME.into())).map(|value| value.as_ref().to_owned()).unwrap_or_default()
}

/// The version of a value for [`crate::store::When::Is`]: the version for the server to compare, and the tokens on a
/// second line.
pub(super) fn version(condition: &str, tokens: &str) -> String {
    format!("{condition}\n{tokens}")
}

/// A new token; two are never equal but by a chance of one in 2^64.
fn token() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // A child of `fork` has the random keys of its parent.
    let unique = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed), SystemTime::now());
    format!("{:016x}", RandomState::new().hash_one(unique))
}

/// One conditional write, which may take several requests.
struct Write {
    /// The version for the server to compare; None where the object must be absent.
    condition: Option<String>,
    /// Tokens of the version that is replaced. The last one stands for that version.
    before: Vec<String>,
    own: String,
}

/// The outcome of a write, as far as the object tells it.
#[derive(Debug, PartialEq, Eq)]
enum WriteOutcome {
    /// The object is, or was, what the write made of it.
    Done,
    /// The object is still the version that the write replaces.
    Pending,
    /// Other writes have replaced that version, and this write is not among them.
    Refused,
    /// The object is another version and does not list enough to tell how it came about.
    Unknown,
}

impl Write {
    fn new(expected: Version) -> Self {
        let own = token();
        let Some(version) = expected else { return Self { condition: None, before: vec![ABSENT.to_owned()], own } };
        let (condition, tokens) = version.split_once('\n').unwrap_or((&version, ""));
        let mut before = split(tokens);
        if before.is_empty() {
            // Other software, or an unconditional write, made this version: its tag takes the place of a token.
            let tag: String = condition.bytes().map(|byte| format!("{byte:02x}")).collect();
            before.push(tag);
        }
        Self { condition: Some(condition.to_owned()), before, own }
    }

    fn options(&self, provider: Provider) -> PutOptions {
        let mode = match (&self.condition, provider) {
            (None, _) => PutMode::Create,
            (condition, Provider::Google) => PutMode::Update(UpdateVersion { e_tag: None, version: condition.clone() }),
            (condition, _) => PutMode::Update(UpdateVersion { e_tag: condition.clone(), version: None }),
        };
        let first = (self.before.len() + 1).saturating_sub(LISTED);
        let mut listed: Vec<&str> = self.before[first..].iter().map(String::as_str).collect();
        listed.push(&self.own);
        let listed: AttributeValue = listed.join(&SEPARATOR.to_string()).into();
        let attributes = Attributes::from_iter([(Attribute::Metadata(NAME.into()), listed)]);
        PutOptions { mode, attributes, ..PutOptions::default() }
    }

    /// The outcome of the write, by the version and the tokens that the server has now.
    fn outcome(&self, condition: Option<&str>, tokens: &str) -> WriteOutcome {
        let listed = split(tokens);
        if listed.contains(&self.own) {
            return WriteOutcome::Done;
        }
        if condition == self.condition.as_deref() {
            return WriteOutcome::Pending;
        }
        let replaced = self.before.last().is_some_and(|last| listed.contains(last));
        // An object that was erased holds nothing of the write either.
        if replaced || condition.is_none() { WriteOutcome::Refused } else { WriteOutcome::Unknown }
    }
}

fn split(tokens: &str) -> Vec<String> {
    tokens.split(SEPARATOR).filter(|token| !token.is_empty()).map(str::to_owned).collect()
}

/// Replaces an object if it still is the version that was read; `None` creates it.
///
/// # Errors
/// [`Cause::Changed`] where the server has certainly not carried the write out because the object is another version.
/// Other causes leave open whether it has, unless the server refused the request.
pub(super) async fn put_if(
    client: Arc<Client>,
    path: Path,
    value: Vec<u8>,
    expected: Version,
) -> Result<(), RequestFailure> {
    let write = Write::new(expected);
    let payload = PutPayload::from(value);
    let begin = Instant::now();
    // True if the server may have executed an earlier request.
    let mut doubt = false;
    let mut tries = 0;
    loop {
        let put = client.once.put_opts(&path, payload.clone(), write.options(client.provider)).await;
        let Err(error) = put else { return Ok(()) };
        let failure = RequestFailure::from(&error);
        let answered = failure.is_refusal();
        let condition_failed = answered && matches!(failure.cause, Cause::Changed | Cause::Missing);
        doubt |= !answered && !failure.unsent;
        // Also after a first answer: a proxy may have repeated the request, whose second try then meets the first.
        if doubt || condition_failed {
            let (condition, tokens) = match client.head(&path).await {
                Ok(head) => seen(&client, head),
                Err(look) if look.cause == Cause::Missing => (None, String::new()),
                Err(_) if doubt => return Err(failure.with_unknown_outcome()),
                Err(_) => return Err(failure),
            };
            match write.outcome(condition.as_deref(), &tokens) {
                WriteOutcome::Done => return Ok(()),
                WriteOutcome::Refused => return Err(changed()),
                WriteOutcome::Unknown if doubt => return Err(failure.with_unknown_outcome()),
                WriteOutcome::Unknown => return Err(changed()),
                WriteOutcome::Pending => {}
            }
        }
        // 409: the server was busy with another request for this object; 429: with too many.
        let repeat = !answered || matches!(failure.status, 409 | 429);
        if !repeat || tries >= client.retries || begin.elapsed() > client.deadline {
            return Err(match failure.cause {
                Cause::Missing => changed(),
                _ if doubt && !answered => failure.with_unknown_outcome(),
                _ => failure,
            });
        }
        client.pause(tries).await;
        tries += 1;
    }
}

fn changed() -> RequestFailure {
    RequestFailure::new(Cause::Changed, "it is another version")
}

/// The version for the server to compare, and the tokens.
fn seen(client: &Client, head: Head) -> (Option<String>, String) {
    let tokens = tokens(&head.attributes);
    (client.version(head.meta.e_tag, head.meta.version), tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(write: &Write) -> String {
        let options = write.options(Provider::S3);
        tokens(&options.attributes)
    }

    #[test]
    fn a_write_is_found_below_the_writes_that_follow_it() {
        let first = Write::new(None);
        let made = listed(&first);
        assert_eq!(first.outcome(None, ""), WriteOutcome::Pending);
        assert_eq!(first.outcome(Some("v1"), &made), WriteOutcome::Done);
        let (second, rival) = (Write::new(Some(version("v1", &made))), Write::new(Some(version("v1", &made))));
        let replaced = listed(&second);
        assert_eq!(first.outcome(Some("v2"), &replaced), WriteOutcome::Done);
        assert_eq!(second.outcome(Some("v2"), &replaced), WriteOutcome::Done);
        assert_eq!(rival.outcome(Some("v1"), &made), WriteOutcome::Pending);
        assert_eq!(rival.outcome(Some("v2"), &replaced), WriteOutcome::Refused);
        assert_eq!(rival.outcome(None, ""), WriteOutcome::Refused);
        // A writer that leaves no tokens hides the versions before.
        assert_eq!(rival.outcome(Some("v3"), ""), WriteOutcome::Unknown);
    }

    #[test]
    fn equal_tags_of_equal_contents_are_told_apart() {
        let write = Write::new(Some("same".to_owned()));
        assert_eq!(write.outcome(Some("same"), ""), WriteOutcome::Pending);
        assert_eq!(write.outcome(Some("same"), &listed(&write)), WriteOutcome::Done);
    }

    #[test]
    fn versions_without_tokens_are_known_by_their_tag() {
        let (write, rival) = (Write::new(Some("\"tag\"".to_owned())), Write::new(Some("\"tag\"\n".to_owned())));
        assert_eq!(rival.outcome(Some("v2"), &listed(&write)), WriteOutcome::Refused);
    }

    #[test]
    fn lists_of_tokens_stay_short() {
        let mut tokens = String::new();
        let first = Write::new(None);
        for count in 0..100 {
            tokens = listed(&Write::new(Some(version("v", &tokens))));
            assert!(split(&tokens).len() == (count + 2).min(LISTED) && tokens.len() < 1000);
        }
        assert_eq!(first.outcome(Some("v"), &tokens), WriteOutcome::Unknown);
    }
}
