"""What a sheet has beside its rows: stages, expansions, options, other languages, how it looks; and what is tried."""

import re

import pytest

from companion.models import OwnSheet, Play
from tests.lanes import long
from tests.phones import a_play, owners_phone, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone():
    return owners_phone(a_play())


@pytest.fixture
def own(phone):
    group = Play.objects.get().group
    phone.post(f"/groups/{group.uuid}/sheets/make", {"title": "Our game"})
    return OwnSheet.objects.get()


@pytest.fixture
def path(own):
    return f"/groups/{own.group.uuid}/sheets/{own.slug}/"


@pytest.fixture
def change(phone, path):
    """Send this to the sheet's page, which keeps it; the sheet as it is then."""

    def changed(**data):
        answer = phone.post(path, data)
        assert answer.status_code == 302, text_of(answer)
        return OwnSheet.objects.get().newest.data

    return changed


HOW = {"settings": "1", "title": "Our game", "from": "2", "to": "4", "wins": "most", "played": "alone"}


class TestExpansions:
    def test_one_is_added_its_row_is_only_there_with_it_and_more_sit_down(self, phone, path, change):
        change(add="expansion")
        data = change(expansion="x1", label="Seafarers", **{"from": "5", "to": "6"})
        assert data["expansions"] == [{"key": "x1", "label": "Seafarers", "players": [5, 6]}]
        change(add="count")
        data = change(row_key="r2", save="1", label="islands", worth="2", **{"with": "x1"})
        assert data["rows"][1]["with"] == "x1"
        assert "Seafarers" in text_of(phone.get(f"/games/{OwnSheet.objects.get().slug}"))
        data = change(row_key="r2", save="1", label="islands", worth="2", **{"with": ""})
        assert "with" not in data["rows"][1]

    def test_it_is_renamed_and_keeps_its_key_and_goes_with_its_rows(self, change):
        for key, label in (("x1", "Seafarers"), ("x2", "Knights")):
            change(add="expansion")
            change(expansion=key, label=label)
        change(add="count")
        change(row_key="r2", save="1", label="islands", worth="2", **{"with": "x1"})
        data = change(expansion="x1", label="Pirates")
        assert [each["label"] for each in data["expansions"]] == ["Pirates", "Knights"]
        assert data["rows"][1]["with"] == "x1"
        data = change(expansion="x1", label="Pirates", remove="1")
        assert [each["key"] for each in data["expansions"]] == ["x2"]
        assert len(data["rows"]) == 1

    @pytest.mark.parametrize(
        "typed", [{"label": " "}, {"label": "X", "from": "6", "to": "5"}, {"label": "X", "from": "5"}]
    )
    def test_what_cannot_be_is_said_and_keeps_nothing(self, phone, path, change, typed):
        before = change(add="expansion")
        answer = phone.post(path, {"expansion": "x1", **typed})
        assert answer.status_code == 422
        assert 'class="fault"' in answer.content.decode()
        assert OwnSheet.objects.get().newest.data == before

    @pytest.mark.parametrize("typed", [long("0"), "9", "x", long("")])
    def test_one_that_is_not_there_changes_nothing(self, change, typed):
        assert "expansions" not in change(expansion=typed, label="X")
        assert "options" not in change(option=typed, label="X", choices="a\nb")


class TestOptions:
    def test_one_is_added_chosen_at_the_start_and_goes_again(self, phone, change):
        change(add="option")
        data = change(option="o1", label="side of the board", choices="day\nnight")
        assert data["options"][0]["choices"] == [{"key": "c3", "label": "day"}, {"key": "c4", "label": "night"}]
        assert "night" in text_of(phone.get(f"/games/{OwnSheet.objects.get().slug}"))
        data = change(option="o1", label="board", choices="night\ndusk\nday")
        assert [each["key"] for each in data["options"][0]["choices"]] == ["c4", "c1", "c3"]
        assert "options" not in change(option="o1", label="board", remove="1")

    def test_one_with_a_single_choice_is_none(self, phone, path, change):
        change(add="option")
        answer = phone.post(path, {"option": "o1", "label": "side", "choices": "day"})
        assert answer.status_code == 422
        assert "At least 2 needed, not 1." in text_of(answer)


