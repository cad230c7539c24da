#!/usr/bin/env python3
"""A sound run of a hundred users: nothing is wrong, nothing is missing in its report, and its pages can be made again."""

import subprocess

# First: it says where the next ones are.
import stand
from checks import check, equal

HEALTH_METRICS = 9
USERS = 100


def sound(lab):
    status, said = lab.run("bounded", "--users", USERS, "--rate", "0.5", "--ramp", "4s", "--duration", "25s",
                           *lab.scraping("sound"))
    results = lab.results("sound")
    with check("a run of %d users finds nothing wrong" % USERS):
        equal(stand.faults(results), [])
        equal(results["users"]["ready"], USERS)
    with check("the exit status is 0 when the run is valid, and only then"):
        equal(status == 0, results["valid"])
    with check("nothing is lost, doubled or out of order, and the store holds what was acknowledged"):
        delivery = results["delivery"]
        assert delivery["received"] > 100 and delivery["audit"]["found"] > 10, delivery
        equal([delivery[name] for name in ("lost", "duplicates", "out_of_order")], [0, 0, 0])
        equal([delivery["audit"][name] for name in ("missing", "changed", "doubled", "unknown")], [0, 0, 0, 0])
    with check("the server has no 5xx and answers in time"):
        requests = results["requests"]
        equal([requests[name] for name in ("server_errors", "timeouts", "broken")], [0, 0, 0])
    with check("all health metrics are reported, each with a value"):
        silent = [one["description"] for one in results["health"] if one["judged"] == 0]
        equal((len(results["health"]), silent), (HEALTH_METRICS, []))
    with check("the charts have the server's own figures"):
        charts = {chart["id"]: chart["lines"] for chart in results["charts"]}
        for name in ("requests", "api-time", "store-time", "cpu", "memory", "devices", "tasks"):
            assert all(line["points"] for line in charts[name]), name
        assert max(value for _, value in charts["tasks"][0]["points"]) > USERS, "tasks"


def pages(lab):
    with check("the report is there as a page and as Markdown, without the password"):
        for name in ("report.html", "report.md", "results.json", "raw/configuration.json"):
            text = (lab.folder / "sound" / name).read_text()
            assert text and stand.PASSWORD not in text, name
    with check("the pages can be made again"):
        page = lab.folder / "sound/report.html"
        before = page.read_text()
        page.unlink()
        subprocess.run([stand.program(), "report", page.parent], stdout=subprocess.DEVNULL)
        for line, (first, again) in enumerate(zip(before.splitlines(), page.read_text().splitlines()), 1):
            # Pages are long lines: what is around the first difference is enough.
            place = next((at for at, pair in enumerate(zip(first, again)) if pair[0] != pair[1]), len(first))
            around = slice(max(place - 80, 0), place + 40)
            assert first == again, "line %d: %r became %r" % (line, first[around], again[around])
        equal(len(page.read_text()), len(before))
    with check("a folder without a report is named"):
        done = subprocess.run([stand.program(), "report", lab.folder / "nothing"], capture_output=True, text=True)
        assert done.returncode == 1 and "nothing/results.json" in done.stderr, done.stderr


def main():
    with stand.empty() as lab:
        with check("an empty server is filled, and filled only once"):
            for words in ("Made 50 users", "nothing was done"):
                status, said = lab.run("init")
                assert status == 0 and words in said, said
        sound(lab)
        pages(lab)
    stand.finish()


main()
