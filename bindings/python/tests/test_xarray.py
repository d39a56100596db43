"""The engine of xarray: a user would lose a dimension, a mask, a time, or the laziness."""

import functools
import http.server
import threading

import numpy as np
import pytest
import xarray as xr
import zarr

import libzarr
from libzarr.xarray_backend import Backend


@pytest.fixture(scope="module")
def weather():
    dataset = xr.Dataset(
        {"t": (("time", "y", "x"), np.random.default_rng(1).random((5, 6, 7), "f4"), {"units": "K"}),
         "name": (("y",), np.array(["a" * n for n in range(6)], object)), "count": (("x",), np.arange(7), {"_FillValue": 3})},
        coords={"time": np.array("2000-01-01", "M8[ns]") + np.arange(5) * np.timedelta64(1, "D"), "y": np.arange(6) * 1.5})
    dataset["packed"] = dataset.t.copy()
    dataset.packed.encoding = {"dtype": "i2", "scale_factor": 0.01, "_FillValue": -1}
    dataset["packed"][0, 0, 0] = np.nan
    return dataset


@pytest.fixture(params=[2, 3])
def written(request, weather, tmp_path):
    """By zarr-python with the library below it, which says nothing of what others do."""
    with zarr.config.set({"codec_pipeline.path": "libzarr.Pipeline", "codec_pipeline.strict": True}):
        weather.chunk(time=2).to_zarr(tmp_path / "w.zarr", zarr_format=request.param, consolidated=False)
    return tmp_path / "w.zarr"


@pytest.mark.filterwarnings("ignore")
def test_what_is_seen_is_what_xarrays_own_engine_sees(weather, written):
    theirs, ours = xr.open_dataset(written, engine="zarr"), xr.open_dataset(written, engine=Backend)
    xr.testing.assert_identical(theirs, ours)
    xr.testing.assert_allclose(weather.t, ours.t)
    assert np.isnan(ours.packed[0, 0, 0]) and ours.time.dtype.kind == "M"
    places = xr.DataArray([0, 2, 3], dims="p")
    for key in (dict(time=[3, 1], x=slice(None, None, -2)), dict(time=places, y=places), dict(time=places, y=places, x=places),
                dict(y=[4, 2, 2]), dict(time=-1), dict(x=[])):
        xr.testing.assert_identical(theirs.isel(**key).load(), ours.isel(**key).load())


@pytest.mark.filterwarnings("ignore")
def test_dask_takes_the_chunks_of_the_array(weather, written):
    lazy = xr.open_dataset(written, engine=Backend, chunks={})
    assert lazy.t.data.chunksize == (2, 6, 7)
    xr.testing.assert_allclose(lazy.t.mean("time").compute(scheduler="threads"), weather.t.mean("time"))
    assert float(lazy.t.sum().compute(scheduler="processes", num_workers=1)) == pytest.approx(float(weather.t.sum()))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("version", [2, 3])
def test_trees(weather, tmp_path, version):
    xr.DataTree.from_dict({"/": weather, "/g/h": weather[["t"]]}).to_zarr(tmp_path / "t.zarr", zarr_format=version)
    xr.testing.assert_identical(xr.open_datatree(tmp_path / "t.zarr", engine="zarr"), xr.open_datatree(tmp_path / "t.zarr", engine=Backend))
    assert xr.open_dataset(tmp_path / "t.zarr", engine=Backend, group="g/h").t.shape == (5, 6, 7)
    assert list(xr.open_groups(tmp_path / "t.zarr", engine=Backend)) == ["/", "/g", "/g/h"]


@pytest.mark.parametrize("version", ["v1", "v2", "v3-2020", "v3-2022", "n5"])
def test_formats_that_no_other_engine_opens(tmp_path, version):
    with libzarr.Store(tmp_path / "s") as store:
        group = store.create_group("/", format=version) if version != "v1" else None
        path = "" if group is None else "t"
        store.create_array(path, "int16", (4, 6), format=version, chunks=(2, 3), names=["y", "x"] if version == "v2" else None)
        store.open_array(path)[...] = np.arange(24).reshape(4, 6)
    if group is None:
        with pytest.raises(libzarr.Error):
            xr.open_dataset(tmp_path / "s", engine=Backend)  # one array by itself is no dataset
        return
    opened = xr.open_dataset(tmp_path / "s", engine=Backend, mask_and_scale=False)
    assert opened.t.dims == (("y", "x") if version == "v2" else ("t_0", "t_1"))
    assert opened.t.values.tolist() == np.arange(24).reshape(4, 6).tolist()


