"""A play of which only the totals or places are known, or who won: entered at once, and over."""

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

from .known_titles import games_called, games_to_choose
from .maker import keep, make
from .totals_lines import Line, entries_of, fault_of, fault_of_places, fault_of_ticks, leaders

# What a game is won by; nothing is said of one that is known.
WINS = (
    ("", gettext_lazy("as always in this game")),
    ("most", gettext_lazy("most points win")),
    ("fewest", gettext_lazy("fewest points win")),
    ("order", gettext_lazy("places only")),
    ("winner", gettext_lazy("winner only")),
)
# What is known of a play, and what it is won by where that is no matter of points.
KNOWN = (
    ("points", gettext_lazy("Points")),
    ("places", gettext_lazy("Places")),
    ("winner", gettext_lazy("Won or lost")),
)
WITHOUT_POINTS = {"places": "order", "winner": "winner"}
ANOTHER = "another"


class TotalsForm(DayForm):
    """What was played, when, and what each player came to; lines without a name are passed over.

    `game` is the one it is about, if the page knows it; else one that has the typed title. `choices` are the games of
    that title (slug, title, how it is won) where it has to be asked which one is meant.
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
    # Which game of that title is meant: a slug, or another one.
    which = forms.CharField(required=False, max_length=50)
    # By it the form makes one play however often it is sent.
    play_id = HiddenUUIDField(required=False, widget=forms.HiddenInput)
    time_zone = HiddenTimeZoneField(required=False)
    # With it begin the marks of what such a form has saved.
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
        self.game = self.game or self.known_game()
        if fault := self.fault_of_coop():
            raise ValidationError(fault % {"game": isolated(say(self.game.title))})
        wins = self.cleaned_data["wins"] = self.asked or self.usual
        nobody = self.cleaned_data.get("nobody", False)
        fault = fault_of(self.seats, wins, nobody=nobody) or fault_of_ticks(self.seats, wins)
        if fault := fault or (fault_of_places(self.seats) if wins == "order" else ""):
            raise ValidationError(fault)
        ticked = [line for line in self.seats if line.won]
        self.cleaned_data["tie_is_broken"] = 0 < len(ticked) < len(leaders(self.seats, wins))

    def fault_of_coop(self) -> str:
        """Return why this can't be a play of a co-op game, in which all win or all lose; nothing for other games."""
        if not self.game or not self.game.together:
            return ""
        if self.asked not in ("", "winner"):
            return _("%(game)s is won or lost together. Choose “Won or lost”.")
        has_won = {line.won for line in self.seats}
        return _("In %(game)s, everyone wins or everyone loses.") if len(has_won) > 1 else ""

    @property
    def mark(self) -> str:
        """Return a short mark of what the form says: the same one if it is only sent again."""
        said = [self.cleaned_data[key] for key in ("title", "wins", "played_on", "place")]
        lines = sorted((same_name(line.player), line.total, line.won, line.out) for line in self.seats)
        return self.MARK + sha256(repr((said, lines)).encode()).hexdigest()[:32]

    def new_save_id(self) -> str:
        """Return a new id for a save of a score sheet, with the form's mark."""
        return f"{self.mark}-{token_hex(4)}"

    @property
    def offered(self) -> list[tuple[str, Any]]:
        """Return what can be known of the play: of a co-op game only whether it was won."""
        is_coop = self.game is not None and self.game.together
        return [each for each in KNOWN if not is_coop or each[0] == "winner"]

    @property
    def asked(self) -> str:
        """What the play is won by as the form says; nothing where it leaves that to the game."""
        return WITHOUT_POINTS.get(self.cleaned_data.get("known", "")) or self.cleaned_data.get("wins", "")

    @property
    def usual(self) -> str:
        """What the game is won by; of points the most, where they are known of a game that has none."""
        wins = wins_of(self.game)
        return "most" if self.cleaned_data.get("known") == "points" and wins in WITHOUT_POINTS.values() else wins

    def known_game(self) -> Game | None:
        """The game that the title means, None for a new one. Raises ValidationError where it has to be asked."""
        asked, which = self.asked, self.cleaned_data.get("which")
        found = games_called(self.group, self.cleaned_data["title"], seats=len(self.seats))
        if which == ANOTHER:
            return None
        if which in found:
            return found[which]
        if len(found) == 1:
            [game] = found.values()
            if {asked, wins_of(game)} & {"", *WITHOUT_POINTS.values()} or asked == wins_of(game):
                return game
        if found:
            self.choices = [(slug, say(game.title), str(dict(WINS)[wins_of(game)])) for slug, game in found.items()]
            raise ValidationError(_("There is a game of this name already. Is it the same one?"))
        return None


def wins_of(game) -> str:
    """How a game is won; by most points where it is a new one."""
    if game and game.together:
        return "winner"
    if game and game.has_no_points:
        return "order" if PLACE in game.rows_ahead else "winner"
    return "fewest" if game and game.fewest_wins else "most"


def titles_to_choose(group) -> dict[str, tuple[str, str]]:
    """Return the titles by which a game is found, in any language, with what it is won by and its words."""
    words = dict(WINS)
    games = games_to_choose(group)
    return {title: (wins := wins_of(game), str(words[wins])) for title, game in games.items()}


def lately_here(group, game) -> list[Seat]:
    """The seats of the group's newest play, of this game where there is one; none of a new group."""
    if group is None:
        return []
    plays = group.plays.filter(deleted_at=None).order_by("-played_on", "-pk")
    newest = (game and plays.filter(game_slug=game.slug).first()) or plays.first()
    return list(newest.seats.at_table()[:MOST_SEATS]) if newest else []


def version_of(group, form, *, person) -> SheetVersion:
    """The version by which a play that a form tells of is kept: of a game that is known, or of a new one."""
    wins = form.cleaned_data["wins"]
    if form.game is None:
        return make(group, totals_sheet(form.cleaned_data["title"], wins), person=person).newest
    own = newest_versions(group).get(form.game.slug)
    if own and is_totals_sheet(own.data) and own.data["wins"] == wins:
        # One that was made when totals had no decimals takes them from now on.
        keep(own.sheet, totals_sheet(own.data["title"], wins), person=person)
        return own.sheet.newest
    return totals_version(group, form.game.slug, wins, person=person)


@transaction.atomic
def store(group, form: TotalsForm, *, person, language="") -> Play:
    """The play that a form without errors tells of, over at once; in a new group where there is none."""
    asked, names = form.cleaned_data, [line.player for line in form.seats]
    group = group or founding.create_group(person, language=language, time_zone=asked["time_zone"])
    version = version_of(group, form, person=person)
    if asked["tie_is_broken"]:
        # Totals alone would let all of them win.
        version = totals_version(group, version.game.slug, "winner", person=person)
    about = {"options": {}, "version": version, "uuid": asked["play_id"]}
    about |= {"played_on": asked["played_on"], "place": asked["place"], "colours": [line.colour for line in form.seats]}
    play = lifecycle.start(version.game, person=person, group=group, names=names, **about)
    stage = play.game.stages[0]
    for seat, line in zip(play.seats.all(), form.seats, strict=True):
        entries = entries_of(line, version.data["wins"])
        sent = Sent(entries=entries, base=0, save_id=form.new_save_id(), is_in=True)
        save_holdings(play, seat, stage, sent, person=person)
    play = Play.objects.get(pk=play.pk)
    lifecycle.close_stage(play, stage, person=person)
    lifecycle.finish(play, person=person)
    return play
