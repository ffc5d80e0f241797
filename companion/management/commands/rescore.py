"""`manage.py rescore [--newest] [--write [--beside]] [--status]`: score all finished plays again by mended rules."""

import sys
from collections import Counter

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from companion.upkeep import rescoring_beside
from companion.upkeep.rescoring import rescored, store_again
from companion.upkeep.rescoring_beside import Progress

ALL_SCORED, SOME_NOT = 0, 1
TELL_AFTER = 10_000
SAID = {
    Progress.NOT_BEGUN: "Nothing was begun in the last week: --write --beside begins it.",
    Progress.UNDER_WAY: "It goes on.",
    Progress.BROKEN_OFF: "It has broken off: the log says why. Begin it again with --write --beside.",
    Progress.OVER: "It is over.",
}


class Command(BaseCommand):
    help = (
        "Score all finished plays again and print what differs from what was stored. "
        "Nothing is changed without --write. The exit status is 1 where a play cannot be scored any more."
    )

    def add_arguments(self, parser):
        parser.add_argument("--write", action="store_true", help="store what scoring gives now")
        text = "score plays of a group's sheet by its newest version, where all rows are still there"
        parser.add_argument("--newest", action="store_true", help=text)
        text = "with --write: let the server do it beside its requests, which goes on after a restart"
        parser.add_argument("--beside", action="store_true", help=text)
        parser.add_argument("--status", action="store_true", help="how far the server is with that")

    def handle(self, *, write, newest, beside, status, **options):
        if beside and not write:
            raise CommandError("--beside goes with --write.")
        if beside and not rescoring_beside.begin(newest=newest):
            self.stdout.write("It is under way already.")
        if beside or status:
            self.tell_how_far()
            return
        self.group_names, counts = {}, Counter[str]()
        with translation.override("en"):
            for found in rescored(newest=newest):
                counts[self.tell(found, keep=write)] += 1
                if counts.total() % TELL_AFTER == 0:
                    self.stderr.write(f"{counts.total():,} plays …")
            self.stdout.write(summary(counts, written=write))
        sys.exit(SOME_NOT if counts["failed"] else ALL_SCORED)

    def tell_how_far(self):
        counts, progress = rescoring_beside.so_far()
        told = [] if progress == Progress.NOT_BEGUN else [summary(counts, written=True)]
        self.stdout.write(" ".join([*told, SAID[progress]]))

    def tell(self, found, *, keep) -> str:
        """Print what differs in a play, and store it where wanted; what became of the play."""
        if not found.now:
            self.stdout.write(f"{self.title(found.play)}: cannot be scored: {found.why}")
            return "failed"
        if not found.differs:
            return "same"
        carried = f", by version {found.version.number} of its sheet" if found.version else ""
        self.stdout.write(self.title(found.play) + carried)
        for player, changes in found.changes():
            self.stdout.write(f"  {player}: {changes}")
        if keep and not store_again(found):
            self.stdout.write("  was changed meanwhile and is left as it is")
            return "left"
        return "different"

    def title(self, play):
        """When and where a play was, and its address."""
        if play.group_id not in self.group_names:
            self.group_names[play.group_id] = str(play.group)
        return f"{play.played_on} {play.game_slug}, {self.group_names[play.group_id]}, /plays/{play.uuid}/"


def summary(counts, *, written) -> str:
    """One line about all of them."""
    parts = [f"{counts.total():,} plays scored again, {counts['different']:,} different"]
    if counts["left"]:
        parts.append(f"{counts['left']:,} changed meanwhile: run it again")
    if counts["failed"]:
        parts.append(f"{counts['failed']:,} cannot be scored")
    what_now = "" if written or not counts["different"] else " Nothing is changed without --write."
    return ", ".join(parts) + "." + what_now
