"""Every Zarr format, through the C library libzarr: stores, groups and arrays; elements as NumPy arrays, without copies.

    import libzarr
    with libzarr.Store("weather.zarr") as store:
        print(store.open("surface/temperature")[0, ::2])

The library is the file that the environment variable LIBZARR names, or the one that the system finds. A failure raises Error with the
status and the message of the library. Objects free their handles when they are closed or go; any number of threads may use
one, but for closing it. LIBRARY has every function of zarr.h, for what the classes leave out: they lend their handles as `handle`.
"""

import ctypes
import json
import math
import operator

import numpy as np

from ._attributes import Attributes, plain
from ._builder import CODES as _CODES
from ._builder import NUMPY as _NUMPY
from ._builder import Builder, format_number
from ._c import (NOT_FOUND, PROGRESS, Error, Handle, LIBRARY, Region, Transfer, c_texts, call, lengths, new, strings,
                 take_bytes, take_strings, text, to_json)
from ._custom import CustomStore, open_custom
from ._elements import as_it_lies, elements, exactly, struct_type, text_bytes, time_type
from ._functions import Range
from ._queue import Queue
from ._selections import OrthogonalIndexer, PointIndexer

__all__ = ["Array", "Attributes", "Builder", "CustomStore", "Error", "Group", "LIBRARY", "Queue", "Store", "version"]
__version__ = "0.1.0"

DEFAULT, V1, V2, V3, V3_2019A, V3_2019B, V3_2020, V3_2022, N5 = 0, 1, 2, 3, 31, 32, 33, 34, 50
RAW, FIXED_BYTES, FIXED_UTF32, DATETIME, TIMEDELTA, STRUCT, STRING, BYTES = range(15, 23)
CHECK, CLAMP, WRAP = 0, 1, 2
KINDS = [None, "array", "group", "implicit group"]


def version():
    """The version of the library."""
    return LIBRARY.zarr_version().decode()


class _Opened(Handle):
    """What knows how it was opened, so that another process can open it anew."""

    # The URL, or CustomStore, and the options of the store; and the options of the node.
    _recipe, _options = None, {}

    def _own(self, node, options=None):
        node._recipe, node._options = self._recipe, options or {}
        return node

    def _picklable(self):
        if self.handle is None or self._recipe is None:
            raise TypeError("what is closed, or was made of a handle, can't be pickled")
        url = self._recipe[0]
        if isinstance(url, str) and url.startswith("memory:"):
            raise TypeError(f"a store in memory can't be pickled: {url} of another process is another store")
        return self._recipe


def open(url, path="/", **options):
    """The array or group at a path of a store, which stays open with it."""
    return Store(url, **options).open(path)


