"""The operator at the console: accounts are let in again with nobody's session, and an import misses nothing twice."""

import json
import zipfile

import muster
from backup import tool
from checks import check, equal
from people import PASSWORD, World

NEW = "An0ther-Passw0rd"
AT = 1_700_000_000_000
LAST = "api.user.last_administrator.app_error"


def signs_in(url, name, password):
    return muster.call(url, "POST", "/users/login", {"login_id": name, "password": password})[0] == 200


def history(folder, files):
    """A zip of a team with a post that has a file, as a program writes it that knows the format from afar."""
    lines = [
        {"type": "version", "version": 1},
        {"type": "team", "team": {"name": "fleet", "display_name": "Fleet", "type": "O"}},
        {"type": "channel", "channel": {"team": "Fleet", "name": "bridge", "type": "O"}},
        {"type": "user", "user": {"username": "Dot", "email": "Dot@example.test", "delete_at": None,
                                  "teams": [{"name": "fleet", "channels": [{"name": "bridge", "favorite": None}]}]}},
        {"type": "post", "post": {"team": "fleet", "channel": "Bridge", "user": "DOT", "message": "see the chart",
                                  "create_at": AT, "edit_at": None, "attachments": [{"path": "charts/sea.txt"}]}},
    ]
    path = folder / "history.zip"
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("import.jsonl", "\ufeff" + "\r\n".join(map(json.dumps, lines)) + "\r\n\r\n")
        for name, content in files.items():
            zipped.writestr(name, content)
    return path


def run(server):
    world = World(server.url)
    with check("the last administrator does not go by the API"):
        path = "/users/%s/" % world.boss.id
        equal(world.boss.put(path + "roles", {"roles": "system_user"}, status=400)["id"], LAST)
    server.stop()
    with check("the console asks for no session and does nothing by halves"):
        for command, good, said in [
            (("password", "boss", "--password", "x"), False, ""),
            (("deactivate", "boss"), False, "--force"),
            (("role", "boss", "user"), False, "--force"),
            (("password", "boss", "--password", NEW), True, ""),
            (("deactivate", "boss", "--force"), True, ""),
            (("create", "cid", "--email", "cid@example.test", "--password", NEW, "--admin"), True, "system_admin"),
            (("mfa-reset", "ann"), True, ""),
            (("unlock", "ann"), True, ""),
            (("sign-out", "ann"), True, ""),
        ]:
            done, answer = tool(server, "user", *command)
            assert done == good and said in answer, "%s: %s" % (command, answer)
    with check("an import says each time what is missing, and attaches it when it is there"):
        folder = server.data.parent
        for _ in range(2):
            done, answer = tool(server, "import", history(folder, {}))
            assert done and "charts/sea.txt is left out" in answer, answer
        for noted in ("byte order mark", "CR LF", "blank", "capital letters"):
            assert noted in answer, answer
        done, answer = tool(server, "import", history(folder, {"data\\Charts\\sea.txt": b"blue"}))
        assert done and "left out" not in answer and "1 files" in answer, answer
    server.start()
    with check("who was let in again signs in, and who was put out does not"):
        equal([signs_in(server.url, "cid", NEW), signs_in(server.url, "boss", NEW)], [True, False])
        world.ann.get("/users/me", status=401)
        world.ann.login()
        equal(signs_in(server.url, "ann", PASSWORD), True)
