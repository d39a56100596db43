//! Changing objects without a condition: whole, in parts that go side by side where they are large, and many at once.

use super::failure::{Cause, RequestFailure};
use super::request::Client;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::path::Path;
use object_store::{Error, MultipartUpload, ObjectStore, ObjectStoreExt, WriteMultipart};
use std::sync::Arc;

/// Values of more bytes go in parts of this size; S3 takes none that are below 5 MiB.
const PART: usize = 8 << 20;

/// Parts of one value that are under way together.
const PARTS: usize = 4;

/// Replaces objects; the first failure ends the others, and comes with its index.
pub(super) async fn put_many(
    client: Arc<Client>,
    objects: Vec<(Path, Vec<u8>)>,
    in_flight: usize,
) -> std::result::Result<(), (usize, RequestFailure)> {
    let tasks = objects.into_iter().enumerate().map(|(index, (path, value))| {
        let client = Arc::clone(&client);
        async move { put(&client, &path, value).await.map_err(|error| (index, RequestFailure::from(&error))) }
    });
    stream::iter(tasks).buffer_unordered(in_flight).try_collect().await
}

async fn put(client: &Client, path: &Path, value: Vec<u8>) -> object_store::Result<()> {
    if value.len() <= 2 * PART {
        return client.inner.put(path, value.into()).await.map(drop);
    }
    let upload: Box<dyn MultipartUpload> = client.inner.put_multipart(path).await?;
    let mut writer = WriteMultipart::new_with_chunk_size(upload, PART);
    for part in value.chunks(PART) {
        if let Err(error) = writer.wait_for_capacity(PARTS).await {
            // The parts that were sent are thrown away; a failure of that changes nothing for the caller.
            let _ = writer.abort().await;
            return Err(error);
        }
        writer.write(part);
    }
    writer.finish().await.map(drop)
}

/// Erases objects; those that are not there are erased already.
pub(super) async fn delete(client: Arc<Client>, paths: Vec<Path>) -> std::result::Result<(), RequestFailure> {
    if let [path] = paths.as_slice() {
        return gone(client.inner.delete(path).await);
    }
    let paths = stream::iter(paths.into_iter().map(Ok)).boxed();
    let mut deleted = client.inner.delete_stream(paths);
    while let Some(result) = deleted.next().await {
        gone(result.map(drop))?;
    }
    Ok(())
}

fn gone(result: object_store::Result<()>) -> std::result::Result<(), RequestFailure> {
    match result {
        Ok(()) => Ok(()),
        Err(error @ Error::NotFound { .. }) => match RequestFailure::from(&error) {
            failure if failure.cause == Cause::Missing => Ok(()),
            failure => Err(failure),
        },
        Err(error) => Err(RequestFailure::from(&error)),
    }
}
