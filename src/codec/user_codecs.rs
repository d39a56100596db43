//! Codecs that a program brings along. From registration on they are known to the whole process by their names, beside
//! those of the visible table, whose names are not for them.

use super::chain::{ArrayToBytes, Chain, Codec};
use super::config::Input;
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use crate::sync::fork::RwLock;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// The kind of a codec, by its input and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodecKind {
    /// Bytes on both.
    BytesToBytes,
    /// Elements in the byte order of this machine, and bytes.
    ArrayToBytes,
}

/// The place of a codec in a chain, as far as the codec may know it.
#[derive(Clone, Debug)]
pub struct ChainPosition {
    /// Its configuration: a JSON object.
    pub configuration: String,
    /// The data type of the elements in front of it in final v3's spelling, JSON; None where they are plain bytes.
    pub data_type: Option<String>,
    /// The bytes of one element; 1 for plain bytes.
    pub item_size: usize,
    /// The shape of a chunk of elements; None for plain bytes, and where chunks differ in shape.
    pub chunk_shape: Option<Vec<u64>>,
}

/// The functions of a codec that a program registers.
pub trait UserCodec: Send + Sync + std::fmt::Debug {
    /// Its input and output.
    fn kind(&self) -> CodecKind;

    /// True if the codec may run on any thread, and on several at once; otherwise only on threads that called the
    /// library.
    fn thread_safe(&self) -> bool;

    /// True if the encoded length is always [`UserCodec::encoded_bound`].
    fn fixed_size(&self) -> bool;

    /// Refuses a configuration that makes no sense.
    fn check(&self, place: &ChainPosition) -> Result<()>;

    /// The most bytes that encoding `length` bytes can give; None: more than memory can hold.
    fn encoded_bound(&self, place: &ChainPosition, length: usize) -> Option<usize>;

    /// Appends the encoded form of `input` to `output`, at most `bound` bytes.
    fn encode(&self, place: &ChainPosition, input: &[u8], bound: usize, output: &mut Vec<u8>) -> Result<()>;

    /// As [`BytesToBytes::decode_into`].
    fn decode(&self, place: &ChainPosition, input: &[u8], output: &mut [u8]) -> Result<usize>;
}

/// The names of a codec; it has one at least.
#[derive(Clone, Debug)]
pub struct CodecNames {
    /// The id in v1, v2 and, inside a URI, the drafts.
    pub v2: Option<String>,
    /// The name in final v3.
    pub v3: Option<String>,
}

impl CodecNames {
    /// Those that it has.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        [&self.v3, &self.v2].into_iter().flatten().map(String::as_str)
    }

    /// Refuses invalid names.
    pub(super) fn check(&self) -> Result<()> {
        if self.iter().next().is_none() {
            return Err(Error::invalid_argument("a codec needs a name: an id for v2, a name for v3, or both"));
        }
        for name in self.iter() {
            if name.is_empty() || name.len() > 255 || name.chars().any(char::is_control) {
                return Err(Error::invalid_argument(format!("{name:?} is not a name for a codec")));
            }
        }
        Ok(())
    }

    fn has(&self, name: &str, dialect: Dialect) -> bool {
        let is = |own: &Option<String>, name: &str| own.as_deref() == Some(name);
        match dialect {
            Dialect::V1 | Dialect::V2 => is(&self.v2, name),
            Dialect::Legacy | Dialect::Draft2022 => {
                is(&self.v2, name) || uri_name(name).is_some_and(|name| is(&self.v2, name))
            }
            Dialect::V3 => is(&self.v3, name) || name.strip_prefix("numcodecs.").is_some_and(|name| is(&self.v2, name)),
        }
    }
}

#[derive(Debug)]
pub(super) struct Registered {
    number: u64,
    names: CodecNames,
    codec: Arc<dyn UserCodec>,
}

/// The codecs that programs have registered.
static REGISTERED: RwLock<Vec<Arc<Registered>>> = RwLock::new(Vec::new());

/// Those that they have taken out of the list, and that arrays may still use.
static RETIRED: RwLock<Vec<Weak<Registered>>> = RwLock::new(Vec::new());

/// Puts a codec into the list.
///
/// # Errors
/// [`crate::ErrorKind::AlreadyExists`] for a name that another registered codec has.
pub(super) fn add(names: CodecNames, codec: Arc<dyn UserCodec>) -> Result<()> {
    let mut registered = REGISTERED.write();
    let taken = names.iter().find(|name| registered.iter().any(|other| other.names.iter().any(|taken| taken == *name)));
    if let Some(name) = taken {
        return Err(Error::already_exists(format!("codec {name:?} is registered already")));
    }
    static COUNT: AtomicU64 = AtomicU64::new(1);
    registered.push(Arc::new(Registered { number: COUNT.fetch_add(1, Ordering::Relaxed), names, codec }));
    Ok(())
}

/// Takes a codec out of the list by one of its names. Arrays that use it keep it.
///
/// # Errors
/// [`crate::ErrorKind::NotFound`] where none is registered under the name.
pub fn unregister(name: &str) -> Result<()> {
    let mut registered = REGISTERED.write();
    let at = registered.iter().position(|codec| codec.names.iter().any(|own| own == name));
    let at = at.ok_or_else(|| Error::not_found(format!("no codec {name:?} is registered")))?;
    let codec = registered.remove(at);
    {
        // At each moment it is in one of the two.
        let mut retired = RETIRED.write();
        retired.retain(|codec| codec.strong_count() > 0);
        retired.push(Arc::downgrade(&codec));
    }
    // Dropping the codec may call the program, which may register again.
    drop(registered);
    drop(codec);
    Ok(())
}

