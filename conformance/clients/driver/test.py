"""mattermostdriver: an older client, hand-written, with a WebSocket loop of its own."""

import asyncio
import json
import threading

from checks import HOST, PASSWORD, PORT, Inbox, check, equal, finish
from mattermostdriver import Driver
from mattermostdriver.exceptions import NoAccessTokenProvided, NotEnoughPermissions, ResourceNotFound


def person(**login):
    one = Driver({"url": HOST, "port": PORT, "scheme": "http", "request_timeout": 20, **login})
    one.login()
    return one


def listen(one):
    inbox = Inbox()

    async def receive(message):
        inbox.put(json.loads(message))

    def loop():
        asyncio.set_event_loop(asyncio.new_event_loop())
        one.init_websocket(receive)

    threading.Thread(target=loop, daemon=True).start()
    inbox.wait("hello", lambda event: event.get("event") == "hello")
    return inbox


with check("login by name and by address"):
    boss = person(login_id="boss", password=PASSWORD)
    ann = person(login_id="ann@example.test", password=PASSWORD)
    ben = person(login_id="ben", password=PASSWORD)
    equal(ann.client.username, "ann")

with check("team by name, members, statistics"):
    team = boss.teams.create_team({"name": "driver-town", "display_name": "Driver Town", "type": "O"})
    for one in (ann, ben):
        boss.teams.add_user_to_team(team["id"], {"team_id": team["id"], "user_id": one.client.userid})
    equal(ben.teams.get_team_by_name("driver-town")["id"], team["id"])
    equal(ben.teams.check_team_exists("driver-town"), {"exists": True})
    equal(ben.teams.get_team_stats(team["id"])["active_member_count"], 3)

with check("channel, members, header"):
    channel = ann.channels.create_channel({"team_id": team["id"], "name": "quay", "display_name": "Quay", "type": "O"})
    ann.channels.add_user(channel["id"], {"user_id": ben.client.userid})
    equal(ben.channels.get_channel_by_name(team["id"], "quay")["id"], channel["id"])
    ann.channels.patch_channel(channel["id"], {"header": "Boats only"})
    equal(ben.channels.get_channel(channel["id"])["header"], "Boats only")
    equal(len(ben.channels.get_channel_members(channel["id"])), 2)

inbox = None
with check("hello on the websocket"):
    inbox = listen(ben)

with check("posts arrive in order"):
    sent = [ann.posts.create_post({"channel_id": channel["id"], "message": "boat %d" % n})["id"] for n in range(5)]
    inbox.wait("the last post", lambda event: event.get("event") == "posted" and sent[-1] in event["data"]["post"])
    posted = [json.loads(event["data"]["post"]) for event in inbox.events if event.get("event") == "posted"]
    equal([post["id"] for post in posted if post["message"].startswith("boat")], sent)
    sequence = [event["seq"] for event in inbox.events if "seq" in event]
    equal(sequence, list(range(sequence[0], sequence[0] + len(sequence))))

with check("a page of posts, newest first"):
    page = ben.posts.get_posts_for_channel(channel["id"], params={"page": 0, "per_page": 3})
    equal(page["order"], sent[:1:-1])
    equal(page["prev_post_id"], sent[1])

with check("reply, thread, reaction"):
    reply = ben.posts.create_post({"channel_id": channel["id"], "message": "ahoy", "root_id": sent[0]})
    equal(ann.posts.get_thread(sent[0])["posts"][reply["id"]]["root_id"], sent[0])
    reaction = {"user_id": ann.client.userid, "post_id": reply["id"], "emoji_name": "anchor"}
    ann.reactions.create_reaction(reaction)
    equal(ben.reactions.get_reactions_of_post(reply["id"])[0]["emoji_name"], "anchor")

with check("upload and read back"):
    uploaded = ann.files.upload_file(channel_id=channel["id"], files={"files": ("log.txt", b"fair wind, calm sea")})
    file_id = uploaded["file_infos"][0]["id"]
    ann.posts.create_post({"channel_id": channel["id"], "message": "the log", "file_ids": [file_id]})
    equal(ben.files.get_file(file_id).content, b"fair wind, calm sea")

with check("search"):
    found = ben.posts.search_for_team_posts(team["id"], {"terms": "ahoy", "is_or_search": False})
    equal(found["order"], [reply["id"]])

with check("refusals are the right exceptions"):
    try:
        ben.teams.update_team(team["id"], {"id": team["id"], "display_name": "Mine", "name": "driver-town", "type": "O"})
        raise AssertionError("a member changed the team")
    except NotEnoughPermissions:
        pass
    try:
        ben.users.get_user_by_username("nobody")
        raise AssertionError("an unknown user was found")
    except ResourceNotFound:
        pass
    try:
        person(login_id="ann", password="wrong")
        raise AssertionError("a wrong password was accepted")
    except NoAccessTokenProvided:
        pass

with check("a personal access token"):
    token = boss.users.create_user_access_token("me", {"description": "for the test"})["token"]
    equal(person(token=token).users.get_user("me")["username"], "boss")

with check("users, status, preferences"):
    equal({one["username"] for one in ben.users.get_users(params={"in_team": team["id"]})}, {"boss", "ann", "ben"})
    ben.status.update_user_status(ben.client.userid, {"user_id": ben.client.userid, "status": "away"})
    equal(ann.status.get_user_status(ben.client.userid)["status"], "away")

finish()
