//! Rules that join several fields. [`crate::load`] asks here once each field alone is fine.

use crate::{Config, FileDriver, SqlDriver};

/// What contradicts itself, one sentence each; empty when all is well.
pub fn problems(config: &Config) -> Vec<String> {
    let mut problems = Vec::new();
    let mut must = |fine: bool, why: &str| {
        if !fine {
            problems.push(why.to_string());
        }
    };
    must(
        config.tls.cert_file.is_empty() == config.tls.key_file.is_empty(),
        "tls.cert_file and tls.key_file must both be set or both be empty",
    );
    must(
        !config.tls.forward_80_to_443 || !config.tls.cert_file.is_empty(),
        "tls.forward_80_to_443 needs tls.cert_file: nothing is encrypted here",
    );
    let address = config.sql.data_source.reveal();
    must(
        config.sql.driver != SqlDriver::Postgres
            || address.starts_with("postgres://")
            || address.starts_with("postgresql://")
            || address.contains("host="),
        "sql.data_source must be postgres://user:password@host/database when sql.driver is \"postgres\"",
    );
    must(
        config.sql.readers.is_empty() || config.sql.driver == SqlDriver::Postgres,
        "sql.readers needs sql.driver = \"postgres\"",
    );
    must(!config.jobs.only || config.jobs.run, "jobs.only needs jobs.run = true: the node would do nothing");
    must(
        config.sql.max_idle_connections <= config.sql.max_open_connections,
        "sql.max_idle_connections must not exceed sql.max_open_connections",
    );
    must(
        config.files.driver != FileDriver::S3 || !config.files.s3_bucket.is_empty(),
        "files.s3_bucket must be set when files.driver is \"amazons3\"",
    );
    must(
        config.search.backend.server().is_none() || !config.search.url.is_empty(),
        "search.url must be set when search.backend is a search server",
    );
    must(
        config.search.index_prefix.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '-' | '_')),
        "search.index_prefix must be lower-case letters, digits, - and _",
    );
    must(
        !config.cluster.enable || config.sql.driver == SqlDriver::Postgres,
        "cluster.enable needs sql.driver = \"postgres\": the embedded database serves one node",
    );
    must(
        !config.cluster.enable || !config.cluster.bus_url.is_empty(),
        "cluster.bus_url must be set when cluster.enable is true",
    );
    must(
        config.cluster.bus_certificate_file.is_empty() == config.cluster.bus_key_file.is_empty(),
        "cluster.bus_certificate_file and cluster.bus_key_file must both be set or both be empty",
    );
    must(
        !config.accounts.enforce_mfa || config.accounts.enable_mfa,
        "accounts.enforce_mfa needs accounts.enable_mfa = true",
    );
    must(
        config.accounts.signin_with_email || config.accounts.signin_with_username,
        "accounts.signin_with_email and accounts.signin_with_username must not both be off: nobody could sign in",
    );
    problems.extend(of_sign_in(config));
    problems
}

/// What is wrong with the services that people sign in by.
fn of_sign_in(config: &Config) -> Vec<String> {
    let mut problems = Vec::new();
    for provider in &config.sign_in.providers {
        problems.extend(provider.problem().map(|why| format!("sign_in.providers: {why}")));
        if config.sign_in.providers.iter().filter(|other| other.name == provider.name).count() > 1 {
            problems.push(format!("sign_in.providers: two providers have the name {:?}", provider.name));
        }
    }
    if config.ldap.is_used() {
        problems.extend(config.ldap.problem().map(|why| format!("ldap: {why}")));
    }
    if config.saml.enable {
        problems.extend(config.saml.problem().map(|why| format!("saml: {why}")));
    }
    let service = config.provisioning.service.as_str();
    let is_known = config.sign_in.providers.iter().any(|provider| provider.name == service)
        || service == "saml" && config.saml.enable;
    if !service.is_empty() && !is_known {
        // Accounts that it makes would wait for a sign-in that never comes.
        problems.push(format!("provisioning.service: nobody can sign in by {service:?}"));
    }
    problems
}
