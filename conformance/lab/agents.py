#!/usr/bin/env python3
"""Agents as processes of their own: two that share a run and one of them lost, all of them lost, one with users of its own."""

import json

# First: it says where the next ones are.
import stand
from checks import check, equal

USERS = 12


def one_of_two(lab):
    first, second = lab.agent(), lab.agent()
    run = lab.begin("bounded", "--agents", "lt0=%s,lt1=%s" % (first.url, second.url), "--users", USERS, "--ramp", "2s",
                    "--duration", "20s", *stand.WRITING, *lab.scraping("two"))
    second.wait_for_users("lt1", USERS // 2)
    run.until("measuring")
    second.run.kill()
    status, said = run.end()
    first.run.kill()
    results = lab.results("two")
    with check("an agent that is lost is told, and that its users went to the other"):
        events, page = stand.texts(results), lab.markdown("two")
        lost = "agent lt1 is lost with its %d users" % (USERS // 2)
        moved = "%d users of lost agents were given to the agents that are left" % (USERS // 2)
        for words in (lost, moved):
            assert any(words in one for one in events) and words in page and words in said, (words, events)
    with check("as many users as were asked for are at work to the end, with what both agents measured"):
        last = next(chart for chart in results["charts"] if chart["id"] == "users")["lines"][0]["points"][-1]
        equal((results["users"]["peak"], last[1], sorted(results["generator"]["agents"])), (USERS, USERS, ["lt0", "lt1"]))
        assert len(results["setup"]["agents"]) == 2, results["setup"]
    with check("nothing is told to be lost, doubled or missing that only the lost agent could have told"):
        equal([results["delivery"][name] for name in ("lost", "duplicates", "out_of_order")], [0, 0, 0])
        equal((stand.faults(results), status == 0), ([], results["valid"]))


def all_lost(lab):
    agent = lab.agent()
    run = lab.begin("bounded", "--agents", "lt0=" + agent.url, "--users", 4, "--ramp", "2s", "--duration", "60s",
                    *stand.WRITING, *lab.scraping("none"))
    run.until("measuring")
    agent.run.kill()
    status, said = run.end()
    results = lab.results("none")
    with check("without an agent a run ends at once, with the report of what was seen until then"):
        equal((status, results["valid"], results["users"]["peak"]), (1, False, 4))
        assert any("no agent is left" in one for one in results["complaints"]), results["complaints"]
        assert "no agent is left" in said and (lab.folder / "none/report.html").exists(), said[-300:]


def of_its_own(lab):
    account = ["--url", lab.server.url, "--admin-login", stand.LOGIN, "--admin-password", stand.PASSWORD]
    agent = lab.agent(*account, "--users", 3, *stand.WRITING)
    agent.wait("lt0/results", lambda told: "POST /posts" in told.get("endpoints", {}))
    agent.run.interrupt()
    status, said = agent.run.end()
    with check("an agent with users of its own tells at the end what they measured"):
        told = json.loads(next(line for line in said.splitlines() if line.startswith("{")))
        equal((status, told["agent"]), (0, "lt0"))
        assert told["endpoints"]["POST /posts"]["latency"], told["endpoints"].keys()


def not_there(lab):
    with check("an agent that is not there, and one that is none, are named before the first user"):
        few = ["--users", "4", "--duration", "5s"]
        for agents, words in (("lt0=http://127.0.0.1:1", "agent lt0 does not answer"), ("lt0", "is no agent"),
                              ("lt0=" + lab.server.url, "agent lt0")):
            status, said = lab.run("bounded", *few, "--agents", agents)
            assert status == 1 and words in said, said


def main():
    with stand.filled("lt1") as lab:
        not_there(lab)
        one_of_two(lab)
        all_lost(lab)
    with stand.filled() as lab:
        of_its_own(lab)
    stand.finish()


main()
