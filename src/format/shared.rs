//! What the formats share: node paths, and reading members of documents with errors that name them.

use crate::codec::{self, ArrayToArray, ArrayToBytes, Behind, Bytes, Chain, Codec, CodecInfo};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::json::{Json, Members, Object};
use crate::store::Listing;
use std::sync::Arc;

/// The path of a node: its names from the root down; none for the root itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodePath {
    names: Vec<String>,
}

impl NodePath {
    /// The root.
    pub fn root() -> Self {
        Self::default()
    }

    /// Reads a path; `a/b` equals `/a/b`, and the empty path and `/` are the root.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an empty, `.` or `..` segment, a backslash or a NUL.
    pub fn parse(path: &str) -> Result<Self> {
        let inner = path.strip_prefix('/').unwrap_or(path);
        if inner.is_empty() {
            return Ok(Self::root());
        }
        let wrong = |why: &str| Error::invalid_argument(format!("node path {path:?}: {why}"));
        let mut names = Vec::new();
        for name in inner.split('/') {
            match name {
                "" => return Err(wrong("a segment is empty")),
                "." | ".." => return Err(wrong("\".\" and \"..\" are no node names")),
                name if name.contains(['\\', '\0']) => return Err(wrong("a segment holds a backslash or a NUL")),
                name => names.push(name.to_owned()),
            }
        }
        Ok(Self { names })
    }

    /// The names from the root down.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether it is the root.
    pub fn is_root(&self) -> bool {
        self.names.is_empty()
    }

    /// The last name; empty for the root.
    pub fn name(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }

    /// The path of a child.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        let mut names = self.names.clone();
        names.push(name.to_owned());
        Self { names }
    }

    /// The ancestors, from the root down to the parent.
    pub fn ancestors(&self) -> impl DoubleEndedIterator<Item = Self> + '_ {
        (0..self.names.len()).map(|length| Self { names: self.names[..length].to_vec() })
    }

    /// The names joined by `/`, without one in front: `a/b`; empty for the root.
    pub fn joined(&self) -> String {
        self.names.join("/")
    }

    /// The prefix of all keys below: `a/b/`; empty for the root.
    pub fn prefix(&self) -> String {
        self.names.iter().fold(String::new(), |prefix, name| prefix + name + "/")
    }
}

impl std::fmt::Display for NodePath {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "/{}", self.joined())
    }
}

/// A mandatory member.
pub(super) fn member<'a>(object: &'a Object, name: &str) -> Result<&'a Json> {
    object.get(name).ok_or_else(|| Error::metadata(format!("member {name:?} is missing")))
}

/// Lengths along the axes: an array of non-negative integers that fit the signed 64 bits of the C API.
pub(super) fn lengths(value: &Json, name: &str) -> Result<Vec<u64>> {
    let items = value.expect_array(format_args!("member {name:?}"))?;
    let length = |item: &Json| item.as_i64().and_then(|length| u64::try_from(length).ok());
    let mut lengths = Vec::with_capacity(items.len());
    for item in items {
        lengths.push(length(item).ok_or_else(|| {
            let given = item.brief();
            Error::metadata(format!("member {name:?} must hold integers from 0 to 2^63-1, not {given}"))
        })?);
    }
    Ok(lengths)
}

/// The attributes of a member: an object, or nothing.
pub(super) fn attributes(value: Option<&Json>) -> Result<Object> {
    match value {
        None => Ok(Object::new()),
        Some(value) => value.expect_object("member \"attributes\"").cloned(),
    }
}

/// The configuration of what has none.
pub(super) static NOTHING: Object = Object::new();

/// The configuration of a codec or another extension: an object, or nothing.
pub(super) fn configuration<'a>(object: &'a Object, what: &str) -> Result<&'a Object> {
    match object.get("configuration") {
        None => Ok(&NOTHING),
        Some(value) => value.expect_object(format_args!("the configuration of {what}")),
    }
}

