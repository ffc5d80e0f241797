"""Read and check the plays of our own files one by one."""

import datetime
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format, number_format

from companion.access.fields import LONGEST_NAME
from companion.core.language.typed import clean_name
from companion.core.refusal import Refusal
from companion.models import Play
from companion.plays.forms import NotesForm, check_day
from companion.results.decided_ties import with_crown
from companion.rules.kit import Game, Problem, Table, Text, gettext
from companion.rules.library import EVERY_GAME
from companion.rules.scoring.checking import check_parts, find_game, is_date, is_minutes, is_moment, table_problems
from companion.rules.scoring.origin import is_origin
from companion.rules.scoring.play_format import NotAPlay, is_role, plays_from
from companion.rules.scoring.result import count_stages
from companion.transfer.roles import add_former_roles

from .group_details import GamesOfFile, is_game, is_group, is_valid_group
from .history import History, parse_moment, read_history
from .play_details import has_happened, is_left_valid, is_struck_valid

MOST_PLAYS = 10_000
MOST_FAULTS = 10


@dataclass(frozen=True)
class Incoming:
    """A play of a file as the rules have cleaned it, with its problems that don't block the import.

    `play`: the file's data, with clean names. `written`: its location, notes, minutes and variant, by name.
    """

    play: dict[str, Any]
    game: Game
    table: Table
    written: dict
    state: str
    problems: list[Problem]
    history: History

    @property
    def uuid(self) -> UUID | None:
        return UUID(self.play["id"]) if "id" in self.play else None

    @property
    def plays_by(self) -> tuple[str, str, int]:
        """The slug of its game, "" or how it is won if not all is known, and the version of a custom game.

        The version is 0 if the file has none.
        """
        return self.game.slug, self.play.get("totals", ""), self.play.get("version", 0)

    @property
    def played_on(self) -> datetime.date:
        """The day of the play; today if the file has none."""
        return datetime.date.fromisoformat(self.play["played_on"]) if "played_on" in self.play else timezone.localdate()

    @property
    def began(self) -> datetime.datetime | None:
        return parse_moment(self.play["began"]) if "began" in self.play else None

    @property
    def left(self) -> list[dict[str, Any]]:
        """The removed players."""
        return self.play.get("left", [])

    @property
    def is_finished(self) -> bool:
        return self.state == Play.State.FINISHED

    @property
    def closed_stages(self) -> int:
        """How many stages are over: all of a finished play, else those before the last scored one."""
        if self.is_finished:
            return len(self.game.stages)
        if (closed := self.play.get("closed")) is not None:
            return closed
        counted = {key for seat in self.table["seats"] for key in seat["stages"]}
        return max((place for place, stage in enumerate(self.game.stages) if stage.key in counted), default=0)


def read(file, games: GamesOfFile | None = None):
    """Yield the plays of a binary file one at a time, with these games and those in the file.

    Raise Refusal with at most ten faults, at the latest at the end of the file.
    """
    file.seek(0)
    faults, is_empty, is_of_plays, number, games = [], True, False, 0, games or GamesOfFile(EVERY_GAME)
    try:
        for value in plays_from(file):
            is_empty = False
            if is_game(value):
                is_of_plays = True
                if fault := games.add(value):
                    faults.append((gettext("Custom game"), fault))
                continue
            if is_group(value):
                is_of_plays = True
                if is_valid_group(value):
                    games.group.add(value)
                else:
                    faults.append((gettext("Group"), gettext("This part of the file can’t be read.")))
                continue
            number += 1
            if number > MOST_PLAYS:
                most = number_format(MOST_PLAYS, force_grouping=True)
                raise build_refusal(gettext("You can import at most %(most)s plays at once.", most=most))
            known_games = games.for_play(value)
            play, found = read_play(value, known_games)
            faults += [(describe_place(number, value, known_games), fault) for fault in found]
            with suppress(NotAPlay):
                is_of_plays = is_of_plays or find_game(value, known_games) is not None
            if len(faults) >= MOST_FAULTS:
                break
            if play:
                yield play
    except NotAPlay as error:
        raise refuse_file(error.text) from error
    if is_empty:
        raise build_refusal(gettext("There are no plays in this file."))
    if faults and not is_of_plays:
        # Somebody chose another file: one reason says it for all.
        raise refuse_file(faults[0][1])
    if faults:
        texts = [gettext("%(play)s: %(fault)s", play=place, fault=fault) for place, fault in faults[:MOST_FAULTS]]
        raise build_refusal(*texts)


def refuse_file(why) -> Refusal:
    """Return the refusal of a file that isn't a play file."""
    return build_refusal(gettext("This isn’t a play file, or it’s damaged: %(why)s.", why=why))


