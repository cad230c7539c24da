// Threads: followed, read, mentioned in, and gone.
export async function recordThreads(record, { mara, tomas, ines, team, square, own, direct, say }) {
  const threads = `/users/me/teams/${team.id}/threads`;
  const reply = (who, message, root = own) => say(who, message, { root_id: root.id, channel_id: root.channel_id });
  const readTo = (root, at) => mara.ask("PUT", `${threads}/${root.id}/read/${at}`);
  await record("reply", () => reply(tomas, "Thanks."));
  await record("reply-second", () => reply(ines, "From me, too."));
  await record("reply-mention", () => reply(tomas, "@mara one is missing."));
  await record("thread-read", () => readTo(own, Date.now()));
  let mine;
  await record("reply-own", async () => {
    mine = await reply(mara, "I have it.");
  });
  await record("thread-unread", () => mara.ask("POST", `${threads}/${own.id}/set_unread/${mine.id}`));
  await record("threads-read", () => mara.ask("PUT", `${threads}/read`));
  const wrong = await reply(tomas, "@mara are you sure?");
  await record("reply-edited", () => tomas.ask("PUT", `/posts/${wrong.id}/patch`, { message: "@mara sure?" }));
  await record("thread-edited", () =>
    mara.ask("PUT", `/posts/${own.id}/patch`, { message: "The key is in the office." }),
  );
  await record("reply-deleted", () => tomas.ask("DELETE", `/posts/${wrong.id}`));
  await reply(tomas, "@mara which drawer?");
  await record("thread-unfollowed", () => mara.ask("DELETE", `${threads}/${own.id}/following`));
  let upper;
  await record("reply-unfollowed", async () => {
    upper = await reply(ines, "The upper one.");
  });
  await record("reply-unfollowed-deleted", () => ines.ask("DELETE", `/posts/${upper.id}`));
  await record("thread-followed", () => mara.ask("PUT", `${threads}/${own.id}/following`));

  const theirs = await say(tomas, "Tea at four.");
  await record("reply-calls", () => reply(ines, "@mara will you come?", theirs));
  const begun = { channel_id: square.id, root_id: theirs.id, message: "With", user_id: mara.id };
  await mara.ask("POST", "/drafts", begun);
  await record("thread-deleted", () => tomas.ask("DELETE", `/posts/${theirs.id}`));

  const alone = await say(mara, "Is the lamp lit?");
  const answer = await reply(tomas, "@mara it is.", alone);
  await record("reply-last-deleted", () => tomas.ask("DELETE", `/posts/${answer.id}`));
  await record("thread-followed-empty", () => mara.ask("PUT", `${threads}/${alone.id}/following`));

  // Threads of conversations count in every team.
  const aside = await mara.ask("POST", "/posts", { channel_id: direct.id, message: "The lamp is out." });
  await record("reply-direct", () => reply(tomas, "I know.", aside));
  await record("thread-direct-read", () => readTo(aside, Date.now()));
  await reply(tomas, "Since Monday.", aside);
  await record("threads-read-direct", () => mara.ask("PUT", `${threads}/read`));
  await reply(tomas, "@mara it does not fit.");
  const seen = { channel_id: square.id, collapsed_threads_supported: false };
  await record("thread-seen-in-channel", () => mara.ask("POST", "/channels/members/me/view", seen));
}
