//! Signing in by other services: providers of OpenID Connect, in the order of their buttons.

use crate::field::section;
use crate::setting::{Secret, choice};
use crate::tables::table;

choice! {
    /// The product of a provider. It presets what differs from the standard.
    Preset {
        Generic = "generic",
        Google = "google",
        Entra = "entra",
        Gitlab = "gitlab",
        Keycloak = "keycloak",
        Authentik = "authentik",
        Okta = "okta",
    }
}

table! {
    /// A provider of OpenID Connect.
    Provider {
        /// Name of the provider in addresses and accounts: small letters, digits, dashes. Mobile apps show buttons only for
        /// `gitlab`, `google`, `office365` and `openid`.
        name: String = "";
        /// Product of the provider. It presets the keys that are left out here.
        preset: Preset = Preset::Generic;
        /// Address of the provider, exactly as in its tokens. The server reads `/.well-known/openid-configuration` below it.
        issuer: String = "";
        /// Client id of this server at the provider.
        client_id: String = "";
        /// Client secret of this server at the provider. Empty for a public client.
        client_secret: Secret = "";
        /// Text of the sign-in button; empty means the name of the product.
        button_text: String = "";
        /// Colour of the button, such as `#2389D7`.
        button_color: String = "";
        /// PEM file of authorities for the provider's certificate; empty means the public ones.
        ca_file: String = "";
        /// Scopes of the request; empty means `openid profile email` and those of the preset.
        scopes: Vec<String> = &[];
        /// Claim that identifies an account; empty means `sub`.
        subject_claim: String = "";
        /// Claim of the username; empty means `preferred_username`, or else the part of the email address before the `@`.
        username_claim: String = "";
        /// Claim of the email address; empty means `email`.
        email_claim: String = "";
        /// Claim of the first name; empty means `given_name`.
        first_name_claim: String = "";
        /// Claim of the last name; empty means `family_name`.
        last_name_claim: String = "";
        /// Claim of the nickname; empty lets users set it.
        nickname_claim: String = "";
        /// Claim of the position; empty lets users set it.
        position_claim: String = "";
        /// Claim of the address of a new account's picture; empty means `picture`.
        picture_claim: String = "";
        /// Claim that lists groups; empty means `groups`.
        groups_claim: String = "";
        /// Groups whose members may sign in; empty lets all users sign in.
        required_groups: Vec<String> = &[];
        /// Claims that a user must have to sign in, as `claim=value`. All of them must match.
        required_claims: Vec<String> = &[];
        /// Roles of groups, as `group=role`. A user who left the group loses the role at the next sign-in.
        roles: Vec<String> = &[];
        /// Teams that members of a group join, as `group=team`; `*` means all users.
        teams: Vec<String> = &[];
        /// Creates an account at a user's first sign-in.
        create_accounts: bool = true;
        /// Accepts every email address of the provider as verified, even without `email_verified`. Use it only for providers
        /// at which users cannot set their own address.
        trust_email: bool = false;
        /// Signs a user in to the existing account with the same address, if the provider verified it. The account's
        /// password and sessions then end.
        match_by_email: bool = false;
        /// Signs users out at the provider as well when they sign out here.
        sign_out_there: bool = false;
        /// Earlier values of `issuer`. Without them no one can sign in after it changes, since another provider may use the
        /// same ids for other users.
        previous_issuers: Vec<String> = &[];
    }
}

section! {
    /// Sign-in with other services. docs/operating/sign-in.md has the steps for each product.
    SignIn in sign_in {
        /// Providers of OpenID Connect, in the order of their buttons.
        providers: Vec<Provider> = () => node();
        /// Shows the form for name and password. A hidden form stays at `/login?password`, for administrators while no
        /// provider answers.
        show_password_form: bool = true => node();
    }
}

impl Provider {
    /// A provider by the keys of its table.
    ///
    /// # Errors
    /// With what is wrong, as the rest of a sentence that begins with the provider.
    pub fn parse(table: &serde_json::Value) -> Result<Provider, String> {
        let provider = Provider::of_table(table)?;
        provider.problem().map_or(Ok(provider), |why| Err(format!("cannot be: {why}")))
    }

    /// The provider, with defaults of its preset and of the standard for the keys that are left out.
    #[must_use]
    pub fn complete(&self) -> Provider {
        let mut whole = self.clone();
        let fill = |text: &mut String, default: &str| {
            if text.is_empty() {
                default.clone_into(text);
            }
        };
        match self.preset {
            Preset::Google => fill(&mut whole.issuer, "https://accounts.google.com"),
            // `sub` differs from application to application there; `oid` is the person's own.
            Preset::Entra => fill(&mut whole.subject_claim, "oid"),
            Preset::Gitlab => fill(&mut whole.issuer, "https://gitlab.com"),
            Preset::Generic | Preset::Keycloak | Preset::Authentik | Preset::Okta => {}
        }
        if whole.scopes.is_empty() {
            whole.scopes = ["openid", "profile", "email"].map(String::from).into();
            if self.preset == Preset::Okta && self.asks_groups() {
                whole.scopes.push("groups".into());
            }
        }
        fill(&mut whole.button_text, self.preset.product());
        fill(&mut whole.subject_claim, "sub");
        fill(&mut whole.username_claim, "preferred_username");
        fill(&mut whole.email_claim, "email");
        fill(&mut whole.first_name_claim, "given_name");
        fill(&mut whole.last_name_claim, "family_name");
        fill(&mut whole.picture_claim, "picture");
        fill(&mut whole.groups_claim, "groups");
        whole
    }

