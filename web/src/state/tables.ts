// Everything the client knows, normalised: one table per noun, rows by id. `apply` only reads a `View`; `Store` is the
// reactive form that screens read, one signal per row, so that a reaction repaints one line and nothing else.
import { batch, createSignal, type Signal } from "solid-js";
import type {
  Bookmark,
  Categories,
  Channel,
  ChannelMember,
  Draft,
  Post,
  Preference,
  ScheduledPost,
  Team,
  TeamMember,
  Thread,
  User,
} from "../wire.gen";

/** Ids in the order in which they are shown, oldest first, and whether there is more at either end. */
export interface Window {
  readonly ids: readonly string[];
  readonly oldest: boolean;
  readonly newest: boolean;
  /** Where the reader was when the channel was opened: what is newer is new. 0 where there is no line. */
  readonly loadedAt: number;
}

/** A post that was written here and that the server has not confirmed. */
export interface Pending {
  readonly post: Post;
  readonly state: "waiting" | "failed";
  readonly problem?: string;
}

export interface KeptDraft extends Draft {
  /** Written here, and not known to be on the server. */
  readonly unsaved?: boolean;
}

export interface Typist {
  readonly userId: string;
  /** Empty in the channel itself. */
  readonly rootId: string;
  readonly channelId: string;
  readonly at: number;
}

/** Which numbers a team's list of threads shows. */
export interface ThreadTotals {
  readonly unread: number;
  readonly mentions: number;
}

export interface Rows {
  users: User;
  statuses: string;
  teams: Team;
  /** My memberships, by team. */
  teamMembers: TeamMember;
  channels: Channel;
  /** My memberships, by channel. */
  members: ChannelMember;
  posts: Post;
  /** By `channelWindow` and `threadWindow`. */
  windows: Window;
  threads: Thread;
  threadTotals: ThreadTotals;
  /** By `category/name`. */
  preferences: Preference;
  /** By team. */
  categories: Categories;
  /** By `draftKey`. */
  drafts: KeptDraft;
  scheduled: ScheduledPost;
  /** By channel, in their order. */
  bookmarks: readonly Bookmark[];
  /** By `pending_post_id`. */
  pending: Pending;
  /** By channel, root and user, with slashes. */
  typing: Typist;
}

export type TableName = keyof Rows;

/** A row as it will be; `undefined` removes it. */
export type Change = {
  [T in TableName]: { readonly table: T; readonly id: string; readonly row: Rows[T] | undefined };
}[TableName];

export interface View {
  readonly me: string;
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  ids(table: TableName): Iterable<string>;
}

export const channelWindow = (channelId: string) => `c/${channelId}`;
export const threadWindow = (rootId: string) => `t/${rootId}`;
export const draftKey = (channelId: string, rootId: string) => `${channelId}/${rootId}`;
export const preferenceKey = (category: string, name: string) => `${category}/${name}`;
export const categoriesOf = (teamId: string) => teamId;

/** One row to write. */
export function put<T extends TableName>(table: T, id: string, row: Rows[T] | undefined): Change {
  return { table, id, row } as Change;
}

const NAMES: readonly TableName[] = [
  "users",
  "statuses",
  "teams",
  "teamMembers",
  "channels",
  "members",
  "posts",
  "windows",
  "threads",
  "threadTotals",
  "preferences",
  "categories",
  "drafts",
  "scheduled",
  "bookmarks",
  "pending",
  "typing",
];

class Table<Row> {
  readonly rows = new Map<string, Row>();
  /** Only rows that somebody looks at have a signal. */
  private readonly signals = new Map<string, Signal<Row | undefined>>();
  private readonly membership = createSignal(0);

  read(id: string): Row | undefined {
    let signal = this.signals.get(id);
    if (!signal) {
      signal = createSignal(this.rows.get(id), { equals: false });
      this.signals.set(id, signal);
    }
    return signal[0]();
  }

  write(id: string, row: Row | undefined): void {
    const known = this.rows.has(id);
    if (row === undefined) this.rows.delete(id);
    else this.rows.set(id, row);
    this.signals.get(id)?.[1](() => row);
    if (known !== (row !== undefined)) this.membership[1]((count) => count + 1);
  }

  /** All rows; whoever reads them here is told when one comes or goes, not when one changes. */
  all(): ReadonlyMap<string, Row> {
    this.membership[0]();
    return this.rows;
  }
}

export class Store implements View {
  me = "";
  private readonly tables = Object.fromEntries(NAMES.map((name) => [name, new Table<unknown>()])) as {
    [T in TableName]: Table<Rows[T]>;
  };
  private readonly watchers = new Set<(changes: readonly Change[]) => void>();

  get<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.tables[table].rows.get(id);
  }

  ids(table: TableName): Iterable<string> {
    return this.tables[table].rows.keys();
  }

  /** The row, followed: what reads it is run again when it changes. */
  row<T extends TableName>(table: T, id: string): Rows[T] | undefined {
    return this.tables[table].read(id);
  }

  all<T extends TableName>(table: T): ReadonlyMap<string, Rows[T]> {
    return this.tables[table].all();
  }

  /** The only way to change anything. */
  commit(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    batch(() => {
      for (const change of changes) (this.tables[change.table] as Table<unknown>).write(change.id, change.row);
    });
    for (const watcher of this.watchers) watcher(changes);
  }

  /** Tells of every commit, after it; the cache on disk listens here. */
  watch(watcher: (changes: readonly Change[]) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  clear(): void {
    this.me = "";
    this.commit(NAMES.flatMap((name) => [...this.ids(name)].map((id) => put(name, id, undefined))));
  }
}

/** A plain view with changes on top of another, so that several events apply before anything is committed. */
export function overlay(view: View, changes: readonly Change[]): View {
  const rows = new Map<string, Change>();
  for (const change of changes) rows.set(`${change.table}/${change.id}`, change);
  return {
    me: view.me,
    get: <T extends TableName>(table: T, id: string) => {
      const changed = rows.get(`${table}/${id}`);
      return changed ? (changed.row as Rows[T] | undefined) : view.get(table, id);
    },
    ids: (table) => {
      const ids = new Set(view.ids(table));
      for (const change of rows.values()) {
        if (change.table !== table) continue;
        if (change.row === undefined) ids.delete(change.id);
        else ids.add(change.id);
      }
      return ids;
    },
  };
}
