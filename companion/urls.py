"""All URLs: those of each package are in its `urls.py`. What phones ask most comes first: it is found soonest."""

from django.urls import include, path

urlpatterns = [
    path("", include("companion.plays.urls")),
    path("", include("companion.groups.urls")),
    path("", include("companion.history.urls")),
    path("", include("companion.photos.urls")),
    path("", include("companion.results.urls")),
    path("", include("companion.core.urls")),
    path("", include("companion.access.urls")),
    path("", include("companion.accounts.urls")),
    path("", include("companion.collection.urls")),
    path("", include("companion.player_aids.urls")),
    path("", include("companion.notifications.urls")),
    path("", include("companion.transfer.urls")),
    path("api/1/", include("companion.api.urls")),
]
handler400 = "companion.core.errors.refused"
handler404 = "companion.access.errors.not_found"
handler500 = "companion.core.errors.failed"
