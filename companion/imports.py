"""Plays that come in with a file: read, checked and scored as any others, then stored, all of them or none."""

import datetime
import json
from collections import Counter
from dataclasses import dataclass
from itertools import batched, chain
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format, number_format

from .forms import LONGEST_NAME, NotesForm, clean_name
from .groups import players_named
from .models import Event, Group, Holdings, Play, Seat
from .outcomes import outcomes_of, write
from .plays import Refusal, restore
from .rules import GAMES
from .rules.checking import NotAPlay, check_each, game_in, is_date, together_problems
from .rules.kit import Game, Problem, Result, Text, gettext
from .rules.reading import plays_from
from .rules.scoring import result_of

MOST_BYTES = 20 * 1024 * 1024
MOST_PLAYS = 10_000
MOST_FAULTS = 10
# So many ids are asked of the database at once.
BATCH = 500


@dataclass(frozen=True)
class Incoming:
    """A play of a file as the rules have cleaned it; `result` is there if it is finished.

    `written` is its place and notes, by name.
    """

    uuid: UUID | None
    game: Game
    table: dict
    played_on: datetime.date
    written: dict
    state: str
    result: Result | None

    @property
    def closed_stages(self) -> int:
        """How many stages are over: all of a finished play, else those before the last one that was counted."""
        if self.result:
            return len(self.game.stages)
        counted = {key for seat in self.table["seats"] for key in seat["stages"]}
        return max((place for place, stage in enumerate(self.game.stages) if stage.key in counted), default=0)


@dataclass(frozen=True)
class Imported:
    """How many plays of a file came in, were put back from among the deleted ones, and were here already."""

    added: int
    put_back: int
    known: int


def import_plays(group, file: bytes, *, person) -> Imported:
    """Add the plays of a file to the group, each of them once, however often it is imported.

    Raises Refusal, and changes nothing, where one of them cannot be right.
    """
    return store(group, read(file), person=person)


def read(file) -> list[Incoming]:
    """The plays of a file. Raises Refusal with what is wrong, ten faults at most."""
    try:
        values = plays_from(file)
        if values and not any(map(is_play, values)):
            # Somebody chose another file: one reason says it for all.
            game_in(values[0], GAMES)
    except NotAPlay as error:
        raise refusal(gettext("This is no file of plays, or it was damaged: %(why)s.", why=error.text)) from error
    if not values:
        raise refusal(gettext("There is no play in this file."))
    if len(values) > MOST_PLAYS:
        most = number_format(MOST_PLAYS, force_grouping=True)
        raise refusal(gettext("No more than %(most)s plays can be imported at once.", most=most))
    incoming, faults = [], []
    for number, value in enumerate(values, 1):
        play, found = read_play(value)
        incoming.append(play)
        faults += [gettext("%(play)s: %(fault)s", play=place_of(number, value), fault=fault) for fault in found]
        if len(faults) >= MOST_FAULTS:
            break
    if faults:
        raise refusal(*faults[:MOST_FAULTS])
    return incoming


def refusal(*texts) -> Refusal:
    return Refusal([Problem("bad_file", text) for text in texts])


def is_play(value) -> bool:
    """Whether this has the outer shape of a play."""
    try:
        return game_in(value, GAMES) is not None
    except NotAPlay:
        return False


def read_play(value) -> tuple[Incoming | None, list[Text]]:
    """A play of a file, or why there is none.

    Each count has to be possible by itself, and all together where the play is finished.
    """
    try:
        game = game_in(value, GAMES)
    except NotAPlay as error:
        return None, [error.text]
    play = {**value, "seats": [{**seat, "player": clean_name(seat["player"])} for seat in value["seats"]]}
    table, problems = check_each(game, play)
    written, found = written_of(play)
    problems += [*name_problems(play), *found]
    state = play.get("state", usual_state(game, table))
    if state == Play.State.FINISHED:
        problems += together_problems(game, table, problems)
    if faults := [problem.message for problem in problems if problem.blocks]:
        return None, faults
    uuid = UUID(play["id"]) if "id" in play else None
    played_on = datetime.date.fromisoformat(play["played_on"]) if "played_on" in play else timezone.localdate()
    result = result_of(game, table, problems) if state == Play.State.FINISHED else None
    return Incoming(uuid, game, table, played_on, written, state, result), []


def name_problems(play):
    """Names that are too long to be a player's."""
    for seat in play["seats"]:
        if len(seat["player"]) > LONGEST_NAME:
            name = seat["player"][:LONGEST_NAME]
            text = gettext("%(name)s…: this name is longer than %(most)s characters.", name=name, most=LONGEST_NAME)
            yield Problem("bad_name", text)


