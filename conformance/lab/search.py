#!/usr/bin/env python3
"""A search for the ceiling that has its answer in time."""

# First: it says where the next ones are.
import stand
from checks import check, equal

# Its levels take 20 s each.
WITHIN_S = 80


def main():
    with stand.filled() as lab:
        lab.run("ceiling", "--users", 40, "--first", 40, "--rate", "0.5", "--range", "5s", "--hold", "6s",
                "--within", "%ds" % WITHIN_S, "--metrics-url", lab.metrics(), "--report", lab.folder / "search")
        results = lab.results("search")
        found, levels, world = results["supported"], results["search"], results["world"]
        with check("a search has its answer in time, and it is a level that stood to the end"):
            assert results["ended_at"] - results["started_at"] <= (WITHIN_S + 5) * 1000, results["events"]
            # How many users a machine with other work carries is open.
            if found["is_final"] and found["users"] > 0:
                equal((levels[-1]["users"], levels[-1]["healthy"]), (found["users"], True))
        with check("its report tells the world, what a user of each level asked, and whose the cores were"):
            assert world["accounts"] > 50 and world["teams"] == 2 and world["members_of_channel"] > 10, world
            # A handful of users may ask nothing in the five seconds that are looked at.
            assert all(level["requests_per_user"] > 0 for level in levels if level["users"] >= 10), levels
            assert all(level["requests_per_user"] is not None for level in levels), levels
            equal(results["setup"]["cores"], "shared by server and generator")
    stand.finish()


main()