class Store(_Opened):
    """A store, by its URL or made of a CustomStore, and the nodes in it by their paths. A store and its nodes can be pickled by what
    opens them: another process opens them anew, so that a store in memory, which no other has, is refused."""

    free = "zarr_store_free"

    def __init__(self, url, **options):
        if isinstance(url, CustomStore):
            super().__init__(open_custom(url, options))
            self._recipe = url, options
        else:
            super().__init__(new("zarr_store_open", str(url), to_json(options)))
            self._recipe = str(url), options

    def __reduce__(self):
        return _reopen_store, self._picklable()

    def __repr__(self):
        url = self._recipe and self._recipe[0]
        name = json.dumps(url) if isinstance(url, str) else repr(url)
        return f"<libzarr.Store {'closed' if self.handle is None else name}>"

    def open(self, path="/", **options):
        """The array or group at a path."""
        array, group = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_node_open", self, path, to_json(options), ctypes.byref(array), ctypes.byref(group))
        return self._own(Array(array) if array else Group(group), options)

    def open_array(self, path="/", **options):
        return self._own(Array(new("zarr_array_open_with", self, path, to_json(options))), options)

    def open_from_document(self, path, document, **options):
        """The array whose `document` it is, without a request to the store."""
        document = document.encode() if isinstance(document, str) else document
        array = new("zarr_array_open_from_document", self, path, document, len(document), to_json(options))
        return self._own(Array(array), options)

    def create(self, path, builder, replace=False, options=None):
        """Creates an array, which is opened with options of its own, `{"grow": True}`."""
        if not replace:
            return self._own(Array(new("zarr_array_create_with", self, path, builder, to_json(options))), options)
        array = self._own(Array(new("zarr_array_create_or_replace", self, path, builder)))
        return self.open_from_document(path, array.document, **options) if options else array

    def create_array(self, path, data_type, shape, replace=False, options=None, **description):
        """Creates an array without a Builder of one's own; what else there is to say is what Builder takes."""
        return self.create(path, Builder(data_type, shape, **description), replace, options)

    def create_json(self, path, format, metadata):
        return self._own(Array(new("zarr_array_create_json", self, path, format_number(format), to_json(metadata))))

    def create_group(self, path, format=DEFAULT, attributes=None, replace=False):
        name = "zarr_group_create_or_replace" if replace else "zarr_group_create"
        return self._own(Group(new(name, self, path, format_number(format), to_json(attributes))))

    def open_group(self, path="/", **options):
        return self._own(Group(new("zarr_group_open_with", self, path, to_json(options))), options)

    def kind(self, path):
        kind = ctypes.c_int32()
        call("zarr_node_kind", self, path, ctypes.byref(kind))
        return KINDS[kind.value]

    def children(self, path="/"):
        return strings("zarr_node_children", self, path)

    def walk(self, path="/", depth=-1):
        """The paths below a group, from the root of the store on, with their kinds."""
        paths, kinds = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_node_walk", self, path, depth, ctypes.byref(paths), ctypes.byref(kinds))
        return [(path, KINDS[kind]) for path, kind in zip(take_strings(paths), take_bytes(kinds))]

    def copy(self, path, to, to_path, format=DEFAULT):
        call("zarr_node_copy", self, path, to, to_path, format_number(format), None, None)

    def move(self, path, to_path):
        call("zarr_node_move", self, path, to_path, None, None)

    def remove(self, path):
        call("zarr_node_erase", self, path)

    def consolidate(self, path="/"):
        call("zarr_node_consolidate", self, path)

    def flush(self):
        call("zarr_store_flush", self)

    def __getitem__(self, key):
        """The value under a key, in bytes. A node is no value: `open` gives it."""
        try:
            return take_bytes(new("zarr_store_get", self, key))
        except Error as failure:
            try:
                kind = self.kind(key)
            except Error:
                kind = None
            if kind is None:
                raise
            raise Error(failure.status, f'{failure.message}; "{key}" is an {kind}'.replace("an group", "a group")
                        + f': store.open("{key}") opens it, store[...] has the bytes of keys', failure.system_code) from None

    def get(self, key, start=0, length=-1):
        """A part of a value: `start` below 0 counts from its end, a length of -1 goes on to it."""
        return take_bytes(new("zarr_store_get_range", self, key, Range(start, length)))

    def __contains__(self, key):
        """Whether there is a value under a key, or a node at it as a path."""
        there = ctypes.c_int32()
        call("zarr_store_exists", self, key, ctypes.byref(there))
        if there.value:
            return True
        try:
            return self.kind(key) is not None
        except Error:  # a key that is no path of a node
            return False

    def __iter__(self):
        """The names of the nodes at the root; `keys` has those of all values."""
        return iter(self.children())

    def size(self, key):
        size = ctypes.c_int64()
        call("zarr_store_size", self, key, ctypes.byref(size))
        return size.value

    def __setitem__(self, key, data):
        call("zarr_store_set", self, key, bytes(data), len(data))

    def __delitem__(self, key):
        call("zarr_store_erase", self, key)

    def erase_prefix(self, prefix):
        call("zarr_store_erase_prefix", self, prefix)

    def keys(self, prefix=""):
        return strings("zarr_store_list_prefix", self, prefix)

    def list_dir(self, prefix=""):
        """The keys and the prefixes directly below a prefix."""
        keys, prefixes = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_store_list_dir", self, prefix, ctypes.byref(keys), ctypes.byref(prefixes))
        return take_strings(keys), take_strings(prefixes)


def _reopen_store(url, options):
    return Store(url, **options)


