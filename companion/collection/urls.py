"""URLs of the library, custom games and totals."""

from django.urls import include, path

from .views import carrying, library, new_sheets, own_sheets, sharing, totals

a_group = [
    path("totals", totals.totals, name="totals"),
    path("totals/counter", totals.totals, {"template": "collection/counter.html"}, name="counter"),
    path("sheets/take", library.take_sheet, name="take_sheet"),
    path("sheets/make", new_sheets.make_sheet, name="make_sheet"),
    path("sheets/import", own_sheets.import_sheet, name="import_sheet"),
    path("sheets/<slug:slug>/", own_sheets.own_sheet, name="own_sheet"),
    path("sheets/<slug:slug>/file", own_sheets.sheet_file, name="sheet_file"),
    path("sheets/<slug:slug>/share", sharing.share_sheet, name="share_sheet"),
]

app_name = "collection"
urlpatterns = [
    path("groups/<uuid:uuid>/", include(a_group)),
    path("library", library.library, name="library"),
    path("totals", totals.new_totals, name="new_totals"),
    path("totals/counter", totals.new_totals, {"template": "collection/counter.html"}, name="new_counter"),
    path("sheets/new", new_sheets.new_sheet, name="new_sheet"),
    path("sheets/open", carrying.open_sheet, name="open_sheet"),
    path("sheets/carry", carrying.carry_sheet, name="carry_sheet"),
    path("sheets/<slug:key>", sharing.shared_sheet, name="shared_sheet"),
]
