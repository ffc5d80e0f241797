"""`manage.py rescore [--newest] [--write [--beside]] [--status]`: score all finished plays again after a rules fix."""

import sys
from collections import Counter

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from companion.core.language.counts import count_of
from companion.management import rescoring_beside
from companion.management.rescoring import rescore_all, store_rescored
from companion.management.rescoring_beside import Progress

ALL_SCORED, SOME_NOT = 0, 1
TELL_AFTER = 10_000
SENTENCES = {
    Progress.NOT_BEGUN: "Rescoring was not started in the last week. Start it with --write --beside.",
    Progress.UNDER_WAY: "Rescoring is running.",
    Progress.BROKEN_OFF: "Rescoring has failed; the log has the reason. Start it again with --write --beside.",
    Progress.OVER: "Rescoring is complete.",
}


class Command(BaseCommand):
    help = (
        "Score all finished plays again and list the results that differ from the stored ones. "
        "Nothing is changed without --write. The exit status is 1 if a play can't be scored any more."
    )

    def add_arguments(self, parser):
        parser.add_argument("--write", action="store_true", help="store the new results")
        text = "use the newest version of a custom game if it still has all rows"
        parser.add_argument("--newest", action="store_true", help=text)
        text = "with --write: run as a background task (resumes after a restart)"
        parser.add_argument("--beside", action="store_true", help=text)
        parser.add_argument("--status", action="store_true", help="show the progress of the background task")

    def handle(self, *, write, newest, beside, status, **options):
        if beside and not write:
            raise CommandError("--beside works only with --write.")
        if beside and not rescoring_beside.start(newest=newest):
            self.stdout.write("Rescoring was already started.")
        if beside or status:
            self.tell_how_far()
            return
        self.group_names, counts = {}, Counter[str]()
        with translation.override("en"):
            for found in rescore_all(newest=newest):
                counts[self.tell(found, keep=write)] += 1
                if counts.total() % TELL_AFTER == 0:
                    self.stderr.write(f"{count_of(counts.total(), 'play')} …")
            self.stdout.write(summary(counts, written=write))
        sys.exit(SOME_NOT if counts["failed"] else ALL_SCORED)

    def tell_how_far(self):
        counts, progress = rescoring_beside.count_outcomes()
        parts = [] if progress == Progress.NOT_BEGUN else [summary(counts, written=True)]
        self.stdout.write(" ".join([*parts, SENTENCES[progress]]))

    def tell(self, found, *, keep) -> str:
        """Print a play's differences, store them if `keep`, and return what happened."""
        if not found.now:
            self.stdout.write(f"{self.title(found.play)}: can't be scored: {found.why}")
            return "failed"
        if not found.differs:
            return "same"
        carried = f", with version {found.version.number} of its sheet" if found.version else ""
        decided = ", by its points instead of a tie that was broken" if found.drops_crown else ""
        self.stdout.write(self.title(found.play) + carried + decided)
        for player, changes in found.changes():
            self.stdout.write(f"  {player}: {changes}")
        if keep and not store_rescored(found):
            self.stdout.write("  not stored, because someone has changed this play in the meantime")
            return "left"
        return "different"

    def title(self, play):
        """Return the play's date, location and URL."""
        if play.group_id not in self.group_names:
            self.group_names[play.group_id] = str(play.group)
        return f"{play.played_on} {play.game_slug}, {self.group_names[play.group_id]}, /plays/{play.uuid}/"


def summary(counts, *, written) -> str:
    """Return one line with the counts of all plays."""
    parts = [f"{count_of(counts.total(), 'play')} scored again, {counts['different']:,} different"]
    if counts["left"]:
        parts.append(f"{counts['left']:,} changed in the meantime (run it again)")
    if counts["failed"]:
        parts.append(f"{counts['failed']:,} can't be scored")
    what_now = "" if written or not counts["different"] else " Nothing was changed. To store the results, add --write."
    return ", ".join(parts) + "." + what_now
