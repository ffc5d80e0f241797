"""Words of a sheet as they are typed: in one language, and where somebody wants to in others too."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from companion.core.language.texts import say
from companion.core.language.typed import clean_name
from companion.rules.kit import in_words

# More than a sheet has of anything; so it is still seen that there are too many.
MOST_NAMED = 100


def spoken_here() -> str:
    """The language in which the main input of a word is typed."""
    return (get_language() or "en")[:2]


def spoken(words: Any) -> str:
    """Words of a sheet in the reader's language."""
    return say(in_words(words)) if words else ""


def other_languages() -> list[tuple[str, str]]:
    """(code, name) of the languages a word may be typed in besides."""
    return [(code, name) for code, name in settings.LANGUAGES if code != spoken_here()]


def label_of(typed: str, before: Any) -> Any:
    """What something is called: in all languages as it was typed, unless that is what it was called before."""
    name = clean_name(typed)
    return before if isinstance(before, dict) and name in before.values() else name


def words_of(data: Mapping[str, str], key: str, before: Any) -> Any:
    """What something is called, with what was typed for other languages; a form that asks for none leaves them."""
    asked = [code for code, _name in other_languages() if f"{key}.{code}" in data]
    name = clean_name(data.get(key, ""))
    if not asked:
        return label_of(name, before)
    return in_languages(name, {code: clean_name(data[f"{key}.{code}"]) for code in asked}, before)


def in_languages(name: str, others: Mapping[str, str], before: Any) -> Any:
    """Return a word by language, in the order that it had before.

    A word that has none in the reader's language is shown in another one: unless that is changed, it stays away here.
    """
    its = before if isinstance(before, dict) else {}
    shown = clean_name(spoken(before))
    if name == shown and all(word == clean_name(its.get(code, "")) for code, word in others.items()):
        return before
    words = {spoken_here(): name, **{code: word for code, word in others.items() if word}}
    if not name or len(words) < 2:
        return name
    if name == shown and its and spoken_here() not in its:
        del words[spoken_here()]
    return {code: words[code] for code in (*its, *words) if code in words}


def in_others(words: Any) -> list[dict[str, str]]:
    """What a word is called in the other languages, as `{"code", "name", "value"}` each."""
    its = words if isinstance(words, dict) else {}
    return [{"code": code, "name": name, "value": its.get(code, "")} for code, name in other_languages()]


def lines_in_others(things: Sequence[Mapping[str, Any]], between: str = "\n") -> list[dict[str, str]]:
    """What several things are called in the other languages, a line each, as `{"code", "name", "value"}` each."""
    of_each = [in_others(each["label"]) for each in things]
    found = []
    for at, (code, name) in enumerate(other_languages()):
        value = between.join(words[at]["value"] for words in of_each).rstrip(between)
        # Of what stands in a textarea browsers drop a first line that is empty.
        found.append({"code": code, "name": name, "value": f"\n{value}" if value.startswith("\n") else value})
    return found


def named_in_lines(data: Mapping[str, str], key: str, before: Sequence[Mapping[str, Any]], letter: str) -> list[dict]:
    """The things that are named in the lines of a form; the lines for another language name the same in their order."""
    found = named([clean_name(line) for line in data.get(key, "").splitlines() if line.strip()], before, letter)
    return called(found, {code: text.splitlines() for code, text in typed_in_others(data, key).items()})


def typed_in_others(data: Mapping[str, str], key: str) -> dict[str, str]:
    """What was typed for the other languages, by their codes; nothing from a form that asks for none."""
    return {code: data[f"{key}.{code}"] for code, _name in other_languages() if f"{key}.{code}" in data}


def called(found: list[dict[str, Any]], typed: Mapping[str, Sequence[str]]) -> list[dict[str, Any]]:
    """The things with their names in other languages, which stand in the same order; left as they are without any."""
    for at, thing in enumerate(found if typed else ()):
        name = in_language(thing["label"], spoken_here())
        others = {code: clean_name(lines[at]) if at < len(lines) else "" for code, lines in typed.items()}
        thing["label"] = in_languages(name, others, thing["label"])
    return found


def in_language(words: Any, code: str) -> str:
    """What something is called in a language; where it has none there, in English, else in its first."""
    return words.get(code) or words.get("en") or next(iter(words.values())) if isinstance(words, dict) else words


def named(names: Sequence[str], before: Sequence[Mapping[str, Any]], letter: str) -> list[dict[str, Any]]:
    """Things of these names, as far as they are looked at: one that was there before stays what it was, a new one gets
    a key of its own.
    """
    known = {word: each for each in before for word in spellings(each["label"])}
    taken = {each["key"] for each in before}
    found: list[dict[str, Any]] = []
    for at, name in enumerate(names[:MOST_NAMED]):
        # Two may be called the same, in one language or in two: then the place tells them apart.
        is_in_place = at < len(before) and clean_name(spoken(before[at]["label"])) == name
        kept = before[at] if is_in_place else known.get(name)
        if kept is None or kept["key"] in {each["key"] for each in found}:
            key = next(key for number in range(1, 999) if (key := f"{letter}{number}") not in taken)
            taken.add(key)
            kept = {"key": key, "label": name}
        found.append(dict(kept))
    return found


def spellings(words: Any) -> list[str]:
    """What something is called in any language."""
    return list(words.values()) if isinstance(words, dict) else [words]
