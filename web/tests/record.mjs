// Records what the reducers are tested with: `node tests/record.mjs` makes crates/client/tests/logs/*.json anew, which the
// tests of the client in Rust and of the one in src/state both read. Each log has what a person knew before, the events
// that came, and what a fresh load gave after them. It takes some minutes: two events are sent by jobs of the server.
import { chromium } from "playwright-core";
import { recordPeople, recordSeen } from "./record/people.mjs";
import { recordPlaces } from "./record/places.mjs";
import { recordPosts } from "./record/posts.mjs";
import { person, recorder } from "./record/recorder.mjs";
import { recordThreads } from "./record/threads.mjs";
import { startServer } from "./world.mjs";

const env = {
  MUSTER_INTEGRATIONS_ALLOWED_INTERNAL_HOSTS: "127.0.0.1",
  MUSTER_PRIVACY_ENABLE_SEEN_BY: "true",
  MUSTER_POSTS_PERSISTENT_NOTIFICATION_INTERVAL_MIN: "3",
};
const server = await startServer({ sample: false, env });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** Three people in two teams, of whom ines runs the server; where mara looks something was said. */
async function stage() {
  const { api } = server;
  const ines = await person(api, "ines");
  const mara = await person(api, "mara");
  const tomas = await person(api, "tomas");
  const gather = async (name) => {
    const made = await ines.ask("POST", "/teams", { name, display_name: name, type: "O" });
    for (const { id } of [mara, tomas]) {
      await ines.ask("POST", `/teams/${made.id}/members`, { team_id: made.id, user_id: id });
    }
    return made;
  };
  const team = await gather("harbour");
  const yard = await gather("yard");
  const square = await mara.ask("GET", `/teams/${team.id}/channels/name/town-square`);
  const say = (who, message, more = {}) => who.ask("POST", "/posts", { channel_id: square.id, message, ...more });
  const own = await say(mara, "The key hangs in the office.");
  await say(tomas, "Both of them?", { root_id: own.id });
  // What is unread in another team stays so.
  const deck = await mara.ask("GET", `/teams/${yard.id}/channels/name/town-square`);
  const far = await say(mara, "Who paints the hull?", { channel_id: deck.id });
  await say(tomas, "@mara not me.", { channel_id: deck.id, root_id: far.id });
  const direct = await mara.ask("POST", "/channels/direct", [mara.id, tomas.id]);
  return { api, mara, tomas, ines, team, square, own, direct, say };
}

try {
  const world = await stage();
  const { mara, square, own } = world;
  const place = { watched: square.id, thread: own.id };
  const { record, greet, write } = await recorder(browser, server.api, mara, place);
  await greet("hello");
  // It calls again when the rest is recorded.
  const priority = { priority: "urgent", requested_ack: false, persistent_notifications: true };
  await record("post-urgent", () => world.say(world.tomas, "@mara the boat!", { metadata: { priority } }));
  await recordPosts(record, world);
  await recordThreads(record, world);
  await recordPeople(record, world);
  await recordPlaces(record, world);
  await record("called-again", () => {}, "persistent_notification_triggered");
  await recordSeen(record, world);
  write();
} finally {
  await browser.close();
  await server.end();
}
