//! The configuration: what can be set, its defaults and ranges, and every form in which it is shown.
//!
//! One file per section in [`sections`]. A [`Config`] comes from [`load`] (defaults < file < stored changes <
//! environment < command line) and goes to the server, which holds it behind an atomic pointer.
//! Nothing else of the product reads the environment.

pub mod api;
mod check;
mod client_view;
pub mod features;
pub mod field;
pub mod load;
#[cfg(test)]
mod recorded;
pub mod sections;
pub mod setting;
mod suggest;
pub mod tables;
pub mod text;
mod whole;

pub use api::{Changes, Refusal, admin_config, apply, environment_config, shown, tried};
pub use check::is_web_address;
pub use client_view::{Runtime, client_config, license_client};
pub use field::{Audience, Field, Rule};
pub use load::{LoadError, Loaded, Sources, environment, load, parse};
pub use sections::*;
pub use setting::{Kind, Secret, Setting};

macro_rules! config {
    ($($module:ident: $section:ident),+ $(,)?) => {
        /// Everything that can be set, by section.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Config {
            $(pub $module: sections::$section,)+
        }

        /// Name, help text and fields of each section, in the order of the example file.
        pub const SECTIONS: &[(&str, &str, &[Field])] =
            &[$((stringify!($module), sections::$module::ABOUT, sections::$module::FIELDS)),+];
    };
}

config! {
    service: Service,
    tls: Tls,
    sql: Sql,
    secrets: Secrets,
    files: Files,
    search: Search,
    log: Log,
    metrics: Metrics,
    tracing: Tracing,
    cluster: Cluster,
    session: Session,
    password: Password,
    accounts: Accounts,
    sign_in: SignIn,
    ldap: Ldap,
    saml: Saml,
    provisioning: Provisioning,
    guests: Guests,
    team: Team,
    posts: Posts,
    threads: Threads,
    emoji: Emoji,
    links: Links,
    integrations: Integrations,
    email: Email,
    push: Push,
    privacy: Privacy,
    localization: Localization,
    support: Support,
    announcement: Announcement,
    theme: Theme,
    native_apps: NativeApps,
    client: Client,
    rate_limit: RateLimit,
    retention: Retention,
    jobs: Jobs,
}

/// Every field of every section.
pub fn fields() -> impl Iterator<Item = &'static Field> {
    SECTIONS.iter().flat_map(|(_, _, fields)| fields.iter())
}
