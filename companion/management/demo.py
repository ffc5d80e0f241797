"""Create a demo group with a year of realistic plays of every game, for trials and benchmarks."""

import datetime
from dataclasses import dataclass
from itertools import batched
from random import Random
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from companion.entry.saving import follows
from companion.groups.founding import create_group, ensure_players
from companion.models import CardSave, Event, Group, Person, Play, Seat
from companion.results.outcomes import outcomes_of, write_outcomes
from companion.rules import GAMES
from companion.rules.scoring import play_format
from companion.rules.scoring.random_plays import random_play
from companion.rules.scoring.result import score_play

NAMES = ("Anna", "Ben", "Chris", "Dora", "Emil", "Farah")
# Some players are a little better, for more interesting statistics.
SKILL = dict(zip(NAMES, (1.15, 1.1, 1.05, 1, 0.95, 0.9), strict=True))
YEAR, LONGEST = 365, 100 * 365
# For more plays, the history is longer instead of the days.
MOST_A_DAY = 4
EVENING = datetime.time(19, tzinfo=datetime.UTC)
STAGE_TAKES = datetime.timedelta(minutes=25)
BATCH = 1000


@dataclass
class Drawn:
    """A randomly drawn play, not stored yet: its rows, and its table in the play format."""

    play: Play
    seats: list[Seat]
    table: play_format.Play

    @property
    def closed(self):
        """(stage, time of closing) of each closed stage."""
        stages = self.play.game.stages[: self.play.closed_stages]
        return [(stage, self.play.created_at + STAGE_TAKES * number) for number, stage in enumerate(stages, 1)]


def create_demo_group(*, until, plays, seed, language="") -> Group:
    """Create a group with this many finished plays until a day, a stopped and an open one; the same for each `seed`."""
    chance = Random(seed)
    owner = Person.objects.create_visitor()
    group = create_group(owner, language=language)
    group.name = _("Demo group")
    group.save(update_fields=["name"])
    players = ensure_players(group, NAMES)
    games = list(GAMES.values())
    for days in batched(draw_days(chance, until, plays), BATCH):
        add([finish(draw(chance, group, players, chance.choice(games), day)) for day in days], owner)
    longest = max(games, key=lambda game: len(game.stages))
    stopped, going_on = (draw(chance, group, players, game, until) for game in (longest, games[0]))
    add([break_off(stopped, state=Play.State.STOPPED), break_off(going_on, state=Play.State.OPEN)], owner)
    return group


def draw_days(chance, until, plays) -> list[datetime.date]:
    """Return the sorted days of the plays: game nights of a year, with a few plays each."""
    span = min(max(YEAR, plays // MOST_A_DAY), LONGEST)
    days: list[datetime.date] = []
    while len(days) < plays:
        days += [until - datetime.timedelta(days=chance.randrange(span))] * chance.randint(1, MOST_A_DAY)
    return sorted(days[:plays])


def draw(chance, group, players, game, day) -> Drawn:
    """Draw a play of a game on a day, with some of the group's players."""
    seated = chance.sample(players, chance.choice([seats for seats in game.seats if seats <= len(players)]))
    names = [player.name for player in seated]
    started = datetime.datetime.combine(day, EVENING) + datetime.timedelta(minutes=chance.randrange(120))
    play = Play(
        group=group,
        game_slug=game.slug,
        options=game.options_with({}),
        played_on=day,
        place=place_on(day),
        notes=chance.choice(notes()) if chance.random() < 0.3 else "",
        created_at=started,
        changed_at=started + STAGE_TAKES * len(game.stages),
    )
    seats = [Seat(play=play, player=player, position=position) for position, player in enumerate(seated)]
    table = random_play(game, chance, names, options=play.options, skill=[SKILL[name] for name in names])
    return Drawn(play, seats, table)


def place_on(day) -> str:
    """Return the location of a day, sometimes ""."""
    return Random(day.toordinal()).choice(["", *places(), *places()])


def places():
    return [_("at Anna’s"), _("at Ben’s"), _("in the café on the corner"), _("in the cabin by the lake")]


def notes():
    return [
        _("Decided by the very last card."),
        _("By candlelight: the power was out."),
        _("First play for one of us, full of good questions."),
        _("Thunderstorm outside, second pot of tea."),
        _("Much too late on a weeknight. Worth it."),
        _("Next time we put the cat out before we deal."),
    ]


def finish(drawn) -> Drawn:
    """Return the play with all stages closed and its result."""
    drawn.play.state, drawn.play.closed_stages = Play.State.FINISHED, len(drawn.play.game.stages)
    drawn.play.minutes = round((drawn.play.changed_at - drawn.play.created_at).total_seconds() / 60)
    write_outcomes(drawn.play, drawn.seats, outcomes_of(score_play(drawn.table, GAMES)))
    return drawn


def break_off(drawn, *, state) -> Drawn:
    """Return the play in this state, before the last player has finished the first stage."""
    drawn.play.state = state
    first = drawn.play.game.stages[0].key
    *counted, last = drawn.table["seats"]
    last["stages"] = {}
    for seat in counted:
        seat["stages"] = {first: seat["stages"][first]}
    return drawn


@transaction.atomic
def add(all_drawn, owner):
    """Store plays with all their rows; the owner's phone has entered everything."""
    Play.objects.bulk_create([each.play for each in all_drawn])
    Seat.objects.bulk_create([seat for each in all_drawn for seat in each.seats])
    CardSave.objects.add([row for each in all_drawn for row in holdings_of(each, owner)])
    Event.objects.bulk_create([event for each in all_drawn for event in events_of(each, owner)])


def holdings_of(drawn, owner):
    """Yield one save of each card."""
    for number, stage in enumerate(drawn.play.game.stages, 1):
        for seat, held in zip(drawn.seats, drawn.table["seats"], strict=True):
            if amounts := held["stages"].get(stage.key):
                row = CardSave(
                    seat=seat,
                    stage=stage.key,
                    revision=1,
                    amounts=amounts,
                    sent=amounts,
                    is_in=True,
                    save_id=uuid4().hex,
                    person=owner,
                    at=drawn.play.created_at + STAGE_TAKES * number,
                )
                yield follows(row, None)


def events_of(drawn, owner):
    """Yield the events of the play."""
    play = drawn.play
    yield Event(play=play, kind=Event.Kind.START, person=owner, at=play.created_at)
    for stage, at in drawn.closed:
        yield Event(play=play, kind=Event.Kind.CLOSE, details={"stage": stage.key}, person=owner, at=at)
    if play.state in (Play.State.FINISHED, Play.State.STOPPED):
        kind = Event.Kind.FINISH if play.is_finished else Event.Kind.STOP
        yield Event(play=play, kind=kind, person=owner, at=play.changed_at)
