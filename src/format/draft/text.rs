//! The table of the drafts: how the documents of each differ from those of the others.

use super::codecs::{self, SpelledCodecs};
use super::transformers::TransformerName;
use super::types::{self, CoreType};
use crate::codec::Chain;
use crate::dtype::{DataType, Dialect, StoredOrder};
use crate::error::Result;
use crate::json::{Json, Object};
use crate::metadata::{ChunkKeyEncoding, Separator};

/// The form of `metadata_encoding` in the entry point document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetadataEncoding {
    /// A MIME type.
    Mime,
    /// The URI of the draft; the suffix of keys stands beside it, or there is none.
    Uri,
    /// An object that holds the suffix of keys.
    Object,
}

/// How attributes stand in documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttributesPlace {
    /// In a document of their own.
    Apart,
    /// In a member that may be missing or null.
    Optional,
    /// In a member that must be there.
    Mandatory,
}

/// Where documents and chunks lie: the prefix of documents, what the key of the root's document begins with, and the
/// prefix of chunks.
pub(super) type Prefixes = (&'static str, &'static str, &'static str);

/// One draft.
#[derive(Debug)]
pub(super) struct DraftRules {
    pub name: &'static str,
    /// The value of `zarr_format`, in the entry point document, or where there is none in every document.
    pub uri: &'static str,
    /// The form of the entry point document; None: every document says everything about itself.
    pub entry: Option<MetadataEncoding>,
    pub place: Prefixes,
    /// Where an entry point that was edited by hand may leave the documents.
    pub other_place: Option<Prefixes>,
    /// The suffix of the keys of documents behind `array` and `group`, in a new hierarchy.
    pub suffix: &'static str,
    /// The most characters of a name; None: any number.
    pub longest_name: Option<usize>,
    /// True if names may hold any character of ASCII.
    pub any_ascii: bool,
    pub siblings_ignore_case: bool,
    pub array_names: &'static [&'static str],
    pub group_names: &'static [&'static str],
    /// True if readers pass over names that the text does not have, and take the parameters of a codec from beside its
    /// URI.
    pub lenient: bool,
    pub attributes: AttributesPlace,
    /// True if the documents of groups have `extensions`.
    pub group_extensions: bool,
    pub chunk_keys: fn(Separator) -> ChunkKeyEncoding,
    /// How such keys look, for messages.
    pub key_form: &'static str,
    pub separator: Separator,
    /// How chunk keys may look as well where the document does not name the separator.
    pub other_chunk_keys: Option<ChunkKeyEncoding>,
    pub codec_dialect: Dialect,
    pub fill_dialect: Dialect,
    /// True if an undefined fill value is null.
    pub null_fill: bool,
    /// True if documents may have names of dimensions, which only readers honour.
    pub dimension_names: bool,
    /// True if names of dimensions may stay in the attribute that other formats keep them in.
    pub dimensions_in_attributes: bool,
    /// How the transformer that makes shards is named; None: there are no shards.
    pub transformers: Option<TransformerName>,
    /// True if an attribute holds filters.
    pub filters: bool,
    /// True if a codec says the byte order, and not the data type.
    pub endian_codec: bool,
    /// Where readers find a copy of all documents, below the prefix of documents.
    pub consolidated: Option<&'static str>,
    /// Reads the name of a core data type.
    pub core_type: CoreType,
    pub spell_type: fn(&Self, &DataType, &StoredOrder) -> Result<Json>,
    /// Name and parameters of a codec as software of the time meant them; None: no codec at all.
    pub codec_name: fn(String, Object) -> Option<(String, Object)>,
    /// Spells the codecs of a chain beside a data type.
    pub spell_codecs: fn(&Self, &Chain, &Json) -> Result<SpelledCodecs>,
}

/// A list of names of members.
macro_rules! names {
    [$($name:ident)*] => {
        &[$(stringify!($name)),*]
    };
}

