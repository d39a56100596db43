//! One request for a part of an object: the ranges of servers are brought to the meaning of [`ByteRange`], and the
//! body is held against its announced length, so that a body that breaks off is never taken for a value.

use super::conditional;
use super::failure::{Cause, RequestFailure};
use super::location::Provider;
use crate::store::interface::ByteRange;
use futures_util::StreamExt;
use object_store::list::PaginatedListStore;
use object_store::path::Path;
use object_store::{Attributes, GetOptions, GetRange, GetResult, ObjectMeta, ObjectStore};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The parts of a store that its requests need.
pub(super) struct Client {
    pub(super) inner: Arc<dyn ObjectStore>,
    /// As `inner`, without retries.
    pub(super) once: Arc<dyn ObjectStore>,
    /// As `inner`, for listing page by page, where the server can list.
    pub(super) lister: Option<Arc<dyn PaginatedListStore>>,
    pub(super) provider: Provider,
    /// The server ignores ranges and sends whole values.
    pub(super) ignores_ranges: AtomicBool,
    pub(super) forbidden_is_missing: bool,
    pub(super) retries: usize,
    pub(super) deadline: Duration,
}

/// Without the client inside, which would tell more than it should.
impl std::fmt::Debug for Client {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Client").field("provider", &self.provider).finish_non_exhaustive()
    }
}

/// A part of an object.
#[derive(Debug)]
pub(super) struct ObjectPart {
    pub(super) bytes: Vec<u8>,
    /// Where it begins.
    pub(super) start: u64,
    /// The size of the object.
    pub(super) total: u64,
    /// Identifies this version of the object, where the server tells it.
    pub(super) version: Option<String>,
    /// The tokens of the latest conditional writes.
    pub(super) tokens: String,
}

/// The description that a server gives of an object without sending it.
pub(super) struct Head {
    pub(super) meta: ObjectMeta,
    pub(super) attributes: Attributes,
}

impl ObjectPart {
    /// The bytes of a range that lies in this part, as far as the object goes; None: it begins behind its end.
    pub(super) fn cut(&self, range: ByteRange) -> Option<&[u8]> {
        let range = range.resolve(self.total).ok()?;
        if range.is_empty() {
            return Some(&[]);
        }
        let from = usize::try_from(range.start.checked_sub(self.start)?).ok()?;
        let length = usize::try_from(range.end - range.start).ok()?;
        self.bytes.get(from..from.checked_add(length)?)
    }
}

/// Memory that is taken before anything has arrived; it grows with the data.
const FIRST: u64 = 16 << 20;

/// Larger positions are none that a server counts with.
const FAR: u64 = i64::MAX as u64;

/// A range as servers know it.
enum Asked {
    Whole,
    Range(GetRange),
    /// Nothing but the size.
    Size,
}

fn asked(range: ByteRange) -> Asked {
    match range {
        ByteRange::ALL => Asked::Whole,
        ByteRange::Suffix(length) if length > FAR => Asked::Whole,
        ByteRange::Suffix(0) | ByteRange::From { length: Some(0), .. } => Asked::Size,
        ByteRange::From { start, .. } if start > FAR => Asked::Size,
        ByteRange::Suffix(length) => Asked::Range(GetRange::Suffix(length)),
        ByteRange::From { start, length: None } => Asked::Range(GetRange::Offset(start)),
        ByteRange::From { start, length: Some(length) } => match start.checked_add(length).filter(|end| *end <= FAR) {
            Some(end) => Asked::Range(GetRange::Bounded(start..end)),
            None => Asked::Range(GetRange::Offset(start)),
        },
    }
}

impl Client {
    /// A part of an object; None: there is no such object. An empty part where the range begins behind the end.
    pub(super) async fn get(
        &self,
        path: &Path,
        range: ByteRange,
        version: Option<&str>,
    ) -> Result<Option<ObjectPart>, RequestFailure> {
        let begin = Instant::now();
        let mut tries = 0;
        loop {
            let result = match self.get_once(path, range, version).await {
                // The client has made other failures good as far as it could, but not bodies without an ETag.
                Err(failure) if failure.cause == Cause::Broken => failure,
                Err(failure) if self.is_missing(&failure) => return Ok(None),
                result => return result.map(Some),
            };
            if tries >= self.retries || begin.elapsed() > self.deadline {
                return Err(result);
            }
            self.pause(tries).await;
            tries += 1;
        }
    }

    /// Waits before a request is repeated, longer each time.
    pub(super) async fn pause(&self, tries: usize) {
        tokio::time::sleep(Duration::from_millis(100 << tries.min(6))).await;
    }

    fn is_missing(&self, failure: &RequestFailure) -> bool {
        failure.cause == Cause::Missing || self.forbidden_is_missing && failure.status == 403
    }

