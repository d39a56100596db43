"""Conversion of NumPy values to elements, for all ways to read and write. The library converts and checks numbers;
this module the rest."""

from __future__ import annotations

import ctypes
import datetime
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ._c import PART, Handle, NoneType, call, strings, take_bytes
from ._errors import RANGE, About, Error
from ._kinds import CODES, is_a, is_array, is_list, is_tuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NUMBERS = "biufc"
# The kinds of values that are a struct, or each of its fields.
_FIELDS = "biufcMmSUV"
# Microseconds, as which NumPy takes a timedelta, reach so far.
_LONGEST = datetime.timedelta(microseconds=2**63 - 1)
# Characters of a year, with a sign, that microseconds reach.
_YEAR = 5
_NAMES = {dtype.name: dtype for dtype in CODES}
_SINGLE = (int, float, complex, np.number, np.bool_)


def elements(given_values: Any, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Convert values to elements of a type, or leave numbers that the library converts. Elements of any length are
    objects, which are checked as they are written.

    Raises TypeError for values that do not convert, Error for those out of range.
    """
    if type(given_values) is np.ndarray and given_values.dtype == dtype:
        same: NDArray[Any] = given_values
        return same
    if is_a(given_values, np.ma.MaskedArray) and np.ma.is_masked(given_values):
        raise ValueError("some values are masked: values.filled(...) gives them a value")
    if dtype == object:
        return given_values if is_array(given_values) and given_values.dtype.kind == "T" else np.asarray(given_values, object)
    if dtype.names:
        given_values = _structs(given_values, dtype.names)
    if is_list(given_values) or is_tuple(given_values):
        given_values = _one_type(given_values, dtype)
    elif hasattr(given_values, "__dlpack__") and not hasattr(given_values, "__array__"):
        given_values = np.from_dlpack(given_values)
    values: NDArray[Any] = np.asarray(given_values)
    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    if values.size == 0:  # NumPy takes a list of nothing for floating-point numbers
        return np.empty(values.shape, dtype)
    given = values.dtype
    if given.kind == "c" and dtype.kind in "biuf":
        raise TypeError(f"{_refused(values, dtype)}, which have no imaginary part; values.real leaves it out")
    if as_it_lies(dtype, given):
        return values
    if dtype.names and given.kind in _FIELDS:
        return _fields(values, dtype)
    if dtype.kind in "Mm":
        return _times(values, dtype)
    if dtype.kind in "SU":
        return _fixed_texts(values, dtype)
    if dtype.kind in _NUMBERS and given.kind in "SU":
        return _parsed(values, dtype)
    if dtype.kind in _NUMBERS and given == object and all(isinstance(value, _SINGLE) for value in values.flat):
        numbers: NDArray[Any] = np.asarray(_one_type(values.tolist(), dtype))
        if numbers.dtype != object:
            return elements(numbers, dtype)
        # Numbers beyond those of NumPy.
        if dtype.kind in "biu":
            raise _outside(max(values.flat, key=abs), dtype)
        return values.astype(np.complex128 if dtype.kind == "c" else np.float64)
    raise _refused(values, dtype)


# From here on not every whole number is one of float64.
_NOT_WHOLE = 2.0**53


def _one_type(given: Any, dtype: np.dtype[Any]) -> Any:
    """Return a list as values of one type, where NumPy would find one for all that loses some of them: times of several
    units, of which the finest does not reach far, and large whole numbers of several types or among fractions.

    Raises Error of status RANGE for a value that the type can't hold.
    """
    if dtype.kind in "Mm":
        items: list[Any] = list(given)
        kinds: set[Any] = {getattr(item, "dtype", None) or type(item) for item in items}
        if len(kinds) > 1 or kinds & {list, tuple}:
            return np.stack([elements(item, dtype).view(dtype) for item in items])
    elif dtype.kind in "iu":
        values: NDArray[Any] = np.asarray(given)
        if values.dtype.kind == "f" and values.size and not (np.abs(values) < _NOT_WHOLE).all():
            exact = np.array([item[()] if is_array(item) and item.ndim == 0 else item for item in given], object)
            if not np.isfinite(values).all() or not all(isinstance(value, (int, float, np.number, np.bool_)) for value in exact.flat):
                return values
            numbers = [int(value) for value in exact.flat]
            limits = np.iinfo(dtype)
            if not limits.min <= min(numbers) <= max(numbers) <= limits.max:
                raise _first_outside(exact, dtype)
            return np.array(numbers, dtype).reshape(exact.shape)
        return values
    return given


def exactly(given_values: Any, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Convert values as `elements` does, and numbers too, by the library's rules: fractions are cut.

    Raises Error of status RANGE, an OverflowError, for a number that the type can't hold.
    """
    values = elements(given_values, dtype)
    if values.dtype == dtype or dtype.kind not in _NUMBERS:
        return values
    if dtype.kind in "iu" and values.dtype.kind in "iuf":
        limits = np.iinfo(dtype)
        if values.size and not (np.isfinite(values).all() and limits.min <= int(values.min()) <= int(values.max()) <= limits.max):
            raise _first_outside(values, dtype)
    elif dtype.kind != "b" and not np.can_cast(values.dtype, dtype, "same_kind"):
        raise _refused(values, dtype)
    with np.errstate(over="raise"):
        try:
            return values.astype(dtype)
        except FloatingPointError:
            with np.errstate(all="ignore"):
                lost = np.isfinite(values) & ~np.isfinite(values.astype(dtype))
            raise _outside(values[lost].flat[0] if lost.any() else "a value", dtype) from None


def as_it_lies(dtype: np.dtype[Any], memory: np.dtype[Any]) -> bool:
    """Return True if the library moves elements of a type to memory of another: numbers, and bytes without a
    meaning."""
    if dtype == memory or (dtype in CODES and memory in CODES):
        return True
    if dtype.itemsize != memory.itemsize or memory.hasobject:
        return False
    # Bytes without a meaning may be seen as anything of their size, and times as the counts that they are.
    opaque = any(one.kind == "V" and not one.names for one in (dtype, memory))
    return opaque or (dtype.kind in "Mm" and memory == np.int64) or (bool(dtype.names) and memory.kind == "V" and not memory.names)


def byte_bounds(values: NDArray[Any]) -> tuple[int, int]:
    """Return the address of the lowest byte of an array, and the one after the highest."""
    low = high = values.ctypes.data
    if values.size:
        for length, stride in zip(values.shape, values.strides):
            low += min(stride * (length - 1), 0)
            high += max(stride * (length - 1), 0)
        high += values.itemsize
    return low, high


def _outside(value: Any, dtype: np.dtype[Any]) -> Error:
    """Return the error for a value that the type can't hold."""
    return Error(RANGE, f"{value} does not fit {dtype}")


def _first_outside(values: NDArray[Any], dtype: np.dtype[Any]) -> Error:
    """Return the error for the first number that an integer type can't hold."""
    limits = np.iinfo(dtype)
    return _outside(next(value for value in values.flat if not (np.isfinite(value) and limits.min <= int(value) <= limits.max)), dtype)


def _refused(values: NDArray[Any], dtype: np.dtype[Any]) -> TypeError:
    """Return the error for values that do not convert."""
    wrong = [value for value in values.flat if not isinstance(value, _SINGLE)] if values.dtype == object else []
    first = f", such as {wrong[0]!r} of type {type(wrong[0]).__name__}," if wrong else ""
    return TypeError(f"values of type {values.dtype}{first} do not become elements of type {dtype}")


def _structs(given: Any, names: tuple[str, ...]) -> NDArray[Any]:
    """Return values as an array of structs, with fields of objects where NumPy would convert them without a check."""
    if isinstance(given, dict) or (is_list(given) and given and not any(isinstance(one, (tuple, list, np.ndarray, np.void)) for one in given)):
        raise TypeError(f"a struct is a tuple, and several are a list of tuples, not {given!r}")
    values: Any = given if is_tuple(given) or is_list(given) else np.asarray(given)
    if is_array(values) and values.dtype != object:
        return values
    return np.array(values.tolist() if is_array(values) else values, [(name, object) for name in names])


def _fields(values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Convert structs field by field. A single value is one for all fields."""
    names = dtype.names or ()
    if values.dtype.names not in (None, names):
        raise TypeError(f"values with the fields {', '.join(values.dtype.names or ())} do not become elements of {', '.join(names)}")
    made = np.zeros(values.shape, dtype)
    for name in names:
        field = np.asarray(of_field(values[name] if values.dtype.names else values, name, dtype[name]))
        # A field may have dimensions of its own, which are the last ones.
        outer, own = field.shape[: values.ndim], field.shape[values.ndim :]
        made[name] = field.reshape(outer + (1,) * (made[name].ndim - field.ndim) + own)
    return made


def of_field(values: Any, name: str, dtype: np.dtype[Any]) -> Any:
    """Convert values of one field of structs, as `exactly` does."""
    if is_array(values) and values.dtype == object:
        values = values.tolist()
    if dtype.kind == "V" and not dtype.names and dtype.subdtype is None:
        return values
    with About(lambda: f"field {name!r}"):
        return exactly(values, dtype.base)


def _parsed(values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Convert texts to numbers.

    Raises Error of status RANGE for a number that the type can't hold, ValueError for a text that is none.
    """
    try:
        made = values.astype({"f": np.float64, "c": np.complex128}.get(dtype.kind, dtype))
    except ValueError:
        raise ValueError(f"{_first_refused(values, dtype)!r} is not a number of type {dtype}") from None
    if dtype.kind in "fc":
        for text in values[np.isinf(made)].flat:
            if "inf" not in str(text).lower():
                raise _outside(text, dtype)
    return made


def _first_refused(texts: NDArray[Any], dtype: np.dtype[Any]) -> Any:
    """Return the first text that NumPy does not convert."""
    for text in texts.ravel():
        try:
            np.asarray(text).astype(dtype)
        except ValueError:
            return text.item()
    return texts.flat[0].item()


def _times(values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Convert times to the unit of the elements by NumPy's rules; whole numbers are counts of that unit.

    Raises Error of status RANGE for a time that the unit can't hold.
    """
    given = values.dtype
    if given.kind == "O":
        return _times_of_python(values, dtype)
    if given.kind in "iu":
        counts = values.astype(np.int64)
        if given.kind == "u" and (counts < 0).any():
            raise _outside(f"the count {values.max()}", dtype)
        return counts.view(dtype)
    if given.kind in "SU" and dtype.kind == "m":
        made = values.astype(dtype)
        counts = made.view(np.int64)
        # A text beyond these numbers becomes the last of them, of which the lowest stands for no time.
        ends = (counts == np.iinfo(np.int64).max) | (counts == np.iinfo(np.int64).min)
        for text, count in zip(values[ends].astype("U"), counts[ends]):
            if text.strip().lower() not in ("", "nat") and int(text) != count:
                raise _outside(text, dtype)
        return made
    if given.kind in "SU":
        parsed, texts = values.astype("M8"), values.astype("U")
        years = np.char.find(texts, "-", 1)
        is_far = (np.where(years < 0, np.char.str_len(texts), years) > _YEAR).any()
        if np.datetime_data(parsed.dtype)[0] not in ("ns", "ps", "fs", "as") and not is_far:
            return _times(parsed, dtype)
        # Each in the unit that it has: NumPy takes the finest one for all, which does not reach far, and wraps around.
        made = np.empty(values.shape, dtype)
        for index, text in np.ndenumerate(texts):
            is_time = text.lower() not in ("", "nat")
            made[index] = _times(np.array(np.datetime64(text)), dtype) if is_time else np.datetime64("NaT", "ns")
        return made
    if given.kind != dtype.kind:
        raise _refused(values, dtype)
    there = ~np.isnat(values)
    generic = "generic" in (np.datetime_data(given)[0], np.datetime_data(dtype)[0])
    if there.any() and (generic or not np.can_cast(given, dtype, "same_kind")):
        raise _refused(values, dtype)
    # A finer unit reaches less far: NumPy wraps around, or from 2.5 on refuses.
    unit, multiple = np.datetime_data(dtype)
    # No month begins with each week, or each second day.
    is_exact = np.datetime_data(given)[0] not in ("Y", "M") or (unit != "W" and multiple == 1)
    try:
        made = values.astype(dtype)
        outside = np.bool_(is_exact) and np.can_cast(given, dtype, "safe") and (made.astype(given) != values)[there].any()
    except OverflowError:
        made, outside = values, np.bool_(True)
    if outside:
        raise Error(RANGE, f"a time of {given} lies outside those of elements of type {dtype}")
    return made


def _times_of_python(values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Convert times of Python and of pandas, and of NumPy among them.

    Raises Error of status RANGE for a time that the unit can't hold, ValueError for what is no time.
    """
    # NumPy finds the unit of these.
    if {type(value) for value in values.flat} <= {datetime.date, datetime.datetime, NoneType}:
        return _times(np.array(values.tolist(), f"{dtype.kind}8"), dtype)
    made = np.empty(values.shape, dtype)
    for index, value in np.ndenumerate(values):
        # Times of pandas derive from those of Python, and have nanoseconds.
        own = getattr(value, "to_datetime64" if dtype.kind == "M" else "to_timedelta64", None)
        time: Any = value if own is None else own()
        if isinstance(time, datetime.timedelta) and abs(time) > _LONGEST:
            raise _outside(time, dtype)
        if isinstance(time, int):
            if not -2**63 <= time < 2**63:
                raise _outside(f"the count {time}", dtype)
            time = np.array(time, np.int64).view(dtype)[()]
        is_numpys = is_a(time, (np.datetime64, np.timedelta64))
        made[index] = _times(np.array(time) if is_numpys else np.array(time, f"{dtype.kind}8"), dtype)
    return made


def _fixed_texts(values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    if values.dtype.kind in "OT":
        for value in values.ravel():
            if not isinstance(value, (str, bytes)):
                raise TypeError(f"elements of type {dtype} are texts or bytes, not {value!r}")
        values = np.array(values.tolist())
    if values.dtype.kind not in "SU":
        value = f", such as {values.flat[0]!r}," if values.size else ""
        raise TypeError(f"values of type {values.dtype}{value} do not become elements of type {dtype}, which are texts or bytes")
    made = values.astype(dtype)
    cut = made.astype(values.dtype) != values
    if cut.any():
        raise Error(RANGE, f"{values[cut].flat[0].item()!r} is longer than elements of type {dtype}")
    return made


def joined(flat: NDArray[Any], absent: Callable[[], bool]) -> tuple[Any, Any, int]:
    """Return texts as C takes them: their addresses, their sizes, and their number. None may stand for an element in
    arrays that can hold it, which `absent` tells."""
    count = flat.size
    missing: NDArray[np.bool_] | None = None
    try:
        block = "\0".join("\0".join(flat[first : first + PART].tolist()) for first in range(0, count, PART)).encode()
    except TypeError:
        values: list[Any] = flat.tolist()
        if any(value is None for value in values) and absent():
            missing = np.array([value is None for value in values])
            values = [b"" if value is None else value for value in values]
        flat = np.empty(count, object)
        flat[:] = list(map(_text_bytes, values))
        block = b"\0".join(flat.tolist())
    # Where each begins, and where one behind the last would.
    addresses: NDArray[np.uintp] = np.empty(count + 1, np.uintp)
    ends = np.flatnonzero(np.frombuffer(block, np.uint8) == 0)
    if len(ends) == count - 1:
        addresses[1:-1], addresses[-1] = ends, len(block)
    else:  # some have a NUL of their own
        own = (len(value.encode() if isinstance(value, str) else value) for value in flat.tolist())
        np.cumsum(np.fromiter(own, np.uintp, count), out=addresses[1:])
        addresses[1:] += np.arange(count, dtype=np.uintp)
    addresses[1:] += 1
    addresses[0] = 0
    sizes: NDArray[np.uintp] = np.diff(addresses) - np.uintp(1)
    addresses += np.uintp(ctypes.cast(ctypes.c_char_p(block), ctypes.c_void_p).value or 0)
    if missing is not None:
        addresses[:-1][missing] = 0
    places = (ctypes.c_void_p * (count + 1)).from_buffer(addresses.data)
    setattr(places, "block", block)  # keeps the texts where they are
    return places, (ctypes.c_size_t * count).from_buffer(sizes.data) if count else None, count


def _text_bytes(value: Any) -> bytes:
    """Return the bytes of an element.

    Raises TypeError for values other than texts and bytes.
    """
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (bytes, bytearray)) or is_array(value) or type(value) is memoryview:
        return bytes(value)
    raise TypeError(f"elements are texts or bytes, not {value!r}, which is of type {type(value).__name__}")


def struct_type(array: Handle, size: int) -> np.dtype[Any]:
    """Return the NumPy type of an array's structs, with bytes for a field that NumPy has no type for."""
    fields: dict[str, Any] = {"names": strings("zarr_array_struct_fields", array), "formats": [], "offsets": [], "itemsize": size}
    for at in range(len(fields["names"])):
        described, offset, length = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_size_t()
        call("zarr_array_struct_field", array, at, ctypes.byref(described), ctypes.byref(offset), ctypes.byref(length))
        dtype = numpy_type(json.loads(take_bytes(described)))
        known = dtype is not None and dtype.itemsize == length.value
        fields["formats"].append(dtype if known else f"V{length.value}")
        fields["offsets"].append(offset.value)
    try:
        described_fields: Any = fields
        made: np.dtype[Any] = np.dtype(described_fields)
        return made
    except ValueError:  # two fields of one name
        return np.dtype(f"V{size}")


def numpy_type(described: Any) -> np.dtype[Any] | None:
    """Return the NumPy type of a data type in JSON, None where NumPy has none."""
    if is_list(described):
        element = numpy_type(described[0])
        return None if element is None else np.dtype((element, tuple(described[1])))
    if isinstance(described, str):
        return _NAMES.get(described)
    name, configuration = described["name"], described.get("configuration", {})
    if name in ("numpy.datetime64", "numpy.timedelta64"):
        kind = "M8" if name == "numpy.datetime64" else "m8"
        return np.dtype(f"{kind}[{configuration['scale_factor']}{configuration['unit']}]")
    if name in ("null_terminated_bytes", "fixed_length_utf32"):
        length = configuration["length_bytes"]
        return np.dtype(f"S{length}" if name == "null_terminated_bytes" else f"U{length // 4}")
    if name == "struct":
        fields = [(field["name"], numpy_type(field["data_type"])) for field in configuration["fields"]]
        return None if any(dtype is None for _, dtype in fields) else np.dtype(fields)
    return None
