//! The documents that a user would lose, or misread, if the JSON module were wrong.

use super::*;
use crate::error::Result;
use proptest::prelude::*;

fn strict(text: &str) -> Result<Json> {
    parse(text.as_bytes(), ParseOptions::default()).map(|(value, _)| value)
}

#[test]
fn keeps_order_digits_and_duplicates() {
    let text = r#"{"z": 1.10, "a": 18446744073709551615, "z": 1e400}"#;
    let (value, duplicates) = parse(text.as_bytes(), ParseOptions::default()).unwrap();
    assert_eq!(value.to_string(), r#"{"z": 1e400, "a": 18446744073709551615}"#);
    assert_eq!(duplicates, ["z"]);
    assert_eq!(value.as_object().unwrap().get("a").unwrap().as_u64(), Some(u64::MAX));
}

#[test]
fn finds_duplicates_among_many_members() {
    let members: Vec<String> = (0..1000).map(|at| format!("\"m{}\": {at}", at % 600)).collect();
    let (value, duplicates) = parse(format!("{{{}}}", members.join(",")).as_bytes(), ParseOptions::default()).unwrap();
    let object = value.as_object().unwrap();
    assert_eq!((object.len(), duplicates.len()), (600, 400));
    assert_eq!(object.get("m399").unwrap().as_u64(), Some(999));
}

#[test]
fn refuses_what_is_not_json() {
    for text in [
        "",
        " ",
        "{",
        "[1,]",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "1.",
        ".5",
        "1e",
        "+1",
        "--1",
        "tru",
        "nul",
        "\"a",
        "\"\\x\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\\u12g4\"",
        "\"\u{1}\"",
        "[1] 2",
        "NaN",
        "-Infinity",
        "/* c */ 1",
        "'a'",
        "[1 2]",
        "{\"a\" 1}",
        "\u{a0}1",
    ] {
        assert!(strict(text).is_err(), "{text:?} was accepted");
    }
    assert!(parse(b"\"\xff\"", ParseOptions::default()).is_err());
}

/// Python decodes file names that are not UTF-8 to such strings (`os.fsdecode`), and zarr-python writes them.
#[test]
fn halves_of_surrogate_pairs_are_kept_as_they_are_written() {
    let text = r#"{"caf\udce9": ["\ud800\u0041\n\"", "a\udc00\u00e9é", "\ud83d\ude00"], "b": {"\uD800": "plain"}}"#;
    assert!(strict(text).is_err());
    let options = ParseOptions { bare_tokens: true };
    let (value, duplicates) = parse(text.as_bytes(), options).unwrap();
    assert!(duplicates.is_empty());
    let expected = text.replace(r"\ud83d\ude00", "\u{1f600}");
    assert_eq!(value.to_string(), expected);
    let object = value.as_object().unwrap();
    let items = object.get(r"caf\udce9").unwrap().as_array().unwrap();
    assert_eq!(items[0].as_text(), Some(r#"\ud800\u0041\n\""#));
    assert_eq!((items[0].as_str(), items[0].kind()), (None, "a string"), "it is no text that may mean something");
    assert_eq!(items[2].as_str(), Some("\u{1f600}"));
    // However it is read again and changed.
    let (flat, _) = read(expected.clone().into_bytes(), options).unwrap();
    assert_eq!(object.flat().unwrap().root().to_json().to_string(), expected);
    let mut document = Document::new(flat).unwrap();
    document.set(r"caf\udce9", 1);
    document.set("c", 2);
    let changed = r#"{"caf\udce9": 1, "b": {"\uD800": "plain"}, "c": 2}"#;
    assert_eq!(document.to_text(Style { indent: 0, ascii: true }).unwrap(), changed);
    assert_eq!(document.flat().unwrap().root().to_json().to_string(), changed);
    let twice = parse(br#"{"\udce9": 1, "a": 0, "\udce9": 2, "a": 3}"#, options).unwrap();
    assert_eq!((twice.0.to_string().as_str(), twice.1.len()), (r#"{"\udce9": 2, "a": 3}"#, 2));
    for wrong in [r#""\ud800"#, r#""\ud8""#, r#""\ud800\u00""#] {
        assert!(parse(wrong.as_bytes(), options).is_err(), "{wrong}");
    }
}

#[test]
fn bare_tokens_only_where_allowed() {
    let options = ParseOptions { bare_tokens: true };
    let (value, _) = parse(b"[NaN, Infinity, -Infinity, -1]", options).unwrap();
    let numbers: Vec<f64> = value.as_array().unwrap().iter().map(|item| item.as_number().unwrap().as_f64()).collect();
    assert!(numbers[0].is_nan());
    assert_eq!(numbers[1..], [f64::INFINITY, f64::NEG_INFINITY, -1.0]);
    assert_eq!(value.to_string(), "[NaN, Infinity, -Infinity, -1]");
}

#[test]
fn depth_is_bounded() {
    let deep = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    assert!(strict(&deep(MAX_DEPTH)).is_ok());
    assert!(strict(&deep(MAX_DEPTH + 2)).is_err());
    assert!(strict(&deep(1_000_000)).is_err());
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    assert_eq!(strict("\u{feff} {\"a\": [] }").unwrap().to_string(), r#"{"a": []}"#);
}

#[test]
fn integers_in_other_spellings() {
    let number = |text: &str| strict(text).unwrap().as_number().unwrap().as_i128();
    assert_eq!(number("3.0"), Some(3));
    assert_eq!(number("1e2"), Some(100));
    assert_eq!(number("-9223372036854775808"), Some(i64::MIN.into()));
    assert_eq!(number("0.5"), None);
    assert_eq!(number("9007199254740993.5"), None);
}

#[test]
fn canonical_layouts() {
    let value = strict(r#"{"b": [1, {"c": "é\u0001"}], "a": {}}"#).unwrap();
    let sorted = Json::Object(value.as_object().unwrap().clone().sorted());
    assert_eq!(
        sorted.to_text(Style { indent: 4, ascii: true }),
        "{\n    \"a\": {},\n    \"b\": [\n        1,\n        {\n            \"c\": \"\\u00e9\\u0001\"\n        }\n    ]\n}"
    );
    assert_eq!(strict("\"\u{1f600}\"").unwrap().to_text(Style { indent: 0, ascii: true }), "\"\\ud83d\\ude00\"");
}

/// Random documents, as another library prints them.
fn documents() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<u64>().prop_map(Into::into),
        any::<f64>().prop_map(|value| serde_json::json!(value)),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
            prop::collection::hash_map(any::<String>(), inner, 0..8).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn agrees_with_another_parser(document in documents(), indent in 0..5usize, ascii: bool) {
        let ours = strict(&document.to_string()).unwrap();
        let back: serde_json::Value = serde_json::from_str(&ours.to_text(Style { indent, ascii })).unwrap();
        prop_assert_eq!(back, document);
    }

    #[test]
    fn never_panics(bytes in prop::collection::vec(any::<u8>(), 0..200), bare_tokens: bool) {
        let _ = parse(&bytes, ParseOptions { bare_tokens });
    }
}

#[test]
fn numbers_keep_their_text_at_every_length() {
    for digits in 1..25 {
        let text = "9876543210987654321098765"[..digits].to_owned();
        for text in
            [text.clone(), format!("-{text}"), format!("{text}.0"), format!("{text}e1"), format!("[{text}, {text}]")]
        {
            assert_eq!(strict(&text).unwrap().to_string(), text);
            let alone = text.parse::<i64>().ok();
            assert_eq!(strict(&text).unwrap().as_i64(), alone);
            assert_eq!(strict(&text).unwrap().as_u64(), text.parse().ok());
            let inside = strict(&format!("[{text}]")).unwrap();
            assert_eq!(inside.as_array().unwrap()[0].as_i64(), alone);
            if let (Some(number), Ok(double)) = (inside.as_array().unwrap()[0].as_number(), text.parse::<f64>()) {
                assert_eq!(number.as_f64(), double);
            }
        }
    }
    for text in ["0", "-0", "0.0", "[0, -0, 10]"] {
        assert_eq!(strict(text).unwrap().to_string(), text);
    }
    assert_ne!(strict("0").unwrap(), strict("-0").unwrap());
    assert!(strict("[00]").is_err() && strict("[-01]").is_err() && strict("[1e]").is_err());
}

#[test]
fn strings_of_every_length_end_where_they_do() {
    let text = "abcdefghijklmnopqrstuvwxyzäöü☃0123456789";
    for (end, _) in text.char_indices() {
        let short = &text[..end];
        for document in [format!("\"{short}\""), format!("\"{short}\"                              ")] {
            assert_eq!(strict(&document).unwrap(), Json::from(short));
        }
        let escaped = format!("[\"{short}\\n{short}\"]");
        assert_eq!(strict(&escaped).unwrap().as_array().unwrap()[0].as_str(), Some(&*format!("{short}\n{short}")));
        assert!(strict(&format!("\"{short}")).is_err());
    }
}

#[test]
fn a_document_is_read_where_it_stands() {
    let text = r#"{"a": [1, -2, 3.5, "x\u00e4y"], "b\n": {"c": {}, "d": [[], null, true]}, "e": 18446744073709551615}"#;
    let (flat, _) = read(text.as_bytes(), ParseOptions::default()).unwrap();
    let members = flat.root().as_object().unwrap();
    let items = members.get("a").unwrap().as_array().unwrap();
    assert_eq!(items.len(), 4);
    let numbers: Vec<_> = items.map(|item| (item.as_i64(), item.as_u64())).collect();
    assert_eq!(numbers, [(Some(1), Some(1)), (Some(-2), None), (None, None), (None, None)]);
    assert_eq!(items.last().unwrap().as_str(), Some("xäy"));
    let names: Vec<&str> = members.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b\n", "e"]);
    let inner = members.get("b\n").unwrap().as_object().unwrap();
    assert!(inner.get("c").unwrap().as_object().unwrap().is_empty() && inner.get("a").is_none());
    assert_eq!(inner.get("d").unwrap().to_json().to_string(), "[[], null, true]");
    assert_eq!(members.get("e").unwrap().as_u64(), Some(u64::MAX));
    assert_eq!(flat.root().to_json(), strict(text).unwrap());
}

#[test]
fn names_that_are_the_same_in_other_spellings_stand_twice() {
    let text = br#"{"x": {"a": 1, "\u0061": 2, "b": [{"c": 3, "c": 4}]}}"#;
    let (flat, mut duplicates) = read(text, ParseOptions::default()).unwrap();
    duplicates.sort();
    assert_eq!(duplicates, ["a", "c"]);
    assert_eq!(flat.root().to_json().to_string(), r#"{"x": {"a": 2, "b": [{"c": 4}]}}"#);
}

#[test]
fn a_changed_document_is_read_as_changed() {
    let (flat, _) = read(br#"{"a": 1, "b": "\n"}"#.to_vec(), ParseOptions::default()).unwrap();
    let mut document = Document::new(flat).unwrap();
    let before = document.clone();
    assert_eq!(document.get("a"), Some(&Json::from(1)));
    document.set("a", 2);
    assert_eq!(document.members().unwrap().get("a").unwrap().as_u64(), Some(2));
    assert_ne!(document, before);
    document.set("a", 1);
    assert_eq!(document, before);
    assert_eq!(document.into_object().len(), 2);
    let (list, _) = read(b"[]".to_vec(), ParseOptions::default()).unwrap();
    assert!(Document::new(list).is_err());
}

#[test]
fn what_was_made_is_read_as_what_was_written() {
    let text = r#"{"a": [1, -2, 3.5, {"b\n": []}], "c": {"d": {}, "e": [[], null, true, false]}, "f": "x\ny", "g": -0,
        "h": 18446744073709551615, "i": 1E5, "j": ""}"#;
    let made = strict(text).unwrap();
    let flat = made.as_object().unwrap().flat().unwrap();
    assert_eq!(flat.root().to_json(), made);
    assert_eq!(flat.root().to_json().to_string(), made.to_string());
    let (read, _) = read(text.as_bytes(), ParseOptions::default()).unwrap();
    let kinds = |flat: &Flat| flat.nodes.iter().map(|node| (node.kind, node.inside)).collect::<Vec<_>>();
    assert_eq!(kinds(&flat), kinds(&read));
    assert!(!flat.has_bare_tokens());
    assert!(Object::new().with("x", vec![f64::NAN]).flat().unwrap().has_bare_tokens());
    assert!(Object::new().flat().unwrap().members().unwrap().is_empty());
}

proptest! {
    #[test]
    fn any_object_that_was_made_is_read_as_it_is(value in documents()) {
        let made = Object::new().with("x", strict(&value.to_string()).unwrap());
        prop_assert_eq!(made.flat().unwrap().members().unwrap().to_object(), made);
    }
}
