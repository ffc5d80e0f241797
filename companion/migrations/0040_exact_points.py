from django.db import migrations

from companion.models.figures import FiguresField, PointsField

# So many plays are changed by one statement.
PIECE = 500
# Rows that never score, those that never do where they are worth nothing, and those that have no line then.
NEVER, NOT_WITHOUT_WORTH, NO_LINE = ("level",), ("yes",), ("count",)


def is_noted(row):
    """Whether a row of a sheet never scores a point; None for one that has no line of its own."""
    its, worth = row["kind"], row.get("worth")
    if its in NO_LINE and not worth:
        return None
    return its in NEVER or (its in NOT_WITHOUT_WORTH and not worth)


def has_no_points(data):
    """Whether a sheet only notes who won, or in which order."""
    noted = [is_noted(row) for row in data["rows"]]
    own = [True] if data.get("wins") in ("order", "winner") else []
    lines = [*own, *(each for each in noted if each is not None)]
    return bool(lines) and all(lines)


def forget_points(apps, schema_editor):
    """Empty the points of plays that have none: they were stored as 0."""
    alias = schema_editor.connection.alias
    Play, Seat, Version = (apps.get_model("companion", name) for name in ("Play", "Seat", "SheetVersion"))
    rows = Version.objects.using(alias).values_list("pk", "data").iterator(chunk_size=PIECE)
    for version in [pk for pk, data in rows if has_no_points(data)]:
        plays = list(Play.objects.using(alias).filter(sheet=version).values_list("pk", flat=True))
        for start in range(0, len(plays), PIECE):
            piece = plays[start : start + PIECE]
            Seat.objects.using(alias).filter(play__in=piece).update(points=None)
            Play.objects.using(alias).filter(pk__in=piece).update(high_score=None)


class Migration(migrations.Migration):
    """Points may have two decimals, and a play without points has none."""

    dependencies = [
        ("companion", "0039_without_a_former_index"),
    ]

    operations = [
        migrations.AlterField("play", "high_score", PointsField(null=True, blank=True)),
        migrations.AlterField("seat", "points", PointsField(null=True, blank=True)),
        # The database has these as before: only Python reads and writes them otherwise.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("seat", "lines", FiguresField(default=list)),
                migrations.AlterField("event", "details", FiguresField(default=dict)),
                migrations.AlterField("holdings", "amounts", FiguresField(default=dict)),
                migrations.AlterField("holdings", "starts", FiguresField(default=dict)),
                migrations.AlterField("holdings", "sent", FiguresField(default=dict)),
                migrations.AlterField("holdings", "changed", FiguresField(default=dict)),
            ],
        ),
        migrations.RunPython(forget_points, migrations.RunPython.noop, elidable=True),
    ]
