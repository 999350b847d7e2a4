"""Makes a value inside an ONNX model one of its outputs, without the ``onnx`` package.

Kokoro predicts how long every phoneme sounds, but its export keeps that to itself. An ONNX file is a
protocol buffer (github.com/onnx/onnx, onnx.proto): ``ModelProto.graph`` is field 7, ``GraphProto.output``
field 12, ``ValueInfoProto.name`` field 1. Fields may come in any order, so the new output is appended to
the graph and the graph's length is written anew; not a byte of the rest changes.
"""

from __future__ import annotations

_GRAPH = 7 << 3 | 2
_OUTPUT = 12 << 3 | 2
_NAME = 1 << 3 | 2
_FIXED = {1: 8, 5: 4}
_VARINT, _BYTES = 0, 2


def with_output(model: bytes, name: str) -> bytes:
    """``model`` with the value ``name`` as its last output. Raises ValueError when ``model`` is no ONNX file
    or has no such value."""
    encoded = name.encode()
    if encoded not in model:
        raise ValueError(f"the model has no value {name}")
    start, body, end = _find_graph(model)
    information = _field(_NAME, encoded)
    output = _field(_OUTPUT, information)
    length = _varint(end - body + len(output))
    view = memoryview(model)
    return b"".join((view[:start], bytes((_GRAPH,)), length, view[body:end], output, view[end:]))


def _find_graph(model: bytes) -> tuple[int, int, int]:
    """Offsets of the graph field: its tag, its content, its end."""
    at = 0
    while at < len(model):
        start = at
        tag, at = _read_varint(model, at)
        wire = tag & 7
        if wire == _VARINT:
            _, at = _read_varint(model, at)
        elif wire == _BYTES:
            length, at = _read_varint(model, at)
            if at + length > len(model):
                break
            if tag == _GRAPH:
                return start, at, at + length
            at += length
        elif wire in _FIXED:
            at += _FIXED[wire]
        else:
            break
    raise ValueError("not an ONNX model")


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError("not an ONNX model")


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _field(tag: int, content: bytes) -> bytes:
    return _varint(tag) + _varint(len(content)) + content
