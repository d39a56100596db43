"""zarr-python's own generators of arrays and metadata drive the library through ctypes, in both directions.

    hypothesis_ctypes.py SCRATCH [EXAMPLES [SEED]]

EXAMPLES are divided among the tests below; each example compares documents, fill values, attributes, names and elements, the
latter as bytes. A difference is shrunk by hypothesis to the smallest one and printed.
"""

import itertools
import json
import math
import pathlib
import random
import sys
import traceback
import warnings

import hypothesis.extra.numpy as npst
import hypothesis.strategies as st
import numpy as np
import zarr
from hypothesis import HealthCheck, Phase, given, seed, settings
from zarr.core.buffer import default_buffer_prototype
from zarr.storage import LocalStore
from zarr.testing.strategies import array_metadata, arrays, chunk_shapes, numpy_arrays, shard_shapes, short_node_names

import libzarr
from cells import native

FORMATS = {2: libzarr.V2, 3: libzarr.V3}


class Places:
    """A folder of its own for each example."""

    def __init__(self, root):
        self.root, self.numbers = root, itertools.count()

    def new(self):
        return self.root / str(next(self.numbers))


@st.composite
def their_arrays(draw, place):
    return draw(arrays(stores=st.builds(LocalStore, st.just(place))))


# --- comparisons ---------------------------------------------------------------------------------------------------


def elements(values):
    """Elements as bytes, or a list of them where they have any length."""
    values = np.asarray(values)
    return [str(v) for v in values.ravel()] if values.dtype.kind in "OT" else native(values).tobytes()


def same_array(ours, theirs):
    """An open array of the library and one of zarr-python say the same of themselves."""
    assert ours.shape == theirs.shape
    assert ours.chunks == theirs.chunks, (ours.chunks, theirs.chunks)
    assert ours.shards == (theirs.shards or theirs.chunks)
    assert ours.attributes == dict(theirs.attrs)
    if theirs.dtype.kind in "OT":
        assert ours.dtype == object
    else:
        assert ours.dtype == theirs.dtype.newbyteorder("="), (ours.dtype, theirs.dtype)
    if theirs.metadata.zarr_format == 3:
        names = theirs.metadata.dimension_names
        assert ours.dimension_names == (list(names) if names and any(n is not None for n in names) else [])
    if theirs.fill_value is not None:
        fill = np.asarray(theirs.fill_value, theirs.dtype)
        wanted = str(theirs.fill_value).encode() if theirs.dtype.kind in "OT" else native(fill).tobytes()
        assert ours.fill_bytes == wanted, (ours.fill_bytes, wanted)


@st.composite
def regions(draw, shape):
    start = tuple(draw(st.integers(0, max(n - 1, 0))) for n in shape)
    return start, tuple(draw(st.integers(0, n - s)) for n, s in zip(shape, start))


def where(start, count):
    return tuple(slice(s, s + c) for s, c in zip(start, count))


# --- tests ---------------------------------------------------------------------------------------------------------


def theirs_read_and_changed(places, data):
    """They write, we read all of it and regions; we write a region, they read all of it."""
    place = places.new()
    array = data.draw(their_arrays(place), label="array")
    whole = array[...]
    with libzarr.Store(place) as store:
        ours = store.open(array.path)
        # As it is stored: "NaN" in v2 has no sign, the array that was just made has.
        same_array(ours, zarr.open_array(place, path=array.path, mode="r"))
        assert elements(ours.read()) == elements(whole)
        for _ in range(2):
            start, count = data.draw(regions(array.shape), label="region")
            assert elements(ours.read(start, count)) == elements(whole[where(start, count)])
        start, count = data.draw(regions(array.shape), label="written region")
        part = data.draw(numpy_arrays(shapes=st.just(count), dtype=array.dtype), label="written")
        ours.write(part, start)
    whole = np.array(whole)
    whole[where(start, count)] = part
    assert elements(zarr.open_array(place, path=array.path, mode="r")[...]) == elements(whole)


def ours_from_their_metadata(places, data):
    """We create from their document and write regions; they find their document, and read what was written."""
    place = places.new()
    metadata = data.draw(array_metadata(), label="metadata")
    attributes = dict(metadata.attributes or {})
    path = data.draw(short_node_names, label="path")
    documents = {key: json.loads(value.to_bytes())
                 for key, value in metadata.to_buffer_dict(default_buffer_prototype()).items()}
    with libzarr.Store(place) as store:
        array = store.create_json(path, FORMATS[metadata.zarr_format], documents.get("zarr.json") or documents[".zarray"])
        if metadata.zarr_format == 2:
            array.attributes = attributes
        dtype = metadata.dtype.to_native_dtype()
        # As their document has it: of a NaN it does not keep the bits.
        whole = np.full(metadata.shape, zarr.open_array(place, path=path, mode="r").fill_value, dtype)
        for _ in range(data.draw(st.integers(0, 3), label="writes")):
            start, count = data.draw(regions(metadata.shape), label="region")
            part = data.draw(numpy_arrays(shapes=st.just(count), dtype=dtype), label="written")
            array.write(part, start)
            whole[where(start, count)] = part
        theirs = zarr.open_array(place, path=path, mode="r")
        same_array(array, theirs)
        assert theirs.metadata.to_buffer_dict(default_buffer_prototype()).keys() == documents.keys()
        for key, document in theirs.metadata.to_buffer_dict(default_buffer_prototype()).items():
            found = json.loads(document.to_bytes())
            assert json.dumps(found, sort_keys=True) == json.dumps(documents[key], sort_keys=True), found
        assert elements(theirs[...]) == elements(whole)
        assert elements(array.read()) == elements(whole)


