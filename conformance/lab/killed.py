#!/usr/bin/env python3
"""A server that is killed under the users of every command: each says so, is not valid, and keeps what was seen until then."""

import json

# First: it says where the next ones are.
import stand
from checks import check, equal

USERS = 10


def begin(lab, command, *flags):
    users = [] if command == "levels" else ["--users", USERS]
    scraping = lab.scraping(command) if command not in stand.COMPARISONS else lab.comparing(command)
    ramp = [] if command == "ceiling" else ["--ramp", "2s"]
    return lab.begin(command, *users, *ramp, *flags, *stand.WRITING, *scraping)


def gone(results):
    """That the report says it, and has the numbers of before."""
    assert any("gone" in one for one in results["complaints"]), results["complaints"]
    assert results["requests"]["broken"] > 0 and results["requests"]["times"]["count"] > 0, results["requests"]
    equal(results["valid"], False)


def bounded(lab, run):
    status, said = run.end()
    with check("a server that is killed makes the run invalid, and the report says what was seen until then"):
        equal(status, 1)
        gone(lab.results("bounded"))
        assert (lab.folder / "bounded/report.html").exists()


def levels(lab, run):
    status, said = run.end()
    with check("levels end with the level in which the server was killed, and those before it are kept"):
        results = lab.results("levels")
        rows = [(row["users"], row["good"]) for row in results["levels"]]
        equal((status, results["valid"], rows[0][0]), (1, False, USERS))
        assert "cannot sign in" in said or any("gone" in one for one in results["complaints"]), said
        assert (lab.folder / "levels/report.html").exists()


def ceiling(lab, run):
    status, said = run.end()
    with check("a search whose server is killed has no answer to rely on, and its report is there"):
        results = lab.results("ceiling")
        equal((status, results["valid"]), (1, False))
        assert any("gone" in one or "guess" in one for one in results["complaints"]), results["complaints"]


def compare(lab, run):
    status, said = run.end()
    with check("a comparison whose server is killed names it, and the runs until then are kept"):
        kept = sorted(place.name for place in (lab.folder / "compare/runs").iterdir())
        equal((status, kept), (1, ["000-base"]))
        assert lab.server.url in said and "cannot be reached" in said, said
        first = json.loads((lab.folder / "compare/runs/000-base/results.json").read_text())
        assert first["requests"]["times"]["count"] > 0, first["requests"]


def main():
    with stand.filled() as lab:
        runs = [
            (bounded, begin(lab, "bounded", "--duration", "14s")),
            (levels, begin(lab, "levels", "--levels", "10,12", "--duration", "14s")),
            (ceiling, begin(lab, "ceiling", "--first", USERS, "--within", "30s", "--hold", "5s")),
            (compare, begin(lab, "compare", "--duration", "14s", "--repeats", "1", "--warm-ups", "0")),
        ]
        lab.until_measured(*(run for judge, run in runs if judge is not ceiling))
        lab.server.kill()
        for judge, run in runs:
            judge(lab, run)
    stand.finish()


main()
