//! The extension points of the v3 drafts: what a document may name by a URI because the text itself does not define it.
//!
//! Known extensions stand in [`KNOWN`]. The rest is passed over where the document allows that, with a note on the
//! handle; replaced by its fallback where it has one and the caller allows that; and refused everywhere else.

use super::entry::without_scheme;
use super::types::CoreType;
use crate::dtype::{DataType, StoredOrder, Warnings};
use crate::error::{Error, Result};
use crate::format::description::ReadOptions;
use crate::format::fallback::fall_back;
use crate::format::members::member;
use crate::json::{Members, Value};

/// The kinds of extensions, by where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExtensionKind {
    /// `extensions` of the entry point document.
    Generic,
    /// `metadata_encoding` of the entry point document.
    MetadataEncoding,
    /// `extensions` of the document of an array.
    Array,
    /// `extensions` of the document of a group, in drafts before 2022.
    Group,
    /// `data_type`.
    DataType,
    /// `chunk_grid`.
    ChunkGrid,
    /// `chunk_memory_layout`.
    MemoryLayout,
    /// `storage_transformers`.
    StorageTransformer,
}

impl ExtensionKind {
    fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic extension",
            Self::MetadataEncoding => "metadata encoding extension",
            Self::Array => "array extension",
            Self::Group => "group extension",
            Self::DataType => "data type extension",
            Self::ChunkGrid => "chunk grid extension",
            Self::MemoryLayout => "chunk memory layout extension",
            Self::StorageTransformer => "storage transformer extension",
        }
    }

    /// True if an extension of this kind says what it is in a member `type`, and may not be ignored.
    fn has_type(self) -> bool {
        !matches!(self, Self::Generic | Self::Array | Self::Group)
    }
}

/// An extension that is known.
struct KnownExtension {
    kind: ExtensionKind,
    /// The URI, without the scheme of the web; `*` stands for any text, and `#` at the end for a number.
    uri: &'static str,
    /// The values of `type`. Of data types: the letters of NumPy's kinds, and `[` for a list of fields.
    types: &'static [&'static str],
}

/// Every extension that is known. Of generic and array extensions, grids, layouts and encodings none has been
/// published.
const KNOWN: &[KnownExtension] = &[
    // The draft's own data types; minor versions are compatible.
    data_type("//purl.org/zarr/spec/extensions/data-types/datetime/1.#", &["M", "m"]),
    data_type("//purl.org/zarr/spec/extensions/data-types/complex/1.#", &["c"]),
    data_type("//purl.org/zarr/spec/extensions/data-types/string/1.#", &["S", "U"]),
    data_type("//purl.org/zarr/spec/extensions/data-types/struct/1.#", &["["]),
    // Where zarr-python took the draft's texts to be, and what it wrote where there was none.
    data_type("//zarr-specs.readthedocs.io/*datetime*", &["M", "m"]),
    data_type("//zarr-specs.readthedocs.io/*complex*", &["c"]),
    data_type("//zarr-specs.readthedocs.io/*string*", &["S", "U"]),
    data_type("//zarr-specs.readthedocs.io/*struct*", &["["]),
    data_type("TODO:*", &["M", "m", "c", "S", "U", "V", "O", "["]),
    // The text has the first name of the sharding transformer in its header and the second in its example, and real
    // software writes the third.
    sharding("//purl.org/zarr/spec/extensions/storage-transformers/sharding/1.#"),
    sharding("//purl.org/zarr/spec/extensions/storage_transformers/sharding/1.#"),
    sharding("//purl.org/zarr/spec/storage_transformers/sharding/1.#"),
];

const fn data_type(uri: &'static str, types: &'static [&'static str]) -> KnownExtension {
    KnownExtension { kind: ExtensionKind::DataType, uri, types }
}

const fn sharding(uri: &'static str) -> KnownExtension {
    KnownExtension { kind: ExtensionKind::StorageTransformer, uri, types: &["indexed"] }
}

impl KnownExtension {
    fn has_uri(&self, uri: &str) -> bool {
        let uri = without_scheme(uri);
        let (known, uri) = match self.uri.strip_suffix('#') {
            Some(_) if !uri.ends_with(|c: char| c.is_ascii_digit()) => return false,
            Some(known) => (known, uri.trim_end_matches(|c: char| c.is_ascii_digit())),
            None => (self.uri, uri),
        };
        let mut parts = known.split('*');
        let Some(mut rest) = parts.next().and_then(|first| uri.strip_prefix(first)) else { return false };
        for part in parts {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        rest.is_empty() || known.ends_with('*')
    }

    fn has_type(&self, value: Option<Value>) -> bool {
        let Some(value) = value else { return self.types.is_empty() };
        match (self.kind, value.as_str()) {
            (ExtensionKind::DataType, Some(text)) => {
                let kind = text.trim_start_matches(['<', '>', '|', '=']).get(..1);
                kind.is_some_and(|kind| self.types.contains(&kind))
            }
            (ExtensionKind::DataType, None) => value.as_array().is_some() && self.types.contains(&"["),
            (_, Some(text)) => self.types.contains(&text),
            (_, None) => false,
        }
    }
}

/// An object that names an extension.
pub(super) struct DraftExtension<'a> {
    kind: ExtensionKind,
    uri: &'a str,
    /// Its type among those that the URI specifies; generic and array extensions don't say.
    type_: Option<Value<'a>>,
    object: Members<'a>,
}

impl std::fmt::Display for DraftExtension<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {:?}", self.kind.name(), self.uri)?;
        self.type_.map_or(Ok(()), |value| write!(formatter, " (type {})", value.brief()))
    }
}

