//! Several requests at once: ranges of one object that lie near each other become one request, and all run together, as
//! many as the store was opened for.

use super::failure::{Cause, RequestFailure};
use super::request::{Client, ObjectPart};
use super::runtime::Guarded;
use crate::store::interface::ByteRange;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::path::Path;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// Bytes that are rather read in vain than skipped by another request: fewer than arrive while that is made.
const GAP: u64 = 128 << 10;

/// A joined request does not become longer: halves that arrive together are faster.
const LONGEST: u64 = 8 << 20;

/// One request of the client for several of the caller.
#[derive(Debug, PartialEq, Eq)]
struct JoinedRequest {
    /// Index of the object among those asked for.
    path: usize,
    range: ByteRange,
    /// The indices of the caller's ranges that it answers.
    answers: Vec<usize>,
}

/// Joins ranges that may be joined. `wanted`: objects by their index, and ranges of them.
fn join(wanted: &[(usize, ByteRange)]) -> Vec<JoinedRequest> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    let place = |index: &usize| match wanted[*index] {
        (path, ByteRange::From { start, length: Some(_) }) => (path, 0, start),
        (path, _) => (path, 1, 0),
    };
    order.sort_by_key(place);
    let mut requests: Vec<JoinedRequest> = Vec::new();
    for index in order {
        let (path, range) = wanted[index];
        if let Some(last) = requests.last_mut().filter(|last| last.path == path) {
            if last.range == range {
                last.answers.push(index);
                continue;
            }
            if let Some(both) = both(last.range, range) {
                last.range = both;
                last.answers.push(index);
                continue;
            }
        }
        requests.push(JoinedRequest { path, range, answers: vec![index] });
    }
    requests
}

/// The range that holds two that lie near each other, the first of which begins first.
fn both(first: ByteRange, second: ByteRange) -> Option<ByteRange> {
    let (ByteRange::From { start, length: Some(length) }, ByteRange::From { start: next, length: Some(more) }) =
        (first, second)
    else {
        return None;
    };
    // An empty range has its own rules at the end of a value.
    if length == 0 || more == 0 {
        return None;
    }
    let end = start.checked_add(length)?;
    let both = end.max(next.checked_add(more)?) - start;
    let inside = both == length;
    (inside || next <= end.saturating_add(GAP) && both <= LONGEST)
        .then_some(ByteRange::From { start, length: Some(both) })
}

/// A task that ends with the batch that wants it.
struct AbortOnDrop<T>(JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The answer of a batch to one of the caller's requests; None where there is no such object.
pub(super) type PartAnswer = Option<Arc<ObjectPart>>;

/// Makes the requests, and gives their answers in the order asked for. The first failure ends the others.
pub(super) async fn get(
    client: Arc<Client>,
    paths: Vec<Path>,
    wanted: Vec<(usize, ByteRange)>,
    version: Option<String>,
    in_flight: usize,
) -> Result<Vec<PartAnswer>, (usize, RequestFailure)> {
    let requests = join(&wanted);
    let mut found: HashMap<usize, PartAnswer> = HashMap::with_capacity(wanted.len());
    // On tasks of their own, so that TLS is spread over the threads.
    let tasks = requests.into_iter().map(|request| {
        let (client, path, version) = (Arc::clone(&client), paths[request.path].clone(), version.clone());
        async move {
            let first = request.answers.first().copied().unwrap_or_default();
            let work = async move { client.get(&path, request.range, version.as_deref()).await };
            let mut task = AbortOnDrop(tokio::spawn(Guarded(Box::pin(work))));
            match (&mut task.0).await {
                Ok(Ok(Ok(part))) => Ok((request.answers, part.map(Arc::new))),
                Ok(Ok(Err(failure))) => Err((first, failure)),
                Ok(Err(panic)) => {
                    Err((first, RequestFailure::new(Cause::Other, format!("a request panicked: {panic}"))))
                }
                Err(error) => Err((first, RequestFailure::new(Cause::Other, error.to_string()))),
            }
        }
    });
    let mut answers = stream::iter(tasks).buffer_unordered(in_flight);
    while let Some((indices, part)) = answers.try_next().await? {
        found.extend(indices.into_iter().map(|index| (index, part.clone())));
    }
    Ok((0..wanted.len()).map(|index| found.remove(&index).flatten()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(start: u64, length: u64) -> ByteRange {
        ByteRange::From { start, length: Some(length) }
    }

    #[test]
    fn near_ranges_of_one_object_are_one_request() {
        let wanted = [(0, from(100, 50)), (1, from(0, 10)), (0, from(0, 10)), (0, ByteRange::ALL), (0, from(0, 10))];
        let requests = join(&wanted);
        let plain: Vec<_> = requests.iter().map(|request| (request.path, request.range, &*request.answers)).collect();
        assert_eq!(plain, [(0, from(0, 150), &[2, 4, 0][..]), (0, ByteRange::ALL, &[3]), (1, from(0, 10), &[1]),]);
    }

    #[test]
    fn far_long_and_empty_ranges_stay_alone() {
        for pair in [
            [from(0, 10), from(11 + GAP, 10)],
            [from(0, LONGEST), from(LONGEST, 1)],
            [from(0, 0), from(0, 10)],
            [from(5, 10), from(u64::MAX, 10)],
        ] {
            assert_eq!(join(&pair.map(|range| (0, range))).len(), 2, "{pair:?}");
        }
        assert_eq!(join(&[(0, from(0, 2 * LONGEST)), (0, from(5, 5))]).len(), 1, "inside a longer one");
    }
}
