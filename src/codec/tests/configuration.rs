//! How codecs are named and configured in each dialect.

use crate::codec::registry::spelling_of as spelling;
use crate::codec::{Codec, Input, parse, parse_request};
use crate::dtype::{DataType, Dialect, Warnings};
use crate::json::{Json, ParseOptions};

const ALL: [Dialect; 5] = [Dialect::V1, Dialect::V2, Dialect::Legacy, Dialect::Draft2022, Dialect::V3];

fn json(text: &str) -> Json {
    crate::json::parse(text.as_bytes(), ParseOptions::default()).unwrap().0
}

/// The result of reading a configuration for data of type int32, its text in a dialect, and the number of warnings.
fn read(name: &str, members: &str, dialect: Dialect) -> Result<(Codec, usize), String> {
    let int32 = DataType::from_name("int32", None).unwrap();
    let (members, _) = crate::json::read(members.as_bytes(), ParseOptions::default()).unwrap();
    let members = members.members().unwrap();
    let mut warnings = Warnings::new(false);
    let codec =
        parse(name, members, dialect, Input { data_type: Some(&int32), rank: 2, chunk_shape: None }, &mut warnings);
    codec.map(|codec| (codec, warnings.messages().len())).map_err(|error| error.message().to_owned())
}

/// The configuration as it is written in `to`.
fn written(name: &str, members: &str, from: Dialect, to: Dialect) -> String {
    match read(name, members, from) {
        Ok((Codec::BytesToBytes(codec), _)) => Json::from(codec.configuration(to).unwrap()).to_string(),
        other => panic!("{name} {members}: {other:?}"),
    }
}

fn warnings(name: &str, members: &str, dialect: Dialect) -> usize {
    read(name, members, dialect).unwrap_or_else(|error| panic!("{name} {members}: {error}")).1
}

/// A parameter that makes no sense and only encoding needs: a document is read with a warning, a request refused.
#[track_caller]
fn matters_for_encoding_only(name: &str, members: &str, dialect: Dialect) {
    let int32 = DataType::from_name("int32", None).unwrap();
    let input = || Input { data_type: Some(&int32), rank: 2, chunk_shape: None };
    let (document, _) = crate::json::read(members.as_bytes(), ParseOptions::default()).unwrap();
    let members_read = document.members().unwrap();
    let mut warnings = Warnings::new(true);
    parse(name, members_read, dialect, input(), &mut warnings).unwrap();
    let told = warnings.messages().iter().any(|message| message.contains("only encoding"));
    assert!(told, "{name} {members}: {:?}", warnings.messages());
    assert!(warnings.finish().is_err(), "strict reading refuses {name} {members}");
    let refused = parse_request(name, members_read, dialect, input()).expect_err(members);
    assert!(matches!(refused.kind(), crate::ErrorKind::Metadata | crate::ErrorKind::InvalidArgument), "{refused}");
}

#[track_caller]
fn same(text: &str, expected: &str) {
    assert_eq!(json(text), json(expected));
}

#[test]
fn names() {
    for (name, dialect, expected) in [
        ("gzip", Dialect::V2, Some("gzip")),
        ("gzip", Dialect::Legacy, Some("https://purl.org/zarr/spec/codec/gzip/1.0")),
        ("gzip", Dialect::Draft2022, Some("https://purl.org/zarr/spec/codecs/gzip/1.0")),
        ("gzip", Dialect::V3, Some("gzip")),
        ("zlib", Dialect::V1, Some("zlib")),
        ("zlib", Dialect::Draft2022, Some("https://purl.org/zarr/spec/codecs/zlib/1.0")),
        ("zlib", Dialect::V3, Some("numcodecs.zlib")),
        ("blosc", Dialect::Draft2022, Some("https://purl.org/zarr/spec/codecs/blosc/1.0")),
        ("zstd", Dialect::Draft2022, None),
        ("crc32c", Dialect::V3, Some("crc32c")),
        ("transpose", Dialect::V2, None),
        ("no such codec", Dialect::V3, None),
    ] {
        assert_eq!(spelling(name, dialect).ok().as_deref(), expected, "{name} in {dialect:?}");
    }
}

