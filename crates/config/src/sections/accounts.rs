//! Who gets an account and how people sign in.

use crate::check;
use crate::field::section;

section! {
    /// Who gets an account and how people sign in. The first account can always be created and is the administrator.
    Accounts in accounts {
        /// Lets accounts be created at all.
        enable_creation: bool = true => api("TeamSettings.EnableUserCreation").anyone("EnableUserCreation");
        /// Lets anybody create an account; otherwise an invitation is needed.
        open_signup: bool = false => api("TeamSettings.EnableOpenServer").anyone("EnableOpenServer");
        /// Domains of e-mail addresses that may have an account, separated by spaces or commas; empty is all.
        domains: String = "" => api("TeamSettings.RestrictCreationToDomains");
        /// Lets people create an account with e-mail and password.
        signup_with_email: bool = true => api("EmailSettings.EnableSignUpWithEmail").anyone("EnableSignUpWithEmail");
        /// Lets people sign in by e-mail address.
        signin_with_email: bool = true => api("EmailSettings.EnableSignInWithEmail").anyone("EnableSignInWithEmail");
        /// Lets people sign in by username.
        signin_with_username: bool = true
            => api("EmailSettings.EnableSignInWithUsername").anyone("EnableSignInWithUsername");
        /// Asks for a proof of the e-mail address before the first sign-in.
        require_email_verification: bool = false
            => api("EmailSettings.RequireEmailVerification").member("RequireEmailVerification");
        /// Lets people invite others by e-mail. Needs `email.smtp_server` and `email.from_address`.
        enable_email_invitations: bool = true
            => api("ServiceSettings.EnableEmailInvitations").member("EnableEmailInvitations");
        /// Lets people deactivate their own account.
        enable_deactivation: bool = false => api("TeamSettings.EnableUserDeactivation").member("EnableUserDeactivation");
        /// Lets people protect their account with a second factor.
        enable_mfa: bool = false
            => api("ServiceSettings.EnableMultifactorAuthentication").anyone("EnableMultifactorAuthentication");
        /// Asks everybody for a second factor.
        enforce_mfa: bool = false
            => api("ServiceSettings.EnforceMultifactorAuthentication").anyone("EnforceMultifactorAuthentication");
        /// Days for which a browser is not asked for the second factor again, where its owner wants that; 0 asks each time.
        remember_browser_days: u32 = 0
            => range(0, 365).api("ServiceSettings.RememberBrowserDays").anyone("RememberBrowserDays");
        /// Lets people sign in with passkeys, and add one as a second factor. Needs `service.site_url` with a name, and https.
        enable_passkeys: bool = true => api("ServiceSettings.EnablePasskeys").anyone("EnablePasskeys");
        /// Lets people move their own account between the ways to sign in. Whoever may move to a password keeps the account
        /// when a directory or a provider has the person no more.
        enable_switch: bool = false
            => api("ServiceSettings.ExperimentalEnableAuthenticationTransfer")
                .member("ExperimentalEnableAuthenticationTransfer");
        /// Lets people make tokens for programs that act as they.
        enable_access_tokens: bool = false
            => api("ServiceSettings.EnableUserAccessTokens").member("EnableUserAccessTokens");
        /// Lets an administrator delete an account for good.
        enable_permanent_deletion: bool = false => api("ServiceSettings.EnableAPIUserDeletion");
        /// Shows whether people are there.
        enable_statuses: bool = true => api("ServiceSettings.EnableUserStatuses").anyone("EnableUserStatuses");
        /// Lets people set a status of their own words.
        enable_custom_statuses: bool = true
            => api("TeamSettings.EnableCustomUserStatuses").member("EnableCustomUserStatuses");
        /// Shows when people were last there.
        enable_last_active: bool = true => api("TeamSettings.EnableLastActiveTime").member("EnableLastActiveTime");
        /// Seconds without activity after which a user counts as away.
        away_after_s: u32 = 300 => range(1, 86_400).api("TeamSettings.UserStatusAwayTimeout");
        /// Milliseconds between two of a client's polls for statuses and profiles.
        poll_interval_ms: u32 = 3000
            => range(500, 600_000).api("ExperimentalSettings.UsersStatusAndProfileFetchingPollIntervalMilliseconds")
                .member("UsersStatusAndProfileFetchingPollIntervalMilliseconds");
        /// Page for a forgotten password, if it is not the server's own.
        forgot_password_link: String = ""
            => check(check::link).api("SupportSettings.ForgotPasswordLink").anyone("ForgotPasswordLink");
        /// Page where people can delete their account.
        delete_account_link: String = ""
            => check(check::link).api("ServiceSettings.DeleteAccountLink").member("DeleteAccountLink");
    }
}
