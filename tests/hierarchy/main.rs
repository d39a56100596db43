//! Hierarchies: nodes are made, changed, moved, copied, listed and removed, by one or by many at once.

mod attributes;
mod copy;
mod creating;
mod datasets;
mod moves;
mod repeated;
mod requests;
mod suggestions;
mod walking;
mod written_documents;
