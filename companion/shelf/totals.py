"""A play of which only the totals are known, or who won: entered at once, and over."""

from dataclasses import dataclass
from secrets import token_hex

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.cards.merging import Sent
from companion.cards.saving import save_holdings
from companion.groups import founding
from companion.inputs import LONGEST_NAME, HiddenTimeZoneField, HiddenUUIDField, NameField
from companion.language.texts import isolated, say
from companion.language.typed import as_typed, clean_name
from companion.models import Play, SheetVersion
from companion.models.sheets import newest_versions, totals_version
from companion.plays import lifecycle
from companion.plays.forms import check_day
from companion.rules.kit import Fault, Game, Number
from companion.rules.scoring.checking import fault_at, same_name
from companion.rules.sheets import game_of
from companion.rules.sheets.making import WINNER
from companion.rules.sheets.rows import NO, YES
from companion.rules.sheets.totals import MOST_PLAYERS as MOST_SEATS
from companion.rules.sheets.totals import TOTAL_ROW, is_totals_sheet, totals_sheet

from .known_titles import games_called
from .making import keep, make

# What a game is won by; nothing is said of one that is known.
WINS = (
    ("", gettext_lazy("as always in this game")),
    ("most", gettext_lazy("most points win")),
    ("fewest", gettext_lazy("fewest points win")),
    ("winner", gettext_lazy("winner only")),
)
ANOTHER = "another"
TOTAL_FIELD = game_of(totals_sheet("–", "most"), "totals").stages[0].fields[0]


@dataclass(frozen=True)
class Line:
    """What was typed of a player, at which place of the form. `offered`: the page brought the name along."""

    place: int
    player: str
    total: str
    won: bool
    played: bool = False
    offered: bool = False

    @property
    def number(self) -> int:
        return self.place + 1

    @property
    def has_played(self) -> bool:
        """Whether somebody sat here: a name that the page brought along counts only with a total or a tick."""
        return bool(self.player and (self.total or self.won or self.played or not self.offered))


class TotalsForm(forms.Form):
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
    wins = forms.ChoiceField(choices=WINS, label=gettext_lazy("How to win"), required=False)
    # Which game of that title is meant: a slug, or another one.
    which = forms.CharField(required=False, max_length=50)
    # By it the form makes one play however often it is sent.
    play_id = HiddenUUIDField(required=False, widget=forms.HiddenInput)
    time_zone = HiddenTimeZoneField(required=False)

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
                as_typed(typed.get(f"total-{place}", "")),
                bool(typed.get(f"won-{place}")),
                bool(typed.get(f"played-{place}")),
                offered=typed.get(f"offered-{place}", "") == typed.get(f"player-{place}", ""),
            )
            for place in range(MOST_SEATS)
        ]

    def clean(self):
        if not self.game and not self.cleaned_data.get("title"):
            raise ValidationError(_("Which game was it?"))
        self.seats = [line for line in self.lines if line.has_played]
        self.game = self.game or self.known_game()
        if self.game and self.game.together:
            raise ValidationError(
                _("%(game)s is won or lost together: start it as a play.") % {"game": isolated(say(self.game.title))}
            )
        wins = self.cleaned_data["wins"] = self.cleaned_data.get("wins") or wins_of(self.game)
        if fault := fault_of(self.seats, wins) or fault_of_ticks(self.seats, wins):
            raise ValidationError(fault)
        ticked = [line for line in self.seats if line.won]
        self.cleaned_data["tie_is_broken"] = 0 < len(ticked) < len(leaders(self.seats, wins))

    def known_game(self) -> Game | None:
        """The game that the title means, None for a new one. Raises ValidationError where it has to be asked."""
        asked, which = self.cleaned_data.get("wins"), self.cleaned_data.get("which")
        found = games_called(self.group, self.cleaned_data["title"], seats=len(self.seats))
        if which == ANOTHER:
            return None
        if which in found:
            return found[which]
        if len(found) == 1:
            [game] = found.values()
            if asked in ("", "winner", wins_of(game)) or wins_of(game) == "winner":
                return game
        if found:
            self.choices = [(slug, say(game.title), str(dict(WINS)[wins_of(game)])) for slug, game in found.items()]
            raise ValidationError(_("There is a game of this name already. Is it the same one?"))
        return None


def wins_of(game) -> str:
    """How a game is won; by most points where it is a new one."""
    if game and game.without_points:
        return "winner"
    return "fewest" if game and game.fewest_wins else "most"


def lately_here(group, game) -> list[str]:
    """The names of who sat at the group's newest play, of this game where one is named; none of a new group."""
    if group is None:
        return []
    plays = group.plays.filter(deleted_at=None, **({"game_slug": game.slug} if game else {}))
    newest = plays.order_by("-played_on", "-pk").first()
    return [str(seat) for seat in newest.seats.at_table()][:MOST_SEATS] if newest else []


def fault_of(lines, wins) -> str:
    """Why these lines cannot be a play; nothing where they can."""
    names = [same_name(line.player) for line in lines]
    if not lines:
        return _("Enter at least one name.")
    if wins == "winner" and not any(line.won for line in lines):
        return _("No winner is ticked.")
    for line in lines:
        if names.count(same_name(line.player)) > 1:
            return _("Two players are called %(player)s.") % {"player": isolated(line.player)}
        total, fault = total_in(line)
        if fault:
            return say(fault_at(line.player, TOTAL_FIELD, fault))
        if wins != "winner" and total is None:
            return _("%(player)s has no total. Enter one like 12, −3 or 10.5.") % {"player": isolated(line.player)}
    return ""


def leaders(lines, wins) -> list[Line]:
    """Return the lines with the best total; none where the winners are ticked and totals are only noted."""
    if wins == "winner":
        return []
    totals = {line.place: total for line in lines if (total := total_in(line)[0]) is not None}
    best = (min if wins == "fewest" else max)(totals.values())
    return [line for line in lines if totals.get(line.place) == best]


def fault_of_ticks(lines, wins) -> str:
    """Return why the ticks for the winners contradict the totals; nothing where they don't."""
    best = leaders(lines, wins)
    wrong = [line for line in lines if best and line.won and line not in best]
    text = _("%(player)s is ticked as the winner but doesn't have the best total.")
    return text % {"player": wrong[0].player} if wrong else ""


def total_in(line) -> tuple[Number | None, Fault | None]:
    """The total on a line, None for none, or why it cannot be one."""
    typed = TOTAL_FIELD.read(line.total)
    return (None, None) if typed is None else TOTAL_FIELD.clean(typed, seats=1)


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
    group = group or founding.found(person, language=language, time_zone=asked["time_zone"])
    version = version_of(group, form, person=person)
    if asked["tie_is_broken"]:
        # Totals alone would let all of them win.
        version = totals_version(group, version.game.slug, "winner", person=person)
    about = {"options": {}, "played_on": asked["played_on"], "version": version, "uuid": asked["play_id"]}
    play = lifecycle.start(version.game, person=person, group=group, names=names, **about)
    stage = play.game.stages[0]
    for seat, line in zip(play.seats.all(), form.seats, strict=True):
        has_won = {WINNER: YES if line.won else NO} if version.data["wins"] == "winner" else {}
        total, _fault = total_in(line)
        entries = {**has_won, **({} if total is None else {TOTAL_ROW: total})}
        sent = Sent(entries=entries, base=0, save_id=token_hex(16), is_in=True)
        save_holdings(play, seat, stage, sent, person=person)
    play = Play.objects.get(pk=play.pk)
    lifecycle.close_stage(play, stage, person=person)
    lifecycle.finish(play, person=person)
    return play