def test_more_things_than_a_list_can_have_are_refused_with_a_sentence(phone, path, change):
    change(add="choice")
    change(add="option")
    lines = "\n".join(f"c{number} 1" for number in range(1000))
    for sent in ({"row_key": "r2", "save": "1", "label": "x"}, {"option": "o1", "label": "x"}):
        answer = phone.post(path, {**sent, "choices": lines})
        assert answer.status_code == 422
        assert "At most 20" in text_of(answer)


class TestStages:
    def test_each_line_is_one_and_rows_are_counted_in_some_of_them(self, phone, path, change):
        data = change(**HOW, rounds="stages", stages="spring\n\nsummer ")
        assert data["stages"] == [{"key": "s1", "label": "spring"}, {"key": "s2", "label": "summer"}]
        data = change(row_key="r1", save="1", label="eggs", least="", of_stages="1", **{"stage.s2": "1"})
        assert data["rows"][0]["stages"] == ["s2"]
        data = change(**HOW, rounds="stages", stages="summer\nautumn")
        assert [each["key"] for each in data["stages"]] == ["s2", "s3"]
        assert data["rows"][0]["stages"] == ["s2"]
        data = change(**HOW, rounds="")
        assert "stages" not in data
        assert "stages" not in data["rows"][0]

    def test_all_of_them_are_tried_on_the_page(self, phone, path, change):
        change(**HOW, rounds="stages", stages="spring\nsummer")
        change(row_key="r1", save="1", label="eggs", least="", of_stages="1", **{"stage.s2": "1"})
        page = phone.get(path, {"try-0-r1": "17", "try-1-r1": "4", "try-2-r1": "1"})
        assert "Total 17 4 1" in text_of(page)
        assert "Leading: Anna" in text_of(page)


