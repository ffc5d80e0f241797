"""A finished play of which only the totals, places or winners are known, entered at once."""

from hashlib import sha256
from secrets import token_hex
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.access.fields import LONGEST_NAME, HiddenTimeZoneField, HiddenUUIDField, NameField
from companion.core.language.texts import isolated, say
from companion.core.language.typed import clean_entry, clean_name, parse_number
from companion.entry.merging import Sent
from companion.entry.saving import save_holdings
from companion.groups import founding
from companion.models import Play, Seat, SheetVersion
from companion.models.sheets import newest_versions, totals_version
from companion.plays import lifecycle
from companion.plays.forms import LONGEST_PLACE, TOO_LONG, DayForm, check_day
from companion.rules.kit import Game
from companion.rules.scoring.checking import same_name
from companion.rules.sheets.order import PLACE
from companion.rules.sheets.totals import MOST_PLAYERS as MOST_SEATS
from companion.rules.sheets.totals import is_totals_sheet, totals_sheet

from .known_titles import find_games_by_title, games_by_title
from .maker import create_sheet, save_version
from .totals_lines import Line, build_entries, find_fault, find_fault_of_places, find_fault_of_ticks, find_leaders

# How a game is won; "" for a known game.
WINS = (
    ("", gettext_lazy("as always in this game")),
    ("most", gettext_lazy("most points win")),
    ("fewest", gettext_lazy("fewest points win")),
    ("order", gettext_lazy("places only")),
    ("winner", gettext_lazy("winner only")),
)
# The results that are known of a play.
KNOWN = (
    ("points", gettext_lazy("Points")),
    ("places", gettext_lazy("Places")),
    ("winner", gettext_lazy("Won or lost")),
)
# How a play without points is won, by what is known of it.
WITHOUT_POINTS = {"places": "order", "winner": "winner"}
ANOTHER = "another"


