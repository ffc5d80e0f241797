import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

KEPT = ("uuid", "group_id", "play_id", "person_id", "caption", "digest", "created_at")


def let_be_sent_again(apps, schema_editor):
    """What waits as a photo at this moment is told to have failed: its file lies where nobody looks any more."""
    photos, sent = (
        apps.get_model("companion", name).objects.using(schema_editor.connection.alias) for name in ("Photo", "SentPhoto")
    )
    waiting = photos.exclude(state="here")
    for photo in waiting.exclude(person=None):
        sent.create(**{name: getattr(photo, name) for name in KEPT}, has_failed=True)
    waiting.delete()


class Migration(migrations.Migration):

    dependencies = [
        ('companion', '0036_photos_wait'),
    ]

    operations = [
        migrations.CreateModel(
            name='SentPhoto',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uuid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('caption', models.CharField(blank=True, max_length=200)),
                ('digest', models.CharField(max_length=64)),
                ('has_failed', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('group', models.ForeignKey(blank=True, db_constraint=False, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='companion.group')),
                ('person', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='sent_photos', to=settings.AUTH_USER_MODEL)),
                ('play', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='sent_photos', to='companion.play')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('play', 'digest'), name='sent_photo_once')],
            },
        ),
        migrations.RunPython(let_be_sent_again, migrations.RunPython.noop),
        # The column stays, with its default, for a Caravan that still asks for it.
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField('photo', 'state')]),
    ]
