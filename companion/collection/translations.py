"""Words of a sheet as they are typed: in the reader's language, and in others."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from companion.core.language.texts import say
from companion.core.language.typed import clean_name
from companion.rules.kit import in_words

# More than a sheet may have of anything, so that the checks still find too many.
MOST_NAMES = 100


def current_language() -> str:
    """Return the language in which the main input of a word is typed."""
    return (get_language() or "en")[:2]


def translate(words: Any) -> str:
    """Return words of a sheet in the reader's language."""
    return say(in_words(words)) if words else ""


def other_languages() -> list[tuple[str, str]]:
    """Return (code, name) of the other languages in which a word may be typed."""
    return [(code, name) for code, name in settings.LANGUAGES if code != current_language()]


def read_label(typed: str, before: Any) -> Any:
    """Return the label that was typed; if that is one of the labels from before, all those."""
    name = clean_name(typed)
    return before if isinstance(before, dict) and name in before.values() else name


def read_words(data: Mapping[str, str], key: str, before: Any) -> Any:
    """Return the label that was typed, with other languages; if the form has no inputs for them, those stay."""
    asked = [code for code, _name in other_languages() if f"{key}.{code}" in data]
    name = clean_name(data.get(key, ""))
    if not asked:
        return read_label(name, before)
    return merge_translations(name, {code: clean_name(data[f"{key}.{code}"]) for code in asked}, before)


def merge_translations(name: str, others: Mapping[str, str], before: Any) -> Any:
    """Return a word by language, in its former order.

    A word without the reader's language is shown in another one: unless that is changed, it isn't added.
    """
    its = before if isinstance(before, dict) else {}
    shown = clean_name(translate(before))
    if name == shown and all(word == clean_name(its.get(code, "")) for code, word in others.items()):
        return before
    words = {current_language(): name, **{code: word for code, word in others.items() if word}}
    if not name or len(words) < 2:
        return name
    if name == shown and its and current_language() not in its:
        del words[current_language()]
    return {code: words[code] for code in (*its, *words) if code in words}


def other_words(words: Any) -> list[dict[str, str]]:
    """Return a word in the other languages, each as `{"code", "name", "value"}`."""
    its = words if isinstance(words, dict) else {}
    return [{"code": code, "name": name, "value": its.get(code, "")} for code, name in other_languages()]


def other_lines(things: Sequence[Mapping[str, Any]], between: str = "\n") -> list[dict[str, str]]:
    """Return several labels in the other languages, one per line, each as `{"code", "name", "value"}`."""
    of_each = [other_words(each["label"]) for each in things]
    found = []
    for at, (code, name) in enumerate(other_languages()):
        value = between.join(words[at]["value"] for words in of_each).rstrip(between)
        # Browsers drop an empty first line of a textarea.
        found.append({"code": code, "name": name, "value": f"\n{value}" if value.startswith("\n") else value})
    return found


def read_named_lines(data: Mapping[str, str], key: str, before: Sequence[Mapping[str, Any]], letter: str) -> list[dict]:
    """Return the things named in the lines of a form; the lines of other languages have the same order."""
    found = match_names([clean_name(line) for line in data.get(key, "").splitlines() if line.strip()], before, letter)
    return add_others(found, {code: text.splitlines() for code, text in read_others(data, key).items()})


def read_others(data: Mapping[str, str], key: str) -> dict[str, str]:
    """Return what was typed for the other languages, by code; empty if the form has no inputs for them."""
    return {code: data[f"{key}.{code}"] for code, _name in other_languages() if f"{key}.{code}" in data}


def add_others(found: list[dict[str, Any]], typed: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """Return the things with their names in other languages, in the same order; without any they are unchanged."""
    for at, thing in enumerate(found if typed else ()):
        name = find_translation(thing["label"], current_language())
        others = {code: clean_name(lines[at]) if at < len(lines) else "" for code, lines in typed.items()}
        thing["label"] = merge_translations(name, others, thing["label"])
    return found


def find_translation(words: Any, code: str) -> str:
    """Return a label in a language, else in English, else in its first language."""
    return words.get(code) or words.get("en") or next(iter(words.values())) if isinstance(words, dict) else words


def match_names(names: Sequence[str], before: Sequence[Mapping[str, Any]], letter: str) -> list[dict[str, Any]]:
    """Return things of these names: those from before are unchanged, new ones get a key of their own."""
    known = {word: each for each in before for word in spellings(each["label"])}
    taken = {each["key"] for each in before}
    found: list[dict[str, Any]] = []
    for at, name in enumerate(names[:MOST_NAMES]):
        # Two may have the same name, in one language or in two: then the place decides.
        is_in_place = at < len(before) and clean_name(translate(before[at]["label"])) == name
        thing = before[at] if is_in_place else known.get(name)
        if thing is None or thing["key"] in {each["key"] for each in found}:
            key = next(key for number in range(1, 999) if (key := f"{letter}{number}") not in taken)
            taken.add(key)
            thing = {"key": key, "label": name}
        found.append(dict(thing))
    return found


def spellings(words: Any) -> list[str]:
    """Return a label in all its languages."""
    return list(words.values()) if isinstance(words, dict) else [words]
