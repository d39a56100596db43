//! Reading and spelling the codecs of an array, where formats do it alike.

use crate::codec::{self, ArrayToArray, ArrayToBytes, BytesCodec, Chain, Codec, CodecInfo, Intermediate};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::json::{Members, Object};
use std::sync::Arc;

/// Codecs while they are read one after another: each sees what the ones before it give.
pub(super) struct ChainReader<'a> {
    dialect: Dialect,
    data_type: &'a DataType,
    rank: usize,
    /// The elements behind the codecs that were read.
    behind: Intermediate<'a>,
    /// The byte order of formats in which an array→bytes codec need not stand in the list.
    implicit: Option<ByteOrder>,
    codecs: Vec<Codec>,
}

impl<'a> ChainReader<'a> {
    pub fn new(dialect: Dialect, data_type: &'a DataType, rank: usize, implicit: Option<ByteOrder>) -> Self {
        Self {
            dialect,
            data_type,
            rank,
            behind: Intermediate::new(data_type, rank, None),
            implicit,
            codecs: Vec::new(),
        }
    }

    /// For chunks that all have this shape, for codecs that ask for it.
    pub fn with_chunk_shape(self, chunk_shape: Option<&'a [u64]>) -> Self {
        Self { behind: Intermediate::new(self.data_type, self.rank, chunk_shape), ..self }
    }

    /// Notes that the codec that was read last is not known: its chunks can't be read.
    pub fn note_unknown(&mut self, warnings: &mut Warnings) {
        if let Some(Codec::Unknown(unknown)) = self.codecs.last() {
            let name = &unknown.name;
            warnings
                .note(format!("codec {name:?} is not known, and need not be for the metadata; chunks can't be read"));
        }
    }

    /// Adds a codec that was made elsewhere.
    ///
    /// # Errors
    /// As [`Intermediate::pass`].
    pub fn push(&mut self, codec: Codec) -> Result<()> {
        self.behind.pass(&codec)?;
        self.codecs.push(codec);
        Ok(())
    }

    /// The codec that was read last.
    pub fn last(&self) -> Option<&Codec> {
        self.codecs.last()
    }

    /// Reads a codec by its name in the dialect.
    pub fn read(&mut self, name: &str, configuration: Members, warnings: &mut Warnings) -> Result<()> {
        self.read_in(self.dialect, name, configuration, warnings)
    }

    /// Reads a codec that the document spells in another dialect.
    pub fn read_in(
        &mut self,
        dialect: Dialect,
        name: &str,
        configuration: Members,
        warnings: &mut Warnings,
    ) -> Result<()> {
        // Compressors count items as elements until a codec before them has given other bytes.
        let codec = codec::parse(name, configuration, dialect, self.behind.input(), warnings)?;
        // Where the data type says the byte order, filters come behind the bytes.
        if matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy) {
            match &codec {
                Codec::ArrayToArray(ArrayToArray::Filter(filter)) => {
                    return codec::add_filter(&mut self.codecs, Arc::clone(filter), &mut self.behind);
                }
                Codec::ArrayToBytes(ArrayToBytes::Opaque(_)) => codec::make_room(&mut self.codecs, name)?,
                _ => {}
            }
        }
        if matches!(codec, Codec::BytesToBytes(_)) {
            self.push_implicit_bytes()?;
        }
        self.push(codec)
    }

    fn push_implicit_bytes(&mut self) -> Result<()> {
        let spelled = self.codecs.iter().any(|codec| matches!(codec, Codec::ArrayToBytes(_)));
        if let Some(order) = self.implicit.filter(|_| !spelled) {
            let bytes = BytesCodec::new(self.behind.data_type().unwrap_or(self.data_type), order);
            self.push(bytes.into())?;
        }
        Ok(())
    }

    /// The chain.
    pub fn finish(mut self) -> Result<Chain> {
        self.push_implicit_bytes()?;
        Chain::new(self.codecs, self.data_type, self.rank)
    }
}

/// The name and the configuration of a codec in a dialect. Type strings of filters say the byte order of the bytes
/// around it.
pub(super) fn spell_codec(codec: &dyn CodecInfo, dialect: Dialect, order: ByteOrder) -> Result<(String, Object)> {
    let name = codec::spelling(codec, dialect)?;
    let configuration = codec.configuration_in(dialect, order).context(|| format!("codec {:?}", codec.name()))?;
    Ok((name, configuration))
}

/// The letter for the order of axes in formats that know only two.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for any other order.
pub(super) fn spell_order(chain: &Chain) -> Result<&'static str> {
    let transposes: Vec<&codec::Transpose> = chain
        .codecs()
        .iter()
        .filter_map(|codec| match codec {
            Codec::ArrayToArray(ArrayToArray::Transpose(codec)) => Some(codec),
            _ => None,
        })
        .collect();
    match (transposes.as_slice(), chain.axes()) {
        ([], _) => Ok("C"),
        ([one], _) if one.is_reversal() => Ok("F"),
        (_, None) => Ok("C"),
        (_, Some(axes)) if axes.iter().rev().enumerate().all(|(axis, order)| axis == *order) => Ok("F"),
        (_, Some(axes)) => Err(Error::unsupported(format!("this format knows the orders C and F only, not {axes:?}"))),
    }
}
