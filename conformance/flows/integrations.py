"""Integrations: a program answers a command late, puts buttons, menus and forms before people, and hears of them."""

import base64
import json
import urllib.error
import urllib.request

import muster
from checks import check, equal
from events import Events
from peer import Peer
from people import Person, World


def tell(url, body, kind="application/json"):
    """What the program sends on its own: the status."""
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, text, {"Content-Type": kind}, method="POST")
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def named(trigger):
    """The name that a trigger begins with; the client knows it by that."""
    return base64.b64decode(trigger).decode().split(":")[0]


def command(world, peer, trigger, **more):
    form = {"team_id": world.team, "trigger": trigger, "url": peer.url + "/" + trigger, "method": "P", **more}
    return world.boss.post("/commands", form)


def run_command(world, text, **more):
    return world.ann.post("/commands/execute", {"channel_id": world.channel, "command": text, **more})


def late_answers(world, peer, hears):
    command(world, peer, "deploy", username="deployer")
    peer.json("/deploy", {"text": "begun", "response_type": "ephemeral"})
    with check("a command tells its program who asks, and shows what it answers"):
        run_command(world, "/deploy now (@ben), not @ann-2")
        asked = peer.last("/deploy").form
        equal((asked["text"], asked["user_name"], asked["user_mentions"]), ("now (@ben), not @ann-2", "ann", "ben"))
        hears.post("ephemeral_message", "begun")
    later = asked["response_url"]
    with check("a late answer becomes a post of the channel, in the program's name"):
        assert later.startswith(world.url + "/hooks/commands/"), later
        equal(tell(later, {"text": "done <http://x.test|here>", "response_type": "in_channel"}), 200)
        post = hears.post("posted", "done")
        equal((post["message"], post["user_id"]), ("done [here](http://x.test)", world.ann.id))
        equal((post["props"]["override_username"], post["props"]["from_webhook"]), ("deployer", "true"))
    with check("or only the caller sees it"):
        equal(tell(later, {"text": "psst"}), 200)
        hears.post("ephemeral_message", "psst")
    with check("what is no answer is refused"):
        equal(tell(later, b"{nope"), 400)
        equal(tell(later, {"text": "x", "type": "system_join_channel"}), 400)
        equal(tell(world.url + "/hooks/commands/nosuchnosuchnosuchnosuchnb", {"text": "x"}), 404)
    with check("words do as well, and the address is worn out after five uses"):
        equal(tell(later, b"just words", "text/plain"), 200)
        statuses = [tell(later, {"text": "again"}) for _ in range(4)]
        assert statuses[-1] == 400 and 200 in statuses, statuses
    with check("a late answer comes into the thread of the command"):
        root = world.ann.say(world.channel, "a thread")["id"]
        run_command(world, "/deploy there", root_id=root)
        tell(peer.last("/deploy").form["response_url"], {"text": "in the thread", "response_type": "in_channel"})
        equal(hears.post("posted", "in the thread")["root_id"], root)
    with check("who left the channel speaks there no more"):
        run_command(world, "/deploy leave")
        later = peer.last("/deploy").form["response_url"]
        world.ann.delete("/channels/%s/members/%s" % (world.channel, world.ann.id))
        equal(tell(later, {"text": "ghost", "response_type": "in_channel"}), 403)
        world.ben.post("/channels/%s/members" % world.channel, {"user_id": world.ann.id})
    with check("a program that fails, hangs up or talks nonsense is a failed command, not a post"):
        for answer in ((500, {}, b"broken"), (200, {"Content-Type": "application/json"}, b"{nope"),
                       (200, {"Content-Length": "50"}, b"short"), (302, {"Location": "http://10.0.0.1/"}, b"")):
            peer.answers["/deploy"] = lambda asked, answer=answer: answer
            world.ann.post("/commands/execute", {"channel_id": world.channel, "command": "/deploy x"}, status=500)


