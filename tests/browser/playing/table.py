"""The phones at a table, and the check that all of them, a fresh one and the export show what the people believe."""

import json
import re
import urllib.request
from dataclasses import dataclass
from functools import partial

from tests.browser.server import HOST
from tests.browser.table import group_path, play_path

from . import games
from .belief import Belief
from .making import make
from .page import Screen

NETWORK = "net::ERR|Failed to fetch|NetworkError|503|status of 4"


class Wrong(AssertionError):
    """What a screen shows and what the people at the table believe differ."""


@dataclass
class Phone:
    """A phone at the table: its number, its screen, the names it said it counts for.

    `is_entered`: whether what was entered last needed no more taps.
    """

    number: int
    screen: Screen
    names: tuple = ()
    is_entered: bool = False

    def look(self):
        return self.screen.look()


class Table:
    """A play of a game with the phones that count it.

    `log` tells what was done so far, for people to read. `away` are the names whose phone has gone home. Where the
    address is trusted, phones keep pages to open them without a network.
    """

    def __init__(self, open_phone, port, slug, *, is_trusted=False):
        own = {"base_url": f"http://127.0.0.1:{port}", "service_workers": "allow"} if is_trusted else {}
        self.open_phone, self.port = partial(open_phone, forgive=NETWORK, **own), port
        self.game, self.names = games.game_of(slug), games.names_for(slug)
        self.belief, self.log, self.at = Belief(), [], 0
        self.host = Phone(1, Screen(self.open_phone()))
        self.phones = [self.host]
        if slug == games.CUSTOM:
            make(self.host.screen, games.CUSTOM_SHEET)
        else:
            self.host.screen.page.goto(f"/games/{slug}")
        self.host.screen.start(self.names)
        self.begin()

    def begin(self):
        """Take the play that the host's phone shows for the one that is counted."""
        page = self.host.screen.page
        self.path, url = play_path(page), page.url
        self.group = group_path(page, self.path)
        page.goto(url)
        self.host.screen.arrive()
        self.belief, self.at, self.away = Belief(), 0, set()
        seen = self.host.look()
        self.names, self.link = tuple(seen.names), self.host.screen.link_for_others()
        self.labels, self.heads = {}, {}
        self.see_stage(seen)

    def see_stage(self, seen):
        """Note which cells the sheet of the open stage has; in all of them there is nothing yet."""
        if self.stage.key not in self.labels:
            self.labels[self.stage.key] = seen.rows
            self.heads[self.stage.key] = seen.where
            self.cells.update(dict.fromkeys(seen.cells, ""))

    def say(self, text):
        self.log.append(text)

    @property
    def here(self) -> list:
        """The names whose columns somebody at the table is led to."""
        return [name for name in self.names if name not in self.away]

    # What is counted

    @property
    def stage(self):
        return self.game.stages[self.at]

    @property
    def cells(self) -> dict:
        return self.belief.cells(self.stage.key)

    def row(self, seen, number):
        return games.rows_of(self.game, self.stage)[seen.rows[number]]

    def offers_several(self, row) -> bool:
        """Whether a row holds a figure that can be one of many."""
        return row.is_figure and games.most_of(row.fields[0], len(self.names)) > 1

    def named(self, seen, cell) -> str:
        return f"{cell[0]}'s {seen.rows[cell[1]]}"

    def enter(self, phone, cell, words, *, together=0):
        self.belief.enter(self.stage.key, phone.number, cell, words, together=together)

    # Phones come and go

    def join(self, names=()):
        """Someone opens the table's link on another phone, and says whose columns they count."""
        phone = Phone(max(each.number for each in self.phones) + 1, Screen(self.open_phone()), names)
        phone.screen.page.goto(self.link)
        phone.screen.take_seats(names)
        self.away.difference_update(names)
        self.phones.append(phone)
        return phone

    def leave(self, phone):
        """A phone goes home. The columns it counts wait for it, until someone else takes them over."""
        self.away.update(phone.names)
        phone.screen.page.context.close()
        self.phones.remove(phone)

    def open_tab(self, phone, context):
        """The play is opened in a new tab of a phone whose last one was closed."""
        phone.screen = Screen(context.new_page())
        phone.screen.page.goto(self.path)
        phone.screen.arrive()

    def close(self):
        """The evening is over: all phones are put away."""
        for phone in self.phones:
            phone.screen.page.context.close()

    # What is stored

    def fetch(self, path) -> str:
        """What the host's browser would be given at an address."""
        cookies = self.host.screen.page.context.cookies()
        headers = {
            "Host": f"{HOST}:{self.port}",
            "Cookie": "; ".join(f"{each['name']}={each['value']}" for each in cookies),
        }
        with urllib.request.urlopen(
            urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        ) as answer:
            return answer.read().decode()

    def exported(self) -> dict:
        """The play in the group's export, which has the group's own games beside its plays."""
        number = self.path.rpartition("/")[2]
        [play] = [each for each in json.loads(self.fetch(f"{self.group}export")) if each.get("id") == number]
        return play

    def trail(self) -> str:
        """The words of the play's changes."""
        changes = re.search(r'<ol class="trail">.*?</ol>', self.fetch(f"{self.path}/trail"), re.DOTALL)[0]
        return " ".join(re.sub(r"<[^>]*>", " ", changes).split())

    # Checks

    def settle(self, *, fresh=False):
        """Wait until everything is saved and every phone has heard of it, and compare all that is shown and stored."""
        for phone in self.phones:
            if phone.screen.until(lambda seen: seen.is_saved) is None:
                seen = phone.look()
                raise Wrong(f"phone {phone.number} never says that all is saved: {seen.marks} {seen.told} {seen.asked}")
        for phone in self.phones:
            if (
                phone.look().has_sheet
                and phone.screen.until(lambda seen: not self.differences(seen), seconds=6) is None
            ):
                raise Wrong(f"phone {phone.number} shows {self.told(phone.look())}")
        self.check_export()
        if fresh:
            self.check_fresh()

    def differences(self, seen) -> dict:
        """The cells in which a sheet shows something else than what is believed: what it shows, and the belief."""
        if not seen.has_sheet:
            return {}
        if seen.where != self.heads[self.stage.key]:
            raise Wrong(f"the sheet of “{seen.where}” is open, but counted is “{self.heads[self.stage.key]}”")
        found = {cell: (games.canonical(words), self.cells.get(cell, "")) for cell, words in seen.cells.items()}
        return {cell: pair for cell, pair in found.items() if pair[0] != pair[1]}

    def told(self, seen) -> str:
        """The differences in words."""
        return "; ".join(
            f"{self.named(seen, cell)}: “{shown}” instead of “{believed}”"
            for cell, (shown, believed) in self.differences(seen).items()
        )

    def check_export(self):
        """Compare the export with what is believed, in all stages."""
        play, found = self.exported(), []
        entered = {seat["player"]: seat["stages"] for seat in play["seats"]}
        for stage in self.game.stages[: self.at + 1]:
            rows = list(games.rows_of(self.game, stage).values())
            labels = [row.label for row in rows]
            for (name, number), believed in self.belief.cells(stage.key).items():
                row = rows[labels.index(self.labels[stage.key][number])]
                stored = {}
                for player in re.split(r" & |, ", name):
                    stored |= entered[player].get(stage.key, {})
                if (words := games.words(row, stored)) != believed:
                    found.append(f"{name}'s {row.label}, stage {stage.key}: “{words}” instead of “{believed}”")
        if found:
            raise Wrong("the export has " + "; ".join(found))

    def check_fresh(self):
        """A browser that was never here opens the table's link: it shows what is believed, and that writes nothing."""
        before = self.exported(), self.trail()
        context = self.open_phone().context
        screen = Screen(context.pages[0])
        screen.page.goto(self.link)
        screen.take_seats(())
        if screen.until(lambda seen: not self.differences(seen), seconds=3) is None:
            raise Wrong(f"a fresh browser shows {self.told(screen.look())}")
        context.close()
        self.writes_nothing(before, "a fresh browser opened the play")

    def writes_nothing(self, before, what):
        """Compare export and changes with those before something that must not write."""
        if (after := self.exported()) != before[0]:
            old, new = ({seat["player"]: seat["stages"] for seat in play["seats"]} for play in (before[0], after))
            raise Wrong(f"{what}, and that changed the export from {old} to {new}")
        if (after := self.trail()) != before[1]:
            raise Wrong(f"{what}, and that wrote into its changes: {after} instead of {before[1]}")