/// The documents in a copy of zarr-python's: by their keys, to which `prefix` is added. None: it is of another version, and
/// so another convention, which nobody has to know.
pub(super) fn consolidated_by_key(document: &Object, prefix: &str) -> Result<Option<Vec<(String, Object)>>> {
    if document.get("zarr_consolidated_format").and_then(Json::as_u64) != Some(1) {
        return Ok(None);
    }
    let metadata = member(document, "metadata")?.expect_object("member \"metadata\"")?;
    let document = |(key, value): (&str, &Json)| -> Result<(String, Object)> {
        Ok((format!("{prefix}{key}"), value.expect_object(format_args!("document {key:?}"))?.clone()))
    };
    metadata.iter().map(document).collect::<Result<_>>().map(Some)
}

/// Codecs while they are read one after another: each sees what the ones before it give.
pub(super) struct ChainReader<'a> {
    dialect: Dialect,
    data_type: &'a DataType,
    rank: usize,
    /// The elements behind the codecs that were read.
    behind: Behind<'a>,
    /// The byte order of formats in which an array→bytes codec need not stand in the list.
    implicit: Option<ByteOrder>,
    codecs: Vec<Codec>,
}

impl<'a> ChainReader<'a> {
    pub fn new(dialect: Dialect, data_type: &'a DataType, rank: usize, implicit: Option<ByteOrder>) -> Self {
        Self { dialect, data_type, rank, behind: Behind::new(data_type, rank, None), implicit, codecs: Vec::new() }
    }

    /// The same for chunks of one shape, for codecs that ask for it.
    pub fn with_chunk_shape(self, chunk_shape: Option<&'a [u64]>) -> Self {
        Self { behind: Behind::new(self.data_type, self.rank, chunk_shape), ..self }
    }

    /// Notes that the codec that was read last is not known: what it does to chunks nobody can tell.
    pub fn note_unknown(&mut self, warnings: &mut Warnings) {
        if let Some(Codec::Unknown(unknown)) = self.codecs.last() {
            let name = &unknown.name;
            warnings
                .note(format!("codec {name:?} is not known, and need not be for the metadata; chunks can't be read"));
        }
    }

    /// Adds a codec that was made elsewhere.
    ///
    /// # Errors
    /// As [`Behind::pass`].
    pub fn push(&mut self, codec: Codec) -> Result<()> {
        self.behind.pass(&codec)?;
        self.codecs.push(codec);
        Ok(())
    }

    /// The codec that was read last.
    pub fn last(&self) -> Option<&Codec> {
        self.codecs.last()
    }

    /// Reads a codec by its name in the dialect.
    pub fn read(&mut self, name: &str, configuration: Members, warnings: &mut Warnings) -> Result<()> {
        self.read_in(self.dialect, name, configuration, warnings)
    }

    /// Reads a codec of which the format does not spell the configuration as the dialect does.
    pub fn read_made(&mut self, name: &str, configuration: &Object, warnings: &mut Warnings) -> Result<()> {
        self.read(name, configuration.flat()?.members()?, warnings)
    }

    /// Reads a codec that the document spells in another dialect.
    pub fn read_in(
        &mut self,
        dialect: Dialect,
        name: &str,
        configuration: Members,
        warnings: &mut Warnings,
    ) -> Result<()> {
        // Compressors count items as elements until a codec before them has given other bytes.
        let codec = codec::parse(name, configuration, dialect, self.behind.input(), warnings)?;
        // Where the data type says the byte order, filters come behind the bytes.
        if matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy) {
            match &codec {
                Codec::ArrayToArray(ArrayToArray::Filter(filter)) => {
                    return codec::place(&mut self.codecs, Arc::clone(filter), &mut self.behind);
                }
                Codec::ArrayToBytes(ArrayToBytes::Opaque(_)) => codec::make_room(&mut self.codecs, name)?,
                _ => {}
            }
        }
        if matches!(codec, Codec::BytesToBytes(_)) {
            self.push_implicit_bytes()?;
        }
        self.push(codec)
    }

    fn push_implicit_bytes(&mut self) -> Result<()> {
        let spelled = self.codecs.iter().any(|codec| matches!(codec, Codec::ArrayToBytes(_)));
        if let Some(order) = self.implicit.filter(|_| !spelled) {
            let bytes = Bytes::new(self.behind.data_type().unwrap_or(self.data_type), order);
            self.push(bytes.into())?;
        }
        Ok(())
    }

    /// The chain.
    pub fn finish(mut self) -> Result<Chain> {
        self.push_implicit_bytes()?;
        Chain::new(self.codecs, self.data_type, self.rank)
    }
}

