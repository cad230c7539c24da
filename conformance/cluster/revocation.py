"""A right that is taken away on one node is gone on all of them before the answer: asked over REST, WebSocket, search,
files and thumbnails, on nodes that had it in memory a moment before."""

import json
import struct
import time
import urllib.request
import zlib
from concurrent.futures import ThreadPoolExecutor

import people
from checks import check, equal
from crowd import Listener, ask

ROUNDS = 6
# A sentinel crosses the bus in milliseconds; a machine with other work takes longer.
HEARD_WITHIN_S = 10


def run(cluster):
    world = people.World(cluster.url)
    nodes = [cluster.node(at) for at in range(1, cluster.app + 1)]
    channel_membership(world, nodes)
    team_membership(world, nodes)
    sessions(world, nodes)
    accounts(world, nodes)
    roles(world, nodes)


def everywhere(nodes, requests):
    """Asks every node all of it at once: {(node, what): status}. What no answer came for is 0."""
    with ThreadPoolExecutor(len(nodes) * len(requests)) as pool:
        asked = {(at, what): pool.submit(request, node) for at, node in enumerate(nodes, 1)
                 for what, request in requests.items()}
        return {key: answer.result() for key, answer in asked.items()}


def only(answers, *wanted):
    equal({key: status for key, status in answers.items() if status not in wanted}, {})


def channel_membership(world, nodes):
    ann, ben, first = world.ann, world.ben, nodes[0]
    form = {"team_id": world.team, "name": "vault", "display_name": "Vault", "type": "P"}
    vault = ann.post("/channels", form)["id"]
    file = upload(first, ann, vault)
    post = ann.say(vault, "the combination is zanzibar", file_ids=[file])["id"]
    member = "/channels/%s/members" % vault
    ann.post(member, {"user_id": ben.id})
    listeners = [Listener(node, ben, [vault, world.channel]) for node in nodes]
    for one in listeners:
        one.start()
    assert all(one.ready.wait(20) for one in listeners), "no hello"
    token = ben.token
    reads = {
        "posts": lambda node: ask(node, "GET", "/channels/%s/posts" % vault, None, token)[0],
        "post": lambda node: ask(node, "GET", "/posts/" + post, None, token)[0],
        "thread": lambda node: ask(node, "GET", "/posts/%s/thread" % post, None, token)[0],
        "file": lambda node: fetch(node, "/files/" + file, token),
        "thumbnail": lambda node: fetch(node, "/files/%s/thumbnail" % file, token),
        "preview": lambda node: fetch(node, "/files/%s/preview" % file, token),
        "write": lambda node: ask(node, "POST", "/reactions", {"user_id": ben.id, "post_id": post, "emoji_name": "ok"}, token)[0],
    }
    search_finds = {"search": lambda node: finds(node, world.team, "zanzibar", token)}
    with check("revocation: search finds a post that one may read"):
        limit = time.monotonic() + 20
        while set(everywhere(nodes, search_finds).values()) != {1}:
            assert time.monotonic() < limit, everywhere(nodes, search_finds)
            time.sleep(0.3)
    for number in range(ROUNDS):
        away, back = nodes[number % len(nodes)], nodes[(number + 1) % len(nodes)]
        what = "revocation: round %d, a member is removed on node %d" % (number + 1, number % len(nodes) + 1)
        with check(what + ": had it everywhere before"):
            only(everywhere(nodes, reads), 200, 201)
        status, answer = ask(away, "DELETE", "%s/%s" % (member, ben.id), None, ann.token, limit=30)
        refused = everywhere(nodes, reads)
        found = everywhere(nodes, search_finds)
        with check(what + ": refused at once on all nodes"):
            equal((status, answer), (200, {"status": "OK"}))
            only(refused, 403)
        with check(what + ": search on no node finds it"):
            only(found, 0)
        with check(what + ": no socket hears of it"):
            unheard(listeners, ann, vault, world.channel, number)
        status, _ = ask(back, "POST", member, {"user_id": ben.id}, ann.token, limit=30)
        equal(status, 201)
        # Coming back is told by events and not waited for.
        settled(nodes, reads)
    for one in listeners:
        one.stop()


def settled(nodes, reads):
    limit = time.monotonic() + HEARD_WITHIN_S
    while not set(everywhere(nodes, reads).values()) <= {200, 201}:
        assert time.monotonic() < limit, everywhere(nodes, reads)
        time.sleep(0.1)