def test_an_argument_of_another_engine_is_named(tmp_path):
    libzarr.Store(tmp_path / "s").create_array("a", "int8", 1)
    with pytest.raises(TypeError, match='engine="libzarr" has no argument consolidated.* storage_options'):
        xr.open_dataset(tmp_path / "s", engine=Backend, consolidated=False)


def test_options_go_to_the_library(tmp_path):
    with pytest.raises(libzarr.Error, match="no such option|unknown|option"):
        xr.open_dataset(tmp_path, engine=Backend, storage_options={"no_such": 1})
    with pytest.raises(FileNotFoundError):
        xr.open_dataset(tmp_path / "absent", engine=Backend)
    assert not Backend().guess_can_open("x.zarr")


@pytest.mark.parametrize("dtype", ["V3", [("a", "<i4"), ("b", "<f8")]], ids=str)
@pytest.mark.parametrize("format", ["v2", "v3"])
def test_structs_and_bytes_without_a_meaning_are_not_masked(tmp_path, dtype, format):
    """One such array would keep all others of the group from being opened."""
    with libzarr.Store(tmp_path / "s.zarr") as store:
        store.create_group("/", format=format)
        store.create_array("s", np.dtype(dtype), 3, names="x", fill=bytes(np.dtype(dtype).itemsize))[1] = np.ones(1, np.uint8).repeat(
            np.dtype(dtype).itemsize).view(dtype)[0]
        store.create_array("t", "int16", 3, names="x", fill=-1)[:2] = 5
    for mask in (None, True):
        dataset = xr.open_dataset(tmp_path / "s.zarr", engine=Backend, use_zarr_fill_value_as_mask=mask)
        assert dataset.s.dtype == np.dtype(dtype) and dataset.s.values[1] != dataset.s.values[0]
        assert np.isnan(dataset.t.values[2]) == (mask is True or format == "v2")


def test_a_store_of_zarr_python_is_refused(tmp_path):
    """Its text is a URL that names another folder."""
    zarr.create_group(tmp_path / "g.zarr")
    with pytest.raises(TypeError, match="LocalStore"):
        xr.open_dataset(zarr.storage.LocalStore(tmp_path / "g.zarr"), engine=Backend)


def test_a_number_marks_what_is_missing(tmp_path):
    """Programs beside xarray write numbers, which it would have as base64."""
    with libzarr.Store(tmp_path / "f.zarr") as store:
        for name, value in (("a", -999), ("b", -999.0)):
            store.create_array(name, "float32", 3, names="x", attributes={"_FillValue": value})[...] = [1, -999, 3]
    dataset = xr.open_dataset(tmp_path / "f.zarr", engine=Backend)
    for name in "ab":
        np.testing.assert_array_equal(dataset[name], [1, np.nan, 3])


@pytest.mark.parametrize("value", ["missing", [1, 2, 3], "AAAA"], ids=str)
def test_a_mark_that_is_no_value_names_its_variable(tmp_path, value):
    with libzarr.Store(tmp_path / "f.zarr") as store:
        store.create_array("a", "float32", 3, names="x", fill=7, attributes={"_FillValue": value})
        store.create_array("b", "float32", 3, names="x")
    with pytest.raises(ValueError, match='array "/a": the attribute _FillValue .* drop_variables="a"'):
        xr.open_dataset(tmp_path / "f.zarr", engine=Backend)
    assert np.isnan(xr.open_dataset(tmp_path / "f.zarr", engine=Backend, use_zarr_fill_value_as_mask=True).a).all()


def test_a_dataset_does_not_show_the_secrets_of_its_url(tmp_path, monkeypatch):
    """xarray keeps the text that it was given, and shows it where it tells of a dataset."""
    with libzarr.Store(tmp_path / "f.zarr") as store:
        store.create_group("/")
        store.create_array("a", "float32", 3, names="x")[...] = [1, 2, 3]
    monkeypatch.setattr(http.server.SimpleHTTPRequestHandler, "log_message", lambda *told: None)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://me:SECRET@127.0.0.1:{server.server_port}/f.zarr?sig=SECRET"
        with libzarr.Store(tmp_path / "f.zarr") as store:
            store.consolidate()
        dataset = xr.open_dataset(url, engine=Backend)
        assert dataset.a.values.tolist() == [1, 2, 3]
        assert "SECRET" not in f"{dataset.encoding} {dataset} {dataset.a.variable._data!r} {dataset.a.encoding}"
        server.shutdown()
