// Addresses of pictures; they change when the picture does, so that the browser may keep them.
import { link } from "../net/rest";
import type { Presence } from "../ui";
import type { Team, User } from "../wire.gen";

export const pictureOf = (user: User | undefined): string | undefined =>
  user ? link(`/users/${user.id}/image`, { _: Math.max(0, user.last_picture_update ?? 0) }) : undefined;

export const pictureOfTeam = (team: Team): string | undefined =>
  (team.last_team_icon_update ?? 0) > 0
    ? link(`/teams/${team.id}/image`, { _: team.last_team_icon_update ?? 0 })
    : undefined;

/** A status as the dot shows it. */
export function presenceOf(status: string | undefined): Presence {
  if (status === "online" || status === "away" || status === "dnd") return status;
  return status === "ooo" ? "dnd" : "offline";
}
