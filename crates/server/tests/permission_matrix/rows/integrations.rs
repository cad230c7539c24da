//! Commands, webhooks, dialogs, OAuth, plugins.

use crate::world::Place;
use permissions::Permission::{self, *};
use wire::endpoints::*;

use crate::asker::{Asker, Row, admin, anyone, known, never, nobody, row};

/// Integrations of the owner: for those who manage others' in the team.
fn commands(a: &Asker) -> bool {
    a.team(ManageOwnSlashCommands) && a.team(ManageOthersSlashCommands)
}

fn incoming(a: &Asker) -> bool {
    a.team(ManageOwnIncomingWebhooks) && a.team(ManageOthersIncomingWebhooks)
}

fn outgoing(a: &Asker) -> bool {
    a.team(ManageOwnOutgoingWebhooks) && a.team(ManageOthersOutgoingWebhooks)
}

/// A webhook into a channel: for those who manage webhooks, and read the channel.
fn aims(a: &Asker, own: Permission) -> bool {
    // Into conversations only those who may do so everywhere.
    if a.place == Place::Direct { a.sys(own) } else { a.team(own) && a.reads() }
}

fn apps(a: &Asker) -> bool {
    a.sys(ManageOauth) && a.sys(ManageSystemWideOauth)
}

const COMMAND: &str =
    r#"{"id":"$command_id","team_id":"$team_id","trigger":"new$tag","method":"P","url":"http://127.0.0.1:1/"}"#;
const INCOMING: &str = r#"{"id":"$in_hook_id","channel_id":"$channel_id","team_id":"$team_id","display_name":"h"}"#;
const OUTGOING: &str = r#"{"team_id":"$team_id","channel_id":"$channel_id","display_name":"h","trigger_words":["zz$tag"],"callback_urls":["http://127.0.0.1:1/"]}"#;
const OUTGOING_WITH_ID: &str = r#"{"id":"$out_hook_id","team_id":"$team_id","channel_id":"$channel_id","display_name":"h","trigger_words":["zz$tag"],"callback_urls":["http://127.0.0.1:1/"]}"#;
const APP: &str = r#"{"id":"$app_id","name":"app$tag","description":"d","homepage":"https://example.test","callback_urls":["https://example.test/back"]}"#;

