"""Unpacking Rob Northen's ProPack, method 1: what the games of the 1990s packed their files with.

Layout: `RNC`, method, size unpacked and packed (32 bits, high byte first), two checksums of 16
bits, two bytes more, then chunks. A chunk is three prefix codes (for how many bytes follow as they
are, how far back to copy from, how many to copy) and commands that use them. Bits come from words
of 16 bits, lowest first; bytes that follow as they are lie between those words.
"""

from __future__ import annotations

import struct

MAGIC = b"RNC\x01"
_HEADER = struct.Struct(">4sII4x2x")
_LONGEST_CODE = 16
_Code = dict[tuple[int, int], int]
"""From (bits of a code word, the word read lowest bit first) to what it stands for."""


class _Bits:
    def __init__(self, data: bytes, position: int) -> None:
        self.data, self.position = data, position
        self._held, self._count = 0, 0

    def take(self, count: int) -> int:
        while self._count < count:
            word = self.data[self.position : self.position + 2]
            self._held |= int.from_bytes(word, "little") << self._count
            self.position += 2
            self._count += 16
        value = self._held & ((1 << count) - 1)
        self._held >>= count
        self._count -= count
        return value

    def code(self) -> _Code:
        """A prefix code: the lengths of its words, shorter words having the smaller numbers."""
        lengths = [self.take(4) for _ in range(self.take(5))]
        code: _Code = {}
        number = 0
        for length in range(1, _LONGEST_CODE):
            for symbol, own in enumerate(lengths):
                if own == length:
                    code[length, int(f"{number:0{length}b}"[::-1], 2)] = symbol
                    number += 1
            number <<= 1
        return code

    def value(self, code: _Code) -> int:
        """One coded number: a symbol says how many bits it has below its highest."""
        word = 0
        for length in range(1, _LONGEST_CODE):
            word |= self.take(1) << (length - 1)
            symbol = code.get((length, word))
            if symbol is not None:
                return symbol if symbol < 2 else 1 << (symbol - 1) | self.take(symbol - 1)
        raise ValueError("this is not packed with ProPack, or it is damaged")

    def raw(self, count: int) -> bytes:
        start = self.position
        self.position += count
        return self.data[start : self.position]


def unpack(data: bytes) -> bytes:
    """The unpacked bytes; raises ValueError if they were not packed so, or are damaged."""
    if len(data) < _HEADER.size or not data.startswith(MAGIC):
        raise ValueError("this is not packed with ProPack, method 1")
    _, size, packed = _HEADER.unpack_from(data)
    bits = _Bits(data[: _HEADER.size + packed], _HEADER.size)
    bits.take(2)
    out = bytearray()
    while len(out) < size:
        if bits.position >= len(bits.data):
            raise ValueError("packed data end too early")
        raw, distance, length = bits.code(), bits.code(), bits.code()
        for last in reversed(range(bits.take(16))):
            count = bits.value(raw)
            if count:
                out += bits.raw(count)
            if last:
                back = bits.value(distance) + 1
                for _ in range(bits.value(length) + 2):
                    out.append(out[-back])
    return bytes(out)
