#!/usr/bin/env python3
"""The recipes with tiny numbers: fixed levels, a comparison of a server with itself, the published loop with the reference
tool's files, the published ceiling. The last two take half an hour of standing still and more: Ctrl-C ends them."""

import json

# First: it says where the next ones are.
import stand
from checks import check, equal

LEVELS = (4, 8)
REGISTERED_PER_ACTIVE = 6
PAIRS, COMPARED_USERS = 2, 8
LOOP_USERS, LOOP_STEP = 8, 4
QUERIES = [{"Description": "servers that answer", "Query": 'up{job="app"}', "Threshold": 2.0, "MinIntervalSec": 5,
            "Alert": True},
           {"Description": "of no interest", "Query": "no_such_metric", "Threshold": 1.0, "MinIntervalSec": 5, "Alert": False}]


def levels(lab, run):
    status, said = run.end()
    results = lab.results("levels")
    rows = results["levels"]
    with check("the small-server recipe has a row for each level, with the registered users that it stands for"):
        equal([(row["users"], row["registered"]) for row in rows], [(one, one * REGISTERED_PER_ACTIVE) for one in LEVELS])
        equal((results["kind"], results["setup"]["mix"]), ("levels", "small-server"))
    with check("each has its numbers, and a verdict that follows from them"):
        for row in rows:
            assert row["times"]["count"] > 10 and row["per_second"] > 0, row
            times = row["times"]
            assert 0 < times["p50_ms"] <= times["p95_ms"] <= times["p99_ms"] <= times["max_ms"], times
            equal((row["errors"], row["good"]), (0, row["verdict"] == "carried"))
            # Where the machine is busy with something else, that is what is to be said.
            assert row["good"] or set(row["verdict"].split(", ")) <= {"no processor left", "slow on average"}, row
    with check("messages and files were sent, nothing is wrong, and the exit status says so"):
        assert {"POST /posts", "POST /files"} <= set(results["endpoints"]), results["endpoints"].keys()
        equal((stand.faults(results), status == 0), ([], results["valid"]))
        assert "| 8 |" in lab.markdown("levels"), "the table of levels"


def rounded(value):
    """Numbers to twelve digits: the reader of JSON may miss the last one of the sixteen that were written."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float("%.12g" % value) if isinstance(value, float) else value


def comparison(lab, run):
    status, said = run.end()
    folder = lab.folder / "same"
    found = json.loads((folder / "comparison.json").read_text())
    with check("a server compared with itself: every run is kept, and nothing changed"):
        equal(sorted(place.name for place in (folder / "runs").iterdir()), ["000-base", "001-new", "002-new", "003-base"])
        [part] = found["parts"]
        equal((part["test"], part["base_runs"], part["new_runs"]), ("bounded", PAIRS, PAIRS))
        assert any(one["name"].startswith("POST /posts") for one in part["measures"]), part["measures"]
        equal([one["name"] for one in part["measures"] if one["changed"]], [])
    with check("so few runs can show nothing, which makes the comparison invalid"):
        assert any("2 and 2 runs cannot show a change" in one for one in found["complaints"]), found["complaints"]
        equal((status, found["valid"]), (1, False))
        assert "cannot show a change" in said, said
    with check("the comparison is made again from its folder"):
        (folder / "comparison.json").unlink()
        status, said = lab.run("compare", "--from", folder, "--title", found["title"], "--base-label", "base", "--seed", "7")
        again = json.loads((folder / "comparison.json").read_text())
        equal((status, rounded(again["parts"])), (1, rounded(found["parts"])))


def files(lab, agent_url):
    """The reference tool's three files."""
    folder = lab.folder / "config"
    folder.mkdir()
    written = {
        "config.json": {
            "ConnectionConfiguration": {"ServerURL": lab.server.url, "AdminEmail": stand.LOGIN,
                                        "AdminPassword": stand.PASSWORD},
            "UserControllerConfiguration": {"Type": "simulative", "RatesDistribution": [{"Rate": 0.25, "Percentage": 1.0}]},
            "UsersConfiguration": {"MaxActiveUsers": 20, "AvgSessionsPerUser": 1},
            "LogSettings": {"EnableConsole": True}},
        "simulcontroller.json": {"MinIdleTimeMs": 100, "AvgIdleTimeMs": 2000},
        "coordinator.json": {
            "ClusterConfig": {"Agents": [{"Id": "lt1", "ApiURL": agent_url}], "MaxActiveUsers": LOOP_USERS},
            "MonitorConfig": {"PrometheusURL": "", "UpdateIntervalMs": 1000, "Queries": QUERIES},
            "NumUsersInc": LOOP_STEP, "NumUsersDec": LOOP_STEP, "RestTimeSec": 2},
    }
    for name, value in written.items():
        (folder / name).write_text(json.dumps(value))
    return folder


