"""Plays with their seats, and events other than saves of cards."""

import uuid

from django.db import connection, models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.formats import date_format

from companion.core.language.folding import fold
from companion.core.publishing import publish_revision
from companion.rules import GAMES
from companion.rules.kit import LONGEST_ROLE

from .coming import import_it_comes_with
from .figures import FiguresField, PointsField, columns, create_objects, read_rows
from .people import UNDO_DELETE_WITHIN, Group, Person, Player
from .sheets import SheetVersion, game_of_version

WRITTEN = {"place", "notes"}
NEXT_REVISION = "UPDATE companion_play SET revision = revision + 1, changed_at = %s WHERE id = %s RETURNING revision"
NOT_DELETED, DELETED = Q(deleted_at__isnull=True), Q(deleted_at__isnull=False)
AT_TABLE = Q(removed_at__isnull=True)


class SearchableField(models.TextField):
    """A play's place and notes, folded for searching, updated with each save of the play."""

    def pre_save(self, model_instance, add):
        folded_text = fold(f"{model_instance.place}\n{model_instance.notes}".strip())
        setattr(model_instance, self.attname, folded_text)
        return folded_text


class PlayQuerySet(models.QuerySet):
    """Plays, including deleted ones."""

    def deleted(self):
        """Return the deleted plays that can still be restored."""
        return self.here().filter(deleted_at__gt=timezone.now() - UNDO_DELETE_WITHIN)

    def here(self):
        """Return the plays that don't belong to an import in progress."""
        return self.filter(coming_with=None)


