//! Other ways to a right than a role of the server's own: a delegate, an application, a session without its second factor.
//!
//! The lines are those of the matrix. What changes is who asks and about whom.

use std::sync::atomic::Ordering;

use crate::world::{EVERYWHERE, Place, Who};
use futures_util::{StreamExt, stream};
use http::StatusCode;
use permissions::{Permission, PermissionList};
use testkit::both;
use wire::endpoints::{self, Endpoint};
use wire::roles::Role;

use crate::asker::{Asker, Row, Target};
use crate::{Matrix, WALKERS, request, rows};

/// What the delegate of the matrix holds: all that is about accounts, and nothing that tells more.
const DELEGATED: &[Permission] = &[
    Permission::EditOtherUsers,
    Permission::WriteConsoleUserManagementUsers,
    Permission::PromoteGuest,
    Permission::DemoteToGuest,
    Permission::ManageRoles,
    Permission::CreateUserAccessToken,
    Permission::ReadUserAccessToken,
    Permission::RevokeUserAccessToken,
    Permission::ManageOthersBots,
    Permission::AssignBot,
    Permission::ManageOauth,
    Permission::ManageSystemWideOauth,
];

/// What no application is to reach, whatever it was let in for: a token that it made would outlive it.
const ACCOUNT_SECURITY: &[&Endpoint] = &[
    endpoints::UPDATE_PASSWORD,
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
    endpoints::DELETE_USER,
    endpoints::GET_SESSIONS,
    endpoints::ATTACH_DEVICE_ID,
    endpoints::REVOKE_SESSION,
    endpoints::REVOKE_ALL_SESSIONS_FOR_USER,
    endpoints::GET_USER_AUDITS,
    endpoints::CREATE_USER_ACCESS_TOKEN,
    endpoints::GET_USER_ACCESS_TOKENS_FOR_USER,
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

both! {
    async fn a_delegate_gets_nothing_of_a_higher_account_that_a_stranger_does_not(db) {
        let mut matrix = Matrix::start(db, |_| {}).await;
        matrix.allow_delegate().await;
        let rows = lines().filter(|row| request::names_a_user(row) || request::names_a_stand_in(row));
        let asked = stream::iter(rows).map(|row| matrix.against_higher(row)).buffer_unordered(WALKERS);
        let (routes, calls) = asked.fold((0, 0), async |(routes, calls), asked| (routes + 1, calls + asked)).await;
        println!("delegates: {routes} routes against higher accounts: {calls} calls");
        matrix.must_be_content();
        assert!(routes > 80 && calls > 150, "only {routes} routes in {calls} calls");
    }

    async fn a_delegate_gets_of_other_accounts_what_the_table_says(db) {
        let mut matrix = Matrix::start(db, |_| {}).await;
        matrix.allow_delegate().await;
        let rows = lines().filter(|row| request::names_a_user(row) && !row.last);
        stream::iter(rows).for_each_concurrent(WALKERS, |row| matrix.as_delegate(row)).await;
        matrix.must_be_content();
    }

    async fn an_application_is_a_member_without_a_hand_on_the_account(db) {
        let matrix = Matrix::start(db, |_| {}).await;
        let rows = lines().filter(|row| !row.last);
        stream::iter(rows).for_each_concurrent(WALKERS, |row| matrix.as_applications(row)).await;
        let calls = matrix.calls.load(Ordering::Relaxed);
        println!("applications: 2 owners x {} places: {calls} calls", EVERYWHERE.len());
        matrix.must_be_content();
        assert!(calls > 1_000, "only {calls} calls were made");
    }

    async fn nothing_opens_before_the_second_factor_is_there(db) {
        let matrix = Matrix::start(db, |config| config.accounts.enforce_mfa = true).await;
        let rows: Vec<&Row> = lines().filter(|row| row.endpoint.access.needs_mfa()).collect();
        stream::iter(&rows).for_each_concurrent(WALKERS, |row| matrix.without_mfa(row)).await;
        matrix.must_be_content();
        assert!(rows.len() > 300, "only {} routes were asked", rows.len());
    }
}

/// Whether a request names the account of the administrator, or what stands for it.
fn is_about_higher(row: &Row, asker: &Asker) -> bool {
    let ask = request::make(row, asker);
    let text = format!("{} {}", ask.path, String::from_utf8_lossy(&ask.body));
    let stand_ins = asker.world.belongings.iter().filter(|(name, _)| name.starts_with("higher_"));
    let mut names = stand_ins.map(|(_, id)| id.clone()).chain([asker.user_id().to_string(), asker.user_name()]);
    // Whoever registers an application is told a new id, whatever the body says.
    row.endpoint.name != endpoints::CREATE_OAUTH_APP.name && names.any(|name| text.contains(&name))
}

fn lines() -> impl Iterator<Item = &'static Row> {
    let built: Vec<&str> = muster_server::routes::all().map(|route| route.0.name).collect();
    let rows = rows::ALL.iter().flat_map(|rows| rows.iter());
    rows.filter(move |row| built.contains(&row.endpoint.name))
}

