// Loading: the whole of a user's world, and the parts that events ask for. Answers become changes of the store.
import { get, lines, post, Refusal, put as send } from "../net/rest";
import { forgotten } from "../state/channels";
import type { Need } from "../state/effect";
import { teamForgotten } from "../state/people";
import { type Change, preferenceKey, put } from "../state/tables";
import type {
  Categories,
  Channel,
  ChannelMember,
  Preference,
  Role,
  Status,
  Team,
  TeamMember,
  Thread,
  Threads,
  User,
} from "../wire.gen";
import { loadBookmarks } from "./bookmarks";
import { refreshCustomEmojis } from "./custom-emoji";
import { loadDrafts } from "./drafts";
import { refreshGroups } from "./groups";
import { loadScheduled } from "./later";
import { refreshStats } from "./stats";
import { undoubted } from "./thread-lists";
import { config, permissions, setConfig, setPermissions, store } from "./world";

/** Ids in one request for users or statuses; the server takes more, the answer should stay small. */
const IDS_MAX = 200;

const byId = <T extends { id: string }>(
  table: "users" | "teams" | "channels" | "threads",
  rows: readonly T[],
): Change[] => rows.map((row) => ({ table, id: row.id, row }) as unknown as Change);

const WORLD = ["teams", "teamMembers", "channels", "members", "preferences"] as const;
type WorldTable = (typeof WORLD)[number];

/** What of the world is known now, as what writes a newer one: rows that are no longer there are removed, rows that are
 * there are written. Rows that came since stay, as of a team that was joined while the answers were on their way. */
function replacing(): (table: WorldTable, rows: Change[]) => Change[] {
  const known = new Map(WORLD.map((table) => [table, [...store.ids(table)]]));
  return (table, rows) => {
    const there = new Set(rows.map((row) => row.id));
    const gone = (known.get(table) ?? []).filter((id) => !there.has(id));
    return [...gone.map((id) => put(table, id, undefined)), ...rows];
  };
}

/** Who I am, and every channel of mine. */
export async function loadWorld(): Promise<void> {
  const replaced = replacing();
  const [user, preferences, allTeams, teamMembers, allChannels, allMembers, status] = await Promise.all([
    get<User>("/users/me"),
    get<Preference[]>("/users/me/preferences"),
    get<Team[]>("/users/me/teams"),
    get<TeamMember[]>("/users/me/teams/members"),
    channelsOfMine(),
    membersOfMine(),
    get<Status>("/users/me/status"),
    loadConfig(),
  ]);
  const teams = allTeams.filter((team) => team.delete_at === 0);
  const here = new Set(teams.map((team) => team.id));
  const channels = reachable(allChannels, here);
  const members = of(channels, allMembers);
  store.me = user.id;
  store.commit([
    put("users", user.id, user),
    ...(isSettled(status) ? [put("statuses", user.id, status.status)] : []),
    ...replaced(
      "preferences",
      preferences.map((row) => put("preferences", preferenceKey(row.category, row.name), row)),
    ),
    ...replaced("teams", byId("teams", teams)),
    ...replaced(
      "teamMembers",
      teamMembers
        .filter((row) => row.delete_at === 0 && here.has(row.team_id))
        .map((row) => put("teamMembers", row.team_id, row)),
    ),
    ...replaced("channels", byId("channels", channels)),
    ...replaced(
      "members",
      members.map((row) => put("members", row.channel_id, row)),
    ),
  ]);
}

/** Channels of archived teams are shown nowhere. */
const reachable = (channels: readonly Channel[], teams: ReadonlySet<string>): Channel[] =>
  channels.filter((channel) => channel.team_id === "" || teams.has(channel.team_id));

/** My memberships of these channels. */
function of(channels: readonly Channel[], members: readonly ChannelMember[]): ChannelMember[] {
  const ids = new Set(channels.map((channel) => channel.id));
  return members.filter((row) => ids.has(row.channel_id));
}

/** Whoever asks is not gone, unless that was chosen: such an answer is from before the own link, which tells better. */
const isSettled = (mine: Status) => mine.status !== "offline" || mine.manual;

/** What the channels are shown with: their order, the people's names, what may be done. Posts need not wait for it. */
export async function loadOrder(): Promise<void> {
  const teams = [...store.ids("teams")];
  await Promise.all([
    loadPermissions(),
    loadPartners(),
    loadDrafts(teams),
    // Everything else is shown without them.
    Promise.all([refreshCustomEmojis(), refreshGroups()]).catch(() => undefined),
    ...teams.flatMap((id) => [loadCategories(id), loadThreadTotals(id), loadScheduledIfAny(id)]),
  ]);
}