def consolidated_by_both(places, data):
    """A small hierarchy, consolidated by one and opened by the other, which must find the same nodes."""
    place = places.new()
    array = data.draw(their_arrays(place), label="array")
    by_us = data.draw(st.booleans(), label="consolidated by us")
    if by_us:
        with libzarr.Store(place) as store:
            store.consolidate()
    else:
        zarr.consolidate_metadata(LocalStore(place), zarr_format=array.metadata.zarr_format)
    group = zarr.open_group(LocalStore(place), mode="r", use_consolidated=True, zarr_format=array.metadata.zarr_format)
    assert elements(group[array.path][...]) == elements(array[...])
    assert dict(group[array.path].attrs) == dict(array.attrs)
    with libzarr.Store(place, mode="r", consolidated="require") as store:
        same_array(store.open(array.path), group[array.path])
        assert elements(store.open(array.path).read()) == elements(array[...])


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


def strings_by_both(places, data):
    """Text of any length: they write, we read regions and write one; the other way round, shards and F order too."""
    place = places.new()
    version = data.draw(st.sampled_from([2, 3]), label="format")
    shape = data.draw(npst.array_shapes(max_dims=3, min_side=1, max_side=6), label="shape")
    chunks = data.draw(chunk_shapes(shape=shape), label="chunks")
    more = {"order": data.draw(st.sampled_from("CF"), label="order")} if version == 2 else {
        "shards": data.draw(st.none() | shard_shapes(shape=shape, chunk_shape=chunks), label="shards")}
    array = zarr.create_array(LocalStore(place), name="a/b", shape=shape, chunks=chunks, dtype="string", zarr_format=version,
                              fill_value=data.draw(texts, label="fill value"), overwrite=True, **more)

    def some(count):
        values = data.draw(st.lists(texts, min_size=math.prod(count), max_size=math.prod(count)), label="written")
        out = np.empty(len(values), object)
        out[:] = values
        return out.reshape(count)

    # Not np.full, which takes zeros at the end of a text for nothing.
    whole = np.empty(shape, object)
    whole.fill(str(array.fill_value))
    if data.draw(st.booleans(), label="they write"):
        whole[...] = some(shape)
        array[...] = whole.astype(np.dtypes.StringDType())
    with libzarr.Store(place) as store:
        ours = store.open("a/b")
        same_array(ours, zarr.open_array(place, path="a/b", mode="r"))
        assert elements(ours.read()) == elements(whole)
        start, count = data.draw(regions(shape), label="written region")
        part = some(count)
        ours.write(part, start)
        whole[where(start, count)] = part
        assert elements(ours.read()) == elements(whole)
        assert elements(zarr.open_array(place, path="a/b", mode="r")[...]) == elements(whole)
        # So do they from a document that we write.
        copy = store.create_json("c", FORMATS[version], ours.metadata)
        copy.write(whole)
        assert elements(zarr.open_array(place, path="c", mode="r")[...]) == elements(whole)


# The share of the examples of each test.
TESTS = [(theirs_read_and_changed, 4), (ours_from_their_metadata, 4), (consolidated_by_both, 1), (strings_by_both, 2)]


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    places = Places(pathlib.Path(sys.argv[1]).resolve())
    examples = int(sys.argv[2]) if len(sys.argv) > 2 else 2500
    start = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(2**32)
    passed = failed = 0
    print(f"seed {start}")
    for test, share in TESTS:
        count = 0

        @seed(start)
        @settings(max_examples=-(-examples * share // sum(share for _, share in TESTS)), deadline=None, database=None,
                  suppress_health_check=list(HealthCheck), phases=[Phase.generate, Phase.shrink])
        @given(data=st.data())
        def run(data):
            nonlocal count
            test(places, data)
            count += 1

        try:
            run()
            print(f"{count:6d}  {test.__name__}")
            passed += count
        except BaseException as error:
            failed += 1
            print(f"FAIL {test.__name__}")
            traceback.print_exception(error, file=sys.stdout)
    print(f"hypothesis_ctypes: {passed} passed, {failed} failed")
    sys.exit(failed != 0 or passed == 0)


if __name__ == "__main__":
    main()
