"""An inner value of a network becomes an output; the rest of the file stays."""

from __future__ import annotations

import pytest

from core.speech.kokoro.onnx_output import with_output


def field(number: int, content: bytes) -> bytes:
    return bytes([number << 3 | 2, len(content)]) + content


def test_the_output_is_appended_to_the_graph_and_its_length_corrected() -> None:
    node = field(1, field(2, b"inner"))
    before, after = b"\x08\x07", field(8, b"opset")
    model = before + field(7, node) + after
    output = field(12, field(1, b"inner"))
    assert with_output(model, "inner") == before + field(7, node + output) + after


def test_lengths_over_127_bytes_are_written_in_two() -> None:
    node = field(1, b"inner" + b"x" * 115)
    changed = with_output(field(7, node), "inner")
    content = node + field(12, field(1, b"inner"))
    assert changed == b"\x3a" + bytes([len(content) & 0x7F | 0x80, len(content) >> 7]) + content


@pytest.mark.parametrize(
    "wrong", [b"", b"inner", b"\x3a\x7finner", b"\x08\x07inner", b"\xff" * 20 + b"inner"]
)
def test_what_is_no_model_is_refused(wrong: bytes) -> None:
    with pytest.raises(ValueError, match="model"):
        with_output(wrong, "inner")
