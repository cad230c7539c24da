//! Signing in and keeping accounts by a directory (LDAP, Active Directory).

use crate::check;
use crate::field::section;
use crate::setting::{Secret, choice};

choice! {
    /// How the connection to the directory is encrypted.
    LdapSecurity { None = "", Tls = "TLS", Starttls = "STARTTLS" }
}

section! {
    /// Sign-in with a directory (LDAP, Active Directory), and accounts synchronized with it. docs/operating/sign-in.md has
    /// the steps.
    Ldap in ldap {
        /// Lets users sign in with their name and password of the directory.
        enable: bool = false => api("LdapSettings.Enable").anyone("EnableLdap");
        /// Synchronizes accounts and groups with the directory each `sync_interval_min`.
        enable_sync: bool = false => api("LdapSettings.EnableSync");
        /// Host of the directory.
        host: String = "" => api("LdapSettings.LdapServer");
        /// Port of the directory: 389, or 636 with `TLS`.
        port: u16 = 389 => api("LdapSettings.LdapPort");
        /// "TLS" from the start, "STARTTLS" after the greeting, or empty for none. None is accepted only for a directory on
        /// this machine, or with `allow_plain`.
        connection_security: LdapSecurity = LdapSecurity::None => api("LdapSettings.ConnectionSecurity");
        /// Sends passwords to the directory unencrypted. Anyone on the network path can read them.
        allow_plain: bool = false => node();
        /// PEM file of authorities for the directory's certificate; empty means the public ones.
        ca_file: String = "" => node();
        /// PEM file of this server's client certificate, where the directory asks for one.
        certificate_file: String = "" => api("LdapSettings.PublicCertificateFile").node();
        /// PEM file of the key of `certificate_file`.
        key_file: String = "" => api("LdapSettings.PrivateKeyFile").node();
        /// Account with which the server reads the directory; empty reads anonymously.
        bind_username: String = "" => api("LdapSettings.BindUsername");
        /// Password of that account.
        bind_password: Secret = "" => api("LdapSettings.BindPassword");
        /// Entry below which the server searches users and groups, such as `dc=example,dc=com`.
        base_dn: String = "" => api("LdapSettings.BaseDN");
        /// Filter of the users who may sign in, such as `(objectClass=person)`; empty means all entries with the attributes
        /// named below.
        user_filter: String = "" => check(check::ldap_filter).api("LdapSettings.UserFilter");
        /// Filter of those users who are guests; empty means none. Needs `guests.enable`.
        guest_filter: String = "" => check(check::ldap_filter).api("LdapSettings.GuestFilter");
        /// Makes users who match `admin_filter` administrators, and revokes that from users who no longer match.
        enable_admin_filter: bool = false => api("LdapSettings.EnableAdminFilter");
        /// Filter of those users who are administrators of this server.
        admin_filter: String = "" => check(check::ldap_filter).api("LdapSettings.AdminFilter");
        /// Filter of the groups; empty means all entries with an object class of groups.
        group_filter: String = "" => check(check::ldap_filter).api("LdapSettings.GroupFilter");
        /// Attribute of a group's display name; empty means `cn`.
        group_display_name_attribute: String = ""
            => check(check::ldap_attribute).api("LdapSettings.GroupDisplayNameAttribute");
        /// Attribute that identifies a group and never changes: `entryUUID`, or `objectGUID` in Active Directory.
        group_id_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.GroupIdAttribute");
        /// Attribute that identifies an account and never changes: `entryUUID`, or `objectGUID` in Active Directory.
        id_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.IdAttribute");
        /// Attribute of the name that users type to sign in: `uid`, or `sAMAccountName`.
        login_id_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.LoginIdAttribute");
        /// Attribute of the username.
        username_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.UsernameAttribute");
        /// Attribute of the email address.
        email_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.EmailAttribute");
        /// Attribute of the first name; empty lets users set it.
        first_name_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.FirstNameAttribute");
        /// Attribute of the last name; empty lets users set it.
        last_name_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.LastNameAttribute");
        /// Attribute of the nickname; empty lets users set it.
        nickname_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.NicknameAttribute");
        /// Attribute of the position; empty lets users set it.
        position_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.PositionAttribute");
        /// Attribute of a new account's picture: `jpegPhoto`, or `thumbnailPhoto`. Empty means no picture.
        picture_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.PictureAttribute");
        /// Creates an account at a user's first sign-in, and for members of linked groups.
        create_accounts: bool = true => node();
        /// Signs a user in to the existing account with the same address, whose password and sessions then end. Use it only
        /// for directories in which users cannot set their own address.
        match_by_email: bool = false => node();
        /// Minutes between two synchronizations.
        sync_interval_min: u32 = 60 => range(1, 525_600).api("LdapSettings.SyncIntervalMinutes");
        /// Adds members of a linked group again to teams and channels that they left or were removed from.
        re_add_removed_members: bool = false => api("LdapSettings.ReAddRemovedMembers");
        /// Seconds that the directory may take for an answer.
        query_timeout_s: u32 = 60 => range(1, 3_600).api("LdapSettings.QueryTimeout");
        /// Entries in one page of an answer; 0 means 500.
        max_page_size: u32 = 0 => range(0, 10_000).api("LdapSettings.MaxPageSize");
        /// Label of the name field on the sign-in page; empty means the client's own.
        login_field_name: String = "" => api("LdapSettings.LoginFieldName").anyone("LdapLoginFieldName");
        /// Colour of the sign-in button in clients that have one.
        login_button_color: String = ""
            => check(check::color).api("LdapSettings.LoginButtonColor").anyone("LdapLoginButtonColor");
        /// Colour of its border.
        login_button_border_color: String = ""
            => check(check::color).api("LdapSettings.LoginButtonBorderColor").anyone("LdapLoginButtonBorderColor");
        /// Colour of its text.
        login_button_text_color: String = ""
            => check(check::color).api("LdapSettings.LoginButtonTextColor").anyone("LdapLoginButtonTextColor");
    }
}

