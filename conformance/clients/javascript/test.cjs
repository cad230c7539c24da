// npm @mattermost/client, REST and WebSocketClient, against a running server.
const assert = require("node:assert/strict");

const {Client4, WebSocketClient} = require("@mattermost/client");
const WebSocket = require("ws");

const {Inbox, Wire, check, finish, refused} = require("./checks.cjs");

// The client asks for the browser's constants.
globalThis.WebSocket = WebSocket;

const URL_OF_SERVER = process.env.MUSTER_TEST_URL;
const PASSWORD = process.env.MUSTER_TEST_PASSWORD;
// One red pixel.
const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
    "base64",
);

async function person(name) {
    const client = new Client4();
    client.setUrl(URL_OF_SERVER);
    client.setIncludeCookies(false);
    const me = await client.login(name, PASSWORD);
    client.setUserId(me.id);
    return {client, me};
}

/** A WebSocketClient of `client`'s session; resolves after its first hello. */
async function listen(client, port) {
    const inbox = new Inbox();
    const socket = new WebSocketClient({
        newWebSocketFn: (url) => new WebSocket(url),
        minWebSocketRetryTime: 200,
        reconnectJitterRange: 50,
        clientPingInterval: 30_000,
    });
    const lost = [];
    socket.addMessageListener((event) => inbox.put(event));
    socket.addMissedMessageListener(() => lost.push("missed"));
    socket.addReconnectListener(() => inbox.put({event: "reconnected", data: {}}));
    socket.initialize(`ws://127.0.0.1:${port}/api/v4/websocket`, client.getToken());
    await inbox.wait("hello", (event) => event.event === "hello");
    return {inbox, socket, lost};
}

function upload(client, channel, name, bytes) {
    const form = new FormData();
    form.append("channel_id", channel.id);
    form.append("files", new Blob([bytes]), name);
    form.append("client_ids", name);
    return client.uploadFile(form);
}

async function world() {
    const w = {};
    await check("login", async () => {
        w.boss = await person("boss");
        w.ann = await person("ann");
        w.ben = await person("ben");
        assert.equal((await w.ann.client.getMe()).username, "ann");
        assert.match(w.boss.me.roles, /system_admin/);
        await refused(401, () => stranger().login("ann", "wrong"));
    });
    await check("configuration for clients", async () => {
        const config = await w.ann.client.getClientConfig();
        assert.ok(config.Version && config.SiteURL !== undefined && config.CollapsedThreads);
        assert.equal((await w.ann.client.getClientLicenseOld()).IsLicensed, "false");
        assert.equal((await w.ann.client.ping(true)).status, "OK");
    });
    await check("team, members, roles", async () => {
        w.team = await w.boss.client.createTeam({name: "js-town", display_name: "JS Town", type: "O"});
        for (const one of [w.ann, w.ben]) await w.boss.client.addToTeam(w.team.id, one.me.id);
        assert.deepEqual((await w.ann.client.getMyTeams()).map((team) => team.id), [w.team.id]);
        const roles = await w.ann.client.getRolesByNames(["system_user", "team_user", "channel_user"]);
        assert.equal(roles.length, 3);
    });
    await check("channels, categories", async () => {
        w.channel = await w.ann.client.createChannel({team_id: w.team.id, name: "mill", display_name: "Mill", type: "O"});
        await w.ann.client.addToChannel(w.ben.me.id, w.channel.id);
        const names = (await w.ben.client.getMyChannels(w.team.id)).map((channel) => channel.name);
        assert.ok(names.includes("mill") && names.includes("town-square"), String(names));
        const sidebar = await w.ben.client.getChannelCategories("me", w.team.id);
        assert.deepEqual(sidebar.categories.map((one) => one.type), ["favorites", "channels", "direct_messages"]);
        w.direct = await w.ann.client.createDirectChannel([w.ann.me.id, w.ben.me.id]);
        assert.equal(w.direct.type, "D");
    });
    return w;
}

function stranger() {
    const client = new Client4();
    client.setUrl(URL_OF_SERVER);
    return client;
}