class TotalsForm(DayForm):
    """A play's game, day, place, and each player's result; lines without a name are ignored.

    `game` is the game if the page knows it, else the one with the typed title. If several may be meant, `choices` has
    them as (slug, title, how it is won).
    """

    title = NameField(max_length=60, required=False, label=gettext_lazy("Game"))
    played_on = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[check_day],
    )
    place = NameField(max_length=LONGEST_PLACE, required=False, error_messages=TOO_LONG)
    known = forms.ChoiceField(choices=KNOWN, required=False)
    wins = forms.ChoiceField(choices=WINS, label=gettext_lazy("How to win"), required=False)
    nobody = forms.BooleanField(required=False, label=gettext_lazy("Nobody won"))
    # The chosen one of several games with the title: a slug, or ANOTHER.
    which = forms.CharField(required=False, max_length=50)
    # With it, the form creates one play however often it is sent.
    play_id = HiddenUUIDField(required=False, widget=forms.HiddenInput)
    time_zone = HiddenTimeZoneField(required=False)
    # The prefix of the save ids of such a form.
    MARK = "totals-"

    def __init__(self, data=None, *, group=None, game=None, people=(), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.group, self.game = group, game
        self.choices: list[tuple[str, str, str]] = []
        typed = data or {f"player-{place}": name for place, name in enumerate(people)}
        self.seats: list[Line] = []
        self.lines: list[Line] = [
            Line(
                place,
                clean_name(typed.get(f"player-{place}", ""))[:LONGEST_NAME],
                clean_entry(typed.get(f"total-{place}", "")),
                bool(typed.get(f"won-{place}")),
                bool(typed.get(f"played-{place}")),
                bool(typed.get(f"out-{place}")),
                colour=parse_number(typed.get(f"colour-{place}")) or 0,
                offered=typed.get(f"offered-{place}", "") == typed.get(f"player-{place}", ""),
            )
            for place in range(MOST_SEATS)
        ]

    def clean(self):
        if not self.game and not self.cleaned_data.get("title"):
            raise ValidationError(_("Which game was it?"))
        self.seats = [line for line in self.lines if line.has_played]
        self.game = self.game or self.find_game()
        if fault := self.find_coop_fault():
            raise ValidationError(fault % {"game": isolated(say(self.game.title))})
        wins = self.cleaned_data["wins"] = self.chosen_win or self.usual_win
        nobody = self.cleaned_data.get("nobody", False)
        fault = find_fault(self.seats, wins, nobody=nobody) or find_fault_of_ticks(self.seats, wins)
        if fault := fault or (find_fault_of_places(self.seats) if wins == "order" else ""):
            raise ValidationError(fault)
        ticked = [line for line in self.seats if line.won]
        self.cleaned_data["tie_is_broken"] = 0 < len(ticked) < len(find_leaders(self.seats, wins))

    def find_coop_fault(self) -> str:
        """Return why this can't be a play of a co-op game, in which all win or all lose; "" if it can."""
        if not self.game or not self.game.together:
            return ""
        if self.chosen_win not in ("", "winner"):
            return _("%(game)s is won or lost together. Choose “Won or lost”.")
        has_won = {line.won for line in self.seats}
        return _("In %(game)s, everyone wins or everyone loses.") if len(has_won) > 1 else ""

    @property
    def mark(self) -> str:
        """A short hash of the form's content, the same one if it is only sent again."""
        content = [self.cleaned_data[key] for key in ("title", "wins", "played_on", "place")]
        lines = sorted((same_name(line.player), line.total, line.won, line.out) for line in self.seats)
        return self.MARK + sha256(repr((content, lines)).encode()).hexdigest()[:32]

    def new_save_id(self) -> str:
        """Return a new id for a save of a score sheet, with the form's mark."""
        return f"{self.mark}-{token_hex(4)}"

    @property
    def offered(self) -> list[tuple[str, Any]]:
        """The choices for what is known: of a co-op game just whether it was won."""
        is_coop = self.game is not None and self.game.together
        return [each for each in KNOWN if not is_coop or each[0] == "winner"]

    @property
    def chosen_win(self) -> str:
        """How the play is won according to the form; "" if that depends on the game."""
        return WITHOUT_POINTS.get(self.cleaned_data.get("known", "")) or self.cleaned_data.get("wins", "")

    @property
    def usual_win(self) -> str:
        """How the game is won; if points are known of a game without points, the most win."""
        wins = wins_of(self.game)
        return "most" if self.cleaned_data.get("known") == "points" and wins in WITHOUT_POINTS.values() else wins

    def find_game(self) -> Game | None:
        """Return the game with the title, None for a new one. Raise ValidationError if the form must ask which one."""
        chosen, which = self.chosen_win, self.cleaned_data.get("which")
        found = find_games_by_title(self.group, self.cleaned_data["title"], seats=len(self.seats))
        if which == ANOTHER:
            return None
        if which in found:
            return found[which]
        if len(found) == 1:
            [game] = found.values()
            if {chosen, wins_of(game)} & {"", *WITHOUT_POINTS.values()} or chosen == wins_of(game):
                return game
        if found:
            self.choices = [(slug, say(game.title), str(dict(WINS)[wins_of(game)])) for slug, game in found.items()]
            raise ValidationError(_("There is a game of this name already. Is it the same one?"))
        return None


def wins_of(game) -> str:
    """Return how a game is won; a new one by most points."""
    if game and game.together:
        return "winner"
    if game and game.has_no_points:
        return "order" if PLACE in game.rows_ahead else "winner"
    return "fewest" if game and game.fewest_wins else "most"


def describe_titles(group) -> dict[str, tuple[str, str]]:
    """Return {title: (how its game is won, the same in words)} with titles in any language."""
    words = dict(WINS)
    games = games_by_title(group)
    return {title: (wins := wins_of(game), str(words[wins])) for title, game in games.items()}


def newest_seats(group, game) -> list[Seat]:
    """Return the seats of the group's newest play, of this game if there is one; an empty list for a new group."""
    if group is None:
        return []
    plays = group.plays.filter(deleted_at=None).order_by("-played_on", "-pk")
    newest = (game and plays.filter(game_slug=game.slug).first()) or plays.first()
    return list(newest.seats.at_table()[:MOST_SEATS]) if newest else []


def find_version(group, form, *, person) -> SheetVersion:
    """Return the sheet version for a form's play: of a known game, or of a new one, which is created."""
    wins = form.cleaned_data["wins"]
    if form.game is None:
        return create_sheet(group, totals_sheet(form.cleaned_data["title"], wins), person=person).newest
    own = newest_versions(group).get(form.game.slug)
    if own and is_totals_sheet(own.data) and own.data["wins"] == wins:
        # Versions from before totals could have decimals are updated.
        save_version(own.sheet, totals_sheet(own.data["title"], wins), person=person)
        return own.sheet.newest
    return totals_version(group, form.game.slug, wins, person=person)


@transaction.atomic
def store(group, form: TotalsForm, *, person, language="") -> Play:
    """Create and finish the play of a valid form; without a group, in a new one."""
    data, names = form.cleaned_data, [line.player for line in form.seats]
    group = group or founding.create_group(person, language=language, time_zone=data["time_zone"])
    version = find_version(group, form, person=person)
    if data["tie_is_broken"]:
        # Totals alone would let all of them win.
        version = totals_version(group, version.game.slug, "winner", person=person)
    about = {"options": {}, "version": version, "uuid": data["play_id"]}
    about |= {"played_on": data["played_on"], "place": data["place"], "colours": [line.colour for line in form.seats]}
    play = lifecycle.start(version.game, person=person, group=group, names=names, **about)
    stage = play.game.stages[0]
    for seat, line in zip(play.seats.all(), form.seats, strict=True):
        entries = build_entries(line, version.data["wins"])
        sent = Sent(entries=entries, base=0, save_id=form.new_save_id(), is_in=True)
        save_holdings(play, seat, stage, sent, person=person)
    play = Play.objects.get(pk=play.pk)
    lifecycle.close_stage(play, stage, person=person)
    lifecycle.finish(play, person=person)
    return play
