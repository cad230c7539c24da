// What is arranged for oneself, by events: preferences, sidebar categories, drafts, scheduled posts.
import { type EventOf, held } from "../net/events";
import type { Category, Draft, Preference, ScheduledPost } from "../wire.gen";
import type { Effect } from "./effect";
import { draftKey, preferenceKey, put, type View } from "./tables";

type PreferenceEvent = EventOf<"preferences_changed" | "preference_changed" | "preferences_deleted">;

export function preferences(event: PreferenceEvent): Effect {
  const rows =
    event.event === "preference_changed"
      ? [held<Preference>(event.data.preference as string)]
      : held<Preference[]>(event.data.preferences as string);
  const gone = event.event === "preferences_deleted";
  const changes = rows.map((row) => put("preferences", preferenceKey(row.category, row.name), gone ? undefined : row));
  return { changes, needs: [] };
}

export function categoriesUpdated(view: View, event: EventOf<"sidebar_category_updated">): Effect {
  const teamId = event.broadcast.team_id;
  const known = view.get("categories", teamId);
  if (event.data.updatedCategories === undefined || !known) {
    return { changes: [], needs: [{ load: "categories", id: teamId }] };
  }
  const updated = new Map(held<Category[]>(event.data.updatedCategories as string).map((one) => [one.id, one]));
  const categories = known.categories.map((one) => updated.get(one.id) ?? one);
  return { changes: [put("categories", teamId, { ...known, categories })], needs: [] };
}

/** Between the places of two categories, as the server numbers them. */
const SORT_STEP = 10;

export function orderUpdated(view: View, event: EventOf<"sidebar_category_order_updated">): Effect {
  const teamId = event.broadcast.team_id;
  const known = view.get("categories", teamId);
  if (!known) return { changes: [], needs: [{ load: "categories", id: teamId }] };
  const { order } = event.data;
  const place = ({ id }: Category) => (order.includes(id) ? order.indexOf(id) : order.length);
  const categories = [...known.categories]
    .sort((a, b) => place(a) - place(b))
    .map((one, at) => ({ ...one, sort_order: at * SORT_STEP }));
  return { changes: [put("categories", teamId, { categories, order })], needs: [] };
}

export function draft(view: View, event: EventOf<"draft_created" | "draft_deleted">): Effect {
  const row = held<Draft>(event.data.draft as string);
  const key = draftKey(row.channel_id, row.root_id);
  const known = view.get("drafts", key);
  // What is being written here is newer, and on its way.
  if (known?.unsaved) return { changes: [], needs: [] };
  if (event.event === "draft_deleted") return { changes: [put("drafts", key, undefined)], needs: [] };
  // When it was begun stays, whatever is saved in its place.
  return { changes: [put("drafts", key, { ...row, create_at: known?.create_at ?? row.create_at })], needs: [] };
}

type Scheduled = EventOf<"scheduled_post_created" | "scheduled_post_updated" | "scheduled_post_deleted">;

export function scheduled(event: Scheduled): Effect {
  const row = held<ScheduledPost>(event.data.scheduledPost as string);
  return { changes: [put("scheduled", row.id, event.event === "scheduled_post_deleted" ? undefined : row)], needs: [] };
}