class Play(models.Model):
    """One play of a game at a table. The first `closed_stages` of its stages are closed.

    A custom game is played with one version of its sheet. If it has rounds, there is always one more to count until
    `rounds_over`. `by_row`: counts are entered row by row instead of player by player. `high_score` is the highest
    total of a finished play, None if there is none. `minutes` is the duration, measured or corrected; None if unknown.
    `searchable` is the folded place and notes. `struck` has the keys of the instructions that are done. `variant` is
    the map or scenario, a key of the game or words. A play of an import in progress (`coming_with`) is hidden like a
    deleted one.
    """

    class State(models.TextChoices):
        OPEN = "open"
        FINISHED = "finished"
        STOPPED = "stopped"

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="plays")
    game_slug = models.SlugField(db_column="game")
    options = models.JSONField(default=dict)
    played_on = models.DateField()
    place = models.CharField(max_length=100, blank=True)
    variant = models.CharField(max_length=LONGEST_ROLE, null=True, blank=True)
    notes = models.TextField(max_length=2000, blank=True)
    searchable = SearchableField(blank=True, db_default="", editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    revision = models.PositiveIntegerField(default=1)
    sheet = models.ForeignKey(SheetVersion, models.RESTRICT, null=True, blank=True, related_name="plays")
    rounds_over = models.BooleanField(default=False, db_default=False)
    by_row = models.BooleanField(default=False, db_default=False)
    closed_stages = models.PositiveSmallIntegerField(default=0)
    high_score = PointsField(null=True, blank=True)
    struck = models.JSONField(default=list, db_default=[])
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)
    coming_with = import_it_comes_with()

    rounds_ahead = 0  # the number of rounds of `game` after the open one
    role: str  # the viewer's role, set by `companion.access`

    objects = PlayQuerySet.as_manager()

    class Meta:
        # No query mixes deleted plays and others.
        indexes = [
            models.Index(fields=["group", "-played_on", "-id"], name="play_history", condition=NOT_DELETED),
            models.Index(
                fields=["group", "game_slug", "-played_on", "-id"], name="play_of_game", condition=NOT_DELETED
            ),
            models.Index(
                fields=["group", "game_slug", "-high_score", "played_on", "id"], name="play_best", condition=NOT_DELETED
            ),
            models.Index(fields=["group", "state", "game_slug", "id"], name="play_state"),
            models.Index(fields=["group", "deleted_at"], name="play_deleted", condition=DELETED),
        ]

    def __str__(self):
        return f"{self.game_slug}, {date_format(self.played_on, 'SHORT_DATE_FORMAT')}"

    def save(self, *args, update_fields=None, **kwargs):
        if update_fields and WRITTEN & set(update_fields):
            update_fields = {*update_fields, "searchable"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def game(self):
        """The game, with its facts and rules."""
        game = self.whole_game
        return game.limited_to(self.closed_stages + (not self.rounds_over) + self.rounds_ahead) if game.rounds else game

    @property
    def whole_game(self):
        """The game with all possible rounds, since reopened rounds are still in the change history."""
        return GAMES[self.game_slug] if self.sheet_id is None else game_of_version(self.sheet_id)

    @property
    def is_open(self):
        return self.state == self.State.OPEN

    @property
    def is_finished(self):
        return self.state == self.State.FINISHED

    @property
    def is_draw(self):
        """Return whether it ended in a draw; a play that nobody won isn't one."""
        return self.has_no_winner and self.game.full_tie_is_draw

    @property
    def has_no_winner(self):
        """Return whether several people played to the end against each other, and nobody won."""
        return bool(self.ends()) and not any(self.ends()) and not self.is_lost

    @property
    def is_lost(self):
        """Return whether a solo or co-op play was finished and lost."""
        ends, sat = self.ends(), [seat for seat in self.seats.all() if seat.removed_at is None]
        return bool(ends) and not any(ends) and (len(sat) == 1 or bool(self.game.is_coop))

    def ends(self) -> list[bool]:
        """Return whether each ranked seat of a finished play won."""
        return [seat.is_winner for seat in self.seats.all() if seat.rank is not None] if self.is_finished else []

    @property
    def is_gone(self):
        """Return whether it can't be restored: it was deleted too long ago, or its import isn't finished."""
        is_old = self.deleted_at is not None and self.deleted_at <= timezone.now() - UNDO_DELETE_WITHIN
        return is_old or self.coming_with_id is not None

    def is_closed(self, stage) -> bool:
        """Return whether this stage is closed."""
        return self.game.stages.index(stage) < self.closed_stages

    @property
    def stage(self):
        """The stage that is counted now; None when all are closed."""
        return next((stage for stage in self.game.stages if not self.is_closed(stage)), None)

    def touch(self, **changes):
        """Store these changes with a new revision, and notify phones. Raises `Play.NotUpdated` if the play is gone."""
        self.changed_at = timezone.now()
        if not changes:
            self.refresh_pages()
            return
        for name, value in changes.items():
            setattr(self, name, value)
        self.revision = models.F("revision") + 1
        # Both databases return the new revision.
        self.save(update_fields=["revision", "changed_at", *changes])
        publish_revision(self)

    def refresh_pages(self):
        """Store a new revision so that open pages are redrawn, although the play itself hasn't changed."""
        self.revision = self.next_revision()
        publish_revision(self)

    def next_revision(self) -> int:
        """Store `changed_at` with a new revision, and return that; each save of a card does so."""
        changed_at = Play._meta.get_field("changed_at").get_db_prep_value(self.changed_at, connection)
        if found := read_rows(NEXT_REVISION, [changed_at, self.pk]):
            return found[0][0]
        raise Play.NotUpdated


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats with their players."""

    def at_table(self):
        """Return the seats that were not removed."""
        return self.filter(AT_TABLE).select_related("player")

    def at_table_of(self, play) -> list["Seat"]:
        """Return the seats of a play (its number) that were not removed."""
        rows = read_rows(SEATS_OF_PLAY, [play])
        seats = create_objects(Seat, rows)
        players = create_objects(Player, [row[-len(Player._meta.concrete_fields) :] for row in rows])
        for seat, player in zip(seats, players, strict=True):
            seat.player = player
        return seats


class Seat(models.Model):
    """A player at the table of a play. The phone of `person` enters its holdings, `former` is the person before.

    When the play finishes, its points, rank, win and lines (`[{stage, item, points}]`) are stored, and for statistics
    `took`, the items from which it had the most points of all seats, and `tier`, the key of a solo game's tier.
    `is_first`: the starting player. `team`: the seats that share a card, 0 for none. `role`: as in
    `companion.rules.kit.Proposals`, a key of the game or words.
    """

    sharing: list["Seat"] | None = None  # the seats that share its card (`companion.entry.shared_cards`)

    play = models.ForeignKey(Play, models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="seats", db_index=False)
    removed_at = models.DateTimeField(null=True, blank=True)
    team = models.PositiveSmallIntegerField(default=0, db_default=0)
    # SQLite would rebuild the table for a column that is NOT NULL, or has a constraint.
    former = models.ForeignKey(
        Person, models.SET_NULL, null=True, related_name="+", db_index=False, db_constraint=False
    )
    is_first = models.BooleanField(null=True, blank=True)
    role = models.CharField(max_length=LONGEST_ROLE, null=True, blank=True)
    points = PointsField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    is_winner = models.BooleanField(default=False)
    lines = FiguresField(default=list)
    took = models.JSONField(default=list)
    tier = models.CharField(max_length=20, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["position", "pk"]
        indexes = [
            models.Index(fields=["player", "play", "is_winner"], name="seat_of_player", condition=AT_TABLE),
            # Few seats have no points, because their play isn't finished.
            models.Index(fields=["person", "points", "play"], name="seat_of_person"),
        ]

    def __str__(self):
        return self.player.name

    def is_of(self, person) -> bool:
        """Return whether this person has said "this is me" of a name on this card."""
        return person is not None and any(each.player.person_id == person.pk for each in self.sharing or [self])

    def belongs_to(self, person) -> bool:
        """Return whether this person has said "this is me" of a name on this card, or has taken it to enter it."""
        return self.is_of(person) or (person is not None and self.person_id == person.pk)


SEATS_OF_PLAY = f"""
    SELECT {columns(Seat, "seat")}, {columns(Player, "player")}
    FROM companion_seat AS seat JOIN companion_player AS player ON player.id = seat.player_id
    WHERE seat.play_id = %s AND seat.removed_at IS NULL ORDER BY seat.position, seat.id
"""


class Event(models.Model):
    """An event of a play other than a save of holdings, for the change history."""

    class Kind(models.TextChoices):
        START = "start"
        CLOSE = "close"
        REOPEN = "reopen"
        OPTIONS = "options"
        SEATS = "seats"
        NOTES = "notes"
        FINISH = "finish"
        RESCORE = "rescore"
        STOP = "stop"
        DELETE = "delete"
        RESTORE = "restore"
        IMPORT = "import"
        PHOTO = "photo"
        DISCARD = "discard"

    play = models.ForeignKey(Play, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind)
    details = FiguresField(default=dict)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-pk"]

    def __str__(self):
        return f"{self.kind} {self.at}"
