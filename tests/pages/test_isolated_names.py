"""Names that are written from the right are kept apart from the text beside them on every page of a group."""

import re
from collections import Counter
from datetime import timedelta
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve, reverse

from companion.access.links import link_for
from companion.core.language.texts import isolated
from companion.groups import founding, members
from companion.models import Link, Person, Upload
from companion.models.sheets import add_sheet, games_of
from companion.plays import lifecycle, seats
from companion.rules import GAMES
from companion.rules.library import LIBRARY, sheet
from companion.transfer import uploads
from companion.transfer.readers import bgstats
from tests.lanes import long
from tests.pages.isolation import find_bare_names
from tests.phones import DAY, again, at, count, owner_of, owners_phone, seat_of, send, text_of
from tests.photos.samples import photo_of
from tests.transfer.bgstats import a_file
from tests.transfer.bgstats import a_play as a_foreign_play

pytestmark = pytest.mark.django_db

AVI, LEILA, GROUP, GAME, LOCATION = "אבי", "ليلى", "משפחת לוי", "תותים", "סלון הבית"
RENAMED, CAPTION = "אבי 2", "אבי and 1 camel"
NAMES = AVI, LEILA, GROUP, GAME, LOCATION, RENAMED, CAPTION
THREE = AVI, LEILA, "Ben"
MOST_PAGES_OF_A_VIEW = 5
ADDRESS = re.compile(r'\b(?:href|hx-get|hx-post|action)="([^"#]+)')
OF_A_PLAY = (
    *(
        "plays:play",
        "plays:more",
        "plays:seats",
        "plays:mine",
        "plays:table",
        "plays:watch",
        "plays:trail",
        "plays:notes",
        "results:sheet",
        "results:share_result",
        "photos:photos",
        "plays:delete",
    ),
    *("plays:options", "plays:tie_break", "plays:ahead"),
)
# What the crawl must have opened, so that it cannot pass without having looked.
LOOKED_AT = {
    *(
        "groups:group",
        "history:history",
        "history:games",
        "history:group_game",
        "groups:players",
        "history:player",
        "history:pair",
        "history:year",
        "history:tonight",
        "history:place",
        "history:edit_place",
    ),
    *(
        "plays:play",
        "plays:card",
        "plays:stage",
        "plays:correct",
        "plays:trail",
        "plays:watch",
        "plays:live",
        "results:sheet",
        "results:share_result",
        "plays:tie_break",
        "plays:seats",
    ),
    *(
        "results:shared_result",
        "collection:shared_sheet",
        "collection:own_sheet",
        "results:history_sheet",
        "transfer:upload",
        "groups:people",
        "groups:merge_player",
        "plays:home",
    ),
}


class Crawl:
    """Pages that were opened, a few of each view, and the bare names on them."""

    def __init__(self, phone):
        self.phone, self.opened, self.views, self.found = phone, set(), Counter(), {}

    def open_all(self, *addresses):
        """Open these pages and those that they lead to."""
        waiting = list(addresses)
        while waiting:
            address = waiting.pop(0)
            view = get_view(address)
            if view is None or address in self.opened or self.views[view] >= MOST_PAGES_OF_A_VIEW:
                continue
            self.opened.add(address)
            self.views[view] += 1
            waiting += [urljoin(address, each) for each in self.read(self.phone.get(address), view)]

    def read(self, answer, view) -> list[str]:
        """Note the bare names in an answer and return the addresses in it."""
        assert answer.status_code < 500, view
        if answer.status_code == 302:
            return [answer.url]
        if answer.streaming or "html" not in answer.headers.get("Content-Type", ""):
            return []
        html = answer.content.decode()
        for bare in find_bare_names(html, NAMES):
            self.found.setdefault(bare, view)
        return [unescape(each) for each in ADDRESS.findall(html)]


def get_view(address) -> str | None:
    """Return the name of the view of an address; None for what is elsewhere."""
    parts = urlsplit(address)
    if parts.netloc not in ("", "testserver") or parts.path.startswith("/static"):
        return None
    try:
        return resolve(parts.path).view_name
    except Resolver404:
        return None


