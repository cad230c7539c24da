"""What goes wrong in the field, each as one function over a scene. The name is what the check is called."""

import json
import subprocess
import time
import urllib.error
import urllib.request

import postgres
from checks import check, equal
from crowd import ask
from lists import Lists
from scene import WHILE_IT_LASTS, in_flight

FAULTS = {}


def fault(name, tolerate=None, lab=WHILE_IT_LASTS, apart=None, reads_back=False, anew=None, **shape):
    """Registers a fault with the shape it needs; what may fail as in `Scene.fault`."""
    def keep(how):
        judged = dict(tolerate=tolerate, lab=lab, apart=apart, reads_back=reads_back, anew=anew)
        FAULTS[how.__name__] = (name, how, judged, {"app": 3, **shape})
        return how
    return keep


@fault("a node is killed", lab=in_flight(1), anew=0)
def node_killed(scene):
    # From then on another node knows what its clients were told.
    time.sleep(14)
    scene.topology.kill("app-2")
    time.sleep(scene.seconds(6, 30))
    scene.topology.begin("app-2")


@fault("each node is stopped and started", tolerate=0, lab=in_flight(3), anew=0)
def nodes_restarted(scene):
    for node in ("app-1", "app-2", "app-3"):
        scene.topology.stop(node)
        scene.topology.begin(node)
        time.sleep(scene.seconds(2, 10))


@fault("the bus is killed", lab=0, anew=0)
def bus_killed(scene):
    scene.topology.kill("bus-1")
    # Long enough for entries of nodes to end, and for calls to be given up. A user of the lab whose socket failed for the
    # eighth time, after 24 s, would be away for three minutes more and take part in nothing that is judged.
    time.sleep(scene.seconds(5, 20))
    scene.topology.begin("bus-1")


@fault("one of three bus nodes is killed", lab=0, bus=3)
def bus_node_killed(scene):
    scene.topology.kill("bus-2")
    time.sleep(scene.seconds(6, 30))
    scene.topology.begin("bus-2")


@fault("the database restarts")
def writer_restarted(scene):
    scene.topology.stop("db-1")
    time.sleep(scene.seconds(2, 15))
    scene.topology.begin("db-1")


@fault("the database's writer dies and its standby takes over", db=2)
def writer_failed_over(scene):
    scene.topology.kill("db-1")
    time.sleep(scene.seconds(2, 10))
    assert postgres.execute(scene.topology.database(2), "SELECT pg_promote()") == [["t"]]
    time.sleep(scene.seconds(8, 30))


@fault("the only standby is killed", tolerate=None, db=2)
def standby_killed(scene):
    writer = scene.topology.database(1)
    with check("commits wait for a standby while there is one"):
        equal(postgres.execute(writer, "SHOW synchronous_standby_names"), [["*"]])
    scene.topology.kill("db-2")
    began = time.monotonic()
    with check("each write is answered within 4 s, and they go on within 8 s without a standby"):
        status = 0
        while status != 201:
            asked = time.monotonic()
            status, _ = ask(scene.topology.url, "POST", "/posts", {"channel_id": scene.channels[0], "message": "alone"},
                            scene.world.ann.token)
            assert time.monotonic() - asked < 4, "a write waits"
            assert time.monotonic() - began < 8, "writes wait: %d" % status
        equal(postgres.execute(writer, "SHOW synchronous_standby_names"), [[""]])
    time.sleep(scene.seconds(6, 30))
    scene.topology.begin("db-2")
    with check("commits wait for the standby again when it follows"):
        limit = time.monotonic() + 15
        while postgres.execute(writer, "SHOW synchronous_standby_names") != [["*"]]:
            assert time.monotonic() < limit, "they do not"
            time.sleep(0.2)