async function channelsOfMine(): Promise<Channel[]> {
  return get<Channel[]>("/users/me/channels").catch((problem: unknown) => {
    // Somebody in no channel at all is told that there are none.
    if (problem instanceof Refusal && problem.status === 404) return [];
    throw problem;
  });
}

/** Memberships of all teams come as lines of JSON, so that ten thousand of them need no pages. */
const membersOfMine = () => lines<ChannelMember>("/users/me/channel_members", { page: -1 });

export async function loadConfig(): Promise<void> {
  setConfig(await get<Record<string, string>>("/config/client", { format: "old" }));
}

const namesOf = (roles: string | undefined): string[] => (roles ?? "").split(" ").filter((name) => name !== "");

/** The permissions behind the names of all roles that I have anywhere. */
export async function loadPermissions(): Promise<void> {
  const names = new Set<string>();
  const add = (roles: string | undefined) => {
    for (const name of namesOf(roles)) names.add(name);
  };
  add(store.get("users", store.me)?.roles);
  for (const id of store.ids("teamMembers")) add(store.get("teamMembers", id)?.roles);
  for (const id of store.ids("members")) add(store.get("members", id)?.roles);
  if (names.size === 0) return;
  const roles = await post<Role[]>("/roles/names", [...names]);
  setPermissions(new Map(roles.map((role) => [role.name, new Set(role.permissions)])));
}

/** The people of my conversations: their names are the channels' names. */
async function loadPartners(): Promise<void> {
  const direct = [...store.ids("channels")].flatMap((id) => {
    const channel = store.get("channels", id);
    return channel?.type === "D" ? channel.name.split("__") : [];
  });
  await loadUsers(missingUsers(direct));
}

export async function loadUsers(ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].filter((id) => id !== "");
  for (let at = 0; at < wanted.length; at += IDS_MAX) {
    const part = wanted.slice(at, at + IDS_MAX);
    const [users, statuses] = await Promise.all([
      post<User[]>("/users/ids", part),
      post<Status[]>("/users/status/ids", part),
    ]);
    store.commit([
      ...byId("users", users),
      ...statuses.map((status) => put("statuses", status.user_id, status.status)),
    ]);
  }
}

export async function loadStatuses(ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const statuses = await post<Status[]>("/users/status/ids", ids.slice(at, at + IDS_MAX));
    store.commit(
      statuses
        .filter((status) => store.get("statuses", status.user_id) !== status.status)
        .map((status) => put("statuses", status.user_id, status.status)),
    );
  }
}

export async function loadCategories(teamId: string): Promise<void> {
  const teams = teamId === "" ? [...store.ids("teams")] : [teamId];
  await Promise.all(
    teams.map(async (id) => {
      const categories = await get<Categories>(`/users/me/teams/${id}/channels/categories`);
      store.commit([put("categories", id, categories)]);
    }),
  );
}

function loadScheduledIfAny(teamId: string): Promise<void> {
  return config().ScheduledPosts === "true" ? loadScheduled(teamId) : Promise.resolve();
}

/** Of one team, or of all where it is empty. */
export async function loadThreadTotals(teamId: string): Promise<void> {
  const teams = teamId === "" ? [...store.ids("teams")] : [teamId];
  await Promise.all(
    teams.map(async (id) => {
      const totals = await get<Threads>(`/users/me/teams/${id}/threads`, { totalsOnly: true });
      const row = { unread: totals.total_unread_threads, mentions: totals.total_unread_mentions };
      store.commit([put("threadTotals", id, row)]);
    }),
  );
}

/** A page of followed threads, newest first; `before` is the last one known. */
export async function loadThreads(
  teamId: string,
  query: { before?: string | undefined; unread?: boolean | undefined },
): Promise<string[]> {
  const answer = await get<Threads>(`/users/me/teams/${teamId}/threads`, {
    extended: true,
    per_page: 30,
    before: query.before,
    unread: query.unread ? true : undefined,
    threadsOnly: true,
  });
  const threads = answer.threads ?? [];
  const gone = query.before === undefined ? undoubted(new Set(threads.map((thread) => thread.id))) : [];
  store.commit([...gone, ...threads.map((thread) => put("threads", thread.id, thread))]);
  await loadUsers(missingUsers(threads.map((thread) => thread.post.user_id)));
  return threads.map((thread) => thread.id);
}

