//! Advice for failures, found by the words that libraries and providers use for them. Pure.

/// What a text holds, and the advice for it. The first that fits counts.
const ADVICE: &[(&[&str], &str)] = &[
    (
        &["UnknownIssuer"],
        "Its certificate is of an authority that this server does not know: name the authority's file in ca_file.",
    ),
    (
        &["NotValidForName"],
        "Its certificate is for another name: use the name that the certificate has, or give it another certificate.",
    ),
    (&["certificate expired", "Expired"], "Its certificate is too old, or the clock of this server is wrong."),
    (&["NotValidYet"], "Its certificate is not good yet, or the clock of this server is wrong."),
    (
        &["InvalidContentType", "corrupt message"],
        "It does not speak TLS there: the address should perhaps begin with http, or have another port.",
    ),
    (
        &["lookup address", "Name or service", "nodename nor servname", "has no address"],
        "The name is not known (DNS): look at its spelling, and ask the name server from this machine.",
    ),
    (&["Connection refused"], "Nothing listens there: look at host and port, and whether the service runs."),
    (
        &["no answer within", "timed out", "unreachable"],
        "Nothing answers: a firewall between this server and the service may be in the way.",
    ),
    (&["calls itself"], "Write the address exactly as the service calls itself, with or without a slash at its end."),
    (&["answers 404"], "There is no description at this address: look at the path, such as the realm or the tenant."),
    (&["invalid_client", "unauthorized_client"], "client_id or client_secret is not the one that is registered there."),
    (&["redirect_uri"], "Register the redirect address there exactly as it stands above."),
    (
        &["strongerAuthRequired", "confidentialityRequired"],
        "The directory wants an encrypted connection: set connection_security to TLS or STARTTLS.",
    ),
    (
        &["invalidCredentials"],
        "Look at bind_username, which many directories want as a whole DN, and at bind_password.",
    ),
    (&["noSuchObject"], "Look at the spelling of base_dn, and whether the reader may see it."),
    (&["insufficientAccessRights"], "Let the account of bind_username read below base_dn."),
];

/// A failure with the advice for it, where there is any.
pub fn advised(text: &str) -> String {
    let found = ADVICE.iter().find(|(marks, _)| marks.iter().any(|mark| text.contains(mark)));
    match found {
        Some((_, advice)) => format!("{}. {advice}", text.trim_end_matches('.')),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_with_what_can_be_done() {
        for (text, advice) in [
            ("https://id.test/x: the call failed: invalid peer certificate: UnknownIssuer", "ca_file"),
            ("the call failed: failed to lookup address information: Name or service not known", "DNS"),
            ("id.test:636: Connection refused (os error 111)", "Nothing listens"),
            ("it calls itself \"https://id.test\", and the configuration \"https://id.test/\"", "slash"),
            ("https://id.test/token answers 401: invalid_client", "client_secret"),
            ("the name or the password is not right (invalidCredentials), code 49", "bind_username"),
        ] {
            let said = advised(text);
            assert!(said.starts_with(text) && said.contains(advice), "{said}");
        }
        assert_eq!(advised("something else"), "something else");
    }
}
