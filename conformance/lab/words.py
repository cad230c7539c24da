#!/usr/bin/env python3
"""Bad input of every command ends it at once, in a sentence, with exit status 1: no server, something else in its place, a
wrong password, nobody there, files that do not read."""

import contextlib
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# First: it says where the next ones are.
import stand
import muster
from checks import check, equal

FEW = {
    "init": [],
    "generate": ["--users", "5", "--teams", "1", "--channels", "2", "--posts", "4"],
    "bounded": ["--users", "5", "--duration", "5s"],
    "levels": ["--levels", "5", "--duration", "5s"],
    "ceiling": ["--users", "5", "--within", "20s"],
    "compare": ["--users", "5", "--duration", "5s", "--repeats", "1", "--warm-ups", "0"],
}
MEASURING = [command for command in FEW if command not in ("init", "generate")]
# From here on a sentence was late.
AT_ONCE_S = 30


def flags_of(lab, command, url):
    more = ["--state", lab.folder / ("state-%d.json" % lab.runs)] if command == "generate" else []
    if command in stand.COMPARISONS:
        more = ["--base-url", url, "--new-url", url]
    return FEW[command] + more


def refused(lab, url, words, commands=FEW, **account):
    """Every command ends with status 1 and these words; all of them side by side."""
    runs = [(one, lab.begin(one, *flags_of(lab, one, url), url=url, **account)) for one in commands]
    for command, run in runs:
        status, said = run.end(AT_ONCE_S)
        last = said.strip().split("\n")[-1]
        assert status == 1 and last.startswith("muster-load: ") and words in last, "%s: %s, %s" % (command, status, said)


@contextlib.contextmanager
def answering(answer):
    """A web server that answers whatever `answer` gives for a path."""
    class Page(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def reply(self):
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = answer(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = do_DELETE = reply

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield "http://127.0.0.1:%d" % server.server_port
    server.shutdown()


@contextlib.contextmanager
def speaking(text):
    """A server of another protocol, which says this and hangs up; nothing at all when `text` is None."""
    door = socket.create_server(("127.0.0.1", 0), backlog=64)
    held = []

    def serve():
        while True:
            try:
                caller, _ = door.accept()
            except OSError:
                return
            held.append(caller)
            if text is not None:
                caller.sendall(text)
                caller.close()

    threading.Thread(target=serve, daemon=True).start()
    yield "http://127.0.0.1:%d" % door.getsockname()[1]
    door.close()


def ping_only(path):
    return b'{"status":"OK"}' if path.startswith("/api/v4/system/ping") else b"{}"


def no_server(lab):
    with check("an address without a server is named by every command"):
        refused(lab, "http://127.0.0.1:%d" % muster.free_port(), "cannot be reached")
    with check("what is no address of a web server is named by every command"):
        runs = [(one, lab.begin(one, *flags_of(lab, one, "chat.example"), url="chat.example")) for one in FEW]
        for command, run in runs:
            status, said = run.end(AT_ONCE_S)
            assert status == 2 and '"chat.example" is no http:// or https:// address' in said, (command, status, said)
    with check("a page of something else is told from the API by every command"), answering(lambda _: b"<html>Hi") as url:
        refused(lab, url, "no server of this API")
    with check("so is {} to everything"), answering(lambda _: b"{}") as url:
        refused(lab, url, "no server of this API")
    with check("a ping that is right and {} to all else is no server either"), answering(ping_only) as url:
        refused(lab, url, "there is no Token header")
    with check("another protocol is no server"), speaking(b"SSH-2.0-OpenSSH_9.2\r\n") as url:
        refused(lab, url, "cannot be reached")
    with check("a server that takes calls and never answers is given up"), speaking(None) as url:
        refused(lab, url, "cannot be reached")


def nobody_there(command):
    with check("an empty server is told from one with another password by %s" % command), stand.empty() as lab:
        refused(lab, lab.server.url, "nobody has an account there", [command])


def accounts(lab):
    lab.init()
    with check("a wrong password is told by every command that measures"):
        refused(lab, lab.server.url, "cannot sign in", MEASURING, password="wrong")
    with check("and by those that fill a server"):
        refused(lab, lab.server.url, "401", ["init", "generate"], password="wrong")
    with check("an account that is no administrator fills nothing"):
        refused(lab, lab.server.url, "does not administer the server", ["init", "generate"], login="lt0-1",
                password=stand.MEMBER_PASSWORD)


def sources(lab):
    few = FEW["bounded"]
    with check("a page without metrics, and a Prometheus that is none, end it before the first user"):
        for flag, words in (("--metrics-url", "tells no metrics"), ("--prometheus", "is no Prometheus")):
            status, said = lab.run("bounded", *few, flag, lab.server.url)
            assert status == 1 and words in said, said
    with check("files that do not read are named before the first user, with what is wrong in them"):
        cases = (
            ("--users-file", "people.txt", "lt0-1@example.com\n", "line 1: there is no password after the address"),
            ("--users-file", "nobody.txt", None, "nobody.txt"),
            ("--prices", "prices.json", '{"currency": "EUR", "parts": [{"name": "app", "count": -1}]}', "negative"),
            ("--sessions-file", "sessions.json", "no JSON", "sessions.json"),
            ("--ca", "ca.pem", "no certificate", "holds no certificate"),
        )
        for flag, name, text, words in cases:
            if text is not None:
                (lab.folder / name).write_text(text)
            status, said = lab.run("bounded", *few, flag, lab.folder / name)
            assert status == 1 and words in said, (flag, said)
    with check("files of the reference tool that do not hold together are named by their key"):
        folder = lab.folder / "config"
        folder.mkdir()
        status, said = lab.begin_plain("coordinator").end()
        assert status == 1 and "--config DIR is missing" in said, said
        status, said = lab.begin_plain("coordinator", "--config", folder).end()
        assert status == 1 and "holds no coordinator.json" in said, said
        for name, value, words in (("coordinator.json", {"NumUsersInc": 0}, "NumUsersInc"),
                                   ("config.json", {"UserControllerConfiguration": {"Type": "generative"}}, "generative"),
                                   ("simulcontroller.json", {"MinIdleTimeMs": 9, "AvgIdleTimeMs": 3}, "AvgIdleTimeMs")):
            (folder / name).write_text(json.dumps(value))
            status, said = lab.run("coordinator", "--config", folder)
            assert status == 1 and words in said, (name, said)
            (folder / name).write_text("{}")
    with check("a storm in a run that is too short for it, and a name that is no architecture, are refused"):
        status, said = lab.run("bounded", *few, "--login-storm", "20")
        assert status == 1 and "--duration of 60s or more" in said, said
        status, said = lab.run("ceiling-v2", "--architecture", "XL.2")
        equal(status, 2)
        assert "is no architecture" in said, said


def main():
    with stand.empty() as lab:
        no_server(lab)
        accounts(lab)
        sources(lab)
    for command in MEASURING:
        nobody_there(command)
    stand.finish()


main()
