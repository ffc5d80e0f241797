"""URLs of results that are shared and of printed sheets."""

from django.urls import include, path

from .printing import views as printing
from .sharing import views as sharing

a_play = [
    path("sheet", printing.filled, name="sheet"),
    path("result", sharing.share_result, name="share_result"),
    path("result/link", sharing.result_link, name="result_link"),
    path("result/<slug:shape>.png", sharing.result_picture, name="result_picture"),
]

app_name = "results"
urlpatterns = [
    path("plays/<uuid:uuid>/", include(a_play)),
    path("groups/<uuid:uuid>/sheet", printing.history, name="history_sheet"),
    path("totals/sheet", printing.blank_totals, name="totals_sheet"),
    path("results/<slug:key>", sharing.shared_result, name="shared_result"),
    path("results/<slug:key>/<slug:shape>.png", sharing.shared_picture, name="shared_picture"),
    path("games/<slug:slug>/sheet", printing.blank, name="blank_sheet"),
]
