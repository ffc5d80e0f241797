"""What the pages show of a closed stage and of a play that is over."""

import datetime
from uuid import uuid4
from zlib import crc32

from django.db.models import Case, Count, Q, When

from companion.access.identity import known_person
from companion.access.permissions import visible_plays
from companion.access.visibility import GUEST, MEMBER
from companion.core.language.discs import discs_of
from companion.core.language.evenings import this_evening
from companion.core.language.texts import number_of_people
from companion.groups.members import is_home_of
from companion.history.plays import find_best_results
from companion.models import Member, Play
from companion.plays.instructions import instructions
from companion.plays.pages.play_facts import list_facts, roles_of
from companion.plays.seats import rematch_of
from companion.results.closest import describe_closest_margin
from companion.results.corrections import correction_after_end, last_correction
from companion.results.noted_totals import build_tiebreaker_row, get_noted_totals
from companion.results.outcomes import compute_outcomes, differ, stored_outcomes
from companion.results.podium import build_scale, build_tie_rows
from companion.results.score_grid import (
    build_columns,
    build_displays,
    build_rows,
    build_sheet,
    is_won_by_nobody,
    lead_in,
    ranking,
    stored_ranking,
)
from companion.results.share_text import format_result
from companion.results.ties import asked_tie_breaks, open_tie, tie_figures

from .entry_rows import house_rules
from .play_page import live_url
from .save_answers import all_waiting

MOST_WITH_ROLES = 4
SAME_EVENING = datetime.timedelta(hours=3)


def may_correct(play) -> bool:
    """Whether whoever sees a play may correct its closed stages: everyone at an open one, members at a finished one."""
    return play.is_open or (play.is_finished and getattr(play, "role", None) == MEMBER)


def result_context(play, pad, stage) -> dict:
    """The result of a stage: the ranking after it, what the table does now, and each row with its reasons."""
    result = pad.result_up_to(stage)
    mark = result_mark(pad, result, stage)
    context = {
        "play": play,
        "game": play.game,
        "stage": stage,
        "options": pad.options,
        "result": result,
        "is_closed": play.is_closed(stage),
        "correction": last_correction(pad, stage) if play.is_open and play.is_closed(stage) else None,
        "may_correct": may_correct(play),
        "may_break_tie": play.is_closed(stage) and play.role == MEMBER,
        # On a page of its own a stage says in its dock what a figure that was tapped is made of.
        "asks_here": True,
        "live_url": live_url(play, page="result", stage=stage.key, result=mark),
        "result_mark": mark,
        "newest_result": newer_result(play, stage) if play.is_open else None,
        "ends_it": name_at_members_phone(play, pad) if play.is_open and play.role != MEMBER and not play.stage else "",
    }
    if result.is_blocked or stage not in pad.scored_stages:
        return context
    table = pad.table_up_to(stage)
    ranks = ranking(pad, result, stage)
    return {
        **context,
        "ranking": ranks,
        "without_steps": is_won_by_nobody(pad, result),
        "scale": build_scale(pad),
        "columns": build_columns(pad, ranks),
        "sheet": build_sheet(pad, result, stage),
        "displays": build_displays(pad, stage),
        "open_tie": open_tie(pad) if stage == play.game.stages[-1] and play.is_open else [],
        "instructions": instructions(pad, table, stage),
        "rows": build_rows(pad, result, stage),
    }


def result_mark(pad, result, stage) -> str:
    """Return what tells the result of a stage from a later one: its counts, its points and how many stages are closed.

    Other things, as a count that waits for a choice, change the revision of a play and not this.
    """
    keys = [each.key for each in pad.game.stages[: pad.game.stages.index(stage) + 1]]
    saves = sorted(row.pk for row in pad.newest.values() if row.stage in keys)
    points = [] if result.is_blocked else [(str(each.known), each.rank) for each in result.standings]
    return f"{crc32(repr((pad.play.closed_stages, saves, points)).encode()):x}"


