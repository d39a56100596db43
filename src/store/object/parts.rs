//! Ranges of objects, out of the parts that the server has sent.

use super::RemoteStore;
use super::batch;
use super::failure::{Cause, RequestFailure};
use super::request::ObjectPart;
use crate::error::{Error, Result, ResultExt};
use crate::store::interface::{ByteRange, Versioned, defaults};
use object_store::path::Path;
use std::sync::Arc;

/// The values of several requests, or which of them failed, and why.
pub(super) type PartAnswers = std::result::Result<Vec<Option<Versioned>>, (usize, RequestFailure)>;

impl RemoteStore {
    /// The bytes of a range in the part that was fetched for it.
    pub(super) fn cut(&self, key: &str, part: ObjectPart, range: ByteRange) -> Result<Vec<u8>> {
        let bounds = range.resolve(part.total).context(|| format!("key {key:?}"))?;
        if bounds.start == part.start && bounds.end - bounds.start == part.bytes.len() as u64 {
            return Ok(part.bytes);
        }
        let cut = part.cut(range).ok_or_else(|| self.other_range(key))?;
        defaults::copied(key, cut)
    }

    fn other_range(&self, key: &str) -> Error {
        self.error(key, &RequestFailure::new(Cause::Other, "the server sent another range than was asked for"))
    }

    /// Several ranges of several keys; `version`: only of this version.
    pub(super) fn get_parts(&self, requests: &[(&str, ByteRange)], version: Option<&str>) -> Result<PartAnswers> {
        let mut paths: Vec<Path> = Vec::new();
        let mut known = std::collections::HashMap::new();
        let mut wanted = Vec::with_capacity(requests.len());
        for (key, range) in requests {
            let index = match known.get(key) {
                Some(index) => *index,
                None => {
                    paths.push(self.path(key)?);
                    known.insert(*key, paths.len() - 1);
                    paths.len() - 1
                }
            };
            wanted.push((index, *range));
        }
        let (first, in_flight) = (requests.first().map_or("", |(key, _)| key), self.remote.in_flight);
        let version = version.map(str::to_owned);
        let answers = self.run_together(first, |client| batch::get(client, paths, wanted, version, in_flight))?;
        let answers = match answers {
            Ok(answers) => answers,
            Err(failed) => return Ok(Err(failed)),
        };
        let values = answers.into_iter().zip(requests).map(|(part, (key, range))| {
            let Some(part) = part else { return Ok(None) };
            let version = part.version.clone();
            let bytes = match Arc::try_unwrap(part) {
                Ok(part) => self.cut(key, part, *range)?,
                Err(shared) => {
                    range.resolve(shared.total).context(|| format!("key {key:?}"))?;
                    defaults::copied(key, shared.cut(*range).ok_or_else(|| self.other_range(key))?)?
                }
            };
            Ok(Some(Versioned { bytes, version }))
        });
        values.collect::<Result<_>>().map(Ok)
    }
}
