"""Failures of the library as exceptions, which also derive from the fitting exceptions of Python."""

from __future__ import annotations

import errno
import itertools
import re
from collections.abc import Callable
from typing import Any

from ._library import LIBRARY

OK, INVALID_ARGUMENT, INVALID_HANDLE, NOT_FOUND, OUT_OF_BOUNDS, TYPE_MISMATCH, RANGE, UNSUPPORTED, IO = 0, 1, 2, 3, 6, 8, 9, 11, 13
METADATA, READ_ONLY, CONFLICT, LIMIT, CANCELLED, USER = 10, 14, 15, 16, 17, 1000


def status_name(status: int) -> str:
    """Return the name of a status in zarr.h."""
    name: bytes = LIBRARY.zarr_status_name(status)
    return name.decode()


class Error(Exception):
    """A failure of the library: `status` is its number in zarr.h, `message` names the object, the rule and the
    value, `system_code` is errno or 0. Each is raised as a subclass that also derives from the fitting exception of
    Python: KeyError, IndexError, PermissionError ... Those that derive from OSError have `errno` where the system's
    code is one or the kind of failure has one, `strerror` with the message, and `filename` where a store was opened."""

    status: int
    message: str
    system_code: int

    def __new__(cls, status: int, message: str, system_code: int = 0) -> Error:
        made = _CLASSES.get(status, cls) if cls is Error else cls
        builtin: Any = made
        while builtin.__module__ != "builtins":  # the one whose memory the object has
            builtin = builtin.__base__
        failure: Error = builtin.__new__(made)
        return failure

    def __init__(self, status: int, message: str, system_code: int = 0) -> None:
        self.args = (f"{status_name(status)}: {message}",)
        self.status, self.message, self.system_code = status, message, system_code
        if isinstance(self, OSError):
            failure: Any = self
            # Other codes are those of HTTP.
            failure.errno = system_code if system_code in errno.errorcode else _ERRNO.get(status)
            failure.strerror = message

    def __str__(self) -> str:
        return f"{status_name(self.status)}: {self.message}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Error, (self.status, self.message, self.system_code), {"filename": getattr(self, "filename", None)}

    @property
    def unsupported(self) -> bool:
        """True if the format, the store or this build lacks the operation."""
        return self.status == UNSUPPORTED


class NotFoundError(Error, KeyError, FileNotFoundError):
    """A store, node, key or attribute that does not exist."""


class ExistsError(Error, FileExistsError):
    """A node in the place of a new one."""


class InvalidError(Error, ValueError):
    """An argument or a document that breaks a rule."""


class WrongTypeError(Error, TypeError):
    """A node, or elements, of another type than the call needs."""


class BoundsError(Error, IndexError):
    """A region outside of the array."""


class RangeError(Error, OverflowError, ValueError):
    """A value that a type can't hold."""


class UnsupportedError(Error, NotImplementedError):
    """An operation that the format, the store or this build lacks."""


class DamagedError(Error, ValueError):
    """Stored bytes that can't be decoded."""


class StoreError(Error, OSError):
    """A failure of the system or the network."""


class DeniedError(Error, PermissionError):
    """A store that may not be written, or not be read."""


class LateError(Error, TimeoutError):
    """A request without an answer in time."""


class OutOfMemoryError(Error, MemoryError):
    """Memory that can't be allocated."""


class FaultError(Error, RuntimeError):
    """A conflict with another writer, a cancelled call, or a fault of the library."""


_CLASSES: dict[int, type[Error]] = {
    1: InvalidError, 2: InvalidError, 3: NotFoundError, 4: ExistsError, 5: WrongTypeError, 6: BoundsError, 7: InvalidError,
    8: WrongTypeError, 9: RangeError, 10: InvalidError, 11: UnsupportedError, 12: DamagedError, 13: StoreError, 14: DeniedError,
    15: FaultError, 16: OutOfMemoryError, 17: FaultError, 18: FaultError, 19: OutOfMemoryError, 20: DeniedError, 21: LateError,
}


class About:
    """Name an object, such as an array, in the exceptions of a block, unless they name it."""

    def __init__(self, name: Callable[[], str]) -> None:
        self._name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, failure: BaseException | None, trace: object) -> None:
        if failure is None:
            return
        # Exceptions of a program, which have types of their own, are raised as they are.
        builtin = next((one for one in (IndexError, TypeError, OverflowError, ValueError) if kind is one), None)
        if not (builtin or isinstance(failure, Error)):
            return
        name, told = self._name(), failure.message if isinstance(failure, Error) else str(failure)
        if told.startswith(name):
            return
        if isinstance(failure, Error):
            raise Error(failure.status, f"{name}: {told}", failure.system_code) from failure.__cause__
        if builtin is not None:
            raise builtin(f"{name}: {told}") from failure.__cause__


# errno of a status, where the system has told none.
_ERRNO = {3: errno.ENOENT, 4: errno.EEXIST, 14: errno.EROFS, 20: errno.EACCES, 21: errno.ETIMEDOUT}


class Raised:
    """Exceptions that functions of Python have raised below the library. A mark in the library's message leads back
    to the exception where the call returns, also if other calls run at the time."""

    # Of what many threads raise at once a call tells one; others are let go of when so many came after them.
    KEPT = 256

    def __init__(self) -> None:
        self._kept: dict[int, BaseException] = {}
        self._numbers = itertools.count()

    def keep(self, failure: BaseException) -> str:
        """Keep an exception, and return its mark."""
        number = next(self._numbers)
        self._kept[number] = failure
        self._kept.pop(number - self.KEPT, None)
        return f"{_BEGIN}{number}{_END} "

    def error(self, status: int, message: str, system_code: int) -> Error:
        """Return the Error of a failed call, with the exception below it as its cause. KeyboardInterrupt and
        SystemExit are raised."""
        found = [self._kept.pop(int(number), None) for number in _MARK.findall(message)]
        failure = Error(status, _MARK.sub("", message), system_code)
        for cause in found:
            if cause is not None and not isinstance(cause, Exception):
                raise cause
            failure.__cause__ = failure.__cause__ or cause
        return failure


# Characters of Unicode's private use, as the library takes controls out of messages.
_BEGIN, _END = "\uf5a1", "\uf5a2"
_MARK = re.compile(f"{_BEGIN}([0-9]+){_END} ?")
raised = Raised()
