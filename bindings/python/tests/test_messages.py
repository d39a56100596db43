"""What a failure tells: the place, and the name in Python of what to do. A user would lose the hour in which it is looked up."""

import copy
import errno
import inspect
import os
import pickle
import pydoc
import subprocess
import sys
import traceback

import numpy as np
import pytest

import libzarr
from kept import Kept
from libzarr import Error, Queue, Store
from libzarr._words import shown


@pytest.fixture
def store():
    with Store("memory://") as opened:
        opened.create_array("surface/temperature", "int8", (4, 6))
        yield opened


def test_where_a_node_exists_the_calls_that_open_and_replace_it_are_named(store):
    for create in (
        lambda: store.create_array("surface/temperature", "int8", 3),
        lambda: store.open("surface").create_array("temperature", "int8", 3),
        lambda: store.create_json("surface/temperature", 3, store.open("surface/temperature").metadata),
    ):
        with pytest.raises(
            FileExistsError, match=r"array already; open opens it, create_array\(\.\.\., replace=True\) replaces it and everything below it$"
        ):
            create()
    for create in (
        lambda: store.create_group("surface/temperature"),
        lambda: store.open("surface").create_group("temperature"),
    ):
        with pytest.raises(
            FileExistsError, match=r"; open opens it, create_group\(\.\.\., replace=True\) replaces it and everything below it$"
        ):
            create()


def test_a_mode_that_does_not_exist_names_the_calls_that_create_and_replace(tmp_path):
    for mode in ("w", "a", "r+", "x"):
        with pytest.raises(
            ValueError,
            match=r'"rw" creates what is missing, create_group\(\.\.\., replace=True\) at the path "/" replaces all',
        ):
            Store(tmp_path / "s.zarr", mode=mode)
    assert not (tmp_path / "s.zarr").exists()


def test_a_node_of_the_other_kind_names_the_call_that_opens_it(store):
    group = store.open("/")
    for owner in (store, group):
        with pytest.raises(TypeError, match="it is a group; open_group opens it$"):
            owner.open_array("surface")
        with pytest.raises(TypeError, match="it is an array; open_array opens it$"):
            owner.open_group("surface/temperature")


def test_a_path_with_a_wrong_letter_is_told_the_right_one(store, tmp_path):
    for wrong in (
        lambda: store.open("surfaces/temperatures"),
        lambda: store.open("surface")["temperatures"],
        lambda: store.open_group("Surface/Temperature"),
    ):
        with pytest.raises(KeyError, match='; did you mean "surface/temperature"'):
            wrong()
    with Store(tmp_path / "s.zarr") as other:
        store.copy("surface", other, "surface")
        with pytest.raises(KeyError, match='did you mean "surface"'):
            other.open("surfaces")
        with pytest.raises(KeyError, match=r"\)$"):
            other.open("depth")


def test_no_word_of_c_is_in_a_message(store):
    array, texts = store.open("surface/temperature"), store.create_array("texts", str, 3)
    for wrong, told in [
        (lambda: array.read(threads=-1), "threads is negative: -1"),
        (lambda: array.read(conversion=9), "conversion 9 is none of 0 .check., 1"),
        (lambda: store.create_array("x", "int8", 3, format=77), r"format 77 is none of .* 2 \(v2\), 3 \(v3\)"),
        (lambda: store.create_array("x", "int8", 3, chunks=-1), r"chunks\[0\] is negative: -1"),
        (lambda: Queue().read(texts), "use array.read"),
    ]:
        with pytest.raises(Error, match=told) as raised:
            wrong()
        assert "zarr_" not in raised.value.message and "->" not in raised.value.message


def test_names_in_quotes_are_left_as_they_are(store):
    store.create_array("zarr_array_open", "int8", 1)
    with pytest.raises(Error, match='node "/zarr_array_open": it is an array; open_array opens it'):
        store.open_group("zarr_array_open")


def test_failures_of_the_system_have_its_number(store, tmp_path):
    with pytest.raises(FileNotFoundError) as raised:
        Store(tmp_path / "nowhere", mode="r")
    assert raised.value.errno == errno.ENOENT and raised.value.filename == str(tmp_path / "nowhere")
    assert raised.value.strerror == raised.value.message
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.errno, again.filename, str(again)) == (errno.ENOENT, raised.value.filename, str(raised.value))
    with pytest.raises(FileExistsError) as raised:
        store.create_group("surface/temperature")
    assert raised.value.errno == errno.EEXIST
    Store(tmp_path / "s.zarr").create_group("/")
    with pytest.raises(PermissionError) as raised:
        Store(tmp_path / "s.zarr", mode="r").create_group("g")
    assert raised.value.errno == errno.EROFS
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError) as raised:
        Store(tmp_path / "file" / "s.zarr").create_group("/")
    assert raised.value.errno == raised.value.system_code == errno.ENOTDIR
    # A status of HTTP is no number of the system.
    assert (
        Error(13, "the server fails", 500).errno is None and Error(20, "the server refuses", 403).errno == errno.EACCES
    )