    async fn get_once(
        &self,
        path: &Path,
        range: ByteRange,
        version: Option<&str>,
    ) -> Result<ObjectPart, RequestFailure> {
        let known = self.ignores_ranges.load(Ordering::Relaxed);
        let range_asked = match asked(range) {
            Asked::Size => return self.only_size(path).await,
            Asked::Whole => None,
            Asked::Range(_) if known => None,
            // Azure knows no suffixes.
            Asked::Range(GetRange::Suffix(_)) if self.provider == Provider::Azure => {
                let head = self.head(path).await?;
                match range.resolve(head.meta.size) {
                    Ok(bounds) if !bounds.is_empty() => Some(GetRange::Bounded(bounds)),
                    _ => return Ok(self.part(Vec::new(), head.meta.size, head)),
                }
            }
            Asked::Range(range) => Some(range),
        };
        let whole = range_asked.is_none();
        let options = GetOptions::new().with_range(range_asked).with_if_match(version);
        match self.inner.get_opts(path, options).await {
            Ok(result) => self.collect(result, range).await,
            Err(error) => match RequestFailure::from(&error) {
                // The range lies behind the end, or the object is empty.
                failure if failure.status == 416 && !whole => self.only_size(path).await,
                failure if failure.cause == Cause::Range && !whole && self.provider == Provider::Http => {
                    self.ignores_ranges.store(true, Ordering::Relaxed);
                    let options = GetOptions::new().with_if_match(version);
                    let result =
                        self.inner.get_opts(path, options).await.map_err(|error| RequestFailure::from(&error))?;
                    self.collect(result, range).await
                }
                // Some servers answer with something that is no range; the size decides what that means.
                failure if failure.status == 0 && failure.cause == Cause::Other && !whole => {
                    let part = self.only_size(path).await?;
                    let inside = range.resolve(part.total).is_ok_and(|bounds| !bounds.is_empty());
                    if inside { Err(failure) } else { Ok(part) }
                }
                failure => Err(failure),
            },
        }
    }

    /// The description of an object without its bytes.
    pub(super) async fn head(&self, path: &Path) -> Result<Head, RequestFailure> {
        let options = GetOptions::new().with_head(true);
        let result = self.inner.get_opts(path, options).await.map_err(|error| RequestFailure::from(&error))?;
        Ok(Head { meta: result.meta, attributes: result.attributes })
    }

    /// The size of an object; None: there is none.
    pub(super) async fn size(&self, path: &Path) -> Result<Option<u64>, RequestFailure> {
        match self.head(path).await {
            Ok(head) => Ok(Some(head.meta.size)),
            Err(failure) if self.is_missing(&failure) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    async fn only_size(&self, path: &Path) -> Result<ObjectPart, RequestFailure> {
        self.head(path).await.map(|head| self.part(Vec::new(), head.meta.size, head))
    }

    /// All that an answer holds; of a whole value in the place of a range only what lies before the end of the range.
    async fn collect(&self, result: GetResult, range: ByteRange) -> Result<ObjectPart, RequestFailure> {
        let Range { start, end } = result.range;
        let announced = end.saturating_sub(start);
        let wanted = match range {
            ByteRange::From { start: from, length: Some(length) } => {
                from.saturating_add(length).saturating_sub(start).min(announced)
            }
            _ => announced,
        };
        let head = Head { meta: result.meta.clone(), attributes: result.attributes.clone() };
        let no_memory = || RequestFailure::new(Cause::Memory, format!("no memory for {announced} bytes"));
        let mut bytes = Vec::new();
        // Both fit: the smaller of them is at most FIRST.
        bytes.try_reserve_exact(announced.min(FIRST) as usize).map_err(|_| no_memory())?;
        let mut stream = result.into_stream();
        while let Some(piece) = stream.next().await {
            // Where there is an ETag, the client has already tried to go on where it broke off.
            let piece = piece.map_err(|error| RequestFailure::of_body(&error, head.meta.e_tag.is_some()))?;
            bytes.try_reserve(piece.len()).map_err(|_| no_memory())?;
            bytes.extend_from_slice(&piece);
            if wanted < announced && bytes.len() as u64 >= wanted {
                return Ok(self.part(bytes, start, head));
            }
        }
        if bytes.len() as u64 != announced {
            let why = format!("the server announced {announced} bytes, and sent {}", bytes.len());
            return Err(RequestFailure::new(Cause::Broken, why));
        }
        Ok(self.part(bytes, start, head))
    }

    fn part(&self, bytes: Vec<u8>, start: u64, head: Head) -> ObjectPart {
        let tokens = conditional::tokens(&head.attributes);
        let version = self.version(head.meta.e_tag, head.meta.version);
        ObjectPart { bytes, start, total: head.meta.size, version, tokens }
    }

    /// Identifies a version of an object: servers of Google count, the others have an ETag.
    pub(super) fn version(&self, e_tag: Option<String>, version: Option<String>) -> Option<String> {
        if self.provider == Provider::Google { version } else { e_tag }
    }
}
