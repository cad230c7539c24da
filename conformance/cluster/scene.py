"""What every fault happens to: a topology with people who talk, the lab's users beside them, and the judgement after."""

import json
import random
import re
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import checks
import people
import topology
from checks import check, equal
from crowd import Listener, Writer, ask, stored

LOGIN, PASSWORD = "boss@example.test", people.PASSWORD
USERS = 60
RAMP_S = 4
# From the first write to the fault, and from its end to the last write.
CALM_S, AFTER_S = 6, 10
# How long after a fault's end everybody must know everything.
QUIET_S = 40
# How long after a fault's end requests may still fail: a health check, a reconnect, a failover.
RECOVERY_S = 8
# Deliveries are judged 30 s after a post's acknowledgement; the lab waits for that by itself.
LAB_LIMIT_S = 240
# Until all of the lab's users are at work: seconds, and more where others have the processors.
ARRIVE_LIMIT_S = 60

# How many requests of the lab's users may fail in a fault; see `Scene.fault`.
WHILE_IT_LASTS = None


def in_flight(ended, nodes=3):
    """What is under way at nodes that end, one or more of so many: a user waits for one answer at a time, and the
    proxy spreads requests evenly."""
    return USERS * ended // nodes


class Scene:
    """`with Scene(app=3) as scene:` then `scene.fault(what, how)`."""

    def __init__(self, config, long=False, **shape):
        self.topology, self.long = topology.Topology(config=config, **shape), long

    def __enter__(self):
        self.topology.__enter__()
        try:
            self.fill()
        except BaseException:
            self.topology.__exit__()
            raise
        return self

    def __exit__(self, *why):
        self.topology.__exit__(*why)

    def fill(self):
        url = self.topology.url
        self.world = people.World(url)
        self.boss, self.team = self.world.boss, self.world.team
        self.channels = [self.world.channel]
        form = {"team_id": self.team, "name": "hold", "display_name": "Hold", "type": "P"}
        self.channels.append(self.world.ann.post("/channels", form)["id"])
        self.world.ann.post("/channels/%s/members" % self.channels[1], {"user_id": self.world.ben.id})

    def seconds(self, short, long):
        return long if self.long else short

    def fault(self, what, how, tolerate=0, lab=0, apart=None, reads_back=False, anew=None, lasts=(20, 60)):
        """Lets something happen while people talk, and judges what became of it.

        `tolerate`: how many requests of the writers may fail from the beginning of the fault on, None for any number
        within it and the recovery. `lab`: how many of the lab's users may end with the server's error or without an
        answer; `WHILE_IT_LASTS` for as many as they make in that time. `anew`: how many listeners may be told to begin anew,
        None for any number. `apart` matches the endpoints that the fault is
        of: they may fail. `lasts`: seconds that it takes, short and long, so that the lab's users are there until after
        it. `how` gets the scene and may check things of its own.
        """
        url, world, before = self.topology.url, self.world, checks.failures
        listeners = [Listener(url, person, self.channels) for person in (world.ann, world.ben) for _ in range(3)]
        writers = [Writer(url, person, channel) for person in (world.ann, world.ben) for channel in self.channels]
        for one in listeners:
            one.start()
        with check("%s: everybody is connected before it" % what):
            assert all(one.ready.wait(20) for one in listeners), "no hello"
        users = Lab(self.topology)
        users.begin(CALM_S + self.seconds(*lasts) + AFTER_S)
        users.arrive()
        for one in writers:
            one.reads_back = reads_back
            one.start()
        time.sleep(CALM_S)
        self.began, began_at = time.monotonic(), time.time()
        with check("%s: it happens, and what was broken comes back" % what):
            how(self)
        self.ended = time.monotonic()
        time.sleep(AFTER_S)
        for one in writers:
            one.stop()
        self.judge(what, writers, listeners, tolerate)
        if anew is not None:
            with check("%s: no more than %d clients begin anew" % (what, anew)):
                told = sum(one.anew for one in listeners)
                assert told <= anew, "%d were told to" % told
        for one in listeners:
            one.stop()
        results = users.judge(what)
        if results:
            with check("%s: the lab's users were there before it" % what):
                assert results["counted_from"] <= began_at * 1000, "they came %d ms late" % (
                    results["counted_from"] - began_at * 1000)
            self.judge_requests(what, results, lab, apart)
        if checks.failures > before:
            print("the nodes' logs end with:\n" + self.topology.tail(), flush=True)

    def judge(self, what, writers, listeners, tolerate):
        url, boss = self.topology.url, self.boss
        said = {channel: {} for channel in self.channels}
        for one in writers:
            said[one.channel].update(one.acknowledged)
        count = sum(map(len, said.values()))
        with check("%s: people could write before and after" % what):
            assert count > 50, "%d posts were acknowledged" % count
        with check("%s: every acknowledged post is stored, once, as it was" % what):
            for channel in self.channels:
                kept = stored(url, boss, channel)
                texts = dict(kept)
                missing = [one for one, text in said[channel].items() if texts.get(one) != text]
                equal(missing, [])
                twice = len(kept) - len({text for _, text in kept})
                equal("%d posts twice" % twice, "0 posts twice")
        with check("%s: every listener knows every acknowledged post" % what):
            for channel in self.channels:
                missing = {number: len(one.has(channel, list(said[channel]), QUIET_S if not number else 5))
                           for number, one in enumerate(listeners)}
                equal({number: count for number, count in missing.items() if count}, {})
        with check("%s: no listener got a post twice" % what):
            equal([len(one.twice) for one in listeners if one.twice], [])
        with check("%s: all listeners heard one order" % what):
            for channel in self.channels:
                common = set.intersection(*(set(one.heard[channel]) for one in listeners))
                orders = {tuple(one for one in listener.heard[channel] if one in common) for listener in listeners}
                equal(len(orders), 1)
        if any(one.reads_back for one in writers):
            with check("%s: whoever wrote reads it at once" % what):
                equal([len(one.unread) for one in writers], [0] * len(writers))
        failures = sorted(failure for one in writers for failure in one.failures)
        with check("%s: requests fail only while it lasts" % what):
            late = [(round(began - self.ended, 1), status, error) for began, _, status, error in failures
                    if not self.began - 10 <= began <= self.ended + RECOVERY_S]
            equal(late, [])
        if tolerate is not None:
            with check("%s: no more than %d requests fail" % (what, tolerate)):
                assert len(failures) <= tolerate, [(round(began - self.began, 1), round(took, 1), status, error)
                                                   for began, took, status, error in failures]
        print("   %d posts, %d failures, slowest %.1f s; sockets: %d resumed, %d anew, %d gaps" % (
            count, len(failures), max(one.slowest for one in writers), sum(one.resumed for one in listeners),
            sum(one.anew for one in listeners), sum(one.gaps for one in listeners)), flush=True)

    def judge_requests(self, what, results, allowed, apart):
        """Requests of the lab's users fail within the bound; the figures are printed either way."""
        failed, besides = {}, 0
        for name, endpoint in results["endpoints"].items():
            errors = {status: count for status, count in endpoint["errors"].items() if int(status) >= 500}
            errors.update({way: endpoint[way] for way in ("timeouts", "broken") if endpoint[way]})
            if apart and re.search(apart, name):
                besides += sum(errors.values())
            elif errors:
                failed[name] = errors
        count = sum(sum(errors.values()) for errors in failed.values())
        if allowed is WHILE_IT_LASTS:
            allowed = int(results["requests"]["per_second"] * (self.ended - self.began + RECOVERY_S))
        print("   lab: %d requests failed, %d may; %d of what is gone besides" % (count, allowed, besides), flush=True)
        for name, errors in sorted(failed.items()):
            print("        %s: %s" % (name, json.dumps(errors)), flush=True)
        with check("%s: no more than %d requests of the lab's users fail" % (what, allowed)):
            assert count <= allowed, "%d failed" % count