impl Ldap {
    /// What is missing, as a sentence; nothing when the directory can be asked.
    pub fn problem(&self) -> Option<String> {
        let needed = [
            ("host", &self.host),
            ("base_dn", &self.base_dn),
            ("id_attribute", &self.id_attribute),
            ("login_id_attribute", &self.login_id_attribute),
            ("username_attribute", &self.username_attribute),
            ("email_attribute", &self.email_attribute),
        ];
        if let Some((name, _)) = needed.iter().find(|(_, text)| text.is_empty()) {
            return Some(format!("{name} must be set when the directory is used"));
        }
        if !self.host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '_')) {
            return Some("host must be the name or the address of a host, without ldap:// and port".into());
        }
        let is_here = matches!(self.host.as_str(), "localhost" | "127.0.0.1" | "::1");
        if self.connection_security == LdapSecurity::None && !is_here && !self.allow_plain {
            let text = "connection_security must be \"TLS\" or \"STARTTLS\": passwords could be read on the way \
                        (allow_plain = true in the file lets them)";
            return Some(text.into());
        }
        if self.certificate_file.is_empty() != self.key_file.is_empty() {
            return Some("certificate_file and key_file must both be set or both be empty".into());
        }
        None
    }

    /// Whether anything asks the directory.
    pub fn is_used(&self) -> bool {
        self.enable || self.enable_sync
    }
}

#[cfg(test)]
mod tests {
    use crate::parse;

    const GOOD: &str = "[ldap]\nenable = true\nhost = \"ldap.example.test\"\nbase_dn = \"dc=example\"\nid_attribute = \
                        \"entryUUID\"\nlogin_id_attribute = \"uid\"\nusername_attribute = \"uid\"\nemail_attribute = \
                        \"mail\"\nconnection_security = \"STARTTLS\"\n";

    fn problem(text: &str) -> String {
        parse(text).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn a_directory_that_cannot_be_asked_is_refused_with_what_is_wrong() {
        assert_eq!(problem(GOOD), "");
        assert_eq!(problem("[ldap]\nhost = \"x\"\n"), "", "it is not used");
        for (from, to, why) in [
            ("base_dn = \"dc=example\"\n", "", "base_dn must be set"),
            ("STARTTLS", "", "could be read on the way"),
            ("STARTTLS", "SSL", "must be one of"),
            ("ldap.example.test", "ldap://x", "without ldap://"),
            ("\"uid\"", "\"uid)(x=*\"", "must be the name of an attribute"),
            ("enable = true", "enable = true\nuser_filter = \"(a=b\"", "parentheses"),
            ("enable = true", "enable = true\nkey_file = \"/key\"", "both"),
        ] {
            let text = GOOD.replacen(from, to, 1);
            assert!(problem(&text).contains(why), "{why}: {}", problem(&text));
        }
        assert_eq!(problem(&GOOD.replace("STARTTLS", "").replace("ldap.example.test", "127.0.0.1")), "");
        assert_eq!(
            problem(&GOOD.replace("STARTTLS", "").replace("enable = true", "enable = true\nallow_plain = true")),
            ""
        );
    }
}
