"""A real Prometheus beside a real muster that is being used, and every query of deploy/ asked there.

`deploy/check --live` runs it, `deploy/panels` draws what it finds.
"""

import contextlib
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "conformance"), str(HERE / "grafana")]
import muster  # noqa: E402
from checks import check  # noqa: E402
from panels import DASHBOARDS  # noqa: E402

LOGIN, PASSWORD = "boss@example.test", "Passw0rd-Lab"
SETTINGS = "[password]\nhash_rounds = 1000\n"
START_LIMIT_S = 30
# As the configurations of deploy/ call it; a Prometheus of your own may call it otherwise.
JOB = "muster"
# Panels that must have values after a run of people who talk; of the others only the query is checked.
ALIVE = {"overview", "node", "realtime"}


class Prometheus:
    """A Prometheus on a free loopback port that scrapes nodes by name: a context manager."""

    def __init__(self, folder, nodes, interval="1s", rules=None, job=JOB):
        self.folder, self.port = Path(folder), muster.free_port()
        self.url = "http://127.0.0.1:%d" % self.port
        targets = json.dumps([{"targets": [address], "labels": {"instance": name}} for name, address in nodes.items()])
        text = "global: {scrape_interval: %s, evaluation_interval: %s}\n" % (interval, interval)
        text += "rule_files: %s\n" % json.dumps([str(rules)] if rules else [])
        text += "scrape_configs:\n  - job_name: %s\n    static_configs: %s\n" % (job, targets)
        self.config = self.folder / "prometheus.yml"
        self.config.write_text(text)
        self.process = None

    def __enter__(self):
        found = subprocess.run([ROOT / "scripts/prometheus", "program"], capture_output=True, text=True)
        if found.returncode:
            sys.exit("no Prometheus: %s" % found.stderr.strip())
        words = [found.stdout.split("\n")[0], "--config.file=%s" % self.config, "--log.level=error",
                 "--storage.tsdb.path=%s" % (self.folder / "series"), "--web.listen-address=127.0.0.1:%d" % self.port]
        self.process = subprocess.Popen(words, preexec_fn=muster.die_with_us)
        limit = time.monotonic() + START_LIMIT_S
        while True:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(self.url + "/-/ready", timeout=2).read()
                return self
            if self.process.poll() is not None or time.monotonic() > limit:
                self.__exit__()
                sys.exit("Prometheus did not start")
            time.sleep(0.1)

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def ask(self, path, **query):
        url = "%s/api/v1/%s?%s" % (self.url, path, urllib.parse.urlencode(query))
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(url, timeout=30) as answer:
                return json.loads(answer.read())["data"]
        except urllib.error.HTTPError as refusal:
            raise AssertionError(json.loads(refusal.read()).get("error", "status %d" % refusal.code)) from None

    def values(self, query, begin, end, points=60):
        """The lines of a query: [(labels, [(time, value), ...]), ...]."""
        step = max((end - begin) / points, 1)
        data = self.ask("query_range", query=query, start=begin, end=end, step=step)
        return [(one["metric"], [(at, float(value)) for at, value in one["values"]]) for one in data["result"]]


def plain(query, job=JOB, window="30s", node=".*"):
    """The query without Grafana's variables."""
    return query.replace("$__rate_interval", window).replace("$job", job).replace("$node", node)


def lab():
    named = os.environ.get("MUSTER_LOAD_BIN")
    program = Path(named) if named else muster.binary().with_name("muster-load")
    if not program.exists():
        sys.exit("no %s: run `cargo build -p muster-load`, or set MUSTER_LOAD_BIN" % program)
    return program


def use(url, users, seconds, folder):
    """People who talk: simulated users of the published mix."""
    account = ["--url", url, "--admin-login", LOGIN, "--admin-password", PASSWORD]
    done = subprocess.run([lab(), "init", *account], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    words = [lab(), "bounded", *account, "--users", str(users), "--rate", "1", "--ramp", "5s", "--duration",
             "%ds" % seconds, "--range", "15s", "--seed", "7", "--report", str(Path(folder) / "report")]
    # A busy machine makes a run invalid as a measurement; here it is only use.
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=seconds * 3 + 120)


def rules():
    """The expressions of all rules, by name."""
    text = (HERE / "prometheus/rules/muster.yml").read_text()
    for name, folded, plain_one in re.findall(
            r"- (?:record|alert): (\S+)\n\s+expr: (?:>-\n((?:\s{10,}.*\n)+)|(.*))", text):
        yield name, " ".join((folded or plain_one).split())


def run(job=JOB, users=50, seconds=40):
    with tempfile.TemporaryDirectory(prefix="muster-deploy-") as folder:
        settings = Path(folder) / "settings.toml"
        settings.write_text(SETTINGS)
        with muster.Server(config=settings) as server:
            nodes = {"node1": "127.0.0.1:%d" % server.metrics_port}
            rules_file = HERE / "prometheus/rules/muster.yml"
            with Prometheus(folder, nodes, rules=rules_file, job=job) as prometheus:
                began = time.time()
                use(server.url, users, seconds, folder)
                queries(prometheus, job, began, time.time())


def queries(prometheus, job, began, ended):
    for name, _, panels in DASHBOARDS:
        with check("every query of the dashboard %s is answered" % name):
            silent = []
            for title, _, targets, _ in panels:
                found = [prometheus.values(plain(query, job), began, ended) for _, query in targets]
                finite = [value for lines in found for _, points in lines for _, value in points if math.isfinite(value)]
                if not finite:
                    silent.append(title)
            # Lines of things that did not happen are missing; most of a dashboard must not be.
            assert name not in ALIVE or len(silent) * 3 <= len(panels), "without any value: %s" % ", ".join(silent)
        if silent:
            print("   without values in this run: %s" % ", ".join(silent), flush=True)
    with check("every expression of the rules is answered, and figures have values"):
        for name, expression in rules():
            prometheus.ask("query", query=expression.replace("[5m]", "[30s]"), time=ended)
        recorded = {one["name"] for group in prometheus.ask("rules")["groups"] for one in group["rules"]
                    if one.get("health") == "ok"}
        missing = {name for name, _ in rules()} - recorded
        assert not missing, "not evaluated: %s" % ", ".join(sorted(missing))
        assert prometheus.values("muster:requests:rate5m", began, ended), "muster:requests:rate5m has no value"
    with check("no alert rings on a server that is well"):
        ringing = [one["labels"]["alertname"] for one in prometheus.ask("alerts")["alerts"] if one["state"] == "firing"]
        assert not ringing, ringing