def test_the_index_that_is_wrong_names_its_array(store):
    array = store.open("surface/temperature")
    for wrong in (
        lambda: array[0, 20],
        lambda: array[0, 0, 0],
        lambda: array["x"],
        lambda: array.__setitem__((9, 0), 1),
        lambda: array.oindex[[9], 0],
        lambda: array.vindex[[9], [0]],
        lambda: array.blocks[9],
        lambda: array.astype("f4")[9],
    ):
        with pytest.raises((IndexError, TypeError), match='^array "/surface/temperature": '):
            wrong()


def test_names_of_other_packages_lead_to_those_here(store):
    group, array = store.open("surface"), store.open("surface/temperature")
    for owner, name, own in [
        (array, "attrs", "attributes"),
        (group, "attrs", "attributes"),
        (store, "create_dataset", "create_array"),
        (group, "require_group", "create_group"),
        (array, "compressors", "codecs"),
        (array.attributes, "asdict", "dict"),
        (libzarr, "open_group", "open"),
        (libzarr, "zeros", "Store.create_array"),
    ]:
        with pytest.raises(AttributeError, match=f"no attribute '{name}'; {own}.* is for that"):
            getattr(owner, name)
        assert not hasattr(owner, name) and getattr(owner, name, 5) == 5
    with pytest.raises(AttributeError, match="'Array' object has no attribute 'nonsense'$"):
        array.nonsense


def test_a_hint_names_what_exists(store):
    from libzarr import _words

    array = store.open("surface/temperature")
    owners = {
        "Store": store,
        "Group": store.open("surface"),
        "Array": array,
        "Attributes": array.attributes,
        "libzarr": libzarr,
    }
    for owner, names in _words._INSTEAD.items():
        for theirs, own in names.items():
            assert not hasattr(owners[owner], theirs), f"{owner}.{theirs} exists"
            # A call or an expression begins with the name.
            first = own.split("(")[0].split("[")[0].removeprefix("array").split(".")[0]
            assert first in ("", "len", "dict", "attributes", "Store", "Array") or hasattr(owners[owner], first), own


def test_objects_with_hints_are_copied_and_pickled(store, tmp_path):
    with Store(tmp_path / "s.zarr") as kept:
        store.copy("surface", kept, "surface")
        for one in (kept, kept.open("surface"), kept.open("surface/temperature")):
            assert type(pickle.loads(pickle.dumps(one))) is type(one) and type(copy.copy(one)) is type(one)


