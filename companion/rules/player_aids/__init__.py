"""Player aids: help during the game, in the same Python on the server and, compiled to JavaScript, on the phone.

In the code a player aid is called a referee. It is a module of this package that is listed in `REFEREES`, with
constants and three pure functions::

    GAME = "…"         slug of its game; None: every game has it
    KEY = "…"          its part of the URL
    TITLE, SUMMARY     texts: its name, and what it does in one sentence
    SEATS = (…,)       the numbers of players it is for; None: all
    LASTS = True       True if it accompanies the whole game, so Home leads back to it
    PICTURES = ()      names of pictures that it draws besides those of a card's fields

    def begin(table: Known) -> State: ...
    def act(state: State, action: Action) -> Step: ...
    def ask(state: State) -> Page: ...

`act` must not change its arguments (`deep_copy` first). `contract.py` has the types; `steps.py` makes pages and
buttons.

The phone draws the page with `static/js/player_aids/referee.js`. The server replays a journal only to store what it
found out as a play. The modules use only what works alike in both languages: dictionaries with text keys, lists, whole
numbers, texts, `for`, `while`, functions and `None`; types are dropped. `tests/rules/test_subset.py` has the list, node
by node, with the reasons for what is missing. Imports: the texts of the kit, types, and names from modules of this
package. They all become one file, so two of these modules can't have a function or constant of the same name; nothing
else is carried over. `tests/rules/test_referees.py` takes random steps in every player aid, and
`tests/rules/test_both_languages.py` compares the two languages.
"""

from . import every_game
from .basari import bidding, exchange
from .contract import Functions, Referee
from .five_tribes_solo import yazid
from .targi import robber
from .tuareg import buying, loading

REFEREES: tuple[Referee, ...] = (yazid, bidding, exchange, loading, buying, robber, every_game)


def referees_of(slug: str, seats: int | None = None) -> list[Referee]:
    """Return the player aids of a game in order, only those for this number of players if it is known."""
    its = [referee for referee in REFEREES if referee.GAME in (slug, None)]
    return [referee for referee in its if seats is None or referee.SEATS is None or seats in referee.SEATS]


def referee_of(slug: str, key: str) -> Referee | None:
    """Return the game's player aid with this key, or None."""
    return next((referee for referee in referees_of(slug) if key == referee.KEY), None)


def functions_of(referee: Referee) -> Functions:
    """Return the three functions of a player aid in the form that `steps.py` takes."""
    return {"begin": referee.begin, "act": referee.act, "ask": referee.ask}
