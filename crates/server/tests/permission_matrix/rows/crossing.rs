//! What is asked about one place, with things of another in it: `$cabin_post_id` is a post of the private channel,
//! whatever the place.

use crate::world::Place;
use permissions::Permission::*;
use wire::endpoints::*;

use crate::asker::{Asker, Row, Target, admin, known, never, nobody, row};

fn writes(a: &Asker) -> bool {
    a.chan(CreatePost)
}

/// System administrators alone are at home in both.
fn rules_everywhere(a: &Asker) -> bool {
    a.is_there() && a.admin()
}

pub const ROWS: &[Row] = &[
    // A reply stays in the channel of its thread.
    row(CREATE_POST, r#"{"channel_id":"$channel_id","root_id":"$cabin_post_id","message":"hello"}"#, |a| {
        a.place == Place::Cabin && writes(a)
    }),
    row(CREATE_POST, r#"{"channel_id":"$channel_id","root_id":"$island_post_id","message":"hello"}"#, |a| {
        a.place == Place::Island && writes(a)
    }),
    // The post is made; what is not the author's does not come along.
    row(CREATE_POST, r#"{"channel_id":"$channel_id","message":"hello","file_ids":["$cabin_file_id"]}"#, writes),
    row(CREATE_POST, r#"{"channel_id":"$channel_id","message":"see $site/home/pl/$cabin_post_id"}"#, writes),
    row(CREATE_POST, r#"{"channel_id":"$channel_id","message":"see $site/home/pl/$island_post_id"}"#, writes),
    row(CREATE_POST, r#"{"channel_id":"$channel_id","message":"see $site/home/pl/$direct_post_id"}"#, writes),
    row(UPDATE_POST, r#"{"id":"$cabin_post_id","message":"changed"}"#, |a| {
        a.place == Place::Cabin && a.chan(EditPost) && a.chan(EditOthersPosts)
    }),
    row(
        CREATE_SCHEDULE_POST,
        r#"{"user_id":"$owner_id","channel_id":"$channel_id","message":"later","scheduled_at":$soon}"#,
        writes,
    ),
    row(
        UPSERT_DRAFT,
        r#"{"user_id":"$my_id","channel_id":"$channel_id","message":"dear","file_ids":["$cabin_file_id"]}"#,
        writes,
    ),
    never(CREATE_CHANNEL_BOOKMARK, r#"{"display_name":"b","file_id":"$cabin_file_id","type":"file"}"#, nobody),
    // Lists of one place with the other as a filter.
    row(GET_USERS, "?in_team=$team_id&in_channel=$cabin_channel_id", admin),
    row(GET_USERS, "?in_team=$island_team_id&not_in_channel=$channel_id", |a| {
        a.who == crate::world::Who::Abroad && a.place == Place::Island || rules_everywhere(a)
    }),
    row(SEARCH_USERS, r#"{"term":"o","team_id":"$team_id","in_channel_id":"$cabin_channel_id"}"#, admin),
    row(AUTOCOMPLETE_USERS, "?in_team=$team_id&in_channel=$cabin_channel_id&name=o", admin),
    row(GET_POSTS_BY_IDS, r#"["$deck_post_id","$cabin_post_id","$island_post_id","$direct_post_id"]"#, known),
    row(SEARCH_POSTS_IN_ALL_TEAMS, r#"{"terms":"in:$cabin_channel_name secretcontent*"}"#, known),
    row(SEARCH_POSTS_IN_ALL_TEAMS, r#"{"terms":"from:owner-$tag secretcontent*"}"#, known),
    // Others' things under one's own name, and the other way round.
    row(UPDATE_PREFERENCES, r#"[{"user_id":"$owner_id","category":"matrix","name":"x","value":"y"}]"#, |a| {
        a.target == Target::Owner && a.edits()
    }),
    row(ADD_TEAM_MEMBERS, r#"[{"team_id":"$island_team_id","user_id":"$my_id"}]"#, |a| {
        a.place == Place::Island && a.team(AddUserToTeam)
    }),
    row(ADD_TEAM_MEMBER, r#"{"team_id":"$island_team_id","user_id":"$my_id"}"#, |a| {
        a.place == Place::Island && (a.team(AddUserToTeam) || a.team(ViewTeam))
    }),
    // Who is not in the team does not get into its channels.
    row(ADD_CHANNEL_MEMBER, r#"{"user_id":"$far_id"}"#, |a| {
        a.place == Place::Island && a.chan_by_kind(ManagePublicChannelMembers, ManagePrivateChannelMembers)
    }),
    row(CREATE_DIRECT_CHANNEL, r#"["$friend_id","$owner_id"]"#, admin),
    row(MOVE_COMMAND, r#"{"team_id":"$island_team_id"}"#, |a| {
        a.is_there() && a.admin() || a.place == Place::Island && a.team(ManageOthersSlashCommands)
    }),
    row(CREATE_INCOMING_HOOK, r#"{"channel_id":"$cabin_channel_id","team_id":"$team_id"}"#, admin),
    row(
        UPDATE_INCOMING_HOOK,
        r#"{"id":"$in_hook_id","channel_id":"$cabin_channel_id","team_id":"$team_id","display_name":"h"}"#,
        |a| a.admin() && a.place != Place::Island,
    ),
    row(EXECUTE_COMMAND, r#"{"command":"/join $cabin_channel_name","channel_id":"$channel_id"}"#, writes),
    row(EXECUTE_COMMAND, r#"{"command":"/msg @owner-$tag hi","channel_id":"$channel_id"}"#, writes),
];