def _reopen_group(url, options, path, node_options):
    with Store(url, **options) as store:
        return store.open_group(path, **node_options)


def _reopen_array(url, options, path, document, node_options):
    with Store(url, **options) as store:
        return store.open_from_document(path, document, **node_options)


class _Node(_Opened):
    type = None

    @property
    def path(self):
        return text(f"zarr_{self.type}_path", self)

    @property
    def attributes_json(self):
        return text(f"zarr_{self.type}_attributes", self)

    @property
    def attributes(self):
        """A mapping: what is set in it is written."""
        return Attributes(self)

    @attributes.setter
    def attributes(self, value):
        call(f"zarr_{self.type}_set_attributes", self, value if isinstance(value, str) else json.dumps(dict(value), default=plain))

    def set_attribute(self, name, value):
        """Changes one attribute; the others stay as they were written."""
        self.attributes[name] = value

    @property
    def store(self):
        """The store that the node was opened in."""
        store = Store.__new__(Store)
        store.handle, store._recipe = new(f"zarr_{self.type}_store", self), self._recipe
        return store

    @property
    def warnings(self):
        return strings(f"zarr_{self.type}_warnings", self)


class Group(_Node):
    """A group. Paths begin at it."""

    free, type = "zarr_group_free", "group"
    _around = None

    def __repr__(self):
        return f"<libzarr.Group {'closed' if self.handle is None else json.dumps('/' + self.path)}>"

    def __reduce__(self):
        return _reopen_group, (*self._picklable(), self.path, self._options)

    def _inside(self, path):
        """The store, which the group keeps, and the path in it."""
        self._around = self._around or self.store
        return self._around, f"{self.path}/{path.strip('/')}"

    def open(self, path, **options):
        """The array or group at a path."""
        store, path = self._inside(path)
        return store.open(path, **options)

    def open_array(self, path, **options):
        return self._own(Array(new("zarr_group_open_array", self, path, to_json(options))), options)

    def open_group(self, path, **options):
        return self._own(Group(new("zarr_group_open_group", self, path, to_json(options))), options)

    def create(self, path, builder, replace=False, options=None):
        if not replace:
            array = new("zarr_group_create_array", self, path.strip("/"), builder, to_json(options))
            return self._own(Array(array), options)
        store, path = self._inside(path)
        return store.create(path, builder, replace, options)

    def create_array(self, path, data_type, shape, replace=False, options=None, **description):
        return self.create(path, Builder(data_type, shape, **description), replace, options)

    def create_group(self, path, attributes=None, replace=False):
        if not replace:
            return self._own(Group(new("zarr_group_create_group", self, path.strip("/"), to_json(attributes))))
        store, path = self._inside(path)
        return store.create_group(path, DEFAULT, attributes, replace)

    def children(self):
        return self._inside("")[0].children(self.path)

    def __getitem__(self, path):
        try:
            return self.open(path)
        except Error as failure:
            if failure.status == NOT_FOUND:
                raise KeyError(path) from None
            raise

    def __contains__(self, path):
        store, path = self._inside(path)
        return store.kind(path) is not None

    def __iter__(self):
        return iter(self.children())

    def __len__(self):
        return len(self.children())

    def __bool__(self):
        return True

    def refresh(self):
        """Nothing to do: a group reads its document anew each time."""


