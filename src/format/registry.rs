//! The table of all formats, and their numbers.

use super::description::{Format, Registration};
use super::{draft, n5, v1, v2, v3};
use std::sync::Arc;

/// Makes the enum of the formats and their table of the same rows.
macro_rules! formats {
    ($($id:ident = $code:literal, $format:expr;)*) => {
        /// The formats by their numbers in the C API.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(i32)]
        pub enum FormatId {
            $($id = $code,)*
        }

        /// Every format. Of those that are known by documents of one kind, the first that finds its own wins.
        pub(super) const FORMATS: &[(FormatId, Registration)] = &[$((FormatId::$id, $format),)*];
    };
}

formats! {
    V3 = 3, v3::FORMAT;
    V2 = 2, v2::FORMAT;
    V3Draft2022 = 34, draft::FORMAT_2022;
    V3Shape2020 = 33, draft::FORMAT_2020;
    V3Protocol2019B = 32, draft::FORMAT_2019B;
    V1 = 1, v1::FORMAT;
    N5 = 50, n5::FORMAT;
    V3Protocol2019A = 31, draft::FORMAT_2019A;
}

impl FormatId {
    /// The format of new hierarchies, unless the caller asks for another.
    pub const DEFAULT: Self = Self::V3;

    /// The format with this number; None for numbers that are none.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::all().find(|id| id.code() == code)
    }

    /// Every format, by number.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        let mut all: Vec<Self> = FORMATS.iter().map(|(id, _)| *id).collect();
        all.sort_by_key(|id| id.code());
        all.into_iter()
    }

    /// The format with this name: `v3-2022`.
    pub fn from_name(name: &str) -> Option<Self> {
        FORMATS.iter().find(|(_, format)| format.name == name).map(|(id, _)| *id)
    }

    /// Its number in the C API.
    pub fn code(self) -> i32 {
        self as i32
    }

    /// Its name in messages: `v3-2022`.
    pub fn name(self) -> &'static str {
        self.registration().name
    }

    /// The format, as it is for a new hierarchy.
    pub fn format(self) -> Arc<dyn Format> {
        (self.registration().create)()
    }

    fn registration(self) -> &'static Registration {
        // The macro gives every variant a row.
        FORMATS.iter().find(|(id, _)| *id == self).map_or(&FORMATS[0].1, |(_, format)| format)
    }
}

impl dyn Format + '_ {
    /// The id of the format.
    pub fn id(&self) -> FormatId {
        FormatId::from_name(self.name()).unwrap_or(FormatId::DEFAULT)
    }
}