@pytest.fixture
def group():
    person = Person.objects.create_visitor()
    its = founding.create_group(person, language="en")
    its.name = GROUP
    its.save()
    add_sheet(its, {**sheet("azul"), "title": GAME}, slug="tutim", person=person)
    return its


def start(group, *, slug="tuareg", names=THREE, played_on=DAY, teams=()):
    games = {**GAMES, **LIBRARY, **games_of(group)}
    person = group.members.get(role="owner").person
    play = lifecycle.start(
        games[slug], person=person, group=group, names=list(names), options={}, played_on=played_on, teams=teams
    )
    play.place = LOCATION
    play.save()
    return play


def close(play, *, stage="1", **cards):
    count(play, stage=stage, **cards)
    lifecycle.close_stage(again(play), again(play).game.stage(stage), person=owner_of(play), anyway=True)


def finish(play):
    lifecycle.finish(again(play), person=owner_of(play))
    return again(play)


def start_counted_play(group):
    """An open play with a name that was changed, a player who left, and a save that waits for an answer."""
    play = start(group, names=(AVI, LEILA, "Ben", "Dora"))
    person = owner_of(play)
    seats.rename(play, seat_of(play, "Dora"), RENAMED, person=person)
    seats.take_away(again(play), seat_of(play, RENAMED), person=person)
    seats.move_up(again(play), seat_of(play, LEILA), person=person)
    count(play, **{AVI: {"water": 4}})
    count(play, **{AVI: {"water": 5}, LEILA: {"water": 5, "gold": 2}})
    phone = owners_phone(play)
    send(phone, play, AVI, revision=1, water="6")
    send(phone, play, LEILA, revision=1, water="999999")
    photo_of(play, person=person, caption=CAPTION)
    return again(play)


def start_corrected_play(group):
    """An open play whose first stage was closed and corrected afterwards."""
    play = start(group)
    close(play, **{AVI: {"water": 4, "gold": 2}, LEILA: {"water": 4, "maps": 1}, "Ben": {"salt": 1}})
    count(play, **{AVI: {"water": 5, "gold": 2}})
    return again(play)


def start_tied_play(group):
    """An open play whose first two are tied once all is counted."""
    play = start(group)
    close(play, **{AVI: {"water": 4}, LEILA: {"water": 4}})
    close(play, stage="2", **{AVI: {"gold": 3}, LEILA: {"gold": 3}})
    return again(play)


