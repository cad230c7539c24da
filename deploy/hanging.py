"""A node that hangs behind the proxies of deploy/: two nodes, real proxies with the shipped settings, one node frozen.

`deploy/check --hanging` runs it. Within 3 s no request may go to the node any more, and its clients must be at the other.
"""

import contextlib
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "conformance"), str(ROOT / "conformance/cluster")]
import muster  # noqa: E402
import people  # noqa: E402
import topology  # noqa: E402
from checks import check  # noqa: E402
from crowd import Listener, ask  # noqa: E402

# From the moment at which a node stops to that from which on it must not be asked any more.
OUT_WITHIN_S = 3
# A client whose socket is closed dials again after half a second, and the check itself looks now and then.
MOVE_S = 1.5
# Callers whom the proxies spread over both nodes by their names: not one side may be empty.
CALLERS = 24
LISTENERS = 8
WATCH_S = 8
ANSWERED = "mattermost_http_requests_total"


def program(name):
    found = subprocess.run([ROOT / "scripts" / name, "program"], capture_output=True, text=True)
    return found.stdout.split("\n")[0] if found.returncode == 0 else None


def addresses(cluster):
    return [cluster.node(at).removeprefix("http://") for at in (1, 2)]


@contextlib.contextmanager
def running(*words, log):
    with open(log, "w") as out:
        process = subprocess.Popen(list(map(str, words)), stdout=out, stderr=out, preexec_fn=muster.die_with_us)
        try:
            yield process
        finally:
            process.terminate()
            process.wait(30)


@contextlib.contextmanager
def haproxy(cluster, folder):
    port = muster.free_port()
    text = (HERE / "haproxy/haproxy.cfg").read_text()
    text = text.replace("bind 127.0.0.1:8080", "bind 127.0.0.1:%d" % port)
    text = text.replace("bind 127.0.0.1:8404", "bind 127.0.0.1:%d" % muster.free_port())
    nodes = "".join("    server node%d %s\n" % (at + 1, one) for at, one in enumerate(addresses(cluster)))
    text = re.sub(r"(?m)^    server node1 .*\n    # server node2 .*\n", nodes, text)
    (folder / "haproxy.cfg").write_text(text)
    with running(program("haproxy"), "-f", folder / "haproxy.cfg", log=folder / "haproxy.log"):
        yield "http://127.0.0.1:%d" % port


@contextlib.contextmanager
def nginx(cluster, folder):
    port, place = muster.free_port(), folder / "nginx"
    shutil.copytree(HERE / "nginx", place)
    (place / "temp").mkdir()
    (place / "listen.conf").write_text("listen 127.0.0.1:%d;\n" % port)
    line = "    server %s max_fails=2 fail_timeout=5s;\n"
    text = re.sub(r"(?m)^    server .*\n    # server .*\n", "".join(line % one for one in addresses(cluster)),
                  (HERE / "nginx/upstream.conf").read_text())
    (place / "upstream.conf").write_text(text)
    words = [program("nginx"), "-p", "%s/" % place, "-c", place / "nginx.conf", "-e", "stderr"]
    # Its workers are of another account, where this one is root.
    for path in (folder, place, place / "temp"):
        path.chmod(0o777)
    with running(*words, "-g", "daemon off;", log=folder / "nginx.log"):
        until(lambda: (place / "nginx.pid").exists(), "nginx writes down who it is")
        with running(place / "watch", place / "upstream.conf", place / "nginx.pid", log=folder / "watch.log"):
            yield "http://127.0.0.1:%d" % port


def until(holds, what, limit_s=15):
    limit = time.monotonic() + limit_s
    while not holds():
        assert time.monotonic() < limit, "in vain: %s" % what
        time.sleep(0.05)


class Caller(threading.Thread):
    """Asks for the health again and again, by a name of its own: which node answers is the proxy's choice."""

    def __init__(self, url):
        super().__init__(daemon=True)
        self.url, self.name_of_mine = url, secrets.token_hex(8)
        self.bad, self.asked, self.over = [], 0, threading.Event()

    def run(self):
        while not self.over.wait(0.2):
            began = time.monotonic()
            status, _ = ask(self.url, "GET", "/system/ping", token=self.name_of_mine, limit=1)
            self.asked += 1
            if status != 200:
                self.bad.append(began)


def hang(name, cluster, url, world):
    until(lambda: ask(url, "GET", "/system/ping")[0] == 200, "%s passes on" % name)
    # Sessions of their own: the proxies choose a node by them.
    listeners = []
    for _ in range(LISTENERS):
        world.ann.login()
        person = people.Person.__new__(people.Person)
        person.__dict__.update(world.ann.__dict__)
        listeners.append(Listener(url, person, [world.channel]))
    callers = [Caller(url) for _ in range(CALLERS)]
    for one in (*listeners, *callers):
        one.start()
    assert all(one.ready.wait(20) for one in listeners), "no hello"
    time.sleep(2)
    at_node = told(cluster, "mattermost_http_websockets_total")
    frozen_at = time.monotonic()
    cluster.say("freeze", "app-2")
    try:
        time.sleep(OUT_WITHIN_S + MOVE_S)
        moved = sum(one.anew + one.resumed > 0 for one in listeners)
        time.sleep(WATCH_S - OUT_WITHIN_S - MOVE_S)
        with check("%s: no request goes to a node that hangs for longer than %d s" % (name, OUT_WITHIN_S)):
            bad = [at - frozen_at for one in callers for at in one.bad]
            before, late = [at for at in bad if at < -1], [at for at in bad if at > OUT_WITHIN_S]
            assert any(-1 <= at <= OUT_WITHIN_S for at in bad), "nobody was at the node that hung"
            assert not before and not late, "before: %s; late: %s" % (before, late)
            print("   %s: the last request that failed began %.1f s after it" % (name, max(bad)), flush=True)
        with check("%s: clients of a node that hangs are moved" % name):
            assert 0 < at_node <= moved, "%d sockets were there, %d clients moved within %.1f s" % (
                at_node, moved, OUT_WITHIN_S + MOVE_S)
    finally:
        cluster.say("thaw", "app-2")
        for one in callers:
            one.over.set()
        for one in listeners:
            one.stop()
    with check("%s: a node that answers again is asked again" % name):
        before = told(cluster, ANSWERED)
        until(lambda: reached(cluster, url, before), "the node gets requests", limit_s=20)


def told(cluster, name):
    """A metric of the second node."""
    with urllib.request.urlopen(cluster.metrics_urls[1], timeout=5) as page:
        text = page.read().decode()
    return sum(float(value) for value in re.findall(r"(?m)^%s(?:{.*})? (\S+)$" % name, text))


def reached(cluster, url, before):
    for _ in range(CALLERS):
        ask(url, "GET", "/users/me", token=secrets.token_hex(8), limit=2)
    # The proxy's own questions are some two a second.
    return told(cluster, ANSWERED) - before >= CALLERS


def run():
    os.environ.setdefault("NO_PROXY", "127.0.0.1")
    with topology.Topology(config=ROOT / "conformance/parity/server.toml", app=2) as cluster:
        world = people.World(cluster.url)
        for name, proxy in (("haproxy", haproxy), ("nginx", nginx)):
            if not program(name):
                print("-- left out: %s: not installed" % name, flush=True)
                continue
            with check("%s: to the end" % name), tempfile.TemporaryDirectory() as folder:
                with proxy(cluster, Path(folder)) as url:
                    hang(name, cluster, url, world)
