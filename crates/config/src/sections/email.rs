//! Mail that the server sends.

use crate::check;
use crate::field::section;
use crate::setting::{Secret, choice};

choice! {
    /// How the connection to the mail server is encrypted.
    MailSecurity { None = "", Tls = "TLS", Starttls = "STARTTLS" }
}
choice! {
    /// What a mail reveals of a post.
    MailContents {
        Full = "full",
        /// Who wrote and where, without the text.
        Generic = "generic",
    }
}

section! {
    /// Mail that the server sends.
    Email in email {
        /// Sends users who are away mail about mentions, direct messages and replies in followed threads, as their settings
        /// ask. Needs `smtp_server` and `from_address`.
        enable_notifications: bool = false
            => api("EmailSettings.SendEmailNotifications").member("SendEmailNotifications");
        /// Collects a user's notifications in one mail, on each node. A node that stops loses those that wait.
        enable_batching: bool = false => api("EmailSettings.EnableEmailBatching").member("EnableEmailBatching");
        /// Greatest number of notifications that wait for such a mail. Further ones are sent alone.
        batching_buffer_max: u32 = 256 => range(1, 1_000_000).api("EmailSettings.EmailBatchingBufferSize");
        /// Seconds for which notifications are collected, unless the user chose longer.
        batching_interval_s: u32 = 30 => range(5, 86_400).api("EmailSettings.EmailBatchingInterval");
        /// What a mail reveals of a post.
        contents: MailContents = MailContents::Full
            => api("EmailSettings.EmailNotificationContentsType").member("EmailNotificationContentsType");
        /// Shows users that the server sends no mail.
        enable_preview_banner: bool = true
            => api("EmailSettings.EnablePreviewModeBanner").member("EnablePreviewModeBanner");
        /// Name of the sender.
        from_name: String = "" => api("EmailSettings.FeedbackName");
        /// Address of the sender.
        from_address: String = "" => check(check::email).api("EmailSettings.FeedbackEmail");
        /// Address that answers go to.
        reply_to: String = "" => check(check::email).api("EmailSettings.ReplyToAddress");
        /// Stands at the end of each mail.
        organization: String = "" => api("EmailSettings.FeedbackOrganization");
        /// Host of the mail server. Empty sends nothing.
        smtp_server: String = "" => api("EmailSettings.SMTPServer");
        /// Port of the mail server.
        smtp_port: String = "10025" => check(check::port).api("EmailSettings.SMTPPort");
        /// Account at the mail server.
        smtp_username: String = "" => api("EmailSettings.SMTPUsername");
        /// Password of that account.
        smtp_password: Secret = "" => api("EmailSettings.SMTPPassword");
        /// Signs in at the mail server.
        smtp_auth: bool = false => api("EmailSettings.EnableSMTPAuth");
        /// Seconds that the mail server may take for each step of a mail. All steps together may take three times as many.
        smtp_timeout_s: u32 = 10 => range(1, 600).api("EmailSettings.SMTPServerTimeout");
        /// "TLS" from the start, "STARTTLS" after the greeting, or empty for none.
        smtp_security: MailSecurity = MailSecurity::None => api("EmailSettings.ConnectionSecurity");
        /// Skips verification of the mail server's certificate.
        skip_certificate_check: bool = false => api("EmailSettings.SkipServerCertificateVerification");
    }
}

impl Email {
    /// True when a mail server and a sender are named; without them nothing is sent, whatever else is set.
    pub fn is_configured(&self) -> bool {
        !self.smtp_server.is_empty() && !self.from_address.is_empty()
    }
}