#[test]
fn what_is_written_is_read() {
    for dialect in ALL {
        for name in ["gzip", "zlib", "zstd", "blosc", "crc32c"] {
            let Ok(spelled) = spelling(name, dialect) else {
                assert!(dialect == Dialect::Draft2022 && matches!(name, "zstd" | "crc32c"), "{name} in {dialect:?}");
                continue;
            };
            match read(&spelled, "{}", dialect) {
                Ok((Codec::BytesToBytes(codec), _)) => assert_eq!(codec.name(), name),
                other => panic!("{spelled} in {dialect:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn other_names() {
    let is_known = |name, dialect| matches!(read(name, "{}", dialect), Ok((Codec::BytesToBytes(_), _)));
    for name in ["numcodecs.gzip", "numcodecs.zlib", "numcodecs.blosc", "numcodecs.zstd", "numcodecs.crc32c"] {
        assert!(is_known(name, Dialect::V3), "{name}");
        assert!(!is_known(name, Dialect::V2), "{name}");
    }
    for uri in ["http://purl.org/zarr/spec/codec/zlib/1.0", "https://purl.org/zarr/spec/codecs/blosc", "gzip"] {
        assert!(is_known(uri, Dialect::Draft2022), "{uri}");
    }
    assert!(!is_known("zlib", Dialect::V3), "zlib has no plain name in final v3");
    assert!(!is_known("https://example.org/zarr/spec/codecs/gzip/1.0", Dialect::Draft2022));
}

#[test]
fn levels_of_gzip_and_zlib() {
    for (name, v3) in [("gzip", "gzip"), ("zlib", "numcodecs.zlib")] {
        same(&written(name, "{}", Dialect::V2, Dialect::V2), r#"{"level": 1}"#);
        same(&written(v3, r#"{"level": 7}"#, Dialect::V3, Dialect::V3), r#"{"level": 7}"#);
        same(&written(name, r#"{"level": -1}"#, Dialect::V2, Dialect::V3), r#"{"level": 6}"#);
        same(&written(name, r#"{"level": 22}"#, Dialect::V2, Dialect::V3), r#"{"level": 9}"#);
        assert_eq!(warnings(name, r#"{"level": 9}"#, Dialect::V2), 0);
        assert_eq!(warnings(name, r#"{"level": -1}"#, Dialect::V2), 1);
        matters_for_encoding_only(name, r#"{"level": "high"}"#, Dialect::V2);
        matters_for_encoding_only(v3, r#"{"level": 1.5}"#, Dialect::V3);
    }
    assert_eq!(warnings("gzip", "{}", Dialect::V3), 1, "final v3 requires the level");
    assert!(read("gzip", r#"{"level": 1, "mtime": 0}"#, Dialect::V3).unwrap_err().contains("mtime"));
}

#[test]
fn configuration_of_zstd() {
    same(&written("zstd", "{}", Dialect::V2, Dialect::V2), r#"{"level": 0}"#);
    same(&written("zstd", r#"{"level": -7}"#, Dialect::V2, Dialect::V3), r#"{"level": -7, "checksum": false}"#);
    let checked = r#"{"level": 22, "checksum": true}"#;
    for (name, dialect) in ALL.into_iter().filter_map(|dialect| Some((spelling("zstd", dialect).ok()?, dialect))) {
        same(&written(&name, checked, dialect, dialect), checked);
    }
    assert_eq!(warnings("zstd", r#"{"level": 3}"#, Dialect::V3), 0);
    assert_eq!(warnings("zstd", r#"{"checksum": true}"#, Dialect::V3), 1);
    for wrong in [r#"{"level": 23}"#, r#"{"level": -131073}"#, r#"{"level": 1, "checksum": 1}"#, r#"{"level": null}"#] {
        matters_for_encoding_only("zstd", wrong, Dialect::V3);
    }
    // GDAL writes the first since 3.11, numcodecs clamps the second when it encodes.
    for (theirs, ours) in [
        (r#"{"level": 13, "checksum": "NO"}"#, r#"{"level": 13}"#),
        (r#"{"level": 100, "checksum": true}"#, r#"{"level": 22, "checksum": true}"#),
    ] {
        matters_for_encoding_only("zstd", theirs, Dialect::V2);
        same(&written("zstd", theirs, Dialect::V2, Dialect::V2), ours);
    }
}

#[test]
fn configuration_of_blosc() {
    let v2 = r#"{"cname": "zstd", "clevel": 3, "shuffle": 2, "blocksize": 64}"#;
    let v3 = r#"{"cname": "zstd", "clevel": 3, "shuffle": "bitshuffle", "typesize": 4, "blocksize": 64}"#;
    same(&written("blosc", v2, Dialect::V2, Dialect::V2), v2);
    same(&written("blosc", v2, Dialect::V2, Dialect::Draft2022), v2);
    same(&written("blosc", v2, Dialect::V2, Dialect::V3), v3);
    same(&written("blosc", v3, Dialect::V3, Dialect::V3), v3);
    same(&written("numcodecs.blosc", v2, Dialect::V3, Dialect::V3), v3);
    same(&written("blosc", v3, Dialect::V3, Dialect::V1), r#"{"cname": "zstd", "clevel": 3, "shuffle": 2}"#);
    same(
        &written("blosc", "{}", Dialect::V2, Dialect::V2),
        r#"{"cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}"#,
    );
    // Automatic: bits for single bytes, else bytes.
    same(
        &written("blosc", r#"{"shuffle": -1}"#, Dialect::V2, Dialect::V1),
        r#"{"cname": "lz4", "clevel": 5, "shuffle": 1}"#,
    );
    let bytes = r#"{"shuffle": -1, "typesize": 1}"#;
    same(&written("blosc", bytes, Dialect::V2, Dialect::V1), r#"{"cname": "lz4", "clevel": 5, "shuffle": 2}"#);
    assert_eq!(warnings("blosc", v3, Dialect::V3), 0);
    assert_eq!(warnings("blosc", v2, Dialect::V2), 0);
    let unshuffled = r#"{"cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "blocksize": 0}"#;
    assert_eq!(warnings("blosc", unshuffled, Dialect::V3), 0, "without a shuffle the type size may be missing");
    assert_eq!(warnings("blosc", v2, Dialect::V3), 2, "the number for shuffle, and no type size");
    for wrong in [
        r#"{"cname": "lzma"}"#,
        r#"{"cname": 1}"#,
        r#"{"clevel": 10}"#,
        r#"{"shuffle": 3}"#,
        r#"{"shuffle": "shuffled"}"#,
        r#"{"shuffle": true}"#,
        r#"{"typesize": 0}"#,
        r#"{"typesize": -4}"#,
        r#"{"blocksize": -1}"#,
        // As CRAN's package zarr wrote it beside `clevel`.
        r#"{"clevel": 3, "level": 3}"#,
    ] {
        matters_for_encoding_only("blosc", wrong, Dialect::V3);
    }
    matters_for_encoding_only("blosc", r#"{"shuffle": "AUTO"}"#, Dialect::V2);
    assert!(read("blosc", r#"{"speed": 1}"#, Dialect::V3).is_err(), "an unknown member may change the data");
}

#[test]
fn what_is_written_in_any_dialect_is_read_back() {
    for dialect in ALL {
        for name in ["gzip", "zlib", "zstd", "blosc"] {
            let id = spelling(name, Dialect::V2).unwrap();
            let Ok(spelled) = spelling(name, dialect) else { continue };
            let first = written(&id, "{}", Dialect::V2, dialect);
            let again = written(&spelled, &first, dialect, dialect);
            same(&first, &again);
        }
    }
}
