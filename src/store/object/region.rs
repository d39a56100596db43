//! The region of an S3 bucket, which its server names in a header of every answer, also to clients without access.

use super::connect::Wrong;
use super::location::RemoteLocation;
use super::names;
use super::transport::Connector;
use crate::store::remote::Remote;
use object_store::client::{HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody};
use reqwest::{Method, Url};

/// A question for the region of a bucket.
pub(super) struct AskRegion {
    client: HttpClient,
    /// Where the bucket is.
    url: Url,
}

impl AskRegion {
    /// The question, where a caller leaves the region to the server.
    pub(super) fn of(
        place: &RemoteLocation,
        remote: &Remote,
        endpoint: Option<&str>,
        connector: &Connector,
    ) -> std::result::Result<Option<Self>, Wrong> {
        if remote.region.as_deref() != Some(Remote::ASKED_REGION) {
            return Ok(None);
        }
        let at = match endpoint {
            Some(endpoint) if remote.virtual_hosted => endpoint.to_owned(),
            Some(endpoint) => format!("{}/{}", endpoint.trim_end_matches('/'), place.bucket),
            None => format!("https://s3.amazonaws.com/{}", place.bucket),
        };
        let client = connector.connect(&connector.options())?;
        Ok(Some(Self { client, url: names::server("bucket", &at)? }))
    }

    /// The region in the header of an answer; None if the server does not send it.
    pub(super) async fn ask(self) -> std::result::Result<Option<String>, HttpError> {
        let mut request = HttpRequest::new(HttpRequestBody::empty());
        *request.method_mut() = Method::HEAD;
        let uri = self.url.as_str().parse();
        *request.uri_mut() = uri.map_err(|error| HttpError::new(HttpErrorKind::Request, error))?;
        let response = self.client.execute(request).await?;
        let region = response.headers().get("x-amz-bucket-region").and_then(|region| region.to_str().ok());
        Ok(region.map(str::to_owned))
    }
}
