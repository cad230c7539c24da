//! Signing in by other services: providers of OpenID Connect, in the order of their buttons.

use crate::field::section;
use crate::setting::{Secret, choice};
use crate::tables::table;

choice! {
    /// Whose product a provider is: what differs from the standard is filled in.
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
        /// Stands in addresses and in accounts: small letters, digits, dashes. Mobile apps show buttons for `gitlab`,
        /// `google`, `office365` and `openid` alone.
        name: String = "";
        /// Whose product it is; fills in what is left out here.
        preset: Preset = Preset::Generic;
        /// Address of the provider, exactly as it calls itself: `/.well-known/openid-configuration` is asked below it.
        issuer: String = "";
        /// What this server is called there.
        client_id: String = "";
        /// Its password there. Empty for a public client.
        client_secret: Secret = "";
        /// What stands on the button; empty is the name of the product.
        button_text: String = "";
        /// Colour of the button, such as `#2389D7`.
        button_color: String = "";
        /// PEM file of the authorities that its certificate is checked against; empty is the public ones.
        ca_file: String = "";
        /// What is asked for; empty is `openid profile email`, and what the preset adds.
        scopes: Vec<String> = &[];
        /// Claim that an account is known by; empty is `sub`.
        subject_claim: String = "";
        /// Claim of the username; empty is `preferred_username`, and without that the part of the address before the `@`.
        username_claim: String = "";
        /// Claim of the email address; empty is `email`.
        email_claim: String = "";
        /// Claim of the first name; empty is `given_name`.
        first_name_claim: String = "";
        /// Claim of the last name; empty is `family_name`.
        last_name_claim: String = "";
        /// Claim of the nickname; empty leaves it to people.
        nickname_claim: String = "";
        /// Claim of the position; empty leaves it to people.
        position_claim: String = "";
        /// Claim of the address of a picture, which a new account gets; empty is `picture`.
        picture_claim: String = "";
        /// Claim that lists groups; empty is `groups`.
        groups_claim: String = "";
        /// Who is in none of these groups is not let in; empty lets in everybody.
        required_groups: Vec<String> = &[];
        /// What the claims must say to be let in, as `claim=value`; all of them.
        required_claims: Vec<String> = &[];
        /// Roles that groups give, as `group=role`. Who left the group loses the role at the next sign-in.
        roles: Vec<String> = &[];
        /// Teams that groups are in, as `group=team`; `*` is everybody.
        teams: Vec<String> = &[];
        /// Makes an account for whoever signs in for the first time.
        create_accounts: bool = true;
        /// Takes every address that the provider names for one that it vouches for, also without `email_verified`. Only
        /// for providers whose addresses nobody sets for oneself.
        trust_email: bool = false;
        /// Lets somebody in to the account here that has the same address, if the provider vouches for it. Its password
        /// and sessions end.
        match_by_email: bool = false;
        /// Signs people out at the provider as well when they sign out here.
        sign_out_there: bool = false;
        /// Addresses that the provider had before `issuer`. Otherwise nobody is let in when it changes: another provider
        /// might know others by the same names.
        previous_issuers: Vec<String> = &[];
    }
}

section! {
    /// Signing in by other services. docs/operating/sign-in.md has the steps for each product.
    SignIn in sign_in {
        /// Providers of OpenID Connect, in the order of their buttons.
        providers: Vec<Provider> = () => node();
        /// Shows the form for name and password. Hidden, it stays at `/login?password`, for administrators when no
        /// provider answers.
        show_password_form: bool = true => node();
    }
}

impl Provider {
    /// The provider with what its preset and the standard say where the configuration says nothing.
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

    /// Whether groups decide anything here.
    pub fn asks_groups(&self) -> bool {
        !(self.required_groups.is_empty() && self.roles.is_empty() && self.teams.is_empty())
    }

    /// What is wrong with the table, as a sentence; nothing when all is well.
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
    /// What people call it.
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
/// Other ways to sign in, and segments of addresses where a provider's name could stand.
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
