from django.db import migrations, models

# So many plays are looked at by one statement.
PIECE = 500
LONGEST = 60


def text_in(told, *names):
    """Return the first of these that is a text; nothing if none is."""
    found = (told.get(name) for name in names)
    return next((value.strip()[:LONGEST].strip() for value in found if isinstance(value, str) and value.strip()), "")


def fill_earlier_imports(apps, schema_editor):
    """Store the board, the roles and who began as plays of earlier imports have them from their programs."""
    alias = schema_editor.connection.alias
    Arrival, Play, Seat = (apps.get_model("companion", name) for name in ("Arrival", "Play", "Seat"))
    last = 0
    while some := list(Arrival.objects.using(alias).filter(pk__gt=last).order_by("pk")[:PIECE]):
        last = some[-1].pk
        told = {each.play_id: each.rest for each in some if isinstance(each.rest, dict)}
        boards = {play: text_in(rest.get("rest", {}), "board") for play, rest in told.items()}
        plays = list(Play.objects.using(alias).filter(pk__in=[play for play, board in boards.items() if board]))
        for play in plays:
            play.variant = boards[play.pk]
        Play.objects.using(alias).bulk_update(plays, ["variant"])
        fill_seats(Seat.objects.using(alias), told)


def fill_seats(rows, told):
    """Store the roles and first players that programs gave for seats, which they list in their order."""
    seats = {}
    here = rows.filter(play__in=told, removed_at=None).order_by("play", "position", "pk")
    for seat in here.only("pk", "play", "is_first", "role"):
        seats.setdefault(seat.play_id, []).append(seat)
    changed = []
    for play, its_seats in seats.items():
        of_seats = told[play].get("seats", [])
        if len(of_seats) != len(its_seats):
            # Somebody has come or gone since.
            continue
        for seat, its in zip(its_seats, of_seats, strict=True):
            rest = its.get("rest", {})
            seat.role = text_in(rest, "role", "color") or None
            if rest.get("startPlayer") in (True, 1, "1", "true") or rest.get("startposition") == "1":
                seat.is_first = True
            if seat.role or seat.is_first:
                changed.append(seat)
    rows.bulk_update(changed, ["is_first", "role"])


class Migration(migrations.Migration):
    """A play has a variant, its players have roles, and plays of earlier imports get theirs."""

    dependencies = [
        ("companion", "0052_former_seats"),
    ]

    operations = [
        migrations.AddField(
            model_name="play",
            name="variant",
            field=models.CharField(blank=True, max_length=60, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="role",
            field=models.CharField(blank=True, max_length=60, null=True),
        ),
        migrations.RunPython(fill_earlier_imports, migrations.RunPython.noop, elidable=True),
    ]