impl<'a> DraftExtension<'a> {
    /// Reads what every extension of a kind has.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] where it is missing.
    pub fn read(kind: ExtensionKind, object: Members<'a>) -> Result<Self> {
        let uri = member(object, "extension")?.expect_str(format_args!("the URI of a {}", kind.name()))?;
        let type_ = if kind.has_type() { Some(member(object, "type")?) } else { None };
        Ok(Self { kind, uri, type_, object })
    }

    /// True if the extension is in the table.
    pub fn is_known(&self) -> bool {
        let mut known = KNOWN.iter().filter(|known| known.kind == self.kind && known.has_uri(self.uri));
        known.any(|known| known.has_type(self.type_))
    }

    /// The error of an extension that is not known and must be.
    pub fn refused(&self) -> Error {
        Error::unsupported(format!("{self} is not known, and must be understood"))
    }
}

/// Refuses a value that the text does not define: an extension, or a name.
pub(super) fn refused(kind: ExtensionKind, value: Value) -> Error {
    let Some(object) = value.as_object() else {
        return Error::unsupported(format!("{} is not known, nor is it a {}", value.brief(), kind.name()));
    };
    if object.get("extension").is_none()
        && let Some(name) = object.get("type").filter(|name| name.as_str().is_some())
    {
        return Error::unsupported(format!("type {} is not known, nor is it a {}", name.brief(), kind.name()));
    }
    DraftExtension::read(kind, object).map_or_else(|error| error, |extension| extension.refused())
}

/// Goes through the extensions of a hierarchy or an array, and gives notes of those that are passed over.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for one that must be understood and is not known.
pub(super) fn check(kind: ExtensionKind, document: Members) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    let Some(extensions) = document.get("extensions") else { return Ok(notes) };
    for object in extensions.expect_array("member \"extensions\"")? {
        let object = object.expect_object("an extension")?;
        let extension = DraftExtension::read(kind, object)?;
        let must_understand = member(object, "must_understand")?;
        match must_understand.as_bool() {
            _ if extension.is_known() => {}
            Some(true) => return Err(extension.refused()),
            Some(false) => notes.push(format!("{extension} is not known, and ignored, as the document allows")),
            None => {
                let given = must_understand.brief();
                return Err(Error::metadata(format!("must_understand must be true or false, not {given}")));
            }
        }
    }
    Ok(notes)
}

/// The data type and byte order of an extension object, or of the first fallback that is known.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for a type that is not known, where it has no fallback that is known and allowed.
pub(super) fn lower_data_type(
    object: Members,
    core: CoreType,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    let extension = DraftExtension::read(ExtensionKind::DataType, object)?;
    if let (true, Some(kind)) = (extension.is_known(), extension.type_) {
        return lower_known(kind, warnings);
    }
    let Some(offered) = extension.object.get("fallback").filter(|offered| !offered.is_null()) else {
        return Err(extension.refused());
    };
    let lower = |fallback: Value, about: &mut Warnings| match (fallback.as_str(), fallback.as_object()) {
        (Some(name), _) => core(name, about),
        (_, Some(object)) => {
            let inner = DraftExtension::read(ExtensionKind::DataType, object)?;
            let kind = inner.type_.filter(|_| inner.is_known());
            kind.ok_or_else(|| inner.refused()).and_then(|kind| lower_known(kind, about))
        }
        _ => Err(Error::metadata(format!("the fallback of {extension} can't be {}", fallback.brief()))),
    };
    fall_back(extension.to_string(), offered, &lower, options, warnings)
}

/// A type of NumPy, which is what all data types in the table are.
fn lower_known(kind: Value, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    // NumPy describes plain bytes as a structure of one field without a name.
    let bytes = || {
        let mut field = kind.as_array().filter(|fields| fields.len() == 1)?.next()?.as_array()?;
        let is_bare = field.len() == 2 && field.next()?.as_str() == Some("");
        is_bare.then(|| field.next()).flatten()
    };
    DataType::from_numpy_json(&bytes().unwrap_or(kind).to_json(), warnings)
}
