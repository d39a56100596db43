//! Formats: documents and keys ⇄ the neutral description.
//!
//! A format is one file that implements [`Format`] and has a row in the table of `registry`: it names the keys and
//! interprets the documents, and reads no store but for a search in listings. Formats never import one another; their
//! shared parts stand below them. The modules are listed in the order in which they use one another, from the top.

mod ancestor_claims;
mod detect;
mod registry;
mod v3;
mod v2;
mod draft;
mod v1;
mod n5;
mod documents;
mod unfinished;
mod nodes;
mod fallback;
mod reading;
mod description;
mod path;
mod chain;
mod vocabulary;
mod members;
#[cfg(test)]
mod tests;

pub use ancestor_claims::{
    ChangedNode, ClaimedNode, claim_nodes, drop_copy, drop_own_copy, has_copy, keys_above_root, settle,
};
pub use description::{Candidate, Documents, Format, NodeKeys, NodeKind, ReadOptions, V1FOrder};
pub use detect::{detect, entry, hint, of_hierarchy, probe_below};
pub use documents::{texts_of, write_document, write_documents, write_new_document, write_new_documents};
pub use nodes::{Detected, names_of_axes, probe, read_node, two_documents};
pub use path::NodePath;
pub use reading::{MAX_DOCUMENT, WHOLE_DOCUMENT, read_document};
pub use registry::FormatId;
pub use unfinished::{NewNode, Unfinished, begun, finish, finish_erased, is_to_be_repeated, leave, unfinished};
pub use v3::spell_codec;
