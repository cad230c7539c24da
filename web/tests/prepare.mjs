// What pictures show beyond the sample team: an edited message, weeks of a logbook, drafts, bookmarks, an emoji, a group,
// exports that are done, a file that waits to be brought in, a channel that is closed, and a second factor.
import { apiOf } from "./api.mjs";
import { bringIn, sendBulk } from "./bulk.mjs";
import { codeOf } from "./totp.mjs";
import { SAMPLE_PASSWORD } from "./world.mjs";

const DAY_MS = 86_400_000;
const DAYS = 30;
/** How much there is to see on each day of a week. */
const WATCHES = [2, 6, 7, 5, 8, 7, 3];
/** None of them is the one who looks: what they wrote is in no sidebar of hers. */
const WRITERS = ["tomas", "priya", "sven", "yuki", "amina", "jonas"];
const BEACON =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mPQz48jCTGMahjVMHw1AADKn/wB2svo8AAAAABJRU5ErkJggg==";

export async function prepare(server) {
  const api = await apiOf(server, "mara");
  const team = await api.get("/teams/name/harbour-lights");
  const channel = (name) => api.get(`/teams/${team.id}/channels/name/${name}`);
  const [talk, workshop, budget] = await Promise.all(["off-topic", "workshop", "budget"].map(channel));
  await edited(api, talk);
  await planned(api, workshop, budget);
  await gathered(api, talk);
  await integrated(api, team, talk);
  await asked(server, workshop);
  await sorted(api, team, workshop);
  await closed(server, api, team);
  await transferred(api, team);
}

/** A second team of hers, and one that she may join. */
export async function otherTeams(server) {
  const [mara, yuki] = await Promise.all(["mara", "yuki"].map((name) => apiOf(server, name)));
  await mara.post("/teams", { name: "north-pier", display_name: "North Pier", type: "O" });
  await yuki.post("/teams", { name: "regatta", display_name: "Regatta", type: "O", allow_open_invite: true });
}

async function edited(api, channel) {
  const post = await api.post("/posts", { channel_id: channel.id, message: "The buoy at the pier is green." });
  await api.put(`/posts/${post.id}/patch`, { message: "The buoy at the **north** pier is green." });
  await api.put(`/posts/${post.id}/patch`, { message: "The buoy at the **north** pier is green and flashes twice." });
}

async function planned(api, workshop, budget) {
  await api.post("/drafts", {
    channel_id: workshop.id,
    message: "The spare pump is in. Who has an hour on Tuesday to help me *lift it*?",
    priority: { priority: "important", requested_ack: true },
  });
  await api.post("/drafts", { channel_id: budget.id, message: "I would plan with +8 %, as the contract ends in May." });
  const drill = { channel_id: workshop.id, message: "Safety drill at nine. Please wear your vests." };
  await api.post("/posts/schedule", { ...drill, scheduled_at: Date.now() + 3 * DAY_MS });
}

async function gathered(api, channel) {
  await api.post(`/channels/${channel.id}/bookmarks`, {
    display_name: "Tide table",
    link_url: "https://tides.example.test/north-pier",
    type: "link",
    emoji: ":ocean:",
  });
  await api.post(`/channels/${channel.id}/bookmarks`, {
    display_name: "Quiz, rules and points of all rounds",
    link_url: "https://example.test/quiz",
    type: "link",
  });
  const [me, pilot] = await Promise.all([api.get("/users/me"), api.get("/users/username/sven")]);
  const form = new FormData();
  form.append("image", new Blob([Buffer.from(BEACON, "base64")], { type: "image/png" }), "beacon.png");
  form.append("emoji", JSON.stringify({ name: "beacon", creator_id: me.id }));
  await api.send("/emoji", form);
  await api.post("/groups", {
    ...{ name: "pilots", display_name: "Pilots", source: "custom", allow_reference: true },
    user_ids: [me.id, pilot.id],
  });
}

/** A category of her own. */
async function sorted(api, team, channel) {
  const { id } = await api.get("/users/me");
  const category = {
    team_id: team.id,
    user_id: id,
    display_name: "Repairs",
    type: "custom",
    channel_ids: [channel.id],
  };
  await api.post(`/users/me/teams/${team.id}/channels/categories`, category);
}

