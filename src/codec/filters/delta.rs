//! `delta`: the first number, then the difference of each to the one before.

use super::number::{FilterNumber, cast, with_type};
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{ByteOrder, Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct Delta {
    dtype: Numbers,
    astype: Numbers,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let dtype = Numbers::take_or_input(config, "dtype")?;
    let astype = Numbers::take(config, "astype")?.unwrap_or(dtype);
    if dtype.code == TypeCode::Bool || astype.code == TypeCode::Bool {
        return Err(Error::unsupported("codec \"delta\": differences of booleans can't be added up again"));
    }
    Ok(Arc::new(Delta { dtype, astype }))
}

impl CodecInfo for Delta {
    fn name(&self) -> &'static str {
        "delta"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        self.configuration_in(dialect, ByteOrder::Little)
    }

    fn configuration_in(&self, _: Dialect, order: ByteOrder) -> Result<Object> {
        Ok(Object::new().with("dtype", self.dtype.spell(order)?).with("astype", self.astype.spell(order)?))
    }
}

impl Filter for Delta {
    fn input(&self) -> Numbers {
        self.dtype
    }

    fn output(&self) -> Numbers {
        self.astype
    }

    fn elementwise(&self) -> bool {
        false
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        with_type!(self.dtype.code, A => with_type!(self.astype.code, B => differences::<A, B>(input, output)));
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        with_type!(self.dtype.code, A => with_type!(self.astype.code, B => sums::<A, B>(input, output)));
        Ok(())
    }
}

fn differences<A: FilterNumber, B: FilterNumber>(input: &[u8], output: &mut [u8]) {
    let (a, b) = (size_of::<A>(), size_of::<B>());
    let mut last: Option<A> = None;
    for (from, to) in input.chunks_exact(a).zip(output.chunks_exact_mut(b)) {
        let number = A::get(from);
        // Not the difference to zero, which would lose the sign of -0.0.
        let difference = last.map_or(number, |last| number.subtract(last));
        cast::<A, B>(difference).put(to);
        last = Some(number);
    }
}

fn sums<A: FilterNumber, B: FilterNumber>(input: &[u8], output: &mut [u8]) {
    let (a, b) = (size_of::<A>(), size_of::<B>());
    let mut sum: Option<A> = None;
    for (from, to) in input.chunks_exact(b).zip(output.chunks_exact_mut(a)) {
        let difference = cast::<B, A>(B::get(from));
        let number = sum.map_or(difference, |sum| sum.add(difference));
        number.put(to);
        sum = Some(number);
    }
}
