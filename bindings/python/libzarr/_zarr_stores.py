"""Stores of zarr-python as stores of the library: by URL where that is faithful, otherwise over their methods."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import json
import os
import pathlib
import threading
import weakref
from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from zarr.abc.store import OffsetByteRequest, RangeByteRequest, SuffixByteRequest
from zarr.core.buffer import default_buffer_prototype
from zarr.core.config import config
from zarr.storage import FsspecStore, LocalStore, MemoryStore, ObjectStore, StorePath, ZipStore

from ._custom import CustomStore
from ._errors import Error
from ._hierarchy import Store

if TYPE_CHECKING:
    from zarr.abc.store import ByteRequest
    from zarr.abc.store import Store as ZarrStore

T = TypeVar("T")

# How many values a store of Python is asked for at once, and how many threads of the library wait for one that writes.
CONCURRENCY = 32
# Enough threads for what waits for methods: one that finds none free waits only for others, which is harmless unless they nest.
WAITS = 1024


@functools.lru_cache(maxsize=1)
def waits() -> concurrent.futures.Executor:
    """Return the threads in which requests wait for methods of stores of Python. Waiting in the loop's own threads
    could take those that the methods need."""
    return concurrent.futures.ThreadPoolExecutor(WAITS, "libzarr")


class Opened:
    """A store of the library for one of zarr-python's."""

    def __init__(self, store: Store, quick: bool, methods: _Methods | None = None, url: str = "", file: object = None) -> None:
        self.store, self.quick, self._url, self._file = store, quick, url, file
        # Of a store of Python whose coroutines need a loop.
        self.methods = methods

    def stands_for(self, store: ZarrStore) -> bool:
        """Return True if both still are in one place: a zip file or a folder may have been moved, or replaced by
        another, which stores of zarr-python follow."""
        return not self._url or (self._file is not None and self._file == _place(store, self._url))

    def asked_from(self, loop: asyncio.AbstractEventLoop) -> contextlib.AbstractContextManager[None]:
        """Return a context in which this thread works for a caller in the loop."""
        return contextlib.nullcontext() if self.methods is None else self.methods.asked_from(loop)


class Carried(Exception):
    """A failure of a store's method on its way through the library, which would take it for something else: a KeyError
    for a key that does not exist, an Error for one of its own."""

    def __init__(self, failure: Exception) -> None:
        super().__init__(f"{type(failure).__name__}: {failure}")
        self.failure = failure


