"""Blosc 1 frames, decoded without any blosc library around them.

The numcodecs wheels are built without snappy, so that blosc+snappy chunks could not be checked otherwise.  Frames with any
other compressor inside go to numcodecs; with snappy, frame, stream and shuffles are decoded here.
"""

import struct

from numcodecs import blosc

NAMES = {0: "blosclz", 1: "lz4", 2: "snappy", 3: "zlib", 4: "zstd"}


def snappy(data, expected, error):
    """One raw snappy stream: varint length, then literals and copies."""
    size = shift = at = 0
    try:
        while True:
            byte = data[at]
            at += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if size != expected:
            raise error(f"snappy: {size} bytes announced, {expected} expected")
        out = bytearray()
        while at < len(data):
            tag = data[at]
            at += 1
            if tag & 3 == 0:
                length = tag >> 2
                if length >= 60:
                    extra = length - 59
                    length = int.from_bytes(data[at:at + extra], "little")
                    at += extra
                length += 1
                if at + length > len(data):
                    raise error("snappy: literal runs past the end")
                out += data[at:at + length]
                at += length
                continue
            if tag & 3 == 1:
                length, offset = 4 + (tag >> 2 & 7), (tag >> 5) << 8 | data[at]
                at += 1
            else:
                width = 2 if tag & 3 == 2 else 4
                length, offset = 1 + (tag >> 2), int.from_bytes(data[at:at + width], "little")
                at += width
            if not 0 < offset <= len(out):
                raise error("snappy: copy from before the start")
            if len(out) + length > size:
                raise error("snappy: longer than announced")
            for _ in range(length):
                out.append(out[-offset])
    except IndexError as problem:
        raise error("snappy: cut short") from problem
    if len(out) != size:
        raise error(f"snappy: {len(out)} bytes instead of {size}")
    return bytes(out)


def unshuffle(block, width):
    """Undo the byte shuffle; the remainder behind the last whole element was never moved."""
    count = len(block) // width
    out = bytearray(block)
    for byte in range(width):
        out[byte:count * width:width] = block[byte * count:(byte + 1) * count]
    return bytes(out)


def unshuffle_bits(block, width):
    """Undo the bit shuffle, which leaves blocks alone whose element count is no multiple of 8."""
    count = len(block) // width
    if count == 0 or count % 8:
        return block
    planes = count // 8
    out = bytearray(block)
    for byte in range(width):
        column = bytearray(count)
        for bit in range(8):
            start = (8 * byte + bit) * planes
            for index, value in enumerate(block[start:start + planes]):
                for lane in range(8):
                    column[8 * index + lane] |= (value >> lane & 1) << bit
        out[byte:count * width:width] = column
    return bytes(out)


def decode_blosc(data, limit, error):
    """The decoded bytes of one frame; `error` is the exception class to raise, `limit` bounds the output."""
    if len(data) < 16:
        raise error("blosc: shorter than a header")
    version, inner, flags, width, size, block_size, total = struct.unpack_from("<BBBBIII", data)
    if version != 2 or inner != 1 or flags & 8 or flags >> 5 not in NAMES:
        raise error("blosc: not a Blosc 1 frame")
    if total != len(data):
        raise error(f"blosc: {total} bytes announced, {len(data)} stored")
    if size > limit:
        raise error(f"blosc: {size} bytes announced, at most {limit} expected")
    if flags & 2:
        if size + 16 != total:
            raise error("blosc: stored data of another length")
        return data[16:]
    if NAMES[flags >> 5] != "snappy":
        try:
            decoded = blosc.decompress(data)
        except (RuntimeError, ValueError) as problem:
            raise error(f"blosc: {problem}") from problem
        if len(decoded) != size:
            raise error(f"blosc: {len(decoded)} bytes instead of {size}")
        return decoded
    return _decode_snappy(data, flags, width, size, block_size, error)


def _decode_snappy(data, flags, width, size, block_size, error):
    if size == 0:
        return b""
    if block_size == 0 or width == 0:
        raise error("blosc: block or type size of zero")
    out = []
    blocks = -(-size // block_size)
    if 16 + 4 * blocks > len(data):
        raise error("blosc: no room for the block offsets")
    for index in range(blocks):
        (at,) = struct.unpack_from("<i", data, 16 + 4 * index)
        length = min(block_size, size - index * block_size)
        split = not flags & 16 and width <= 16 and block_size // width >= 128 and length == block_size
        streams = width if split else 1
        block = b""
        for _ in range(streams):
            if not 16 <= at <= len(data) - 4:
                raise error("blosc: a stream starts outside the frame")
            (stored,) = struct.unpack_from("<i", data, at)
            at += 4
            if stored < 0 or at + stored > len(data):
                raise error("blosc: a stream runs past the frame")
            stream = data[at:at + stored]
            at += stored
            part = length // streams
            block += stream if stored == part else snappy(stream, part, error)
        if len(block) != length:
            raise error("blosc: a block of another length")
        if flags & 1 and width > 1:
            block = unshuffle(block, width)
        elif flags & 4 and length >= width:
            block = unshuffle_bits(block, width)
        out.append(block)
    return b"".join(out)
