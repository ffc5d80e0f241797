"""Plays of other programs: the file that is looked at, what came with it, and what its names mean here."""

import datetime
import json
import uuid
import zlib

from django.db import models
from django.utils import timezone

from .people import Group, Person, Player
from .plays import Play

UNDO_UPLOAD_WITHIN = datetime.timedelta(days=30)
# A file that nobody brings in is kept no longer.
LOOKED_AT_WITHIN = datetime.timedelta(days=7)
# The source of a file that Caravan itself has exported.
OURS = "caravan"


class Upload(models.Model):
    """A file of another program that somebody brings to a group: looked at first, then brought in, or taken back.

    `source` is its format, empty until that was found. `packed` holds the file until it is read, then what was read
    from it until that is brought in, or one of our own files as it is. `preview` is what its page shows, and `choices`
    what was said about it. `counts` tells what became of its plays, and `made` the players and sheets that
    came along: `{"players": [pk], "sheets": [pk]}`, and the names of files that were never imported, if this one
    took their place: `{"replaced": [name]}`. `refused` are the sentences that say why nothing came of it.

    One that is read, coming or leaving is worked on by a process of its own. One that is coming or leaving is what it
    was before if that fails; one that can't be read stays as it is with the reason in `refused`.
    """

    class State(models.TextChoices):
        READING = "reading"
        COLUMNS = "columns"
        WAITING = "waiting"
        COMING = "coming"
        DONE = "done"
        LEAVING = "leaving"
        UNDONE = "undone"

    # Nothing of these has come in yet: they can be deleted without a trace.
    LYING = (State.READING, State.WAITING, State.COLUMNS)

    uuid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, models.CASCADE, related_name="uploads")
    person = models.ForeignKey(Person, models.SET_NULL, null=True, blank=True, related_name="+")
    name = models.CharField(max_length=100, blank=True)
    source = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    packed = models.BinaryField(default=b"")
    preview = models.JSONField(default=dict, db_default={})
    choices = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    made = models.JSONField(default=dict)
    refused = models.JSONField(default=list, db_default=[])
    created_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["group", "-done_at"], name="upload_of_group")]

    def __str__(self):
        return f"{self.name}, {self.state}"

    @property
    def content(self):
        """What was read from the file, as JSON."""
        return json.loads(zlib.decompress(bytes(self.packed)))

    @content.setter
    def content(self, content):
        self.packed = zlib.compress(json.dumps(content, ensure_ascii=False).encode())

    @property
    def file(self) -> bytes:
        """One of our own files as it was brought."""
        return zlib.decompress(bytes(self.packed))

    @file.setter
    def file(self, file):
        self.packed = zlib.compress(file)

    @property
    def replaced(self) -> list[str]:
        """The names of files that this person had left lying, and that went when this one came."""
        return self.made.get("replaced", [])

    @property
    def undo_until(self):
        """When it can be taken back no longer; None where it has not come in, was taken back, or is one of ours."""
        is_in = self.state in (self.State.DONE, self.State.LEAVING) and self.source != OURS
        return self.done_at + UNDO_UPLOAD_WITHIN if is_in and self.done_at else None

    @property
    def can_be_undone(self):
        return self.undo_until is not None and timezone.now() < self.undo_until


class Arrival(models.Model):
    """A play that came with a file. `key` is what the file's program knows it by, `digest` tells what the file said.

    As long as the play has the `revision` the import has left it at, nobody has changed it here. `rest` is what the
    file says beside what a play holds: texts of points, rows of a score sheet, and what only that program knows.

    `renewed_by` is the upload by which the play has changed last, and `before` what it was until then, and until the
    changes before that one, the latest last: `[{"upload", "digest", "sheet", "play"}]`, the play in our own format.
    """

    play = models.OneToOneField(Play, models.CASCADE, related_name="arrival")
    upload = models.ForeignKey(Upload, models.CASCADE, related_name="arrivals")
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    revision = models.PositiveIntegerField(default=1)
    rest = models.JSONField(default=dict)
    renewed_by = models.ForeignKey(Upload, models.SET_NULL, null=True, blank=True, related_name="renewals")
    before = models.JSONField(default=list, db_default=[])

    def __str__(self):
        return f"{self.key} of {self.upload}"


class Alias(models.Model):
    """What a group has decided that a name of another program means here, so that nobody is asked twice.

    `key` is what the program knows a person or a game by. A player who is None was left out by name.
    """

    class Kind(models.TextChoices):
        PLAYER = "player"
        GAME = "game"

    group = models.ForeignKey(Group, models.CASCADE, related_name="aliases")
    source = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.CharField(max_length=200)
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="aliases")
    game_slug = models.SlugField(blank=True, db_column="game")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["group", "source", "kind", "key"], name="alias_once")]

    def __str__(self):
        return f"{self.key}: {self.player or self.game_slug}"
