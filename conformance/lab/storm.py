#!/usr/bin/env python3
"""Whose accounts, sessions and addresses users have: a users file, several sessions an account, sessions kept for a second
run, addresses of their own, a storm of sign-ins in the middle, and what a user costs."""

import json
import subprocess
import time
import urllib.request
from pathlib import Path

# First: it says where the next ones are.
import stand
import muster
from checks import check, equal

ACCOUNTS, USERS, LOGINS = 8, 12, 20
ADDRESSES = ("127.0.0.2", "127.0.0.3")
ESTABLISHED = "01"
PRICES = {"currency": "EUR", "parts": [{"name": "app", "count": 2, "per_hour": 0.1},
                                       {"name": "disk", "count": 1, "per_month": 54}]}
MONTH = 2 * 0.1 * 730 + 54
# Sign-ins that take long enough for somebody to chat meanwhile.
ROUNDS = 30_000
START_LIMIT_S = 30


def callers(port):
    """Addresses that are connected to a port of this machine, as its kernel tells."""
    found = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, state = line.split()[:4]
        if state == ESTABLISHED and int(local.split(":")[1], 16) == port:
            found.add(".".join(str(part) for part in reversed(bytes.fromhex(remote.split(":")[0]))))
    return found


def people(lab):
    """A users file with the last of the accounts that `init` made, which users get by no other way."""
    emails = ["lt0-%d@example.com" % number for number in range(50, 50 - ACCOUNTS, -1)]
    file = lab.folder / "people.txt"
    file.write_text("".join("%s %s\n" % (email, stand.MEMBER_PASSWORD) for email in emails))
    return file, emails


def storm(lab, sessions):
    file, emails = people(lab)
    prices = lab.folder / "prices.json"
    prices.write_text(json.dumps(PRICES))
    run = lab.begin("bounded", "--users", USERS, "--ramp", "2s", "--duration", "60s", *stand.WRITING, "--users-file", file,
                    "--sessions-per-user", "3", "--sessions-file", sessions, "--local-addresses", ",".join(ADDRESSES),
                    "--prices", prices, "--login-storm", LOGINS, *lab.scraping("storm"))
    seen = set()
    while run.process.poll() is None:
        seen |= callers(lab.server.port)
        time.sleep(0.5)
    status, said = run.end()
    results = lab.results("storm")
    with check("%d users of a file with %d accounts work, and nothing is wrong" % (USERS, ACCOUNTS)):
        equal((stand.faults(results), results["users"]["ready"], status == 0), ([], USERS, results["valid"]))
    with check("they come from the addresses that were named"):
        # Who looks whether there is a server is no user.
        equal(seen - {"127.0.0.1"}, set(ADDRESSES))
    kept = json.loads(sessions.read_text())
    with check("they are people of the file, several sessions an account, and the sessions are kept for their owner alone"):
        equal(set(kept) - set(emails), set())
        equal(sum(map(len, kept.values())), USERS)
        assert len(kept) < USERS and max(map(len, kept.values())) > 1, {email: len(of) for email, of in kept.items()}
        equal(results["setup"]["sessions_per_user"], 3)
        equal(sessions.stat().st_mode & 0o777, 0o600)
    told(lab, results)


def told(lab, results):
    """What the report says of the storm and of the price."""
    found, text = results["storm"], lab.markdown("storm")
    with check("a storm of %d sign-ins is over, each of them answered, and the chat's p99 before and during is told" % LOGINS):
        assert found["is_over"], found
        equal((found["logins"], found["accepted"] + sum(found["errors"].values())), (LOGINS, LOGINS))
        equal(found["login"]["count"], LOGINS)
        for name in ("chat_before", "posts_before", "chat_during"):
            assert found[name]["count"] > 0 and found[name]["p99_ms"] > 0, (name, found[name])
        assert "## Login storm" in text and "had a p99 of" in text, text[:500]
    with check("a user costs its share of the price table"):
        cost = results["efficiency"]["cost"]
        equal((round(cost["per_month"], 6), cost["currency"]), (MONTH, "EUR"))
        equal(round(cost["per_user_month"] * results["efficiency"]["users"], 6), MONTH)
        assert "Cost per user and month" in text, text[:500]


