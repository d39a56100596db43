"""The codec pipeline for zarr-python 3: `zarr.config.set({"codec_pipeline.path": "libzarr.Pipeline"})`."""

from __future__ import annotations

import asyncio
import functools
import json
import math
import os
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from zarr.abc.codec import Codec, CodecPipeline
from zarr.codecs import BytesCodec
from zarr.core.buffer import cpu, default_buffer_prototype
from zarr.core.codec_pipeline import BatchedCodecPipeline
from zarr.core.config import config
from zarr.core.sync import loop as zarr_loop
from zarr.registry import register_pipeline

from ._errors import CONFLICT, INVALID_ARGUMENT, LIMIT, METADATA, NOT_FOUND, OUT_OF_BOUNDS, UNSUPPORTED, Error
from ._hierarchy import Array
from ._zarr_batch import Box, Chunks, Keys, NotOurs, Request, plan
from ._zarr_moves import fit, read, write
from ._zarr_stores import Carried, Opened, opened, path_of, waits

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from zarr.abc.store import Store as ZarrStore
    from zarr.core.array_spec import ArraySpec
    from zarr.core.buffer import Buffer, NDBuffer
    from zarr.core.metadata import ArrayMetadata

Batch = "Sequence[tuple[Any, ArraySpec, Any, Any, bool]]"
# Requests on chunks up to this many bytes are done where they are asked for: a thread costs more than they do.
SMALL = 1 << 18
# The array is not as zarr-python's metadata has it.
OUTDATED = (NOT_FOUND, OUT_OF_BOUNDS, CONFLICT)
# Documents that the library does not take, also where zarr-python does.
NO_DOCUMENT = (INVALID_ARGUMENT, METADATA, UNSUPPORTED, LIMIT)


class HandedOver(UserWarning):
    """A warning that zarr-python's own pipeline does a request that the library can't do."""


_told: set[str] = set()


def _tell(reason: str) -> None:
    if reason not in _told:
        _told.add(reason)
        warnings.warn(f"zarr-python does this, and not libzarr: {reason}", HandedOver, stacklevel=3)


_BUFFERS = (cpu.Buffer, default_buffer_prototype().buffer)


class _Node:
    """An array with zarr-python's metadata, opened by the library on the first request."""

    def __init__(self, metadata: ArrayMetadata) -> None:
        _only_known(_codecs(metadata))
        try:
            buffers = metadata.to_buffer_dict(default_buffer_prototype())
        except Exception as failure:  # what zarr-python reads, and does not write
            raise NotOurs(f"an array without a document: {failure}") from failure
        documents: dict[str, Any] = {name: json.loads(buffer.to_bytes()) for name, buffer in buffers.items()}
        self.name = "zarr.json" if "zarr.json" in documents else ".zarray"
        self.document: dict[str, Any] = documents[self.name]
        self.document.pop("consolidated_metadata", None)
        if "attributes" in self.document:
            self.document["attributes"] = {}
        self.ndim = len(self.document["shape"])
        if self.name == ".zarray":
            self.chunk_shape: list[int] = self.document["chunks"]
        else:
            grid = self.document["chunk_grid"]
            if grid["name"] != "regular":
                raise NotOurs(f"the chunk grid {grid['name']}")
            self.chunk_shape = grid["configuration"]["chunk_shape"]
        self.keys = Keys.of(self.document, self.ndim)
        # Where chunks are looked for depends on the key, and whether empty ones are written is said for each request.
        self.arrays: dict[tuple[Any, ...], tuple[Opened, Array]] = {}
        self.lock = threading.Lock()
        _nodes.add(self)

    def array(self, store: ZarrStore, key: str, empty: bool) -> tuple[Opened, Array, str]:
        """Return the store, the array and its path for the key of a chunk."""
        path = self.keys.path(key)
        known = id(store), path, empty
        found = self.arrays.get(known)
        if found is None or not found[0].stands_for(store):
            with self.lock:
                place = opened(store)
                document = {"documents": {f"{path}/{self.name}".lstrip("/"): self.document}, "other_chunk_keys": False}
                array = place.store.open_from_document(path, json.dumps(document), write_empty_chunks=empty)
                found = self.arrays[known] = place, array
        return *found, path


_nodes: weakref.WeakSet[_Node] = weakref.WeakSet()


def _fork() -> None:
    """Renew the locks, which a thread of the parent may hold that a child of `fork` lacks."""
    for node in list(_nodes):
        node.lock = threading.Lock()


os.register_at_fork(after_in_child=_fork)


