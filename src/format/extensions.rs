//! The extension points of the v3 drafts: what a document may name by a URI because the text itself does not define it.
//!
//! What is known stands in [`KNOWN`]. The rest is passed over where the document allows that, with a note on the handle;
//! replaced by its fallback where it has one and the caller allows that; and refused everywhere else.

use super::{ReadOptions, shared};
use crate::dtype::{ByteOrder, DataType, StoredOrder, Warnings};
use crate::error::{Error, ErrorKind, Result};
use crate::json::{Json, Object};

/// The kinds of extensions, by where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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

impl Kind {
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

    /// Whether an extension of this kind says what it is in a member `type`, and may not be ignored.
    fn has_type(self) -> bool {
        !matches!(self, Self::Generic | Self::Array | Self::Group)
    }
}

/// An extension that is known.
struct Known {
    kind: Kind,
    /// The URI, without the scheme of the web; `*` stands for any text, and `#` at the end for a number.
    uri: &'static str,
    /// The values of `type`. Of data types: the letters of NumPy's kinds, and `[` for a list of fields.
    types: &'static [&'static str],
}

/// Every extension that is known. Of generic and array extensions, grids, layouts and encodings nobody has published any.
const KNOWN: &[Known] = &[
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

const fn data_type(uri: &'static str, types: &'static [&'static str]) -> Known {
    Known { kind: Kind::DataType, uri, types }
}

const fn sharding(uri: &'static str) -> Known {
    Known { kind: Kind::StorageTransformer, uri, types: &["indexed"] }
}

impl Known {
    fn has_uri(&self, uri: &str) -> bool {
        let uri = uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:")).unwrap_or(uri);
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

    fn has_type(&self, value: Option<&Json>) -> bool {
        match (self.kind, value) {
            (Kind::DataType, Some(Json::Array(_))) => self.types.contains(&"["),
            (Kind::DataType, Some(Json::String(text))) => {
                let kind = text.trim_start_matches(['<', '>', '|', '=']).get(..1);
                kind.is_some_and(|kind| self.types.contains(&kind))
            }
            (_, Some(Json::String(text))) => self.types.contains(&text.as_str()),
            (_, Some(_)) => false,
            (_, None) => self.types.is_empty(),
        }
    }
}

/// An object that names an extension.
pub(super) struct Extension<'a> {
    kind: Kind,
    uri: &'a str,
    /// What it is among those that the URI specifies; generic and array extensions don't say.
    pub type_: Option<&'a Json>,
    object: &'a Object,
}

impl std::fmt::Display for Extension<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {:?}", self.kind.name(), self.uri)?;
        self.type_.map_or(Ok(()), |value| write!(formatter, " (type {})", value.brief()))
    }
}

impl<'a> Extension<'a> {
    /// Reads what every extension of a kind has.
    ///
    /// # Errors
    /// [`ErrorKind::Metadata`] where it is missing.
    pub fn read(kind: Kind, object: &'a Object) -> Result<Self> {
        let uri = shared::member(object, "extension")?.expect_str(format_args!("the URI of a {}", kind.name()))?;
        let type_ = if kind.has_type() { Some(shared::member(object, "type")?) } else { None };
        Ok(Self { kind, uri, type_, object })
    }

