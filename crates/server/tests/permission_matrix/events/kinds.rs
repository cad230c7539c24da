//! One line for each kind of event: which request tells the same, or why there is none.

use serde_json::{Value, json};
use wire::events::{Event, EventName};

/// A request that tells what an event tells, and what of the answer the event repeats.
pub struct Ask {
    pub path: String,
    pub shows: Shows,
}

pub enum Shows {
    /// That it is answered.
    Nothing,
    /// All members of this object, among others.
    Object(Value),
    /// A list in which one object has all these members.
    Element(Value),
}

/// What a kind of event is measured by.
pub enum Twin {
    /// Requests that are all answered to whoever hears the event.
    Asks(fn(&Event) -> Vec<Ask>),
    /// The same for what is gone or closed by what the event tells: answered now, or just before.
    Until(fn(&Event) -> Vec<Ask>),
    /// It goes to one user alone, and tells of what is that user's own.
    Own(&'static str),
    /// It says that something happened, in these members, and not what.
    Says(&'static [&'static str], &'static str),
    /// The server does not send it.
    Never(&'static str),
}

/// Where a kind of event is heard.
pub enum Heard {
    /// By what the lines of the matrix do.
    Here,
    /// Elsewhere, for this reason.
    Elsewhere(&'static str),
}

pub struct Kind {
    pub name: EventName,
    pub twin: Twin,
    pub heard: Heard,
}

const fn kind(name: EventName, twin: Twin) -> Kind {
    Kind { name, twin, heard: Heard::Here }
}

const fn elsewhere(name: EventName, twin: Twin, why: &'static str) -> Kind {
    Kind { name, twin, heard: Heard::Elsewhere(why) }
}

const fn never(name: EventName, why: &'static str) -> Kind {
    Kind { name, twin: Twin::Never(why), heard: Heard::Elsewhere(why) }
}

fn is_answered(path: String) -> Ask {
    Ask { path, shows: Shows::Nothing }
}

/// A member of the data that is JSON in a text.
fn inner(event: &Event, name: &str) -> Value {
    let text = event.data.get(name).and_then(Value::as_str).unwrap_or_default();
    serde_json::from_str(text).unwrap_or_default()
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn of_data<'e>(event: &'e Event, name: &str) -> &'e str {
    event.data.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// An object with these members of another, as far as that has them.
fn part(value: &Value, names: &[&str]) -> Value {
    let there = names.iter().filter_map(|name| Some(((*name).to_owned(), value.get(name)?.clone())));
    Value::Object(there.collect())
}

fn post(event: &Event) -> Vec<Ask> {
    let post = inner(event, "post");
    let names = ["id", "user_id", "channel_id", "root_id", "message", "type", "props", "create_at", "file_ids"];
    vec![Ask { path: format!("/posts/{}", text(&post, "id")), shows: Shows::Object(part(&post, &names)) }]
}

fn channel_of_post(event: &Event) -> Vec<Ask> {
    let post = inner(event, "post");
    vec![is_answered(format!("/channels/{}/posts?per_page=1", text(&post, "channel_id")))]
}

fn reactions(event: &Event) -> Vec<Ask> {
    vec![is_answered(format!("/posts/{}/reactions", text(&inner(event, "reaction"), "post_id")))]
}

fn reaction_added(event: &Event) -> Vec<Ask> {
    let reaction = inner(event, "reaction");
    let shows = Shows::Element(part(&reaction, &["post_id", "user_id", "emoji_name"]));
    vec![Ask { path: format!("/posts/{}/reactions", text(&reaction, "post_id")), shows }]
}

fn acknowledged(event: &Event) -> Vec<Ask> {
    vec![is_answered(format!("/posts/{}", text(&inner(event, "acknowledgement"), "post_id")))]
}

fn typing(event: &Event) -> Vec<Ask> {
    let channel = event.broadcast.channel_id;
    let posts = is_answered(format!("/channels/{channel}/posts?per_page=1"));
    vec![posts, is_answered(format!("/users/{}", of_data(event, "user_id")))]
}

fn seen(event: &Event) -> Vec<Ask> {
    let times = event.data.get("channel_times").and_then(Value::as_object).into_iter().flatten();
    let ask = |(channel, at): (&String, &Value)| Ask {
        path: format!("/channels/{channel}/seen"),
        shows: Shows::Element(json!({"user_id": of_data(event, "user_id"), "last_viewed_at": at})),
    };
    times.map(ask).collect()
}

fn thread(event: &Event) -> Vec<Ask> {
    let thread = inner(event, "thread");
    let post = thread.get("post").cloned().unwrap_or_default();
    vec![Ask { path: format!("/posts/{}", text(&thread, "id")), shows: Shows::Object(part(&post, &["id", "message"])) }]
}

fn channel(event: &Event) -> Vec<Ask> {
    let channel = inner(event, "channel");
    let names = ["id", "team_id", "type", "display_name", "name", "header", "purpose", "creator_id", "delete_at"];
    vec![Ask { path: format!("/channels/{}", text(&channel, "id")), shows: Shows::Object(part(&channel, &names)) }]
}

fn channel_named(event: &Event) -> Vec<Ask> {
    vec![is_answered(format!("/channels/{}", of_data(event, "channel_id")))]
}

fn channel_addressed(event: &Event) -> Vec<Ask> {
    vec![is_answered(format!("/channels/{}", event.broadcast.channel_id))]
}

fn user_added(event: &Event) -> Vec<Ask> {
    let (channel, user) = (event.broadcast.channel_id, of_data(event, "user_id"));
    vec![is_answered(format!("/channels/{channel}/members/{user}"))]
}

/// Who was removed is told of it, and of nothing else.
fn user_removed(event: &Event) -> Vec<Ask> {
    match event.broadcast.channel_id {
        channel if channel.is_some() => vec![is_answered(format!("/channels/{channel}"))],
        _ => Vec::new(),
    }
}

fn bookmarks(event: &Event) -> Vec<Ask> {
    vec![is_answered(format!("/channels/{}/bookmarks", event.broadcast.channel_id))]
}

fn bookmark_created(event: &Event) -> Vec<Ask> {
    let bookmark = inner(event, "bookmark");
    let shows = Shows::Element(part(&bookmark, &["id", "display_name", "link_url"]));
    vec![Ask { path: format!("/channels/{}/bookmarks", event.broadcast.channel_id), shows }]
}

fn team(event: &Event) -> Vec<Ask> {
    let team = inner(event, "team");
    let mut shown = part(&team, &["id", "name", "display_name", "description", "type", "email", "invite_id"]);
    // Left out for everybody; a request shows them to some.
    if let Some(shown) = shown.as_object_mut() {
        shown.retain(|name, value| !matches!(name.as_str(), "email" | "invite_id") || *value != json!(""));
    }
    vec![Ask { path: format!("/teams/{}", text(&team, "id")), shows: Shows::Object(shown) }]
}

fn left_team(event: &Event) -> Vec<Ask> {
    vec![
        is_answered(format!("/users/{}", of_data(event, "user_id"))),
        is_answered(format!("/teams/{}", of_data(event, "team_id"))),
    ]
}

fn user_named(event: &Event) -> Vec<Ask> {
    vec![is_answered(format!("/users/{}", of_data(event, "user_id")))]
}

fn user(event: &Event) -> Vec<Ask> {
    let mut user = event.data.get("user").cloned().unwrap_or_default();
    // A later step of the same act may touch the account once more.
    user.as_object_mut().map(|user| user.remove("update_at"));
    vec![Ask { path: format!("/users/{}", text(&user, "id")), shows: Shows::Object(user) }]
}

fn role(event: &Event) -> Vec<Ask> {
    let role = inner(event, "role");
    vec![Ask { path: format!("/roles/{}", text(&role, "id")), shows: Shows::Object(role) }]
}

fn emoji(event: &Event) -> Vec<Ask> {
    let emoji = inner(event, "emoji");
    vec![Ask { path: format!("/emoji/{}", text(&emoji, "id")), shows: Shows::Object(emoji) }]
}

fn group(event: &Event) -> Vec<Ask> {
    let group = inner(event, "group");
    let shown = part(&group, &["id", "name", "display_name", "source"]);
    vec![Ask { path: format!("/groups/{}", text(&group, "id")), shows: Shows::Object(shown) }]
}

fn field(event: &Event) -> Vec<Ask> {
    let field = event.data.get("field").cloned().unwrap_or_default();
    let shows = Shows::Element(part(&field, &["id", "name", "type"]));
    vec![Ask { path: "/custom_profile_attributes/fields".into(), shows }]
}

fn values(event: &Event) -> Vec<Ask> {
    let shows = Shows::Object(event.data.get("values").cloned().unwrap_or_default());
    vec![Ask { path: format!("/users/{}/custom_profile_attributes", of_data(event, "user_id")), shows }]
}

fn client_config(event: &Event) -> Vec<Ask> {
    let shows = Shows::Object(event.data.get("config").cloned().unwrap_or_default());
    vec![Ask { path: "/config/client?format=old".into(), shows }]
}

const NOT_HERE: &str = "the server has no such feature";
const TO_ITS_OWNER: &str = "it is kept for its owner alone";

const NOT_THEIRS: &str = "who acts here has none of them; verify_change hears it";

/// Every kind, by the order of their names in the contract.
pub const KINDS: &[Kind] = &[
    kind(EventName::Posted, Twin::Asks(post)),
    kind(EventName::PostEdited, Twin::Asks(post)),
    kind(EventName::PostDeleted, Twin::Until(channel_of_post)),
    kind(EventName::PostUnread, Twin::Own("what somebody has read")),
    kind(EventName::EphemeralMessage, Twin::Asks(channel_of_post)),
    kind(EventName::ReactionAdded, Twin::Asks(reaction_added)),
    kind(EventName::ReactionRemoved, Twin::Asks(reactions)),
    kind(EventName::PostAcknowledgementAdded, Twin::Asks(acknowledged)),
    kind(EventName::PostAcknowledgementRemoved, Twin::Asks(acknowledged)),
    elsewhere(EventName::PersistentNotificationTriggered, Twin::Asks(post), "sent at a time: see the deferred ways"),
    kind(EventName::Typing, Twin::Asks(typing)),
    kind(EventName::DraftCreated, Twin::Own(TO_ITS_OWNER)),
    never(EventName::DraftUpdated, "draft_created tells of changes, too"),
    elsewhere(EventName::DraftDeleted, Twin::Own(TO_ITS_OWNER), NOT_THEIRS),
    kind(EventName::ScheduledPostCreated, Twin::Own(TO_ITS_OWNER)),
    elsewhere(EventName::ScheduledPostUpdated, Twin::Own(TO_ITS_OWNER), NOT_THEIRS),
    elsewhere(EventName::ScheduledPostDeleted, Twin::Own(TO_ITS_OWNER), NOT_THEIRS),
    never(EventName::PostTranslationUpdated, NOT_HERE),
    never(EventName::PostRevealed, NOT_HERE),
    never(EventName::PostBurned, NOT_HERE),
    never(EventName::BurnOnReadAllRevealed, NOT_HERE),
    never(EventName::FileDownloadRejected, NOT_HERE),
    never(EventName::ShowToast, NOT_HERE),
    kind(EventName::ThreadUpdated, Twin::Asks(thread)),
    kind(EventName::ThreadFollowChanged, Twin::Own("what somebody follows")),
    kind(EventName::ThreadReadChanged, Twin::Own("what somebody has read")),
    kind(EventName::ChannelCreated, Twin::Asks(channel_named)),
    kind(EventName::ChannelUpdated, Twin::Asks(channel)),
    kind(EventName::ChannelConverted, Twin::Until(channel_named)),
    kind(EventName::ChannelDeleted, Twin::Until(channel_named)),
    kind(EventName::ChannelRestored, Twin::Asks(channel_named)),
    kind(EventName::ChannelMemberUpdated, Twin::Own("a membership, to who has it")),
    kind(EventName::ChannelSchemeUpdated, Twin::Says(&[], "clients read the rights anew")),
    kind(EventName::DirectAdded, Twin::Asks(channel_addressed)),
    kind(EventName::GroupAdded, Twin::Asks(channel_addressed)),
    kind(EventName::UserAdded, Twin::Asks(user_added)),
    kind(EventName::UserRemoved, Twin::Until(user_removed)),
    kind(EventName::MultipleChannelsViewed, Twin::Own("what somebody has read")),
    elsewhere(EventName::ChannelsSeen, Twin::Asks(seen), "off unless people choose it: see behaviour/seen.rs"),
    kind(EventName::ChannelBookmarkCreated, Twin::Asks(bookmark_created)),
    kind(EventName::ChannelBookmarkUpdated, Twin::Asks(bookmarks)),
    kind(EventName::ChannelBookmarkDeleted, Twin::Asks(bookmarks)),
    kind(EventName::ChannelBookmarkSorted, Twin::Asks(bookmarks)),
    kind(EventName::AddedToTeam, Twin::Own("a membership, to who has it")),
    kind(EventName::LeaveTeam, Twin::Until(left_team)),
    kind(EventName::UpdateTeam, Twin::Asks(team)),
    kind(EventName::DeleteTeam, Twin::Until(team)),
    kind(EventName::RestoreTeam, Twin::Asks(team)),
    kind(EventName::UpdateTeamScheme, Twin::Asks(team)),
    kind(EventName::MemberroleUpdated, Twin::Own("a membership, to who has it")),
    elsewhere(EventName::NewUser, Twin::Asks(user_named), "whoever signs up has no session: see behaviour/guests.rs"),
    kind(EventName::UserUpdated, Twin::Asks(user)),
    kind(EventName::UserRoleUpdated, Twin::Own("the roles of an account, to who has it")),
    kind(EventName::UserActivationStatusChange, Twin::Says(&[], "clients read the list of people anew")),
    never(EventName::GuestsDeactivated, "each account is told of by user_updated"),
    kind(EventName::StatusChange, Twin::Own("a status, to who has it: others ask")),
    kind(EventName::PreferencesChanged, Twin::Own(TO_ITS_OWNER)),
    kind(EventName::PreferencesDeleted, Twin::Own(TO_ITS_OWNER)),
    elsewhere(EventName::PreferenceChanged, Twin::Own(TO_ITS_OWNER), NOT_THEIRS),
    kind(EventName::SidebarCategoryCreated, Twin::Own(TO_ITS_OWNER)),
    kind(EventName::SidebarCategoryUpdated, Twin::Own(TO_ITS_OWNER)),
    kind(EventName::SidebarCategoryDeleted, Twin::Own(TO_ITS_OWNER)),
    elsewhere(EventName::SidebarCategoryOrderUpdated, Twin::Own(TO_ITS_OWNER), NOT_THEIRS),
    elsewhere(EventName::Hello, Twin::Own("who just connected"), "the first event of every socket that is opened here"),
    elsewhere(
        EventName::ConfigChanged,
        Twin::Asks(client_config),
        "it concerns everybody, so its lines wait for others",
    ),
    never(EventName::LicenseChanged, NOT_HERE),
    kind(EventName::RoleUpdated, Twin::Asks(role)),
    kind(EventName::EmojiAdded, Twin::Asks(emoji)),
    elsewhere(EventName::OpenDialog, Twin::Own("who just clicked"), "it needs a click: see the deferred ways"),
    never(EventName::PluginEnabled, NOT_HERE),
    never(EventName::PluginDisabled, NOT_HERE),
    never(EventName::PluginStatusesChanged, "it ends each look of this test"),
    kind(EventName::ReceivedGroup, Twin::Asks(group)),
    never(EventName::ReceivedGroupAssociatedToTeam, NOT_HERE),
    never(EventName::ReceivedGroupNotAssociatedToTeam, NOT_HERE),
    never(EventName::ReceivedGroupAssociatedToChannel, NOT_HERE),
    never(EventName::ReceivedGroupNotAssociatedToChannel, NOT_HERE),
    kind(EventName::GroupMemberAdd, Twin::Own("a membership, to who has it")),
    kind(EventName::GroupMemberDeleted, Twin::Own("a membership, to who has it")),
    kind(EventName::CustomProfileAttributesFieldCreated, Twin::Asks(field)),
    kind(EventName::CustomProfileAttributesFieldUpdated, Twin::Asks(field)),
    elsewhere(
        EventName::CustomProfileAttributesFieldDeleted,
        Twin::Says(&["field_id"], "the field is gone"),
        "it concerns everybody, so its line waits for others",
    ),
    kind(EventName::CustomProfileAttributesValuesUpdated, Twin::Asks(values)),
    elsewhere(
        EventName::FirstAdminVisitMarketplaceStatusReceived,
        Twin::Says(&["firstAdminVisitMarketplaceStatus"], "whether administrators looked for plugins"),
        "it concerns everybody, so its line waits for others",
    ),
    never(EventName::CloudSubscriptionChanged, NOT_HERE),
    never(EventName::HostedCustomerSignupProgressUpdated, NOT_HERE),
    never(EventName::ContentFlaggingReportValueUpdated, NOT_HERE),
    never(EventName::RecapUpdated, NOT_HERE),
    never(EventName::Response, "the name of replies"),
];
