// Addresses of pictures; they change when the picture does, so that the browser may keep them.
import { link } from "../net/rest";
import { store } from "../query/world";
import type { Presence } from "../ui";
import type { Team, User } from "../wire.gen";

export const pictureOf = (user: User | undefined): string | undefined =>
  user ? link(`/users/${user.id}/image`, { _: Math.max(0, user.last_picture_update ?? 0) }) : undefined;

export const pictureOfTeam = (team: Team): string | undefined =>
  (team.last_team_icon_update ?? 0) > 0
    ? link(`/teams/${team.id}/image`, { _: team.last_team_icon_update ?? 0 })
    : undefined;

/** The dot of a user; a bot is neither here nor away. */
export const presenceOfUser = (user: User | undefined): Presence | undefined =>
  user && !user.is_bot ? presenceOf(store.row("statuses", user.id)) : undefined;

/** A status as the dot shows it. */
export function presenceOf(status: string | undefined): Presence {
  if (status === "online" || status === "away" || status === "dnd") return status;
  return status === "ooo" ? "dnd" : "offline";
}
