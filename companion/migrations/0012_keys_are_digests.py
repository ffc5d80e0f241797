from itertools import batched

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, transaction
from django.utils import timezone

from companion.models.links import new_key
from companion.models.sealing import digest_of, seal, unseal

PIECE = 500


def numbers(model, **wanted):
    """The keys of the rows, a piece at a time. They are read at once: rows are changed meanwhile."""
    return batched(list(model.objects.filter(**wanted).order_by("pk").values_list("pk", flat=True)), PIECE)


def hide_keys(apps, schema_editor):
    """Let links hold a digest and a seal. One that was begun is gone on with: what has a seal is done."""
    Link = apps.get_model("companion", "Link")
    for some in numbers(Link, sealed=""):
        with transaction.atomic():
            links = list(Link.objects.filter(pk__in=some))
            for link in links:
                link.sealed, link.digest = seal(link.digest), digest_of(link.digest)
            Link.objects.bulk_update(links, ["sealed", "digest"])


def show_keys(apps, schema_editor):
    Link = apps.get_model("companion", "Link")
    for some in numbers(Link):
        with transaction.atomic():
            links = list(Link.objects.filter(pk__in=some).exclude(sealed=""))
            for link in links:
                link.digest, link.sealed = unseal(link.sealed) or new_key(), ""
            Link.objects.bulk_update(links, ["sealed", "digest"])


def renew_invitations(apps, schema_editor):
    """Invitations end from now on: none does before anybody could read when."""
    apps.get_model("companion", "Link").objects.filter(kind="invite").update(created_at=timezone.now())


def move_sessions(apps, schema_editor):
    """Let sessions go on under the digests of their keys. Those that have moved are here no more."""
    Before, Session = apps.get_model("sessions", "Session"), apps.get_model("companion", "Session")
    read = SessionStore().decode
    Before.objects.filter(expire_date__lt=timezone.now()).delete()
    for some in numbers(Before):
        with transaction.atomic():
            moving = Before.objects.filter(pk__in=some)
            rows = [
                Session(
                    session_key=digest_of(each.pk),
                    session_data=each.session_data,
                    expire_date=each.expire_date,
                    of_person=read(each.session_data).get(SESSION_KEY),
                )
                for each in moving
            ]
            Session.objects.bulk_create(rows, ignore_conflicts=True)
            moving.delete()


class Migration(migrations.Migration):
    """Each piece is a transaction of its own, so that nobody waits long on a large site."""

    atomic = False

    dependencies = [
        ('companion', '0011_removals'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(hide_keys, show_keys),
        migrations.RunPython(renew_invitations, migrations.RunPython.noop),
        # The keys themselves are known to the phones alone: an earlier release knows none of them.
        migrations.RunPython(move_sessions, migrations.RunPython.noop),
    ]
