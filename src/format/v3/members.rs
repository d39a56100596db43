//! The members of the documents of nodes: each is looked at once, and put where it belongs.

use crate::json::{Members, Value};

/// Makes a struct with a place for each member of a document that the format knows, and for the others together.
macro_rules! members {
    ($(#[$doc:meta])* $name:ident: $($member:ident),*; and $($passed_over:ident),*) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(super) struct $name<'d> {
            $(pub $member: Option<Value<'d>>,)*
            /// Those that the format does not know.
            pub unknown: Vec<(&'d str, Value<'d>)>,
        }

        impl<'d> $name<'d> {
            pub fn read(document: Members<'d>) -> Self {
                let mut members = Self::default();
                for (name, value) in document.iter() {
                    match name {
                        $(stringify!($member) => members.$member = Some(value),)*
                        $(stringify!($passed_over) => {})*
                        _ => members.unknown.push((name, value)),
                    }
                }
                members
            }
        }
    };
}

members! {
    /// The members of the document of an array.
    ArrayMembers: shape, data_type, chunk_grid, chunk_key_encoding, fill_value, codecs, attributes, storage_transformers,
    dimension_names; and zarr_format, node_type
}

members! {
    /// The members of the document of a group.
    GroupMembers: attributes; and zarr_format, node_type, consolidated_metadata
}
