//! `bytes` (`endian` in the drafts): the elements one after the other in C order, in one byte order.

use super::{Codec, CodecInfo, Config, Registration};
use crate::dtype::{ByteOrder, Dialect};
use crate::error::{Error, Result};
use crate::json::Object;

/// The drafts name it by the URI of `endian`; 2023 documents say `endian` too.
pub(super) const REGISTRATION: Registration = Registration {
    name: "bytes",
    v2_id: None,
    v3_name: Some("bytes"),
    draft: Some("endian"),
    aliases: &["endian"],
    parse,
};

/// The array→bytes codec of all numeric types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes {
    /// The stored byte order.
    pub order: ByteOrder,
    /// Whether the type has more than one byte, so that the order must be written.
    pub ordered: bool,
}

fn parse(config: &mut Config) -> Result<Codec> {
    let Some(data_type) = config.input.data_type else {
        return Err(config.error("it must come before every codec that works on bytes"));
    };
    let ordered = data_type.swap_unit() > 1;
    let order = match config.take("endian") {
        Some(endian) => match endian.as_str() {
            Some("little") => ByteOrder::Little,
            Some("big") => ByteOrder::Big,
            _ => return Err(config.error(format!("endian must be \"little\" or \"big\", not {}", endian.brief()))),
        },
        None => {
            if ordered {
                let warning = config.error("endian is missing; taken as little");
                config.warnings.add(warning.message());
            }
            ByteOrder::Little
        }
    };
    Ok(Codec::Bytes(Bytes { order, ordered }))
}

impl Bytes {
    /// The codec for a data type.
    pub fn new(data_type: &crate::dtype::DataType, order: ByteOrder) -> Self {
        Self { order, ordered: data_type.swap_unit() > 1 }
    }
}

impl CodecInfo for Bytes {
    fn name(&self) -> &'static str {
        "bytes"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        match dialect {
            Dialect::V3 | Dialect::Draft2022 if self.ordered => Ok(Object::new().with("endian", self.order.name())),
            Dialect::V3 => Ok(Object::new()),
            Dialect::Draft2022 => Ok(Object::new().with("endian", "little")),
            _ => Err(Error::internal("the byte order belongs to the data type in this format")),
        }
    }
}
