//! The filters of `lzma`, spelled as in Python's `lzma` module: the filters before the compression, and their options.

use crate::json::{Json, Object};
use liblzma::stream::{Error as Failure, Filters, LzmaOptions, MatchFinder, Mode};

const LZMA1: u64 = 0x4000_0000_0000_0001;
const LZMA2: u64 = 0x21;
const DELTA: u64 = 3;

/// One filter.
#[derive(Clone, Debug)]
pub(super) enum LzmaFilter {
    /// The differences of bytes so far apart: 1 to 256.
    Delta(u16),
    /// Addresses in machine code, by liblzma's number of the processor, and the offset of the first byte.
    Branch(u64, u32),
    Lzma1(PresetOptions),
    Lzma2(PresetOptions),
}

/// The options of a compression; the preset gives those that are not set.
#[derive(Clone, Debug)]
pub(super) struct PresetOptions {
    preset: Option<u32>,
    /// In the order of [`NAMES`].
    values: [Option<u32>; 8],
}

/// The options, with the largest value of each.
const NAMES: [(&str, u32); 8] = [
    ("dict_size", u32::MAX),
    ("lc", 4),
    ("lp", 4),
    ("pb", 4),
    ("mode", 2),
    ("nice_len", 273),
    ("mf", 0x14),
    ("depth", u32::MAX),
];

impl PresetOptions {
    fn parse(object: &mut Object) -> Result<Self, String> {
        let given = object.remove("preset").filter(|preset| !preset.is_null());
        let preset = given.map(|value| preset(&value)).transpose()?;
        let mut options = Self { preset, values: [None; 8] };
        for ((name, largest), value) in NAMES.iter().zip(&mut options.values) {
            *value = match object.remove(name) {
                None | Some(Json::Null) => None,
                Some(given) => Some(number(&given, name, 0, (*largest).into())? as u32),
            };
        }
        // Together they choose one of at most sixteen sets of probabilities.
        let [_, lc, lp, ..] = options.values;
        if lc.unwrap_or(3) + lp.unwrap_or(0) > 4 {
            return Err("lc and lp must not add up to more than 4".to_owned());
        }
        options.make().map_err(|_| "the options of a filter are not possible".to_owned())?;
        Ok(options)
    }

    fn spell(&self, object: Object) -> Object {
        let object = match self.preset {
            Some(preset) => object.with("preset", preset),
            None => object,
        };
        let set = NAMES.iter().zip(&self.values).filter_map(|((name, _), value)| Some((name, (*value)?)));
        set.fold(object, |object, (name, value)| object.with(name, value))
    }

    /// The dictionary of decoding.
    fn dictionary(&self) -> u64 {
        const BY_PRESET: [u64; 10] = [18, 20, 21, 22, 22, 23, 23, 24, 25, 26];
        let preset = (self.preset.unwrap_or(6) & 15) as usize;
        self.values[0].map_or(1 << BY_PRESET[preset.min(9)], u64::from)
    }

    /// The options for liblzma.
    pub(super) fn make(&self) -> Result<LzmaOptions, Failure> {
        let mut options = LzmaOptions::new_preset(self.preset.unwrap_or(6))?;
        let [dictionary, lc, lp, pb, mode, nice, finder, depth] = self.values;
        dictionary.map(|size| options.dict_size(size));
        lc.map(|bits| options.literal_context_bits(bits));
        lp.map(|bits| options.literal_position_bits(bits));
        pb.map(|bits| options.position_bits(bits));
        depth.map(|depth| options.depth(depth));
        nice.map(|length| options.nice_len(length));
        match mode {
            None => {}
            Some(1) => drop(options.mode(Mode::Fast)),
            Some(2) => drop(options.mode(Mode::Normal)),
            Some(_) => return Err(Failure::Options),
        }
        match finder {
            None => {}
            Some(0x03) => drop(options.match_finder(MatchFinder::HashChain3)),
            Some(0x04) => drop(options.match_finder(MatchFinder::HashChain4)),
            Some(0x12) => drop(options.match_finder(MatchFinder::BinaryTree2)),
            Some(0x13) => drop(options.match_finder(MatchFinder::BinaryTree3)),
            Some(0x14) => drop(options.match_finder(MatchFinder::BinaryTree4)),
            Some(_) => return Err(Failure::Options),
        }
        Ok(options)
    }
}