/** A message that somebody acknowledged. */
async function asked(server, channel) {
  const metadata = { priority: { priority: "urgent", requested_ack: true } };
  const post = await (await apiOf(server, "tomas")).post("/posts", {
    channel_id: channel.id,
    message: "The crane is out of order until Thursday. Nobody walks below it, please.",
    metadata,
  });
  for (const name of ["sven", "jonas"]) {
    const reader = await apiOf(server, name);
    const { id } = await reader.get("/users/me");
    await reader.post(`/users/${id}/posts/${post.id}/ack`);
  }
}

/** A channel that was archived, one where only some may write, and somebody who signs in with a code, too. */
async function closed(server, api, team) {
  const make = (name, display_name) => api.post("/channels", { team_id: team.id, name, display_name, type: "O" });
  const jetty = await make("old-jetty", "Old jetty");
  await api.post("/posts", { channel_id: jetty.id, message: "The last plank is out. Thank you all!" });
  await api.remove(`/channels/${jetty.id}`);
  const notices = await make("notices", "Notices");
  await api.post("/posts", {
    channel_id: notices.id,
    message: "Line 2 does not sail on **Sunday**: the tide is too low.",
  });
  const reader = await newcomer(api, team);
  await api.post(`/channels/${notices.id}/members`, { user_id: reader.id });
  await api.put(`/channels/${notices.id}/moderations/patch`, [{ name: "create_post", roles: { members: false } }]);
  const guarded = await apiOf(server, "amina");
  const { secret } = await guarded.post("/users/me/mfa/generate");
  await guarded.put("/users/me/mfa", { activate: true, code: codeOf(secret) });
}

/** Somebody who may little and has nothing yet. */
async function newcomer(api, team) {
  const account = { username: "nils", email: "nils@example.test", password: SAMPLE_PASSWORD };
  const user = await api.post("/users", { ...account, first_name: "Nils", last_name: "Holm" });
  await api.post(`/teams/${team.id}/members`, { team_id: team.id, user_id: user.id });
  return user;
}

async function integrated(api, team, channel) {
  await api.post("/hooks/incoming", {
    channel_id: channel.id,
    display_name: "Weather station",
    description: "Wind and waves, twice a day",
  });
  await api.post("/commands", {
    team_id: team.id,
    trigger: "tide",
    method: "P",
    url: "https://tides.example.test/ask",
    display_name: "Tide of today",
  });
  await api.post("/hooks/outgoing", {
    team_id: team.id,
    channel_id: channel.id,
    display_name: "Lantern keeper",
    trigger_words: ["lantern", "beacon"],
    callback_urls: ["https://lanterns.example.test/seen"],
  });
  await api.post("/bots", { username: "pilot", display_name: "Harbour pilot", description: "Guides ships in" });
  await api.post("/posts", { channel_id: channel.id, message: "Good evening, @pilots, who is on the pier tonight?" });
}

async function transferred(api, team) {
  const posts = [];
  for (let day = 1; day <= DAYS; day += 1)
    for (let at = 0; at < WATCHES[day % 7] + (day % 3); at += 1)
      posts.push([
        "post",
        {
          team: team.name,
          channel: "logbook",
          user: WRITERS[(day + at * (1 + (day % 3))) % WRITERS.length],
          message: `Watch ${at + 1} of day ${DAYS - day + 1}: calm.`,
          create_at: Date.now() - day * DAY_MS - at * 60_000,
        },
      ]);
  const logbook = { team: team.name, name: "logbook", display_name: "Logbook", type: "O" };
  const purpose = "What was seen from the pier, day by day";
  await bringIn(api, "logbook.zip", [["channel", { ...logbook, purpose }], ...posts]);
  await api.post("/jobs", { type: "message_export" });
  await api.post("/jobs", { type: "export_process", data: { include_attachments: "true" } });
  const pier = [["team", { name: "north-pier", display_name: "North Pier", type: "O" }]];
  await sendBulk(api, "north-pier.zip", pier);
}
