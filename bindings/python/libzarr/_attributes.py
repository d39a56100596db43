"""Attributes of a node as a mapping that is the node's own: what is set is written."""

import json
from collections.abc import MutableMapping

import numpy as np

from ._c import call


def plain(value):
    """What JSON has no word for: numbers, arrays and texts of NumPy as those of Python."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"a value of type {type(value).__name__} is no JSON")


class Attributes(MutableMapping):
    """`array.attributes["units"] = "K"` writes the document of the array; the other attributes stay as they were written. What is read
    is what the document says now, and a dictionary of its own: to change a part of a value, set the whole value."""

    def __init__(self, node):
        self._node = node

    def _all(self):
        """The whole document, as a name may hold what no text for C does."""
        return json.loads(self._node.attributes_json)

    def __getitem__(self, name):
        return self._all()[name]

    def __setitem__(self, name, value):
        call("zarr_attribute_set_json", self._node, name, json.dumps(value, default=plain))

    def __delitem__(self, name):
        self[name]
        call("zarr_attribute_erase", self._node, name)

    def __iter__(self):
        return iter(self._all())

    def __len__(self):
        return len(self._all())

    def keys(self):
        return self._all().keys()

    def values(self):
        return self._all().values()

    def items(self):
        return self._all().items()

    def clear(self):
        self._node.attributes = {}

    def __repr__(self):
        return repr(self._all())