def unheard(listeners, ann, vault, deck, number):
    """What is said in the vault now is heard by nobody; what is said on deck after it proves that they listen."""
    secret = ann.say(vault, "secret %d" % number)["id"]
    sentinel = ann.say(deck, "sentinel %d" % number)["id"]
    for one in listeners:
        equal(one.has(deck, [sentinel], HEARD_WITHIN_S), [])
    time.sleep(0.2)
    equal([at for at, one in enumerate(listeners, 1) if secret in one.heard[vault]], [])


def team_membership(world, nodes):
    boss, ben = world.boss, world.ben
    reads = {
        "channels": lambda node: ask(node, "GET", "/users/me/teams/%s/channels" % world.team, None, ben.token)[0],
        "posts": lambda node: ask(node, "GET", "/channels/%s/posts" % world.channel, None, ben.token)[0],
        "team": lambda node: ask(node, "GET", "/teams/%s/stats" % world.team, None, ben.token)[0],
    }
    with check("revocation: a team is left on one node and closed on all"):
        only(everywhere(nodes, reads), 200)
        status, _ = ask(nodes[1 % len(nodes)], "DELETE", "/teams/%s/members/%s" % (world.team, ben.id), None, boss.token, limit=30)
        refused = everywhere(nodes, reads)
        equal(status, 200)
        # A public channel of a team that one has left may not be read either; the list of none is empty or refused.
        only({key: code for key, code in refused.items() if key[1] != "channels"}, 403)
    boss.post("/teams/%s/members" % world.team, {"team_id": world.team, "user_id": ben.id})


def sessions(world, nodes):
    for number, node in enumerate(nodes):
        person = people.Person.__new__(people.Person)
        person.url, person.name, person.id = node, world.ben.name, world.ben.id
        person.login()
        me = {"me": lambda node: ask(node, "GET", "/users/me", None, person.token)[0]}
        listener = Listener(nodes[(number + 1) % len(nodes)], person, [world.channel])
        listener.start()
        with check("revocation: a session that ends on node %d has ended on all" % (number + 1)):
            assert listener.ready.wait(20), "no hello"
            settled(nodes, me)
            status, _ = ask(node, "POST", "/users/logout", None, person.token, limit=30)
            refused = everywhere(nodes, me)
            equal(status, 200)
            only(refused, 401)
        with check("revocation: and so has its socket on another node"):
            said = world.ann.say(world.channel, "after the end of a session")["id"]
            time.sleep(1)
            assert said not in listener.heard[world.channel], "it hears on"
        listener.stop()


def accounts(world, nodes):
    eve = people.Person(world.url, "eve")
    me = {"me": lambda node: ask(node, "GET", "/users/me", None, eve.token)[0]}
    with check("revocation: an account that is deactivated on one node is out on all"):
        settled(nodes, me)
        path = "/users/%s/active" % eve.id
        status, _ = ask(nodes[2 % len(nodes)], "PUT", path, {"active": False}, world.boss.token, limit=30)
        refused = everywhere(nodes, me)
        equal(status, 200)
        only(refused, 401)


def roles(world, nodes):
    dan = people.Person(world.url, "dan")
    world.boss.put("/users/%s/roles" % dan.id, {"roles": "system_user system_admin"})
    config = {"config": lambda node: ask(node, "GET", "/config", None, dan.token)[0]}
    with check("revocation: an administrator that is none any more on one node is none on all"):
        settled(nodes, config)
        path = "/users/%s/roles" % dan.id
        status, _ = ask(nodes[1 % len(nodes)], "PUT", path, {"roles": "system_user"}, world.boss.token, limit=30)
        refused = everywhere(nodes, config)
        equal(status, 200)
        only(refused, 403)


def finds(node, team, word, token):
    """How many posts a search finds; -1 when it is refused."""
    status, answer = ask(node, "POST", "/teams/%s/posts/search" % team, {"terms": word}, token)
    return len(answer["order"]) if status == 200 else -1


def fetch(node, path, token):
    """The status of something that is no JSON."""
    return ask(node, "GET", path, None, token)[0]


def upload(node, person, channel):
    request = urllib.request.Request("%s/api/v4/files?channel_id=%s&filename=map.png" % (node, channel), picture())
    request.add_header("Authorization", "Bearer " + person.token)
    request.add_header("Content-Type", "image/png")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=30) as answer:
        return json.loads(answer.read())["file_infos"][0]["id"]


def picture(side=64):
    """A red square as PNG."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + b"\xc0\x20\x20" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