class TestWords:
    def test_a_row_is_called_something_in_each_language(self, phone, path, change):
        data = change(row_key="r1", save="1", label="forests", **{"label.de": "Wälder", "label.ja": "森"})
        assert data["rows"][0]["label"] == {"en": "forests", "de": "Wälder", "ja": "森"}
        phone.post("/language", {"language": "de", "next": "/"})
        assert "Wälder" in text_of(phone.get(path))
        data = change(row_key="r1", save="1", label="Forste", **{"label.en": "forests", "label.ja": ""})
        assert data["rows"][0]["label"] == {"de": "Forste", "en": "forests"}
        data = change(row_key="r1", save="1", label="Forste", **{"label.en": "", "label.ja": ""})
        assert data["rows"][0]["label"] == "Forste"

    def test_so_is_the_game(self, change):
        data = change(**{**HOW, "title.de": "Unser Spiel"})
        assert data["title"] == {"en": "Our game", "de": "Unser Spiel"}

    def test_so_are_its_stages_line_by_line(self, phone, path, change):
        of_stages = {**HOW, "rounds": "stages", "stages": "spring\nsummer"}
        data = change(**of_stages, **{"stages.de": "Frühling\n", "stages.ja": ""})
        assert [each["label"] for each in data["stages"]] == [{"en": "spring", "de": "Frühling"}, "summer"]
        assert ">Frühling</textarea>" in phone.get(path).content.decode()
        # A form without the other languages leaves them, also where a stage is put in between.
        data = change(**{**of_stages, "stages": "spring\nrain\nsummer"})
        assert [each["label"] for each in data["stages"]] == [{"en": "spring", "de": "Frühling"}, "rain", "summer"]
        assert [each["key"] for each in data["stages"]] == ["s1", "s3", "s2"]

    def test_so_are_the_words_of_a_rows_choices_in_their_order(self, phone, path, change):
        change(add="choice")
        typed = {"row_key": "r2", "save": "1", "label": "medal", "choices": "none 0\nsilver 3\ngold 7"}
        # Whoever writes the points once more means the same.
        data = change(**typed, **{"choices.de": "\nSilber\nGold 7", "choices.ja": "なし\n銀\n金"})
        assert data["rows"][1]["choices"] == [
            {"key": "c3", "label": {"en": "none", "ja": "なし"}, "worth": 0},
            {"key": "c4", "label": {"en": "silver", "de": "Silber", "ja": "銀"}, "worth": 3},
            {"key": "c5", "label": {"en": "gold", "de": "Gold", "ja": "金"}, "worth": 7},
        ]
        # A browser drops the first line of a textarea where it is empty.
        assert ">\n\nSilber\nGold</textarea>" in phone.get(path, {"row_key": "r2"}).content.decode()
        assert change(**typed) == data
        phone.post("/language", {"language": "ja", "next": "/"})
        assert "なし 0\n銀 3\n金 7</textarea>" in phone.get(path, {"row_key": "r2"}).content.decode()

    def test_so_are_the_things_of_sets_and_what_points_are_multiplied_by(self, phone, path, change):
        change(add="sets")
        typed = {"row_key": "r2", "save": "1", "label": "sets", "things": "wheel, pot, jar", "values": "0 1 3 5"}
        data = change(**typed, **{"things.de": "Rad, , Krug", "things.ja": "車輪、壺、瓶"})
        assert [each["label"] for each in data["rows"][1]["things"]] == [
            {"en": "wheel", "de": "Rad", "ja": "車輪"},
            {"en": "pot", "ja": "壺"},
            {"en": "jar", "de": "Krug", "ja": "瓶"},
        ]
        assert "Rad, , Krug</textarea>" in phone.get(path, {"row_key": "r2"}).content.decode()
        change(add="multiplied")
        data = change(row_key="r3", save="1", label="trips", by="stakes", cost="20", plus="1", **{"by.de": "Einsätze"})
        assert data["rows"][2]["by"] == {"en": "stakes", "de": "Einsätze"}

    def test_more_words_in_another_language_than_there_are_choices_mean_nothing(self, change):
        change(add="choice")
        typed = {"row_key": "r2", "save": "1", "label": "medal", "choices": "none 0\ngold 7"}
        data = change(**typed, **{"choices.de": "nichts\nGold\nPlatin 9\n\0", "choices.ja": ""})
        words = [each["label"] for each in data["rows"][1]["choices"]]
        assert words == [{"en": "none", "de": "nichts"}, {"en": "gold", "de": "Gold"}]

    def test_so_are_expansions_options_with_their_choices_and_what_breaks_a_tie(self, change):
        change(add="expansion")
        data = change(expansion="x1", label="Seafarers", **{"label.de": "Seefahrer"})
        assert data["expansions"][0]["label"] == {"en": "Seafarers", "de": "Seefahrer"}
        change(add="option")
        change(option="o1", label="side", choices="day\nnight")
        in_german = {"label.de": "Seite", "choices.de": "Tag\nNacht"}
        data = change(option="o1", label="side", choices="day\nnight", **in_german)
        assert data["options"][0]["label"] == {"en": "side", "de": "Seite"}
        words = [each["label"] for each in data["options"][0]["choices"]]
        assert words == [{"en": "day", "de": "Tag"}, {"en": "night", "de": "Nacht"}]
        data = change(**HOW, asked="coins", **{"asked.de": "Münzen", "asked.ja": "\0"})
        assert data["ties"] == [{"asked": "tie_figure", "label": {"en": "coins", "de": "Münzen"}}]


class TestWhoMadeIt:
    def test_nothing_is_said_of_what_is_not_known(self, phone, path):
        page = text_of(phone.get(f"/games/{OwnSheet.objects.get().slug}"))
        assert "ages 0+" not in page
        assert ", 0" not in page
        assert ", 0" not in text_of(phone.get(f"/games/{OwnSheet.objects.get().slug}/sheet"))