@fault("a reader lags by ten seconds", tolerate=0, lab=0, reads_back=True, db=2)
def reader_lags(scene):
    reader, lists = scene.topology.database(2), Lists(scene)
    lists.start()
    with check("lists are answered by a reader before it lags"):
        lists.until_readers_answer()
    postgres.execute(reader, "SELECT pg_wal_replay_pause()")
    time.sleep(scene.seconds(10, 30))
    behind = lists.answered_by_readers()
    time.sleep(1)
    with check("a reader that lags answers nothing"):
        equal(lists.answered_by_readers() - behind, 0)
    resume(reader)
    with check("lists are answered by the reader after it has caught up"):
        lists.until_readers_answer()
    time.sleep(scene.seconds(3, 10))
    lists.stop()
    lists.judge("a reader lags")


def resume(reader):
    paused = True
    while paused:
        try:
            postgres.execute(reader, "SELECT pg_wal_replay_resume()")
            paused = postgres.execute(reader, "SELECT pg_is_wal_replay_paused()") == [["t"]]
        except RuntimeError as error:
            # What is replayed first may cancel the very statement that lets it, or the one that asks.
            print("   resumed: %s" % str(error).split("\n")[0][:80], flush=True)


@fault("the search server is gone", tolerate=0, lab=0, apart="/(posts|files)/search", search=1)
def search_gone(scene):
    ann, channel, url = scene.world.ann, scene.channels[0], scene.topology.url
    ann.say(channel, "before the outage: quinquereme")
    found(scene, "quinquereme")
    scene.topology.kill("search-1")
    began = time.monotonic()
    ann.say(channel, "during the outage: trireme")
    with check("a search during the outage is answered, or refused as an outage"):
        status, _ = ask(url, "POST", "/teams/%s/posts/search" % scene.team, {"terms": "quinquereme"}, ann.token)
        assert status in (200, 501, 503), status
    time.sleep(max(0, scene.seconds(15, 60) - (time.monotonic() - began)))
    scene.topology.begin("search-1")
    with check("what was written during the outage is found after it"):
        found(scene, "trireme", within=60)


def found(scene, word, within=30):
    limit = time.monotonic() + within
    while True:
        path = "/teams/%s/posts/search" % scene.team
        status, answer = ask(scene.topology.url, "POST", path, {"terms": word}, scene.world.ann.token)
        if status == 200 and answer["order"]:
            return
        assert time.monotonic() < limit, "%s is not found: %s %s" % (word, status, answer)
        time.sleep(0.5)


@fault("the object store is gone", tolerate=0, lab=0, apart="/files|/image|/emoji", s3=True)
def store_gone(scene):
    ann, channel, url = scene.world.ann, scene.channels[0], scene.topology.url
    status, kept = upload(url, ann, channel, b"before the outage")
    equal(status, 201)
    file = kept["file_infos"][0]["id"]
    scene.topology.kill("files-1")
    with check("an upload without a store is refused as an outage, soon"):
        began = time.monotonic()
        status, _ = upload(url, ann, channel, b"during the outage")
        assert status in (500, 502, 503) and time.monotonic() - began < 30, (status, time.monotonic() - began)
    time.sleep(scene.seconds(5, 30))
    scene.topology.begin("files-1")
    with check("the store is used again, and has what it had"):
        limit = time.monotonic() + 20
        while upload(url, ann, channel, b"after the outage")[0] != 201:
            assert time.monotonic() < limit, "uploads go on failing"
            time.sleep(0.5)
        equal(download(url, ann, file), b"before the outage")


def upload(url, person, channel, content):
    address = "%s/api/v4/files?channel_id=%s&filename=outage.txt" % (url, channel)
    request = urllib.request.Request(address, data=content, method="POST")
    request.add_header("Authorization", "Bearer " + person.token)
    request.add_header("Content-Type", "text/plain")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=40) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refusal:
        return refusal.code, None
    except OSError:
        return 0, None


def download(url, person, file):
    request = urllib.request.Request("%s/api/v4/files/%s" % (url, file))
    request.add_header("Authorization", "Bearer " + person.token)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=40) as answer:
        return answer.read()