def many_answers(world, peer, hears):
    command(world, peer, "report")
    extras = [{"text": "part %d" % part, "response_type": "in_channel"} for part in range(8)]
    with check("the answers of one command stand in the channel as the program gave them"):
        for _ in range(5):
            peer.json("/report", {"text": "begin", "response_type": "in_channel", "extra_responses": extras})
            run_command(world, "/report")
            page = world.ann.get("/channels/%s/posts?per_page=9" % world.channel)
            said = [page["posts"][post]["message"] for post in reversed(page["order"])]
            equal(said, ["begin"] + [extra["text"] for extra in extras])
    with check("an answer brings nothing that only the server sets"):
        forged = {name: "true" for name in ("from_bot", "from_plugin", "force_notification", "deleteBy")}
        peer.json("/report", {"text": "forged", "response_type": "in_channel", "props": {**forged, "color": "red"}})
        run_command(world, "/report")
        props = hears.post("posted", "forged")["props"]
        equal((props["color"], [name for name in forged if name in props]), ("red", []))


def careless(world, peer, hears):
    """Programs whose JSON and whose forms are not what they should be."""
    hook = world.url + "/hooks/" + world.ann.post("/hooks/incoming", {"channel_id": world.channel})["id"]
    with check("JSON with raw line ends, half surrogates, capital names and a byte order mark is read"):
        for body, text in ((b'{"text": "two\nlines"}', "two\nlines"), (b'{"TEXT": "capital"}', "capital"),
                           (b'{"text": "half \\ud83d"}', "half \ufffd"), (b'\xef\xbb\xbf{"text": "marked"}', "marked")):
            equal(tell(hook, body), 200)
            hears.post("posted", text)
    with check("users, calls and links written as for Slack become Markdown, in fields too"):
        text = "<@%s> <!here> <http://x.test|here>" % world.ben.id
        tell(hook, {"text": "translated " + text, "attachments": [None, {"fields": [None, {"value": text}, {"value": 7}]}]})
        post = hears.post("posted", "translated")
        equal(post["message"], "translated @ben @here [here](http://x.test)")
        fields = post["props"]["attachments"][0]["fields"]
        equal([field["value"] for field in fields], ["@ben @here [here](http://x.test)", "7"])
    with check("an answer that does not say that it is JSON is words"):
        command(world, peer, "words")
        for headers in ({}, {"Content-Type": "text/html"}, {"Content-Type": "TEXT/PLAIN"}):
            peer.answers["/words"] = lambda asked, headers=headers: (200, headers, b"just words")
            equal(run_command(world, "/words (@ben)")["text"], "just words")
        equal(peer.last("/words").form["user_mentions"], "ben")
    with check("the picture of a system emoji is there"):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(world.url + "/static/emoji/1f680.png", timeout=20) as answer:
            assert answer.read().startswith(b"\x89PNG"), answer.headers


def with_buttons(world, peer, message="Shall we?"):
    """A post of a webhook with a button, a menu, and one that goes nowhere."""
    actions = [
        {"id": "go", "name": "Go", "type": "button", "integration": {"url": peer.url + "/click", "context": {"n": 7}}},
        {"id": "pick", "name": "Pick", "type": "select", "integration": {"url": peer.url + "/click"},
         "options": [{"text": "One", "value": "1"}, {"text": "Two", "value": "2"}]},
        {"name": "Idle", "type": "button"},
    ]
    hook = world.ann.post("/hooks/incoming", {"channel_id": world.channel, "display_name": "asker"})
    tell(world.url + "/hooks/" + hook["id"], {"text": message, "attachments": [{"text": "x", "actions": actions}]})


def click(person, post, action, status=None, **form):
    return person.post("/posts/%s/actions/%s" % (post["id"], action), form, status)