/// The protocol drafts of version 3 until August 2020 (`v3-2019b`): an entry point document, and chunks under `data/`.
pub(super) const B2019: DraftRules = DraftRules {
    name: "v3-2019b",
    uri: "http://purl.org/zarr/spec/protocol/core/3.0",
    entry: Some(MetadataEncoding::Mime),
    place: ("meta/root/", "meta/root.", "data/"),
    other_place: None,
    suffix: "",
    longest_name: Some(255),
    any_ascii: false,
    siblings_ignore_case: true,
    array_names: names![shape data_type chunk_grid chunk_memory_layout compressor chunk_codecs codecs fill_value
        extensions attributes],
    group_names: names![attributes extensions],
    lenient: true,
    attributes: AttributesPlace::Optional,
    group_extensions: true,
    chunk_keys: ChunkKeyEncoding::V2,
    key_form: "0.0",
    separator: Separator::Dot,
    // The next draft put a letter before the indices.
    other_chunk_keys: Some(ChunkKeyEncoding::Draft(Separator::Slash)),
    codec_dialect: Dialect::Legacy,
    // These texts leave the fill values of floats open; the words and bit patterns are those that their successor
    // settled on in 2022. Software of the years in between wrote others.
    fill_dialect: Dialect::Draft2022,
    null_fill: true,
    dimension_names: false,
    dimensions_in_attributes: false,
    transformers: None,
    filters: false,
    endian_codec: false,
    consolidated: None,
    core_type: types::numpy_or_name,
    spell_type: types::spell_core,
    codec_name: |uri, configuration| Some((uri, configuration)),
    spell_codecs: codecs::spell_2019,
};

/// The first text, of May 2019 (`v3-2019a`): the document of an array says everything about itself. The text gives no
/// keys, so those of its successor are used.
pub(super) const A2019: DraftRules = DraftRules {
    name: "v3-2019a",
    entry: None,
    longest_name: None,
    any_ascii: true,
    siblings_ignore_case: false,
    array_names: names![zarr_format shape data_type chunk_grid chunk_memory_layout chunk_codecs compressor codecs
        fill_value extensions],
    group_names: names![zarr_format extensions],
    attributes: AttributesPlace::Apart,
    other_chunk_keys: None,
    ..B2019
};

/// The names of the later texts, and those that real documents have beside them and that change nothing.
const ARRAY_NAMES: &[&str] = names![shape data_type chunk_grid chunk_memory_layout compressor codecs chunk_codecs fill_value
        extensions attributes storage_transformers dimension_names dimension_separator];

/// The form of version 3 that released software wrote from October 2020 to 2024, between the protocol drafts and the
/// core draft of 2022, and the variant of September 2020 whose documents' keys have no suffix (`v3-2020`). Chunks lie
/// under `data/root/`, types are NumPy's strings, and one writer hid the filters of v2 in an attribute and types of
/// NumPy in extensions of its own.
pub(super) const C2020: DraftRules = DraftRules {
    name: "v3-2020",
    uri: "https://purl.org/zarr/spec/protocol/core/3.0",
    entry: Some(MetadataEncoding::Uri),
    place: ("meta/root/", "meta/root.", "data/root/"),
    other_place: Some(PLACE_2022),
    suffix: ".json",
    siblings_ignore_case: false,
    array_names: ARRAY_NAMES,
    lenient: false,
    group_extensions: false,
    chunk_keys: ChunkKeyEncoding::Draft,
    key_form: "c0/0",
    separator: Separator::Slash,
    other_chunk_keys: Some(ChunkKeyEncoding::Draft(Separator::Dot)),
    fill_dialect: Dialect::Legacy,
    dimension_names: true,
    transformers: Some(TransformerName::Software),
    filters: true,
    consolidated: Some("consolidated/.zmetadata"),
    spell_type: types::spell_numpy,
    codec_name: codecs::bare_name,
    spell_codecs: codecs::spell_2020,
    ..B2019
};

/// Metadata under `meta/`, chunks under `data/`. The root has no name, so its documents begin without the period.
const PLACE_2022: Prefixes = ("meta/", "meta/", "data/");

/// The core draft of 2022 (`v3-2022`). The text is stricter than its successors (no unknown names at all), and freer:
/// groups need no document, and a chain of codecs need not name the one that makes bytes.
pub(super) const D2022: DraftRules = DraftRules {
    name: "v3-2022",
    uri: "https://purl.org/zarr/spec/core/3.0",
    entry: Some(MetadataEncoding::Object),
    place: PLACE_2022,
    other_place: None,
    longest_name: None,
    attributes: AttributesPlace::Mandatory,
    codec_dialect: Dialect::Draft2022,
    fill_dialect: Dialect::Draft2022,
    null_fill: false,
    dimensions_in_attributes: true,
    transformers: Some(TransformerName::Text),
    filters: false,
    endian_codec: true,
    consolidated: None,
    core_type: types::name_or_numpy,
    spell_type: types::spell_name,
    codec_name: codecs::mistaken_uri,
    spell_codecs: codecs::spell_2022,
    ..C2020
};