class TestLook:
    def test_it_has_a_colour_and_an_emblem(self, phone, path, change):
        data = change(look_of="1", accent="plum", emblem="leaf")
        assert (data["accent"], data["emblem"]) == ("plum", "leaf")
        assert 'class="plum' in phone.get(path).content.decode()
        data = change(look_of="1", accent="x", emblem="../base")
        assert "accent" not in data
        assert "emblem" not in data


class TestSettings:
    def test_minutes_and_ties_in_their_order(self, change):
        change(add="count")
        ties = {"tie_row.1": "r2", "tie_row.2": "r1", "tie_row.3": "r2", "asked": "cards"}
        data = change(**HOW, minutes_from="30", minutes_to="45", **ties)
        assert data["minutes"] == [30, 45]
        asked = {"asked": "tie_figure", "label": "cards"}
        assert data["ties"] == [{"row": "r2"}, {"row": "r1"}, asked]

    def test_a_tie_shares_the_win_or_is_told_apart_by_a_row_or_one_more_figure(self, change):
        change(add="count")
        typed = {"tie_row.1": "r2", "asked": "cards"}
        asked = {"asked": "tie_figure", "label": "cards"}
        assert change(**HOW, **typed, tied="row")["ties"] == [{"row": "r2"}, asked]
        assert change(**HOW, **typed, tied="figure")["ties"] == [asked]
        assert "ties" not in change(**HOW, **typed, tied="share")

    def test_all_together_win_by_a_row_that_says_so(self, phone, path, change):
        change(add="yes")
        data = change(**{**HOW, "played": "together", "won_row": "r2", "won": ""})
        assert data["won"] == {"row": "r2"}
        page = text_of(phone.get(path, {"try-0-r2": "yes"}))
        assert "Won" in page

    def test_numbers_that_are_missing_stand_empty_again(self, phone, path):
        answer = phone.post(path, {**HOW, "from": ""})
        assert answer.status_code == 422
        assert "None" not in text_of(answer)

    @pytest.mark.parametrize("end", ["number", "total"])
    def test_end_of_the_rounds_is_not_asked_for_before_one_could_type_it(self, phone, path, end):
        page = phone.post(path, {**HOW, "rounds": end, f"rounds_{end}": "", "look": "1"})
        assert "Enter a number here" not in text_of(page)
        assert "Not saved: fill in what you chose" in text_of(page)

    @pytest.mark.parametrize("end", ["number", "total"])
    def test_input_of_a_missing_end_of_the_rounds_is_empty(self, phone, path, end):
        page = phone.post(path, {**HOW, "rounds": end, f"rounds_{end}": ""}).content.decode()
        assert f'name="settings:rounds_{end}" value=""' in page

    @pytest.mark.parametrize("end", ["number", "total"])
    @pytest.mark.parametrize("look", [{}, {"look": "1", "left": "1"}])
    def test_missing_end_of_the_rounds_is_asked_for_beside_its_input(self, phone, path, change, end, look):
        page = phone.post(path, {**HOW, "rounds": end, f"rounds_{end}": "", **look}).content.decode()
        asked = r'[^>]*><span class="fault">Enter a number here, or choose “round by round”'
        assert re.search(rf'id="rounds_{end}-fault"{asked}', page)
        # The choice stays while it is typed.
        assert look or re.search(rf'name="settings:rounds" value="{end}" checked', page)
        assert change(**HOW | {"rounds": end, f"rounds_{end}": "7"})["rounds"] == {end: 7}

    @pytest.mark.parametrize("look", [{}, {"look": "1", "left": "1"}, {"look": "1"}, {"play": "1"}])
    @pytest.mark.parametrize(
        ("chosen", "name", "asked"),
        [
            ({"tied": "figure", "asked": ""}, "asked", "Enter the question here, or choose “share the win”."),
            ({"tied": "row", "tie_row.1": ""}, "tie_row", "Choose a row here, or choose “share the win”."),
            ({"played": "together", "won": ""}, "won", "Enter a number here."),
        ],
    )
    def test_choice_without_what_it_needs_is_asked_for_and_stays_chosen(
        self, phone, path, own, chosen, name, asked, look
    ):
        before = own.newest.data
        page = phone.post(path, {**HOW, **chosen, **look}).content.decode()
        is_being_typed = "look" in look and "left" not in look
        assert bool(re.search(rf'id="{name}-fault"[^>]*><span class="fault">{asked}', page)) is not is_being_typed
        assert own.newest.data == before
        choice, value = next(iter(chosen.items()))
        assert "look" in look or re.search(rf'name="settings:{choice}" value="{value}" checked', page)

    def test_page_says_who_wins_a_tie_by_one_more_figure(self, phone, path, change):
        change(**HOW, tied="figure", asked="coins")
        assert "The highest number wins the tie." in text_of(phone.get(path))

    @pytest.mark.parametrize("wins", ["most", "fewest"])
    def test_penalty_is_said_to_help_where_the_fewest_points_win(self, phone, path, change, wins):
        change(add="penalty")
        change(**HOW | {"wins": wins})
        assert ("a penalty helps the player" in text_of(phone.get(path))) is (wins == "fewest")

    def test_tie_choice_stays_when_the_rounds_are_refused(self, phone, path):
        typed = {"rounds": "number", "rounds_number": "", "tied": "figure", "asked": "coins", "play": "1"}
        page = phone.post(path, {**HOW, **typed}).content.decode()
        assert re.search(r'name="settings:tied" value="figure" checked', page)
        assert 'name="settings:asked" value="coins"' in page

    @pytest.mark.parametrize("look", [{}, {"look": "1"}])
    def test_an_end_of_the_rounds_that_is_no_number_is_said_beside_it(self, phone, path, look):
        page = phone.post(path, {**HOW, "rounds": "number", "rounds_number": "x", **look})
        assert re.search(
            r'id="rounds_number-fault"[^>]*><span class="fault">Must be a whole number', page.content.decode()
        )
        assert "rounds ›" not in text_of(page)

    def test_no_new_choice_is_named_like_an_empty_cell(self, phone, path, own, change):
        data = change(add="choice")
        assert [each["label"] for each in data["rows"][1]["choices"]] == ["A", "B"]
        row = {"row_key": "r2", "label": "Choice"}
        answer = phone.post(path, {**row, "choices": "– 0\n+ 5"})
        assert answer.status_code == 422
        assert "looks like an empty cell" in text_of(answer)
        # Who has named one so before may keep it.
        version = own.newest
        version.data["rows"][1]["choices"][0]["label"] = "–"
        version.save()
        assert change(**row | {"choices": "– 0\nB 6"})["rows"][1]["choices"][1]["worth"] == 6


