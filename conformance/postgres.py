"""Databases on a PostgreSQL for the conformance tests: a fresh one for every server.

The cluster is the one of `MUSTER_TEST_POSTGRES`, else a throw-away one of `scripts/postgres`. Databases are made
over the wire protocol, because the packages of the server bring no client along. Standard library only.
"""

import os
import secrets
import shutil
import socket
import struct
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "postgres"
ANSWER_LIMIT_S = 60


@contextmanager
def cluster():
    """The address of a running PostgreSQL."""
    named = os.environ.get("MUSTER_TEST_POSTGRES")
    if named:
        yield named
        return
    place = tempfile.mkdtemp(prefix="muster-postgres.")
    os.chmod(place, 0o755)
    try:
        yield subprocess.run([SCRIPT, "start", place], check=True, capture_output=True, text=True).stdout.strip()
    finally:
        subprocess.run([SCRIPT, "stop", place], check=False)
        shutil.rmtree(place, ignore_errors=True)


def fresh(url):
    """The address of a new, empty database of the cluster."""
    name = "muster_" + secrets.token_hex(6)
    execute(url, "CREATE DATABASE " + name)
    return urlunsplit(urlsplit(url)._replace(path="/" + name))


def execute(url, statement):
    """Runs one statement as the user of the address, who needs no password; returns the rows as lists of text."""
    place = urlsplit(url)
    with socket.create_connection((place.hostname, place.port or 5432), timeout=ANSWER_LIMIT_S) as wire:
        options = [b"user", place.username.encode(), b"database", place.path.lstrip("/").encode()]
        start = struct.pack(">I", 196608) + b"\0".join(options) + b"\0\0"
        wire.sendall(struct.pack(">I", len(start) + 4) + start)
        with wire.makefile("rb") as answers:
            ready(answers)
            text = statement.encode() + b"\0"
            wire.sendall(b"Q" + struct.pack(">I", len(text) + 4) + text)
            return ready(answers)


def ready(answers):
    """Reads until the server waits for the next statement; the rows that came."""
    rows = []
    while True:
        kind, length = struct.unpack(">cI", answers.read(5))
        body = answers.read(length - 4)
        if kind == b"E":
            raise RuntimeError("PostgreSQL: " + body.decode(errors="replace").replace("\0", " "))
        if kind == b"R" and struct.unpack(">I", body[:4])[0] != 0:
            raise RuntimeError("PostgreSQL asks for a password; the tests expect one that trusts the loopback")
        if kind == b"D":
            rows.append(fields(body))
        if kind == b"Z":
            return rows


def fields(body):
    count, at, found = struct.unpack(">H", body[:2])[0], 2, []
    for _ in range(count):
        length = struct.unpack(">i", body[at:at + 4])[0]
        at += 4
        found.append(None if length < 0 else body[at:at + length].decode())
        at += max(length, 0)
    return found
