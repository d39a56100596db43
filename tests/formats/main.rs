//! Formats: the documents and keys that others wrote and will read, format by format, and where the texts leave
//! something open. What the texts state, one statement after the other, is in `tests/requirements`.

mod chunk_keys;
mod deviations;
mod documents;
mod extensions;
mod n5;
mod old_formats;
mod other_software;
mod sharding_documents;
mod transformer_stacks;
mod traps;