class TestLooking:
    """While a row is typed, the page asks what it would bring; nothing is kept."""

    def test_it_says_what_the_row_would_bring_with_the_figures_that_stand_there(self, phone, path, own, change):
        change(add="most")
        typed = {"row_key": "r2", "look": "1", "label": "forests", "places": "9", "ties": "all", "try-0-r2": "5"}
        text = text_of(phone.post(path, {**typed, "try-1-r2": "3", "try-2-r2": "0"}))
        assert "Most forests: 5, ahead of Ben with 3" in text
        assert "Anna 9" in text
        assert own.newest.data["rows"][1]["label"] == "forests"

    def test_it_works_an_example_and_a_tie_by_the_rules_of_the_row(self, phone, path, change):
        change(add="most")
        typed = {"row_key": "r2", "look": "1", "label": "forests", "places.1": "9", "places.2": "4", "ties": "share"}
        figures = {"try-0-r2": "5", "try-1-r2": "3", "try-2-r2": "0"}
        text = text_of(phone.post(path, typed | {"places.3": ""} | figures))
        assert "Anna 5, Ben 3, Chris 0: Anna 9, Ben 4, Chris 0" in text
        assert "Anna, Ben tied at 5: Anna 6, Ben 6, Chris 0" in text

    @pytest.mark.parametrize(
        ("typed", "places"),
        [
            ({"places.1": "9", "places.2": "", "places.3": "", "places.4": ""}, [9]),
            ({"places.1": "9", "places.2": "", "places.3": "1", "places.4": ""}, [9, 0, 1]),
        ],
    )
    def test_points_of_the_places_are_typed_in_boxes(self, change, typed, places):
        change(add="most")
        data = change(row_key="r2", save="1", label="forests", ties="share", **typed)
        assert data["rows"][1]["places"] == places

    def test_row_that_is_done_gives_room_to_the_list(self, phone, path):
        answer = phone.post(path, {"row_key.r1:label": "gold", "done": "1"})
        assert answer.url.endswith("/#rows")
        assert "row_key" not in answer.url

    def test_it_says_what_cannot_be(self, phone, path, change):
        change(add="count")
        answer = phone.post(path, {"row_key": "r2", "look": "1", "label": "eggs", "worth": "x"})
        assert "Must be a whole number." in text_of(answer)
        assert "Total" not in text_of(answer)

    @pytest.mark.parametrize("row", ["9", long("x"), long("")])
    def test_of_a_row_that_is_not_there_it_says_nothing(self, phone, path, own, row):
        assert phone.post(path, {"row_key": row, "look": "1"}).status_code == 404


