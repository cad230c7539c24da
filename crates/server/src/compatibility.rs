//! What of the API this server has, as a page for people who want to know before they move.
//!
//! Rendered from the contract and the routes, so it cannot say more than is there.

use std::collections::HashSet;
use std::fmt::Write;

use wire::endpoints::{self, Endpoint};

use crate::routes;

/// Why something of the tiers that clients ask is not there, by the endpoint's name.
const REASONS: &[(&str, &str)] = &[(
    "loginWithDesktopToken",
    "redeems what a browser gets at the end of a sign-in by another service (GitLab, SAML, ...) and hands to the desktop \
     program; the server has no such services, so that nothing gives out these tokens. The desktop program signs in by \
     password.",
)];

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
    out
}
