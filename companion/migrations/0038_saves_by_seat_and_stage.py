from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """What cards begin with is found by an index that has their stage too: without it SQLite 3.46 would rather go over
    all saves of a seat. The former one goes by itself afterwards, as with 0034.
    """

    dependencies = [
        ("companion", "0037_sent_photos"),
    ]

    operations = [
        migrations.AddIndex(
            "holdings",
            models.Index(fields=["seat", "stage"], condition=Q(fate="counted", revision=1), name="holdings_begin"),
        ),
    ]
