//! Links for people who need help.

use crate::check;
use crate::field::section;

section! {
    /// Links for people who need help. Empty ones are not shown.
    Support in support {
        /// Terms of use.
        terms_link: String = "" => check(check::link).api("SupportSettings.TermsOfServiceLink")
            .anyone("TermsOfServiceLink");
        /// What is done with people's data.
        privacy_link: String = "" => check(check::link).api("SupportSettings.PrivacyPolicyLink")
            .anyone("PrivacyPolicyLink");
        /// About the server.
        about_link: String = "" => check(check::link).api("SupportSettings.AboutLink").anyone("AboutLink");
        /// Help.
        help_link: String = "" => check(check::link).api("SupportSettings.HelpLink").anyone("HelpLink");
        /// Where problems are reported.
        problem_link: String = "" => check(check::link).api("SupportSettings.ReportAProblemLink")
            .anyone("ReportAProblemLink");
        /// Address that problems are mailed to.
        problem_mail: String = "" => check(check::email).api("SupportSettings.ReportAProblemMail")
            .anyone("ReportAProblemMail");
        /// Address of those who run the server.
        email: String = "" => check(check::email).api("SupportSettings.SupportEmail").anyone("SupportEmail");
        /// Lets clients offer their logs for a report.
        allow_download_logs: bool = true => api("SupportSettings.AllowDownloadLogs").anyone("AllowDownloadLogs");
    }
}
