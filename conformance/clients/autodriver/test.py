"""mattermostautodriver: the client generated from the public API description."""

import asyncio
import base64
import json
import threading

from checks import HOST, PASSWORD, PORT, Inbox, check, equal, finish
from mattermostautodriver import TypedDriver
from mattermostautodriver.exceptions import NoAccessTokenProvided, ResourceNotFound

# One red pixel.
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==")


def driver(login):
    return TypedDriver({"url": HOST, "port": PORT, "scheme": "http", "request_timeout": 20, **login})


def person(name):
    one = driver({"login_id": name, "password": PASSWORD})
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


with check("login"):
    boss, ann, ben = person("boss"), person("ann"), person("ben")
    me = ann.users.get_user("me")
    equal(me["username"], "ann")
    assert "system_admin" in boss.users.get_user("me")["roles"], "the first account is the administrator"

with check("a wrong password is refused"):
    try:
        driver({"login_id": "ann", "password": "wrong"}).login()
        raise AssertionError("it was accepted")
    except NoAccessTokenProvided:
        pass

with check("team and members"):
    team = boss.teams.create_team(name="auto-town", display_name="Auto Town", type="O")
    ids = {name: boss.users.get_user_by_username(name)["id"] for name in ("ann", "ben")}
    for user in ids.values():
        boss.teams.add_team_member(team["id"], user_id=user)
    equal(len(boss.teams.get_team_members(team["id"])), 3)
    equal(ann.teams.get_team_by_name("auto-town")["id"], team["id"])
    equal(ann.teams.get_team_stats(team["id"])["total_member_count"], 3)

with check("channels of all types"):
    channel = ann.channels.create_channel(team_id=team["id"], name="harbour", display_name="Harbour", type="O")
    ann.channels.add_channel_member(channel["id"], user_id=ids["ben"])
    private = ann.channels.create_channel(team_id=team["id"], name="cabin", display_name="Cabin", type="P")
    direct = ann.channels.create_direct_channel([ids["ann"], ids["ben"]])
    group = ann.channels.create_group_channel([ids["ann"], ids["ben"], boss.users.get_user("me")["id"]])
    equal([private["type"], direct["type"], group["type"]], ["P", "D", "G"])
    names = {one["name"] for one in ben.channels.get_channels_for_team_for_user("me", team["id"])}
    assert "harbour" in names and "town-square" in names and "cabin" not in names, names

with check("a private channel of others is not there"):
    try:
        ben.channels.get_channel(private["id"])
        raise AssertionError("it was shown")
    except Exception as refusal:
        assert type(refusal).__name__ in ("NotEnoughPermissions", "ResourceNotFound"), repr(refusal)

inbox = None
with check("hello on the websocket"):
    inbox = listen(ben)

with check("a post arrives as an event"):
    post = ann.posts.create_post(channel_id=channel["id"], message="The *ferry* leaves at #noon, @ben")
    event = inbox.wait("posted", lambda event: event.get("event") == "posted")
    equal(json.loads(event["data"]["post"])["id"], post["id"])
    equal(json.loads(event["data"]["mentions"]), [ids["ben"]])
    equal(post["hashtags"], "#noon")

with check("a reply and its thread"):
    reply = ben.posts.create_post(channel_id=channel["id"], message="Aye", root_id=post["id"])
    thread = ann.posts.get_post_thread(post["id"])
    equal(sorted(thread["order"]), sorted([post["id"], reply["id"]]))
    threads = ann.threads.get_user_threads("me", team["id"])
    equal([one["id"] for one in threads["threads"]], [post["id"]])
    equal(threads["threads"][0]["reply_count"], 1)

