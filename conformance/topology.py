"""Several nodes that act as one server, for the conformance tests: `muster-load topology` brings the real programs up
and takes them down; this is its handle. Standard library only."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import muster

# Slow passwords are not what is tested, and a development build makes them slower.
QUICK = "password.hash_rounds=1000"
START_LIMIT_S = 300
# What a part needs: the program, and the script of the project that installs it and prints where it is.
SCRIPTS = {"bus": ("nats-server", "nats"), "search": ("opensearch", "opensearch"), "s3": ("versitygw", "versitygw"),
           "proxy": ("nginx", "nginx"), "prometheus": ("prometheus", "prometheus")}
PORTS_FROM, PORTS_TO, PORTS = 25_000, 26_000, 100


def lab():
    """The lab's program: `MUSTER_LOAD_BIN`, else the build beside the server's."""
    named = os.environ.get("MUSTER_LOAD_BIN")
    program = Path(named) if named else muster.binary().with_name("muster-load")
    if not program.exists():
        sys.exit("no %s: run `cargo build -p muster-load`, or set MUSTER_LOAD_BIN" % program)
    return program


def install(kind):
    """Runs the script that installs what a part needs, which does nothing when it is there: NAME=PATH."""
    name, script = SCRIPTS[kind]
    path = muster.ROOT / "scripts" / script
    done = subprocess.run([path, "program"], check=True, stdout=subprocess.PIPE, text=True)
    return "%s=%s" % (name, done.stdout.strip().splitlines()[-1])


class Ports:
    """Hundreds of ports that nobody else in this process was given."""

    taken, lock = set(), threading.Lock()

    @classmethod
    def take(cls):
        with cls.lock:
            # By chance, because another test may be choosing at this moment.
            for base in random.sample(range(PORTS_FROM, PORTS_TO, PORTS), (PORTS_TO - PORTS_FROM) // PORTS):
                if base not in cls.taken and not any(map(listens, (base, base + 10, base + 50, base + 60))):
                    cls.taken.add(base)
                    return base
        raise AssertionError("all ports from %d to %d are taken" % (PORTS_FROM, PORTS_TO))


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Topology:
    """`muster-load topology`: a context manager. `url` is the proxy's; what `muster.Server` tells, it tells, too."""

    def __init__(self, config=None, env=None, app=3, jobs=0, db=1, bus=1, search=0, proxy=1, s3=False,
                 isolate=(), pin=False, program=None):
        self.app, self.base = app, Ports.take()
        self.folder = Path(tempfile.mkdtemp(prefix="muster-cluster."))
        # The folder is the topology's: its databases run as another account, who must get through.
        self.folder.chmod(0o755)
        self.place = self.folder / "topology"
        self.port = self.base
        self.url = "http://127.0.0.1:%d" % self.port
        self.isolated, self.process = isolate, None
        self.metrics_urls = ["http://%s:%d/metrics" % (self.host(at), self.base + 30 + at - 1) for at in range(1, app + 1)]
        counts = dict(app=app, db=db, bus=bus, search=search, proxy=proxy)
        self.flags = [word for name, count in counts.items() for word in ("--%s" % name, str(count))]
        self.flags += ["--jobs", str(jobs)] * bool(jobs)
        self.flags += ["--port", str(self.base), "--set", QUICK] + ["--s3"] * s3 + ["--pin"] * pin
        self.flags += [word for pair in settings(env) for word in ("--set", pair)]
        self.flags += ["--isolate", ",".join(isolate)] if isolate else []
        self.flags += ["--settings", str(config)] if config else []
        # The server's program, where it is not the one that the tests are for.
        self.program = program or muster.binary()
        self.needs = ["proxy"] + ["bus"] * bool(bus) + ["search"] * bool(search) + ["s3"] * s3

    def host(self, at):
        """As the plan gives addresses to nodes in networks of their own."""
        is_isolated = "app-%d" % at in self.isolated
        return "10.213.%d.%d" % (self.base // 100 % 250, 10 + at) if is_isolated else "127.0.0.1"

    def node(self, at):
        """The address of one node, past the proxy."""
        return self.component("app-%d" % at)["address"]

    def database(self, at=1):
        return self.component("db-%d" % at)["address"]

    def start(self):
        programs = ["muster=%s" % self.program, *map(install, self.needs)]
        line = [lab(), "topology", "up", "--attach", "--folder", self.place, *self.flags,
                *(word for program in programs for word in ("--program", program))]
        self.errors = open(self.folder / "up.log", "w+")
        # It takes everything down when it is told to end, and it is told when this process dies.
        self.process = subprocess.Popen(list(map(str, line)), stdout=subprocess.PIPE, stderr=self.errors, text=True,
                                        preexec_fn=muster.die_with_us, start_new_session=True)
        limit = threading.Timer(START_LIMIT_S, self.process.kill)
        limit.start()
        said = []
        for line in self.process.stdout:
            said.append(line)
            if line.startswith("It answers at"):
                break
        limit.cancel()
        if self.process.poll() is not None or not (said and said[-1].startswith("It answers at")):
            self.process.wait()
            raise AssertionError("the topology does not come up: %s" % (self.folder / "up.log").read_text())
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return self

    def say(self, command, *words, limit=60, check=True):
        """Runs a subcommand; what it said."""
        line = [lab(), "topology", command, "--folder", self.place, *words]
        done = subprocess.run(list(map(str, line)), capture_output=True, text=True, timeout=limit)
        if check and done.returncode != 0:
            raise AssertionError("topology %s: %s" % (" ".join((command, *words)), done.stderr.strip() or done.stdout))
        return done.stdout

    def status(self):
        return json.loads(self.say("status", "--json", check=False))

    def component(self, name):
        if not hasattr(self, "known"):
            self.known = {one["name"]: one for one in self.status()}
        return self.known[name]

    def cpu_seconds(self, kind="app-"):
        """Processor time that each component of a kind has used."""
        ticks = os.sysconf("SC_CLK_TCK")
        ours = [one for one in self.status() if one["name"].startswith(kind)]
        return {one["name"]: (one["cpu_ticks"] or 0) / ticks for one in ours}

    def tail(self, lines=12):
        """The ends of the nodes' logs."""
        text = []
        for path in sorted((self.place / "logs").glob("app-*.log")):
            text += ["-- %s" % path.name, *path.read_text(errors="replace").splitlines()[-lines:]]
        return "\n".join(text)

    def kill(self, *names):
        self.say("kill", *names)

    def stop(self, *names):
        self.say("stop", *names)

    def begin(self, *names):
        self.say("start", *names, limit=START_LIMIT_S)

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *why):
        try:
            keep = os.environ.get("MUSTER_KEEP_LOGS")
            if keep and (self.place / "logs").exists():
                shutil.copytree(self.place / "logs", Path(keep) / self.folder.name, dirs_exist_ok=True)
            if self.process:
                self.process.send_signal(signal.SIGTERM)
                self.process.wait(START_LIMIT_S)
            left = (self.place / "topology.json").exists()
            assert not left, "the topology was not taken down: %s" % (self.folder / "up.log").read_text()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
            Ports.taken.discard(self.base)


def settings(env):
    """`MUSTER_LINKS_ENABLE_PREVIEWS=true` of a single server as `links.enable_previews=true`."""
    for name, value in (env or {}).items():
        section, _, key = name.removeprefix("MUSTER_").lower().partition("_")
        yield "%s.%s=%s" % (section, key, value)
