"""anndata writes annotated matrices in v2 and final v3, and the library finds in them what zarr-python finds: every
group, array, attribute and element. What the library has copied, as it is and into the other format, is the same to
anndata.

    with_anndata.py SCRATCH [EVERY]
"""

import math
import pathlib
import sys
import warnings
from collections.abc import Mapping

import anndata
import numpy as np
import pandas as pd
import scipy.sparse
import zarr

import libzarr
from cells import bytes_of
from tally import Tally, check

THEIRS, COPIES = "theirs", "read from a copy"
CELLS, GENES = 70, 40

GAPS = []
if tuple(map(int, zarr.__version__.split(".")[:2])) < (3, 4):
    GAPS += [
        (
            COPIES,
            "error",
            lambda format: format == "v3",
            "zarr-python 3.1 knows structs of v3 by a name of its own only",
        )
    ]


def matrices(rng):
    """Dense, by rows, by columns, and of other types."""
    dense = rng.integers(0, 5, (CELLS, GENES)).astype("f4") * (rng.random((CELLS, GENES)) < 0.3)
    yield "dense", dense
    yield "rows", scipy.sparse.csr_matrix(dense)
    yield "columns", scipy.sparse.csc_array(dense.astype("i8"))
    yield "doubles", dense.astype("f8") - 1.5
    yield "small", (dense * 20).astype("u1")
    yield "nothing", None


def annotated(rng, matrix):
    """Frames with every kind of column, and everything else that anndata has a place for."""
    obs = pd.DataFrame(index=[f"cell-{n}\u00fc" for n in range(CELLS)])
    obs["number"] = np.arange(CELLS, dtype="i4")
    obs["real"] = np.where(np.arange(CELLS) % 7 == 0, math.nan, rng.random(CELLS))
    obs["flag"] = rng.random(CELLS) < 0.5
    obs["text"] = pd.Series(["", "\u2713", "a long text"] * 24, dtype=object).iloc[:CELLS].to_numpy()
    obs["kind"] = pd.Categorical.from_codes(rng.integers(-1, 3, CELLS), ["B", "T", "\u03b2"])
    obs["grade"] = pd.Categorical.from_codes(rng.integers(0, 3, CELLS), ["low", "mid", "high"], ordered=True)
    obs["maybe"] = pd.array(np.arange(CELLS), dtype="Int64")
    obs.loc[obs.index[::5], "maybe"] = pd.NA
    obs["perhaps"] = pd.array([True, False, None, True, None] * 14, dtype="boolean")
    var = pd.DataFrame({"length": rng.integers(1, 2**60, GENES).astype("u8")}, index=[f"g{n}" for n in range(GENES)])
    structs = np.zeros(5, [("name", "U4"), ("score", "f4"), ("rank", "i4")])
    structs["name"], structs["score"], structs["rank"] = ["a", "b\u00fc", "", "dddd", "e"], rng.random(5), np.arange(5)
    layers = {} if matrix is None else {"twice": matrix * 2}
    return anndata.AnnData(
        X=matrix,
        obs=obs,
        var=var,
        layers=layers,
        obsm={
            "pca": rng.random((CELLS, 3)),
            "frame": pd.DataFrame({"a": np.arange(CELLS)}, index=obs.index),
            "sparse": scipy.sparse.random(CELLS, 6, 0.2, "csr", random_state=1),
        },
        varm={"loadings": rng.random((GENES, 2)).astype("f2")},
        obsp={"near": scipy.sparse.random(CELLS, CELLS, 0.05, "csr", random_state=2)},
        uns={
            "title": "\u00dcbersicht",
            "number": 7,
            "real": 0.25,
            "flag": True,
            "texts": np.array(["x", "", "z\u00fc"], object),
            "fixed": np.array(["ab", "c"]),
            "deep": {"er": {"numbers": np.arange(4)}},
            "structs": structs,
            "empty": np.zeros((0, 3)),
            "scalar": np.float32(2.5),
        },
    )


