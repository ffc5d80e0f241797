"""System checks: `manage.py check` lists what is wrong with the settings, and a start stops with the same sentences."""

import importlib.util
import os
import sys
from pathlib import Path

from django.conf import settings
from django.core.checks import Error, register, run_checks

from companion.apps import add_score_sheets
from companion.core.configuration import HOW_TO_MAKE_A_KEY, NO
from companion.core.environment import IS_INSTALLED

TAG = "caravan"
# Each of these leads boto3 to a key.
AWS_CREDENTIALS = {
    *("AWS_ACCESS_KEY_ID", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_SHARED_CREDENTIALS_FILE"),
    *("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"),
}


def stop_if_misconfigured(**options):
    """End the process if a check of ours fails, and print only the sentences of those that do."""
    if errors := run_checks(tags=[TAG], **options):
        sys.exit("\n".join(error.msg for error in errors))


@register(TAG)
def check_environment(app_configs, **kwargs):
    """Report variables with an invalid value."""
    return [Error(problem, id="caravan.E001") for problem in settings.PROBLEMS]


@register(TAG)
def check_data_folder(app_configs, **kwargs):
    """Report a data folder that can't be written, or can't be created."""
    existing = next(each for each in (settings.DATA, *settings.DATA.parents) if each.exists())
    if existing.is_dir() and os.access(existing, os.W_OK | os.X_OK):
        return []
    problem = f"CARAVAN_DATA: {settings.DATA} is not writable. Choose a folder owned by Caravan's user."
    return [Error(problem, id="caravan.E002")]


@register(TAG)
def check_secret_key(app_configs, **kwargs):
    """Report a missing key where several servers may sign cookies."""
    if os.environ.get("SECRET_KEY", "").strip() or not (settings.ON_POSTGRESQL and settings.HTTPS):
        return []
    problem = f"SECRET_KEY is missing. With PostgreSQL and HTTPS, all servers need the same key. {HOW_TO_MAKE_A_KEY}"
    return [Error(problem, id="caravan.E003")]


@register(TAG)
def check_photo_store(app_configs, **kwargs):
    """Report a photo store in S3 without its packages, or without credentials."""
    if not settings.STORAGES["photos"]["BACKEND"].startswith("storages."):
        return []
    if not importlib.util.find_spec("storages") or not importlib.util.find_spec("boto3"):
        return [Error("PHOTOS needs the S3 packages. Install them with: scripts/setup s3", id="caravan.E004")]
    given = {name for name, value in os.environ.items() if value}
    is_role = os.environ.get("AWS_EC2_METADATA_DISABLED", "").strip().lower() == "false"
    is_known = is_role or given & AWS_CREDENTIALS or Path("~/.aws/credentials").expanduser().exists()
    if is_known and ("AWS_ACCESS_KEY_ID" in given) == ("AWS_SECRET_ACCESS_KEY" in given):
        return []
    problem = (
        "PHOTOS needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE. To use the role of "
        "an Amazon server, set AWS_EC2_METADATA_DISABLED=false."
    )
    return [Error(problem, id="caravan.E005")]


@register(TAG)
def check_installation(app_configs, **kwargs):
    """Report what this installation can't do."""
    problems = []
    if settings.DEBUG and IS_INSTALLED:
        problem = "DEBUG must be 0: an installed Caravan has no sources to debug. Use a clone of the repository."
        problems.append(Error(problem, id="caravan.E006"))
    # gunicorn would take a path from this variable, which only it knows.
    if path := os.environ.get("SCRIPT_NAME", "").strip().strip("/"):
        problem = f"SCRIPT_NAME must be empty, not {path!r}. Set CARAVAN_URL to an address with that path."
        problems.append(Error(problem, id="caravan.E007"))
    # Without the removed switch, a sharded database must not seem to work.
    if os.environ.get("BY_GROUP", "").strip().lower() not in ("", *NO):
        problem = (
            "Caravan no longer supports sharding by group. Remove BY_GROUP, and follow 'Undo sharding' in "
            "docs/host/several-servers.md before you start Caravan."
        )
        problems.append(Error(problem, id="caravan.E008"))
    return problems


@register(TAG)
def check_sign_in(app_configs, **kwargs):
    """Report half the settings of a sign-in with outside accounts, or of two of them, and missing packages."""
    ways = ("SIGN_IN_HEADER", "SIGN_IN_PROXIES"), ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
    begun = [names for names in ways if any(getattr(settings, name) for name in names)]
    problems = []
    if len(begun) > 1:
        problems.append("Set SIGN_IN_HEADER or OIDC_ISSUER, not both.")
    if settings.SIGN_IN_NAME and not begun:
        problems.append("SIGN_IN_NAME needs SIGN_IN_HEADER or OIDC_ISSUER.")
    for names in begun:
        first = next(name for name in names if getattr(settings, name))
        if lacking := [name for name in ("SIGN_IN_NAME", *names) if not getattr(settings, name)]:
            problems.append(f"{first} also needs {' and '.join(lacking)}.")
    if settings.OIDC_ISSUER and not importlib.util.find_spec("authlib"):
        problems.append("OIDC_ISSUER needs more packages. Install them with: scripts/setup oidc")
    return [Error(problem, id="caravan.E011") for problem in problems]


@register(TAG)
def check_score_sheets(app_configs, **kwargs):
    """Report faults in the score sheets of the host and of packages."""
    return [Error(fault, id="caravan.E009") for fault in add_score_sheets()]


@register(TAG)
def check_demo(app_configs, **kwargs):
    """Report a demo that would delete what isn't its own."""
    others = [name for name in ("DATABASE_URL", "PHOTOS") if os.environ.get(name, "").strip()]
    if not settings.DEMO or not others:
        return []
    problem = f"DEMO=1 deletes everything each night and keeps to a folder of its own. Remove {' and '.join(others)}."
    return [Error(problem, id="caravan.E012")]


@register(TAG, deploy=True)
def check_proxy(app_configs, **kwargs):
    """Report a server with HTTPS that has no certificate of its own and that no proxy can reach."""
    if settings.PROXY or settings.CERTIFICATES or not settings.HTTPS:
        return []
    problem = (
        "PROXY is missing. With HTTPS, Caravan runs behind a proxy: set PROXY=1. For plain HTTP at home, set HTTPS=0."
    )
    return [Error(problem, id="caravan.E010")]
