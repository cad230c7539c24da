// Users, teams and who is typing, by events.
import { type EventOf, held } from "../net/events";
import type { Team, TeamMember } from "../wire.gen";
import { forgotten, rolesChanged } from "./channels";
import type { Effect } from "./effect";
import { type Change, put, type View } from "./tables";

const nothing: Effect = { changes: [], needs: [] };

export function updated(view: View, event: EventOf<"user_updated">): Effect {
  const { user } = event.data;
  // Others' view of me lacks what only I see.
  if (user.id === view.me) return { changes: [], needs: [{ load: "user", id: user.id }] };
  // What is empty is not in the event, so nothing of what was known stays.
  return view.get("users", user.id) ? { changes: [put("users", user.id, user)], needs: [] } : nothing;
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
  const channels = [...view.ids("channels")].filter((id) => view.get("channels", id)?.team_id === team_id);
  return [
    put("teams", team_id, undefined),
    put("teamMembers", team_id, undefined),
    put("categories", team_id, undefined),
    put("threadTotals", team_id, undefined),
    ...forgotten(view, channels),
  ];
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
  const needs = rolesChanged(view.get("teamMembers", member.team_id)?.roles, member.roles);
  // With the role comes or goes what the team shows to those who run it.
  if (needs.length > 0) needs.push({ load: "team", id: member.team_id });
  return { changes: [put("teamMembers", member.team_id, member)], needs };
}