def finish_plays(group):
    """Enough plays of two games for rankings and runs; return some of them."""
    found = []
    for number in range(7):
        play = start(group, played_on=DAY - timedelta(days=number // 3))
        close(play, **{AVI: {"water": 3 + number % 2}, LEILA: {"water": 3}})
        close(play, stage="2", **{AVI: {"gold": 3}, LEILA: {"gold": 1 + number % 4}})
        found.append(finish(play))
    for number in range(7):
        play = start(group, slug="tutim", played_on=DAY - timedelta(days=number // 3))
        close(play, stage="end", **{AVI: {"track": 40}, LEILA: {"track": 30 + 5 * number}})
        found.append(finish(play))
    return [found[0], found[6], found[7], found[-1]]


def stop_play(group):
    play = start(group)
    lifecycle.stop(play, person=owner_of(play))
    return again(play)


def look_at_a_file(group):
    """An upload of another program's file in which the same people have played."""
    upload = Upload(group=group, person=group.members.get(role="owner").person)
    uploads.store_book(upload, bgstats.read_book(a_file(a_foreign_play(game=GAME, **{AVI: "20*", LEILA: "12"}))))
    upload.save()
    return upload


@pytest.mark.parametrize("language", ["en", long("de"), long("ja")])
def test_names_from_the_right_are_isolated_on_every_page_of_a_group(group, language):
    plays = [start_counted_play(group), start_corrected_play(group), start_tied_play(group), *finish_plays(group)]
    plays += [stop_play(group), start(group, slug="tichu", names=(*THREE, "Dora"), teams=(1, 1, 2, 2))]
    member = members.join(group, Person.objects.create_visitor())
    group.players.filter(name=LEILA).update(person=member.person)
    phone = owners_phone(plays[0])
    phone.cookies["language"] = language
    crawl = Crawl(phone)
    crawl.open_all(
        *(
            reverse(name, args=[group.uuid])
            for name in (
                "groups:group",
                "groups:players",
                "groups:people",
                "history:games",
                "history:history",
                "history:place",
            )
        ),
        *(at(name, play) for name in OF_A_PLAY for play in plays),
        *(
            f"{at('plays:live', play)}?page={page}&stage=1"
            for page in ("cards", "plays:watch", "result")
            for play in plays
        ),
        reverse("transfer:upload", args=[group.uuid, look_at_a_file(group).uuid]),
        reverse("results:shared_result", args=[link_for(Link.Kind.RESULT, play=plays[-3]).key]),
        reverse("collection:shared_sheet", args=[link_for(Link.Kind.SHEET, sheet=group.sheets.get(slug="tutim")).key]),
        reverse("groups:remove_member", args=[group.uuid, member.pk]),
        *("/", "/you", "/you/delete"),
    )
    assert crawl.found == {}
    assert set(crawl.views) >= LOOKED_AT


def test_names_from_the_right_are_isolated_in_what_an_action_answers(group):
    play = start(group)
    phone, avi = owners_phone(play), group.players.get(name=AVI)
    crawl = Crawl(phone)
    of_avi = [group.uuid, avi.pk]
    answers = [
        phone.post(at("plays:seats", play), {"remove": seat_of(play, AVI).pk}),
        phone.post(at("plays:seats", play), {"name": AVI}),
        phone.post(at("plays:close", play, "1")),
        phone.post(reverse("groups:edit_player", args=of_avi), {"name": LEILA}, follow=True),
        phone.post(reverse("groups:delete_group", args=[group.uuid]), {"name": "x"}),
        phone.post(
            reverse("collection:totals", args=[group.uuid]), {"of": "tutim", "player": [AVI, AVI], "total": ["1", ""]}
        ),
        phone.post(reverse("history:edit_place", args=[group.uuid]), {"name": LOCATION, "place": "Home"}, follow=True),
        phone.post(reverse("groups:make_anonymous", args=of_avi), follow=True),
        phone.post(reverse("groups:delete_group", args=[group.uuid]), {"name": GROUP}, follow=True),
    ]
    for answer in answers:
        crawl.read(answer, answer.request["PATH_INFO"])
    assert "is deleted" in text_of(answers[-1])
    assert crawl.found == {}


def test_group_without_a_name_is_deleted_by_the_names_of_its_players(group):
    group.name = ""
    group.save()
    phone = owners_phone(start(group, names=(AVI, "Ben")))
    answer = phone.post(reverse("groups:delete_group", args=[group.uuid]), {"name": f"{AVI}, Ben"}, follow=True)
    assert "is deleted" in text_of(answer)


@pytest.mark.parametrize(
    ("html", "is_bare"),
    [
        ("<p>אבי 5</p>", True),
        ("<p><bdi>אבי</bdi> 5</p>", False),
        ("<p><bdi>אבי 5</bdi></p>", True),
        ("<td>אבי</td>", False),
        ("<p><b>אבי</b> 5</p>", True),
        ('<p><span class="name">אבי</span> 5</p>', False),
        ('<p class="champ"><b>אבי</b> 5</p>', False),
        (f"<p>{isolated(AVI)} 5</p>", False),
        (f"<p>{isolated(AVI)} and {AVI}</p>", True),
        ('<a aria-label="אבי, 5 points"></a>', True),
        (f'<a aria-label="{isolated(AVI)}, 5 points"></a>', False),
        ('<a data-names="[&quot;אבי&quot;, &quot;Ben&quot;]"></a>', False),
        ('<a data-told="אבי: 5"></a>', True),
        ('<p dir="auto">אבי and 5</p>', False),
    ],
)
def test_find_bare_names_finds_names_beside_other_text(html, is_bare):
    assert bool(find_bare_names(html, [AVI])) is is_bare
