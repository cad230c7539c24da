"""`muster-load topology` the way a person has it: `up` with names that are none, an `up` that is killed, `down --keep` and
what goes on from there. Nothing runs after `down`, and nothing is left on the disk.

`topology.Topology` stays attached to its deployment and takes it down by itself; here the commands have to do that.
"""

import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import people
import topology
from checks import check, equal
from crowd import ask
from leftovers import processes, still

# A node, its database and a proxy.
SMALL = ("--app", "1", "--db", "1", "--bus", "0", "--search", "0", "--proxy", "1")
UP_LIMIT_S, SAY_LIMIT_S = 400, 120
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
        named = ["muster=%s" % topology.muster.binary(), topology.install("proxy")]
        return [word for one in named for word in ("--program", one)]

    def up(self):
        return self.must("up", *self.shape, *self.flags, *self.programs(), limit=UP_LIMIT_S)

    def parts(self):
        return {one["name"]: one for one in json.loads(self.say("status", "--json").stdout)}

    def __enter__(self):
        return self

    def __exit__(self, *why):
        if (self.place / "topology.json").exists():
            self.say("down")
        shutil.rmtree(self.home, ignore_errors=True)
        topology.Ports.taken.discard(self.base)


def run(config):
    refusals()
    killed_while_it_starts(config)
    kept(config)


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
