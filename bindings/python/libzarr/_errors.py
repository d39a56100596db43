"""What the library answers instead of success, as exceptions that derive from those of Python that fit."""

from __future__ import annotations

import itertools
import re
from typing import Any

from ._library import LIBRARY

OK, INVALID_HANDLE, NOT_FOUND, OUT_OF_BOUNDS, TYPE_MISMATCH, RANGE, UNSUPPORTED, IO = 0, 2, 3, 6, 8, 9, 11, 13
READ_ONLY, CONFLICT, CANCELLED, USER = 14, 15, 17, 1000


def status_name(status: int) -> str:
    name: bytes = LIBRARY.zarr_status_name(status)
    return name.decode()


class Error(Exception):
    """A failure: `status` is its number in zarr.h, `message` what failed, where and why. What is raised is of a class that also
    derives from the fitting exception of Python: KeyError, IndexError, PermissionError ..."""

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

    def __str__(self) -> str:
        return f"{status_name(self.status)}: {self.message}"

    def __reduce__(self) -> tuple[type[Error], tuple[int, str, int]]:
        return Error, (self.status, self.message, self.system_code)

    @property
    def unsupported(self) -> bool:
        return self.status == UNSUPPORTED


class NotFoundError(Error, KeyError, FileNotFoundError):
    pass


class ExistsError(Error, FileExistsError):
    pass


class InvalidError(Error, ValueError):
    """An argument, a document or a value that is not allowed."""


class WrongTypeError(Error, TypeError):
    pass


class BoundsError(Error, IndexError):
    pass


class RangeError(Error, OverflowError, ValueError):
    pass


class UnsupportedError(Error, NotImplementedError):
    pass


class DamagedError(Error, ValueError):
    """Bytes that are no chunk."""


class StoreError(Error, OSError):
    pass


class DeniedError(Error, PermissionError):
    pass


class LateError(Error, TimeoutError):
    pass


class OutOfMemoryError(Error, MemoryError):
    pass


class FaultError(Error, RuntimeError):
    pass


_CLASSES: dict[int, type[Error]] = {
    1: InvalidError, 2: InvalidError, 3: NotFoundError, 4: ExistsError, 5: WrongTypeError, 6: BoundsError, 7: InvalidError,
    8: WrongTypeError, 9: RangeError, 10: InvalidError, 11: UnsupportedError, 12: DamagedError, 13: StoreError, 14: DeniedError,
    15: FaultError, 16: OutOfMemoryError, 17: FaultError, 18: FaultError, 19: OutOfMemoryError, 20: DeniedError, 21: LateError,
}


class Raised:
    """Exceptions that functions of Python have raised below the library. A mark in the library's message leads to the exception
    again where the call returns, whichever calls are under way beside it."""

    # Of what many threads raise at once a call tells one; others are let go of when so many came after them.
    KEPT = 256

    def __init__(self) -> None:
        self._kept: dict[int, BaseException] = {}
        self._numbers = itertools.count()

    def keep(self, failure: BaseException) -> str:
        """The mark of an exception."""
        number = next(self._numbers)
        self._kept[number] = failure
        self._kept.pop(number - self.KEPT, None)
        return f"{_BEGIN}{number}{_END} "

    def error(self, status: int, message: str, system_code: int) -> Error:
        """The failure of a call with its cause. What ends a program is raised itself."""
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