impl Matrix {
    /// Makes the role that delegates have.
    async fn allow_delegate(&mut self) {
        let role = Role {
            id: self.server.app.ids.next(),
            name: "matrix_delegate".into(),
            display_name: "Delegate".into(),
            permissions: DELEGATED.iter().map(|permission| permission.as_str().to_owned()).collect(),
            ..Role::default()
        };
        let mut change = self.server.app.change();
        change.write(store::roles::insert_new(&role));
        change.role_changed(&role);
        change.commit().await.expect("a role");
        let list = PermissionList::from_ids(&role.permissions);
        let roles = permissions::BUILT_IN_ROLES.iter().map(permissions::Role::from);
        self.roles = permissions::RoleTable::new(roles.chain([permissions::Role::new(&role.name, list)]));
    }

    /// Asks one line as a delegate about the account of an administrator, and about what stands for it: the answer is to
    /// be what anybody gets. How many calls it took.
    async fn against_higher(&self, row: &Row) -> usize {
        let mut calls = 0;
        for place in [Place::Deck, Place::Cabin] {
            let asker = self.asker(Who::Delegate, place, Target::Higher);
            if !is_about_higher(row, &asker) {
                continue;
            }
            let may = (row.may)(&Asker { who: Who::Stranger, ..asker });
            self.compare(row, asker, may).await;
            calls += 1;
        }
        calls
    }

    async fn as_delegate(&self, row: &Row) {
        for target in [Target::Owner, Target::Far] {
            self.call(row, self.asker(Who::Delegate, Place::Deck, target)).await;
        }
    }

    async fn as_applications(&self, row: &Row) {
        for (who, place) in
            [(Who::Application, Place::Deck), (Who::Application, Place::Cabin), (Who::AdminsApplication, Place::Island)]
        {
            let asker = self.asker(who, place, Target::Me);
            match ACCOUNT_SECURITY.iter().any(|closed| closed.name == row.endpoint.name) {
                true => self.compare(row, asker, false).await,
                false => self.call(row, asker).await,
            };
        }
    }

    async fn without_mfa(&self, row: &Row) {
        for place in EVERYWHERE.into_iter().take(2) {
            let asker = self.asker(Who::Member, place, Target::Me);
            let ask = request::make(row, &asker);
            let rest = self.rest.with_token(&self.shared.caller(Who::Member).expect("a member").token);
            let answer = rest.request(&row.endpoint.method, &ask.path, ask.body, Some(ask.kind)).await;
            let answer = answer.expect("an answer");
            let text = String::from_utf8_lossy(&answer.body);
            if answer.status != StatusCode::UNAUTHORIZED || !text.contains("api.context.mfa_required.app_error") {
                self.complain(format!("{}: {} {text:.100}", row.endpoint.name, answer.status));
            }
        }
    }

    fn asker(&self, who: Who, place: Place, target: Target) -> Asker<'_> {
        Asker { world: &self.shared, roles: &self.roles, who, place, target }
    }

    fn must_be_content(self) {
        let complaints = self.complaints.into_inner();
        assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
    }
}