def newer_result(play, stage):
    """Return the stage of an open play that was closed last, if that isn't this one and this one is closed."""
    closed = play.game.stages[: play.closed_stages]
    return closed[-1] if stage in closed and closed[-1] != stage else None


def name_at_members_phone(play, pad) -> str:
    """Who sits where a member's phone enters: that one ends the play. Nothing where no member's phone has a seat."""
    members = set(play.group.members.values_list("person", flat=True))
    return next((seat.player.name for seat in pad.everybody if seat.person_id in members), "")


def end_context(request, play, pad):
    """Return the context of a finished play's podium, or of a stopped play as far as it came."""
    result = pad.result
    context = {
        "play": play,
        "game": play.game,
        "pad": pad,
        "options": pad.options,
        "result": result,
        "waiting": all_waiting(pad, known_person(request)),
        **next_play_context(request, play, pad.everybody),
        "photos": play.photos.visible(),
        "may_correct": may_correct(play),
        "asks_name": play.is_finished and asks_name(play),
        "last_stage": play.game.stages[-1],
        "best": find_best_results(play) if play.game.seats[-1] == 1 and play.role == MEMBER else [],
    }
    if play.is_finished and differ(now := compute_outcomes(pad), stored_outcomes(pad)):
        context |= {"stored": stored_ranking(pad), "differs": bool(now)}
    if result.is_blocked:
        return context | {"facts": list_facts(play, pad.everybody, with_roles=True)}
    ranks = ranking(pad, result)
    above = build_columns(pad, ranks)
    # They stand above the columns, unless several share one or it is too narrow for words.
    has_room = 1 < len(above) <= MOST_WITH_ROLES and not pad.game.shares_cards
    roles = roles_of(play.game, [each.rank.seat for each in above]) if has_room else []
    what_is_noted = get_noted_totals(pad)
    stages = scored_stages(play, pad, what_is_noted)
    return {
        **context,
        **what_is_noted,
        **own_context(pad, ranks, known_person(request)),
        "correction": correction_after_end(pad) if play.is_finished else None,
        "tie_figures": tie_figures(pad),
        "tie_rows": build_tie_rows(pad),
        "open_tie": open_tie(pad) if play.is_finished else [],
        "tie_was_asked": play.is_finished and may_correct(play) and bool(asked_tie_breaks(pad)),
        "scale": build_scale(pad),
        "ranking": ranks,
        "without_steps": is_won_by_nobody(pad, result),
        "columns": above,
        "roles": roles if any(roles) else [],
        "facts": list_facts(play, pad.everybody, with_roles=not roles),
        "ahead_by": lead_in(ranks),
        "share_text": format_result(pad, ranks),
        "how_close": describe_closest_margin(pad),
        "house_rules": house_rules(pad),
        "team": all_together(pad),
        "stages": stages,
        "explains": explains(stages),
        "opened": next((each for each in stages if each["stage"].key == request.GET.get("stage")), None),
    }


def own_context(pad, ranks, person) -> dict:
    """Return the context for this phone's own player: their rank, also in `addressed` if nobody else plays by it."""
    own = [seat for seat in pad.seats if seat.belongs_to(person)]
    # Someone who counts for several people, or did until another phone took one over, may be any of them.
    is_one = len(own) == 1 == sum(seat in own or is_home_of(seat, person) for seat in pad.seats)
    rank = next((rank for rank in ranks if rank.seat in own), None)
    # A team that shares a card is several people.
    people = number_of_people([own[0].player.name]) if own else 1
    return {"own": rank, "addressed": rank if is_one else None, "own_people": people}


def explains(stages) -> bool:
    """Return whether these stages say more of where points come from than a total that was typed in does."""
    shown = [each.get("rows", ()) for each in stages]
    return len(shown) > 1 or any(len(its) > 1 or its[0].is_explained for its in shown if its)


