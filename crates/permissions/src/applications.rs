//! What the token of an OAuth application opens.
//!
//! An application acts as the user who let it in, within its scopes. `user`, which every application has, is what a
//! member does; the rights of an administrator are in `admin` alone, which only applications get that an administrator
//! trusts. What keeps an account safe is in no scope: an application could otherwise outlive its own removal.

use std::sync::Arc;

use wire::endpoints::{self, Endpoint};
use wire::oauth::OAuthApp;
use wire::sessions::{PROP_OAUTH_SCOPE, Session};
use wire::users::{SYSTEM_GUEST, SYSTEM_USER, User};

/// The scope with the rights that the user's roles give.
pub const ADMIN: &str = "admin";

/// Roles that are within every scope.
const MEMBERS_ROLES: &[&str] = &[SYSTEM_USER, SYSTEM_GUEST, "system_post_all", "system_post_all_public"];

/// What is in no scope: how somebody signs in, what is signed in where, and what else may act as the user.
const ACCOUNT_SECURITY: &[&Endpoint] = &[
    endpoints::UPDATE_PASSWORD,
    endpoints::UPDATE_USER_AUTH,
    endpoints::SWITCH_ACCOUNT_TYPE,
    endpoints::MIGRATE_AUTH_TO_LDAP,
    endpoints::MIGRATE_AUTH_TO_SAML,
    endpoints::GET_PROVISIONING_TOKENS,
    endpoints::CREATE_PROVISIONING_TOKEN,
    endpoints::DELETE_PROVISIONING_TOKEN,
    endpoints::UPDATE_USER_MFA,
    endpoints::GENERATE_MFA_SECRET,
    endpoints::GET_PASSKEYS,
    endpoints::BEGIN_PASSKEY,
    endpoints::CREATE_PASSKEY,
    endpoints::RENAME_PASSKEY,
    endpoints::DELETE_PASSKEY,
    endpoints::GET_BROWSERS,
    endpoints::DELETE_BROWSER,
    endpoints::GET_RECOVERY_CODES,
    endpoints::CREATE_RECOVERY_CODES,
    endpoints::UPDATE_USER_ACTIVE,
    endpoints::UPDATE_EXPIRY,
    endpoints::DELETE_USER,
    endpoints::UPDATE_USER_ROLES,
    endpoints::RESET_FAILED_ATTEMPTS,
    endpoints::CONVERT_USER_TO_BOT,
    endpoints::CONVERT_BOT_TO_USER,
    endpoints::VERIFY_USER_EMAIL_WITHOUT_TOKEN,
    endpoints::GET_SESSIONS,
    endpoints::ATTACH_DEVICE_ID,
    endpoints::REVOKE_SESSION,
    endpoints::REVOKE_ALL_SESSIONS_FOR_USER,
    endpoints::REVOKE_ALL_SESSIONS_ALL_USERS,
    endpoints::GET_USER_AUDITS,
    endpoints::CREATE_USER_ACCESS_TOKEN,
    endpoints::GET_USER_ACCESS_TOKENS_FOR_USER,
    endpoints::GET_USER_ACCESS_TOKENS,
    endpoints::SEARCH_USER_ACCESS_TOKENS,
    endpoints::GET_USER_ACCESS_TOKEN,
    endpoints::REVOKE_USER_ACCESS_TOKEN,
    endpoints::DISABLE_USER_ACCESS_TOKEN,
    endpoints::ENABLE_USER_ACCESS_TOKEN,
    endpoints::CREATE_OAUTH_APP,
    endpoints::UPDATE_OAUTH_APP,
    endpoints::GET_OAUTH_APPS,
    endpoints::GET_OAUTH_APP,
    endpoints::DELETE_OAUTH_APP,
    endpoints::REGENERATE_OAUTH_APP_SECRET,
    endpoints::GET_AUTHORIZED_OAUTH_APPS,
    endpoints::root::AUTHORIZE_OAUTH_PAGE,
    endpoints::root::AUTHORIZE_OAUTH_APP,
    endpoints::root::DEAUTHORIZE_OAUTH_APP,
];

