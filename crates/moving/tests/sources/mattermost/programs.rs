//! What programs of others have on the old servers, and what has no place here.

use serde_json::{Value, json};

use super::content::{at, id};

/// Hooks, commands and applications.
pub fn integrations() -> Vec<(&'static str, Value)> {
    let app = json!({
        "id": id("app"), "creatorid": id("ann"), "createat": at(0), "updateat": at(0), "clientsecret": id("secret"),
        "name": "App", "description": "", "iconurl": "", "callbackurls": json!(["https://example.test/cb"]).to_string(),
        "homepage": "https://example.test/", "istrusted": false, "mattermostappid": "",
    });
    vec![
        (
            "incomingwebhooks",
            json!({"id": id("incoming"), "createat": at(0), "updateat": at(0), "deleteat": 0,
            "userid": id("ann"), "channelid": id("deck"), "teamid": id("crew"), "displayname": "Build", "description": "",
            "username": "", "iconurl": "", "channellocked": true}),
        ),
        (
            "outgoingwebhooks",
            json!({"id": id("outgoing"), "token": id("hook token"), "createat": at(0), "updateat": at(0),
            "deleteat": 0, "creatorid": id("ann"), "channelid": id("town-square"), "teamid": id("crew"),
            "triggerwords": json!(["deploy"]).to_string(), "triggerwhen": 0,
            "callbackurls": json!(["https://example.test/hook"]).to_string(), "displayname": "Deploy", "description": "",
            "contenttype": "application/json", "username": "", "iconurl": ""}),
        ),
        (
            "commands",
            json!({"id": id("command"), "token": id("command token"), "createat": at(0), "updateat": at(0),
            "deleteat": 0, "creatorid": id("ann"), "teamid": id("crew"), "trigger": "tide", "method": "P", "username": "",
            "iconurl": "", "autocomplete": true, "autocompletedesc": "", "autocompletehint": "", "displayname": "Tide",
            "description": "", "url": "https://example.test/tide", "pluginid": ""}),
        ),
        ("oauthapps", app),
        (
            "oauthaccessdata",
            json!({"clientid": id("app"), "userid": id("bob"), "token": id("oauth token"),
            "refreshtoken": id("refresh token"), "redirecturi": "https://example.test/cb", "expiresat": at(9),
            "scope": "user", "audience": ""}),
        ),
    ]
}

/// What has no place.
pub fn beside() -> Vec<(&'static str, Value)> {
    vec![
        ("pluginkeyvaluestore", json!({"pluginid": "com.example.plugin", "pkey": "key", "pvalue": "\\x01"})),
        ("configurations", json!({"id": id("config"), "value": "{}", "createat": at(0), "active": true})),
        ("retentionpolicies", json!({"id": id("policy"), "displayname": "Year", "postduration": 365})),
    ]
}