impl LzmaFilter {
    fn parse(value: &Json) -> Result<Self, String> {
        let mut object =
            value.as_object().ok_or_else(|| format!("a filter must be an object, not {}", value.brief()))?.clone();
        let id = object.remove("id").ok_or("a filter has no id")?;
        let id = id.as_u64().ok_or_else(|| format!("the id of a filter must be a number, not {}", id.brief()))?;
        let filter = match id {
            DELTA => {
                let distance = object.remove("dist").map_or(Ok(1), |value| number(&value, "dist", 1, 256))?;
                Self::Delta(distance as u16)
            }
            4..=9 => {
                let offset = object.remove("start_offset");
                let offset = offset.map_or(Ok(0), |value| number(&value, "start_offset", 0, u32::MAX.into()))?;
                Self::Branch(id, offset as u32)
            }
            LZMA1 => Self::Lzma1(PresetOptions::parse(&mut object)?),
            LZMA2 => Self::Lzma2(PresetOptions::parse(&mut object)?),
            _ => return Err(format!("the filter {id} is not known")),
        };
        match object.iter().next() {
            Some((member, _)) => Err(format!("unknown member {member:?} in a filter")),
            None => Ok(filter),
        }
    }

    /// The filter as it stands in a configuration.
    pub(super) fn spell(&self) -> Object {
        match self {
            Self::Delta(distance) => Object::new().with("id", DELTA).with("dist", u64::from(*distance)),
            Self::Branch(id, 0) => Object::new().with("id", *id),
            Self::Branch(id, offset) => Object::new().with("id", *id).with("start_offset", *offset),
            Self::Lzma1(options) => options.spell(Object::new().with("id", LZMA1)),
            Self::Lzma2(options) => options.spell(Object::new().with("id", LZMA2)),
        }
    }
}

/// The filters of a configuration.
pub(super) fn parse(value: &Json) -> Result<Vec<LzmaFilter>, String> {
    let items = value.as_array().ok_or_else(|| format!("filters must be a list or null, not {}", value.brief()))?;
    if !(1..=4).contains(&items.len()) {
        return Err(format!("there can be 1 to 4 filters, not {}", items.len()));
    }
    let filters = items.iter().map(LzmaFilter::parse).collect::<Result<Vec<_>, String>>()?;
    let ends = |filter: &LzmaFilter| matches!(filter, LzmaFilter::Lzma1(_) | LzmaFilter::Lzma2(_));
    match filters.iter().position(ends) {
        Some(at) if at + 1 == filters.len() => Ok(filters),
        _ => Err("the last filter, and no other, must be LZMA1 or LZMA2".to_owned()),
    }
}

/// A preset: 0 to 9, on request extreme.
pub(super) fn preset(value: &Json) -> Result<u32, String> {
    let preset = value.as_u64().filter(|preset| *preset & !(1 << 31) <= 9);
    let preset = preset.ok_or_else(|| format!("preset must be a number from 0 to 9, not {}", value.brief()))?;
    Ok(preset as u32)
}

/// About the memory that decoding needs.
pub(super) fn memory(filters: &[LzmaFilter]) -> u64 {
    let dictionary = |filter: &LzmaFilter| match filter {
        LzmaFilter::Lzma1(options) | LzmaFilter::Lzma2(options) => options.dictionary(),
        LzmaFilter::Delta(_) | LzmaFilter::Branch(..) => 0,
    };
    filters.iter().map(dictionary).sum()
}

/// The filters for liblzma.
pub(super) fn chain(filters: &[LzmaFilter]) -> Result<Filters, Failure> {
    let mut chain = Filters::new();
    for filter in filters {
        match filter {
            LzmaFilter::Delta(distance) => chain.delta_properties(&[(distance - 1) as u8])?,
            LzmaFilter::Branch(id, offset) => {
                let offset = offset.to_le_bytes();
                // No offset has no properties.
                let properties = if offset == [0; 4] { &[][..] } else { &offset[..] };
                match id {
                    4 => chain.x86_properties(properties)?,
                    5 => chain.powerpc_properties(properties)?,
                    6 => chain.ia64_properties(properties)?,
                    7 => chain.arm_properties(properties)?,
                    8 => chain.arm_thumb_properties(properties)?,
                    _ => chain.sparc_properties(properties)?,
                }
            }
            LzmaFilter::Lzma1(options) => chain.lzma1(&options.make()?),
            LzmaFilter::Lzma2(options) => chain.lzma2(&options.make()?),
        };
    }
    Ok(chain)
}

fn number(value: &Json, name: &str, low: u64, high: u64) -> Result<u64, String> {
    let number = value.as_u64().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("{name} must be an integer from {low} to {high}, not {}", value.brief()))
}
