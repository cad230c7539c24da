//! Renders `docs/compatibility.md`: which endpoints of the API this server implements.
//!
//! The page comes from the contract and the routes, so it cannot claim more than is there.

use std::collections::HashSet;
use std::fmt::Write;

use wire::endpoints::{self, Endpoint};

use crate::routes;

/// Why something of the tiers that clients ask is not there, by the endpoint's name.
const REASONS: &[(&str, &str)] = &[];

/// What clients that are not open hear, which no endpoint tells.
const PUSH: &str = "
## Clients that are not open

Browsers are told by Web Push (RFC 8030, 8291, 8292). A client subscribes with `WebPushPublicKey` of
`GET /config/client` and says where in `PUT /users/sessions/device`: `device_id` is `webpush:`, followed without
separators by the subscription's `auth` (22 characters of base64url), its `p256dh` (87) and its endpoint without
`https://`, 512 bytes in all. `webpush:` alone ends it, and so does the end of the session. What arrives is JSON:
`post_id`, `channel_id`, `root_id`, `team` (its name), `sender`, `channel`, `text`, `create_at`; empty where
`push.contents` does not let it out.

Phones attach their devices as ever and are told by way of the push proxy that `push.server` names, in its published
format: `message` for posts, `clear` for a channel or a thread that was read on another device, `update_badge`,
`session` when a session ended by itself, and `test` for `GET /system/ping?device_id=`. `REMOVE` ends the device and
not the session. With `id_loaded` as `push.contents` ids alone are sent; `POST /notifications/ack` answers with the
rest, and passes receipts on. `signature` is a JWT (ES256) of `ack_id` and `device_id`, which
`AsymmetricSigningPublicKey` verifies. The few sentences that a phone shows as they are come in English, German and
Japanese.

Whom a post concerns is for the user to say, for browsers and phones alike: `push`, `push_status`, `push_threads`, and
the same of a channel.
";

/// What an endpoint and an event of our own tell together.
const SEEN: &str = "
## Seen-by

`GET /channels/{channel_id}/seen` answers with `user_id` and `last_viewed_at` of the other members, and the event
`channels_seen` tells a change: `user_id`, and `channel_times` as `multiple_channels_viewed` has them, also backwards where
somebody marks posts as unread. Both are off unless `privacy.enable_seen_by` is set, which clients read as `EnableSeenBy`.
Then they tell of those, and tell those alone, whose preference `seen_by` of the category `privacy` is `true`, in direct and
group messages and in channels of at most 20 members. For everybody else the list is empty. What somebody has read of a
thread is not told.
";

/// How clients find GIFs without the provider's key.
const GIFS: &str = "
## GIFs

`GET /gifs?q=` answers with at most 24 animated pictures for the words `q`, of at most 50 characters, and without them with
those that are in fashion. Each has `id`, `title` (what it shows, in words), `width`, `height`, `url`, `preview_url` (small) and
`still_url` (small and at rest, or empty). The server asks GIPHY, or whom `emoji.giphy_address` names, with its own key, for
pictures rated `g`. Every account may ask, guests included, as often as it may search. Clients read the provider's name as
`GifProvider`, which is missing while GIFs are off, and `GiphySdkKey` is always empty: no client needs the key. Off is 501 with
the id `api.gifs.off.app_error`; a provider that does not answer as it should is 503 with `api.gifs.unavailable.app_error`. A
chosen picture is posted as a Markdown image, which all clients show.
";

/// The page, in Markdown.
pub fn page() -> String {
    let built: HashSet<&str> = routes::all().map(|route| route.0.name).collect();
    let is_built = |endpoint: &&&Endpoint| built.contains(endpoint.name);
    let all = || endpoints::ALL.iter().chain(endpoints::ROOT);
    let mut out = String::from(
        "# Compatibility\n\nRendered from the routes: `UPDATE=1 cargo test -p muster-server --test compatibility`.\n\n\
         An endpoint that is not there answers 501 with the id `api.not_implemented.app_error`, after it checked who \
         asks.\n\n| tier | what | there | of |\n|---|---|---|---|\n",
    );
    let tiers = [(1, "what simulated users ask"), (2, "what web and mobile clients ask"), (3, "the rest")];
    for (tier, what) in tiers {
        let of_tier = || all().filter(|endpoint| endpoint.tier == tier);
        let (there, of) = (of_tier().filter(is_built).count(), of_tier().count());
        writeln!(out, "| {tier} | {what} | {there} | {of} |").expect("memory does not fail to write");
    }
    for (tier, what) in tiers {
        let missing: Vec<&&Endpoint> = all().filter(|one| one.tier == tier && !built.contains(one.name)).collect();
        writeln!(out, "\n## Not there, tier {tier}: {what}\n").expect("memory does not fail to write");
        if missing.is_empty() {
            out.push_str("Nothing.\n");
        }
        for endpoint in missing {
            let reason = REASONS.iter().find(|(name, _)| *name == endpoint.name);
            let reason = reason.map_or(String::new(), |(_, reason)| format!(": {reason}"));
            writeln!(out, "- `{} {}`{reason}", endpoint.method, endpoint.path).expect("memory does not fail to write");
        }
    }
    out.push_str("\n## Of our own\n\nNo other server of this API has these.\n\n");
    for endpoint in endpoints::OWN {
        writeln!(out, "- `{} {}`", endpoint.method, endpoint.path).expect("memory does not fail to write");
    }
    out.push_str(SEEN);
    out.push_str(GIFS);
    out.push_str(PUSH);
    out
}