class Lab:
    """The lab's simulated users, who do everything else that users do, and its delivery audit."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.folder = tempfile.TemporaryDirectory(prefix="muster-cluster-lab.")

    def run(self, command, *flags):
        account = ["--admin-login", LOGIN, "--admin-password", PASSWORD]
        line = [topology.lab(), command, "--url", self.cluster.url, *account, *flags]
        return subprocess.Popen(list(map(str, line)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def begin(self, seconds):
        filling = self.run("init")
        said, _ = filling.communicate(timeout=LAB_LIMIT_S)
        assert filling.returncode == 0, said
        self.seed = random.randrange(1, 1_000_000)
        self.process = self.run("bounded", "--users", USERS, "--rate", "0.1", "--ramp", "%ds" % RAMP_S, "--duration",
                                "%ds" % seconds, "--range", "15s", "--metrics-url", ",".join(self.cluster.metrics_urls),
                                "--seed", self.seed, "--report", Path(self.folder.name) / "report")
        self.said = []
        threading.Thread(target=lambda: self.said.extend(self.process.stdout), daemon=True).start()

    def arrive(self):
        """Waits until all users are at work. When that takes too long, what happens without them is judged as such."""
        limit = time.monotonic() + ARRIVE_LIMIT_S
        while self.process.poll() is None and time.monotonic() < limit:
            if any(" measuring" in line for line in self.said):
                return
            time.sleep(0.1)

    def judge(self, what):
        """Judges its audit; its results, None when there are none."""
        results = None
        with check("%s: the lab's audit (seed %d)" % (what, self.seed)):
            self.process.wait(LAB_LIMIT_S)
            report = Path(self.folder.name) / "report" / "results.json"
            assert report.exists(), "".join(self.said)[-500:]
            results = json.loads(report.read_text())
            delivery, audit = results["delivery"], results["delivery"]["audit"] or {}
            found = {name: delivery[name] for name in ("lost", "duplicates", "out_of_order")}
            found.update({name: audit.get(name) for name in ("missing", "changed", "doubled", "unknown")})
            requests = results["requests"]
            print("   lab: %d posts, %d deliveries, %d requests, %d without answer, %d of the server's errors" % (
                delivery["sent"], delivery["received"], requests["times"]["count"],
                requests["broken"] + requests["timeouts"], requests["server_errors"]), flush=True)
            assert delivery["sent"] > 20 and delivery["received"] > 20, delivery
            equal({name: number for name, number in found.items() if number != 0}, {})
        self.folder.cleanup()
        return results


def refused(status):
    return status in (401, 403, 404)


def alive(url):
    return ask(url, "GET", "/system/ping", limit=2)[0] == 200
