"""The referees are written in the part of Python that is the same as JavaScript."""

from pathlib import Path

import pytest

from companion.rules import player_aids
from tests.rules.subset import faults

FOLDER = Path(player_aids.__file__).parent
MODULES = [path for path in sorted(FOLDER.rglob("*.py")) if path.name not in ("__init__.py", "contract.py")]

# What may not be written, each a line that runs, and most of them otherwise in JavaScript.
REFUSED = """
sorted(things)
round(number)
number % 4
number / 2
number ** 2
str(number == 1)
str(True)
str(None)
str(not things)
{"2": number, "1": number}
{number: 1}
{1: number}
{**things}
things[-1]
things[::2]
things.get("key")
things.items()
things.sort()
things.split()
things.key
things * 2.5
[1] * number
"ab" * number
1 < number < 3
[number] < [3]
number == True
number is 1
things is things
(number, 1)
{number}
{each: each for each in things}
[one for one, other in things]
max(one for one in things)
max(things, key=len)
min(*things)
[*things]
f"{number}"
"%s" % number
lambda each: each
any(things)
list(map(str, things))
isinstance(number, int)
isinstance(number, (int, str))
isinstance(number, bool)
range(0, number, 2)
print(number)
unknown(number)
1.5
9007199254740993
gettext(things)
pgettext("Game", things)
(lambda: 1)()
number if (one := number) else 1
-number
""".strip().splitlines()
REFUSED_WHOLE = {
    "a class": "class Thing:\n    pass",
    "a loop with else": "def some(things):\n    for each in things:\n        pass\n    else:\n        pass",
    "pairs in a loop": "def some(things):\n    for one, other in things:\n        pass",
    "a list that grows in place": "def some(things):\n    things += [1]",
    "several targets": "def some(things):\n    one = other = things",
    "a list taken apart": "def some(things):\n    one, other = things",
    "an attempt": "def some(things):\n    try:\n        pass\n    except KeyError:\n        pass",
    "what goes away": "def some(things):\n    del things[0]",
    "an assertion": "def some(things):\n    assert things",
    "a function within": "def some(things):\n    def other():\n        pass",
    "a default": "def some(things=[]):\n    pass",
    "a named parameter": "def some(*, things):\n    pass",
    "any number of parameters": "def some(*things):\n    pass",
    "a word of JavaScript's": "def some(new):\n    pass",
    "another word of it": "def some(things):\n    this = things",
    "a name of the script": "def say(things):\n    pass",
    "a name of Python's": "def some(things):\n    list = things",
    "what runs at once": "for each in [1]:\n    pass",
    "another module": "import math",
    "names from elsewhere": "from math import floor",
    "more of the kit": "from companion.rules.kit import seats_in",
    "more of types": "from typing import cast",
    "a type as a value": "from companion.rules.kit import Text\n\n\ndef some(things):\n    return Text",
    "a type that is made": "from .contract import Page\n\n\ndef some(things):\n    return Page(things)",
    "a type without a value": "def some(things):\n    number: int",
    "a type of what runs at once": "MOST: int = 1",
    "a type of any kind": "def some[Thing](things):\n    pass",
    "another name": "from .steps import page as sheet",
    "a generator": "def some(things):\n    yield things",
    "a value nobody uses": "def some(things):\n    things",
}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FOLDER)))
def test_a_module_keeps_to_it(path):
    assert faults(path.read_text()) == []


@pytest.mark.parametrize("line", REFUSED)
def test_what_javascript_takes_otherwise_is_refused(line):
    assert faults(f"def some(number, things):\n    return {line}")


@pytest.mark.parametrize("source", REFUSED_WHOLE.values(), ids=REFUSED_WHOLE)
def test_so_is_what_it_does_not_know(source):
    assert faults(source)


def test_what_it_takes_alike_is_not():
    source = '''"""What it is."""

from typing import Any

from companion.rules.kit import Text, gettext

from .contract import State

MOST, LEAST = 3, 1
type Things = dict[str, Any]


def some(number: int | None, things: Things, more: list[State] | None = None) -> Text:
    """What it does."""
    made: Things = {"key": [each for each in things if each != number][:-1], "other": str(number) + "-"}
    while len(made["key"]) > LEAST and number is not None:
        made["key"].remove(made["key"][0])
        number -= 1
    return gettext("So %(many)s", {"many": more or min(number // 2, MOST)})
'''
    assert faults(source) == []
