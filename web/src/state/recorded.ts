// Recorded event logs for tests, and a server that answers out of one: what was asked while it was recorded, and no more.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { WireEvent } from "../net/events";
import type {
  Bookmark,
  Categories,
  Channel,
  ChannelMember,
  Draft,
  Emoji,
  Group,
  PostList,
  Preference,
  Role,
  ScheduledPost,
  Team,
  TeamMember,
  TeamUnread,
  Threads,
  User,
} from "../wire.gen";

type ByTeam<Row> = Readonly<Record<string, Row>>;

/** The answers to all that a client loads. */
export interface World {
  readonly me: User;
  readonly users: readonly User[];
  readonly status: string;
  readonly channels: readonly Channel[];
  readonly members: readonly ChannelMember[];
  readonly teams: readonly Team[];
  readonly teamMembers: readonly TeamMember[];
  readonly unreads: readonly TeamUnread[];
  readonly preferences: readonly Preference[];
  readonly categories: ByTeam<Categories>;
  readonly drafts: ByTeam<readonly Draft[]>;
  readonly scheduled: ByTeam<Readonly<Record<string, readonly ScheduledPost[]>>>;
  readonly threads: ByTeam<Threads>;
  /** The end of the channel that is watched, replies apart. */
  readonly page: PostList;
  /** The thread that is open. */
  readonly replies: PostList;
  readonly bookmarks: readonly Bookmark[];
  readonly roles: readonly Role[];
  readonly groups: readonly Group[];
  readonly emoji: readonly Emoji[];
  readonly config: Readonly<Record<string, string>>;
}

export interface Log {
  readonly name: string;
  /** The channel and the thread that are open. */
  readonly watched: string;
  readonly thread: string;
  readonly before: World;
  readonly events: readonly WireEvent[];
  readonly after: World;
}

const LOGS = join(process.cwd(), "../crates/client/tests/logs");

/** In the order in which they were recorded, as each has only the answers that are others than those known before. */
export function recordedLogs(): Log[] {
  let known = {} as World;
  return readdirSync(LOGS)
    .sort()
    .map((file) => {
      const log = JSON.parse(readFileSync(join(LOGS, file), "utf8")) as Log;
      const before = { ...known, ...log.before };
      known = { ...before, ...log.after };
      return { ...log, before, after: known };
    });
}

type Answer = (world: World, parts: readonly string[], asked: { url: URL; body: unknown }, log: Log) => unknown;

const pick = <Row extends { id: string }>(rows: readonly Row[], ids: unknown) =>
  rows.filter((row) => (ids as string[]).includes(row.id));
const only = <Row>(rows: readonly Row[], wanted: (row: Row) => boolean): Row | undefined => rows.find(wanted);

/** A path of the API, with `*` for each part that the answer depends on; no answer is "not found". */
const ANSWERS: Readonly<Record<string, Answer>> = {
  "/users/me": (world) => world.me,
  "/users/me/status": (world) => ({ user_id: world.me.id, status: world.status, manual: true }),
  "/users/me/preferences": (world) => world.preferences,
  "/users/me/teams": (world) => world.teams,
  "/users/me/teams/members": (world) => world.teamMembers,
  "/users/me/channels": (world) => world.channels,
  "/users/me/channel_members": (world) => world.members,
  "/users/ids": (world, _, { body }) => pick(world.users, body),
  "/users/status/ids": (world, _, { body }) =>
    (body as string[]).map((id) => ({ user_id: id, status: id === world.me.id ? world.status : "offline" })),
  "/users/me/teams/*/channels/categories": (world, [team = ""]) => world.categories[team],
  "/users/me/teams/*/drafts": (world, [team = ""]) => world.drafts[team],
  "/users/me/teams/*/threads": (world, [team = ""], { url }) => {
    const all = world.threads[team];
    return all && (url.searchParams.get("totalsOnly") === "true" ? { ...all, threads: null } : all);
  },
  "/users/me/teams/*/threads/*": (world, [team = "", id]) =>
    only(world.threads[team]?.threads ?? [], (row) => row.id === id),
  "/posts/scheduled/team/*": (world, [team = ""]) => world.scheduled[team],
  "/teams/*": (world, [id]) => only(world.teams, (row) => row.id === id),
  "/teams/*/members/me": (world, [id]) => only(world.teamMembers, (row) => row.team_id === id),
  "/channels/*": (world, [id]) => only(world.channels, (row) => row.id === id),
  "/channels/*/members/me": (world, [id]) => only(world.members, (row) => row.channel_id === id),
  "/channels/*/posts": (world, [id], _, { watched }) => (id === watched ? world.page : undefined),
  "/channels/*/bookmarks": (world, [id], _, { watched }) => (id === watched ? world.bookmarks : undefined),
  "/posts/*/thread": (world, [id], _, { thread }) => (id === thread ? world.replies : undefined),
  "/roles/names": (world, _, { body }) => world.roles.filter((row) => (body as string[]).includes(row.name)),
  "/config/client": (world) => world.config,
  "/groups": (world) => world.groups,
  "/emoji": (world) => world.emoji,
};

const ROUTES = Object.entries(ANSWERS).map(
  ([path, answer]) => [new RegExp(`^/api/v4${path.replaceAll("*", "([^/]+)")}$`), answer] as const,
);

/** In place of `fetch`: what the server answered when the world was this one. */
export function serverOf(world: World, log: Log) {
  return async (address: string, init?: { body?: string }): Promise<Response> => {
    const url = new URL(address, "http://server.example");
    // What is exact comes before what has a hole in its place.
    const [found] = ROUTES.flatMap(([path, answer]) => {
      const parts = path.exec(url.pathname)?.slice(1);
      return parts ? [{ parts, answer }] : [];
    });
    if (!found) throw new Error(`${address} was not asked when ${log.name} was recorded`);
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(init.body);
    const answer = found.answer(world, found.parts, { url, body }, log);
    return answer === undefined ? new Response("{}", { status: 404 }) : new Response(JSON.stringify(answer));
  };
}