class Pipeline(CodecPipeline):
    """Codec pipeline that reads and writes the chunks of zarr-python's arrays by the library, many in one call.

    zarr-python's own pipeline does requests that the library can't do, with one HandedOver for each reason. With
    `zarr.config.set({"codec_pipeline.strict": True})`, or in a pipeline made by `Pipeline(strict=True)`, they are a
    NotImplementedError.
    """

    def __init__(self, metadata: ArrayMetadata | None = None, store: ZarrStore | None = None, *, strict: bool | None = None) -> None:
        self.metadata, self.store = metadata, store
        self.strict: bool = bool(config.get("codec_pipeline.strict", False)) if strict is None else strict
        self._node: _Node | NotOurs | None = None
        if metadata is None:
            # zarr-python asks a class for pipelines; this object answers in its place.
            self.from_array_metadata_and_store = functools.partial(_made, strict=self.strict)  # type: ignore[method-assign]
            self._python = BatchedCodecPipeline.from_codecs([BytesCodec()])
        else:
            self._python = BatchedCodecPipeline.from_codecs(_codecs(metadata))

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.metadata, self.store, self.strict)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pipeline) and (self.metadata, self.strict) == (other.metadata, other.strict)

    def __hash__(self) -> int:
        return hash((type(self), self.strict))

    def __repr__(self) -> str:
        return f"libzarr.Pipeline({self._python!r}, strict={self.strict})"

    @classmethod
    def from_array_metadata_and_store(cls, array_metadata: ArrayMetadata, store: ZarrStore) -> Pipeline:
        return cls(array_metadata, store)

    @classmethod
    def from_codecs(cls, codecs: Iterable[Codec]) -> BatchedCodecPipeline:  # type: ignore[override]
        """Return zarr-python's own pipeline, which its codec for shards asks for; before 3.1 zarr-python asks for
        nothing else."""
        if not hasattr(CodecPipeline, "from_array_metadata_and_store"):
            _tell("arrays of zarr-python before 3.1, which does not name them to a pipeline")
        return BatchedCodecPipeline.from_codecs(codecs)

    def evolve_from_array_spec(self, array_spec: ArraySpec) -> Pipeline:
        return self

    def __iter__(self) -> Iterator[Codec]:
        return iter(self._python)

    @property
    def supports_partial_decode(self) -> bool:
        return self._python.supports_partial_decode

    @property
    def supports_partial_encode(self) -> bool:
        return self._python.supports_partial_encode

    def validate(self, **what: Any) -> None:
        self._python.validate(**what)

    def compute_encoded_size(self, byte_length: int, array_spec: ArraySpec) -> int:
        return self._python.compute_encoded_size(byte_length, array_spec)

    async def decode(self, chunk_bytes_and_specs: Iterable[tuple[Buffer | None, ArraySpec]]) -> Iterable[NDBuffer | None]:
        return await self._python.decode(chunk_bytes_and_specs)

    async def encode(self, chunk_arrays_and_specs: Iterable[tuple[NDBuffer | None, ArraySpec]]) -> Iterable[Buffer | None]:
        return await self._python.encode(chunk_arrays_and_specs)

    async def read(self, batch_info: Iterable[Any], out: NDBuffer, drop_axes: tuple[int, ...] = ()) -> Any:
        batch = list(batch_info)
        if not batch:
            return ()
        try:
            buffer = _numpy(out)
            await self._request(batch, drop_axes, False, lambda array, request: read(array, request, buffer, _native(batch[0][1])))
        except NotOurs as reason:
            self._hand_over(reason)
            return await self._python.read(batch, out, drop_axes)
        if getattr(batch[0][1].config, "read_missing_chunks", True):
            return ({"status": "present"},) * len(batch)
        there = await asyncio.gather(*(getter.store.exists(getter.path) for getter, *_ in batch))
        return tuple({"status": "present" if one else "missing"} for one in there)

    async def write(self, batch_info: Iterable[Any], value: NDBuffer, drop_axes: tuple[int, ...] = ()) -> None:
        batch = list(batch_info)
        if not batch:
            return
        try:
            values = _numpy(value)
            if getattr(batch[0][0], "store", None) is not None and batch[0][0].store.read_only:
                return await self._python.write(batch, value, drop_axes)
            await self._request(batch, drop_axes, True, lambda array, request: write(array, request, values, _native(batch[0][1])))
        except NotOurs as reason:
            self._hand_over(reason)
            await self._python.write(batch, value, drop_axes)

    def _hand_over(self, reason: NotOurs) -> None:
        """Warn of a request that zarr-python does.

        Raises NotImplementedError in a strict pipeline.
        """
        if self.strict:
            raise NotImplementedError(f"libzarr does not do {reason}") from reason
        _tell(str(reason))

    def _opened(self) -> _Node:
        if self._node is None:
            if self.metadata is None:
                raise NotOurs("a pipeline without an array")
            try:
                self._node = _Node(self.metadata)
            except NotOurs as reason:
                self._node = reason
        if isinstance(self._node, NotOurs):
            raise self._node
        return self._node

    async def _request(self, batch: Sequence[Any], dropped: tuple[int, ...], writes: bool, move: Callable[[Array, Request], None]) -> None:
        """Make one request of the whole batch, and move its elements.

        Raises NotOurs for what zarr-python may do in its place: what the library can't do, and reading what it refuses. A
        write that it refuses is never done without its locks.
        """
        node = self._opened()
        place = path_of(batch[0][0])
        if place is None:
            raise NotOurs("chunks that are in memory")
        prototype = batch[0][1].prototype
        if prototype.buffer not in _BUFFERS:
            raise NotOurs(f"bytes in a {prototype.buffer.__module__}.{prototype.buffer.__name__}")
        loop = asyncio.get_running_loop()
        try:
            there, array, path = node.array(place.store, place.path, batch[0][1].config.write_empty_chunks)
        except Error as failure:
            reason = NotOurs(failure.message)
            if failure.status in NO_DOCUMENT:
                self._node = reason
            elif writes:
                raise
            raise reason from failure
        places = node.keys.places([one[0].path for one in batch], path)
        selections = [one[2:4] for one in batch]
        request = plan(places, selections, node.chunk_shape, tuple(dropped))
        if array.dtype == object and not (isinstance(request, Box) and all(step == 1 for step in request.step)):
            request = Chunks(places, selections, node.chunk_shape, tuple(dropped))

        def work() -> None:
            # In the thread that may wait: reading the document anew can need the loop.
            with there.asked_from(loop):
                try:
                    fit(array, request)
                    move(array, request)
                except Error as failure:
                    if not writes or failure.status not in OUTDATED or failure.__cause__ is not None:
                        raise
                    array.refresh()
                    fit(array, request)
                    move(array, request)

        size = len(batch) * math.prod(node.chunk_shape) * max(array.dtype.itemsize, 1)
        # The loop of zarr-python has nothing else to do than what its callers wait for; others go on meanwhile.
        small = there.quick and size <= SMALL and zarr_loop[0] is loop
        try:
            if small:
                work()
            else:
                await loop.run_in_executor(waits() if there.methods is not None else None, work)
        except Error as failure:
            cause = failure.__cause__
            if cause is not None:  # what a method of a store of Python has raised for this caller
                raise cause.failure if isinstance(cause, Carried) else cause from None
            # A system that refuses a lock has a code for it.
            can_not = failure.status == UNSUPPORTED and not failure.system_code
            if can_not or (not writes and failure.status in (UNSUPPORTED, *OUTDATED)):
                raise NotOurs(failure.message) from failure
            raise


