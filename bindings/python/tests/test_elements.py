"""What becomes of values on their way into an array and out of it. A user would lose the values without a word: times
of another unit, texts that are cut, lists of another length than the rank."""

import copy
import datetime

import numpy as np
import pytest

import libzarr
from libzarr import Error, Store

RANGE = 9


@pytest.fixture
def store():
    with Store("memory://") as opened:
        yield opened


@pytest.fixture
def array(store):
    array = store.create_array("a", "float32", (4, 5, 6), chunks=2)
    array[:] = np.arange(120).reshape(4, 5, 6)
    return array


@pytest.mark.parametrize("how",
[{"start": (0,), "count": (1,)}, {"start": (0, 0, 0), "count": (1,)}, {"start": (0,)}, {"count": (1, 1)}, {"start": (0, 0, 0), "count": (1, 1, 1), "step": (1,)}, {"start": (0,) * 4, "count": (1,) * 4},
                                 {"out": np.empty((5, 6), "f4")}, {"out": np.empty((1, 4, 5, 6), "f4")},
                                 {"start": (0, 0, 0), "count": (1, 5, 6), "out": np.empty((5, 6), "f4")}])
def test_a_read_of_another_rank_is_refused(array, store, how):
    with pytest.raises(ValueError, match="dimensions|shape"):
        array.read(**how)
    texts = store.create_array("t", str, (2, 2, 2))
    with pytest.raises(ValueError, match="dimensions|shape"):
        texts.read(**how)


def test_a_write_of_another_rank_is_refused(array, store):
    texts = store.create_array("t", str, (2, 2, 2), fill="-")
    for values, how in ((np.ones(1), {"start": (2,)}), (np.ones((2, 5, 6)), {"start": (2,)}), (np.ones((5, 6)), {"start": (2, 0, 0)}),
                        (np.ones((1, 1, 1)), {"start": (0, 0, 0), "step": (1,)}), (np.ones(()), {})):
        with pytest.raises(ValueError, match="dimensions"):
            array.write(values, **how)
        with pytest.raises(ValueError, match="dimensions"):
            texts.write(np.full(values.shape, "x", object), **how)
    assert array[:].sum() == np.arange(120).sum() and set(texts[:].ravel()) == {"-"}


@pytest.mark.parametrize("dtype", ["<M8[ns]", "<U3", "string", "int8", "V3"])
def test_nothing_is_nothing_of_any_type(store, dtype):
    array = store.create_array("x", dtype, 2)
    array[2:] = []
    assert array.append([]) == 2 and array[2:].shape == (0,) and array.shape == (2,)


@pytest.mark.parametrize("dtype, number", [("int8", 2**64), ("int64", -(2**70)), ("uint64", 2**64)])
def test_a_number_that_the_type_can_not_hold_is_an_overflow(store, dtype, number):
    """Numbers beyond 64 bits are objects of NumPy, and were a TypeError."""
    array = store.create_array("x", dtype, 2)
    for change in (lambda: array.__setitem__(0, number), lambda: array.append([number]), lambda: array.__setitem__(slice(None), [0, number])):
        with pytest.raises(OverflowError):
            change()
    assert array[:].tolist() == [0, 0]
    reals = store.create_array("r", "float64", 1)
    reals[0] = 2**70
    assert reals[0] == 2.0**70


def test_texts_are_read_into_memory(store):
    texts = store.create_array("t", str, 2)
    texts[:] = ["a", "b"]
    out = np.empty(2, object)
    assert texts.read(out=out) is out and list(out) == ["a", "b"]


