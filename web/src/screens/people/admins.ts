// Who leads a team or a channel, which are asked in the same words: `place` is `/teams/ID` or `/channels/ID`.
import { post, put } from "../../net/rest";
import type { User } from "../../wire.gen";

interface Member {
  readonly user_id: string;
  readonly scheme_admin: boolean;
}

export const isGuest = (user: User): boolean => user.roles.split(" ").includes("system_guest");

/** Which of these people are administrators of the place. */
export async function adminsOf(place: string, users: readonly User[]): Promise<ReadonlySet<string>> {
  if (users.length === 0) return new Set();
  const ids = users.map((user) => user.id);
  const members = await post<Member[]>(`${place}/members/ids`, ids);
  return new Set(members.filter((member) => member.scheme_admin).map((member) => member.user_id));
}

/** Makes a member an administrator of the place, or a member like others. */
export const setAdmin = (place: string, userId: string, as: "admin" | "member"): Promise<unknown> =>
  put(`${place}/members/${userId}/schemeRoles`, {
    scheme_admin: as === "admin",
    scheme_user: true,
    scheme_guest: false,
  });
