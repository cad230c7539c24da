//! The roles of members: explicit ones are kept as text, those of the scheme as flags.

use crate::error::Result;
use crate::row::Columns;

/// Roles of a member as rows hold them: explicit text, then the flags for guest, user and admin.
pub(crate) struct MemberRoles {
    pub explicit_roles: String,
    pub scheme_guest: bool,
    pub scheme_user: bool,
    pub scheme_admin: bool,
}

impl MemberRoles {
    pub fn from_row(row: &mut Columns) -> Result<MemberRoles> {
        Ok(MemberRoles {
            explicit_roles: row.text()?,
            scheme_guest: row.bool()?,
            scheme_user: row.bool()?,
            scheme_admin: row.bool()?,
        })
    }

    /// All roles, as `team_user team_admin`; `scope` is `team` or `channel`.
    pub fn joined(&self, scope: &str) -> String {
        let flags = [(self.scheme_guest, "guest"), (self.scheme_user, "user"), (self.scheme_admin, "admin")];
        let mut roles = self.explicit_roles.clone();
        for (_, name) in flags.iter().filter(|(set, _)| *set) {
            if !roles.is_empty() {
                roles.push(' ');
            }
            roles.push_str(scope);
            roles.push('_');
            roles.push_str(name);
        }
        roles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explicit_roles_come_before_those_of_the_scheme() {
        let roles = MemberRoles {
            explicit_roles: "team_post_all".to_owned(),
            scheme_guest: false,
            scheme_user: true,
            scheme_admin: true,
        };
        assert_eq!(roles.joined("team"), "team_post_all team_user team_admin");
    }
}
