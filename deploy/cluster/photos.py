"""The photo store: OpenStack Swift with its S3 API, one disk and one replica."""

import shutil
import subprocess
from pathlib import Path

import boto3

from deploy.cluster.parts import AS_USER, USER, answer_of

# Debian's Swift needs Debian's own Python.
PYTHON, SWIFT = "/usr/bin/python3", Path("/usr/lib/python3/dist-packages/swift")
HERE = Path(__file__).resolve().parent
KINDS = ("account", "container", "object")
PORTS = ("memcached", "proxy", *KINDS)
KEY, REGION, BUCKET = "caravan:caravan", "us-east-1", "photos"


def settings(cluster, password) -> dict:
    """Return Caravan's settings for the store."""
    key = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": password, "AWS_DEFAULT_REGION": REGION}
    return {"PHOTOS": f"s3://{BUCKET}", "AWS_ENDPOINT_URL_S3": f"http://{cluster.at('proxy')}", **key}


def start(cluster, password):
    """Start its servers and create a bucket."""
    folder = cluster.folder / "swift"
    disk = folder / "disks" / "disk"
    disk.mkdir(parents=True)
    if AS_USER:
        shutil.chown(disk, USER, USER)
    (folder / "swift.conf").write_text(f"[swift-hash]\nswift_hash_path_suffix = {password}\n")
    # Its user may not be allowed to read the project's folder.
    server = shutil.copy(HERE / "swift_server.py", folder)
    places = [f"{kind}={cluster.ports[kind]}" for kind in KINDS]
    subprocess.run([PYTHON, server, folder, "rings", *places], check=True)
    cluster.begin("memcached", [*AS_USER, "memcached", "-l", "127.0.0.1", "-p", cluster.ports["memcached"]])
    for kind in (*KINDS, "proxy"):
        write_file(cluster, kind, folder, password)
        cluster.begin(f"swift-{kind}", [*AS_USER, PYTHON, server, folder, kind])
    for kind in (*KINDS, "proxy"):
        address = f"http://{cluster.at(kind)}/healthcheck"
        cluster.wait("the photo store", lambda address=address: answer_of(address) == 200)
    key = {"aws_access_key_id": KEY, "aws_secret_access_key": password, "region_name": REGION}
    boto3.client("s3", endpoint_url=f"http://{cluster.at('proxy')}", **key).create_bucket(Bucket=BUCKET)


def write_file(cluster, kind, folder, password):
    """Write swift.ini for a server of this kind, with this machine's ports and paths."""
    changes = {"KIND": kind, "PORT": str(cluster.ports[kind]), "FOLDER": str(folder), "PASSWORD": password}
    changes |= {"MEMCACHED": cluster.at("memcached"), "FILTERS": "cache s3api tempauth slo" if kind == "proxy" else ""}
    return cluster.changed("swift.ini", changes, to=f"swift/{kind}.ini")