async function posts(w, inbox) {
    const {ann, ben, channel} = w;
    await check("a post reaches the other's socket", async () => {
        w.post = await ann.client.createPost({channel_id: channel.id, message: "Flour for @ben #bakery", pending_post_id: `${ann.me.id}:1`});
        const event = await inbox.posted("Flour for @ben #bakery");
        assert.deepEqual(JSON.parse(event.data.mentions), [ben.me.id]);
        assert.equal(event.data.sender_name, "@ann");
        assert.equal(event.broadcast.channel_id, channel.id);
        assert.equal(w.post.hashtags, "#bakery");
    });
    await check("unread, then viewed", async () => {
        const unread = await ben.client.getPostsUnread(channel.id, ben.me.id);
        assert.ok(unread.order.includes(w.post.id));
        await ben.client.viewMyChannel(channel.id);
        await inbox.wait("viewed", (event) => event.event === "multiple_channels_viewed");
    });
    await check("reply and thread", async () => {
        w.reply = await ben.client.createPost({channel_id: channel.id, message: "Thank you", root_id: w.post.id});
        const thread = await ann.client.getPaginatedPostThread(w.post.id, {direction: "down", perPage: 60, collapsedThreads: true});
        assert.deepEqual(Object.keys(thread.posts).sort(), [w.post.id, w.reply.id].sort());
        const followed = await ann.client.getUserThreads(ann.me.id, w.team.id, {perPage: 10, extended: true});
        assert.equal(followed.threads[0].id, w.post.id);
        assert.equal(followed.threads[0].unread_replies, 1);
        await ann.client.updateThreadReadForUser(ann.me.id, w.team.id, w.post.id, Date.now());
        assert.equal((await ann.client.getUserThread(ann.me.id, w.team.id, w.post.id)).unread_replies, 0);
    });
    await check("edit, with history", async () => {
        await ann.client.patchPost({id: w.post.id, message: "Rye flour for @ben"});
        const event = await inbox.wait("edit", (event) => event.event === "post_edited");
        assert.equal(JSON.parse(event.data.post).message, "Rye flour for @ben");
        assert.equal((await ann.client.getPostEditHistory(w.post.id)).length, 1);
    });
    await check("reactions", async () => {
        await ann.client.addReaction(ann.me.id, w.reply.id, "bread");
        const event = await inbox.wait("reaction", (event) => event.event === "reaction_added");
        assert.equal(JSON.parse(event.data.reaction).emoji_name, "bread");
        assert.equal((await ben.client.getReactionsForPost(w.reply.id)).length, 1);
        await ann.client.removeReaction(ann.me.id, w.reply.id, "bread");
        await inbox.wait("removal", (event) => event.event === "reaction_removed");
    });
    await check("pin, flag, mark unread", async () => {
        await ann.client.pinPost(w.post.id);
        assert.deepEqual((await ben.client.getPinnedPosts(channel.id)).order, [w.post.id]);
        await ben.client.savePreferences(ben.me.id, [{user_id: ben.me.id, category: "flagged_post", name: w.post.id, value: "true"}]);
        assert.deepEqual((await ben.client.getFlaggedPosts(ben.me.id)).order, [w.post.id]);
        await ben.client.markPostAsUnread(ben.me.id, w.post.id);
        await inbox.wait("unread", (event) => event.event === "post_unread");
    });
    await check("upload, attach, read back", async () => {
        const {file_infos: infos, client_ids: ids} = await upload(ann.client, channel, "dot.png", PNG);
        assert.deepEqual(ids, ["dot.png"]);
        const post = await ann.client.createPost({channel_id: channel.id, message: "a dot", file_ids: [infos[0].id]});
        assert.equal(post.metadata.files[0].width, 1);
        const answer = await fetch(ben.client.getFileUrl(infos[0].id, 0), {headers: {Authorization: `Bearer ${ben.client.getToken()}`}});
        assert.deepEqual(Buffer.from(await answer.arrayBuffer()), PNG);
        assert.equal(answer.headers.get("content-type"), "image/png");
    });
    await check("search", async () => {
        const found = await ben.client.searchPosts(w.team.id, "rye from:ann", false);
        assert.deepEqual(found.order, [w.post.id]);
        assert.equal((await ben.client.searchPosts(w.team.id, "flour -rye", false)).order.length, 0);
        assert.equal((await ben.client.searchFiles(w.team.id, "dot", false)).order.length, 1);
    });
    await check("drafts and scheduled posts", async () => {
        await ann.client.upsertDraft({channel_id: channel.id, root_id: "", message: "half a", props: {}, file_ids: [], user_id: ann.me.id, create_at: 0, update_at: 0, delete_at: 0, priority: {}}, "");
        assert.equal((await ann.client.getUserDrafts(w.team.id))[0].message, "half a");
    });
    await check("delete", async () => {
        await ben.client.deletePost(w.reply.id);
        await inbox.wait("deletion", (event) => event.event === "post_deleted");
        await refused(404, () => ann.client.getPost(w.reply.id));
    });
}