WAYS = [lambda array, values: array.__setitem__(slice(None), values), lambda array, values: array.write(values),
        lambda array, values: array.oindex.__setitem__(slice(None), values),
        lambda array, values: (array.resize((0,)), array.append(values))]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("unit, given",
[("<M8[ns]", np.array(["2026-01-01", "NaT"], "M8[D]")), ("<M8[h]", np.array(["2026-01-01T05:30", "NaT"], "M8[m]")), ("<M8[ns]", np.array(["2026-01-01", "1969-12-31"], ">M8[s]")), ("<m8[ns]", np.array([1, -1], "m8[h]")),
                                         ("<M8[D]", np.array(["2026", "1969"], "M8[Y]")), ("<M8[ns]", np.array(["NaT", "NaT"], "M8")),
                                         ("<M8[ns]", np.array([datetime.datetime(2026, 1, 1, 5), None], object))])
def test_times_keep_their_time(store, way, unit, given):
    array = store.create_array("t", unit, 2)
    way(array, given)
    np.testing.assert_array_equal(array[:], given.astype(unit))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("unit, given",
[("<M8[ns]", np.array([60, 1], "m8[s]")), ("<M8[ns]", np.array([1, 2], "f8")), ("<M8[ns]", np.array([True, False])), ("<m8[D]", np.array([1, 2], "m8[Y]")), ("<m8[ns]", np.array([1, 2], "m8")),
                                         ("float64", np.array(["2026", "2027"], "M8[Y]")), ("int64", np.array([1, 2], "m8[s]"))])
def test_what_is_no_time_of_the_array_is_refused(store, way, unit, given):
    array = store.create_array("t", unit, 2, fill=np.zeros(1, "i8").tobytes())
    with pytest.raises(TypeError, match="do not become"):
        way(array, given)
    assert (array[:].astype("i8") == 0).all()


@pytest.mark.parametrize("way", WAYS)
def test_times_and_their_counts(store, way):
    array = store.create_array("t", "<M8[ns]", 2)
    for counts in (np.array([5, 6], "i4"), [5, 6], np.array([5, 6], "u8")):
        way(array, counts)
        np.testing.assert_array_equal(array[:], np.array([5, 6], "M8[ns]"))
    assert list(array.read(dtype="i8")) == [5, 6]
    with pytest.raises(Error) as raised:
        way(array, np.array(["3000-01-01", "NaT"], "M8[D]"))
    assert raised.value.status == RANGE


def test_times_are_read_in_another_unit(store):
    array = store.create_array("t", "<M8[ns]", 2)
    array[0] = np.datetime64("2026-01-01T00:00")
    array[1] = "2027-05-01T13:00"
    days = np.array(["2026-01-01", "2027-05-01"], "M8[D]")
    np.testing.assert_array_equal(array.read(dtype="M8[D]"), days)
    out = np.empty(4, "M8[D]")[::2]
    array.read(out=out)
    np.testing.assert_array_equal(out, days)
    for dtype in ("f8", "m8[ns]", "i4", "M8"):
        with pytest.raises(TypeError):
            array.read(dtype=dtype)


@pytest.mark.parametrize("way", WAYS[:2] + WAYS[3:])
def test_what_is_no_text_is_refused(store, way):
    texts = store.create_array("t", str, 2)
    for given, named in (([5, "x"], "5"), (np.arange(2), "0"), ([10**13, "x"], "10000000000000"), (["a", None], "None"), ([1.5, True], "1.5")):
        with pytest.raises(TypeError, match=f"not {named}"):
            way(texts, given)
    way(texts, ["a", b"b"])
    assert list(texts[:]) == ["a", "b"]


def test_absent_texts_go_where_they_can(store):
    array = store.create_json("v2", "v2", {"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|O", "fill_value": None, "order": "C",
                                           "filters": [{"id": "json2", "encoding": "utf-8"}], "compressor": None})
    array[:] = ["a", None]
    assert list(array[:]) == ["a", None]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype, fits, long",
[("<U3", ["abc", "ü"], ["x", "abcdef"]), ("|S3", [b"abc", b""], [b"abcdef", b"x"]), ("<U3", np.array(["a", "b"], "U9"), np.array(["abcd", "b"], object))])
def test_texts_are_not_cut(store, way, dtype, fits, long):
    texts = store.create_array("t", dtype, 2)
    way(texts, fits)
    assert list(texts[:]) == list(fits)
    with pytest.raises(Error, match="abcd.*longer") as raised:
        way(texts, long)
    assert raised.value.status == RANGE
    with pytest.raises(TypeError, match="5"):
        way(texts, [5, 5])
    with pytest.raises(Error, match="longer"):
        store.create_array("one", dtype, 1)[0] = "abcd"


