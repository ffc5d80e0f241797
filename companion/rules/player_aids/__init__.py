"""Referees: help during the game, the same rules on the server and, compiled to JavaScript, on the phone.

A referee is a module of this package that is named in `REFEREES`, with facts on top and three pure functions::

GAME = "…" slug of the game it belongs to; None: every game has it KEY = "…" its part of the address TITLE, SUMMARY
texts: what it is called, and what it does in one sentence SEATS = (…,) for how many players it is; None: for all LASTS
= True whether it goes along with the whole game, so that Home leads back to it PICTURES = () what it draws beside the
fields of a card, by the names of their pictures

def begin(table: Known) -> State: ... def act(state: State, action: Action) -> Step: ... def ask(state: State) -> Page:
...

`act` changes nothing it is given (`copied` first). What a table that is known, a state, an action, a step and a page
are made of stands in `contract.py`, as types; `steps.py` makes pages, buttons and the rest.

The page is drawn once, on the phone, by `static/js/player_aids/referee.js`; the server follows a journal only to keep
what is known as a play. The modules are written in what both languages understand alike: dictionaries with text keys,
lists, whole numbers, texts, `for`, `while`, functions, `None`; JavaScript goes without the types.
`tests/rules/test_subset.py` has the list, node by node, and says why what differs is not on it. Imports: the texts of
the kit, types, and names out of modules of this package; all become one file, so that no two of those modules may give
a function or constant the same name. Only functions and constants are carried over. `tests/rules/test_referees.py`
walks through every referee at random, `tests/rules/test_both_languages.py` walks in both languages and compares.
"""

from . import every_game
from .basari import bidding, exchange
from .contract import Functions, Referee
from .five_tribes_solo import yazid
from .targi import robber
from .tuareg import buying, loading

REFEREES: tuple[Referee, ...] = (yazid, bidding, exchange, loading, buying, robber, every_game)


def referees_of(slug: str, seats: int | None = None) -> list[Referee]:
    """The referees of a game, in order; where it is known how many play, those that are for so many."""
    its = [referee for referee in REFEREES if referee.GAME in (slug, None)]
    return [referee for referee in its if seats is None or referee.SEATS is None or seats in referee.SEATS]


def referee_of(slug: str, key: str) -> Referee | None:
    """The game's referee of this key, or None."""
    return next((referee for referee in referees_of(slug) if key == referee.KEY), None)


def functions_of(referee: Referee) -> Functions:
    """Its three functions, as `steps.py` wants them."""
    return {"begin": referee.begin, "act": referee.act, "ask": referee.ask}
