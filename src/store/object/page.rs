//! A page of a listing, before the client reads it: objects whose names it can't ask for, which other programs may put
//! into a bucket, are taken out. It would fail at one of them, or take it for another object.

use object_store::path::Path;

/// The entries of a page: the element, and the one in it that has the name.
const ENTRIES: [(&str, &str); 4] =
    [("Contents", "Key"), ("CommonPrefixes", "Prefix"), ("Blob", "Name"), ("BlobPrefix", "Name")];

/// A page of a listing without the names that the client takes for an error, or for another name.
pub(super) fn without_odd_names(page: Vec<u8>) -> Vec<u8> {
    let Ok(text) = std::str::from_utf8(&page) else { return page };
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, tag)) = rest.split_once('<') {
        kept.push_str(before);
        let entry =
            ENTRIES.iter().find(|(element, _)| tag.strip_prefix(element).is_some_and(|rest| rest.starts_with('>')));
        let Some((element, name)) = entry else {
            kept.push('<');
            rest = tag;
            continue;
        };
        // An entry without an end is no XML, which the client tells.
        let Some((entry, after)) = tag.split_once(&format!("</{element}>")) else { return page };
        if is_kept(entry, name) {
            kept.extend(["<", entry, "</", element, ">"]);
        }
        rest = after;
    }
    kept.push_str(rest);
    kept.into_bytes()
}

/// True for an entry whose name the client can ask for. One with `/` at its end is kept as a prefix, but not as an
/// object, which stands for a folder in the consoles of providers.
fn is_kept(entry: &str, element: &str) -> bool {
    // Azure encodes a name that XML can't have, and says so by an attribute.
    let name = entry.split_once(&format!("<{element}>")).and_then(|(_, rest)| rest.split_once("</"));
    let Some((name, _)) = name else { return !entry.contains(&format!("<{element} ")) };
    if name.contains("<![CDATA[") {
        return true;
    }
    let name = unescaped(name);
    let is_prefix = element == "Prefix" || entry.starts_with("BlobPrefix");
    let name = name.as_deref().map(|name| if is_prefix { name.strip_suffix('/').unwrap_or(name) } else { name });
    name.is_some_and(|name| !name.is_empty() && Path::parse(name).is_ok_and(|path| path.as_ref() == name))
}

/// A text of XML; None: it is none.
fn unescaped(text: &str) -> Option<String> {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, escape)) = rest.split_once('&') {
        let (name, after) = escape.split_once(';')?;
        plain.push_str(before);
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = name.strip_prefix('#')?;
                let number = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => number.parse(),
                };
                char::from_u32(number.ok()?)?
            }
        });
        rest = after;
    }
    plain.push_str(rest);
    (!text.contains('<')).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_without_a_name_that_can_be_asked_for_are_taken_out() {
        let page = |entries: &str| format!("<?xml version=\"1.0\"?><List><Name>b</Name>{entries}<Blobs/></List>");
        let left = |entries: &str| String::from_utf8(without_odd_names(page(entries).into_bytes())).unwrap();
        for kept in [
            "<Contents><Key>a/b</Key><Size>1</Size></Contents>",
            "<Contents>\n<Size>1</Size><Key>a&amp;b &lt;&#x20;&gt;&#233;</Key></Contents>",
            "<CommonPrefixes><Prefix>a/b/</Prefix></CommonPrefixes>",
            "<Blobs><Blob><Name>a</Name></Blob><BlobPrefix><Name>a/</Name></BlobPrefix></Blobs>",
            "<Contents><Key><![CDATA[a<b]]></Key></Contents>",
            "<Contents><Size>1</Size></Contents>",
            "<Contents><Key>a//b</Key>",
        ] {
            assert_eq!(left(kept), page(kept));
        }
        for name in ["a//b", "/a", "a/", "", "a/../b", ".", "a&#0;b", "a&#x0A;b", "a\u{7f}", "a&unknown;", "a&b", "a<b"]
        {
            for (element, inside) in &ENTRIES[..3] {
                let name = if *inside == "Prefix" { format!("{name}/") } else { name.to_owned() };
                let entry = format!("<{element}><{inside}>{name}</{inside}></{element}>");
                assert_eq!(left(&entry), page(""), "{entry}");
            }
        }
        assert_eq!(left("<Blob><Name Encoded=\"true\">a%EF%BF%BF</Name></Blob>"), page(""));
        // Without XML the client says what is wrong.
        assert_eq!(without_odd_names(vec![0xff, b'<']), [0xff, b'<']);
    }
}