def test_fixed_texts_are_read_longer_but_not_shorter(store):
    texts = store.create_array("t", "<U3", 2)
    texts[:] = ["abc", "a"]
    assert texts.read(dtype="U5").dtype == "U5" and list(texts.read(dtype="S3")) == [b"abc", b"a"]
    with pytest.raises(Error):
        texts.read(dtype="U2")


STRUCT = np.dtype([("x", "<f4"), ("id", "S8"), ("at", [("day", "<M8[D]"), ("n", "<i2")])])


def test_structs_have_their_fields(store):
    array = store.create_array("s", STRUCT, 3, chunks=2)
    values = np.array([(1.5, b"a", ("2026-01-01", 7)), (2, b"b", ("NaT", 8)), (3, b"c", ("1969-12-31", 9))], STRUCT)
    assert array.dtype == STRUCT and store.open("s").dtype == STRUCT
    array[:] = values
    assert (array[:]["x"] == values["x"]).all() and array[0]["at"]["n"] == 7 and array.fill_value["x"] == 0
    np.testing.assert_array_equal(array[:]["at"]["day"], values["at"]["day"])
    array[1] = (9, b"z", ("2000-01-01", 1))
    array.vindex[[2]] = array[:1]
    assert list(array[:]["id"]) == [b"a", b"z", b"a"] and list(array.read(dtype=f"V{STRUCT.itemsize}").view(STRUCT)["x"]) == [1.5, 9, 1.5]
    # Fields of other types are converted one by one, those of other names refused.
    array[2] = np.array((4, b"q", ("2026", 3)), [("x", "f8"), ("id", "S9"), ("at", [("day", "M8[Y]"), ("n", "i8")])])
    assert array[2]["x"] == 4 and array[2]["at"]["day"] == np.datetime64("2026-01-01")
    for wrong in (np.zeros((), [("y", "f4"), ("id", "S8"), ("at", "i2")]), np.zeros((), f"S{STRUCT.itemsize}"), 5.0):
        with pytest.raises((TypeError, ValueError)):
            array[2] = np.asarray(wrong)
    with pytest.raises(Error):
        array[2] = np.array((4, b"123456789", ("2026", 3)), [("x", "f8"), ("id", "S9"), ("at", [("day", "M8[Y]"), ("n", "i8")])])
    assert array[2]["id"] == b"q"


@pytest.mark.parametrize("opened",
[lambda path: Store(path, grow=True).open("n"), lambda path: Store(path).open("n", grow=0), lambda path: Store(path, grow=True).open("/")["n"]])
def test_assignments_past_the_end_grow(tmp_path, opened):
    path = tmp_path / "g.zarr"
    Store(path).create_array("n", "int32", (4, 2), chunks=(3, 2))[:] = 1
    array = opened(path)
    array[6:8] = 5
    assert array.shape == (8, 2) and list(array[:, 0]) == [1, 1, 1, 1, 0, 0, 5, 5]
    array[9] = [6, 7]
    array[10:14:2, 1] = [8, 9]
    assert array.shape == (13, 2) and list(array[8:, 1]) == [0, 7, 8, 0, 9]
    array[-1:14] = 3
    assert array.shape == (14, 2) and list(array[11:, 0]) == [0, 3, 3]
    with pytest.raises(IndexError):
        array[-15] = 1
    with pytest.raises(IndexError):
        array[0, 2] = 1
    array[:, 1:9] = 4
    with pytest.raises(IndexError):
        array[14]
    assert array.shape == (14, 2) and array[14:20].shape == (0, 2)


