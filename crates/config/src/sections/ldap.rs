//! Signing in and keeping accounts by a directory (LDAP, Active Directory).

use crate::check;
use crate::field::section;
use crate::setting::{Secret, choice};

choice! {
    /// How the connection to the directory is encrypted.
    LdapSecurity { None = "", Tls = "TLS", Starttls = "STARTTLS" }
}

section! {
    /// Signing in by a directory (LDAP, Active Directory), and accounts that follow it. docs/operating/sign-in.md has the
    /// steps.
    Ldap in ldap {
        /// Lets people sign in with the name and the password that they have in the directory.
        enable: bool = false => api("LdapSettings.Enable").anyone("EnableLdap");
        /// Brings accounts and groups up to date, each `sync_interval_min`.
        enable_sync: bool = false => api("LdapSettings.EnableSync");
        /// Host of the directory.
        host: String = "" => api("LdapSettings.LdapServer");
        /// Port of the directory: 389, or 636 with `TLS`.
        port: u16 = 389 => api("LdapSettings.LdapPort");
        /// "TLS" from the start, "STARTTLS" after the greeting, or empty for none, which only this machine's own directory
        /// may have, unless `allow_plain` says so.
        connection_security: LdapSecurity = LdapSecurity::None => api("LdapSettings.ConnectionSecurity");
        /// Sends passwords to the directory as anybody on the way can read them.
        allow_plain: bool = false => node();
        /// PEM file of the authorities that the directory's certificate is checked against; empty is the public ones.
        ca_file: String = "" => node();
        /// PEM file of the certificate that this server shows the directory, where that asks for one.
        certificate_file: String = "" => api("LdapSettings.PublicCertificateFile").node();
        /// PEM file of the key of `certificate_file`.
        key_file: String = "" => api("LdapSettings.PrivateKeyFile").node();
        /// Account that reads the directory; empty reads without one.
        bind_username: String = "" => api("LdapSettings.BindUsername");
        /// Password of that account.
        bind_password: Secret = "" => api("LdapSettings.BindPassword");
        /// Below which people and groups are looked for, such as `dc=example,dc=com`.
        base_dn: String = "" => api("LdapSettings.BaseDN");
        /// Who may sign in, such as `(objectClass=person)`; empty is everybody with the attributes that are named below.
        user_filter: String = "" => check(check::ldap_filter).api("LdapSettings.UserFilter");
        /// Who of them is a guest; empty is nobody. Needs guests to be on.
        guest_filter: String = "" => check(check::ldap_filter).api("LdapSettings.GuestFilter");
        /// Makes administrators of who fits `admin_filter`, and takes that back from who does not fit any more.
        enable_admin_filter: bool = false => api("LdapSettings.EnableAdminFilter");
        /// Who of them is an administrator of this server.
        admin_filter: String = "" => check(check::ldap_filter).api("LdapSettings.AdminFilter");
        /// Which entries are groups; empty is every entry of a class that groups have.
        group_filter: String = "" => check(check::ldap_filter).api("LdapSettings.GroupFilter");
        /// Attribute of the name that people see of a group; empty is `cn`.
        group_display_name_attribute: String = ""
            => check(check::ldap_attribute).api("LdapSettings.GroupDisplayNameAttribute");
        /// Attribute that a group is known by, which never changes: `entryUUID`, or `objectGUID` in Active Directory.
        group_id_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.GroupIdAttribute");
        /// Attribute that an account is known by, which never changes: `entryUUID`, or `objectGUID` in Active Directory.
        id_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.IdAttribute");
        /// Attribute of what people type to sign in: `uid`, or `sAMAccountName`.
        login_id_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.LoginIdAttribute");
        /// Attribute of the username.
        username_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.UsernameAttribute");
        /// Attribute of the email address.
        email_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.EmailAttribute");
        /// Attribute of the first name; empty leaves it to people.
        first_name_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.FirstNameAttribute");
        /// Attribute of the last name; empty leaves it to people.
        last_name_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.LastNameAttribute");
        /// Attribute of the nickname; empty leaves it to people.
        nickname_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.NicknameAttribute");
        /// Attribute of the position; empty leaves it to people.
        position_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.PositionAttribute");
        /// Attribute of a picture, which a new account gets: `jpegPhoto`, or `thumbnailPhoto`. Empty asks for none.
        picture_attribute: String = "" => check(check::ldap_attribute).api("LdapSettings.PictureAttribute");
        /// Makes an account for whoever signs in for the first time, and for members of linked groups.
        create_accounts: bool = true => node();
        /// Lets somebody in to the account here that has the same address. Its password and sessions end. Only for
        /// directories in which nobody sets the own address.
        match_by_email: bool = false => node();
        /// Minutes between two times that accounts and groups are brought up to date.
        sync_interval_min: u32 = 60 => range(1, 525_600).api("LdapSettings.SyncIntervalMinutes");
        /// Brings people of a linked group back into teams and channels that they left or were taken out of.
        re_add_removed_members: bool = false => api("LdapSettings.ReAddRemovedMembers");
        /// Seconds that the directory may take to answer a question.
        query_timeout_s: u32 = 60 => range(1, 3_600).api("LdapSettings.QueryTimeout");
        /// Entries of a page of an answer; 0 is 500.
        max_page_size: u32 = 0 => range(0, 10_000).api("LdapSettings.MaxPageSize");
        /// What stands in the field for the name on the sign-in page; empty is what clients say.
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