def build_refusal(*texts) -> Refusal:
    """Return a refusal for these reasons."""
    return Refusal([Problem("bad_file", text) for text in texts])


def read_play(value, games) -> tuple[Incoming | None, list[Text]]:
    """Return a play of a file, or its faults.

    Each amount must be possible by itself, and all together if the play is finished.
    """
    try:
        game = find_game(value, games)
    except NotAPlay as error:
        return None, [error.text]
    if is_origin(origin := value.get("origin")):
        value = add_former_roles(value, origin.get("details", {}))
    whole_game = game
    if game.rounds:
        game = game.limited_to(count_stages(game, value))
    play = value | {"seats": [{**seat, "player": clean_name(seat["player"])} for seat in value["seats"]]}
    table, problems = check_parts(game, play)
    written, found = read_texts(play, game)
    for name in (seat["player"] for seat in play["seats"] if len(seat["player"]) > LONGEST_NAME):
        text = gettext(
            "%(name)s…: this name is longer than %(most)s characters.", name=name[:LONGEST_NAME], most=LONGEST_NAME
        )
        problems.append(Problem("bad_name", text))
    problems += [*found, *time_problems(play)]
    # Without a state, a play is finished if every seat has every stage.
    stages = {stage.key for stage in game.stages}
    is_over = all(seat["stages"].keys() == stages for seat in table["seats"])
    state = play.get("state", Play.State.FINISHED if is_over else Play.State.OPEN)
    if state == Play.State.FINISHED:
        problems += table_problems(game, table, problems)
    if faults := [problem.message for problem in problems if problem.blocks]:
        return None, faults
    closed = play.get("closed")
    if closed is not None and closed > len(game.stages):
        return None, [gettext("The number of finished stages is too high: %(number)s.", number=closed)]
    is_right = is_left_valid(play) and is_struck_valid(play, game)
    history = read_history(play, partial(can_hold, whole_game)) if is_right else None
    if history is None:
        return None, [gettext("The change history can’t be read.")]
    play["left"] = [{**each, "player": clean_name(each["player"])} for each in play.get("left", [])]
    return Incoming(play, game, table, written, state, problems, history), []


def can_hold(game, stage: str, amounts: dict) -> bool:
    """Return whether these amounts are possible at a stage with some number of players; None is always possible."""
    fields = with_crown(game.stage(stage).fields, amounts) if game.stage(stage) else ()
    return all(
        any(
            value is None or field.clean(value, seats=seats)[1] is None
            for field in fields
            if field.key == key
            for seats in game.seats
        )
        for key, value in amounts.items()
    )


def time_problems(play) -> Iterator[Problem]:
    """Yield a problem for an impossible day of a play, as forms have it, and for a start in the future."""
    faults: dict[str, object] = {}
    if is_date(day := play.get("played_on")):
        try:
            check_day(datetime.date.fromisoformat(day))
        except ValidationError as error:
            faults["played_on"] = error.message
    if is_moment(began := play.get("began")) and not has_happened(began):
        faults["began"] = gettext("This date is in the future.")
    for key, fault in faults.items():
        yield Problem("bad_value", gettext("%(key)s: %(fault)s", key=key, fault=fault), field=key)


def read_texts(play, game) -> tuple[dict, list[Problem]]:
    """Return the minutes, variant, location and notes of a play as forms clean them, and what is too long."""
    cleaned = {"minutes": play["minutes"]} if is_minutes(play.get("minutes")) else {}
    if is_role(variant := play.get("variant")):
        cleaned["variant"] = game.variants.key_for(clean_name(variant))
    typed = {name: play[name] for name in ("place", "notes") if isinstance(play.get(name), str)}
    if not any(typed.values()):
        return cleaned, []
    form = NotesForm(typed)
    if form.is_valid():
        return form.texts() | cleaned, []
    texts = [gettext("%(key)s: %(fault)s", key=key, fault=errors[0]) for key, errors in form.errors.items()]
    return {}, [Problem("too_long", text) for text in texts]


def describe_place(number, value, games) -> Text:
    """Return a play's place in the file: "Play 3", with its game and day if they are known."""
    slug, day = (value.get("game"), value.get("played_on")) if isinstance(value, dict) else (None, None)
    if not isinstance(slug, str) or slug not in games:
        return gettext("Play %(number)s", number=number)
    day = date_format(datetime.date.fromisoformat(day), "SHORT_DATE_FORMAT") if is_date(day) else "–"
    return gettext("Play %(number)s (%(game)s, %(day)s)", number=number, game=games[slug].title, day=day)
