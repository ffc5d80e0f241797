"""`manage.py tidy [--write]`: clear away what nobody needs any more."""

from django.core.management.base import BaseCommand

from companion.models.people import UNDO_DELETE_WITHIN
from companion.upkeep.tidying import OLD, tidy


class Command(BaseCommand):
    help = (
        f"Delete for good groups that were deleted {UNDO_DELETE_WITHIN.days} days ago, identities and groups that have "
        f"been empty for {OLD.days} days, sessions and counts that ran out, and what broken imports have left. "
        "Nothing is changed without --write."
    )

    def add_arguments(self, parser):
        parser.add_argument("--write", action="store_true", help="delete them")

    def handle(self, *, write, **options):
        went = tidy(write=write)
        for what, count in went.items():
            self.stdout.write(f"{count:,} {what}")
        if any(went.values()):
            self.stdout.write("All of them are deleted." if write else "Nothing is changed without --write.")
