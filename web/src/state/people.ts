// Users, teams and who is typing, by events.
import { type EventOf, held } from "../net/events";
import type { Team, TeamMember } from "../wire.gen";
import type { Effect } from "./apply";
import { forgotten, rolesChanged } from "./channels";
import { type Change, put, type View } from "./tables";

const nothing: Effect = { changes: [], needs: [] };

export function updated(view: View, event: EventOf<"user_updated">): Effect {
  const { user } = event.data;
  // Others' view of me lacks what only I see.
  if (user.id === view.me) return { changes: [], needs: [{ load: "user", id: user.id }] };
  const known = view.get("users", user.id);
  return known ? { changes: [put("users", user.id, { ...known, ...user })], needs: [] } : nothing;
}

export function typing(view: View, event: EventOf<"typing">, now: number): Effect {
  const { user_id: userId, parent_id: rootId } = event.data;
  const channelId = event.broadcast.channel_id;
  const needs = view.get("users", userId) ? [] : [{ load: "user", id: userId } as const];
  return {
    changes: [put("typing", `${channelId}/${rootId}/${userId}`, { userId, rootId, channelId, at: now })],
    needs,
  };
}

export function leftTeam(view: View, event: EventOf<"leave_team">): Effect {
  const { user_id, team_id } = event.data;
  return user_id === view.me ? { changes: teamForgotten(view, team_id), needs: [] } : nothing;
}

/** Everything about a team that is mine no more. */
export function teamForgotten(view: View, team_id: string): Change[] {
  const changes: Change[] = [put("teams", team_id, undefined), put("teamMembers", team_id, undefined)];
  changes.push(put("categories", team_id, undefined));
  for (const id of view.ids("channels")) {
    if (view.get("channels", id)?.team_id === team_id) changes.push(...forgotten(view, id));
  }
  for (const id of view.ids("threads")) {
    const channel = view.get("channels", view.get("threads", id)?.post.channel_id ?? "");
    if (channel?.team_id === team_id) changes.push(put("threads", id, undefined));
  }
  return changes;
}

export function teamUpdated(
  view: View,
  event: EventOf<"update_team" | "delete_team" | "restore_team" | "update_team_scheme">,
): Effect {
  const team = held<Team>(event.data.team as string);
  // The event hides what only some members may see, so whoever is in the team loads it again. One that comes back from the
  // archive is known to nobody until then.
  const isMine = view.get("teams", team.id) !== undefined || event.event === "restore_team";
  return isMine ? { changes: [], needs: [{ load: "team", id: team.id }] } : nothing;
}

export function teamMemberUpdated(view: View, event: EventOf<"memberrole_updated">): Effect {
  const member = held<TeamMember>(event.data.member as string);
  if (member.user_id !== view.me) return nothing;
  const before = view.get("teamMembers", member.team_id)?.roles;
  return { changes: [put("teamMembers", member.team_id, member)], needs: rolesChanged(before, member.roles) };
}