class _Methods(CustomStore):
    """A store over the methods of a zarr-python store. Coroutines run in the loop of the caller, which waits for the
    request; threads of the library, without a caller, use any loop that waits for the store."""

    thread_safe = True

    def __init__(self, store: ZarrStore, by_loop: bool) -> None:
        self._store, self._by_loop = weakref.ref(store), by_loop
        self._here = threading.local()
        self._waiting: list[asyncio.AbstractEventLoop] = []

    @contextlib.contextmanager
    def asked_from(self, loop: asyncio.AbstractEventLoop) -> Generator[None, None, None]:
        """Run coroutines for this thread in the loop."""
        self._here.loop = loop
        self._waiting.append(loop)
        try:
            yield
        finally:
            self._waiting.remove(loop)
            self._here.loop = None

    def forget_callers(self) -> None:
        """Forget the loops that wait, which a child of `fork` lacks."""
        self._waiting = []

    def _there(self) -> ZarrStore:
        store = self._store()
        if store is None:
            raise RuntimeError("the store of zarr-python is gone")
        return store

    def _run(self, make: Callable[[], Coroutine[Any, Any, T]], reads: bool = True) -> T:
        try:
            return self._in_a_loop(make, reads) if self._by_loop else self._at_once(make)
        except (KeyError, Error) as failure:  # a key that does not exist is told by None
            raise Carried(failure) from failure

    def _at_once(self, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        # The methods of stores in memory wait for nothing, and need no loop.
        coroutine = make()
        try:
            coroutine.send(None)
        except StopIteration as done:
            return cast("T", done.value)
        coroutine.close()
        raise RuntimeError(f"{self._there()!r} waits for something")

    def _in_a_loop(self, make: Callable[[], Coroutine[Any, Any, T]], reads: bool) -> T:
        own: asyncio.AbstractEventLoop | None = getattr(self._here, "loop", None)
        ended: list[asyncio.AbstractEventLoop] = []
        loop = own or self._other(ended)
        while loop is not None:
            turn = threading.Lock()  # of what begins in the loop, or of what gives up before that
            coroutine = _begin(turn, make)
            try:
                future = asyncio.run_coroutine_threadsafe(coroutine, loop)
            except RuntimeError:  # a closed loop
                coroutine.close()
                break
            other = None
            while other is None and not loop.is_closed():
                answered = threading.Event()
                with contextlib.suppress(RuntimeError):  # a closed loop
                    loop.call_soon_threadsafe(answered.set)
                if concurrent.futures.wait([future], 1).done:
                    break
                # A loop that stands still may wait for this very request, also the caller's own. A write that has begun must
                # not be done again, as it could end behind a later one.
                found = None if answered.is_set() else self._other([*ended, loop])
                other = found if found is not None and (turn.acquire(blocking=False) or reads) else None
            if other is None and future.done():
                try:
                    return future.result()
                except concurrent.futures.CancelledError:
                    if loop is own:
                        raise
            ended = ended if other is not None else [*ended, loop]
            loop = other or (None if loop is own else self._other(ended))
        raise RuntimeError("the loop of the caller has ended before its request")

    def _other(self, but: Sequence[asyncio.AbstractEventLoop]) -> asyncio.AbstractEventLoop | None:
        """Return another loop in which a caller waits, or None."""
        return next((one for one in reversed(list(self._waiting)) if one.is_running() and one not in but), None)

    async def _value(self, key: str, start: int, length: int) -> Any:
        value = await self._there().get(key, default_buffer_prototype(), _byte_request(start, length))
        if value is None:
            return None
        data = value.as_numpy_array()
        return data[:length] if 0 <= length < len(data) else data

    def get(self, key: str, start: int, length: int) -> Any:
        value = self._run(lambda: self._value(key, start, length))
        if value is None:
            raise KeyError(key)
        return value

    def get_many(self, requests: Sequence[tuple[str, int, int]]) -> Sequence[Any]:
        async def gather() -> list[Any]:
            turns = asyncio.Semaphore(CONCURRENCY)

            async def one(request: tuple[str, int, int]) -> Any:
                async with turns:
                    return await self._value(*request)

            return await asyncio.gather(*map(one, requests))

        if not self._by_loop:
            return [self._run(functools.partial(self._value, *request)) for request in requests]
        return self._run(gather)

    def set(self, key: str, data: bytes) -> None:
        self._run(lambda: self._there().set(key, default_buffer_prototype().buffer.from_bytes(data)), reads=False)

    def erase(self, key: str) -> None:
        self._run(lambda: self._there().delete(key), reads=False)

    def list_prefix(self, prefix: str) -> Iterable[str]:
        async def collect() -> list[str]:
            return [key async for key in self._there().list_prefix(prefix)]

        return self._run(collect)

    def size(self, key: str) -> int:
        try:
            return self._run(lambda: self._there().getsize(key))
        except FileNotFoundError:
            raise KeyError(key) from None


async def _begin(turn: threading.Lock, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
    if not turn.acquire(blocking=False):
        raise asyncio.CancelledError
    return await make()


def _byte_request(start: int, length: int) -> ByteRequest | None:
    if start < 0:
        return SuffixByteRequest(-start)
    if length >= 0:
        return RangeByteRequest(start, start + length)
    return OffsetByteRequest(start) if start else None


# So often a folder may be replaced while it is opened.
_ATTEMPTS = 100


@functools.lru_cache(maxsize=64)
def _by_url(url: str, options: str, file: object) -> Store:
    """Open a store by URL, once for each file or folder, which the library keeps open.

    Raises FileNotFoundError if the path leads to another one.
    """
    store = Store(url, **json.loads(options))
    if file is not None and file not in (_stamp(os.stat(url)), _folder(url)):
        raise FileNotFoundError(f"{url} is another file than the one that zarr-python has open")
    return store


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    """Return numbers that change with the file and with its content."""
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size


def _file_of(store: Any) -> tuple[int, ...]:
    """Return the stamp of the file that a ZipStore has open, which its path may no longer lead to. A closed store is
    opened."""
    if getattr(getattr(store, "_zf", None), "fp", None) is None:
        store._sync_open()
    return _stamp(os.fstat(store._zf.fp.fileno()))


def _folder(path: str) -> tuple[int, int] | None:
    """Return which folder is at a path, None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _place(store: Any, url: str) -> tuple[int, ...] | None:
    """Return what the path of a local store leads to now; of a zip file, what zarr-python has open."""
    return _file_of(store) if isinstance(store, ZipStore) else _folder(url)


# Stores of Python by their identity, as some of them can't be hashed. Each is one store of the library, whose locks keep writers of
# all loops apart.
_by_methods: dict[int, tuple[Store, _Methods]] = {}
_opening = threading.Lock()


def _forget(key: int) -> None:
    _by_methods.pop(key, None)


def _fork() -> None:
    """Forget the threads of the parent, which a child of `fork` lacks."""
    global _opening
    _opening = threading.Lock()
    waits.cache_clear()
    for _, methods in _by_methods.values():
        methods.forget_callers()


os.register_at_fork(after_in_child=_fork)


def opened(store: ZarrStore) -> Opened:
    """Return the store of the library for a store of zarr-python."""
    found = _url(store)
    if found is not None:
        url, options, local = found
        if not local:
            return Opened(_by_url(url, json.dumps(options, sort_keys=True), None), local)
        for _ in range(_ATTEMPTS):
            file = _place(store, url)
            if file is None:  # a folder that the first write creates
                return Opened(Store(url, **options), local, url=url)
            try:
                return Opened(_by_url(url, json.dumps(options, sort_keys=True), file), local, url=url, file=file)
            except OSError:
                # A zip file that is no longer at its path is read by the store of zarr-python, which has it open.
                if isinstance(store, ZipStore):
                    break
                if file == _place(store, url):
                    raise
    by_loop = not _is(store, MemoryStore) and not _is(store, ZipStore) and type(store).__name__ != "ManagedMemoryStore"
    with _opening:
        made = _by_methods.get(id(store))
        if made is None:
            methods = _Methods(store, by_loop)
            made = _by_methods[id(store)] = Store(methods, **({"threads": CONCURRENCY} if by_loop else {})), methods
            weakref.finalize(store, _forget, id(store))
    return Opened(made[0], not by_loop, made[1] if by_loop else None)


def _url(store: Any) -> tuple[str, dict[str, Any], bool] | None:
    """Return the URL of a store, its options, and True if it is local; None if URL and options can't say all that
    the object does. A subclass may do anything, and is used over its methods."""
    if _is(store, LocalStore):
        return _local(store.root)
    if _is(store, ZipStore) and getattr(store, "_zmode", None) == "r" and isinstance(store.path, pathlib.Path):
        return _local(store.path, mode="r")
    if _is(store, FsspecStore):
        return _fsspec_url(store.fs, store.path)
    if _is(store, ObjectStore):
        return _obstore_url(store.store)
    return None


def _local(path: str | os.PathLike[str], **options: Any) -> tuple[str, dict[str, Any], bool] | None:
    """Return a path as a URL, and the rest as `_url`; None for a path that no URL of the library can say: "|" begins
    another store there, and its texts are UTF-8. A folder is locked as the configuration says."""
    url = str(pathlib.Path(path).absolute())
    lock = config.get("codec_pipeline.lock", None)
    if lock is not None and not options:
        options["lock"] = lock
    try:
        url.encode()
    except UnicodeEncodeError:
        return None
    return None if "|" in url else (url, options, True)


def _is(store: object, kind: type) -> bool:
    """Return True for an object of exactly this class."""
    return type(store) is kind


_HOW_FSSPEC_WORKS = {"asynchronous", "loop", "skip_instance_cache", "use_listings_cache", "listings_expiry_time", "max_paths"}


def _fsspec_url(system: Any, path: str) -> tuple[str, dict[str, Any], bool] | None:
    protocol = system.protocol if isinstance(system.protocol, str) else system.protocol[0]
    given: Mapping[str, Any] = getattr(system, "storage_options", {}) or {}
    given = {name: value for name, value in given.items() if name not in _HOW_FSSPEC_WORKS}
    inner = getattr(system, "sync_fs", None)
    if inner is not None and type(inner).__name__ == "LocalFileSystem" and not inner.storage_options:
        return _local(inner._strip_protocol(path))
    if protocol in ("http", "https") and not given and path.startswith(("http://", "https://")):
        return path, {}, False
    if protocol in ("s3", "s3a"):
        options = _s3_options(given)
        return None if options is None else (f"s3://{path}", options, False)
    if protocol in ("gs", "gcs") and given == {"token": "anon"}:
        return f"gs://{path}", {"anonymous": True}, False
    return None


def _s3_options(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the options for an s3fs; None where it finds keys by itself, or has an option that the library lacks."""
    given = dict(given)
    client = dict(given.pop("client_kwargs", None) or {})
    endpoint = given.pop("endpoint_url", None) or client.pop("endpoint_url", None)
    region = client.pop("region_name", None)
    anonymous, keys = given.pop("anon", False), (given.pop("key", None), given.pop("secret", None))
    token = given.pop("token", None)
    if given or client or not (anonymous or all(keys)):
        return None
    options: dict[str, Any] = {"anonymous": True} if anonymous else {"access_key": keys[0], "secret_key": keys[1]}
    if token and not anonymous:
        options["token"] = token
    return _at(options, endpoint, region)


def _at(options: dict[str, Any], endpoint: str | None, region: str | None) -> dict[str, Any]:
    """Add endpoint and region to options."""
    if endpoint:
        options |= {"endpoint": endpoint, "allow_http": endpoint.startswith("http://")}
    if region:
        options["region"] = region
    return options


def _obstore_url(store: Any) -> tuple[str, dict[str, Any], bool] | None:
    kind = type(store).__name__
    if not type(store).__module__.startswith("obstore"):
        return None
    if kind == "LocalStore" and store.prefix is not None:
        return _local(store.prefix)
    if getattr(store, "client_options", None) or getattr(store, "retry_config", None):
        return None
    if kind == "HTTPStore":
        return store.url.rstrip("/"), {}, False
    if kind == "S3Store" and getattr(store, "credential_provider", None) is None:
        given = {str(name): value for name, value in store.config.items()}
        bucket = given.pop("bucket", None)
        options: dict[str, Any] = {}
        if given.pop("skip_signature", None):
            options["anonymous"] = True
        for name, ours in (("access_key_id", "access_key"), ("secret_access_key", "secret_key"), ("session_token", "token"),
                           ("virtual_hosted_style_request", "virtual_hosted")):
            if name in given:
                options[ours] = given.pop(name)
        endpoint, region = given.pop("endpoint", None), given.pop("region", None)
        if given or not bucket or not ("anonymous" in options or "access_key" in options):
            return None
        return f"s3://{'/'.join(filter(None, (bucket, store.prefix)))}", _at(options, endpoint, region), False
    return None


def path_of(getter: object) -> StorePath | None:
    """Return the store and path of a chunk; None for inner chunks that zarr-python's own codec has in memory."""
    return getter if type(getter) is StorePath else None
