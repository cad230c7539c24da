"""A running server for the conformance tests, and the Python environments that they need.

Standard library only: the tests themselves bring their clients from `environment`.
"""

import ctypes
import fcntl
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
from contextlib import contextmanager
from pathlib import Path

import postgres

ROOT = Path(__file__).resolve().parent.parent
START_LIMIT_S = 30
# The server promises to stop within 29 s of SIGTERM.
STOP_LIMIT_S = 35


def cache():
    """The folder for what is downloaded or built and can be made again."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    place = Path(base) / "muster"
    place.mkdir(parents=True, exist_ok=True)
    return place


def binary():
    """The server program: `MUSTER_BIN`, else the build in the target folder."""
    named = os.environ.get("MUSTER_BIN")
    if named:
        return Path(named).resolve()
    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target")
    found = [path for path in (target / "debug/muster", target / "release/muster") if path.exists()]
    if not found:
        sys.exit("no muster program under %s: run `cargo build -p muster`, or set MUSTER_BIN" % target)
    return max(found, key=lambda path: path.stat().st_mtime)


@contextmanager
def incomplete(place):
    """Whether the folder `place` has still to be made. What is made is complete afterwards; two tests never make it at
    once."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with open(place.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        missing = not (place / "complete").exists()
        if missing:
            shutil.rmtree(place, ignore_errors=True)
        yield missing
        (place / "complete").touch()


def environment(name, requirements):
    """The Python of a virtual environment that holds `requirements`; made on first use."""
    key = hashlib.sha256("\n".join([sys.version, *requirements]).encode()).hexdigest()[:12]
    place = cache() / "python" / ("%s-%s" % (name, key))
    python = place / "bin" / "python"
    with incomplete(place) as missing:
        if missing:
            print("installing %s for %s" % (", ".join(requirements), name), file=sys.stderr, flush=True)
            try:
                venv.create(place, with_pip=True)
            except (subprocess.CalledProcessError, SystemExit):
                sys.exit("python cannot make virtual environments: run scripts/setup, or install python3-venv")
            subprocess.run([python, "-m", "pip", "install", "--quiet", *requirements], check=True, stdout=sys.stderr)
    return python


def die_with_us():
    """In the child: ask the kernel for SIGTERM when the test is killed, so that no server is left behind."""
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


DATABASES = ("sqlite", "postgres")
# What a test may run against: one server on either database, or three nodes on PostgreSQL behind a proxy.
DEPLOYMENTS = (*DATABASES, "cluster")


@contextmanager
def databases(kind):
    """What `Server` is to be given as `database`: a function that makes an empty one, or `None` for the embedded one."""
    if kind == "sqlite":
        yield lambda: None
        return
    with postgres.cluster() as url:
        yield lambda: postgres.fresh(url)


@contextmanager
def deployments(kind):
    """A function that makes a deployment of this kind, given `config` and `env`: a context manager with its `url`."""
    if kind == "cluster":
        import topology
        yield topology.Topology
        return
    with databases(kind) as database:
        yield lambda config=None, env=None: Server(config=config, env=env, database=database())


class Server:
    """`muster serve` on a free loopback port with an empty data folder; a context manager.

    `database` is the address of a PostgreSQL database; without it the embedded one in the data folder is used.
    """

    def __init__(self, config=None, data=None, env=None, port=None, database=None):
        self.port, self.metrics_port = port or free_port(), free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        self.config, self.database, self.env = config, database, env or {}
        self.scratch = None if data else tempfile.TemporaryDirectory(prefix="muster-")
        self.data = Path(data or Path(self.scratch.name) / "data")
        self.data.mkdir(exist_ok=True)
        self.process = self.log = None

    def start(self):
        command = [binary(), "serve", *self.place()]
        self.log = open(self.data / "server.log", "ab")
        # MUSTER_… of the shell belongs to the scripts (a test's database, say); the server would take it for settings.
        shell = {name: value for name, value in os.environ.items() if not name.startswith("MUSTER_")}
        # Callbacks to this machine must not go through a proxy that the shell is set up for.
        env = {**shell, "NO_PROXY": "127.0.0.1", **self.env}
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=env, preexec_fn=die_with_us)
        limit = time.monotonic() + START_LIMIT_S
        while not self.answers():
            if self.process.poll() is not None:
                sys.exit("muster ended with %s at start:\n%s" % (self.process.returncode, self.tail()))
            if time.monotonic() > limit:
                self.kill()
                sys.exit("muster did not answer within %d s:\n%s" % (START_LIMIT_S, self.tail()))
            time.sleep(0.05)
        return self

    def place(self):
        """The arguments that name data and settings, for every subcommand.

        All settings stand in a file: what stands on the command line is shown to administrators as decided there.
        """
        text = Path(self.config).read_text() if self.config else ""
        text += "\n[service]\nsite_url = \"%s\"\nlisten = \"127.0.0.1:%d\"\n" % (self.url, self.port)
        text += "\n[metrics]\nlisten = \"127.0.0.1:%d\"\n" % self.metrics_port
        # More settings for every server, such as another search engine.
        text += os.environ.get("MUSTER_TEST_SETTINGS", "")
        if self.database:
            text += "\n[sql]\ndriver = \"postgres\"\ndata_source = \"%s\"\n" % self.database
        file = self.data.with_name(self.data.name + ".toml")
        file.write_text(text)
        return ["--data", self.data, "--config", file]

    def answers(self):
        try:
            opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
            with opener.open(self.url + "/api/v4/system/ping", timeout=2) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def stop(self):
        """Ends the server with SIGTERM; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                print("muster did not stop within %d s of SIGTERM" % STOP_LIMIT_S, file=sys.stderr)
                self.kill()
        return self.process.returncode

    def kill(self):
        self.process.kill()
        self.process.wait()

    def tail(self, lines=30):
        return "\n".join((self.data / "server.log").read_text(errors="replace").splitlines()[-lines:])

    def __enter__(self):
        return self.start()

    def __exit__(self, *why):
        self.stop()
        self.log.close()
        if self.scratch:
            self.scratch.cleanup()


def call(url, method, path, body=None, token=None):
    """One API call with nothing but the standard library: (status, headers, JSON)."""
    request = urllib.request.Request(url + "/api/v4" + path, method=method)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as answer:
            return answer.status, answer.headers, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, json.loads(refusal.read() or b"null")
