"""Django settings. Sites set them by environment variables, which docs/host/configuration.md lists."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from django.utils.csp import CSP
from django.utils.functional import SimpleLazyObject

from companion.core import supervisor
from companion.core.configuration import Environment, cookie_name
from companion.core.environment import IS_INSTALLED, PACKAGE, ROOT, own_hosts, stored_secret_key
from companion.core.headers import forbid_content
from companion.core.streams import wire

env = Environment(os.environ)
# What is wrong with the environment, as sentences. `companion.checks` reports them.
PROBLEMS = env.problems

USUAL_DATA = platformdirs.user_data_path("caravan", appauthor=False) if IS_INSTALLED else ROOT / "data"
DATA = Path(env.text("CARAVAN_DATA") or USUAL_DATA).resolve()
HOST = env.text("HOST", "0.0.0.0")
PORT = env.whole_number("PORT", default=8000, least=1, most=65535)
DEBUG = env.flag("DEBUG", default=False)
HTTPS = env.flag("HTTPS", default=True)
# The port of `serve --https`, and the folder with the certificates that it uses.
HTTPS_PORT = env.whole_number("HTTPS_PORT", default=8443, least=1, most=65535)
CERTIFICATES = env.text(supervisor.CERTIFICATES)
# A site to try out, where everything is deleted each night. It stores all in a folder of its own.
DEMO = env.flag("DEMO", default=False)
STORED = DATA / "demo" if DEMO else DATA
DATABASES = {"default": env.database("DATABASE_URL", STORED)}
ON_POSTGRESQL = DATABASES["default"]["ENGINE"].endswith("postgresql")
# A replica for queries whose results may be a second old.
if REPLICA := env.beside("REPLICA_URL", is_postgresql=ON_POSTGRESQL):
    DATABASES["replica"] = REPLICA | {"TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["companion.core.replicas.Router"]
# A pooler through which requests reach the database.
POOLER = env.beside("POOLER_URL", is_postgresql=ON_POSTGRESQL)
# Without one, the key in the data folder is read, or created, when it is needed.
SECRET_KEY = env.shared_key("SECRET_KEY") or SimpleLazyObject(lambda: stored_secret_key(DATA))
# Former keys, whose signatures stay valid and are renewed with the current key.
SECRET_KEY_FALLBACKS = env.former_keys("SECRET_KEY_FALLBACKS")
# The permanent address for links and QR codes. Without it, they use the address of the visit.
CARAVAN_URL = env.site_address("CARAVAN_URL")
# Its path, below which all pages are: empty, or /caravan. The suffix belongs to all names that a phone stores by host.
SITE_PATH = urlsplit(CARAVAN_URL).path
SITE_SUFFIX, FORCE_SCRIPT_NAME = SITE_PATH.replace("/", "-"), SITE_PATH or None
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS") or own_hosts(urlsplit(CARAVAN_URL).hostname)
# Number of trusted reverse proxies in front of this server.
PROXY = env.whole_number("PROXY", default=0, least=0, most=9)
# Sign-in with accounts of the host's own: by a header of these proxies, or by OpenID Connect.
SIGN_IN_NAME = env.text("SIGN_IN_NAME")
SIGN_IN_HEADER = env.header("SIGN_IN_HEADER")
SIGN_IN_PROXIES = env.networks("SIGN_IN_PROXIES")
OIDC_ISSUER = env.web_address("OIDC_ISSUER")
OIDC_CLIENT_ID = env.text("OIDC_CLIENT_ID")
OIDC_CLIENT_SECRET = env.text("OIDC_CLIENT_SECRET")
FOUNDING = env.groups_a_day("FOUNDING")
# Most plays in a group after an import, and most plays a person may import per day.
GROUP_PLAYS = env.whole_number("GROUP_PLAYS", default=50_000, least=1, most=10_000_000)
IMPORTED_PLAYS = env.whole_number("IMPORTED_PLAYS", default=50_000, least=1, most=10_000_000)
# Most photos per play and per group, and the largest upload in megabytes.
PLAY_PHOTOS = env.whole_number("PLAY_PHOTOS", default=20, least=0, most=1000)
GROUP_PHOTOS = env.whole_number("GROUP_PHOTOS", default=1000, least=0, most=1_000_000)
PHOTO_MEGABYTES = env.whole_number("PHOTO_MEGABYTES", default=15, least=1, most=20)
# Whether messages about finished plays may go to private IP numbers, such as a server at home.
NOTIFY_PRIVATE = env.flag("NOTIFY_PRIVATE", default=False)
# A folder with more score sheets for the library.
SHEETS = env.folder("SHEETS")
IMPRINT_URL = env.web_address("IMPRINT_URL")
PRIVACY_URL = env.web_address("PRIVACY_URL")
# Token for /metrics. Metrics are off if it is empty.
METRICS_TOKEN = env.token("METRICS_TOKEN")
LOGS = env.one_of("LOGS", "quiet", "plain", "json")
# Addresses of people are private, so they are only logged if the host has to block attackers.
LOG_REFUSED = env.flag("LOG_REFUSED", default=False)

INSTALLED_APPS = [
    "companion",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "companion.core.static_files.StaticFiles",
    "django_htmx",
    "django_tasks_db",
]
# A separate process runs background tasks. With `runserver` and in tests there is none, so they run immediately.
IMMEDIATE, IN_THE_DATABASE = "django.tasks.backends.immediate.ImmediateBackend", "django_tasks_db.DatabaseBackend"
# Short tasks never wait for long ones. Reading an uploaded file waits for neither, and nothing for other servers.
QUEUES = ["default", "quick", "reading", "outgoing"]
TASKS = {"default": {"BACKEND": IN_THE_DATABASE if wire.is_enabled() else IMMEDIATE, "QUEUES": QUEUES}}
MIDDLEWARE = [
    "companion.core.logs.log_requests",
    "companion.core.headers.lean_headers",
    # These two set their headers on what SecurityMiddleware refuses, too.
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "companion.core.health.health",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "companion.access.middleware.renew_session",
    # This one answers unchanged polls, so that they skip the rest.
    "companion.access.middleware.unchanged_polls",
    "companion.core.middleware.Compression",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "companion.core.middleware.reset_time_zone",
    "companion.core.middleware.no_store",
    "companion.core.middleware.size_limit",
    "companion.core.middleware.valid_save_ids",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.core.middleware.htmx_redirects",
    "companion.core.middleware.redirect_to_parent",
    "companion.access.middleware.GoneMeanwhile",
]
if REPLICA:
    # The last one, so that only the view and its template read from the replica.
    MIDDLEWARE.append("companion.core.replicas.replicas")
if SIGN_IN_HEADER:
    MIDDLEWARE.insert(
        MIDDLEWARE.index("companion.access.middleware.renew_session"), "companion.access.middleware.same_as_proxy"
    )
if METRICS_TOKEN:
    MIDDLEWARE.insert(MIDDLEWARE.index("companion.core.health.health"), "companion.core.metrics.metrics")
ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
TEMPLATE_LOADERS = ["companion.core.icons.NotIndented", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [("django.template.loaders.cached.Loader", TEMPLATE_LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "companion.access.notices.notices",
                "companion.core.icons.csrf_context",
            ],
            "builtins": ["companion.templatetags.caravan"],
        },
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "companion.Person"
# Django's backend checks passwords, and authenticates sessions older than our backend.
AUTHENTICATION_BACKENDS = ["companion.access.sessions.PersonOfSession", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["name"]},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_ENGINE = "companion.access.sessions"
# Browsers keep cookies for at most 400 days.
SESSION_COOKIE_AGE = 400 * 24 * 3600
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = f"{SITE_PATH}/"
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = [
    cookie_name(name, path=SESSION_COOKIE_PATH, suffix=SITE_SUFFIX, is_secure=HTTPS)
    for name in ("caravan", "csrftoken")
]
# The editor of a custom game is one form. With 40 rows and 12 stages it exceeds Django's limit of 1,000 inputs.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3000
LANGUAGE_COOKIE_NAME = f"language{SITE_SUFFIX}"
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "companion.core.cookies.Messages"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("ja", "日本語")]
FORMAT_MODULE_PATH = ["companion.formats"]
LOCALE_PATHS = [PACKAGE / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
# Generated static files: the player aids, and what is bundled from `static/`.
MADE, BUNDLED = DATA / "made", DATA / "bundled"
# A wheel contains them all, built.
STATICFILES_DIRS = [] if IS_INSTALLED else [BUNDLED, MADE]
STATIC_ROOT = ROOT / "static" if IS_INSTALLED else DATA / "static"
# Pages only link the hashed files. Without the others, compressing takes half as long.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "companion.core.static_files.LightStaticFiles"},
    "photos": env.photo_store("PHOTOS", STORED),
}

# Other sites' pages don't need our static files.
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = forbid_content
# Static files are collected into the data folder, which only Caravan's user may read.
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
FILE_UPLOAD_HANDLERS = [
    "companion.core.uploads.SizeLimit",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

SECURE_CSP: dict[str, list[str]] = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "connect-src": [CSP.SELF],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
if OIDC_ISSUER:
    # The button's form leads there.
    SECURE_CSP["form-action"].append("{0.scheme}://{0.netloc}".format(urlsplit(OIDC_ISSUER)))
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
# Monitoring reaches the server directly, without the HTTPS proxy.
SECURE_REDIRECT_EXEMPT = [rf"^{SESSION_COOKIE_PATH[1:]}{each}$" for each in ("healthz", "readyz")]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXY else None
# At home, the same name also has the certificate's page, by HTTP.
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS and not CERTIFICATES else 0
# On plain HTTP, browsers report a COOP header as an error on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Features of phones that no page uses.
PERMISSIONS_POLICY = (
    "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), "
    "midi=(), payment=(), usb=()"
)
CSRF_FAILURE_VIEW = "companion.access.errors.csrf_failure"
# W005 and W021: HSTS for subdomains and preloading is up to the owner of the domain. W004: `prepare` creates folders.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "staticfiles.W004"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"pattern_instead_of_path": {"()": "companion.core.logs.PatternInsteadOfPath"}},
    "formatters": {"line": {"()": f"companion.core.logs.{'Json' if LOGS == 'json' else 'Plain'}"}},
    "handlers": {
        "nowhere": {"class": "logging.NullHandler"},
        "errors": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["pattern_instead_of_path"]},
        "refusals": {"class": "logging.StreamHandler", "formatter": "line"},
        "requests": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stdout"},
    },
    "loggers": {
        "django": {"handlers": ["errors"], "level": "ERROR", "propagate": False},
        # Rejected requests aren't our errors. Their request lines have all that is useful.
        "django.security": {"handlers": ["nowhere"], "propagate": False},
        "psycopg.pool": {"handlers": ["errors"], "level": "WARNING", "propagate": False},
        "companion.refusals": {"handlers": ["refusals"], "level": "WARNING", "propagate": False},
        "companion.requests": {
            "handlers": ["requests"],
            "level": "CRITICAL" if LOGS == "quiet" else "INFO",
            "propagate": False,
        },
    },
}