export const missingUsers = (ids: readonly string[]): string[] =>
  [...new Set(ids)].filter((id) => !store.get("users", id));

async function loadChannel(id: string): Promise<void> {
  try {
    const [channel, member] = await Promise.all([
      get<Channel>(`/channels/${id}`),
      get<ChannelMember>(`/channels/${id}/members/me`),
    ]);
    const isNew = store.get("channels", id)?.delete_at !== 0;
    store.commit([put("channels", id, channel), put("members", id, member)]);
    if (isNew) await loadCategories(channel.team_id);
    // What was begun and planned before I left it waits there.
    if (isNew && channel.team_id !== "") {
      await Promise.all([loadDrafts([channel.team_id]), loadScheduledIfAny(channel.team_id)]);
    }
    if (channel.type === "D") await loadUsers(missingUsers(channel.name.split("__")));
    if (namesOf(member.roles).some((name) => !permissions().has(name))) await loadPermissions();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    store.commit(forgotten(store, [id]));
  }
}

async function loadTeam(id: string): Promise<void> {
  try {
    const [team, member] = await Promise.all([get<Team>(`/teams/${id}`), get<TeamMember>(`/teams/${id}/members/me`)]);
    if (team.delete_at > 0) {
      store.commit(teamForgotten(store, id));
      return;
    }
    store.commit([put("teams", id, team), put("teamMembers", id, member)]);
    const [channels, members] = await Promise.all([channelsOfMine(), membersOfMine()]);
    const here = reachable(channels, new Set(store.ids("teams")));
    store.commit([...byId("channels", here), ...of(here, members).map((row) => put("members", row.channel_id, row))]);
    await Promise.all([
      loadCategories(id),
      loadThreadTotals(id),
      loadDrafts([id]),
      loadScheduledIfAny(id),
      loadPermissions(),
    ]);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    store.commit(teamForgotten(store, id));
  }
}

async function loadUser(id: string): Promise<void> {
  if (id !== store.me) return loadUsers([id]);
  store.commit([put("users", id, await get<User>("/users/me"))]);
  return loadPermissions();
}

async function loadThread(id: string): Promise<void> {
  const [first] = store.ids("teams");
  const known = store.get("channels", store.get("posts", id)?.channel_id ?? "");
  const asked = known?.team_id || first;
  if (!asked) return;
  const thread = await get<Thread>(`/users/me/teams/${asked}/threads/${id}`, { extended: true });
  // One that nobody answered yet is in no list.
  store.commit([put("threads", id, thread.reply_count > 0 ? thread : undefined)]);
  await loadThreadTotals(store.get("channels", thread.post.channel_id)?.team_id ?? asked);
}

/** Loads what an event asked for. */
export function load(need: Need): Promise<void> {
  switch (need.load) {
    case "channel":
      return loadChannel(need.id);
    case "team":
      return loadTeam(need.id);
    case "user":
      return loadUser(need.id);
    case "categories":
      return loadCategories(need.id);
    case "thread":
      return loadThread(need.id);
    case "threadTotals":
      return loadThreadTotals(need.id);
    case "config":
      return loadConfig();
    case "permissions":
      return loadPermissions();
    case "groups":
      return refreshGroups();
    case "emoji":
      return refreshCustomEmojis();
    case "bookmarks":
      // Of channels that were not opened yet nothing is known that could be stale.
      return store.get("bookmarks", need.id) ? loadBookmarks(need.id) : Promise.resolve();
    case "stats":
      return refreshStats(need.id);
  }
}

/** Writes preferences, here at once and on the server. */
export async function savePreferences(
  rows: readonly { category: string; name: string; value: string }[],
): Promise<void> {
  const mine = rows.map((row) => ({ ...row, user_id: store.me }));
  store.commit(mine.map((row) => put("preferences", preferenceKey(row.category, row.name), row)));
  await send("/users/me/preferences", mine);
}

export async function deletePreferences(
  rows: readonly { category: string; name: string; value: string }[],
): Promise<void> {
  const mine = rows.map((row) => ({ ...row, user_id: store.me }));
  store.commit(mine.map((row) => put("preferences", preferenceKey(row.category, row.name), undefined)));
  await post("/users/me/preferences/delete", mine);
}
