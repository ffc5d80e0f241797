from django.db import migrations


class Migration(migrations.Migration):
    """The index goes by which the newest save of each card was found before there were cards."""

    dependencies = [
        ("companion", "0049_cards"),
    ]

    operations = [
        migrations.RemoveIndex("cardsave", "holdings_begin"),
    ]
