// A person in ten thousand channels who knows five thousand people: the real answers of the server, with made ones added.
// What the page does with them is the same; filling a server with them would take minutes.

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** An id of 26 letters that no server would give. */
function madeId(kind, at) {
  let rest = at;
  let tail = "";
  for (let digit = 0; digit < 6; digit += 1) {
    tail = LETTERS[rest % 26] + tail;
    rest = Math.floor(rest / 26);
  }
  return (kind + "q".repeat(26)).slice(0, 20) + tail;
}

const userOf = (at, like) => {
  const id = madeId("person", at);
  const name = `person-${at}`;
  return { ...like, id, username: name, email: `${name}@example.test`, first_name: "Person", last_name: String(at) };
};

export async function enlarge(page, { me, channels, users }) {
  const madeUsers = new Map(Array.from({ length: users }, (_, at) => [madeId("person", at), userOf(at, me)]));
  const people = [...madeUsers.keys()];
  const made = (like) =>
    Array.from({ length: channels }, (_, at) => {
      const direct = at < users;
      const id = madeId("channel", at);
      const place = direct
        ? { type: "D", team_id: "", display_name: "", name: [me.id, people[at]].sort().join("__") }
        : { type: "O", team_id: like.team_id, display_name: `Made channel ${at}`, name: `made-${at}` };
      return { ...like, ...place, id, total_msg_count: 10, total_msg_count_root: 10, last_post_at: 1_000_000 + at };
    });
  let added = [];

  const answer = async (route, change) => {
    const real = await route.fetch();
    await route.fulfill({ response: real, body: change(await real.text()) });
  };
  await page.route("**/api/v4/users/me/channels", (route) =>
    answer(route, (text) => {
      const real = JSON.parse(text);
      added = made(real.find((one) => one.type === "O"));
      return JSON.stringify([...real, ...added]);
    }),
  );
  await page.route("**/api/v4/users/me/channel_members?*", (route) =>
    answer(route, (text) => {
      const like = JSON.parse(text.split("\n")[0]);
      const [first] = Array.isArray(like) ? like : [like];
      const read = {
        msg_count: 10,
        msg_count_root: 10,
        mention_count: 0,
        mention_count_root: 0,
        last_viewed_at: 2_000_000,
      };
      const rows = Array.from({ length: channels }, (_, at) => ({
        ...first,
        ...read,
        channel_id: madeId("channel", at),
      }));
      return `${text.trimEnd()}\n${rows.map((row) => JSON.stringify(row)).join("\n")}\n`;
    }),
  );
  await page.route("**/api/v4/users/me/teams/*/channels/categories", (route) =>
    answer(route, (text) => {
      const real = JSON.parse(text);
      const all = Array.from({ length: channels }, (_, at) => madeId("channel", at));
      for (const category of real.categories) {
        if (category.type === "channels") category.channel_ids.push(...all.slice(users));
        if (category.type === "direct_messages") category.channel_ids.push(...all.slice(0, users));
      }
      return JSON.stringify(real);
    }),
  );
  const byIds = (like) => async (route) => {
    const ids = route.request().postDataJSON();
    const mine = ids.filter((id) => madeUsers.has(id));
    if (mine.length === 0) return route.continue();
    const others = ids.filter((id) => !madeUsers.has(id));
    const real = await route.fetch({ postData: JSON.stringify(others.length > 0 ? others : [me.id]) });
    const rows = (await real.json()).filter((row) => others.includes(row.id ?? row.user_id));
    await route.fulfill({ response: real, body: JSON.stringify([...rows, ...mine.map(like)]) });
  };
  await page.route(
    "**/api/v4/users/ids",
    byIds((id) => madeUsers.get(id)),
  );
  await page.route(
    "**/api/v4/users/status/ids",
    byIds((id) => ({ user_id: id, status: "online", manual: false })),
  );
}
