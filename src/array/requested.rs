//! The settings of a builder by their names, before the format that spells them is known.

use crate::codec::{self, Codec, Input, copied};
use crate::dtype::{self, BitRepair, DataType, Dialect, Element, Warnings};
use crate::error::{Error, Result, ResultExt, Term};
use crate::format::{Format, FormatId};
use crate::json::{self, Flat, Json, Object, ParseOptions};
use crate::metadata::{ChunkKeyEncoding, FillValue};
use crate::suggestion;

/// A name and a JSON object, as the caller gave them.
#[derive(Clone, Debug)]
pub(super) struct Requested {
    name: String,
    configuration: Flat<'static>,
}

impl Requested {
    /// The request for `what`; None: an empty object.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for a configuration other than an object.
    pub fn new(what: &str, name: &str, configuration: Option<&str>) -> Result<Self> {
        let text = configuration.unwrap_or("{}").as_bytes().to_vec();
        let configuration = json::read(text, ParseOptions::default())
            .and_then(|(document, _)| document.root().expect_object("it").map(drop).map(|()| document));
        let configuration = configuration.context(|| format!("the configuration of {what} {name:?}"));
        Ok(Self { name: name.to_owned(), configuration: configuration.map_err(wrong)? })
    }

    /// Reads a codec in both families of spellings, that of the format first: `packbits` names different codecs in the
    /// two. Where neither fits, the error is that of the family that knows the name.
    pub fn codec(&self, input: Input<'_>, dialect: Dialect) -> Result<Codec> {
        let configuration = self.configuration.members()?;
        let parse = |dialect| codec::parse_request(&self.name, configuration, dialect, input.clone());
        let old = matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy);
        let (first, second) = if old { (Dialect::V2, Dialect::V3) } else { (Dialect::V3, Dialect::V2) };
        match (parse(first), parse(second)) {
            (Ok(codec), _) if !matches!(codec, Codec::Unknown(_)) => Ok(codec),
            (_, Ok(codec)) if !matches!(codec, Codec::Unknown(_)) => Ok(codec),
            (Ok(Codec::Unknown(unknown)), Ok(_)) => {
                let known = || codec::names().flat_map(|name| [name, name.trim_start_matches("numcodecs.")]);
                let near = match self.name.split_once([':', '=', ',', '|', ' ']) {
                    Some((name, _)) if known().any(|known| known == name) => {
                        format!(
                            "; did you mean {name:?}, with a configuration in JSON such as {{\"level\": 3}}? \
                             {} takes one codec",
                            Term::operation("ArrayBuilder::codec")
                        )
                    }
                    _ => suggestion::hint(&self.name, known()),
                };
                Err(unknown.error().append(near))
            }
            (Ok(Codec::Unknown(_)), Err(error)) | (Err(error), _) => Err(error),
            (Ok(codec), _) => Ok(codec),
        }
    }

    /// An encoding of chunk keys, in the words of final v3; the format may have no word for it.
    pub fn chunk_keys(&self, format: &dyn Format) -> Result<ChunkKeyEncoding> {
        let configuration = self.configuration.members()?.to_object();
        let object = Object::new().with("name", self.name.as_str()).with("configuration", configuration);
        let (document, _) = json::read(Json::Object(object).to_string().into_bytes(), ParseOptions::default())?;
        format.named_chunk_keys(document.root())
    }

    /// Refuses an encoding of chunk keys that no format has, or not so.
    pub fn check_chunk_keys(&self) -> Result<()> {
        self.chunk_keys(&*FormatId::V3.format()).map(drop).map_err(wrong)
    }
}

/// The caller's fault, unless this library lacks something.
pub(super) fn wrong(error: Error) -> Error {
    match error.kind() {
        crate::ErrorKind::Unsupported | crate::ErrorKind::NoMemory => error,
        _ => error.of_kind(crate::ErrorKind::InvalidArgument),
    }
}

/// The error for a data type that a caller asked for, with the name that may have been meant.
pub(super) fn no_type(asked: &Json, error: Error) -> Error {
    match error.kind() {
        crate::ErrorKind::Unsupported => {
            let known: Vec<String> = dtype::samples().map(|(name, _)| name).collect();
            let near = suggestion::hint(asked.as_str().unwrap_or_default(), known.iter().map(String::as_str));
            error.append(near)
        }
        crate::ErrorKind::Limit => error,
        _ => wrong(error),
    }
}

/// The requested fill value.
#[derive(Clone, Debug)]
pub(super) enum RequestedFill {
    Default,
    /// Nothing that is said, or the default in formats that can't leave it open.
    OpenOrDefault,
    /// Nothing that is said.
    Open,
    Value(Element),
}

impl RequestedFill {
    /// One element in native byte order; of any size where elements are of variable length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] for another size than that of an element.
    pub fn of(data_type: &DataType, element: &[u8]) -> Result<Self> {
        if data_type.is_variable() {
            data_type.check_value(element).map_err(|error| error.context("fill value"))?;
        } else if element.len() != data_type.size() {
            let (given, size) = (element.len(), data_type.size());
            return Err(Error::buffer_size(format!("a fill value of {data_type} has {size} bytes, not {given}")));
        }
        let mut element = copied(element)?;
        BitRepair::new(data_type).apply(&mut element);
        Ok(Self::Value(element.into()))
    }

    /// The fill value in a format.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a format that can't leave it open.
    pub fn in_format(&self, data_type: &DataType, format: &dyn Format) -> Result<FillValue> {
        match self {
            Self::Value(element) => Ok(FillValue { element: element.clone(), defined: true }),
            Self::Open | Self::OpenOrDefault if format.leaves_fill_open() => {
                Ok(FillValue::undefined(data_type, &mut Warnings::default()))
            }
            Self::Open => Err(Error::unsupported(format!("format {} can't leave the fill value open", format.name()))),
            Self::Default | Self::OpenOrDefault => Ok(FillValue::default_of(data_type, format.dialect())),
        }
    }
}
