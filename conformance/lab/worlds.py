#!/usr/bin/env python3
"""A world made through the API in spite of everything: the generator is killed, then the server is, and each time it is
gone on with. In the end there is as much as was asked for."""

import json
import re
import tempfile
from pathlib import Path

# First: it says where the next ones are.
import stand
from checks import check, equal
from muster import call

# Of forty channels twelve are of teams, a third of those private, and the others are between few people.
SIZE = {"users": 30, "teams": 3, "channels": 40, "posts": 1500}
OF_TEAMS, PRIVATE, BETWEEN_FEW = 12, 4, 28
PAGE = 200


class Admin:
    def __init__(self, url):
        self.url = url
        status, headers, _ = call(url, "POST", "/users/login", {"login_id": stand.LOGIN, "password": stand.PASSWORD})
        assert status == 200, status
        self.token = headers["Token"]

    def get(self, path):
        status, _, answer = call(self.url, "GET", path, token=self.token)
        assert status == 200, (path, status, answer)
        return answer

    def pages(self, path):
        found, page = [], 0
        while more := self.get("%s%spage=%d&per_page=%d" % (path, "&" if "?" in path else "?", page, PAGE)):
            found += more
            page += 1
        return found

    def posts(self, channel):
        """What people wrote there."""
        found, page = {}, 0
        while more := self.get("/channels/%s/posts?page=%d&per_page=%d" % (channel, page, PAGE))["posts"]:
            found.update(more)
            page += 1
        return [post for post in found.values() if post["type"] == ""]


def generate(lab, state):
    size = [word for name, number in SIZE.items() for word in ("--" + name, number)]
    return lab.begin("generate", *size, "--seed", "5", "--state", state)


def counted(lab, state):
    """What the server has of the world: users, teams, channels, posts, threads, members of each team."""
    kept, admin = json.loads(state.read_text()), Admin(lab.server.url)
    users = [user for user in admin.pages("/users") if user["username"].startswith("lt0-")]
    teams = [team for team in admin.pages("/teams") if team["name"].startswith("lt0-team-")]
    public = [one["id"] for team in teams for one in admin.pages("/teams/%s/channels" % team["id"])
              if one["name"] not in ("town-square", "off-topic")]
    assert set(public) <= set(kept["channels"]), "a channel was made twice"
    equal(len(set(kept["channels"]) - set(public)), PRIVATE)
    posts = [post for kind in ("commons", "channels", "direct") for channel in kept[kind] for post in admin.posts(channel)]
    threads = sum(1 for post in posts if not post["root_id"])
    members = {team["id"]: len(admin.pages("/teams/%s/members" % team["id"])) for team in teams}
    channels = len(set(kept["channels"])), len(set(kept["direct"]))
    return len(users), len(teams), channels, len(posts), threads, set(members.values())


def main():
    with tempfile.TemporaryDirectory(prefix="muster-lab-") as data, stand.empty(data=data) as lab:
        state = Path(lab.folder) / "state.json"
        first = generate(lab, state)
        first.until("posts: ")
        first.kill()
        with check("a generator that is killed halfway leaves the state of what was complete"):
            kept = json.loads(state.read_text())
            equal([len(kept[kind]) for kind in ("users", "teams", "channels", "direct")],
                  [SIZE["users"], SIZE["teams"], OF_TEAMS, BETWEEN_FEW])
            assert kept["threads"]["posts"] < SIZE["posts"], kept["threads"]
        second = generate(lab, state)
        second.until("posts: ")
        lab.server.kill()
        with check("a server that is killed ends it with a sentence that tells what was not answered"):
            status, said = second.end()
            assert status == 1 and re.search("muster-load: (POST|GET|PUT) /", said), (status, said[-500:])
        lab.server.start()
        status, said = generate(lab, state).end()
        with check("it is gone on with to its end, and told by its fingerprint"):
            assert status == 0 and "The world is complete: " in said, said[-500:]
        found = counted(lab, state)
        users, teams, channels, posts, threads, members = found
        with check("in the end there are as many users, teams, members and channels as were asked for"):
            equal((users, teams, channels), (SIZE["users"], SIZE["teams"], (OF_TEAMS, BETWEEN_FEW)))
            # And the administrator, who made them.
            equal(members, {SIZE["users"] + 1})
        with check("and as many posts, none of those twice that were under way when it broke off; half of them answer"):
            equal(posts, SIZE["posts"])
            assert 0.4 < (posts - threads) / posts < 0.6, (posts, threads)
        with check("another generation finds nothing to do, and one of another world is refused"):
            again, told = generate(lab, state).end()
            equal((again, told.strip().split("\n")[-1], counted(lab, state)), (0, said.strip().split("\n")[-1], found))
            status, said = lab.run("generate", "--users", "200", "--state", state)
            assert status == 1 and "is of another world" in said, said
    stand.finish()


main()
