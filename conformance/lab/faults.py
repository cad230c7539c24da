#!/usr/bin/env python3
"""Faults that a run makes by itself in a deployment of two nodes, and what its report says that clients noticed."""

import tempfile
from pathlib import Path

# First: it says where the next ones are.
import stand
import topology
from checks import check, equal

USERS = 24
FAULTS = ["kill app-1 at 4s for 4s", "restart app-2 at 16s", "freeze bus-1 at 24s for 1s"]


class Cluster(stand.Lab):
    """The lab against a topology: its metrics are those of the first node."""

    def metrics(self):
        return self.server.metrics_urls[0]


def refused(lab):
    place = ["--topology", lab.server.place]
    for flags, why in (
        (["--fault", "explode app-1 at 3s"], "`explode` is none of stop, kill, freeze, restart, start, continue"),
        (["--fault", "stop app-9 at 3s", *place], "there is no `app-9`; there are"),
        (["--fault", "stop app-1 at 40s", *place], "is not over when the run ends"),
    ):
        with check("a run is refused that cannot make its fault: %s" % flags[1]):
            status, said = lab.run("bounded", "--users", str(USERS), "--duration", "32s", *flags)
            assert status != 0 and why in said, said[-500:]


def made(lab):
    words = [word for one in FAULTS for word in ("--fault", one)]
    # A run in which a server is killed may well be called invalid: its requests had no answer for a while.
    _, said = lab.run("bounded", "--users", str(USERS), "--ramp", "2s", "--duration", "32s", *stand.WRITING, *words,
                      "--topology", lab.server.place, *lab.scraping("faults"))
    results = lab.results("faults")
    assert results.get("faults"), said[-800:]
    faults = results["faults"]["faults"]
    with check("every fault is made when it was ordered, and undone"):
        equal([one["fault"] for one in faults], FAULTS)
        equal([one["trouble"] for one in faults], [None] * len(FAULTS))
        began = [one["began_at"] - results["counted_from"] for one in faults]
        # Both times count from the begin of the run, so that a fault that is late is not undone late as well.
        assert began[0] < 6_000 and faults[0]["undone_from"] - results["counted_from"] >= 8_000, faults[0]
        assert began == sorted(began) and began[1] >= 16_000, began
    killed, restarted, _ = (one["noticed"] for one in faults)
    with check("who was on a node that dies is counted as lost, and as resumed or with a new id"):
        assert killed["lost"] > 0 and killed["resumed"] + killed["new_ids"] >= killed["lost"], killed
        equal(killed["new_ids"] > 0, killed["refetches"] > 0)
    with check("a restart is felt by its own row"):
        assert restarted["lost"] > 0, restarted
    with check("before the first fault clients notice nothing"):
        before = results["faults"]["before"]
        equal((before["lost"], before["new_ids"], before["unheard"]), (0, 0, 0))
    with check("the charts and the pages show the faults"):
        timed = [chart for chart in results["charts"] if chart["across"] == "min"]
        assert timed and all([name for _, name in chart["faults"]] == FAULTS for chart in timed), timed[0]
        assert "noticed" in [chart["id"] for chart in timed], [chart["id"] for chart in timed]
        page = (lab.folder / "faults/report.html").read_text()
        for text in (lab.markdown("faults"), page):
            assert all(fault in text for fault in FAULTS) and "Unheard posts" in text
        assert "class=\"fault\"" in page
    with check("nothing that was acknowledged is lost, doubled or put out of order by the faults"):
        equal([results["delivery"][name] for name in ("lost", "duplicates", "out_of_order")], [0, 0, 0])
        audit = results["delivery"]["audit"]
        equal([audit[name] for name in ("missing", "changed", "doubled", "swapped")], [0, 0, 0, 0])


def main():
    with topology.Topology(app=2) as cluster, tempfile.TemporaryDirectory(prefix="muster-lab-") as folder:
        lab = Cluster(cluster, folder).init()
        refused(lab)
        made(lab)


main()
stand.finish()
