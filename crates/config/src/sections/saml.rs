//! Signing in by a provider of SAML 2.0.

use crate::check;
use crate::field::section;
use crate::setting::choice;

choice! {
    /// How requests to the provider are signed.
    SamlSignature { Sha256 = "RSAwithSHA256", Sha512 = "RSAwithSHA512" }
}

section! {
    /// Signing in by a provider of SAML 2.0. docs/operating/sign-in.md has the steps for each product.
    Saml in saml {
        /// Lets people sign in at the provider.
        enable: bool = false => api("SamlSettings.Enable").anyone("EnableSaml");
        /// Must be true: an answer that nobody signed could come from anybody.
        verify: bool = true => check(check::is_on).api("SamlSettings.Verify");
        /// Refuses assertions that are not encrypted. Encrypted ones are read either way, with `private_key_file`.
        encrypt: bool = false => api("SamlSettings.Encrypt");
        /// Signs requests to the provider, with `private_key_file`.
        sign_request: bool = false => api("SamlSettings.SignRequest");
        /// How they are signed.
        signature_algorithm: SamlSignature = SamlSignature::Sha256 => api("SamlSettings.SignatureAlgorithm");
        /// Address where the provider takes requests (HTTP-Redirect).
        idp_url: String = "" => check(check::web_address).api("SamlSettings.IdpURL");
        /// Address where the provider takes requests to sign out, and answers to its own (HTTP-Redirect). Empty: people sign
        /// out here alone.
        idp_logout_url: String = "" => check(check::web_address).api("SamlSettings.IdpLogoutURL");
        /// What the provider calls itself, exactly as its answers have it (entity ID).
        idp_descriptor_url: String = "" => api("SamlSettings.IdpDescriptorURL");
        /// Address of the provider's description; the console reads the three settings of the provider from there.
        idp_metadata_url: String = "" => check(check::web_address).api("SamlSettings.IdpMetadataURL");
        /// What this server calls itself at the provider (entity ID, audience); empty is the address that receives answers.
        service_provider_identifier: String = "" => api("SamlSettings.ServiceProviderIdentifier");
        /// Address of this server that receives answers; empty is `/login/sso/saml` below `service.site_url`.
        assertion_consumer_service_url: String = ""
            => check(check::site_url).api("SamlSettings.AssertionConsumerServiceURL");
        /// PEM file of the provider's certificates, of which each may have signed. Certificates that were uploaded count
        /// instead.
        idp_certificate_file: String = "" => api("SamlSettings.IdpCertificateFile").node();
        /// PEM file of this server's certificate, unless one was uploaded.
        public_certificate_file: String = "" => api("SamlSettings.PublicCertificateFile").node();
        /// PEM file of the key of that certificate, unless one was uploaded.
        private_key_file: String = "" => api("SamlSettings.PrivateKeyFile").node();
        /// Provider that a request names, where the one that is asked leads on to others.
        scoping_idp_provider_id: String = "" => api("SamlSettings.ScopingIDPProviderId");
        /// Its name for people.
        scoping_idp_name: String = "" => api("SamlSettings.ScopingIDPName");
        /// Attribute that an account is known by, which never changes. `NameID` is the name in the subject; empty is the
        /// email address.
        id_attribute: String = "" => api("SamlSettings.IdAttribute");
        /// Who is a guest, as `attribute=value`; empty is nobody. Needs guests to be on.
        guest_attribute: String = "" => check(check::pair).api("SamlSettings.GuestAttribute");
        /// Makes administrators of who has `admin_attribute`, and takes that back from who does not have it any more.
        enable_admin_attribute: bool = false => api("SamlSettings.EnableAdminAttribute");
        /// Who is an administrator of this server, as `attribute=value`.
        admin_attribute: String = "" => check(check::pair).api("SamlSettings.AdminAttribute");
        /// Attribute of the username.
        username_attribute: String = "" => api("SamlSettings.UsernameAttribute");
        /// Attribute of the email address.
        email_attribute: String = "" => api("SamlSettings.EmailAttribute");
        /// Attribute of the first name; empty leaves it to people.
        first_name_attribute: String = "" => api("SamlSettings.FirstNameAttribute");
        /// Attribute of the last name; empty leaves it to people.
        last_name_attribute: String = "" => api("SamlSettings.LastNameAttribute");
        /// Attribute of the nickname; empty leaves it to people.
        nickname_attribute: String = "" => api("SamlSettings.NicknameAttribute");
        /// Attribute of the position; empty leaves it to people.
        position_attribute: String = "" => api("SamlSettings.PositionAttribute");
        /// Attribute that lists groups; empty is none.
        groups_attribute: String = "" => node();
        /// Who is in none of these groups is not let in; empty lets in everybody.
        required_groups: Vec<String> = &[] => node();
        /// What attributes must say to be let in, as `attribute=value`; all of them.
        required_attributes: Vec<String> = &[] => node();
        /// Roles that groups give, as `group=role`. Who left the group loses the role at the next sign-in.
        roles: Vec<String> = &[] => node();
        /// Teams that groups are in, as `group=team`; `*` is everybody.
        teams: Vec<String> = &[] => node();
        /// Makes an account for whoever signs in for the first time.
        create_accounts: bool = true => node();
        /// Lets somebody in to the account here that has the same address. Its password and sessions end. Only for
        /// providers at which nobody sets the own address.
        match_by_email: bool = false => node();
        /// Takes answers that nobody asked for, as a page of the provider sends them. A link of somebody else could then
        /// sign people in under another name.
        allow_unsolicited: bool = false => node();
        /// PEM file of the authorities that the certificate of the provider's web server is checked against; empty is the
        /// public ones.
        ca_file: String = "" => node();
        /// What the provider called itself before `idp_descriptor_url`. Otherwise nobody is let in when that changes:
        /// another provider might know others by the same names.
        previous_descriptor_urls: Vec<String> = &[] => node();
        /// What stands on the button; empty is `SAML`.
        login_button_text: String = "" => api("SamlSettings.LoginButtonText").anyone("SamlLoginButtonText");
        /// Colour of the button.
        login_button_color: String = ""
            => check(check::color).api("SamlSettings.LoginButtonColor").anyone("SamlLoginButtonColor");
        /// Colour of its border.
        login_button_border_color: String = ""
            => check(check::color).api("SamlSettings.LoginButtonBorderColor").anyone("SamlLoginButtonBorderColor");
        /// Colour of its text.
        login_button_text_color: String = ""
            => check(check::color).api("SamlSettings.LoginButtonTextColor").anyone("SamlLoginButtonTextColor");
    }
}