def written_of(play) -> tuple[dict, list[Problem]]:
    """The place and notes of a play as if somebody had typed them, and what is too long in them."""
    typed = {name: play[name] for name in ("place", "notes") if isinstance(play.get(name), str)}
    if not any(typed.values()):
        return {}, []
    form = NotesForm(typed)
    if form.is_valid():
        return form.texts(), []
    texts = [gettext("%(key)s: %(fault)s", key=key, fault=errors[0]) for key, errors in form.errors.items()]
    return {}, [Problem("too_long", text) for text in texts]


def usual_state(game, table) -> str:
    """The state of a play that names none: it was played to its end if every seat was counted at every stage."""
    stages = {stage.key for stage in game.stages}
    is_over = all(seat["stages"].keys() == stages for seat in table["seats"])
    return Play.State.FINISHED if is_over else Play.State.OPEN


def place_of(number, value) -> Text:
    """Which play of the file it is: "Play 3", with its game and day as far as that is known."""
    slug, day = (value.get("game"), value.get("played_on")) if isinstance(value, dict) else (None, None)
    if not isinstance(slug, str) or slug not in GAMES:
        return gettext("Play %(number)s", number=number)
    day = date_format(datetime.date.fromisoformat(day), "SHORT_DATE_FORMAT") if is_date(day) else "–"
    return gettext("Play %(number)s (%(game)s, %(day)s)", number=number, game=GAMES[slug].title, day=day)


@transaction.atomic
def store(group, incoming, *, person) -> Imported:
    """Add those of the plays that the group does not have; one that was deleted is put back."""
    Group.objects.select_for_update().get(pk=group.pk)
    here = dict(group.plays.values_list("uuid", "deleted_at"))
    wanted = identified(group, incoming)
    elsewhere = ids_elsewhere(group, wanted)
    new, deleted, known = {}, set(), 0
    for uuid, play in wanted.items():
        # The group's own id for a play that another group has too, so that nobody learns of the other.
        own = uuid5(group.uuid, str(uuid))
        its_id = uuid if uuid in here else own
        if its_id not in here:
            new[own if uuid in elsewhere else uuid] = play
        elif here[its_id]:
            deleted.add(its_id)
        else:
            known += 1
    for play in group.plays.filter(deleted_at__isnull=False):
        if play.uuid in deleted:
            restore(play, person=person)
    create(group, new, person=person)
    return Imported(len(new), len(deleted), known + len(incoming) - len(wanted))


def identified(group, incoming) -> dict[UUID, Incoming]:
    """The plays by id; one that has none gets one that it would also get the next time."""
    times, plays = Counter(), {}
    for play in incoming:
        uuid = play.uuid
        if uuid is None:
            text = json.dumps([play.game.slug, play.table, play.played_on.isoformat(), play.written, play.state])
            times[text] += 1
            uuid = uuid5(group.uuid, f"{times[text]} {text}")
        plays.setdefault(uuid, play)
    return plays


def ids_elsewhere(group, ids) -> set[UUID]:
    """Those of the ids under which another group has a play."""
    others = Play.objects.exclude(group=group)
    return set(
        chain.from_iterable(others.filter(uuid__in=some).values_list("uuid", flat=True) for some in batched(ids, BATCH))
    )


def create(group, new, *, person):
    """Store new plays, given by their ids, with their seats, cards and results."""
    names = [seat["player"] for play in new.values() for seat in play.table["seats"]]
    players = dict(zip(names, players_named(group, names), strict=True))
    plays = [
        Play(
            uuid=uuid,
            group=group,
            game=play.game.slug,
            options=play.table["options"],
            played_on=play.played_on,
            **play.written,
            state=play.state,
            closed_stages=play.closed_stages,
        )
        for uuid, play in new.items()
    ]
    seats = [
        [
            Seat(play=play, player=players[seat["player"]], position=place)
            for place, seat in enumerate(incoming.table["seats"])
        ]
        for play, incoming in zip(plays, new.values(), strict=True)
    ]
    for play, its_seats, incoming in zip(plays, seats, new.values(), strict=True):
        if incoming.result:
            write(play, its_seats, outcomes_of(incoming.result))
    Play.objects.bulk_create(plays)
    Seat.objects.bulk_create(chain.from_iterable(seats))
    cards = (cards_of(its_seats, play, person) for its_seats, play in zip(seats, new.values(), strict=True))
    Holdings.objects.bulk_create(chain.from_iterable(cards))
    Event.objects.bulk_create(Event(play=play, kind=Event.Kind.IMPORT, person=person) for play in plays)


def cards_of(seats, play, person):
    """What each seat has entered; the card of the stage that an open play goes on with is still being counted."""
    counting = play.game.stages[play.closed_stages].key if play.state == Play.State.OPEN else None
    for seat, its in zip(seats, play.table["seats"], strict=True):
        for stage, amounts in its["stages"].items():
            yield Holdings(
                seat=seat,
                stage=stage,
                revision=1,
                amounts=amounts,
                is_in=stage != counting,
                save_id="import",
                person=person,
            )