def test_without_grow_assignments_are_those_of_numpy(store):
    array = store.create_array("n", "int32", 4)
    array[6:8] = 5
    with pytest.raises(ValueError):
        array[3:9] = np.arange(6)
    with pytest.raises(IndexError):
        array[6] = 5
    assert array.shape == (4,) and not array[:].any()


def test_an_array_gets_longer_without_a_write(store):
    array = store.create_array("longer", "int32", (2, 3))
    array.lengthen(4)
    array.lengthen(1)
    assert array.shape == (4, 3) and array.reserve(2) == 4 and array.reserve(1, axis=1) == 3 and array.shape == (6, 4)
    with pytest.raises(ValueError):
        array.lengthen(-1)
    with pytest.raises(ValueError):
        array.reserve(1, axis=2)


@pytest.mark.parametrize(("name", "is_one"), [("?", "bool"), ("d", "float64"), ("intp", "int64"), ("half", "float16"), ("b", "int8")])
def test_types_have_the_names_of_numpy(store, name, is_one):
    assert store.create_array("t", name, 1).dtype == is_one


def test_objects_are_no_elements(store):
    for name in ("object", "O", object):
        with pytest.raises(TypeError, match='"string" or "bytes"'):
            store.create_array("t", name, 1)


def test_texts_grow_and_are_appended(store):
    texts = store.create_array("t", str, 1, options={"grow": True})
    texts[2] = "c"
    assert texts.append(["d", "e"]) == 3 and list(texts[:]) == ["", "", "c", "d", "e"]


def test_words(store):
    group = store.create_group("g", format="v2")
    array = group.create_array("t", "int8", (2, 2), codecs=None)
    assert array.format == libzarr.V2 and Store("memory://").create_array("n5", "int8", 2, format="n5").format == libzarr.N5
    with pytest.raises(ValueError, match="v3-2022"):
        store.create_array("x", "int8", 2, format="v9")
    assert "g" in store and "g/t" in store and "g/t/.zarray" in store and "nothing" not in store
    assert list(store) == store.children() == ["g"]
    for key in (np.ones((2, 2), bool), [0, 1], [True, False], True, np.True_):
        with pytest.raises(TypeError, match="oindex and vindex"):
            array[key]
    array.close()
    group.close()
    store.close()
    for one, use in (("array", lambda: array[0]), ("group", lambda: group.children()), ("store", lambda: store.children())):
        with pytest.raises(Error, match=f"{one} is closed") as raised:
            use()
        assert raised.value.status == 2


@pytest.mark.parametrize("dtype", [str, bytes])
def test_texts_are_read_as_texts_of_one_length_or_refused(store, dtype):
    """`dtype` would be left out, and longer texts would be cut in memory."""
    texts = store.create_array("t", dtype, (2, 2))
    texts[:] = [["a", "abc"], ["", "b"]]
    for memory in ("U3", "S5"):
        expected = np.array([["a", "abc"], ["", "b"]], memory)
        read, out, apart = texts.read(dtype=memory), np.empty((2, 2), memory), np.empty((2, 4), memory)[:, ::2]
        texts.read(out=out)
        texts.read(out=apart)
        assert read.dtype == memory and all((one == expected).all() for one in (read, out, apart, texts.astype(memory)[:]))
        assert texts.read((0, 0), (2, 1), (1, 1), dtype=memory).tolist() == expected[:, :1].tolist()
    for into in (dict(dtype="U2"), dict(out=np.empty((2, 2), "S2"))):
        with pytest.raises(Error) as raised:
            texts.read(**into)
        assert raised.value.status == RANGE
    for into in (dict(dtype="f8"), dict(out=np.empty((2, 2), "i4"))):
        with pytest.raises(TypeError):
            texts.read(**into)


FIELDS = [("i", "i1"), ("f", "f4"), ("t", "M8[s]"), ("U", "U2"), ("S", "S2"), ("n", [("x", "i2"), ("y", "f8")])]


