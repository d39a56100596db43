//! Chains that decode the chunks of each other.

use super::{ArrayToArray, Chain, Codec};
use crate::codec::kinds::{CodecInfo, decoding_of};
use crate::json::Object;

impl Chain {
    /// True if each of two chains decodes what the other one encodes, to the same elements: levels of compression may
    /// differ, and so may the spelling.
    pub fn is_alike(&self, other: &Self) -> bool {
        self.unknown == other.unknown && self.decoding() == other.decoding()
    }

    /// The first difference between two chains that are not alike, in words.
    pub fn difference(&self, new: &Self) -> String {
        let (old_names, new_names) = (self.names(), new.names());
        if old_names != new_names {
            return format!("its codecs are {} now, not {}", new_names.join(", "), old_names.join(", "));
        }
        let mut codecs = self.codecs.iter().zip(&new.codecs);
        match codecs.find(|(old, new)| decoding(old) != decoding(new)) {
            Some((codec, _)) => format!("the configuration of its codec {:?} was changed", name(codec)),
            None => "its codecs were changed".to_owned(),
        }
    }

    /// The settings by which the chain decodes, as text: that of chains that are alike is one, where no codec of a
    /// program was registered anew in between.
    pub fn decoding_text(&self) -> String {
        format!("{:?} {:?} {}", self.unknown, self.decoding(), self.registration())
    }

    /// The settings by which the chain decodes. Transposes are combined into one order of axes, except after a
    /// `reshape`.
    pub(in crate::codec) fn decoding(&self) -> Object {
        let mut reshaped = false;
        let codecs = self.codecs.iter().filter(|codec| {
            reshaped |= matches!(codec, Codec::ArrayToArray(ArrayToArray::Reshape(_)));
            reshaped || !matches!(codec, Codec::ArrayToArray(ArrayToArray::Transpose(_)))
        });
        let codecs: Vec<Object> = codecs.map(decoding).collect();
        let axes: Vec<u64> = self.axes.iter().flatten().map(|axis| *axis as u64).collect();
        Object::new().with("axes", axes).with("codecs", codecs)
    }

    fn names(&self) -> Vec<&str> {
        self.codecs.iter().map(name).collect()
    }
}

fn name(codec: &Codec) -> &str {
    match codec {
        Codec::Unknown(unknown) => &unknown.name,
        known => known.info().map_or("", CodecInfo::name),
    }
}

fn decoding(codec: &Codec) -> Object {
    match codec {
        Codec::Unknown(unknown) => {
            Object::new().with("name", &*unknown.name).with("decoding", unknown.configuration.clone().sorted())
        }
        known => known.info().map_or_else(|_| Object::new(), decoding_of),
    }
}