def test_a_row_moves_down_and_keeps_what_stands_in_it(change):
    change(add="count")
    data = change(row_key="r1", down="1")
    assert [row["kind"] for row in data["rows"]] == ["count", "points"]
    data = change(row_key="r1", down="1")
    assert [row["kind"] for row in data["rows"]] == ["count", "points"]


def test_what_the_box_holds_is_said_and_taken_back(change):
    change(add="count")
    data = change(row_key="r2", save="1", label="eggs", worth="1", supply="12")
    assert data["rows"][1]["supply"] == 12
    data = change(row_key="r2", save="1", label="eggs", worth="1", supply="")
    assert "supply" not in data["rows"][1]


@pytest.mark.parametrize(
    ("kind", "worth"), [("yes", {"worth": "2"}), long("choice", {"choices": "none 0\nsilver 3\ngold 7"})]
)
def test_how_many_players_can_have_a_bonus_is_said_and_taken_back(change, kind, worth):
    change(add=kind)
    data = change(row_key="r2", save="1", label="longest road", supply="1", **worth)
    assert data["rows"][1]["supply"] == 1
    data = change(row_key="r2", save="1", label="longest road", supply="", **worth)
    assert "supply" not in data["rows"][1]


class TestTrying:
    def test_figures_that_cannot_be_together_are_named_beneath_the_sheet_and_stay(self, phone, path, change):
        change(add="yes")
        change(row_key="r2", save="1", label="longest road", worth="2", supply="1")
        text = text_of(phone.get(path, {"try-0-r2": "yes", "try-1-r2": "yes", "try-2-r2": "no"}))
        assert "can’t all have it: there is only 1." in text
        text = text_of(phone.get(path, {"try-0-r2": "no", "try-1-r2": "yes", "try-2-r2": "no"}))
        assert "can’t all have it" not in text

    def test_one_that_cannot_be_at_all_is_named_too(self, phone, path, change):
        change(add="count")
        change(row_key="r2", save="1", label="eggs", worth="1", supply="12")
        answer = phone.get(path, {"try-0-r2": "13"})
        assert "Anna, eggs: 13, but there are only 12." in text_of(answer)
        assert 'value="13"' in answer.content.decode()

    def test_what_it_is_first_tried_with_could_be(self, phone, path, change):
        for row in range(2, 6):
            change(add="yes")
            change(row_key=f"r{row}", save="1", label=f"bonus {row}", worth="2", supply="1")
        assert "can’t all have it" not in text_of(phone.get(path))
