"""What is asked of the database about the cards of a play."""

from django.db.models import Exists, OuterRef, Q

from companion.models import Holdings, Member, Seat

LATER = Holdings.objects.filter(
    seat=OuterRef("seat"),
    stage=OuterRef("stage"),
    fate=Holdings.Fate.COUNTED,
    revision__gt=OuterRef("revision"),
)
# The rows that are somebody's card: the counted ones that no later one replaces.
IS_NEWEST = Q(~Exists(LATER), fate=Holdings.Fate.COUNTED)
# What a guest has sent too late: to open something again is the members'.
LATE_FROM_A_GUEST = Q(fate__in=[Holdings.Fate.LATE, Holdings.Fate.SETTLED], person__isnull=False) & ~Exists(
    Member.objects.filter(group=OuterRef("seat__play__group"), person=OuterRef("person"))
)
# Each card begins with a row of revision 1, and the newest of each is found from there. So only these and what waits
# are looked at, however often a card was saved; by indexes that SQLite knows by these very words.
ROWS_NOW = """
    SELECT (
        SELECT newest.id FROM companion_holdings AS newest
        WHERE newest.seat_id = begun.seat_id AND newest.stage = begun.stage AND newest.fate = 'counted'
        ORDER BY newest.revision DESC LIMIT 1
    )
    FROM companion_holdings AS begun JOIN companion_seat AS seat ON seat.id = begun.seat_id
    WHERE seat.play_id = %s AND begun.fate = 'counted' AND begun.revision = 1
    UNION
    SELECT waits.id FROM companion_holdings AS waits JOIN companion_seat AS seat ON seat.id = waits.seat_id
    WHERE seat.play_id = %s AND waits.fate IN ('late', 'clash')
"""
ROWS_SINCE = """
    UNION
    SELECT id FROM companion_holdings WHERE seat_id = %s AND stage = %s AND fate = 'counted' AND revision >= %s
    UNION
    SELECT id FROM companion_holdings WHERE seat_id = %s AND stage = %s AND save_id = %s
"""
THE_ROWS = "SELECT * FROM companion_holdings WHERE id IN ({}) ORDER BY id"
PLAY_ROWS, PLAY_ROWS_WITH_CARD = THE_ROWS.format(ROWS_NOW), THE_ROWS.format(ROWS_NOW + ROWS_SINCE)


def newest_holdings(**where):
    """The rows that are somebody's card."""
    return Holdings.objects.filter(IS_NEWEST, **where)


def seats_at(play) -> list[Seat]:
    """The seats at the table of a play, given by its number, with their players."""
    return list(Seat.objects.at_table().filter(play=play))


def rows_now(play) -> list[Holdings]:
    """The newest rows of all cards of a play, given by its number, and those that wait for a choice."""
    return list(Holdings.objects.raw(PLAY_ROWS, [play, play]))


def rows_with_card(play, seat, stage, base, save_id) -> list[Holdings]:
    """All that a scorepad is made of, and those saves of one of its cards which `decide` has to know beside it.

    These are about a save of this id that started from revision `base`: see `History`.
    """
    card = seat, stage
    return list(Holdings.objects.raw(PLAY_ROWS_WITH_CARD, [play, play, *card, base, *card, save_id]))


def card_rows(seat, stage, base, save_id) -> list[Holdings]:
    """The same of this card alone: of a seat, and the key of a stage."""
    rows = rows_with_card(seat.play_id, seat.pk, stage, base, save_id)
    return [row for row in rows if (row.seat_id, row.stage) == (seat.pk, stage)]
