//! The table of the REST API: what can be asked, where, and by whom.
//!
//! Paths are relative to [`API_PREFIX`], in the syntax of the router, with one name per variable
//! and position. The server routes every line of it, the client builds its requests from it, and
//! tests walk it. `HEAD` is answered wherever `GET` is.

use http::Method;

/// What all paths but those of [`ROOT`] begin with.
pub const API_PREFIX: &str = "/api/v4";

/// What a caller must show before a handler runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    /// Nothing. A session is used when there is one; some handlers ask for more themselves.
    Open,
    /// Nothing, and a cookie is believed without the token against forged requests.
    TrustedOpen,
    /// A live session, with the second factor where it is enforced.
    Session,
    /// A live session, which may still lack the second factor.
    SessionNoMfa,
    /// A live session, and a cookie is believed without the token against forged requests.
    TrustedSession,
}

impl Access {
    pub fn needs_session(self) -> bool {
        !matches!(self, Access::Open | Access::TrustedOpen)
    }

    pub fn needs_mfa(self) -> bool {
        matches!(self, Access::Session | Access::TrustedSession)
    }

    /// True where a request by cookie must prove that the server's own pages sent it.
    pub fn checks_forgery(self) -> bool {
        !matches!(self, Access::TrustedOpen | Access::TrustedSession)
    }
}

/// What makes a request dear to the server, or to people. Each kind has a limit of its own, which is on by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// A hash of many rounds, or a secret that could be guessed.
    SignIn,
    /// An account that stays.
    Account,
    /// A mail to an address that the caller names.
    Mail,
    /// Mails, or links that let people in.
    Invitation,
    /// A look through an index.
    Search,
    /// Room on the disk, and pictures to decode.
    Upload,
}

impl Cost {
    pub const ALL: [Cost; 6] = [Cost::SignIn, Cost::Account, Cost::Mail, Cost::Invitation, Cost::Search, Cost::Upload];

    /// Whether the caller's address is counted even where there is a session: who makes accounts has many sessions.
    pub fn is_by_address(self) -> bool {
        matches!(self, Cost::SignIn | Cost::Account | Cost::Mail)
    }
}

/// A limit of its own that an endpoint has when rate limits are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub per_second: u32,
    pub burst: u32,
}

/// Passwords are guessed here.
pub const LOGIN_RATE: Rate = Rate { per_second: 5, burst: 10 };
/// The desktop program asks once per login.
pub const DESKTOP_TOKEN_RATE: Rate = Rate { per_second: 2, burst: 1 };
/// A provisioning program brings thousands of people, some at a time.
pub const PROVISIONING_RATE: Rate = Rate { per_second: 50, burst: 200 };
/// Anonymous programs register here; as rare as a desktop login.
pub const REGISTER_RATE: Rate = Rate { per_second: 2, burst: 1 };

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The label of its metrics and spans.
    pub name: &'static str,
    pub method: Method,
    pub path: &'static str,
    pub access: Access,
    /// Refused with 503 while the server says that it is busy.
    pub busy: bool,
    pub rate: Option<Rate>,
    pub cost: Option<Cost>,
    /// 1: simulated users ask it; 2: web and mobile clients do; 3: the rest.
    pub tier: u8,
}

impl Endpoint {
    /// The path with its variables filled in from left to right, under [`API_PREFIX`].
    ///
    /// # Panics
    /// When there are not exactly as many values as variables.
    pub fn url_path(&self, values: &[&str]) -> String {
        let mut values = values.iter();
        let mut url = String::with_capacity(API_PREFIX.len() + self.path.len() + 32);
        url.push_str(API_PREFIX);
        for segment in self.path.split('/').skip(1) {
            url.push('/');
            match segment.starts_with('{') {
                true => url.push_str(values.next().unwrap_or_else(|| panic!("{} needs more values", self.name))),
                false => url.push_str(segment),
            }
        }
        assert!(values.next().is_none(), "{} needs fewer values", self.name);
        url
    }
}

/// Declares endpoints: `CONST = metricLabel: METHOD "/path", tier, Access[(RATE)] [busy] [=> Cost];`.
macro_rules! endpoints {
    ($($name:ident = $label:ident: $method:ident $path:literal, $tier:literal, $access:ident
        $(($rate:ident))? $($busy:ident)? $(=> $cost:ident)?;)+) => {
        $(
            #[doc = concat!("`", stringify!($method), " ", $path, "`")]
            pub const $name: &Endpoint = &Endpoint {
                name: stringify!($label),
                method: http::Method::$method,
                path: $path,
                access: Access::$access,
                busy: endpoints!(@busy $($busy)?),
                rate: endpoints!(@rate $($rate)?),
                cost: endpoints!(@cost $($cost)?),
                tier: $tier,
            };
        )+

        pub(super) const TABLE: &[&Endpoint] = &[$($name),+];
    };
    (@busy) => { false };
    (@busy busy) => { true };
    (@cost) => { None };
    (@cost $cost:ident) => { Some(Cost::$cost) };
    (@rate) => { None };
    (@rate $rate:ident) => { Some($rate) };
}

mod integrations;
mod own;
mod people;
mod places;
mod posts;
mod system;

/// Routes outside [`API_PREFIX`].
pub mod root {
    use super::*;