def coordinator(lab, run, agent_url):
    status, said = run.end()
    results = lab.results("loop")
    with check("the reference tool's files are obeyed: server, agent, rate, limit of users, health metrics"):
        setup = results["setup"]
        equal((setup["url"], setup["agents"], setup["mean_rate"]), (lab.server.url, ["lt1 at " + agent_url], 0.25))
        equal((results["users"]["peak"], results["kind"]), (LOOP_USERS, "unbounded"))
        equal([one["description"] for one in results["health"]], [one["Description"] for one in QUERIES])
        equal([one["judged"] > 0 for one in results["health"]], [True, False])
    with check("its users act, with the pauses of simulcontroller.json"):
        assert results["requests"]["times"]["count"] > 50, results["requests"]
        used = json.loads((lab.folder / "loop/raw/configuration.json").read_text())
        assert stand.PASSWORD not in json.dumps(used), "the password"
    ended_by_hand("coordinator", status, said, results)


def ceiling(lab, run):
    status, said = run.end()
    results = lab.results("ceiling-v2")
    with check("the published ceiling has the published mix, rate and loop, and the name of what it ran against"):
        setup = results["setup"]
        equal((setup["mix"], setup["mean_rate"], results["kind"]), ("ceiling-v2", 5.4, "unbounded"))
        assert "1 application, 1 database and 0 search nodes" in setup["architecture"], setup
        assert results["title"].startswith("Ceiling of XL.110"), results["title"]
        assert results["users"]["peak"] >= 8, results["users"]
    ended_by_hand("ceiling-v2", status, said, results)


def ended_by_hand(command, status, said, results):
    with check("Ctrl-C ends %s with its report, which is told to be none of a whole run" % command):
        equal((status, results["valid"]), (1, False))
        assert "stopping; the report of what was seen follows" in said, said[-300:]
        assert any("stopped by hand" in one for one in results["complaints"]), results["complaints"]


def main():
    with stand.filled() as lab, stand.filled("lt1") as other:
        agent = other.agent()
        row = ["--registered-per-active", REGISTERED_PER_ACTIVE, "--ramp", "2s", "--duration", "12s"]
        small = lab.begin("small-server", "--levels", ",".join(map(str, LEVELS)), "--rate", "0.05", *row,
                          *lab.scraping("levels"))
        same = lab.begin("version-comparison", "--users", COMPARED_USERS, *stand.WRITING, "--ramp", "2s", "--duration", "4s",
                         "--test", "bounded", "--repeats", PAIRS, "--warm-ups", "0", *lab.comparing("same"))
        config = files(other, agent.url)
        loop = other.begin_plain("coordinator", "--config", config, "--metrics-url", other.metrics(),
                                    "--report", other.folder / "loop")
        published = other.begin("ceiling-v2", "--architecture", "XL.110", *other.scraping("ceiling-v2"))
        loop.until(" %d users, " % LOOP_USERS)
        # Its second line, after ten seconds.
        published.until("00:00:1")
        for run in (loop, published):
            run.interrupt()
        coordinator(other, loop, agent.url)
        agent.run.kill()
        ceiling(other, published)
        levels(lab, small)
        comparison(lab, same)
    stand.finish()


main()