class Array(_Node):
    """An array. Elements are read into and written from NumPy arrays of any layout, where they lie; numbers are converted on
    the way. Elements of any length are arrays of dtype object."""

    free, type = "zarr_array_free", "array"

    def __init__(self, handle):
        super().__init__(handle)
        self.ndim = LIBRARY.zarr_array_ndim(handle)
        self.code = LIBRARY.zarr_array_data_type(handle)
        self.format = LIBRARY.zarr_array_format(handle)
        self.dtype = np.dtype(object if self.code in (STRING, BYTES) else self._dtype())

    def __repr__(self):
        if self.handle is None:
            return "<libzarr.Array closed>"
        return f"<libzarr.Array {json.dumps('/' + self.path)} {json.dumps(self.data_type).strip(chr(34))} {self.shape}>"

    def __array__(self, dtype=None, copy=None):
        """All elements, for what takes arrays of NumPy."""
        if copy is False:
            raise ValueError("elements are read into memory of their own: there is no way without a copy")
        values = self.read()
        return values if dtype is None else values.astype(dtype, copy=False)

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __bool__(self):
        if self.size != 1:
            raise ValueError("the truth of an array of more or less than one element is ambiguous: ask for its size")
        return bool(self.read().reshape(())[()])

    @property
    def size(self):
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self):
        """The bytes of all elements in memory; of elements of any length, those of references to them."""
        return self.size * self.dtype.itemsize

    def _dtype(self):
        if self.code < len(_NUMPY):
            return _NUMPY[self.code]
        size = LIBRARY.zarr_array_item_size(self.handle)
        if self.code in (DATETIME, TIMEDELTA):
            return time_type("M8" if self.code == DATETIME else "m8", self.data_type["configuration"])
        if self.code == STRUCT:
            return struct_type(self, size)
        return {FIXED_BYTES: f"S{size}", FIXED_UTF32: f"U{size // 4}"}.get(self.code, f"V{size}")

    @property
    def data_type(self):
        return json.loads(text("zarr_array_data_type_json", self))

    @property
    def metadata(self):
        return json.loads(text("zarr_array_metadata", self))

    def _lengths(self, name):
        values = (ctypes.c_int64 * self.ndim)()
        call(name, self, self.ndim, values)
        return tuple(values)

    @property
    def shape(self):
        return self._lengths("zarr_array_shape")

    @property
    def chunks(self):
        return self._lengths("zarr_array_chunk_shape")

    @property
    def shards(self):
        return self._lengths("zarr_array_shard_shape")

    @property
    def dimension_names(self):
        """One entry for each, None for a dimension without a name; or none at all."""
        return strings("zarr_array_dimension_names", self)

    @dimension_names.setter
    def dimension_names(self, names):
        names = [names] if isinstance(names, str) else list(names or ())
        call("zarr_array_set_dimension_names", self, len(names) or self.ndim, c_texts(names) if names else None)

    @property
    def codecs(self):
        """The codecs of the chunks in the order of encoding: the name that all formats have in common, and the
        configuration."""
        names, configurations = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_array_codecs", self, ctypes.byref(names), ctypes.byref(configurations))
        return [(name, json.loads(json_)) for name, json_ in zip(take_strings(names), take_strings(configurations))]

    @property
    def vindex(self):
        """Elements by their positions, `array.vindex[[0, 5], [3, 3]]`, or by a mask."""
        return PointIndexer(self)

    @property
    def oindex(self):
        """The elements at all combinations of indices, `array.oindex[[7, 2], :, mask]`."""
        return OrthogonalIndexer(self)

    @property
    def fill_bytes(self):
        """The fill value as it lies in memory; of any length, its bytes."""
        return take_bytes(new("zarr_array_fill_value_bytes", self))

    @property
    def fill_value(self):
        """What reading gives where nothing was written."""
        if self.dtype == object:
            return self.fill_bytes.decode() if self.code == STRING else self.fill_bytes
        return np.frombuffer(self.fill_bytes, self.dtype)[0]

    @property
    def fill_defined(self):
        return LIBRARY.zarr_array_fill_value_defined(self.handle) == 1

    @property
    def document(self):
        """What opening the array reads of its store, for `store.open_from_document` of another process."""
        return take_bytes(new("zarr_array_document", self))

    def __reduce__(self):
        return _reopen_array, (*self._picklable(), self.path, self.document, self._options)

    def refresh(self):
        """Reads the document again, to see what other processes have changed, and lets go of chunks that are kept."""
        call("zarr_array_refresh", self)

    def resize(self, shape):
        call("zarr_array_resize", self, len(shape), lengths(shape))

    def append(self, values, axis=0):
        """Grows the array along an axis by a block, which becomes elements as in `write`. Returns where the block begins."""
        start = ctypes.c_int64()
        if self.dtype == object:
            values = np.asarray(values, object)
            call("zarr_array_append_strings", self, axis, values.ndim, lengths(values.shape), *self._texts(values), ctypes.byref(start))
        else:
            values = np.ascontiguousarray(exactly(values, self.dtype))
            call("zarr_array_append", self, axis, values.ndim, lengths(values.shape), values.ctypes.data, values.nbytes, ctypes.byref(start))
        return start.value

    def _region(self, start, count, step):
        """Refuses lists of other lengths than the rank: the library takes one rank for all of them."""
        for name, given in (("start", start), ("count", count), ("step", step)):
            if given is not None and len(given) != self.ndim:
                raise ValueError(f"{name} has {len(given)} numbers, {tuple(given)}, for an array of {self.ndim} dimensions")

    def read(self, start=None, count=None, step=None, dtype=None, out=None, **how):
        """Elements, all of them by default, into `out` if there is one: an array of any layout, as large as `count` if that is
        given. `dtype` is the type of a new one: another number, another unit of times, longer texts, or another view of bytes.
        `how`: threads, conversion (CHECK, CLAMP, WRAP), progress (a function of done and total; False ends the call)."""
        start = (0,) * self.ndim if start is None else start
        self._region(start, count, step)
        if count is None:
            count = tuple(n - s for n, s in zip(self.shape, start)) if out is None else out.shape
        if out is not None and tuple(out.shape) != tuple(count) or len(count) != self.ndim:
            wanted = f"of shape {tuple(count)}" if len(count) == self.ndim else f"of {self.ndim} dimensions"
            raise ValueError(f"an array {wanted} is expected, not {out.shape}")
        wanted = self.dtype if out is None and dtype is None else np.dtype(dtype) if out is None else out.dtype
        if self.dtype == object:
            values = self._read_strings(start, count, step)
        elif as_it_lies(self.dtype, wanted):
            values = np.empty(count, wanted) if out is None else out
            self._move("zarr_array_read", values, start, count, step, how)
            return values
        else:
            values = np.empty(count, self.dtype)
            self._move("zarr_array_read", values, start, count, step, how)
            values = elements(values, wanted)
        if out is None:
            return values
        out[...] = values
        return out

    def write(self, values, start=None, step=None, **how):
        """Values of any layout into the box that begins at `start`, by default at the first element. Numbers become numbers, and
        times times of the array's unit, or are refused; whole numbers are counts of that unit."""
        values = elements(values, self.dtype)
        start = (0,) * self.ndim if start is None else start
        self._region(start, None, step)
        if values.ndim != self.ndim:
            raise ValueError(f"values of {self.ndim} dimensions are expected, not of shape {values.shape}")
        if self.dtype == object:
            self._write_strings(values, start, step)
        else:
            self._move("zarr_array_write", values, start, values.shape, step, how)

    def _move(self, name, values, start, count, step, how):
        """The elements where they lie: a buffer from the lowest byte of the array to the highest, and strides in it."""
        if not values.dtype.isnative:
            raise ValueError(f"an array in native byte order is expected, not {values.dtype}")
        if name == "zarr_array_read" and not values.flags.writeable:
            raise ValueError("the array is read-only")
        memory = _CODES.get(values.dtype, 0) if self.dtype in _CODES else 0
        low, high = np.lib.array_utils.byte_bounds(values) if hasattr(np.lib, "array_utils") else np.byte_bounds(values)
        arguments = [lengths(list_) for list_ in (start, count, step or (1,) * self.ndim, values.strides)]
        region = Region(ctypes.sizeof(Region), self.ndim, ord("C"), *map(_address, arguments), values.ctypes.data - low)
        progress, raised = how.pop("progress", None), []
        transfer = Transfer(ctypes.sizeof(Transfer), PROGRESS(), None, how.pop("threads", 0), memory, how.pop("conversion", CHECK), 0)
        if progress is not None:

            def tell(_, done, total):
                try:
                    return progress(done, total) is False
                except BaseException as failure:  # goes on where the call returns
                    raised.append(failure)
                    return 1

            transfer.progress = PROGRESS(tell)
        if how:
            raise TypeError(f"unknown: {', '.join(how)}")
        try:
            call(name, self, ctypes.byref(region), low, high - low, ctypes.byref(transfer))
        except Error:
            if raised:
                raise raised[0]
            raise

    def _read_strings(self, start, count, step):
        """A box of texts, of which the step picks."""
        step = (1,) * self.ndim if step is None else step
        low = tuple(s + min(d * (n - 1), 0) if n else s for s, n, d in zip(start, count, step))
        span = tuple((n - 1) * abs(d) + 1 if n else 0 for n, d in zip(count, step))
        values = np.empty(math.prod(span), object)
        values[:] = strings("zarr_array_read_strings", self, self.ndim, lengths(low), lengths(span), text=self.code == STRING)
        # With the ellipsis NumPy gives an array also of no dimensions, not its element.
        return values.reshape(span)[(..., *(slice(None, None, d) for d in step))]

    def _write_strings(self, values, start, step):
        if step is not None and any(d != 1 for d in step):
            raise ValueError("elements of any length are written without steps")
        call("zarr_array_write_strings", self, self.ndim, lengths(start), lengths(values.shape), *self._texts(values))

    def _texts(self, values):
        """Texts as C takes them: where they lie, their sizes, and how many there are."""
        absent = any(value is None for value in values.flat) and any(name in ("json2", "msgpack2") for name, _ in self.codecs)
        parts = text_bytes(values, absent)
        sizes = [0 if part is None else len(part) for part in parts]
        return (ctypes.c_char_p * len(parts))(*parts), (ctypes.c_size_t * len(parts))(*sizes), len(parts)

    def _full(self, key):
        """An index for each dimension: what is not named, or stands for it as an ellipsis, is everything."""
        key = key if isinstance(key, tuple) else (key,)
        at = next((at for at, index in enumerate(key) if index is Ellipsis), None)
        if at is not None:
            key = key[:at] + (slice(None),) * (self.ndim - len(key) + 1) + key[at + 1 :]
        if len(key) > self.ndim:
            raise IndexError(f"{len(key)} indices for {self.ndim} dimensions")
        return key + (slice(None),) * (self.ndim - len(key))

    def _growing(self):
        """The dimension along which writes make the array longer; none, if it was opened without the option."""
        options = {}
        for given in (self._recipe and self._recipe[1], self._options):
            options.update(json.loads(given) if isinstance(given, str) else given or {})
        grow = options.get("grow", False)
        return 0 if grow is True else None if grow is False else grow

    def _box(self, key, growing=None):
        """Integers, slices and an ellipsis as a box of all dimensions, and the shape of what is left of it. Along a dimension
        that is growing it may reach past the end."""
        start, count, step, shape = [], [], [], []
        for dimension, (index, length) in enumerate(zip(self._full(key), self.shape)):
            if isinstance(index, slice):
                places = _places(index, length, dimension == growing)
                shape.append(len(places))
                start.append(places.start if places else 0)
                count.append(len(places))
                step.append(places.step)
            elif np.ndim(index) > 0:
                raise TypeError("lists of indices, and masks, are for oindex and vindex")
            elif isinstance(index, (bool, np.bool_)):
                raise TypeError("a truth value is no index; masks are for oindex and vindex")
            else:
                index = operator.index(index)
                if not -length <= index or (index >= length and dimension != growing):
                    raise IndexError(f"{index} in a dimension of {length}")
                start.append(index if index >= 0 else index + length)
                count.append(1)
                step.append(1)
        return start, count, step, shape

    def __getitem__(self, key):
        start, count, step, shape = self._box(key)
        return self.read(start, count, step).reshape(shape)[()]

    def __setitem__(self, key, values):
        start, count, step, shape = self._box(key, self._growing())
        values = elements(values, self.dtype)
        # One value for all of them has strides of 0, and is not spread out either.
        self.write(np.broadcast_to(values, shape).reshape(count), start, None if all(d == 1 for d in step) else step)


def _places(index, length, growing):
    """The indices that a slice stands for. One that says where it ends, past the end of a growing dimension, is not cut."""
    first, last, step = index.indices(length)
    if growing and step > 0 and index.stop is not None and operator.index(index.stop) > length:
        begin = 0 if index.start is None else operator.index(index.start)
        return range(begin if begin >= 0 else first, operator.index(index.stop), step)
    return range(first, last, step)


def _address(values):
    return None if values is None else ctypes.addressof(values)