    /// Whether it stands in the table.
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
pub(super) fn refused(kind: Kind, value: &Json) -> Error {
    let Json::Object(object) = value else {
        return Error::unsupported(format!("{} is not known, nor is it a {}", value.brief(), kind.name()));
    };
    if object.get("extension").is_none()
        && let Some(name) = object.get("type").filter(|name| name.as_str().is_some())
    {
        return Error::unsupported(format!("type {} is not known, nor is it a {}", name.brief(), kind.name()));
    }
    Extension::read(kind, object).map_or_else(|error| error, |extension| extension.refused())
}

/// Goes through the extensions of a hierarchy or an array, and gives notes of those that are passed over.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for one that must be understood and is not known.
pub(super) fn check(kind: Kind, document: &Object) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    let Some(extensions) = document.get("extensions") else { return Ok(notes) };
    for object in extensions.expect_array("member \"extensions\"")? {
        let object = object.expect_object("an extension")?;
        let extension = Extension::read(kind, object)?;
        let must_understand = shared::member(object, "must_understand")?;
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

/// How a format reads the name of a core data type.
pub(super) type CoreType<'a> = &'a dyn Fn(&str, &mut Warnings) -> Result<(DataType, StoredOrder)>;

/// The data type and byte order of an extension object, or of the first fallback that is known.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for a type that is not known, where it has no fallback that is known and allowed.
pub(super) fn lower_data_type(
    object: &Object,
    core: CoreType,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    let extension = Extension::read(Kind::DataType, object)?;
    if let (true, Some(kind)) = (extension.is_known(), extension.type_) {
        return lower_known(kind, warnings);
    }
    let Some(offered) = extension.object.get("fallback").filter(|offered| !offered.is_null()) else {
        return Err(extension.refused());
    };
    let lower = |fallback: &Json, about: &mut Warnings| match fallback {
        Json::String(name) => core(name, about),
        Json::Object(object) => {
            let inner = Extension::read(Kind::DataType, object)?;
            let kind = inner.type_.filter(|_| inner.is_known());
            kind.ok_or_else(|| inner.refused()).and_then(|kind| lower_known(kind, about))
        }
        other => Err(Error::metadata(format!("the fallback of {extension} can't be {}", other.brief()))),
    };
    fall_back(extension.to_string(), offered, &lower, options, warnings)
}

/// The data type of final v3, which has names in place of URIs. Drafts of 2023 still had types that stand in for others.
///
/// # Errors
/// As [`lower_data_type`].
pub(super) fn lower_named_data_type(value: &Json, options: &ReadOptions, warnings: &mut Warnings) -> Result<DataType> {
    let Json::Object(object) = value else { return DataType::from_v3_json(value) };
    let mut alone = object.clone();
    let offered = alone.remove("fallback");
    match (DataType::from_extension_object(&alone), &offered) {
        (Err(error), Some(offered)) if error.kind() == ErrorKind::Unsupported => {
            let lower = |fallback: &Json, _: &mut Warnings| {
                DataType::from_v3_json(fallback).map(|data_type| (data_type, ByteOrder::Little.into()))
            };
            let of = format!("data type {}", Json::from(alone).brief());
            fall_back(of, offered, &lower, options, warnings).map(|(data_type, _)| data_type)
        }
        (read, _) => read,
    }
}

/// How a format reads a data type that stands in for another.
type Lower<'a> = &'a dyn Fn(&Json, &mut Warnings) -> Result<(DataType, StoredOrder)>;

/// The first of the types that a document offers in place of one that is not known (`of`, for messages) which `lower` knows.
///
/// # Errors
/// As [`lower_data_type`].
pub(super) fn fall_back(
    of: String,
    offered: &Json,
    lower: Lower,
    options: &ReadOptions,
    warnings: &mut Warnings,
) -> Result<(DataType, StoredOrder)> {
    for fallback in offered.as_array().unwrap_or(std::slice::from_ref(offered)) {
        let mut about = Warnings::default();
        let (data_type, order) = match lower(fallback, &mut about) {
            Ok(lowered) if lowered.0.size() > 0 => lowered,
            Err(error) if error.kind() == ErrorKind::Metadata && fallback.as_str().is_none() => return Err(error),
            // The next one may be known.
            _ => continue,
        };
        let fallback = fallback.brief();
        if !options.allow_fallback {
            return Err(Error::unsupported(format!(
                "{of} is not known; its fallback {fallback} is used with the option \"allow_fallback\" only"
            )));
        }
        warnings.note(format!("{of} is not known; elements are read as its fallback {fallback}"));
        about.messages().iter().for_each(|message| warnings.add(message));
        return Ok((data_type.in_place_of(of), order));
    }
    Err(Error::unsupported(format!("{of} is not known, nor is any of its fallbacks")))
}

/// A type of NumPy, which is what all data types in the table are.
fn lower_known(kind: &Json, warnings: &mut Warnings) -> Result<(DataType, StoredOrder)> {
    match kind {
        // NumPy describes plain bytes as a structure of one field without a name.
        Json::Array(fields) => match fields.as_slice() {
            [Json::Array(field)] if matches!(field.as_slice(), [Json::String(name), _] if name.is_empty()) => {
                DataType::from_numpy_json(&field[1], warnings)
            }
            _ => DataType::from_numpy_json(kind, warnings),
        },
        _ => DataType::from_numpy_json(kind, warnings),
    }
}
