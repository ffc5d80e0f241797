"""The form that starts a play: names with their colours and roles, rearranged by its buttons; the first player."""

import random
from dataclasses import dataclass

from companion.core.language.typed import LONGEST_TYPED, MOST_NAMES, clean_name, parse_number
from companion.rules.kit import LONGEST_ROLE
from companion.rules.scoring.checking import same_name

# What a button of the form does to who sits, where no script does it: the page comes back with them.
REARRANGING = {"add", "draw", "off", "same", "someone", "up"}


@dataclass(frozen=True)
class Sitting:
    """Someone who sits down, with the colour that was chosen for them, 0 for none, and their role."""

    name: str
    colour: int = 0
    role: str = ""


def sitting_in(data) -> list[Sitting]:
    """Return who sits as a form was sent, in the order of their seats; empty inputs are passed over."""
    names = [name[:LONGEST_TYPED] for name in data.getlist("player")[:MOST_NAMES]]
    return [
        Sitting(name, chosen(data, f"colour-{place}"), clean_name(data.get(f"role-{place}", ""))[:LONGEST_ROLE])
        for place, name in enumerate(names)
        if clean_name(name)
    ]


def chosen(data, key) -> int:
    """Return the colour that was chosen in an input; 0 for none."""
    return parse_number(data.get(key)) or 0


def with_someone_new(data):
    """Return the form's data in which the name typed as someone new sits, too."""
    if not clean_name(data.get("new", "")):
        return data
    sitting = [*sitting_in(data), Sitting(data["new"][:LONGEST_TYPED], chosen(data, "new_colour"))]
    return sent_with(data, sitting, new="", new_colour="")


def rearranged(data, same):
    """Return the form's data as a button leaves it.

    `add` is one more name, `off` one that goes, `up` the position from 0 of one that moves up, `someone` says that the
    new name sits down; `same` seats those of the last table, `{"names"}`, and `draw` says who begins.
    """
    data = with_someone_new(data)
    sitting = sitting_in(data)
    if data.get("add"):
        sitting.append(Sitting(data["add"][:LONGEST_TYPED]))
    if "off" in data:
        sitting = [each for each in sitting if same_name(each.name) != same_name(data["off"][:LONGEST_TYPED])]
    if "same" in data and same:
        sitting = [Sitting(name) for name in same["names"]]
    place = parse_number(data.get("up")) or 0
    if 0 < place < len(sitting):
        sitting[place - 1 : place + 1] = sitting[place], sitting[place - 1]
    first = data.get("first", "")
    if "draw" in data and len(sitting) > 1:
        first = random.choice(sitting).name
    return sent_with(data, sitting, first=first if first in [each.name for each in sitting] else "")


def sent_with(data, sitting, **more):
    """Return the form's data as if it were sent with these people, and `more` in inputs of these names."""
    data = data.copy()
    data.setlist("player", [each.name for each in sitting])
    for place, each in enumerate(sitting):
        data[f"colour-{place}"], data[f"role-{place}"] = str(each.colour or ""), each.role
    for key, value in more.items():
        data[key] = value
    return data
