// Groups of people that are called by one name: known by their names once the server was asked, for mentions.
import { createSignal } from "solid-js";
import { get, post, remove, put as send } from "../net/rest";
import type { Group, User } from "../wire.gen";
import { config } from "./world";

/** More groups are found by typing, not listed. */
const GROUPS_MAX = 200;
const MEMBERS_MAX = 200;

const [known, setKnown] = createSignal<ReadonlyMap<string, Group>>(new Map());
let asked = false;

export const hasGroups = (): boolean => config().EnableCustomGroups === "true";

function ask(): void {
  if (asked || !hasGroups()) return;
  loadGroups().catch(() => {
    asked = false;
  });
}

/** What is known is replaced. */
export async function loadGroups(): Promise<void> {
  asked = true;
  const query = { filter_allow_reference: true, include_member_count: true, per_page: GROUPS_MAX };
  const all = (await get<Group[] | null>("/groups", query)) ?? [];
  setKnown(new Map(all.flatMap((one) => (one.name ? [[one.name, one] as const] : []))));
}

export function groups(): Group[] {
  ask();
  return [...known().values()];
}

export function groupNamed(name: string): Group | undefined {
  ask();
  return known().get(name);
}

/** Asks anew, for who has asked before. */
export const refreshGroups = (): Promise<void> => (asked ? loadGroups() : Promise.resolve());

export const membersOfGroup = async (one: Group): Promise<User[]> =>
  (await get<{ members: User[] | null }>(`/groups/${one.id}/members`, { per_page: MEMBERS_MAX })).members ?? [];

export interface GroupForm {
  readonly display_name: string;
  readonly name: string;
}

export async function createGroup(form: GroupForm, userIds: readonly string[]): Promise<void> {
  await post("/groups", { ...form, source: "custom", allow_reference: true, user_ids: userIds });
  await loadGroups();
}

/** Changes names and members; only what differs travels. */
export async function changeGroup(
  one: Group,
  form: GroupForm,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  if (form.display_name !== one.display_name || form.name !== one.name) await send(`/groups/${one.id}/patch`, form);
  const added = after.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !after.includes(id));
  if (added.length > 0) await post(`/groups/${one.id}/members`, { user_ids: added });
  if (gone.length > 0) await remove(`/groups/${one.id}/members`, { user_ids: gone });
  await loadGroups();
}

export async function removeGroup(one: Group): Promise<void> {
  await remove(`/groups/${one.id}`);
  await loadGroups();
}