/// The name and the configuration of a codec in a dialect. Type strings of filters say the byte order of the bytes around it.
pub(super) fn spell_codec(codec: &dyn CodecInfo, dialect: Dialect, order: ByteOrder) -> Result<(String, Object)> {
    let name = codec::spelling(codec, dialect)?;
    let configuration = codec.configuration_in(dialect, order).context(|| format!("codec {:?}", codec.name()))?;
    Ok((name, configuration))
}

/// The letter for the order of axes in formats that know only two.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for any other order.
pub(super) fn spell_order(chain: &Chain) -> Result<&'static str> {
    let transposes: Vec<&codec::Transpose> = chain
        .codecs()
        .iter()
        .filter_map(|codec| match codec {
            Codec::ArrayToArray(ArrayToArray::Transpose(codec)) => Some(codec),
            _ => None,
        })
        .collect();
    match (transposes.as_slice(), chain.axes()) {
        ([], _) => Ok("C"),
        ([one], _) if one.is_reversal() => Ok("F"),
        (_, None) => Ok("C"),
        (_, Some(axes)) if axes.iter().rev().enumerate().all(|(axis, order)| axis == *order) => Ok("F"),
        (_, Some(axes)) => Err(Error::unsupported(format!("this format knows the orders C and F only, not {axes:?}"))),
    }
}

/// Refuses bare `NaN` and `Infinity` outside attributes, where no format of strict JSON has them.
pub(super) fn refuse_bare_tokens(document: &Object) -> Result<()> {
    fn has(value: &Json) -> bool {
        match value {
            Json::Number(number) => number.is_bare_token(),
            Json::Array(items) => items.iter().any(has),
            Json::Object(object) => object.iter().any(|(_, value)| has(value)),
            _ => false,
        }
    }
    match document.iter().find(|(name, value)| *name != "attributes" && has(value)) {
        Some((name, _)) => Err(Error::metadata(format!("member {name:?}: a bare NaN or Infinity is not JSON"))),
        None => Ok(()),
    }
}

/// Names of axes: strings or null, one for each axis; all without a name is the same as no names.
pub(super) fn dimension_names(value: Option<&Json>, rank: usize) -> Result<Option<Vec<Option<String>>>> {
    let value = match value {
        None | Some(Json::Null) => return Ok(None),
        Some(value) => value.expect_array("member \"dimension_names\"")?,
    };
    if value.len() != rank {
        let given = value.len();
        return Err(Error::metadata(format!("member \"dimension_names\" has {given} names for {rank} dimensions")));
    }
    let name = |item: &Json| match item {
        Json::Null => Ok(None),
        item => item.expect_str("a dimension name").map(|name| Some(name.to_owned())),
    };
    let names = value.iter().map(name).collect::<Result<Vec<_>>>()?;
    Ok(names.iter().any(Option::is_some).then_some(names))
}

/// The names of the prefixes directly below a node.
pub(super) fn child_prefixes<'a>(path: &NodePath, listing: &'a Listing) -> impl Iterator<Item = &'a str> {
    let parent = path.prefix().len();
    let names = listing.prefixes.iter().filter_map(move |prefix| prefix.get(parent..)?.strip_suffix('/'));
    names.filter(|name| !name.is_empty())
}

/// The attribute in which xarray keeps the names of the axes, where the format has no place for them.
pub(super) const DIMENSIONS: &str = "_ARRAY_DIMENSIONS";

/// The names of the axes in that attribute.
pub(super) fn dimensions_in_attributes(attributes: &Object, rank: usize) -> Option<Vec<Option<String>>> {
    let names = attributes.get(DIMENSIONS)?.as_array().filter(|names| names.len() == rank)?;
    names.iter().map(|name| name.as_str().map(|name| Some(name.to_owned()))).collect()
}
