"""Backup and restore: a copy of a running server stands alone, on either database, and nothing is overwritten."""

import json
import shutil
import subprocess
import urllib.request
from pathlib import Path

import muster
import postgres
from checks import check, equal
from people import World

TOOL_LIMIT_S = 120


def upload(world, name, content):
    edge = "flow-edge"
    head = ("--%s\r\nContent-Disposition: form-data; name=\"channel_id\"\r\n\r\n%s\r\n--%s\r\nContent-Disposition: "
            "form-data; name=\"files\"; filename=\"%s\"\r\n\r\n" % (edge, world.channel, edge, name)).encode()
    request = urllib.request.Request(world.url + "/api/v4/files", head + content + ("\r\n--%s--\r\n" % edge).encode())
    request.add_header("Content-Type", "multipart/form-data; boundary=" + edge)
    request.add_header("Authorization", "Bearer " + world.ann.token)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
        return json.loads(answer.read())["file_infos"][0]["id"]


def download(url, person, file):
    request = urllib.request.Request(url + "/api/v4/files/" + file, headers={"Authorization": "Bearer " + person.token})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
        return answer.read()


def tool(place, *command):
    """Runs a subcommand on a server's place: whether it succeeded, and what it said."""
    done = subprocess.run([muster.binary(), *command, *place.place()], capture_output=True, text=True,
                          timeout=TOOL_LIMIT_S)
    return done.returncode == 0, done.stdout + done.stderr


def restored(server, backup, database):
    """The empty place of another server with the backup brought in, not yet started."""
    other = muster.Server(server.config, database=database)
    good, said = tool(other, "restore", "--from", backup)
    assert good, said
    # The key that the embedded database's secrets are sealed with is no part of a backup.
    key = server.data / "secrets.key"
    if key.exists():
        shutil.copy(key, other.data)
    return other


def same(world, server, root, file, content):
    """The restored server has what the first had when it was copied, and goes on."""
    with server:
        world.ann.url = server.url
        world.ann.login()
        posts = world.ann.get("/channels/%s/posts" % world.channel)["posts"].values()
        messages = {post["message"] for post in posts}
        assert {"the root", "a reply", "with a file"} <= messages, messages
        assert "too late" not in messages
        equal(world.ann.get("/posts/" + root)["metadata"]["reactions"][0]["emoji_name"], "tada")
        equal(download(server.url, world.ann, file), content)
        terms = {"terms": "lighthouse", "is_or_search": False}
        found = {}
        for _ in range(50):
            found = world.ann.post("/teams/%s/posts/search" % world.team, terms)
            if found["order"]:
                break
        equal(len(found["order"]), 1)
        world.ann.say(world.channel, "life goes on")
        equal(server.stop(), 0)
        good, said = tool(server, "check")
        assert good and "all is well" in said, said


def run(server):
    world = World(server.url)
    # More than one batch of rows.
    for at in range(600):
        world.ben.say(world.channel, "number %d" % at)
    root = world.ann.say(world.channel, "the root")["id"]
    world.ben.say(world.channel, "a reply", root_id=root)
    world.ben.say(world.channel, "a lighthouse stands in the sea \u2603 \U0001f6a2")
    world.ben.post("/reactions", {"user_id": world.ben.id, "post_id": root, "emoji_name": "tada"})
    content = b"\0binary \xff" * 5_000
    file = upload(world, "chart.bin", content)
    world.ann.say(world.channel, "with a file", file_ids=[file])

    backup = server.data.parent / "backup"
    with check("a running server is copied"):
        good, said = tool(server, "backup", "--to", backup)
        assert good, said
        assert (backup / "manifest.json").exists()
    with check("a second copy does not overwrite the first"):
        good, said = tool(server, "backup", "--to", backup)
        assert not good and str(backup) in said, said
    world.ann.say(world.channel, "too late")
    with check("nothing is restored over a server's data"):
        good, said = tool(server, "restore", "--from", backup)
        assert not good and "not empty" in said, said
        world.ann.get("/users/me")
    if server.database:
        with check("nor into a database that has rows, even from an empty folder"):
            other = muster.Server(server.config, database=server.database)
            good, said = tool(other, "restore", "--from", backup)
            assert not good and "not empty" in said, said
    with check("a copy that is not whole is refused"):
        lost = Path(next(path for path in (backup / "files").rglob("*") if path.is_file()))
        bytes_lost = lost.read_bytes()
        lost.unlink()
        good, said = tool(muster.Server(server.config), "restore", "--from", backup)
        assert not good and "files" in said, said
        lost.write_bytes(bytes_lost)
        good, said = tool(muster.Server(server.config), "restore", "--from", backup / "files")
        assert not good and "no whole backup" in said, said
    with check("a restored server on the same kind of database has everything, and is checked"):
        database = postgres.fresh(server.database) if server.database else None
        same(world, restored(server, backup, database), root, file, content)
    if server.database:
        with check("what was in PostgreSQL is restored into the embedded database"):
            same(world, restored(server, backup, None), root, file, content)
    else:
        with check("what was in the embedded database is restored into PostgreSQL"), postgres.cluster() as url:
            same(world, restored(server, backup, postgres.fresh(url)), root, file, content)
