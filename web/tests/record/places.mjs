// Channels, where they stand in the sidebar, and teams.
import { person } from "./recorder.mjs";

export async function recordPlaces(record, world) {
  await recordCategories(record, world);
  await recordChannels(record, world);
  await recordTeams(record, world);
}

async function recordCategories(record, { mara, team, square, direct, tomas }) {
  const path = `/users/me/teams/${team.id}/channels/categories`;
  const named = async (name) => (await mara.ask("GET", path)).categories.find((one) => one.display_name === name);
  const keys = { user_id: mara.id, team_id: team.id, display_name: "Keys", type: "custom", channel_ids: [square.id] };
  await record("category", () => mara.ask("POST", path, keys));
  const made = await named("Keys");
  await record("category-renamed", () => mara.ask("PUT", path, [{ ...made, display_name: "Doors", collapsed: true }]));
  const { order } = await mara.ask("GET", path);
  await record("categories-sorted", () => mara.ask("PUT", `${path}/order`, [...order].reverse()));
  await record("category-deleted", () => mara.ask("DELETE", `${path}/${made.id}`));
  const favorite = [{ user_id: mara.id, category: "favorite_channel", name: square.id, value: "true" }];
  await record("favorite", () => mara.ask("PUT", "/users/me/preferences", favorite));
  await record("favorite-deleted", () => mara.ask("POST", "/users/me/preferences/delete", favorite));
  const closed = [{ user_id: mara.id, category: "direct_channel_show", name: tomas.id, value: "false" }];
  await record("direct-closed", () => mara.ask("PUT", "/users/me/preferences", closed));
  await record("direct-again", () => tomas.ask("POST", "/posts", { channel_id: direct.id, message: "There?" }));
}

async function recordChannels(record, { api, mara, tomas, ines, team, square }) {
  const settings = { user_id: mara.id, channel_id: square.id, mark_unread: "mention" };
  const notify = `/channels/${square.id}/members/me/notify_props`;
  await record("muted", () => mara.ask("PUT", notify, settings));
  await record("post-muted", () => tomas.ask("POST", "/posts", { channel_id: square.id, message: "@mara hear me" }));
  await record("unmuted", () => mara.ask("PUT", notify, { ...settings, mark_unread: "all" }));
  await record("channel-renamed", () => tomas.ask("PUT", `/channels/${square.id}/patch`, { header: "Keys: office" }));
  const channel = (name, type = "O") => ({ team_id: team.id, name, display_name: name, type });
  let quay;
  await record("channel-created", async () => {
    quay = await mara.ask("POST", "/channels", channel("quay"));
  });
  // What was left there goes with the channel, and comes back with it.
  const root = await mara.ask("POST", "/posts", { channel_id: quay.id, message: "Who has the ropes?" });
  await tomas.ask("POST", `/channels/${quay.id}/members`, { user_id: tomas.id });
  await tomas.ask("POST", "/posts", { channel_id: quay.id, root_id: root.id, message: "@mara I do." });
  await tomas.ask("POST", "/posts", { channel_id: quay.id, message: "@mara all of them." });
  await mara.ask("POST", "/drafts", { channel_id: quay.id, message: "Bring", root_id: "", user_id: mara.id });
  const at = Date.now() + 86_400_000;
  await mara.ask("POST", "/posts/schedule", {
    channel_id: quay.id,
    message: "Now?",
    user_id: mara.id,
    scheduled_at: at,
  });
  await record("channel-archived", () => mara.ask("DELETE", `/channels/${quay.id}`));
  await record("channel-restored", () => ines.ask("POST", `/channels/${quay.id}/restore`));
  await record("channel-left", () => mara.ask("DELETE", `/channels/${quay.id}/members/me`));
  await record("channel-joined", () => mara.ask("POST", `/channels/${quay.id}/members`, { user_id: mara.id }));
  let shed;
  await record("added", async () => {
    shed = await tomas.ask("POST", "/channels", channel("shed"));
    await tomas.ask("POST", `/channels/${shed.id}/members`, { user_id: mara.id });
  });
  await record("converted", () => ines.ask("PUT", `/channels/${shed.id}/privacy`, { privacy: "P" }));
  const rights = { scheme_admin: true, scheme_user: true };
  await record("channel-role", () => ines.ask("PUT", `/channels/${shed.id}/members/${mara.id}/schemeRoles`, rights));
  const less = [{ name: "create_reactions", roles: { members: false } }];
  await record("moderated", () => ines.ask("PUT", `/channels/${shed.id}/moderations/patch`, less));
  await record("moderated-more", () =>
    ines.ask("PUT", `/channels/${shed.id}/moderations/patch`, [{ name: "create_post", roles: { members: false } }]),
  );
  await record("removed-other", async () => {
    await tomas.ask("POST", `/channels/${shed.id}/members`, { user_id: ines.id });
    await tomas.ask("DELETE", `/channels/${shed.id}/members/${ines.id}`);
  });
  await record("removed", () => tomas.ask("DELETE", `/channels/${shed.id}/members/${mara.id}`));
  await record("group-direct", async () => {
    const three = await tomas.ask("POST", "/channels/group", [mara.id, tomas.id, ines.id]);
    await tomas.ask("POST", "/posts", { channel_id: three.id, message: "You two, a word." });
  });
  const stranger = await person(api, "stranger");
  await record("direct-added", () => stranger.ask("POST", "/channels/direct", [mara.id, stranger.id]));
}

async function recordTeams(record, { mara, tomas, ines }) {
  const crew = await tomas.ask("POST", "/teams", { name: "crew", display_name: "Crew", type: "I" });
  const path = `/teams/${crew.id}`;
  const membership = { team_id: crew.id, user_id: mara.id };
  await record("team-added", () => tomas.ask("POST", `${path}/members`, membership));
  await record("team-renamed", () => tomas.ask("PUT", `${path}/patch`, { display_name: "The crew" }));
  const rights = { scheme_admin: true, scheme_user: true };
  await record("team-role", () => ines.ask("PUT", `${path}/members/${mara.id}/schemeRoles`, rights));
  const scheme = await ines.ask("POST", "/schemes", { name: "crew", display_name: "Crew", scope: "team" });
  await record("team-scheme", () => ines.ask("PUT", `${path}/scheme`, { scheme_id: scheme.id }));
  // What was said and begun there goes with the team.
  const deck = await mara.ask("GET", `${path}/channels/name/town-square`);
  const root = await mara.ask("POST", "/posts", { channel_id: deck.id, message: "Who steers?" });
  await tomas.ask("POST", "/posts", { channel_id: deck.id, root_id: root.id, message: "@mara you do." });
  await tomas.ask("POST", "/posts", { channel_id: deck.id, message: "@mara at eight." });
  await mara.ask("POST", "/drafts", { channel_id: deck.id, message: "I", root_id: "", user_id: mara.id });
  const at = Date.now() + 86_400_000;
  await mara.ask("POST", "/posts/schedule", {
    channel_id: deck.id,
    message: "Now?",
    user_id: mara.id,
    scheduled_at: at,
  });
  await record("team-archived", () => ines.ask("DELETE", path));
  await record("team-restored", () => ines.ask("POST", `${path}/restore`));
  await record("team-left", () => mara.ask("DELETE", `${path}/members/${mara.id}`));
}
