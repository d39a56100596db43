"""A store that is a class of Python, through the suite of all stores. LIBZARR is the library with the suite in it."""

import ctypes
import sys

import libzarr


class Kept(libzarr.CustomStore):
    """Values in a dictionary."""

    def __init__(self):
        self.values = {}

    def get(self, key, start, length):
        return self.part(self.values[key], start, length)

    def set(self, key, data):
        self.values[key] = data

    def erase(self, key):
        del self.values[key]

    def list_prefix(self, prefix):
        return [key for key in self.values if key.startswith(prefix)]

    def size(self, key):
        return len(self.values[key])


OPEN = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p)


@OPEN
def open_new(_, number, store, error):
    opened = libzarr.Store(Kept())
    # The suite frees the handle.
    store[0], opened.handle = opened.handle, None
    return 0


suite = libzarr.LIBRARY.zarr_store_suite
suite.argtypes = [OPEN, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint]
sys.exit(suite(open_new, None, 0, 0) != 0)