    endpoints! {
        INCOMING_WEBHOOK = incomingWebhook: POST "/hooks/{hook_id}", 2, Open;
        COMMAND_WEBHOOK = commandWebhook: POST "/hooks/commands/{hook_id}", 2, Open;
        PUBLIC_FILE = getPublicFile: GET "/files/{file_id}/public", 2, Open;
        AUTHORIZE_OAUTH_PAGE = authorizeOAuthPage: GET "/oauth/authorize", 2, TrustedOpen;
        AUTHORIZE_OAUTH_APP = authorizeOAuthApp: POST "/oauth/authorize", 2, Session;
        DEAUTHORIZE_OAUTH_APP = deauthorizeOAuthApp: POST "/oauth/deauthorize", 2, Session;
        GET_OAUTH_TOKEN = getAccessToken: POST "/oauth/access_token", 2, TrustedOpen;
        LOGIN_WITH_OAUTH = loginWithOAuth: GET "/oauth/{service}/login", 2, Open;
        MOBILE_LOGIN_WITH_OAUTH = mobileLoginWithOAuth: GET "/oauth/{service}/mobile_login", 2, Open;
        SIGNUP_WITH_OAUTH = signupWithOAuth: GET "/oauth/{service}/signup", 2, Open;
        COMPLETE_OAUTH = completeOAuth: GET "/oauth/{service}/complete", 2, Open => SignIn;
        COMPLETE_OAUTH_AT_SIGNUP = completeOAuthAtSignup: GET "/signup/{service}/complete", 2, Open => SignIn;
        COMPLETE_OAUTH_AT_LOGIN = completeOAuthAtLogin: GET "/login/{service}/complete", 2, Open => SignIn;
        END_OAUTH_SESSION = endOAuthSession: POST "/oauth/{service}/backchannel_logout", 3, TrustedOpen => SignIn;
        LOGIN_WITH_SAML = loginWithSaml: GET "/login/sso/saml", 3, TrustedOpen;
        RECEIVE_SAML = receiveSaml: POST "/login/sso/saml", 3, TrustedOpen => SignIn;
        COMPLETE_SAML = completeSaml: GET "/login/sso/saml/complete", 3, TrustedOpen;
        LOGOUT_SAML = logoutSaml: GET "/login/sso/saml/logout", 3, TrustedOpen => SignIn;
        RECEIVE_SAML_LOGOUT = receiveSamlLogout: POST "/login/sso/saml/logout", 3, TrustedOpen => SignIn;
        GET_PROVISIONING_SERVICE = getProvisioningService:
            GET "/scim/v2/ServiceProviderConfig", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONING_TYPES = getProvisioningTypes: GET "/scim/v2/ResourceTypes", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONING_TYPE = getProvisioningType:
            GET "/scim/v2/ResourceTypes/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONING_SCHEMAS = getProvisioningSchemas: GET "/scim/v2/Schemas", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONING_SCHEMA = getProvisioningSchema:
            GET "/scim/v2/Schemas/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        PROVISION_IN_BULK = provisionInBulk: POST "/scim/v2/Bulk", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONED_USERS = getProvisionedUsers: GET "/scim/v2/Users", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONED_USER = getProvisionedUser: GET "/scim/v2/Users/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        CREATE_PROVISIONED_USER = createProvisionedUser: POST "/scim/v2/Users", 3, TrustedOpen(PROVISIONING_RATE);
        UPDATE_PROVISIONED_USER = updateProvisionedUser:
            PUT "/scim/v2/Users/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        PATCH_PROVISIONED_USER = patchProvisionedUser:
            PATCH "/scim/v2/Users/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        DELETE_PROVISIONED_USER = deleteProvisionedUser:
            DELETE "/scim/v2/Users/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONED_GROUPS = getProvisionedGroups: GET "/scim/v2/Groups", 3, TrustedOpen(PROVISIONING_RATE);
        GET_PROVISIONED_GROUP = getProvisionedGroup:
            GET "/scim/v2/Groups/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        CREATE_PROVISIONED_GROUP = createProvisionedGroup: POST "/scim/v2/Groups", 3, TrustedOpen(PROVISIONING_RATE);
        UPDATE_PROVISIONED_GROUP = updateProvisionedGroup:
            PUT "/scim/v2/Groups/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        PATCH_PROVISIONED_GROUP = patchProvisionedGroup:
            PATCH "/scim/v2/Groups/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        DELETE_PROVISIONED_GROUP = deleteProvisionedGroup:
            DELETE "/scim/v2/Groups/{resource_id}", 3, TrustedOpen(PROVISIONING_RATE);
        ROBOTS = robots: GET "/robots.txt", 3, Open;
        SYSTEM_EMOJI = getSystemEmojiImage: GET "/static/emoji/{file_name}", 2, Open;
        API_REFERENCE = getApiReference: GET "/api/reference", 3, TrustedSession;
        API_REFERENCE_FILE = getApiReferenceFile: GET "/api/reference/{file_name}", 3, TrustedSession;
        PAGE = page: GET "/", 2, Open;
    }
}

pub use integrations::*;
pub use own::*;
pub use people::*;
pub use places::*;
pub use posts::*;
pub use system::*;

const LEN: usize = people::TABLE.len()
    + places::TABLE.len()
    + posts::TABLE.len()
    + integrations::TABLE.len()
    + system::TABLE.len()
    + own::TABLE.len();

const JOINED: [&Endpoint; LEN] = {
    let tables = [people::TABLE, places::TABLE, posts::TABLE, integrations::TABLE, system::TABLE, own::TABLE];
    let mut joined = [people::LOGIN; LEN];
    let (mut table, mut at, mut filled) = (0, 0, 0);
    while table < tables.len() {
        while at < tables[table].len() {
            joined[filled] = tables[table][at];
            filled += 1;
            at += 1;
        }
        table += 1;
        at = 0;
    }
    joined
};

/// Every endpoint of the API.
pub const ALL: &[&Endpoint] = &JOINED;

/// Every route outside [`API_PREFIX`].
pub const ROOT: &[&Endpoint] = root::TABLE;

/// Those among [`ALL`] that no other server of this API has.
pub const OWN: &[&Endpoint] = own::TABLE;

#[cfg(test)]
mod tests;