def test_structs_and_texts_hold_what_they_were_given_or_nothing(store):
    """NumPy's own casts wrap numbers and times around, and cut texts, without a word."""
    times = store.create_array("times", "M8[ns]", 3)
    times[...] = ["2020-01-01", "2020-01-01T00:00:00.000000001", "NaT"]
    assert times[1] - times[0] == np.timedelta64(1, "ns") and np.isnat(times[2])
    structs = store.create_array("structs", FIELDS, 2)
    structs[...] = [(1, 2, "2020-01-01", "ab", b"ab", (3, 4.5)), (5, 6, np.datetime64("2021-01-01"), "", b"", (7, 8))]
    structs.fields["i"][1], structs.fields["n"][1] = 9, (10, 11)
    assert structs[0].item()[3:] == ("ab", b"ab", (3, 4.5)) and structs[1]["i"] == 9 and structs[1]["n"].item() == (10, 11)
    floats = store.create_array("floats", "float32", 2)
    floats[...] = ["inf", "1.5"]
    assert floats[...].tolist() == [float("inf"), 1.5]
    before = times[...], structs[...], floats[...]
    good = (1, 2, 0, "ab", b"ab", (3, 4.5))
    refused = [
        (times, "3000-01-01"), (times, ["2020-01-01T00:00:00.000000001", "3000-01-01", "NaT"]), (floats, "1e39"), (floats, "1e400"),
        (structs, (300, *good[1:])), (structs, (1, 1e300, *good[2:])), (structs, (*good[:3], "abc", *good[4:])),
        (structs, (*good[:4], b"abc", good[5])), (structs, (*good[:5], (100_000, 0))),
        (structs.fields["i"], [300, -300]), (structs.fields["f"], 1e300), (structs.fields["U"], "abc"), (structs.fields["S"], b"abc")]
    for array, values in refused:
        with pytest.raises(OverflowError):
            array[...] = values
    assert all((one == other).all() or one.dtype.kind == "M" for one, other in zip(before, (times[...], structs[...], floats[...])))
    fills = [("M8[ns]", "3000-01-01"), ("S2", "abc"), ([("S", "S2")], (b"abc",)), ([("f", "f4")], (1e300,))]
    for number, (dtype, fill) in enumerate(fills):
        with pytest.raises(ValueError):
            store.create_array(f"fill{number}", dtype, 1, fill=fill)


def test_a_step_counts_what_it_reaches_and_an_axis_may_count_from_the_last(store):
    array, values = store.create_array("a", "int32", (5, 4)), np.arange(20).reshape(5, 4)
    array[...] = values
    assert (array.read(step=(2, 3)) == values[::2, ::3]).all()
    assert (array.read(start=(4, 0), step=(-2, 1)) == values[::-2]).all()
    assert array.append(np.zeros((5, 1), np.int32), axis=-1) == 4 and array.shape == (5, 5)


D, NS = np.datetime64("9999-01-01", "D"), np.datetime64("2020-01-01T00", "ns")


@pytest.mark.parametrize("values", [
    [D, NS], np.array([D, NS], object), ["9999-01-01", "2020-01-01T00:00:00.000000001"],
    np.array(["9999-01-01", "2020-01-01T00:00:00.000000001"], object), [D, datetime.date(2020, 1, 1)]], ids=str)
def test_times_of_several_units_are_kept(store, values):
    array = store.create_array("t", "M8[D]", 2)
    array[...] = values
    assert array[:].tolist() == [datetime.date(9999, 1, 1), datetime.date(2020, 1, 1)]


def test_times_that_reach_far_are_kept_or_refused(store):
    days, spans = store.create_array("d", "M8[D]", 2), store.create_array("s", "m8[s]", 2)
    days[...] = ["999999-01-01", "2020-01-01T00:00:00.000001"]
    assert str(days[0]) == "999999-01-01"
    days[...] = [5, None]
    assert days[:].astype(str).tolist() == ["1970-01-06", "NaT"]
    spans[...] = [np.timedelta64(10**8, "D"), np.timedelta64(10**9, "ns")]
    assert spans[:].astype(int).tolist() == [8640000000000, 1]
    spans[...] = ["9223372036854775807", "NaT"]
    for wrong in (["99999999999999999999", "1"], [2**70, 1], [datetime.timedelta.max, datetime.timedelta(1)]):
        with pytest.raises(OverflowError):
            spans[...] = wrong
    assert spans[0].astype(int) == 2**63 - 1