def _made(metadata: ArrayMetadata | None = None, store: ZarrStore | None = None, strict: bool | None = None,
          array_metadata: ArrayMetadata | None = None) -> Pipeline:
    return Pipeline(metadata or array_metadata, store, strict=strict)


def _codecs(metadata: ArrayMetadata) -> Sequence[Codec]:
    if metadata.zarr_format == 3:
        return metadata.codecs
    from zarr.codecs._v2 import V2Codec

    return [V2Codec(filters=metadata.filters, compressor=metadata.compressor)]


def _only_known(codecs: Iterable[Codec]) -> None:
    """Check that all codecs are zarr-python's own.

    Raises NotOurs.
    """
    for codec in codecs:
        order = getattr(codec, "subchunk_write_order", "morton")
        if order != "morton":
            raise NotOurs(f"an order of chunks within shards, {order}")
        if type(codec).__module__.partition(".")[0] not in ("zarr", "numcodecs"):
            raise NotOurs(f"the codec {type(codec).__module__}.{type(codec).__name__}")
        _only_known(getattr(codec, "codecs", ()))


def _native(spec: ArraySpec) -> np.dtype[Any]:
    """Return the type of elements in zarr-python's memory."""
    return spec.dtype.to_native_dtype()


def _numpy(buffer: NDBuffer) -> NDArray[Any]:
    values = buffer.as_ndarray_like()
    if not isinstance(values, np.ndarray):
        raise NotOurs(f"memory of {type(values).__module__}.{type(values).__name__}")
    return values


HandedOver.__module__ = Pipeline.__module__ = "libzarr"
register_pipeline(Pipeline)