    /// Whether any setting depends on groups.
    pub fn asks_groups(&self) -> bool {
        !(self.required_groups.is_empty() && self.roles.is_empty() && self.teams.is_empty())
    }

    /// The problem of the table, as a sentence; `None` without one.
    pub(crate) fn problem(&self) -> Option<String> {
        let letters = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '-');
        if self.name.is_empty() || self.name.len() > NAME_LEN_MAX || !self.name.chars().all(letters) {
            return Some(format!(
                "name must be small letters, digits and dashes, at most {NAME_LEN_MAX}, got {:?}",
                self.name
            ));
        }
        if TAKEN.contains(&self.name.as_str()) {
            return Some(format!("name must not be {:?}, which the server has another meaning for", self.name));
        }
        let of = |what: &str| Some(format!("{:?}: {what}", self.name));
        let whole = self.complete();
        if !is_safe(&whole.issuer) || whole.previous_issuers.iter().any(|issuer| !is_safe(issuer)) {
            return of("issuer must be an https address without ? and #; http is good on this machine alone");
        }
        if self.client_id.is_empty() {
            return of("client_id must not be empty");
        }
        if !whole.scopes.iter().any(|scope| scope == "openid") {
            return of("scopes must have openid");
        }
        let pairs = [&self.required_claims, &self.roles, &self.teams];
        if pairs
            .into_iter()
            .flatten()
            .any(|pair| pair.split_once('=').is_none_or(|(a, b)| a.is_empty() || b.is_empty()))
        {
            return of("required_claims, roles and teams must be written as left=right");
        }
        crate::check::color(&self.button_color.as_str().into()).err().and_then(|why| of(&format!("button_color {why}")))
    }
}

impl Preset {
    /// The name that users see.
    fn product(self) -> &'static str {
        match self {
            Preset::Generic => "OpenID Connect",
            Preset::Google => "Google",
            Preset::Entra => "Microsoft",
            Preset::Gitlab => "GitLab",
            Preset::Keycloak => "Keycloak",
            Preset::Authentik => "authentik",
            Preset::Okta => "Okta",
        }
    }
}

const NAME_LEN_MAX: usize = 32;
/// Names that no provider may have: other ways to sign in, and segments of addresses.
const TAKEN: &[&str] = &["email", "ldap", "saml", "apps", "authorize", "sso"];

/// `https`, or `http` on this machine.
fn is_safe(issuer: &str) -> bool {
    if issuer.contains(['?', '#', '@', ' ', '\\']) {
        return false;
    }
    let host = |rest: &str| rest.split(['/', ':']).next().unwrap_or_default().to_owned();
    match (issuer.strip_prefix("https://"), issuer.strip_prefix("http://")) {
        (Some(rest), _) => !host(rest).is_empty(),
        (_, Some(rest)) => rest.starts_with("[::1]") || matches!(host(rest).as_str(), "127.0.0.1" | "localhost"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    const GOOD: &str = "name = \"work\"\nissuer = \"https://id.example.test\"\nclient_id = \"chat\"\n";

    fn problem(table: &str) -> String {
        parse(&format!("[[sign_in.providers]]\n{table}")).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn providers_stand_in_the_order_of_the_file_with_what_their_presets_say() {
        let text = format!(
            "[[sign_in.providers]]\n{GOOD}\n[[sign_in.providers]]\nname = \"google\"\npreset = \"google\"\nclient_id = \"x\"\n"
        );
        let config = parse(&text).expect("two providers");
        let names: Vec<String> = config.sign_in.providers.iter().map(|one| one.complete().button_text).collect();
        assert_eq!(names, ["OpenID Connect", "Google"]);
        assert_eq!(config.sign_in.providers[1].complete().issuer, "https://accounts.google.com");
        assert_eq!(config.sign_in.providers[0].complete().scopes, ["openid", "profile", "email"]);
    }

    #[test]
    fn a_table_that_cannot_be_is_refused_with_what_is_wrong() {
        assert_eq!(problem(GOOD), "");
        for (more, why) in [
            ("issuerr = \"x\"\n", "did you mean issuer?"),
            ("create_accounts = 1\n", "create_accounts that must be true or false"),
            ("preset = \"gogle\"\n", "preset that must be one of"),
            ("roles = [\"ops\"]\n", "left=right"),
            ("scopes = [\"email\"]\n", "must have openid"),
            ("button_color = \"red\"\n", "button_color must be a colour"),
        ] {
            assert!(problem(&format!("{GOOD}{more}")).contains(why), "{more}: {}", problem(&format!("{GOOD}{more}")));
        }
        for issuer in [
            "http://id.example.test",
            "https://",
            "ftp://x",
            "",
            "https://a@b",
            "https://a/?x",
            "http://127.0.0.1.evil",
        ] {
            let table = format!("name = \"work\"\nissuer = \"{issuer}\"\nclient_id = \"chat\"\n");
            assert!(problem(&table).contains("issuer must be"), "{issuer}");
        }
        for issuer in ["http://127.0.0.1:1/a", "http://localhost", "http://[::1]:8/", "https://a.test/realms/x"] {
            assert_eq!(
                problem(&format!("name = \"work\"\nissuer = \"{issuer}\"\nclient_id = \"chat\"\n")),
                "",
                "{issuer}"
            );
        }
        for name in ["", "Work", "a b", "ldap", "email"] {
            assert!(problem(&GOOD.replace("work", name)).contains("name must"), "{name:?}");
        }
        assert!(problem(&format!("{GOOD}\n[[sign_in.providers]]\n{GOOD}")).contains("two providers"));
    }
}