/// What is in the scope of administrators alone: webhooks and commands act on their own, with secrets that would outlive
/// the application that made or read them.
const INTEGRATIONS: &[&Endpoint] = &[
    endpoints::CREATE_INCOMING_HOOK,
    endpoints::GET_INCOMING_HOOKS,
    endpoints::GET_INCOMING_HOOK,
    endpoints::UPDATE_INCOMING_HOOK,
    endpoints::DELETE_INCOMING_HOOK,
    endpoints::CREATE_OUTGOING_HOOK,
    endpoints::GET_OUTGOING_HOOKS,
    endpoints::GET_OUTGOING_HOOK,
    endpoints::UPDATE_OUTGOING_HOOK,
    endpoints::DELETE_OUTGOING_HOOK,
    endpoints::REGEN_OUTGOING_HOOK_TOKEN,
    endpoints::CREATE_COMMAND,
    endpoints::GET_COMMAND,
    endpoints::UPDATE_COMMAND,
    endpoints::MOVE_COMMAND,
    endpoints::DELETE_COMMAND,
    endpoints::REGEN_COMMAND_TOKEN,
];

/// Whether a session may ask an endpoint at all.
pub fn reaches(session: &Session, endpoint: &Endpoint) -> bool {
    let is_among = |closed: &[&Endpoint]| closed.iter().any(|closed| closed.name == endpoint.name);
    !(session.is_oauth && is_among(ACCOUNT_SECURITY) || is_narrow(session) && is_among(INTEGRATIONS))
}

/// The user as whom a session acts: with the roles that are within its scope.
pub fn within(session: &Session, user: Arc<User>) -> Arc<User> {
    if is_narrow(session) { narrowed(user) } else { user }
}

/// The user with the roles that are within every scope, and in teams and channels with those of a member.
pub fn narrowed(user: Arc<User>) -> Arc<User> {
    let is_within = |role: &&str| MEMBERS_ROLES.contains(role);
    let roles: Vec<&str> = user.roles.split_ascii_whitespace().filter(is_within).collect();
    Arc::new(User { roles: roles.join(" "), is_narrowed: true, ..User::clone(&user) })
}

/// Whether a session has less than the rights of its user's roles.
pub fn is_narrow(session: &Session) -> bool {
    session.is_oauth && session.prop(PROP_OAUTH_SCOPE) != ADMIN
}

/// What an application is given of what it asked for.
pub fn granted(app: &OAuthApp, asked: &str) -> String {
    let given = asked.split_ascii_whitespace().filter(|scope| app.is_trusted || *scope != ADMIN);
    given.collect::<Vec<_>>().join(" ")
}

/// Whether a scope that was given has the rights of an administrator in it.
pub fn is_admins(scope: &str) -> bool {
    scope.split_ascii_whitespace().any(|scope| scope == ADMIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(scope: &str) -> Session {
        let props = [(PROP_OAUTH_SCOPE.to_owned(), scope.to_owned())].into();
        Session { is_oauth: true, props, ..Session::default() }
    }

    #[test]
    fn an_application_acts_with_the_roles_of_a_member() {
        let ann = Arc::new(User { roles: "system_admin system_user custom".into(), ..User::default() });
        assert_eq!(within(&session(""), ann.clone()).roles, "system_user");
        assert_eq!(within(&session(ADMIN), ann.clone()).roles, ann.roles);
        assert_eq!(within(&Session::default(), ann.clone()).roles, ann.roles);
        assert!(within(&session(""), ann.clone()).is_narrowed && !within(&session(ADMIN), ann).is_narrowed);
    }

    #[test]
    fn the_scope_of_administrators_is_for_those_who_are_trusted() {
        let trusted = OAuthApp { is_trusted: true, ..OAuthApp::default() };
        assert_eq!(granted(&trusted, "user admin"), "user admin");
        assert_eq!(granted(&OAuthApp::default(), "user admin"), "user");
        assert!(is_admins("user admin") && !is_admins("user administrate"));
    }
}
