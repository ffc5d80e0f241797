"""Uploaded files of plays, the plays that came from them, and what names of other programs mean."""

import datetime
import json
import uuid
import zlib

from django.db import models
from django.utils import timezone

from .people import Group, Person, Player
from .plays import Play

UNDO_UPLOAD_WITHIN = datetime.timedelta(days=30)
# An unimported file is deleted after this time.
LOOKED_AT_WITHIN = datetime.timedelta(days=7)
# The source of a file that Caravan itself has exported.
OURS = "caravan"


class Upload(models.Model):
    """A file of plays that someone uploads to a group: first reviewed, then imported, perhaps undone.

    `source` is its format, empty until that is detected. `packed` has the file until it is read, then the data read
    from it until that is imported, or one of our own files unchanged. `preview` is what its page shows, `choices` the
    answers given there. `counts` has the outcomes of its plays, `made` the new players and sheets: `{"players": [pk],
    "sheets": [pk]}`, and the names of unimported files that it replaced: `{"replaced": [name]}`. `refused` are
    sentences that say why it couldn't be read or imported.

    READING, COMING and LEAVING are worked on by a background task. If COMING or LEAVING fails, the former state is
    restored; a file that can't be read stays with the reason in `refused`.
    """

    class State(models.TextChoices):
        READING = "reading"
        COLUMNS = "columns"
        WAITING = "waiting"
        COMING = "coming"
        DONE = "done"
        LEAVING = "leaving"
        UNDONE = "undone"

    # States in which nothing is imported yet, so that the file can simply be deleted.
    NOT_IMPORTED = (State.READING, State.WAITING, State.COLUMNS)

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
        """The data read from the file, as JSON."""
        return json.loads(zlib.decompress(bytes(self.packed)))

    @content.setter
    def content(self, content):
        self.packed = zlib.compress(json.dumps(content, ensure_ascii=False).encode())

    @property
    def file(self) -> bytes:
        """One of our own files, unchanged."""
        return zlib.decompress(bytes(self.packed))

    @file.setter
    def file(self, file):
        self.packed = zlib.compress(file)

    @property
    def replaced(self) -> list[str]:
        """The names of this person's unimported files that this one replaced."""
        return self.made.get("replaced", [])

    @property
    def undo_until(self):
        """The end of the time to undo the import; None if it isn't imported, was undone, or is our own file."""
        is_in = self.state in (self.State.DONE, self.State.LEAVING) and self.source != OURS
        return self.done_at + UNDO_UPLOAD_WITHIN if is_in and self.done_at else None

    @property
    def can_be_undone(self):
        return self.undo_until is not None and timezone.now() < self.undo_until


class Arrival(models.Model):
    """A play that came with a file. `key` identifies it in the file's program, `digest` its content in the file.

    If the play still has the `revision` of the import, nobody has changed it here. `rest` has what the file says beyond
    a play's own fields: texts of points, rows of a score sheet, and data of the program itself.

    `renewed_by` is the upload that changed the play last, and `before` its states before each such change, the latest
    last: `[{"upload", "digest", "sheet", "play"}]`, the play in our own format.
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
    """A group's decision what a name of another program means here, so that nobody is asked twice.

    `key` identifies a person or a game in the program. If `player` is None, the person was left out.
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