with check("edit, pin, history"):
    ann.posts.patch_post(post["id"], message="The ferry leaves at one")
    equal(ben.posts.get_post(post["id"])["message"], "The ferry leaves at one")
    inbox.wait("post_edited", lambda event: event.get("event") == "post_edited")
    ann.posts.pin_post(post["id"])
    equal(ben.channels.get_pinned_posts(channel["id"])["order"], [post["id"]])
    equal(ann.posts.get_edit_history_for_post(post["id"])[0]["message"], "The *ferry* leaves at #noon, @ben")

with check("reactions"):
    ann.reactions.save_reaction({"user_id": ids["ann"], "post_id": post["id"], "emoji_name": "tada"})
    equal([one["emoji_name"] for one in ben.reactions.get_reactions(post["id"])], ["tada"])
    inbox.wait("reaction_added", lambda event: event.get("event") == "reaction_added")
    ann.reactions.delete_reaction(ids["ann"], post["id"], "tada")
    equal(ben.reactions.get_reactions(post["id"]) or [], [])

with check("files"):
    uploaded = ann.files.upload_file(files=("dot.png", PNG), channel_id=channel["id"])
    info = uploaded["file_infos"][0]
    shown = ann.posts.create_post(channel_id=channel["id"], message="look", file_ids=[info["id"]])
    equal(ben.files.get_file_info(info["id"])["name"], "dot.png")
    equal(ben.files.get_file(info["id"]).content, PNG)
    equal([one["id"] for one in ben.posts.get_file_infos_for_post(shown["id"])], [info["id"]])

with check("search finds what was just written"):
    found = ben.posts.search_posts(team["id"], terms="ferry", is_or_search=False)
    equal(found["order"], [post["id"]])
    equal(ben.posts.search_posts(team["id"], terms='"leaves at noon"', is_or_search=False)["order"], [])

with check("unread and view"):
    before = ben.channels.get_channel_unread("me", channel["id"])
    assert before["mention_count"] >= 1, before
    ben.channels.view_channel("me", channel_id=channel["id"])
    equal(ben.channels.get_channel_unread("me", channel["id"])["msg_count"], 0)

with check("preferences and status"):
    ann.preferences.update_preferences("me", [{"user_id": ids["ann"], "category": "tutorial", "name": "step", "value": "3"}])
    equal(ann.preferences.get_preferences_by_category_by_name("me", "tutorial", "step")["value"], "3")
    ann.status.update_user_status(ids["ann"], "dnd")
    equal(ben.status.get_user_status(ids["ann"])["status"], "dnd")

with check("a bot with a token"):
    bot = boss.bots.create_bot("autobot", display_name="Auto Bot")
    token = boss.users.create_user_access_token(bot["user_id"], "for the test")["token"]
    boss.teams.add_team_member(team["id"], user_id=bot["user_id"])
    ann.channels.add_channel_member(channel["id"], user_id=bot["user_id"])
    robot = driver({"token": token})
    robot.login()
    equal(robot.users.get_user("me")["is_bot"], True)
    equal(robot.posts.create_post(channel_id=channel["id"], message="beep")["user_id"], bot["user_id"])

with check("webhooks and commands"):
    hook = boss.webhooks.create_incoming_webhook(channel_id=channel["id"])
    equal([one["id"] for one in boss.webhooks.get_incoming_webhooks(team_id=team["id"])], [hook["id"]])
    command = boss.commands.create_command(team["id"], "P", "tide", "http://127.0.0.1:9/none")
    assert command["id"] in [one["id"] for one in boss.commands.list_commands(team_id=team["id"], custom_only=True)]

with check("delete"):
    ann.posts.delete_post(shown["id"])
    try:
        ben.posts.get_post(shown["id"])
        raise AssertionError("a deleted post was shown")
    except ResourceNotFound:
        pass
    ann.channels.delete_channel(private["id"])
    assert ann.channels.get_channel(private["id"])["delete_at"] > 0

with check("logout ends the session"):
    ann.logout()
    try:
        ann.users.get_user("me")
        raise AssertionError("the session lives on")
    except NoAccessTokenProvided:
        pass

finish()
