//! Writing documents. Each write is noted in the change log, also where the store answers with an error: it may have
//! been done all the same, and handles must not go on with what they knew.

use super::description::{Documents, Format, NodeKeys, NodeKind};
use super::reading::{MAX_DOCUMENT, parse_document, probe_key, read_document};
use super::unfinished::{DocumentTexts, NewNode, Unfinished, begun, finish, leave};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result};
use crate::json::{self, Document, Flat, Object, ParseOptions, Style};
use crate::store::{self, Store, StoreExt};

/// Writes one document in the layout of its format.
///
/// # Errors
/// [`ErrorKind::Limit`] for a document that could not be read again: nothing is written then. Errors of the store.
pub fn write_document(format: &dyn Format, store: &dyn Store, key: &str, document: &Object) -> Result<()> {
    let text = readable_text(format, key, document)?;
    finish(store, key);
    let written = store.set(key, text.as_bytes());
    note(store, key);
    written
}

/// Notes that a document was written, or may have been.
fn note(store: &dyn Store, key: &str) {
    store::changed(store, key);
    store::changed_somewhere(store);
}

/// Writes one document where there is none yet. False: there is one.
///
/// # Errors
/// As [`write_document`].
pub fn write_new_document(format: &dyn Format, store: &dyn Store, key: &str, document: &Object) -> Result<bool> {
    let written = store::set_new(store, key, readable_text(format, key, document)?.as_bytes());
    note(store, key);
    written
}

/// The text of a document that reading accepts.
fn readable_text(format: &dyn Format, key: &str, document: &Object) -> Result<String> {
    as_read(format, key, document).map(|(text, _)| text)
}

/// The text of a document, and the document as it is read from that. The reader itself checks it, so that the two can't
/// come to differ.
fn as_read(format: &dyn Format, key: &str, document: &Object) -> Result<(String, Flat<'static>)> {
    let mut text = document.to_text(format.style())?;
    if text.len() as u64 > MAX_DOCUMENT {
        // Without the white space of its layout it may still fit, as the one that was read did.
        text = document.to_text(Style::default())?;
    }
    let refused =
        |why: &str| Error::limit(format!("document {key:?} is not written, because it could not be read again: {why}"));
    if text.len() as u64 > MAX_DOCUMENT {
        return Err(refused(&format!("it has {} bytes, more than {}", text.len(), MAX_DOCUMENT)));
    }
    match json::read(text.clone().into_bytes(), ParseOptions { bare_tokens: true }) {
        Ok((read, _)) => Ok((text, read)),
        Err(error) if error.kind() == ErrorKind::NoMemory => Err(error),
        Err(error) => Err(refused(error.message())),
    }
}

/// The text of the document of a node. A consolidated copy in it is left out where there is no room for it: a missing
/// copy costs time, and a refused change is lost.
fn text_of_node(format: &dyn Format, key: &str, document: &Document) -> Result<String> {
    let error = match as_read(format, key, document) {
        Ok((text, read)) => {
            document.keep_reading(read);
            return Ok(text);
        }
        Err(error) => error,
    };
    let mut alone = Object::clone(document);
    if error.kind() == ErrorKind::Limit && format.drop_consolidated(&mut alone) {
        return readable_text(format, key, &alone);
    }
    Err(error)
}

/// Writes the documents of a node as texts.
///
/// # Errors
/// [`ErrorKind::Limit`] for a document that could not be read again.
pub fn texts_of(format: &dyn Format, keys: &NodeKeys, kind: NodeKind, documents: &Documents) -> Result<DocumentTexts> {
    let attributes = match (&keys.attributes, &documents.attributes) {
        (Some(key), Some(attributes)) => Some((key.clone(), readable_text(format, key, attributes)?.into_bytes())),
        _ => None,
    };
    Ok(DocumentTexts { node: text_of_node(format, keys.document(kind), &documents.node)?.into_bytes(), attributes })
}

/// Changes the documents of a node: the attributes first, then the document that makes it a node.
///
/// # Errors
/// Errors of the store.
pub fn write_documents(store: &dyn Store, keys: &NodeKeys, kind: NodeKind, texts: &DocumentTexts) -> Result<()> {
    let key = keys.document(kind);
    finish(store, key);
    let write = || -> Result<()> {
        if let Some((key, attributes)) = &texts.attributes {
            let written = store.set(key, attributes);
            note(store, key);
            written?;
        }
        let written = store.set(key, &texts.node);
        leave_no_attributes(store, keys, key)?;
        written
    };
    let written = write();
    note(store, &keys.array);
    written.inspect_err(|_| leave(store, key, Unfinished::Change))
}

