// From an event to what it changes, and to what has to be loaded because the event only names it.
//
// Pure: reads the view, returns changes. The promise that the tests keep: old state + events (+ the loads they ask for)
// is what a fresh load gives.
import { never, type WireEvent } from "../net/events";
import * as channels from "./channels";
import { change, type Effect, need, nothing } from "./effect";
import * as people from "./people";
import * as posts from "./posts";
import * as settings from "./settings";
import type { View } from "./tables";
import * as threads from "./threads";

export function apply(view: View, event: WireEvent, now: number): Effect {
  switch (event.event) {
    case "posted":
      return posts.posted(view, event);
    case "ephemeral_message":
      return posts.ephemeral(view, event);
    case "post_edited":
      return posts.edited(view, event);
    case "post_deleted":
      return posts.deleted(view, event);
    case "reaction_added":
    case "reaction_removed":
      return posts.reaction(view, event);
    case "post_acknowledgement_added":
    case "post_acknowledgement_removed":
      return posts.acknowledgement(view, event);
    case "post_unread":
      return channels.unread(view, event);
    case "multiple_channels_viewed":
      return channels.viewed(view, event);
    case "channel_created":
    case "channel_converted":
      return need({ load: "channel", id: event.data.channel_id });
    case "channel_restored":
      // Its category is not known when it was archived at the start.
      return need({ load: "channel", id: event.data.channel_id }, { load: "categories", id: "" });
    case "channel_updated":
      return channels.updated(view, event);
    case "channel_scheme_updated":
      // My roles there may have other names now, and mean something else.
      return channels.schemeUpdated(view, event);
    case "role_updated":
      return need({ load: "permissions", id: "" });
    case "channel_deleted":
      return channels.archived(view, event);
    case "channel_member_updated":
      return channels.memberUpdated(view, event);
    case "direct_added":
    case "group_added":
      return need({ load: "channel", id: event.broadcast.channel_id });
    case "user_added":
      return channels.userAdded(view, event);
    case "user_removed":
      return channels.userRemoved(view, event);
    case "added_to_team":
      return event.data.user_id === view.me ? need({ load: "team", id: event.data.team_id }) : nothing;
    case "leave_team":
      return people.leftTeam(view, event);
    case "update_team":
    case "delete_team":
    case "restore_team":
    case "update_team_scheme":
      return people.teamUpdated(view, event);
    case "memberrole_updated":
      return people.teamMemberUpdated(view, event);
    case "user_updated":
      return people.updated(view, event);
    case "user_role_updated":
      return view.get("users", event.data.user_id) ? need({ load: "user", id: event.data.user_id }) : nothing;
    case "status_change":
      return change({ table: "statuses", id: event.data.user_id, row: event.data.status });
    case "typing":
      return people.typing(view, event, now);
    case "preferences_changed":
    case "preference_changed":
    case "preferences_deleted":
      return settings.preferences(event);
    case "sidebar_category_updated":
      return settings.categoriesUpdated(view, event);
    case "sidebar_category_created":
    case "sidebar_category_deleted":
      return need({ load: "categories", id: event.broadcast.team_id });
    case "sidebar_category_order_updated":
      return settings.orderUpdated(view, event);
    case "draft_created":
    case "draft_deleted":
      return settings.draft(view, event);
    case "scheduled_post_created":
    case "scheduled_post_updated":
    case "scheduled_post_deleted":
      return settings.scheduled(event);
    case "thread_updated":
      return threads.updated(view, event);
    case "thread_follow_changed":
      return threads.followed(view, event);
    case "thread_read_changed":
      return threads.read(view, event);
    case "config_changed":
    case "license_changed":
      return need({ load: "config", id: "" });
    case "channel_bookmark_created":
    case "channel_bookmark_updated":
    case "channel_bookmark_deleted":
    case "channel_bookmark_sorted":
      return need({ load: "bookmarks", id: event.broadcast.channel_id });
    case "emoji_added":
      return need({ load: "emoji", id: "" });
    // It comes with every member who joins or leaves, too.
    case "received_group":
      return need({ load: "groups", id: "" });
    // The link handles the greeting; dialogs, and how far others have read, are shown where they are used; the rest belongs
    // to features that this server or this client does not have.
    case "hello":
    case "open_dialog":
    case "channels_seen":
    case "new_user":
    case "user_activation_status_change":
    case "guests_deactivated":
    case "draft_updated":
    case "persistent_notification_triggered":
    case "post_translation_updated":
    case "post_revealed":
    case "post_burned":
    case "burn_on_read_all_revealed":
    case "file_download_rejected":
    case "show_toast":
    case "plugin_enabled":
    case "plugin_disabled":
    case "plugin_statuses_changed":
    case "received_group_associated_to_team":
    case "received_group_not_associated_to_team":
    case "received_group_associated_to_channel":
    case "received_group_not_associated_to_channel":
    case "group_member_add":
    case "group_member_deleted":
    case "custom_profile_attributes_field_created":
    case "custom_profile_attributes_field_updated":
    case "custom_profile_attributes_field_deleted":
    case "custom_profile_attributes_values_updated":
    case "first_admin_visit_marketplace_status_received":
    case "cloud_subscription_changed":
    case "hosted_customer_signup_progress_updated":
    case "content_flagging_report_value_updated":
    case "recap_updated":
    case "response":
      return nothing;
    default:
      never(event);
      return nothing;
  }
}