def equal(left, right, path=""):
    """Whether anndata read the same twice."""
    check(type(left) is type(right), f"{path}: {type(left)}, {type(right)}")
    if isinstance(left, anndata.AnnData):
        for part in ("X", "obs", "var", "layers", "obsm", "varm", "obsp", "uns"):
            equal(getattr(left, part), getattr(right, part), part)
    elif isinstance(left, pd.DataFrame):
        pd.testing.assert_frame_equal(left, right, obj=path)
    elif isinstance(left, Mapping):
        check(set(left) == set(right), f"{path}: {set(left)}, {set(right)}")
        for key in left:
            equal(left[key], right[key], f"{path}/{key}")
    elif scipy.sparse.issparse(left):
        check(left.shape == right.shape and left.dtype == right.dtype and (left != right).nnz == 0, f"{path} differs")
    else:
        left, right = np.asarray(left), np.asarray(right)
        check(left.dtype == right.dtype and left.tolist() == right.tolist(), f"{path} differs")


def same(ours, theirs):
    """An array through both."""
    check(ours.shape == theirs.shape and ours.chunks == theirs.chunks, f"shape {ours.shape}, chunks {ours.chunks}")
    check(ours.shards == (theirs.shards or theirs.chunks), f"shards {ours.shards}")
    wanted = np.asarray(theirs[...])
    found = ours.read()
    if ours.dtype == object:
        check(np.asarray(found, object).tolist() == wanted.astype(object).tolist(), "texts differ")
    else:
        check(found.dtype.itemsize == wanted.dtype.itemsize, f"data type {found.dtype}, {wanted.dtype}")
        check(found.tobytes() == bytes_of(wanted), "elements differ")
    fill = theirs.fill_value
    if ours.dtype == object:
        check(ours.fill_value == (fill or type(ours.fill_value)()), f"fill value {ours.fill_value!r}")
    elif fill is not None:
        check(ours.fill_bytes == bytes_of(np.array(fill, wanted.dtype)), f"fill value {ours.fill_bytes.hex()}")


def compare(tally, at, label):
    """Every node that zarr-python finds, and no other."""
    group = zarr.open_group(str(at), mode="r", use_consolidated=False)
    theirs = {path: node for path, node in group.members(max_depth=None)}
    for consolidated in ("never", "auto"):
        with libzarr.Store(at, mode="r", consolidated=consolidated) as store:

            def walk():
                kinds = {path: "array" if isinstance(node, zarr.Array) else "group" for path, node in theirs.items()}
                check(dict(store.walk()) == kinds, f"{set(dict(store.walk())) ^ set(kinds)}")

            def one(path, node):
                mine = store.open(path)
                check(
                    dict(mine.attributes) == dict(node.attrs), f"attributes {dict(mine.attributes)}, {dict(node.attrs)}"
                )
                check(not mine.warnings, f"warnings {mine.warnings}")
                if isinstance(node, zarr.Array):
                    same(mine, node)

            tally.run(THEIRS, f"{label} {consolidated} walk", None, walk)
            for path, node in theirs.items():
                tally.run(THEIRS, f"{label} {consolidated} {path}", None, one, path, node)


def copy(at, to, format):
    with libzarr.Store(at, mode="r") as source, libzarr.Store(to) as target:
        source.copy("/", target, "/", format)
    equal(anndata.read_zarr(to), anndata.read_zarr(at))


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    scratch, every = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    scratch.mkdir(parents=True)
    warnings.simplefilter("ignore")  # zarr-python warns of every v3 type outside the core
    print("anndata", anndata.__version__, "zarr-python", zarr.__version__)
    tally = Tally("with_anndata", GAPS, every == 1)
    for format, name, shards in ((2, "v2", False), (3, "v3", False), (3, "v3, shards", True)):
        anndata.settings.zarr_write_format, anndata.settings.auto_shard_zarr_v3 = format, shards
        for kind, matrix in list(matrices(np.random.default_rng(1)))[::every]:
            at = scratch / f"{kind}-{name}.zarr"
            annotated(np.random.default_rng(2), matrix).write_zarr(at)
            compare(tally, at, f"{name} {kind}")
            # Version 2 has no shards.
            for to, other in ((libzarr.V2, "v2"), (libzarr.V3, "v3"))[shards:]:
                tally.run(
                    COPIES, f"{name} {kind} as {other}", other, copy, at, scratch / f"{kind}-{name}-{other}.zarr", to
                )
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
