"""The program `muster-load` against a server of a test's own: how it is run, what it said, what its report holds."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import checks  # noqa: E402
import muster  # noqa: E402

LOGIN, PASSWORD = "boss@example.test", "Passw0rd-Lab"
# Of the accounts that the lab makes, as published.
MEMBER_PASSWORD = "testPass123$"
# Slow passwords are not what is tested, and a development build makes them slower.
SETTINGS = "[password]\nhash_rounds = %d\n"
ROUNDS = 1000
RUN_LIMIT_S = 120
# A generator tells how it does every 10 s, and users of a small test are there by then.
LINE_LIMIT_S = 60
# Users who do the same things always, a post about every second: no run takes another's people out of a channel.
WRITING = ["--mix", "small-server", "--rate", "0.05"]
# Requests among which are some of each of a few runs, all answered and written down by their users.
MEASURED = 60
# They name two servers by flags of their own.
COMPARISONS = ("compare", "version-comparison")


def program():
    """`MUSTER_LOAD_BIN`, else the build beside the server's."""
    named = os.environ.get("MUSTER_LOAD_BIN")
    found = Path(named) if named else muster.binary().with_name("muster-load")
    if not found.exists():
        sys.exit("no %s: run `cargo build -p muster-load`, or set MUSTER_LOAD_BIN" % found)
    return found


class Run:
    """A command of the lab, with its output in a file: nobody need read it for the command to go on."""

    def __init__(self, words, out, env=None):
        self.out = Path(out)
        with open(self.out, "w") as log:
            self.process = subprocess.Popen([str(word) for word in words], stdout=log, stderr=log, env=env,
                                            preexec_fn=muster.die_with_us)

    def said(self):
        return self.out.read_text()

    def until(self, words, limit_s=LINE_LIMIT_S):
        """Waits until it has said these words; fails when it ends without them."""
        limit = time.monotonic() + limit_s
        while words not in self.said():
            ended = self.process.poll() is not None
            if ended and words in self.said():
                return
            if ended or time.monotonic() > limit:
                raise AssertionError("it did not say %r: %s" % (words, self.said()[-500:]))
            time.sleep(0.1)

    def interrupt(self):
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, limit_s=RUN_LIMIT_S):
        """Status and everything that was said. A panic is never a way to end."""
        try:
            status = self.process.wait(limit_s)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("no end within %d s: %s" % (limit_s, self.said()[-500:]))
        said = self.said()
        assert "panicked" not in said, said[said.index("panicked") - 100:][:500]
        return status, said


class Agent:
    """An agent as a process of its own, and what its control API tells."""

    def __init__(self, out, *flags):
        port = muster.free_port()
        self.url = "http://127.0.0.1:%d" % port
        self.run = Run([program(), "agent", "--listen", "127.0.0.1:%d" % port, *flags], out)
        self.run.until("waits for coordinators")

    def ask(self, path):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(self.url + "/loadagent/" + path, timeout=10) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as refusal:
            return json.loads(refusal.read())

    def wait(self, path, suits, limit_s=LINE_LIMIT_S):
        """Asks until the answer suits."""
        limit = time.monotonic() + limit_s
        while not suits(answer := self.ask(path)):
            assert time.monotonic() < limit, "%s: %s" % (path, answer)
            time.sleep(0.1)

    def wait_for_users(self, name, users):
        """Until so many are signed in."""
        def are_there(answer):
            status = answer.get("status", {})
            return status.get("NumUsers") == users and status.get("NumUsersArriving") == 0
        self.wait(name + "/status", are_there)


class Lab:
    """Runs of the lab against one server; reports and files go into `folder`."""

    def __init__(self, server, folder):
        self.server, self.folder, self.runs = server, Path(folder), 0

    def begin(self, command, *flags, url=None, login=LOGIN, password=PASSWORD, env=None):
        account = ["--admin-login", login, "--admin-password", password]
        server = [] if command in COMPARISONS else ["--url", url or self.server.url]
        return self.begin_plain(command, *server, *account, *flags, env=env)

    def begin_plain(self, command, *flags, env=None):
        """Without the flags that name server and administrator."""
        return Run([program(), command, *flags], self.out(command), env)

    def agent(self, *flags):
        return Agent(self.out("agent"), *flags)

    def out(self, command):
        self.runs += 1
        return self.folder / ("run-%d-%s.log" % (self.runs, command))

    def run(self, command, *flags, **where):
        return self.begin(command, *flags, **where).end()

    def init(self, *flags):
        status, said = self.run("init", *flags)
        assert status == 0 and "Made 50 users" in said, said
        return self

    def metrics(self):
        return "http://127.0.0.1:%d/metrics" % self.server.metrics_port

    def requests(self):
        """So many the server has answered."""
        name = "mattermost_http_requests_total "
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(self.metrics(), timeout=10) as answer:
            return next(float(line[len(name):]) for line in answer.read().decode().splitlines() if line.startswith(name))

    def until_measured(self, *runs):
        """Waits until these runs count, and users of all have since then asked: the phase is said as it begins."""
        for run in runs:
            run.until("measuring")
        enough, limit = self.requests() + MEASURED, time.monotonic() + LINE_LIMIT_S
        while self.requests() < enough:
            assert time.monotonic() < limit, "the users ask nothing"
            time.sleep(0.1)

    def scraping(self, report):
        """Flags of a measurement of seconds: a range in which something is seen, and where the report goes."""
        return ["--range", "15s", "--metrics-url", self.metrics(), "--seed", "7", "--report", self.folder / report]

    def comparing(self, report):
        """The same for a comparison of the server with itself."""
        url, metrics = self.server.url, self.metrics()
        return ["--range", "15s", "--base-url", url, "--new-url", url, "--base-metrics-url", metrics, "--new-metrics-url",
                metrics, "--seed", "7", "--report", self.folder / report]

    def results(self, report):
        return json.loads((self.folder / report / "results.json").read_text())

    def markdown(self, report):
        return (self.folder / report / "report.md").read_text()

    def everything(self, report):
        """What the agents told of the whole run: `endpoints` of the report are those of the part that counts."""
        return json.loads((self.folder / report / "raw/agents.json").read_text())


def faults(results):
    """What speaks against a run. The machine of a test has other work: what that adds is no fault of lab or server."""
    return [one for one in results["complaints"] if "Generator " not in one]


def texts(results):
    """What happened on the way."""
    return [event["text"] for event in results["events"]]


@contextlib.contextmanager
def empty(rounds=ROUNDS, data=None):
    """A server with nobody in it."""
    with tempfile.TemporaryDirectory(prefix="muster-lab-") as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text(SETTINGS % rounds)
        with muster.Server(config=settings, data=data) as server:
            yield Lab(server, folder)


@contextlib.contextmanager
def filled(*prefixes, rounds=ROUNDS):
    """A server with the least world, and accounts for agents of these names beside `lt0`."""
    with empty(rounds) as lab:
        lab.init()
        for prefix in prefixes:
            lab.init("--user-prefix", prefix)
        yield lab


def finish():
    """Ends a part; `run` counts the lines that its checks printed."""
    checks.finish()
