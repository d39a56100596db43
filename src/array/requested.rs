//! A codec as a caller asks for it, before it is known what stands before it.

use crate::codec::{self, Codec, Input};
use crate::dtype::Dialect;
use crate::error::{Error, Result, ResultExt};
use crate::json::{self, Flat, ParseOptions};

/// A codec as the caller asked for it.
#[derive(Clone, Debug)]
pub(super) struct Requested {
    name: String,
    configuration: Flat<'static>,
}

impl Requested {
    /// A codec by its name, with its parameters: a JSON object.
    pub fn new(name: &str, configuration: Option<&str>) -> Result<Self> {
        let text = configuration.unwrap_or("{}").as_bytes().to_vec();
        let configuration = json::read(text, ParseOptions::default())
            .and_then(|(document, _)| document.root().expect_object("it").map(drop).map(|()| document));
        let configuration = configuration.context(|| format!("the configuration of codec {name:?}"));
        Ok(Self { name: name.to_owned(), configuration: configuration.map_err(wrong)? })
    }

    /// Tries both families of spellings, that of the format first: `packbits` is not the same codec in both. Where
    /// neither fits, the one that knows the name tells why.
    pub fn parse(&self, input: Input<'_>, dialect: Dialect) -> Result<Codec> {
        let configuration = self.configuration.members()?;
        let parse = |dialect| codec::parse_request(&self.name, configuration, dialect, input.clone());
        let old = matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy);
        let (first, second) = if old { (Dialect::V2, Dialect::V3) } else { (Dialect::V3, Dialect::V2) };
        match (parse(first), parse(second)) {
            (Ok(codec), _) if !matches!(codec, Codec::Unknown(_)) => Ok(codec),
            (_, Ok(codec)) if !matches!(codec, Codec::Unknown(_)) => Ok(codec),
            (Ok(Codec::Unknown(unknown)), Ok(_)) => Err(unknown.error()),
            (Ok(Codec::Unknown(_)), Err(error)) | (Err(error), _) => Err(error),
            (Ok(codec), _) => Ok(codec),
        }
    }
}

/// An error of a caller's own text.
pub(super) fn wrong(error: Error) -> Error {
    match error.kind() {
        crate::ErrorKind::Unsupported | crate::ErrorKind::NoMemory => error,
        _ => Error::invalid_argument(error.message()),
    }
}