def prometheus(lab):
    """A Prometheus that scrapes the server, where there is one: its process and address, else `None` twice."""
    named = subprocess.run([muster.ROOT / "scripts/prometheus", "program"], capture_output=True, text=True)
    if named.returncode != 0:
        print("-- left out: a run that asks a Prometheus: %s" % named.stderr.strip(), flush=True)
        return None, None
    port, settings = muster.free_port(), lab.folder / "prometheus.yml"
    settings.write_text(json.dumps({"global": {"scrape_interval": "1s"}, "scrape_configs": [{
        "job_name": "app", "static_configs": [{"targets": ["127.0.0.1:%d" % lab.server.metrics_port]}],
        "relabel_configs": [{"target_label": "instance", "replacement": "app-0:8067"}]}]}))
    words = [named.stdout.split("\n")[0], "--config.file=%s" % settings, "--web.listen-address=127.0.0.1:%d" % port,
             "--storage.tsdb.path=%s" % (lab.folder / "prometheus")]
    with open(lab.folder / "prometheus.log", "w") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, preexec_fn=muster.die_with_us)
    url, limit = "http://127.0.0.1:%d" % port, time.monotonic() + START_LIMIT_S
    # Two scrapes, so that there are rates.
    while not scraped(url):
        assert time.monotonic() < limit, (lab.folder / "prometheus.log").read_text()[-500:]
        time.sleep(0.2)
    return process, url


def scraped(url):
    try:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url + "/api/v1/query?query=count_over_time(up%5B1m%5D)", timeout=5) as answer:
            found = json.loads(answer.read())["data"]["result"]
        return bool(found) and int(found[0]["value"][1]) > 1
    except OSError:
        return False


def again(lab, sessions):
    """A second run with the sessions of the first, whose metrics a Prometheus tells where there is one."""
    process, url = prometheus(lab)
    source = ["--prometheus", url] if url else ["--metrics-url", lab.metrics()]
    file, _ = people(lab)
    status, said = lab.run("bounded", "--users", USERS, "--ramp", "2s", "--duration", "8s", *stand.WRITING, "--users-file",
                           file, "--sessions-per-user", "3", "--sessions-file", sessions, *source, "--range", "5s",
                           "--seed", "7", "--report", lab.folder / "again")
    if process:
        process.kill()
        process.wait()
    assert (lab.folder / "again/results.json").exists(), said[-500:]
    results, whole = lab.results("again"), lab.everything("again")
    with check("a second run takes the kept sessions up: everybody works, and nobody signs in"):
        equal((stand.faults(results), results["users"]["ready"], status == 0), ([], USERS, results["valid"]))
        assert "POST /users/login" in lab.everything("storm")["endpoints"], "the first run signed in"
        assert "GET /users/me" in whole["endpoints"] and "POST /users/login" not in whole["endpoints"], set(whole["endpoints"])
    if process:
        with check("a Prometheus tells the health of the server in place of the lab's own scraping"):
            told = [one["description"] for one in results["health"] if one["judged"] > 0]
            assert url in results["setup"]["metrics"], results["setup"]
            # Those of the generator and of its machine it was not told to scrape.
            equal(told, ["HTTP 5xx by the server (%)"])
            charts = {chart["id"]: chart["lines"] for chart in results["charts"]}
            assert charts["api-time"] and all(line["points"] for line in charts["api-time"]), charts["api-time"]


def main():
    with stand.filled(rounds=ROUNDS) as lab:
        sessions = lab.folder / "sessions.json"
        storm(lab, sessions)
        again(lab, sessions)
    stand.finish()


main()