def test_times_of_pandas_keep_nanoseconds(store):
    pandas = pytest.importorskip("pandas")
    times, spans = store.create_array("t", "M8[ns]", 2), store.create_array("s", "m8[ns]", 2)
    times[...] = [pandas.Timestamp("2020-01-01T00:00:00.123456789"), pandas.NaT]
    spans[...] = [pandas.Timedelta(123456789, "ns"), pandas.Timedelta(1, "ns")]
    assert str(times[0]).endswith("123456789") and np.isnat(times[1]) and spans[:].astype(int).tolist() == [123456789, 1]


@pytest.mark.parametrize(("dtype", "values"), [
    ("i8", [np.True_, 2**60 + 1]), ("i8", [np.array(2**62 + 1), np.array(6.5)]), ("u8", [np.uint64(2**63 + 1), np.int64(1)]), ("i8", [2**53 + 1, 0.5]), ("i8", [True, 2**60 + 1]),
    ("i4", np.array([1, 2], object)), ("f8", [2**70, 1])], ids=str)
def test_lists_of_several_types_are_exact(store, dtype, values):
    array = store.create_array("a", dtype, 2)
    array[...] = values
    assert array[:].tolist() == [int(value) for value in values]


def test_texts_of_complex_numbers_that_would_be_infinite(store):
    array = store.create_array("c", "c8", 1)
    for text in ("1e999j", "1e39"):
        with pytest.raises(OverflowError):
            array[...] = [text]
    array[...] = ["inf"]
    assert np.isinf(array[0])


def test_what_c_would_take_for_something_else(store):
    with pytest.raises(TypeError, match="a name is a text or None, not 1 of type int"):
        store.create_array("a", "i1", (1, 1), dimension_names=[1, 2])
    with pytest.raises(OverflowError, match="does not fit an integer of 64 bits"):
        store.create_array("a", "i1", 2**64 + 3)
    array = store.create_array("a", "i1", 2)
    with pytest.raises(OverflowError, match="32 bits"):
        array.append([1], axis=2**32)
    assert array.append([1], axis=np.int64(-1)) == 2 and array.shape == (3,)
    store["k"] = memoryview(np.arange(4.0))
    assert store.size("k") == 32
    for made in (libzarr.Queue(), libzarr.Builder("i1", 1)):
        with pytest.raises(TypeError, match="can't be copied"):
            copy.copy(made)
    with pytest.raises(TypeError, match="an array of libzarr is expected"):
        libzarr.Queue().read(store)


def test_values_with_further_dimensions_of_one(store):
    array = store.create_array("a", "i1", 3)
    array[...] = np.ones((1, 1, 3))
    array.oindex[[0, 2]] = [[7, 8]]
    assert array[:].tolist() == [7, 1, 8]
    with pytest.raises(ValueError):
        array[...] = np.ones((2, 3))


def test_masks_of_no_dimension(store):
    array = store.create_array("a", "i1", ())
    array.vindex[np.array(False)] = 9
    assert array.vindex[np.array(False)].tolist() == [] and array[()] == 0
    array.vindex[np.array(True)] = 7
    assert array.vindex[np.array(True)].tolist() == [7] and array.vindex[()] == 7


def test_fill_values_shorter_than_an_element_and_beyond_integers(store):
    assert store.create_array("s", "S3", 1, fill=b"ab")[0] == b"ab" and store.create_array("f", "f8", 1, fill=2**70)[0] == 2.0**70