async function socketActions(w, {socket, inbox}) {
    await check("typing is heard by the other, not by oneself", async () => {
        const other = await listen(w.ann.client, new URL(URL_OF_SERVER).port);
        socket.userTyping(w.channel.id, "");
        await other.inbox.wait("typing", (event) => event.event === "typing" && event.data.user_id === w.ben.me.id);
        assert.ok(!inbox.names().includes("typing"));
        other.socket.close();
    });
    await check("statuses over the socket", async () => {
        const answer = await new Promise((resolve) => socket.getStatusesByIds([w.ann.me.id], resolve));
        assert.equal(answer.status ?? "OK", "OK");
        assert.ok(w.ann.me.id in answer.data);
    });
}

async function resume(w, wire, {inbox, lost}) {
    const numbered = (event) => event.event === "posted" && JSON.parse(event.data.post).message.startsWith("sack ");
    const texts = () => inbox.events.filter(numbered).map((event) => JSON.parse(event.data.post).message);
    await check("a dropped connection resumes without loss", async () => {
        const hello = inbox.events.find((event) => event.event === "hello");
        const send = (n) => w.ann.client.createPost({channel_id: w.channel.id, message: `sack ${n}`});
        await send(0);
        await inbox.posted("sack 0");
        wire.cut();
        for (let n = 1; n <= 20; n += 1) await send(n);
        wire.mend();
        await inbox.posted("sack 20");
        await send(21);
        await inbox.posted("sack 21");
        assert.deepEqual(texts(), Array.from({length: 22}, (_, n) => `sack ${n}`));
        assert.deepEqual(lost, []);
        const hellos = inbox.events.filter((event) => event.event === "hello");
        assert.ok(hellos.every((event) => event.data.connection_id === hello.data.connection_id), "the connection is the same");
    });
    await check("and again, while posts keep coming", async () => {
        let sent = 22;
        const stop = Date.now() + 3000;
        const sender = (async () => {
            for (; Date.now() < stop; sent += 1) await w.ann.client.createPost({channel_id: w.channel.id, message: `sack ${sent}`});
        })();
        for (const pause of [300, 500, 700]) {
            await new Promise((resolve) => setTimeout(resolve, pause));
            wire.cut();
            await new Promise((resolve) => setTimeout(resolve, 100));
            wire.mend();
        }
        await sender;
        await inbox.posted(`sack ${sent - 1}`);
        assert.deepEqual(texts(), Array.from({length: sent}, (_, n) => `sack ${n}`));
        assert.deepEqual(lost, []);
    });
}

async function main() {
    const w = await world();
    const wire = await Wire.to(Number(new URL(URL_OF_SERVER).port));
    let ear;
    await check("hello on the websocket", async () => {
        ear = await listen(w.ben.client, wire.port);
    });
    await posts(w, ear.inbox);
    await socketActions(w, ear);
    await resume(w, wire, ear);
    await check("logout ends the session", async () => {
        await w.ann.client.logout();
        await refused(401, () => w.ann.client.getMe());
    });
}

main().then(finish, (problem) => {
    console.log(`FAIL the test broke off: ${problem.stack.split("\n").slice(0, 2).join(" ")}`);
    process.exit(1);
});