pub const ROWS: &[Row] = &[
    // Commands
    row(CREATE_COMMAND, COMMAND, |a| a.team(ManageOwnSlashCommands)),
    row(LIST_COMMANDS, "?team_id=$team_id", |a| a.team(ViewTeam)),
    row(EXECUTE_COMMAND, r#"{"command":"/shrug so","channel_id":"$channel_id","team_id":"$team_id"}"#, |a| {
        a.chan(CreatePost)
    }),
    row(GET_COMMAND, "", commands),
    row(UPDATE_COMMAND, COMMAND, commands),
    row(MOVE_COMMAND, r#"{"team_id":"$team_id"}"#, commands),
    row(DELETE_COMMAND, "", commands),
    row(REGEN_COMMAND_TOKEN, "", commands),
    never(root::COMMAND_WEBHOOK, r#"{"text":"late"}"#, nobody),
    // Webhooks
    row(CREATE_INCOMING_HOOK, INCOMING, |a| aims(a, ManageOwnIncomingWebhooks)),
    row(GET_INCOMING_HOOKS, "?team_id=$team_id", |a| a.team(ManageOwnIncomingWebhooks)),
    row(GET_INCOMING_HOOK, "", incoming),
    row(UPDATE_INCOMING_HOOK, INCOMING, |a| {
        a.place != Place::Direct && incoming(a) && aims(a, ManageOwnIncomingWebhooks)
    }),
    row(DELETE_INCOMING_HOOK, "", incoming),
    row(CREATE_OUTGOING_HOOK, OUTGOING, |a| a.is_open() && aims(a, ManageOwnOutgoingWebhooks)),
    row(GET_OUTGOING_HOOKS, "?team_id=$team_id", |a| a.team(ManageOwnOutgoingWebhooks)),
    row(GET_OUTGOING_HOOK, "", outgoing),
    row(UPDATE_OUTGOING_HOOK, OUTGOING_WITH_ID, |a| a.is_open() && outgoing(a)),
    row(DELETE_OUTGOING_HOOK, "", outgoing),
    row(REGEN_OUTGOING_HOOK_TOKEN, "", outgoing),
    // The secret is in the address: who knows it may speak.
    row(root::INCOMING_WEBHOOK, r#"{"text":"beep"}"#, |a| a.is_there()),
    // Interactive messages
    never(DO_POST_ACTION, "{}", |a| a.reads()),
    never(OPEN_DIALOG, r#"{"trigger_id":"no","url":"http://127.0.0.1:1/","dialog":{"title":"t"}}"#, nobody),
    never(
        SUBMIT_DIALOG,
        r#"{"url":"http://127.0.0.1:1/","channel_id":"$channel_id","team_id":"$team_id","submission":{}}"#,
        |a| a.reads() && a.team(ViewTeam),
    ),
    never(
        LOOKUP_DIALOG,
        r#"{"url":"http://127.0.0.1:1/","channel_id":"$channel_id","team_id":"$team_id","submission":{}}"#,
        |a| a.reads() && a.team(ViewTeam),
    ),
    // OAuth
    row(CREATE_OAUTH_APP, APP, |a| a.sys(ManageOauth)),
    row(UPDATE_OAUTH_APP, APP, apps),
    row(GET_OAUTH_APPS, "", |a| a.sys(ManageOauth)),
    row(GET_OAUTH_APP, "", apps),
    row(GET_OAUTH_APP_INFO, "", known),
    row(DELETE_OAUTH_APP, "", apps),
    row(REGENERATE_OAUTH_APP_SECRET, "", apps),
    row(REGISTER_OAUTH_CLIENT, r#"{"redirect_uris":["https://example.test/back"],"client_name":"c"}"#, anyone),
    row(GET_AUTHORIZED_OAUTH_APPS, "", |a| a.mine()),
    row(
        root::AUTHORIZE_OAUTH_PAGE,
        "?response_type=code&client_id=$app_id&redirect_uri=https://example.test/back",
        anyone,
    ),
    row(
        root::AUTHORIZE_OAUTH_APP,
        r#"{"response_type":"code","client_id":"$app_id","redirect_uri":"https://example.test/back","scope":"user"}"#,
        known,
    ),
    row(root::DEAUTHORIZE_OAUTH_APP, r#"{"client_id":"$app_id"}"#, known),
    never(
        root::GET_OAUTH_TOKEN,
        "form grant_type=authorization_code&client_id=$app_id&client_secret=no&code=no",
        nobody,
    ),
    row(root::LOGIN_WITH_OAUTH, "", anyone),
    row(root::MOBILE_LOGIN_WITH_OAUTH, "", anyone),
    row(root::SIGNUP_WITH_OAUTH, "", anyone),
    // Who has begun nothing is led back to the sign-in page.
    row(root::COMPLETE_OAUTH, "", anyone),
    row(root::COMPLETE_OAUTH_AT_SIGNUP, "", anyone),
    row(root::COMPLETE_OAUTH_AT_LOGIN, "", anyone),
    never(root::END_OAUTH_SESSION, "form logout_token=none", nobody),
    row(root::LOGIN_WITH_SAML, "", anyone),
    // So is who brings no answer of the provider.
    row(root::RECEIVE_SAML, "form SAMLResponse=none", anyone),
    row(root::COMPLETE_SAML, "", anyone),
    row(root::LOGOUT_SAML, "", anyone),
    row(root::RECEIVE_SAML_LOGOUT, "", anyone),
    row(LIST_OUTGOING_OAUTH_CONNECTIONS, "?team_id=$team_id", |a| a.team(ManageOutgoingOauthConnections)),
    row(CREATE_OUTGOING_OAUTH_CONNECTION, "{}", |a| a.sys(ManageOutgoingOauthConnections)),
    row(GET_OUTGOING_OAUTH_CONNECTION, "", |a| a.sys(ManageOutgoingOauthConnections)),
    row(UPDATE_OUTGOING_OAUTH_CONNECTION, "{}", |a| a.sys(ManageOutgoingOauthConnections)),
    row(DELETE_OUTGOING_OAUTH_CONNECTION, "", |a| a.sys(ManageOutgoingOauthConnections)),
    row(VALIDATE_OUTGOING_OAUTH_CONNECTION, "{}", |a| a.sys(ManageOutgoingOauthConnections)),
    // Plugins and agents
    row(UPLOAD_PLUGIN, "multipart plugin=@picture", |a| a.sys(WriteConsolePlugins)),
    row(GET_PLUGINS, "", |a| a.sys(ReadConsolePlugins)),
    row(REMOVE_PLUGIN, "", |a| a.sys(WriteConsolePlugins)),
    row(INSTALL_PLUGIN_FROM_URL, "?plugin_download_url=http://127.0.0.1:1/", |a| a.sys(WriteConsolePlugins)),
    row(INSTALL_MARKETPLACE_PLUGIN, "{}", |a| a.sys(WriteConsolePlugins)),
    row(GET_PLUGIN_STATUSES, "", |a| a.sys(ReadConsolePlugins)),
    row(ENABLE_PLUGIN, "", |a| a.sys(WriteConsolePlugins)),
    row(DISABLE_PLUGIN, "", |a| a.sys(WriteConsolePlugins)),
    row(GET_WEBAPP_PLUGINS, "", anyone),
    row(GET_MARKETPLACE_PLUGINS, "", |a| a.sys(ReadConsolePlugins)),
    row(SET_FIRST_ADMIN_VISIT_MARKETPLACE_STATUS, "", admin),
    row(GET_FIRST_ADMIN_VISIT_MARKETPLACE_STATUS, "", admin),
    row(GET_AGENTS, "", known),
    row(GET_AGENTS_STATUS, "", known),
    row(GET_LLM_SERVICES, "", known),
];