def test_help_shows_the_public_names():
    """Without them help would show the parts of the package, and not the pipeline."""
    pytest.importorskip("zarr", "3.1")
    assert set(dir(libzarr)) == set(libzarr.__all__) and {"Pipeline", "HandedOver", "V2"} < set(dir(libzarr))
    shown = pydoc.plain(pydoc.render_doc(libzarr))
    for name in libzarr.__all__:
        thing = getattr(libzarr, name)
        if inspect.isclass(thing):
            assert f"class {name}(" in shown and thing.__module__ == "libzarr" and thing.__doc__
        elif name != "__version__":
            assert f"    {name}" in shown
    program = "import sys, libzarr; sys.modules['zarr'] = None; print('Pipeline' in dir(libzarr), 'Store' in dir(libzarr)); help(libzarr)"
    for first, told in ((program, "False True"), ("import libzarr, sys; print('zarr' in sys.modules)", "False")):
        done = subprocess.run(
            [sys.executable, "-c", first],
            env={**os.environ, "PAGER": "cat"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[0] == told


def test_complex_numbers_are_no_real_ones(store):
    """The imaginary part was dropped where it was zero, as nothing else in NumPy does without a warning."""
    for data_type in ("uint8", "int32", "float32", "bool"):
        array = store.create_array("x", data_type, 2, replace=True)
        for write in (
            lambda: array.__setitem__(0, 3 + 0j),
            lambda: array.write(np.array([1, 2j])),
            lambda: array.append(np.array([1j])),
            lambda: array.vindex.__setitem__([0], 1j),
        ):
            with pytest.raises(TypeError, match=r"complex128 do not become elements of type .*; values\.real"):
                write()
        assert not array[:].any()
    numbers = store.create_array("z", "complex64", 2)
    numbers[:] = [1 + 2j, 3]
    assert numbers[:].tolist() == [1 + 2j, 3]


def test_a_key_error_of_a_listing_is_a_failure():
    """It was taken for the end of the list, and a removed array left its chunks."""

    class Wrong(Kept):
        fails = False

        def erase(self, key):
            del self.values[key]

        def list_prefix(self, prefix):
            for key in list(self.values):
                if self.fails:
                    {}["a bug"]
                if key.startswith(prefix):
                    yield key

    values = Wrong()
    store = Store(values)
    store.create_array("a", "int8", 4)[...] = 3
    values.fails = True
    for call in (store.keys, lambda: store.remove("a")):
        with pytest.raises(libzarr.Error) as raised:
            call()
        assert type(raised.value.__cause__) is KeyError
    values.fails = False
    store.erase_prefix("a/")
    assert store.keys("a/") == []


def test_what_is_elsewhere_is_not_set_in_vain(tmp_path):
    store = Store(tmp_path)
    array = store.create_array("a", "int8", 1)
    for node in (array, store.open("/"), store):
        with pytest.raises(AttributeError, match="attributes is for that|attributes"):
            node.attrs = {"x": 1}
        assert not hasattr(node, "attrs")
    with pytest.raises(TypeError, match="the order is path, data_type, shape"):
        store.create_array("b", (3, 4), "f4")
    with pytest.raises(OSError, match=r'store.remove\("a"\)'):
        del store["a"]


SECRET = "pa55"


def texts_of(failure):
    """Every text that a program shows of an exception."""
    failures = []
    while failure is not None:
        failures.append(failure)
        failure = failure.__cause__ or failure.__context__
    return "".join(traceback.format_exception(failures[0])) + "".join(
        f"{one} {one!r} {one.args} {vars(one)} {one.__reduce__()} {getattr(one, 'filename', '')}" for one in failures)


@pytest.mark.parametrize("url", ["http://me:pa55@127.0.0.1:1/x?sig=pa55", "https://pa55@127.0.0.1:1/x#pa55", "nosuch://me:pa55@h/x?pa55",
                                 "https://me:pa55@local host/x", "http://me:pa55@127.0.0.1:1/x.zip?sig=pa55|zip:a",
                                 "https:/me:pa55@h/x", "1http://me:pa55@h/x", "s3://b/x?pa55"])
def test_no_text_of_a_store_has_its_secrets(url):
    """A password in a URL would be in the logs of every job that prints a store or meets a failure."""
    with pytest.raises(Error) as raised:
        libzarr.open(url, retries=0, token=SECRET)
    assert SECRET not in texts_of(raised.value)
    assert SECRET not in texts_of(pickle.loads(pickle.dumps(raised.value)))


def test_stores_with_secrets_are_shown_without_them():
    url = "https://me:pa55@host/x?sig=pa55"
    store = Store(url, token=SECRET)
    assert repr(store) == '<libzarr.Store "https://***@host/x?***">'
    assert SECRET not in f"{store} {store.recipe} {store.recipe!r} {vars(store)} {[store.recipe]}"
    # A pickle has to carry them, or the other process could not open the store; what it makes shows none.
    again = pickle.loads(pickle.dumps(store))
    assert again.recipe == (url, {"token": SECRET}) and repr(again) == repr(store)
    assert repr(again.recipe) == '<"https://***@host/x?***" with token>'
    for option in ("token", "secret_key", "access_key", "headers", "nosuch"):
        for value in (SECRET, [SECRET], {SECRET: SECRET}, SECRET + "\0"):
            try:
                Store("s3://bucket/x", **{option: value})
            except (Error, TypeError, ValueError) as failure:
                assert SECRET not in texts_of(failure), option


def test_urls_are_shown_as_the_library_shows_them():
    """The rule of the package is that of the library's messages."""
    for url in ("nosuch://h/x", "nosuch://me@h/x", "nosuch://me:pass@h/x?a=1", "nosuch://h/x#f?g", "nosuch://h/x?", "nosuch://@h/a@b?c@d#e",
                "nosuch://a://b", "1x://u@h", "http:/u@h/x?y"):
        with pytest.raises(Error) as raised:
            Store(url)
        assert f'URL "{shown(url)}"' in raised.value.message
    assert shown("/data/me@here/x?y.zarr") == "/data/me@here/x?y.zarr" and shown("a:b@c") == "a:b@c"
