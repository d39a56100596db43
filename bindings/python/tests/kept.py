"""A store of many short functions over a dictionary, for tests that need one of their own."""

from libzarr import CustomStore


class Kept(CustomStore):
    def __init__(self):
        self.values = {}

    def get(self, key, start, length):
        return self.part(self.values[key], start, length)

    def set(self, key, data):
        self.values[key] = data

    def size(self, key):
        return len(self.values[key])