/// The names of all registered codecs.
pub fn names() -> Vec<CodecNames> {
    REGISTERED.read().iter().map(|codec| codec.names.clone()).collect()
}

thread_local! {
    /// The codecs of the array whose documents this thread reads again. Without a destructor, the list is there to the
    /// very end of the thread; it is empty between calls.
    static KEPT: RefCell<ManuallyDrop<Vec<Arc<Registered>>>> = const { RefCell::new(ManuallyDrop::new(Vec::new())) };
}

/// Reads the documents of an array again whose chain is known: names of its registered codecs mean these, also where
/// they are not registered any more, or were registered anew for others.
pub fn keeping<T>(chain: &Chain, read: impl FnOnce() -> T) -> T {
    struct Restore(Vec<Arc<Registered>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            drop(ManuallyDrop::into_inner(KEPT.replace(ManuallyDrop::new(std::mem::take(&mut self.0)))));
        }
    }
    let mut numbers = Vec::new();
    chain.registrations(&mut |number| numbers.push(number));
    if numbers.is_empty() {
        return read();
    }
    let is_kept = |codec: &Arc<Registered>| numbers.contains(&codec.number);
    let mut kept: Vec<_> = REGISTERED.read().iter().cloned().collect();
    kept.extend(RETIRED.read().iter().filter_map(Weak::upgrade));
    kept.retain(is_kept);
    let _before = Restore(ManuallyDrop::into_inner(KEPT.replace(ManuallyDrop::new(kept))));
    read()
}

/// The codec that has this name in a dialect.
pub(super) fn find(name: &str, dialect: Dialect) -> Option<Arc<Registered>> {
    let named = |codecs: &[Arc<Registered>]| codecs.iter().find(|codec| codec.names.has(name, dialect)).cloned();
    KEPT.with_borrow(|kept| named(kept)).or_else(|| named(&REGISTERED.read()))
}

impl Registered {
    /// The codec at a place in a chain.
    pub(super) fn configure(self: Arc<Self>, configuration: Object, input: &Input<'_>) -> Result<Codec> {
        let place = ChainPosition {
            configuration: Json::Object(configuration.clone()).to_string(),
            data_type: input.data_type.map(|data_type| data_type.to_json().to_string()),
            item_size: input.item_size(),
            chunk_shape: input.chunk_shape.as_deref().filter(|_| input.data_type.is_some()).map(<[u64]>::to_vec),
        };
        let kind = self.codec.kind();
        let user = User { registered: self, configuration, place };
        if kind == CodecKind::ArrayToBytes && (user.place.data_type.is_none() || user.place.item_size == 0) {
            let name = user.name();
            return Err(Error::unsupported(format!("codec {name:?} needs elements of a fixed size before it")));
        }
        let check = user.registered.codec.check(&user.place);
        check.map_err(|error| error.context(format!("codec {:?}", user.name())))?;
        Ok(match kind {
            CodecKind::BytesToBytes => Codec::BytesToBytes(Arc::new(user)),
            CodecKind::ArrayToBytes => Codec::ArrayToBytes(ArrayToBytes::Opaque(Arc::new(user))),
        })
    }
}

/// A registered codec at its place.
#[derive(Debug)]
struct User {
    registered: Arc<Registered>,
    configuration: Object,
    place: ChainPosition,
}

impl User {
    fn about(&self, error: Error) -> Error {
        error.context(format!("codec {:?}", self.name()))
    }
}

impl CodecInfo for User {
    fn name(&self) -> &str {
        self.registered.names.iter().next().unwrap_or_default()
    }

    fn registrations(&self, show: &mut dyn FnMut(u64)) {
        show(self.registered.number);
    }

    fn spelling(&self, dialect: Dialect) -> Option<Result<String>> {
        let CodecNames { v2, v3 } = &self.registered.names;
        let spelling = match dialect {
            Dialect::V1 | Dialect::V2 => v2.clone(),
            Dialect::Legacy => v2.as_ref().map(|id| format!("https://purl.org/zarr/spec/codec/{id}/1.0")),
            Dialect::Draft2022 => None,
            Dialect::V3 => v3.clone(),
        };
        Some(spelling.ok_or_else(|| {
            Error::unsupported(format!("codec {:?} was registered without a name in this format", self.name()))
        }))
    }

    fn thread_safe(&self) -> bool {
        self.registered.codec.thread_safe()
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(self.configuration.clone())
    }
}

impl BytesToBytes for User {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        self.registered.codec.encoded_bound(&self.place, length)
    }

    fn fixed_size(&self) -> bool {
        self.registered.codec.fixed_size()
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).unwrap_or(isize::MAX.unsigned_abs());
        let start = output.len();
        self.registered.codec.encode(&self.place, input, bound, output).map_err(|error| self.about(error))?;
        let length = output.len() - start;
        if length > bound || (self.fixed_size() && length != bound) {
            let error = format!("it made {length} bytes of {}, against its own bound of {bound}", input.len());
            return Err(self.about(Error::buffer_size(error)));
        }
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        self.registered.codec.decode(&self.place, input, output).map_err(|error| self.about(error))
    }
}

/// The codec's name in a URI of the drafts (`https://purl.org/zarr/spec/codecs/gzip/1.0`), or a bare name.
pub(super) fn uri_name(uri: &str) -> Option<&str> {
    let rest = uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:"));
    let Some(rest) = rest else {
        return (!uri.contains('/')).then_some(uri);
    };
    let rest = rest.strip_prefix("//purl.org/zarr/spec/codec")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix('/')?;
    let (name, version) = rest.split_once('/').unwrap_or((rest, "1.0"));
    // Another major version is another codec.
    (!name.is_empty() && version.split('.').next() == Some("1")).then_some(name)
}
