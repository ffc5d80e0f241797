from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Saves are found by their seat and id together; those that wait and those that cards begin with, of which there
    are few, by indexes of their own.

    What these replace goes by itself afterwards: in one transaction with this, a save that has read waits for what is
    made here, and what is to go waits for that save.
    """

    dependencies = [
        ("companion", "0033_exports"),
    ]

    operations = [
        migrations.AddIndex("holdings", models.Index(fields=["seat", "save_id"], name="holdings_of_seat")),
        migrations.AddIndex(
            "holdings",
            models.Index(fields=["seat"], condition=Q(fate__in=["late", "clash"]), name="holdings_waiting"),
        ),
        migrations.AddIndex(
            "holdings",
            models.Index(fields=["seat"], condition=Q(fate="counted", revision=1), name="holdings_first"),
        ),
    ]
