"""Checking a model's tool arguments against the small part of JSON Schema that tools here use."""

from __future__ import annotations

import json
from typing import Any

MAX_ARGUMENTS = 8_000
"""Characters of arguments a model may write."""

_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}


class BadArguments(ValueError):
    """Arguments a tool cannot be run with; the message is written for the model that wrote them."""


def checked_arguments(text: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The arguments as an object that ``schema`` allows.

    Understands type, properties, required, enum, minLength, maxLength, minimum, maximum, items.
    A property the schema does not name is refused. Raises BadArguments.
    """
    if len(text) > MAX_ARGUMENTS:
        raise BadArguments(f"arguments are longer than {MAX_ARGUMENTS} characters")
    try:
        value = json.loads(text or "{}", parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise BadArguments("arguments are not valid JSON") from error
    if not isinstance(value, dict):
        raise BadArguments("arguments must be a JSON object")
    _check(value, {"type": "object", **schema}, "arguments")
    return value


def _no_constant(name: str) -> float:
    raise ValueError(name)


def _check(value: object, schema: dict[str, Any], where: str) -> None:
    _check_type(value, schema, where)
    if "enum" in schema and value not in schema["enum"]:
        raise BadArguments(f"{where} must be one of {', '.join(map(str, schema['enum']))}")
    if isinstance(value, dict):
        _check_object(value, schema, where)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check(item, schema.get("items", {}), f"{where}[{index}]")
    elif isinstance(value, str):
        _check_range(len(value), schema.get("minLength"), schema.get("maxLength"), f"the length of {where}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _check_range(value, schema.get("minimum"), schema.get("maximum"), where)


def _check_type(value: object, schema: dict[str, Any], where: str) -> None:
    expected = schema.get("type")
    if expected is None:
        return
    fits = isinstance(value, _TYPES[expected])
    if isinstance(value, bool) and expected in {"integer", "number"}:
        fits = False
    if not fits:
        raise BadArguments(f"{where} must be of type {expected}")


def _check_object(value: dict[str, Any], schema: dict[str, Any], where: str) -> None:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            raise BadArguments(f"{where} must have {name!r}")
    for name, item in value.items():
        if name not in properties:
            raise BadArguments(f"{where} must not have {name[:40]!r}")
        _check(item, properties[name], name)


def _check_range(value: float, low: float | None, high: float | None, where: str) -> None:
    if low is not None and value < low:
        raise BadArguments(f"{where} must be at least {low}")
    if high is not None and value > high:
        raise BadArguments(f"{where} must be at most {high}")
