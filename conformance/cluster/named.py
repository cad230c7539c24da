"""Deployments by their published names, the way a person has them: `muster-load topology up 2XL.222`, other commands that
look at it, break it and mend it, and `down`. Nothing runs afterwards, and nothing is left on the disk.

`topology.Topology` stays attached to its deployment and takes it down by itself; here the commands have to do that.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

import checks
import people
import postgres
import topology
from checks import check, equal
from crowd import Listener, ask, stored
from leftovers import processes, still
from revocation import finds, upload

SHORT, LONG = ("2XL.222",), ("2XL.222", "4XL.662")
# What a name does not say and stands for all the same.
BESIDE = {"bus": 1, "files": 1, "prometheus": 1, "proxy": 1}
# A node of the size of a laptop's test; a search server needs no more time than a whole topology.
SMALL = ("--app", "1", "--db", "1", "--bus", "0", "--search", "0", "--proxy", "1")
UP_LIMIT_S, SAY_LIMIT_S = 400, 120
# How long until everybody heard of a post, until a search server has it, and until a reader of the database follows.
HEARD_WITHIN_S, INDEXED_WITHIN_S, FOLLOWED_WITHIN_S = 15, 40, 15
# Until search servers have a copy of each index.
GREEN_WITHIN_S = 60
# Searches look through what changed of late in the database as well; what is older was found in the index.
OF_LATE_S = 5
SEARCHED = 'muster_search_server_request_seconds_count{request="search"'
FAMILIES = "L, XL, 2XL, 4XL"
# A wrong word, and what the refusal has to say of it.
REFUSED = {
    "9XL.999": "there is no family `9XL`; write FAMILY.ABC, the family of " + FAMILIES,
    "2XL": "it does not say how many nodes",
    "2XL.22": "its nodes are not three digits",
    "2XL.000": "nothing works without an application node",
    "2XL.922": None,
    "2XL.992": "--db takes 0 to 8, not 9",
    "2XL.202": "several nodes need a database that they share",
}


class Deployment:
    """A folder and ports of its own; a context manager after which nothing of it runs or lies about."""

    def __init__(self, *shape, settings=None):
        self.shape, self.base = shape, topology.Ports.take()
        self.home = Path(tempfile.mkdtemp(prefix="muster-named."))
        self.home.chmod(0o755)
        self.place = self.home / "topology"
        self.url = "http://127.0.0.1:%d" % self.base
        self.flags = ["--port", str(self.base), "--set", topology.QUICK]
        self.flags += ["--settings", str(settings)] if settings else []

    def words(self, command, *words):
        return list(map(str, [topology.lab(), "topology", command, "--folder", self.place, *words]))

    def say(self, command, *words, limit=SAY_LIMIT_S):
        """A subcommand's end: `returncode`, and all that it said as `stdout`."""
        return subprocess.run(self.words(command, *words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=limit)

    def must(self, command, *words, limit=SAY_LIMIT_S):
        done = self.say(command, *words, limit=limit)
        assert done.returncode == 0, "topology %s: %s" % (command, done.stdout.strip()[-600:])
        return done.stdout

    def programs(self):
        wanted = topology.SCRIPTS if len(self.shape) == 1 else ["proxy"]
        named = ["muster=%s" % topology.muster.binary(), *map(topology.install, wanted)]
        return [word for one in named for word in ("--program", one)]

    def up(self):
        return self.must("up", *self.shape, *self.flags, *self.programs(), limit=UP_LIMIT_S)

    def parts(self):
        return {one["name"]: one for one in json.loads(self.say("status", "--json").stdout)}

    def addresses(self, kind):
        return [one["address"] for name, one in self.parts().items() if name.startswith(kind + "-")]

    def tail(self, lines=8):
        text = []
        for path in sorted((self.place / "logs").glob("app-*.log")):
            text += ["-- %s" % path.name, *path.read_text(errors="replace").splitlines()[-lines:]]
        return "\n".join(text)

    def __enter__(self):
        return self

    def __exit__(self, *why):
        keep = os.environ.get("MUSTER_KEEP_LOGS")
        if keep and (self.place / "logs").exists():
            shutil.copytree(self.place / "logs", Path(keep) / self.home.name, dirs_exist_ok=True)
        if (self.place / "topology.json").exists():
            self.say("down")
        shutil.rmtree(self.home, ignore_errors=True)
        topology.Ports.taken.discard(self.base)


def run(options, config):
    refusals()
    killed_while_it_starts(config)
    kept(config)
    for name in LONG if options.long else SHORT:
        whole(name, config)


def refusals():
    with Deployment() as none:
        for name, why in REFUSED.items():
            with check("topology: `up %s` is %s" % (name, "refused with what is wrong" if why else "understood")):
                # A plan needs no programs, so that only the name is judged.
                done = none.say("up", name, "--plan")
                said = " ".join(done.stdout.split())
                assert (done.returncode == 0) is (why is None) and (why or "app-9") in said, said[:300]
        with check("topology: commands for one that is not there say so"):
            for command in ("status", "down", "start", "roll"):
                done = none.say(command)
                assert done.returncode != 0 and "there is no topology in %s" % none.place in done.stdout, done.stdout
        with check("topology: what was refused leaves nothing"):
            equal(list(none.home.iterdir()), [])


def whole(name, config):
    """From one command to its address, used, broken, mended, ended."""
    before = checks.failures
    with check("%s: to the end" % name), Deployment(name, settings=config) as one:
        with check("%s: one command starts all of it" % name):
            began = time.monotonic()
            said = one.up()
            print("   up within %.0f s" % (time.monotonic() - began), flush=True)
            assert "It answers at %s" % one.url in said, said
        with check("%s: its parts are those of the name, and all work" % name):
            # Where a node exporter is installed, the Prometheus reads the machine, too.
            parts = {part: each["trouble"] for part, each in one.parts().items() if part != "node-1"}
            equal(parts, dict.fromkeys(expected(name)))
            equal(one.say("status").returncode, 0)
        world = used(name, one)
        twice(name, one)
        broken(name, one, world)
        if checks.failures > before:
            print("the nodes' logs end with:\n" + one.tail(), flush=True)
        ended(name, one)


def expected(name):
    app, database, search = map(int, name.split(".")[1])
    counts = {"app": app, "db": database, "search": search, **BESIDE}
    return {"%s-%d" % (kind, at) for kind, count in counts.items() for at in range(1, count + 1)}


def used(name, one):
    nodes, word = one.addresses("app"), "quinquereme"
    with check("%s: it is healthy through its proxy, database, files and search included" % name):
        status, answer = ask(one.url, "GET", "/system/ping?get_server_status=true")
        told = {key: answer.get(key) for key in ("status", "database_status", "filestore_status", "ActiveSearchBackend")}
        equal((status, told), (200, {"status": "OK", "database_status": "OK", "filestore_status": "OK",
                                     "ActiveSearchBackend": "opensearch"}))
    world = people.World(one.url)
    listeners = [Listener(node, world.ben, [world.channel]) for node in nodes]
    for listener in listeners:
        listener.start()
    said = {}
    with check("%s: a post sent through each node is read through each" % name):
        assert all(listener.ready.wait(20) for listener in listeners), "no hello"
        for at, node in enumerate(nodes, 1):
            form = {"channel_id": world.channel, "message": "%s of node %d" % (word, at)}
            status, post = ask(node, "POST", "/posts", form, world.ann.token)
            equal(status, 201)
            said[post["id"]] = post["message"]
        everywhere(nodes, world, said)
    with check("%s: and heard by sockets of each" % name):
        equal([listener.has(world.channel, list(said), HEARD_WITHIN_S) for listener in listeners], [[]] * len(nodes))
    for listener in listeners:
        listener.stop()
    followed(name, one, said)
    indexed(name, one, world, word, len(said))
    kept_in_the_store(name, one, world)
    scraped(name, one)
    return world


def everywhere(nodes, world, said):
    for node in nodes:
        for id, message in said.items():
            status, post = ask(node, "GET", "/posts/" + id, None, world.ben.token)
            equal((node, status, (post or {}).get("message")), (node, 200, message))
        listed = dict(stored(node, world.ben, world.channel))
        equal((node, {id: listed.get(id) for id in said}), (node, said))


def until(holds, within):
    """Waits for the value that a function gives to be true; its last one."""
    limit = time.monotonic() + within
    while not (got := holds()) and time.monotonic() < limit:
        time.sleep(0.3)
    return got


def followed(name, one, said):
    writer, *readers = one.addresses("db")
    if not readers:
        return
    count = "SELECT count(*) FROM posts WHERE message LIKE '%% of node %%'"
    with check("%s: %d databases follow the writer and have the posts" % (name, len(readers))):
        equal(postgres.execute(writer, "SELECT pg_is_in_recovery()"), [["f"]])
        for reader in readers:
            equal(postgres.execute(reader, "SELECT pg_is_in_recovery()"), [["t"]])
            whole = until(lambda: postgres.execute(reader, count) == [[str(len(said))]], FOLLOWED_WITHIN_S)
            assert whole, "%s has %s" % (reader, postgres.execute(reader, count))


def indexed(name, one, world, word, count):
    """In the search servers themselves, not only by way of the API, which looks into the database, too."""
    servers, nodes = one.addresses("search"), one.addresses("app")
    with check("%s: its search servers are one cluster" % name):
        for server in servers:
            # Yellow while the copies of new indexes are made.
            green = until(lambda: fetched(server + "/_cluster/health")["status"] == "green", GREEN_WITHIN_S)
            equal((fetched(server + "/_cluster/health")["number_of_nodes"], green), (len(servers), True))
    with check("%s: each of them has the posts in its index" % name):
        path = "/muster-posts-f1/_count?" + urllib.parse.urlencode({"q": "words:" + word})
        for server in servers:
            assert until(lambda: fetched(server + path)["count"] == count, INDEXED_WITHIN_S), fetched(server + path)
    time.sleep(OF_LATE_S + 1)
    with check("%s: a search through each node asks them and finds the posts" % name):
        before = searched(one)
        equal([finds(node, world.team, word, world.ben.token) for node in nodes], [count] * len(nodes))
        equal([after > was for was, after in zip(before, searched(one))], [True] * len(nodes))


def fetched(address):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(address, timeout=20) as answer:
        return json.loads(answer.read())


def searched(one):
    """Searches that each node asked of a search server."""
    counts, opener = [], urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for at in range(len(one.addresses("app"))):
        with opener.open("http://127.0.0.1:%d/metrics" % (one.base + 30 + at), timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        counts.append(sum(float(line.split()[-1]) for line in lines if line.startswith(SEARCHED)))
    return counts


def kept_in_the_store(name, one, world):
    first, *_, last = one.addresses("app")
    with check("%s: a file goes into the object store through one node and comes out through another" % name):
        objects = one.place / "files-1/objects/muster"
        before = len(list(objects.rglob("*")))
        file = upload(first, world.ann, world.channel)
        world.ann.say(world.channel, "a picture", file_ids=[file])
        equal(ask(last, "GET", "/files/" + file, None, world.ben.token)[0], 200)
        assert len(list(objects.rglob("*"))) > before, "the object store has nothing new"


def scraped(name, one):
    with check("%s: its Prometheus reads every node" % name):
        query = one.addresses("prometheus")[0] + "/api/v1/query?query=" + urllib.parse.quote('up{job="app"} == 1')
        nodes = len(one.addresses("app"))
        assert until(lambda: len(fetched(query)["data"]["result"]) == nodes, 30), fetched(query)


def twice(name, one):
    with check("%s: `up` a second time is refused, and nothing is touched" % name):
        before = {part: each["pid"] for part, each in one.parts().items()}
        done = one.say("up", *one.shape, *one.flags, *one.programs())
        assert done.returncode != 0 and "there is a topology in %s already" % one.place in done.stdout, done.stdout
        assert "`topology start` goes on with it, `topology down` ends it" in done.stdout, done.stdout
        equal({part: each["pid"] for part, each in one.parts().items()}, before)
    with check("%s: nor does another one take its ports" % name):
        with Deployment(*one.shape) as other:
            done = other.say("up", *one.shape, *one.flags, *one.programs())
            assert done.returncode != 0 and re.search(r"port \d+ of \S+ is not free", done.stdout), done.stdout
            equal(list(other.home.iterdir()), [])
        equal(one.say("status").returncode, 0)


def broken(name, one, world):
    """Parts are killed by their number, as the kernel does when memory ends, not by the lab's own command."""
    for victims in (["app-2"], ["proxy-1"], ["search-2", "db-2"]):
        with check("%s: %s, killed, is told; `start` brings it back, and nothing else restarts" % (
                name, " and ".join(victims))):
            before = one.parts()
            for victim in victims:
                os.kill(before[victim]["pid"], signal.SIGKILL)
            dead = until(lambda: sorted(part for part, each in one.parts().items()
                                        if each["trouble"] == "it ended by itself") == sorted(victims), 10)
            assert dead, {part: each["trouble"] for part, each in one.parts().items()}
            assert one.say("status").returncode != 0, "status says that all is well"
            done = one.say("up", *one.shape, *one.flags, *one.programs())
            assert done.returncode != 0 and "`topology start` goes on with it" in done.stdout, done.stdout
            one.must("start", limit=UP_LIMIT_S)
            after = one.parts()
            equal({part: each["trouble"] for part, each in after.items()}, dict.fromkeys(before))
            equal({part for part in before if before[part]["pid"] != after[part]["pid"]}, set(victims))
    with check("%s: after that a post goes through each node to all" % name):
        nodes = one.addresses("app")
        forms = [{"channel_id": world.channel, "message": "mended %d" % at} for at in range(len(nodes))]
        posts = [ask(node, "POST", "/posts", form, world.ann.token) for node, form in zip(nodes, forms)]
        equal([status for status, _ in posts], [201] * len(nodes))
        everywhere(nodes, world, {post["id"]: post["message"] for _, post in posts})


def ended(name, one):
    with check("%s: `down` ends every process and leaves nothing on the disk" % name):
        ours = processes(one.place)
        assert len(ours) >= len(one.parts()), ours
        one.must("down")
        equal(still(ours), [])
        equal(processes(one.place), {})
        equal(list(one.home.iterdir()), [])
    with check("%s: `down` a second time says that there is none" % name):
        done = one.say("down")
        assert done.returncode != 0 and "there is no topology in %s" % one.place in done.stdout, done.stdout


def killed_while_it_starts(config):
    with Deployment(*SMALL, settings=config) as one:
        with check("topology: what an `up` that was killed had started is known, and `down` ends it"):
            line = one.words("up", *one.shape, *one.flags, *one.programs())
            starting = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            try:
                # The database is there, and the node is not.
                assert starting.stdout.readline().startswith("db-1"), "no database"
            finally:
                starting.kill()
                starting.communicate()
            running = processes(one.place)
            assert running, "nothing runs"
            one.must("down")
            equal((still(running), processes(one.place), list(one.home.iterdir())), ([], {}, []))


def kept(config):
    with Deployment(*SMALL, settings=config) as one:
        with check("topology: `down --keep` leaves data and logs, and `start` goes on with them"):
            one.up()
            world = people.World(one.url)
            post = world.ann.say(world.channel, "kept")["id"]
            running = processes(one.place)
            one.must("down", "--keep")
            equal((still(running), processes(one.place)), ([], {}))
            assert (one.place / "logs/app-1.log").stat().st_size > 0, "the log is gone"
            equal({part["trouble"] for part in one.parts().values()}, {"stopped"})
            one.must("start", limit=UP_LIMIT_S)
            equal(ask(one.url, "GET", "/posts/" + post, None, world.ben.token)[1]["message"], "kept")
        with check("topology: `down` ends the workers of a proxy that was killed, and removes what was kept"):
            os.kill(one.parts()["proxy-1"]["pid"], signal.SIGKILL)
            running = processes(one.place)
            one.must("down")
            equal((still(running), processes(one.place), list(one.home.iterdir())), ([], {}, []))
