"""Moves the indirect calls of a WebAssembly module to functions of their own.

V8 inlines the functions that an indirect call has called so far, and recompiles the caller when the
call reaches another function. For the function that executes byte code, which takes 0.1 to 0.2 s
each time, that happened three to five times in a visit. V8 inlines no function of more than 500
bytes, and the new functions are longer.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from onirium.site.prepare import PrepareError

MAX_INLINED_BYTES: Final = 500
"""The size of the longest function that V8 inlines."""

_HEADER_BYTES: Final = 8
_TYPES, _IMPORTS, _FUNCTIONS, _CODE = 1, 2, 3, 10
"""Sections of a module."""

_FUNCTION, _TABLE, _MEMORY = 0, 1, 2
"""Kinds of imports."""

_FUNCTION_TYPE: Final = 0x60
_I32: Final = b"\x7f"
_CALL, _CALL_INDIRECT, _LOCAL_GET, _NOP, _END = b"\x10", b"\x11", b"\x20", b"\x01", b"\x0b"
_NO_LOCALS: Final = b"\x00"

_MORE: Final = 0x80
"""The bit of each byte of a number in LEB128 but the last one."""

_OPERANDS: Final = {
    **dict.fromkeys((0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1), ""),
    **dict.fromkeys((0x02, 0x03, 0x04, *range(0x06, 0x0A), 0x0C, 0x0D, 0x10, 0x12, 0x18), "n"),
    **dict.fromkeys((*range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0, 0xD2), "n"),
    **dict.fromkeys((0x11, 0x13, *range(0x28, 0x3F)), "nn"),
    0x0E: "vn",
    0x1C: "v",
    0x43: "4",
    0x44: "8",
}
"""The operands of each opcode: numbers (n), vectors of numbers (v), and bytes."""

_LONG_OPCODES: Final = 0xFC
_LONG_OPERANDS: Final = {
    **dict.fromkeys(range(8), ""),
    **dict.fromkeys((8, 10, 12, 14), "nn"),
    **dict.fromkeys((9, 11, 13, 15, 16, 17), "n"),
}
"""The same for the second part of long opcodes."""


def move_indirect_calls(module: bytes) -> bytes:
    """Return a module in which one function for each type makes all indirect calls of that type.

    Raises:
        PrepareError: if the module contains an instruction that is not known here.
    """
    sections = dict(_sections(module))
    types = [*_types(sections[_TYPES])]
    functions = [*_numbers(sections[_FUNCTIONS])]
    first = sum(1 for _ in _imported_functions(sections[_IMPORTS])) + len(functions)
    callers: dict[bytes, int] = {}

    def caller(call: bytes) -> int:
        return callers.setdefault(call, first + len(callers))

    bodies = [_with_calls(body, caller) for body in _items(sections[_CODE])]
    for call in callers:
        parameters, results = types[_number(call, 1)[0]]
        functions.append(len(types))
        types.append((parameters + _I32, results))
        bodies.append(_caller(call, len(parameters) + 1))
    changed = {
        _TYPES: _vector(
            bytes([_FUNCTION_TYPE]) + b"".join(_encode(len(part)) + part for part in parts)
            for parts in types
        ),
        _FUNCTIONS: _vector(map(_encode, functions)),
        _CODE: _vector(_encode(len(body)) + body for body in bodies),
    }
    contents = [(kind, changed.get(kind, content)) for kind, content in _sections(module)]
    return module[:_HEADER_BYTES] + b"".join(
        bytes([kind]) + _encode(len(content)) + content for kind, content in contents
    )


def indirect_calls(module: bytes) -> list[int]:
    """Return the number of indirect calls in each function of a module."""
    code = dict(_sections(module))[_CODE]
    return [sum(1 for _ in _indirect_calls(body)) for body in _items(code)]


def _with_calls(body: bytes, caller: Callable[[bytes], int]) -> bytes:
    """Return the code of a function that calls the callers of its indirect calls."""
    parts = []
    end = 0
    for start, next_end in _indirect_calls(body):
        parts += [body[end:start], _CALL, _encode(caller(body[start:next_end]))]
        end = next_end
    return b"".join([*parts, body[end:]])


def _caller(call: bytes, parameter_count: int) -> bytes:
    """Return the code of a function that makes an indirect call; it is too long to be inlined."""
    arguments = b"".join(_LOCAL_GET + _encode(index) for index in range(parameter_count))
    return _NO_LOCALS + arguments + call + MAX_INLINED_BYTES * _NOP + _END


def _indirect_calls(body: bytes) -> Iterator[tuple[int, int]]:
    """Yield where the indirect calls of a function begin and end."""
    offset = _skip_locals(body)
    while offset < len(body):
        start = offset
        opcode, offset = body[start], start + 1
        operands = _OPERANDS.get(opcode)
        if opcode == _LONG_OPCODES:
            number, offset = _number(body, offset)
            operands = _LONG_OPERANDS.get(number)
        if operands is None:
            raise PrepareError(f"the interpreter contains an unknown instruction {opcode:#x}")
        for operand in operands:
            if operand == "n":
                offset = _number(body, offset)[1]
            elif operand == "v":
                offset = _skip_vector(body, offset)
            else:
                offset += int(operand)
        if opcode == _CALL_INDIRECT[0]:
            yield start, offset


def _skip_locals(body: bytes) -> int:
    count, offset = _number(body, 0)
    for _ in range(2 * count):
        offset = _number(body, offset)[1]
    return offset


def _skip_vector(content: bytes, offset: int) -> int:
    count, offset = _number(content, offset)
    for _ in range(count):
        offset = _number(content, offset)[1]
    return offset


def _sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kinds and the contents of the sections."""
    offset = _HEADER_BYTES
    while offset < len(module):
        size, start = _number(module, offset + 1)
        yield module[offset], module[start : start + size]
        offset = start + size