impl Saml {
    /// What stands on the button.
    pub fn button_text(&self) -> &str {
        if self.login_button_text.is_empty() { "SAML" } else { &self.login_button_text }
    }

    /// What is missing, as a sentence; nothing when people can sign in.
    pub fn problem(&self) -> Option<String> {
        let needed = [
            ("idp_url", &self.idp_url),
            ("idp_descriptor_url", &self.idp_descriptor_url),
            ("username_attribute", &self.username_attribute),
            ("email_attribute", &self.email_attribute),
        ];
        if let Some((name, _)) = needed.iter().find(|(_, text)| text.is_empty()) {
            return Some(format!("{name} must be set when people sign in by SAML"));
        }
        if self.enable_admin_attribute && self.admin_attribute.is_empty() {
            return Some("admin_attribute must be set when enable_admin_attribute is true".into());
        }
        let pairs = [&self.required_attributes, &self.roles, &self.teams];
        if pairs.into_iter().flatten().any(|pair| !check::is_pair(pair)) {
            return Some("required_attributes, roles and teams must be written as left=right".into());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    const GOOD: &str = "[saml]\nenable = true\nidp_url = \"https://id.example.test/sso\"\nidp_descriptor_url = \
                        \"https://id.example.test\"\nusername_attribute = \"username\"\nemail_attribute = \"email\"\n";

    fn problem(text: &str) -> String {
        parse(text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_provider_that_cannot_be_asked_is_refused_with_what_is_wrong() {
        assert_eq!(problem(GOOD), "");
        assert_eq!(problem("[saml]\nidp_url = \"https://x\"\n"), "", "it is not used");
        for (more, why) in [
            ("verify = false\n", "must be true"),
            ("signature_algorithm = \"RSAwithSHA1\"\n", "must be one of"),
            ("enable_admin_attribute = true\n", "admin_attribute must be set"),
            ("admin_attribute = \"admin\"\n", "left=right"),
            ("roles = [\"ops\"]\n", "left=right"),
            ("idp_metadata_url = \"ftp://x\"\n", "must be an address"),
        ] {
            let text = format!("{GOOD}{more}");
            assert!(problem(&text).contains(why), "{more}: {}", problem(&text));
        }
        let plain = GOOD.replace("https://id.example.test/sso", "http://id.example.test/sso");
        assert!(problem(&plain).contains("https"), "{}", problem(&plain));
        assert_eq!(problem(&GOOD.replace("https://id.example.test/sso", "http://127.0.0.1:8080/sso")), "");
        assert!(problem(&GOOD.replace("email_attribute", "id_attribute")).contains("email_attribute must be set"));
    }
}