def scored_stages(play, pad, what_is_noted) -> list[dict]:
    """Return what the result page shows of each stage; the tie-breaks' figures only where nothing else tells them."""
    stages = [{"stage": stage, **result_context(play, pad, stage)} for stage in pad.scored_stages]
    if what_is_noted["broke_tie"]:
        # The totals and the line beneath the winner say it.
        for each in stages:
            each["sheet"] = [row for row in each.get("sheet", ()) if not row.is_answer]
            each["rows"] = [
                build_tiebreaker_row(pad, row, what_is_noted["noted_total"]) if row.is_answer else row
                for row in each.get("rows", ())
            ]
    return stages


def all_together(pad) -> list[tuple]:
    """Return everyone with their disc where two or more win or lose a play together; else nobody."""
    if not pad.game.together or len(pad.everybody) < 2:
        return []
    discs = discs_of([seat.player for seat in pad.everybody])
    return [(seat.player, discs[seat.player.pk]) for seat in pad.everybody]


def asks_name(play) -> bool:
    """Whether the end of a play asks what its group is called: at its first play, on an owner's phone."""
    is_owner = getattr(play, "member_role", None) == Member.Role.OWNER
    return is_owner and not play.group.name and not play.group.plays.exclude(pk=play.pk).exists()


def next_play_context(request, play, seats=None) -> dict:
    """What the page of a play that is over says of the one after it, or begins it with; `seats` if they were read."""
    person = known_person(request)
    sits_here = play.seats.at_table() if seats is None else seats
    its_next = next_play(request, play, sits_here)
    own = [seat.player_id for seat in sits_here if is_home_of(seat, person)]
    rematch = rematch_of(play) if own else None
    goes_on = rematch is not None and rematch.seats.filter(player__in=own, person=None).exists()
    return {
        "play": play,
        "next_play": its_next,
        "goes_on": goes_on,
        "is_lost": play.is_finished and is_lost_by(sits_here, play.game),
        "goes_on_without": its_next is None and not goes_on and play.role == GUEST and has_gone_on(play, sits_here),
        "today": this_evening(),
        "play_id": uuid4(),
        "live_url": live_url(play, page="end", scored=play.changed_at.isoformat()),
    }


def is_lost_by(seats, game) -> bool:
    """Return whether one alone, or all together, have lost; a draw, or a play that nobody won, isn't lost.

    Nor is one in which nobody was counted.
    """
    is_alone = len(seats) == 1 or bool(game.is_coop)
    return is_alone and any(seat.rank for seat in seats) and not any(seat.is_winner for seat in seats)


def next_play(request, play, seats):
    """Return an open play of the same game and group that was started after this one by people of it, or None.

    It is for the phones that go on to it: one of the same day is preferred, then the one with most of these people.
    """
    is_later_day = Case(When(played_on=play.played_on, then=0), default=1)
    found = list(plays_after(play, seats).order_by(is_later_day, "-common", "pk").values_list("pk", flat=True))
    visible = visible_plays(request).in_bulk(found) if found else {}
    return next((visible[number] for number in found if number in visible), None)


def plays_after(play, seats):
    """Return the open plays of the same game and group that were started after this one, with people of its seats."""
    # By number, because a clock may have been set back meanwhile.
    later = {"group": play.group, "game_slug": play.game_slug, "pk__gt": play.pk}
    of_people = Q(seats__player__in=[seat.player_id for seat in seats], seats__removed_at__isnull=True)
    its = Play.objects.filter(**later, state=Play.State.OPEN, deleted_at__isnull=True)
    return its.annotate(common=Count("seats", filter=of_people)).filter(common__gt=0)


def has_gone_on(play, seats) -> bool:
    """Whether the table began another play soon after: what it plays on another evening is no affair of a guest."""
    return plays_after(play, seats).filter(created_at__lt=play.changed_at + SAME_EVENING).exists()