def _items(section: bytes) -> Iterator[bytes]:
    """Yield the items of a vector of byte strings."""
    count, offset = _number(section, 0)
    for _ in range(count):
        size, offset = _number(section, offset)
        yield section[offset : offset + size]
        offset += size


def _numbers(section: bytes) -> Iterator[int]:
    count, offset = _number(section, 0)
    for _ in range(count):
        number, offset = _number(section, offset)
        yield number


def _types(section: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the parameters and the results of each type."""
    count, offset = _number(section, 0)
    for _ in range(count):
        size, start = _number(section, offset + 1)
        parameters = section[start : start + size]
        size, start = _number(section, start + size)
        offset = start + size
        yield parameters, section[start:offset]


def _imported_functions(section: bytes) -> Iterator[int]:
    """Yield the types of the imported functions."""
    count, offset = _number(section, 0)
    for _ in range(count):
        for _name in ("module", "name"):
            size, offset = _number(section, offset)
            offset += size
        kind, offset = section[offset], offset + 1
        first, offset = _number(section, offset)
        if kind == _FUNCTION:
            yield first
        elif kind == _TABLE:  # the type of its items was first
            offset = _skip_limits(section, offset)
        elif kind == _MEMORY:
            offset = _skip_limits(section, offset - 1)
        else:  # a global or a tag, of two numbers
            offset = _number(section, offset)[1]


def _skip_limits(section: bytes, offset: int) -> int:
    has_maximum = section[offset] & 1
    offset = _number(section, offset + 1)[1]
    return _number(section, offset)[1] if has_maximum else offset


def _vector(items: Iterable[bytes]) -> bytes:
    listed = [*items]
    return _encode(len(listed)) + b"".join(listed)


def _encode(number: int) -> bytes:
    """Return a number in LEB128.

    >>> _encode(300).hex()
    'ac02'
    """
    digits = []
    while number >= _MORE:
        digits.append(number % _MORE | _MORE)
        number >>= 7
    return bytes([*digits, number])


def _number(content: bytes, offset: int) -> tuple[int, int]:
    """Return a number in LEB128 and the offset after it."""
    number = shift = 0
    while content[offset] >= _MORE:
        number |= content[offset] % _MORE << shift
        shift += 7
        offset += 1
    return number | content[offset] << shift, offset + 1
