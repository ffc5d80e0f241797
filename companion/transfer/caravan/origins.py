"""Origins of plays from other programs, which the group's own file carries to other groups."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from companion.core.language.typed import clean_json, stored_number
from companion.models import Alias, Arrival, Upload
from companion.rules.scoring.checking import same_name
from companion.rules.scoring.origin import is_origin

Kind = Alias.Kind


def is_uuid(key: str) -> bool:
    """Return whether a program's key is a UUID: other keys are names."""
    try:
        UUID(key)
    except ValueError:
        return False
    return True


# Out


def get_keys(group) -> dict[tuple, str]:
    """Return the keys by which programs know a group's players and games, by `(program, kind, player or slug)`.

    Of several keys the first UUID counts, as in a file for that program.
    """
    keys: dict[tuple, str] = {}
    for alias in sorted(group.aliases.order_by("pk"), key=lambda alias: not is_uuid(alias.key)):
        here = alias.player_id if alias.kind == Kind.PLAYER else alias.game_slug
        if here:
            keys.setdefault((alias.source, alias.kind, here), alias.key)
    return keys


def origins_as_json(pads, keys) -> dict[int, dict[str, Any]]:
    """Return `{"origin"}` of the plays from other programs by primary key; {} for all other plays.

    It has no digest if anyone has changed the play here.
    """
    plays = {pad.play.pk: pad for pad in pads}
    arrivals = Arrival.objects.filter(play__in=list(plays)).select_related("upload")
    found: dict[int, dict[str, Any]] = defaultdict(dict)
    for arrival in arrivals.defer("before", "upload__packed", "upload__preview", "upload__made"):
        pad, program = plays[arrival.play_id], arrival.upload.source
        about = {
            "program": program,
            "id": arrival.key,
            "game": keys.get((program, Kind.GAME, pad.play.game_slug), ""),
            "players": [keys.get((program, Kind.PLAYER, seat.player_id), "") for seat in pad.everybody],
            "digest": arrival.digest if arrival.revision == pad.play.revision else "",
            "details": arrival.rest,
        }
        origin = {key: value for key, value in about.items() if value}
        if is_origin(origin):
            found[arrival.play_id] = {"origin": origin}
    return found


# In


def build_arrivals(import_run, plays, coming: Sequence, *, person) -> list[Arrival]:
    """Return the origins of these new plays as rows, and remember the names' meanings in the import.

    Per program, a group has an upload that stands for its files whose plays came with our own files. It was never
    imported itself, so it isn't listed and can't be undone.
    """
    found = []
    for play, each in zip(plays, coming, strict=True):
        origin = clean_json(each.incoming.play.get("origin"), stored_number)
        if not origin:
            continue
        program, digest = origin["program"], origin.get("digest", "")
        if program not in import_run.stand_ins:
            about = {"group": import_run.group, "source": program, "state": Upload.State.DONE, "done_at": None}
            here = Upload.objects.filter(**about).first()
            import_run.stand_ins[program] = here or Upload.objects.create(**about, person=person)
        # Without a digest, the program's next file doesn't update the play: it was changed in another group.
        about = {"digest": digest, "revision": play.revision if digest else 0, "rest": origin.get("details", {})}
        found.append(Arrival(play=play, upload=import_run.stand_ins[program], key=origin["id"], **about))
        import_run.known_as.setdefault((program, Kind.GAME, origin.get("game", "")), play.game_slug)
        for key, seat in zip(origin.get("players", ()), each.seats, strict=False):
            import_run.known_as.setdefault((program, Kind.PLAYER, key), same_name(seat["player"]))
    return found


def store_names(import_run):
    """Store the programs' keys of players and games; the group's own choices stay."""
    if not import_run.known_as:
        return
    group = import_run.group
    folded = [here for (_program, kind, _key), here in import_run.known_as.items() if kind == Kind.PLAYER]
    players = {player.folded_name: player for player in group.players.filter(folded_name__in=folded)}
    new = []
    for (program, kind, key), here in import_run.known_as.items():
        if key and (kind == Kind.GAME or here in players):
            means = {"game_slug": here} if kind == Kind.GAME else {"player": players[here]}
            new.append(Alias(group=group, source=program, kind=kind, key=key, **means))
    Alias.objects.bulk_create(new, ignore_conflicts=True)
