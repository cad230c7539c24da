"""mmpy_bot: a bot framework; the bot listens on its websocket and answers."""

import asyncio
import json
import re
import threading
import time
import urllib.request

from checks import HOST, PASSWORD, PORT, URL, check, equal, finish
from mmpy_bot import Bot, Message, Plugin, Settings, listen_to


def call(method, path, body=None, token=None):
    request = urllib.request.Request(URL + "/api/v4" + path, method=method, data=body and json.dumps(body).encode())
    if token:
        request.add_header("Authorization", "Bearer " + token)
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=20) as answer:
        return answer.headers.get("Token"), json.loads(answer.read())


class Harbour(Plugin):
    """Answers to the word, to a direct message, and with a reaction."""

    @listen_to("^tide at ([a-z]+)$", re.IGNORECASE)
    async def tide(self, message: Message, place: str):
        self.driver.reply_to(message, "High water at %s in an hour" % place)

    @listen_to("^hello bot$", direct_only=True)
    async def hello(self, message: Message):
        self.driver.reply_to(message, "Ahoy, " + message.sender_name)

    @listen_to("^cheer$", needs_mention=True)
    async def cheer(self, message: Message):
        self.driver.react_to(message, "tada")


def run(bot):
    # The framework asks for the thread's event loop, which only the main thread has by itself.
    asyncio.set_event_loop(asyncio.new_event_loop())
    bot.run()


def wait_for(what, look):
    for _ in range(100):
        found = look()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("no %s within 10 s" % what)


def answers(channel, text):
    _, page = call("GET", "/channels/%s/posts" % channel, token=ann)
    return [post for post in page["posts"].values() if text in post["message"] and post["user_id"] == robot["user_id"]]


with check("a bot account, its token, its team"):
    boss, _ = call("POST", "/users/login", {"login_id": "boss", "password": PASSWORD})
    ann, me = call("POST", "/users/login", {"login_id": "ann", "password": PASSWORD})
    _, team = call("POST", "/teams", {"name": "bot-town", "display_name": "Bot Town", "type": "O"}, boss)
    _, robot = call("POST", "/bots", {"username": "harbour", "display_name": "Harbour Master"}, boss)
    _, token = call("POST", "/users/%s/tokens" % robot["user_id"], {"description": "bot"}, boss)
    for user in (me["id"], robot["user_id"]):
        call("POST", "/teams/%s/members" % team["id"], {"team_id": team["id"], "user_id": user}, boss)
    _, channel = call("POST", "/channels", {"team_id": team["id"], "name": "pier", "display_name": "Pier", "type": "O"}, ann)
    call("POST", "/channels/%s/members" % channel["id"], {"user_id": robot["user_id"]}, ann)

with check("the bot starts"):
    settings = Settings(MATTERMOST_URL="http://" + HOST, MATTERMOST_PORT=PORT, BOT_TOKEN=token["token"],
                        BOT_TEAM="bot-town", SSL_VERIFY=False, WEBHOOK_HOST_ENABLED=False)
    bot = Bot(settings=settings, plugins=[Harbour()])
    threading.Thread(target=run, args=(bot,), daemon=True).start()
    time.sleep(1.5)  # The framework gives no sign when it listens.

with check("it answers in the thread"):
    _, asked = call("POST", "/posts", {"channel_id": channel["id"], "message": "tide at dover"}, ann)
    reply = wait_for("answer", lambda: answers(channel["id"], "High water at dover"))[0]
    equal(reply["root_id"], asked["id"])

with check("it answers a direct message"):
    _, direct = call("POST", "/channels/direct", [me["id"], robot["user_id"]], ann)
    call("POST", "/posts", {"channel_id": direct["id"], "message": "hello bot"}, ann)
    wait_for("answer", lambda: answers(direct["id"], "Ahoy, ann"))

with check("it reacts when it is mentioned"):
    _, post = call("POST", "/posts", {"channel_id": channel["id"], "message": "@harbour cheer"}, ann)
    reactions = wait_for("reaction", lambda: call("GET", "/posts/%s/reactions" % post["id"], token=ann)[1])
    equal([one["emoji_name"] for one in reactions], ["tada"])

with check("it does not answer itself or a stranger's words"):
    call("POST", "/posts", {"channel_id": channel["id"], "message": "the tide at dover is high"}, ann)
    time.sleep(1)
    equal(len(answers(channel["id"], "High water")), 1)

finish()
