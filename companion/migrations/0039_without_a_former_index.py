from django.db import migrations


class Migration(migrations.Migration):
    """The index of saves goes in whose place another came."""

    dependencies = [
        ("companion", "0038_saves_by_seat_and_stage"),
    ]

    operations = [
        migrations.RemoveIndex("holdings", "holdings_first"),
    ]
