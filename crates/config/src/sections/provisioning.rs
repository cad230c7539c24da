//! Programs of an organisation that make and remove accounts (SCIM).

use crate::field::section;

section! {
    /// Programs of an organisation that make and remove accounts (SCIM). Each needs a token, which an administrator makes.
    Provisioning in provisioning {
        /// The provider that signs new accounts in: its `name` in `sign_in.providers`, or `saml`. An account waits for the first
        /// sign-in of somebody with its address. Empty: the owner sets a password by mail.
        service: String = "" => api("ProvisioningSettings.Service");
        /// Lets these programs change and deactivate accounts with more rights than a member has.
        manage_administrators: bool = false => api("ProvisioningSettings.ManageAdministrators");
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn accounts_wait_for_no_provider_that_is_not_there() {
        let provider = "[[sign_in.providers]]\nname = \"work\"\nissuer = \"https://id.test\"\nclient_id = \"chat\"\n";
        let problem = |service: &str| {
            let text = format!("[provisioning]\nservice = \"{service}\"\n{provider}");
            parse(&text).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert_eq!((problem(""), problem("work")), (String::new(), String::new()));
        for absent in ["saml", "ldap", "home"] {
            assert!(problem(absent).contains("nobody can sign in by"), "{absent}: {}", problem(absent));
        }
    }
}
