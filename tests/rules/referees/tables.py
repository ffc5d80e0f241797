"""Tables at which referees are asked, and fingers that tap what they offer."""

from companion.core.language.texts import say
from companion.player_aids.referees import facts_of
from companion.rules import GAMES
from companion.rules.player_aids import functions_of, referee_of
from companion.rules.player_aids.steps import active_buttons, step


def begun(slug, key, *players):
    """(referee, how it stands) at a table of this game, in a play where there are players."""
    rules = GAMES[slug]
    referee = referee_of(slug, key)
    return referee, {"state": referee.begin(facts_of(rules, rules.options_with({}), players)), "events": []}


def tapped(asked, *labels, **dice):
    """(referee, how it stands) after a tap on each of these buttons, named by their words; `dice` are how they fall."""
    referee, at = asked
    for label in labels:
        [button] = [each for each in active_buttons(referee.ask(at["state"])) if say(each["label"]) == label]
        fallen = {die: dice[die] for die in button["rolls"] or {}}
        at = step(functions_of(referee), at, {**button["action"], **fallen})
    return referee, at


def typed(asked, **counts):
    """(referee, how it stands) after these counters were set; a `-` in a key is written `_`."""
    referee, at = asked
    for key, to in counts.items():
        at = step(functions_of(referee), at, {"set": key.replace("_", "-"), "to": to})
    return referee, at


def keyed(asked, fieldset, *labels):
    """(referee, how it stands) after taps on keys of the group that begins with these words."""
    referee, at = asked
    for label in labels:
        [group] = [
            each
            for each in referee.ask(at["state"])["choices"]
            if each["label"] and say(each["label"]).startswith(fieldset)
        ]
        [key] = [each for each in group["buttons"] if say(each["label"]) == label]
        at = step(functions_of(referee), at, key["action"])
    return referee, at


def page_of(asked):
    referee, at = asked
    return referee.ask(at["state"])


def told(asked):
    """What it tells."""
    return say(page_of(asked)["sentence"])


def hints(asked):
    return [say(hint) for hint in page_of(asked)["hints"]]


def labels(asked):
    """The words on everything that can be tapped."""
    return [say(each["label"]) for each in active_buttons(page_of(asked))]
