"""`manage.py tidy [--write]`: delete data that is no longer needed."""

from django.core.management.base import BaseCommand

from companion.management.tidying import OLD, tidy
from companion.models.people import UNDO_DELETE_WITHIN


class Command(BaseCommand):
    help = (
        f"Delete data that is no longer needed: groups {UNDO_DELETE_WITHIN.days} days after their deletion, identities "
        f"and groups that are older than {OLD.days} days and empty, expired sessions and counters, and the remains of "
        "interrupted imports. Nothing is deleted without --write."
    )

    def add_arguments(self, parser):
        parser.add_argument("--write", action="store_true", help="delete them")

    def handle(self, *, write, **options):
        went = tidy(write=write)
        for what, count in went.items():
            self.stdout.write(f"{what[:1].upper()}{what[1:]}: {count:,}")
        if any(went.values()):
            self.stdout.write("All were deleted." if write else "Nothing was deleted. To delete them, add --write.")
