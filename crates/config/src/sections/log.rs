//! What the server writes about its work.

use crate::field::section;
use crate::setting::choice;

choice! {
    /// The least important line that is written.
    LogLevel { Error = "error", Warn = "warn", Info = "info", Debug = "debug", Trace = "trace" }
}
choice! {
    /// Form of a line.
    LogFormat {
        /// For people.
        Text = "text",
        /// For machines.
        Json = "json",
    }
}

section! {
    /// What the server writes about its work.
    Log in log {
        /// The least important line that is written.
        level: LogLevel = LogLevel::Info => node();
        /// "text" for people, "json" for machines.
        format: LogFormat = LogFormat::Text => node();
        /// Levels by part of the program, such as "muster_database=debug,hyper=warn"; added to `level`.
        filter: String = "" => node();
        /// File that lines are appended to instead of standard error.
        file: String = "" => node();
    }
}
