//! Documents of every format: JSON, then the description that it is lowered to, then that spelled again.

use super::input::{Input, allowed};
use zarr::dtype::Warnings;
use zarr::format::{Documents, FormatId, NodePath, ReadOptions};
use zarr::json::{Json, Object, ParseOptions, Style, parse};

/// The first byte chooses a format and options, the rest is a document; one of attributes may follow behind a 0xff.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let choice = input.byte();
    let formats: Vec<FormatId> = FormatId::all().collect();
    let format = formats[usize::from(choice & 7) % formats.len()].format();
    let mut texts = input.rest().splitn(2, |byte| *byte == 0xff);
    let (Some(node), attributes) = (texts.next().and_then(object), texts.next()) else { return };
    let documents = Documents { node: node.into(), attributes: attributes.and_then(object) };
    let options =
        ReadOptions { ignore_unknown: choice & 8 != 0, allow_fallback: choice & 16 != 0, ..ReadOptions::default() };
    let mut warnings = Warnings::new(choice & 32 != 0);
    if let Some(group) = allowed(format.lower_group(&documents, &options, &mut warnings)) {
        allowed(format.spell_group(&group));
    }
    let root = NodePath::root();
    allowed(format.read_consolidated(&root, &documents.node));
    let _ = format.classify(&documents.node);
    let Some(array) = allowed(format.lower_array(&documents, &options, &mut Warnings::new(false))) else { return };
    let Some(spelled) = allowed(format.spell_array(&array, &mut Warnings::new(false))) else { return };
    // The library reads its own documents, as the same array.
    let again = format.lower_array(&spelled, &ReadOptions::for_new_nodes(), &mut Warnings::new(false)).unwrap_or_else(
        |error| panic!("its own document is refused: {error}\n{}", Json::Object(spelled.node.clone().into_object())),
    );
    assert_eq!(array.shape, again.shape);
    assert_eq!(array.data_type.name(), again.data_type.name());
    assert!(array.chain.is_alike(&again.chain), "{:?}\n{:?}", array.chain, again.chain);
}

fn object(text: &[u8]) -> Option<Object> {
    let (value, _) = parse(text, ParseOptions { bare_tokens: true }).ok()?;
    let written = value.to_text(Style { indent: 4, ascii: true });
    let (again, _) = parse(written.as_bytes(), ParseOptions { bare_tokens: true }).expect("what was written is JSON");
    assert_eq!(value, again);
    value.as_object().cloned()
}
