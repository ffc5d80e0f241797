"""Validation of a JSON value against a schema, with messages in the reader's language.

It supports the part of JSON Schema that the schema of a sheet uses. A library would have English messages only.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.rules.kit import Text, gettext, shortened

from .types import Place

MOST_SAID = 20


class SheetFault(NamedTuple):
    """A fault of a sheet and its place: the keys and numbers (from 1) that lead there."""

    place: Place
    text: Text

    @property
    def message(self) -> Text:
        """The message with its place."""
        if not self.place:
            return self.text
        where = " › ".join(map(shortened_place, self.place))
        return gettext("%(place)s: %(fault)s", place=where, fault=self.text)


def shortened_place(part: str | int) -> str:
    return shortened(part) if isinstance(part, str) else str(part)


TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
}
NO_SUCH: Mapping[str, Text] = {
    "object": gettext("must be an object of names and values."),
    "array": gettext("must be a list."),
    "string": gettext("must be a text."),
    "boolean": gettext("must be true or false."),
    "integer": gettext("must be a whole number."),
}


def shape_faults(value: Any, schema: Mapping[str, Any], place: Place = ()) -> Iterator[SheetFault]:
    """Yield a fault for each part of a value that doesn't match the schema."""
    if "anyOf" in schema:
        yield from shape_faults(value, branch(value, schema["anyOf"]), place)
        return
    wanted = schema.get("type")
    if wanted and not is_a(value, wanted):
        yield SheetFault(place, NO_SUCH[wanted])
        return
    fault = value_fault(value, schema)
    if fault is not None:
        yield SheetFault(place, fault)
    elif isinstance(value, dict):
        yield from object_faults(value, schema, place)
    elif isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value, 1):
            yield from shape_faults(item, schema["items"], (*place, number))


def is_a(value: Any, wanted: str) -> bool:
    """Return whether a value has this JSON type; booleans aren't numbers."""
    return isinstance(value, TYPES[wanted]) and (wanted == "boolean" or not isinstance(value, bool))


def branch(value: Any, branches: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the schema that a value is meant to match: one that it matches, else by type and keys, else the first."""
    fitting = [each for each in branches if not any(shape_faults(value, each))]
    of_type = [each for each in branches if is_a(value, each["type"])]
    alike = [each for each in of_type if isinstance(value, dict) and set(each.get("required", ())) & set(value)]
    return [*fitting, *alike, *of_type, *branches][0]


def value_fault(value: Any, schema: Mapping[str, Any]) -> Text | None:
    """Return the message if a value itself is invalid, whatever it contains; otherwise None."""
    if "const" in schema and not same(value, schema["const"]):
        return gettext("must be “%(wanted)s”, not “%(typed)s”.", wanted=schema["const"], typed=shortened(value))
    if "enum" in schema and not any(same(value, each) for each in schema["enum"]):
        choices = tuple(map(str, schema["enum"]))
        return gettext("“%(typed)s” isn’t one of %(choices)s.", typed=shortened(value), choices=choices)
    if isinstance(value, str):
        return text_fault(value, schema)
    if isinstance(value, list):
        return size_fault(len(value), schema.get("minItems", 0), schema.get("maxItems"))
    if isinstance(value, dict):
        return size_fault(len(value), schema.get("minProperties", 0), None)
    if isinstance(value, int) and "minimum" in schema and not schema["minimum"] <= value <= schema["maximum"]:
        span = {"low": schema["minimum"], "high": schema["maximum"], "typed": shortened(value)}
        return gettext("%(typed)s is not from %(low)s to %(high)s.", **span)
    return None


def same(value: Any, other: object) -> bool:
    """Return whether two values are equal in JSON, where true isn't 1."""
    return type(value) is type(other) and value == other


def text_fault(value: str, schema: Mapping[str, Any]) -> Text | None:
    """Return the message for a text that is too long, empty or has invalid characters; otherwise None."""
    if "maxLength" in schema and len(value) > schema["maxLength"]:
        return gettext("at most %(most)s characters.", most=schema["maxLength"])
    if "pattern" in schema and not re.search(schema["pattern"], value):
        if not value.strip():
            return gettext("a text is missing.")
        return gettext("“%(typed)s” contains characters that aren’t allowed here.", typed=shortened(value))
    if "not" in schema and re.search(schema["not"]["pattern"], value):
        return gettext("“%(typed)s” contains characters that aren’t allowed here.", typed=shortened(value))
    return None


def size_fault(number: int, least: int, most: int | None) -> Text | None:
    """Return the message for a list or object with too few or too many parts; `most`: None for no limit."""
    if number < least:
        return gettext("at least %(least)s needed, not %(number)s.", least=least, number=number)
    if most is not None and number > most:
        return gettext("at most %(most)s allowed, not %(number)s.", most=most, number=number)
    return None


def object_faults(value: Mapping[str, Any], schema: Mapping[str, Any], place: Place) -> Iterator[SheetFault]:
    """Yield faults of an object: missing keys, unknown keys and invalid values."""
    properties = schema.get("properties", {})
    for key in schema.get("required", ()):
        if key not in value:
            yield SheetFault(place, gettext("“%(key)s” is missing.", key=key))
    for key, inner in value.items():
        if key in properties:
            yield from shape_faults(inner, properties[key], (*place, key))
        elif schema.get("additionalProperties") is False:
            yield SheetFault(place, gettext("unknown field “%(typed)s”.", typed=shortened(key)))
    for rule in schema.get("allOf", ()):
        if not any(shape_faults(value, rule["if"])):
            yield from shape_faults(value, rule["then"], place)
