"""Delete data that is no longer needed: deleted groups, empty identities and groups, and expired rows."""

import datetime

from django.db import transaction
from django.db.models import Count, Exists, OuterRef
from django.utils import timezone

from companion.access.identity_merging import foreign_keys_to_person
from companion.access.rate_limits import STORED_FOR
from companion.access.table_codes import LONGEST
from companion.core.tasks import expired_tasks
from companion.groups.founding import delete_for_good, expired_groups
from companion.models import Export, Group, Person, Photo, Play, SentPhoto, Session, TableCode, Tries, Upload
from companion.models.photos import SIDES, file_name, store
from companion.models.sent_photos import FOLDER, sent_name
from companion.models.uploads import LOOKED_AT_WITHIN
from companion.transfer.staging import remove_interrupted

# A group may be created long before its first game night.
OLD = datetime.timedelta(days=90)
BATCH = 500
# Pictures are stored before their rows.
ON_ITS_WAY = datetime.timedelta(days=1)


def empty_groups():
    """Return old groups with at most one member and without plays, players and marks."""
    counted = Group.objects.filter(created_at__lt=timezone.now() - OLD).annotate(people_in=Count("members"))
    return counted.filter(
        ~Exists(Play.objects.filter(group=OuterRef("pk"))), players=None, marks=None, people_in__lt=2
    ).order_by("pk")


def old_identities():
    """Return old identities that only have a cookie (no password or passkey)."""
    return Person.objects.filter(name=None, created_at__lt=timezone.now() - OLD).order_by("pk")


def find_unnamed(people) -> set[int]:
    """Return those ids of people that no stored row refers to."""
    left = set(people)
    for model, name in foreign_keys_to_person():
        named = model._base_manager.filter(**{f"{name}__in": people}).order_by()
        left -= set(named.values_list(name, flat=True).distinct())
    return left


def never_imported(uploads):
    """Return those of the uploads that were never imported."""
    return uploads.filter(state__in=(*Upload.NOT_IMPORTED, Upload.State.COMING))


def expired_rows():
    """Yield (description, queryset) for each kind of expired rows."""
    now = timezone.now()
    yield "expired sessions", Session.objects.filter(expire_date__lt=now)
    yield "expired counts of attempts", Tries.objects.filter(started_at__lt=now - STORED_FOR)
    uploads = Upload.objects.filter(created_at__lt=now - LOOKED_AT_WITHIN)
    yield "uploaded files that were never imported", never_imported(uploads)
    yield "expired table codes", TableCode.objects.filter(created_at__lt=now - LONGEST)
    yield "expired export files", Export.objects.expired()
    yield "old background tasks", expired_tasks()


def tidy(*, write) -> dict[str, int]:
    """Delete data that is no longer needed, if `write`. Return the number of rows of each kind."""
    went = tidy_rows(write=write) | {"plays of interrupted imports": remove_interrupted(write=write)}
    return went | {"image files without a photo": remove_pictures(write=write)}


@transaction.atomic
def tidy_rows(*, write) -> dict[str, int]:
    """Delete rows that are no longer needed, if `write`. Return the number of rows of each kind."""
    went = {"deleted groups": delete_groups(expired_groups().order_by("pk"))}
    went |= {"empty groups": delete_groups(empty_groups()), "empty identities": delete_identities()}
    in_vain = SentPhoto.objects.expired().delete_for_good()
    went |= {"photos past their restore period": Photo.objects.expired().delete_for_good() + in_vain}
    went |= {what: rows.delete()[0] for what, rows in expired_rows()}
    transaction.set_rollback(not write)
    return went


def delete_groups(groups) -> int:
    """Delete these groups for good, and return their number."""
    count = 0
    for group in groups.iterator(BATCH):
        delete_for_good(group)
        count += 1
    return count


def delete_identities() -> int:
    """Delete the old empty identities, and return their number."""
    count = last = 0
    while some := list(old_identities().filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        empty = find_unnamed(some)
        Person.objects.filter(pk__in=empty).delete()
        count, last = count + len(empty), some[-1]
    return count


def remove_pictures(*, write) -> int:
    """Return the number of stored pictures without a photo; with `write` delete them."""
    storage, before = store(), timezone.now() - ON_ITS_WAY
    there = [*files_in(""), *(f"{FOLDER}/{name}" for name in files_in(FOLDER))]
    known = {file_name(photo, size) for photo in Photo.objects.values_list("uuid", flat=True) for size in SIDES}
    known |= {sent_name(photo) for photo in SentPhoto.objects.values_list("uuid", flat=True)}
    nobodys = [name for name in there if name not in known and storage.get_modified_time(name) < before]
    for name in nobodys if write else []:
        storage.delete(name)
    return len(nobodys)


def files_in(folder) -> list[str]:
    """Return the names of the files in a folder of the store; [] if the folder doesn't exist yet."""
    try:
        return store().listdir(folder)[1]
    except FileNotFoundError:
        return []