def buttons(world, peer, hears):
    with_buttons(world, peer)
    post = hears.post("posted", "Shall we?")
    with check("nobody is told where a click goes"):
        shown = world.ben.get("/posts/" + post["id"])
        page = world.ben.get("/channels/%s/posts" % world.channel)
        for seen in (post, shown, page):
            assert "/click" not in json.dumps(seen), seen
        equal([action.get("id") for action in shown["props"]["attachments"][0]["actions"]][:2], ["go", "pick"])
    with check("a click tells the program who, where and what was meant"):
        peer.json("/click", {"ephemeral_text": "noted"})
        done = click(world.ben, post, "go")
        told = peer.last("/click").json
        equal((told["user_id"], told["user_name"], told["post_id"]), (world.ben.id, "ben", post["id"]))
        equal((told["context"], told["team_domain"], told["type"]), ({"n": 7}, "crew", "button"))
        equal((done["status"], done["trigger_id"]), ("OK", named(told["trigger_id"])))
    with check("a choice travels with the click"):
        click(world.ben, post, "pick", selected_option="2")
        told = peer.last("/click").json
        equal((told["context"], told["type"]), ({"selected_option": "2"}, "select"))
    with check("its answer is shown to who clicked"):
        ben_hears = Events(world.server, world.ben)
        click(world.ben, post, "go")
        ben_hears.post("ephemeral_message", "noted")
    with check("unknown buttons, strangers and deleted posts are refused"):
        click(world.ben, post, "nothing", 404)
        click(world.boss, {"id": "nosuchnosuchnosuchnosuchnb"}, "go", 403)
        stranger = world.stranger
        click(stranger, post, "go", 403)
    with check("an edit of the text keeps the buttons and where they go"):
        edited = {"id": post["id"], "message": "Shall we now?", "props": shown["props"]}
        world.ann.put("/posts/" + post["id"], edited)
        before = peer.count("/click")
        click(world.ben, post, "go")
        equal(peer.count("/click"), before + 1)
        equal(peer.last("/click").json["context"], {"n": 7})
        world.ann.put("/posts/%s/patch" % post["id"], {"message": "Shall we later?"})
        click(world.ben, post, "pick", selected_option="1")
        equal(peer.count("/click"), before + 2)
    with check("so does pinning, and a patch with the properties a client has"):
        world.ann.post("/posts/%s/pin" % post["id"])
        props = world.ann.get("/posts/" + post["id"])["props"]
        world.ann.put("/posts/%s/patch" % post["id"], {"props": props})
        before = peer.count("/click")
        click(world.ben, post, "go")
        equal(peer.count("/click"), before + 1)
    with check("nobody points a stored button elsewhere by an edit that a client makes up"):
        props = json.loads(json.dumps(shown["props"]))
        props["attachments"][0]["actions"][0]["name"] = "Renamed"
        world.ann.put("/posts/%s/patch" % post["id"], {"props": props})
        click(world.ben, post, "go")
        renamed = world.ben.get("/posts/" + post["id"])["props"]["attachments"][0]["actions"][0]["name"]
        equal((renamed, peer.last("/click").json["context"]), ("Renamed", {"n": 7}))
    with check("the program rewrites its post, and stays who it was"):
        update = {"message": "Decided", "props": {"attachments": [], "from_bot": "true", "override_username": "king"}}
        peer.json("/click", {"update": update})
        click(world.ben, post, "go")
        after = hears.post("post_edited", "Decided")
        equal((after["props"].get("from_bot"), after["props"].get("from_webhook")), (None, "true"))
        assert after["props"].get("override_username") != "king", after["props"]
        click(world.ben, post, "go", 404)
    with check("a program that fails is a 400, and the post stays"):
        with_buttons(world, peer, "Again?")
        again = hears.post("posted", "Again?")
        peer.answers["/click"] = lambda asked: (500, {}, b"")
        click(world.ben, again, "go", 400)
        peer.answers["/click"] = lambda asked: (200, {}, b"{nope")
        click(world.ben, again, "go", 400)
        equal(world.ben.get("/posts/" + again["id"])["message"], "Again?")
    with check("addresses of the own network that are not allowed are not called"):
        hook = world.ann.post("/hooks/incoming", {"channel_id": world.channel})
        action = {"id": "in", "name": "In", "integration": {"url": "http://169.254.169.254/latest"}}
        tell(world.url + "/hooks/" + hook["id"], {"text": "inward", "attachments": [{"actions": [action]}]})
        click(world.ben, hears.post("posted", "inward"), "in", 400)


def unstored(world, peer, hears):
    with check("buttons of a post that only one person sees work by their cookie"):
        action = {"id": "hush", "name": "Hush", "integration": {"url": peer.url + "/click", "context": {"k": "v"}}}
        command(world, peer, "ask")
        peer.json("/ask", {"text": "only you", "attachments": [{"text": "?", "actions": [action]}]})
        peer.json("/click", {})
        run_command(world, "/ask")
        post = hears.post("ephemeral_message", "only you")
        shown = post["props"]["attachments"][0]["actions"][0]
        assert "integration" not in shown and shown["cookie"], shown
        click(world.ann, post, "hush", cookie=shown["cookie"])
        equal(peer.last("/click").json["context"], {"k": "v"})
        click(world.ann, post, "hush", 403)
        click(world.ann, post, "hush", 404, cookie=shown["cookie"][:-4] + "AAAA")
        click(world.ann, {"id": world.ann.say(world.channel, "other")["id"]}, "hush", 404, cookie=shown["cookie"])