/// Takes attributes away that were written while another process erased their node: else the next node there would have
/// them. That process takes the node's own document away first, so that it is missing here, or all else goes after it.
fn leave_no_attributes(store: &dyn Store, keys: &NodeKeys, node: &str) -> Result<()> {
    match &keys.attributes {
        Some(attributes) if !store.capabilities().private && !store.exists(node)? => {
            store.erase(attributes)?;
            Err(Error::not_found("the node is not there any more"))
        }
        _ => Ok(()),
    }
}

/// Writes the documents of a node that is not there yet. One of several creators succeeds, the writer of the document
/// that makes the node, and only then writes the attributes, so that those of the others never take their place.
///
/// A failed call leaves no node, as far as the store lets it. Else the node is [`Unfinished`]: the same creation takes
/// it as its own, as does this call where the answer to its write was lost. Its document is not written again then, and
/// the attributes that it has by now are put into `documents`.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`]; as [`write_documents`].
pub fn write_new_documents(
    format: &dyn Format,
    store: &dyn Store,
    keys: &NodeKeys,
    kind: NodeKind,
    documents: &mut Documents,
) -> Result<NewNode> {
    let key = keys.document(kind);
    let texts = texts_of(format, keys, kind, documents)?;
    let begun = begun(store, key)?;
    let is_begun = begun.is_some();
    let (mut new, is_made) = match begun {
        Some(begun) if begun.texts == texts => (begun, false),
        Some(_) => return Err(Error::already_exists("another call has begun to create a node here")),
        None => create_document(store, keys, key, texts)?,
    };
    let place = keys.attributes.as_ref().filter(|_| !new.is_whole);
    if let Some(place) = place.filter(|_| new.left.is_some() || documents.attributes.is_some()) {
        let attributes = documents.attributes.clone().unwrap_or_default();
        let written = write_new_attributes(format, store, place, &attributes, new.left.as_deref());
        written.inspect_err(|_| {
            // As well as it can be done: the first error is the one to tell of.
            let is_own = || probe_key(store, key).is_ok_and(|there| there.is_some_and(|there| there == new.texts.node));
            if !(is_made && is_own() && store.erase(key).is_ok()) {
                leave(store, key, Unfinished::Creation(new.clone()));
            }
            // A thread may have opened the node in between.
            note(store, &keys.array);
        })?;
    }
    if let Some(place) = keys.attributes.as_ref().filter(|_| is_begun) {
        documents.attributes = read_document(store, place, &mut Warnings::default())?.map(Document::into_object);
    }
    finish(store, key);
    new.is_whole = true;
    Ok(new)
}

/// Writes the document that makes a node one, where there is none. False: it may be that of another creator, which has
/// written the same.
fn create_document(store: &dyn Store, keys: &NodeKeys, key: &str, texts: DocumentTexts) -> Result<(NewNode, bool)> {
    let text = &texts.node;
    let left = keys.attributes.as_ref().map(|key| probe_key(store, key)).transpose()?.flatten();
    let created = store::set_new(store, key, text);
    note(store, &keys.array);
    store::pause_point("node.created");
    let is_made = match created {
        Ok(true) => true,
        Ok(false) => return Err(Error::already_exists("another process has created a node here")),
        Err(error) => match probe_key(store, key) {
            Ok(Some(there)) if there == *text => false,
            // It is not stored.
            Ok(_) => return Err(error),
            Err(_) => {
                leave(store, key, Unfinished::Creation(NewNode { texts, left, is_whole: false }));
                return Err(error);
            }
        },
    };
    Ok((NewNode { texts, left, is_whole: false }, is_made))
}

/// Writes the attributes of a node that has just been created in place of those that one before it has left. What has
/// been changed since it was created stays changed.
fn write_new_attributes(
    format: &dyn Format,
    store: &dyn Store,
    key: &str,
    attributes: &Object,
    left: Option<&[u8]>,
) -> Result<()> {
    let read = |text: Option<&[u8]>| -> Object {
        let document = text.and_then(|text| parse_document(text.to_vec(), key, &mut Warnings::default()).ok());
        document.map(Document::into_object).unwrap_or_default()
    };
    store::change(store, |store| {
        let (mut all, old) = (attributes.clone(), read(left));
        for (name, value) in read(probe_key(store, key)?.as_deref()).iter() {
            if old.get(name) != Some(value) {
                all.set(name, value.clone());
            }
        }
        write_document(format, store, key, &all)
    })
}