@fault("a node is cut off and comes back", isolate=("app-3",))
def node_cut_off(scene):
    """Nothing is refused, packets are gone: connections through the node hang until somebody gives up."""
    scene.topology.say("cut", "app-3")
    time.sleep(3)
    ann, ben, channel = scene.world.ann, scene.world.ben, scene.channels[1]
    form = {"team_id": scene.team, "name": "cabin", "display_name": "Cabin", "type": "P"}
    cabin = retried(lambda: ask(scene.topology.node(1), "POST", "/channels", form, ann.token), 201)["id"]
    retried(lambda: ask(scene.topology.node(1), "POST", "/channels/%s/members" % cabin, {"user_id": ben.id}, ann.token), 201)
    with check("a right is taken away while a node is cut off, in bounded time"):
        began = time.monotonic()
        path = "/channels/%s/members/%s" % (cabin, ben.id)
        status, answer = ask(scene.topology.node(1), "DELETE", path, None, ann.token, limit=20)
        assert status == 200 and time.monotonic() - began < 12, (status, answer, time.monotonic() - began)
    with check("the node that was cut off does not serve what it remembers"):
        # Asked from within its own network, where it can still be reached.
        status = inside(scene, 3, "/channels/%s/posts" % channel, ben.token)
        assert status != 200, "it answers %d" % status
    time.sleep(scene.seconds(5, 20))
    scene.topology.say("join", "app-3")
    limit = time.monotonic() + 30
    while ask(scene.topology.node(3), "GET", "/users/me", None, ann.token)[0] != 200:
        assert time.monotonic() < limit, "the node does not come back"
        time.sleep(0.5)
    with check("what was taken away while it was cut off is taken away there"):
        status, _ = ask(scene.topology.node(3), "GET", "/channels/%s/posts" % cabin, None, ben.token)
        equal(status, 403)


def retried(request, wanted, within=15):
    """Until it succeeds: right after a cable is pulled, a request may meet it."""
    limit = time.monotonic() + within
    while True:
        status, answer = request()
        if status == wanted:
            return answer
        assert time.monotonic() < limit, (status, answer)
        time.sleep(0.3)


def inside(scene, at, path, token):
    """The status of a request that is made in a node's own network; 0 without an answer."""
    address = "%s/api/v4%s" % (scene.topology.node(at), path)
    namespace = "muster-%d-%d" % (scene.topology.base, at)
    line = ["ip", "netns", "exec", namespace, "curl", "-s", "-o", "/dev/null", "-m", "8", "-w", "%{http_code}", "-H",
            "Authorization: Bearer " + token, address]
    done = subprocess.run(line, capture_output=True, text=True, timeout=20)
    return int(done.stdout or 0)


# What is under way when a node stops listening may fail: at most one request of each writer for each node.
@fault("all nodes restart, one after the other", tolerate=12, lab=in_flight(3))
def rolling_restart(scene):
    scene.topology.say("roll", limit=120)


@fault("a job server is killed", tolerate=0, lab=0, jobs=2)
def job_server_killed(scene):
    with check("a job is done where job servers alone do jobs"):
        does_a_job(scene)
    scene.topology.kill("jobs-1")
    with check("the other job server does jobs"):
        does_a_job(scene)
    time.sleep(scene.seconds(2, 20))
    scene.topology.begin("jobs-1")


def does_a_job(scene, within=40):
    """A report on users, which is looked for every 15 s by a node that did not hear of it."""
    boss = scene.world.boss
    form = {"type": "export_users_to_csv", "data": {"requesting_user_id": boss.id}}
    job, limit = boss.post("/jobs", form), time.monotonic() + within
    while job["status"] in ("pending", "in_progress"):
        assert time.monotonic() < limit, job
        time.sleep(0.3)
        job = boss.get("/jobs/" + job["id"])
    equal(job["status"], "success")