def dialogs(world, peer, hears):
    elements = [{"display_name": "Reason", "name": "reason", "type": "text"},
                {"display_name": "Who", "name": "who", "type": "select", "data_source": "dynamic",
                 "data_source_url": peer.url + "/lookup"}]
    dialog = {"callback_id": "cb", "title": "Why?", "elements": elements, "state": "st", "submit_label": "Send"}
    command(world, peer, "form")
    peer.json("/form", {})
    run_command(world, "/form")
    trigger = peer.last("/form").form["trigger_id"]
    with check("a form is opened for who ran the command, and for nobody else"):
        opened = {"trigger_id": trigger, "url": peer.url + "/submit", "dialog": dialog}
        status, _, answer = muster.call(world.url, "POST", "/actions/dialogs/open", opened)
        equal((status, answer), (200, {"status": "OK"}))
        shown = json.loads(hears.named("open_dialog")["data"]["dialog"])
        equal((shown["dialog"]["title"], shown["url"]), ("Why?", peer.url + "/submit"))
        equal(shown["trigger_id"], named(trigger))
    with check("without a trigger of this server no form is opened"):
        for bad in ("", "x", trigger[:-8] + "AAAAAAA=", trigger + "A"):
            status, _, _ = muster.call(world.url, "POST", "/actions/dialogs/open", {**opened, "trigger_id": bad})
            equal((bad, status), (bad, 400))
    form = {"url": peer.url + "/submit", "callback_id": "cb", "state": "st", "submission": {"reason": "because"},
            "channel_id": world.channel, "team_id": world.team, "user_id": world.ben.id}
    with check("what was filled in goes to the program in the name of who did"):
        peer.json("/submit", {})
        equal(world.ann.post("/actions/dialogs/submit", form), {})
        told = peer.last("/submit").json
        equal((told["type"], told["user_id"], told["submission"]), ("dialog_submission", world.ann.id, {"reason": "because"}))
        equal((told["callback_id"], told["state"], told["cancelled"]), ("cb", "st", False))
    with check("its complaints come back to the form"):
        peer.json("/submit", {"errors": {"reason": "too short"}, "error": "no"})
        equal(world.ann.post("/actions/dialogs/submit", form), {"errors": {"reason": "too short"}, "error": "no"})
    with check("a form that is closed is told as such"):
        peer.json("/submit", {})
        world.ann.post("/actions/dialogs/submit", {**form, "cancelled": True, "submission": {}})
        equal(peer.last("/submit").json["cancelled"], True)
    with check("a field is filled with what the program finds"):
        items = [{"text": "Ben", "value": "ben"}]
        peer.json("/lookup", {"items": items})
        found = world.ann.post("/actions/dialogs/lookup", {**form, "url": peer.url + "/lookup",
                                                           "submission": {"query": "b", "selected_field": "who"}})
        equal(found, {"items": items})
        equal(peer.last("/lookup").json["type"], "dialog_lookup")
    with check("strangers submit nothing, and a form without an address is refused"):
        world.stranger.post("/actions/dialogs/submit", form, 403)
        world.ann.post("/actions/dialogs/submit", {**form, "url": ""}, 400)
    with check("a program that fails is a 400"):
        peer.answers["/submit"] = lambda asked: (500, {}, b"")
        world.ann.post("/actions/dialogs/submit", form, 400)


def run(server):
    world = World(server.url)
    world.server, world.stranger = server, Person(server.url, "eve")
    with Peer() as peer:
        hears = Events(server, world.ann)
        late_answers(world, peer, hears)
        many_answers(world, peer, hears)
        # Webhooks are for those who run a team.
        roles = {"scheme_user": True, "scheme_admin": True}
        world.boss.put("/teams/%s/members/%s/schemeRoles" % (world.team, world.ann.id), roles)
        careless(world, peer, hears)
        buttons(world, peer, hears)
        unstored(world, peer, hears)
        dialogs(world, peer, hears)
