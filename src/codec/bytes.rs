//! `bytes` (`endian` in the drafts): the elements one after the other in C order. Their byte order is one for all;
//! NumPy's structs may have another for each field, which no codec can say, but the data type of v2 does.

use super::config::Config;
use super::kinds::CodecInfo;
use crate::dtype::{ByteOrder, DataType, Dialect, StoredOrder};
use crate::error::{Error, Result};
use crate::json::Object;

/// The array→bytes codec of all types of fixed size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytesCodec {
    /// The stored byte order.
    pub order: StoredOrder,
    /// True if the type has more than one byte, so that the order must be written.
    pub ordered: bool,
}

pub(super) fn parse(config: &mut Config) -> Result<BytesCodec> {
    let data_type = config.data_type()?;
    let ordered = data_type.is_ordered();
    let order = match config.take("endian") {
        Some(endian) => match endian.as_str() {
            Some("little") => ByteOrder::Little,
            Some("big") => ByteOrder::Big,
            _ => return Err(config.error(format!("endian must be \"little\" or \"big\", not {}", endian.brief()))),
        },
        None => {
            if ordered && !data_type.may_omit_endian() {
                let warning = config.error("endian is missing; taken as little");
                config.warnings.add(warning.told());
            }
            ByteOrder::Little
        }
    };
    Ok(BytesCodec { order: order.into(), ordered })
}

impl BytesCodec {
    /// The codec for a data type.
    pub fn new(data_type: &DataType, order: impl Into<StoredOrder>) -> Self {
        Self { order: order.into(), ordered: data_type.is_ordered() }
    }
}

impl CodecInfo for BytesCodec {
    fn name(&self) -> &'static str {
        "bytes"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        match dialect {
            Dialect::V3 | Dialect::Draft2022 if self.ordered => {
                let order = self.order.uniform().ok_or_else(|| {
                    Error::unsupported("the fields of a struct must all be stored in one byte order in this format")
                })?;
                Ok(Object::new().with("endian", order.name()))
            }
            Dialect::V3 => Ok(Object::new()),
            Dialect::Draft2022 => Ok(Object::new().with("endian", "little")),
            _ => Err(Error::internal("the byte order belongs to the data type in this format")),
        }
    }

    fn decoding(&self) -> Object {
        if self.ordered { Object::new().with("order", format!("{:?}", self.order)) } else { Object::new() }
    }
}