WIDE = np.array([(70000, b"abcdef", np.datetime64("3000-01-01"))] * 2, [("x", "i8"), ("y", "S9"), ("t", "M8[D]")])


class Wrapped:
    """What other packages have: an array behind a method."""

    def __array__(self, dtype=None, copy=None):
        return WIDE


@pytest.mark.parametrize("values", [WIDE, Wrapped(), WIDE[0], WIDE.tolist(), WIDE.view(np.recarray)[0], np.int64(70000)], ids=type)
def test_fields_of_structs_are_checked_wherever_they_come_from(store, values):
    array = store.create_array("a", [("x", "i2"), ("y", "S2"), ("t", "M8[ns]")], 2)
    with pytest.raises((OverflowError, TypeError)):
        array[...] = values
    assert array[:]["x"].tolist() == [0, 0]


def test_fields_with_dimensions_of_their_own(store):
    store.create_group("v2", format="v2")
    array = store.create_array("v2/a", [("a", "i2", (2,)), ("b", "u1")], 2)
    for values in ([(1, 3), (7, 3)], [([1, 1], 3), ([7, 7], 3)], np.array([(1, 3), (7, 3)], array.dtype)):
        array[...] = values
        assert array[:]["a"].tolist() == [[1, 1], [7, 7]] and array[:]["b"].tolist() == [3, 3]
    other = store.create_array("v2/c", [("a", "i4", (2, 3))], 2)
    for value in ([1, 2, 3], [[1], [2]], 7, [[1, 2, 3], [4, 5, 6]]):
        given = [(value,)] * 2
        other[...] = given
        assert other[:]["a"].tolist() == np.array([(np.broadcast_to(value, (2, 3)),)] * 2, other.dtype)["a"].tolist()
    array[...] = 5
    assert array[:]["a"].tolist() == [[5, 5], [5, 5]] and array[:]["b"].tolist() == [5, 5]


@pytest.mark.parametrize(("dtype", "values"), [("f4", [2**200]), ("f2", [2**70]), ("c8", [2**200])])
def test_integers_that_would_be_infinite(store, dtype, values):
    array = store.create_array("a", dtype, 1)
    with pytest.raises(OverflowError):
        array[...] = values
    assert array[0] == 0


def test_a_text_that_is_no_path_is_in_no_group(store):
    group = store.create_group("g")
    assert "../g" not in group and "a\\0b" not in group
    array = store.create_array("a", "i1", 3)
    with pytest.raises(IndexError):
        libzarr.Queue().read(array, [4])


def test_a_read_backwards_begins_at_the_end(store):
    array = store.create_array("a", "i1", (3, 2))
    array[...] = np.arange(6).reshape(3, 2)
    assert array.read(step=(-1, 1)).tolist() == [[4, 5], [2, 3], [0, 1]]
    assert array.read(step=np.array([-1, -1])).tolist() == [[5, 4], [3, 2], [1, 0]]
    assert store.create_array("e", "i1", (0, 3)).read(step=(-1, 1)).shape == (0, 3)
    array.write(array[...], step=(-1, -1))
    assert array[...].ravel().tolist() == [5, 4, 3, 2, 1, 0]


def test_counts_become_times_and_masks_are_no_values(store):
    counts = store.create_array("c", "i8", 2)
    counts[...] = [0, 1]
    for dtype in ("M8[s]", "m8[s]"):
        seen = counts.astype(dtype)
        assert seen[:].dtype == seen.dtype == dtype and seen.ndim == 1 and seen.chunks == (2,)
        assert seen[:].astype(int).tolist() == [0, 1]
    with pytest.raises(ValueError, match="filled"):
        counts[...] = np.ma.masked_equal([0, 1], 1)
    counts[...] = np.ma.masked_equal([2, 3], 1)
    assert counts[:].tolist() == [2, 3]


def test_months_become_weeks(store):
    array = store.create_array("w", "M8[W]", 1)
    array[...] = [np.datetime64("1947-03")]
    assert array[0] == np.datetime64("1947-03").astype("M8[W]")
