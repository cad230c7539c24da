// What is written, marked, planned and kept above a channel.
export async function recordPosts(record, { mara, tomas, ines, team, square, own, direct, say }) {
  const one = await say(tomas, "Who has the key to the boat house?");
  await record("post", () => say(tomas, "Found it."));
  await record("post-own", () => say(mara, "Good."));
  await record("post-mention", () => say(tomas, "@mara there are two keys."));
  await record("post-to-all", () => say(tomas, "@all the keys are back."));
  await record("post-direct", () => say(tomas, "A word.", { channel_id: direct.id }));
  await record("edit", () => tomas.ask("PUT", `/posts/${one.id}/patch`, { message: "Who has the key?" }));
  const given = { user_id: tomas.id, post_id: own.id, emoji_name: "key" };
  await record("reaction-added", () => tomas.ask("POST", "/reactions", given));
  await record("reaction-removed", () => tomas.ask("DELETE", `/users/${tomas.id}/posts/${own.id}/reactions/key`));
  await record("pin", () => tomas.ask("POST", `/posts/${one.id}/pin`));
  await record("unpin", () => tomas.ask("POST", `/posts/${one.id}/unpin`));
  await record("delete", () => tomas.ask("DELETE", `/posts/${one.id}`));
  const unread = { collapsed_threads_supported: true };
  await record("unread", () => mara.ask("POST", `/users/me/posts/${own.id}/set_unread`, unread));
  await record("view", () => mara.ask("POST", "/channels/members/me/view", { channel_id: square.id, ...unread }));

  // What one is asked to confirm, and what is only told.
  const asked = await say(tomas, "Read this, please.", {
    metadata: { priority: { priority: "", requested_ack: true } },
  });
  await record("acknowledged", () => mara.ask("POST", `/users/me/posts/${asked.id}/ack`));
  await record("acknowledged-not", () => mara.ask("DELETE", `/users/me/posts/${asked.id}/ack`));
  const aside = { user_id: mara.id, post: { channel_id: square.id, message: "Only you" } };
  await record("ephemeral", () => ines.ask("POST", "/posts/ephemeral", aside));
  await record("typing", () => tomas.ask("POST", `/users/${tomas.id}/typing`, { channel_id: square.id }));

  const draft = { channel_id: square.id, message: "The keys are", root_id: "", user_id: mara.id };
  await record("draft", () => mara.ask("POST", "/drafts", draft));
  await record("draft-changed", () => mara.ask("POST", "/drafts", { ...draft, message: "The keys are in" }));
  await record("draft-deleted", () => mara.ask("DELETE", `/users/me/channels/${square.id}/drafts`));
  const reply = { ...draft, root_id: own.id };
  await record("draft-of-reply", () => mara.ask("POST", "/drafts", reply));
  await record("draft-of-reply-deleted", () => mara.ask("DELETE", `/users/me/channels/${square.id}/drafts/${own.id}`));

  const later = { channel_id: square.id, message: "Later", user_id: mara.id, scheduled_at: Date.now() + 86_400_000 };
  let planned;
  await record("scheduled", async () => {
    planned = await mara.ask("POST", "/posts/schedule", later);
  });
  const other = () => mara.ask("PUT", `/posts/schedule/${planned.id}`, { ...planned, message: "Much later" });
  await record("rescheduled", other);
  await record("unscheduled", () => mara.ask("DELETE", `/posts/schedule/${planned.id}`));
  await mara.ask("POST", "/posts/schedule", { ...later, message: "Soon", scheduled_at: Date.now() + 3_000 });
  await record("scheduled-sent", () => {}, "scheduled_post_deleted");

  const link = (display_name, link_url) => ({ type: "link", display_name, link_url });
  const bookmarks = `/channels/${square.id}/bookmarks`;
  const tides = await mara.ask("POST", bookmarks, link("Tides", "https://tides.example"));
  let chart;
  await record("bookmark", async () => {
    chart = await mara.ask("POST", bookmarks, link("Chart", "https://chart.example"));
  });
  await record("bookmark-changed", () => mara.ask("PATCH", `${bookmarks}/${chart.id}`, { display_name: "Sea chart" }));
  await record("bookmark-of-another", () =>
    tomas.ask("PATCH", `${bookmarks}/${tides.id}`, { display_name: "High water" }),
  );
  await record("bookmark-sorted", () => mara.ask("POST", `${bookmarks}/${chart.id}/sort_order`, 0));
  await record("bookmark-deleted", () => mara.ask("DELETE", `${bookmarks}/${chart.id}`));
  // What a person chooses.
  const clock = [{ user_id: mara.id, category: "display_settings", name: "use_military_time", value: "true" }];
  await record("preference", () => mara.ask("PUT", "/users/me/preferences", clock));
  await record("preference-deleted", () => mara.ask("POST", "/users/me/preferences/delete", clock));
  const command = { command: "/collapse", channel_id: square.id, team_id: team.id };
  await record("collapsed", () => mara.ask("POST", "/commands/execute", command));
}
