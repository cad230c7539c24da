//! Which program and machine a session is on, as its `User-Agent` says. Shown to the user, decides nothing.

/// What is kept of a `User-Agent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    pub platform: &'static str,
    pub os: &'static str,
    /// Name and version: `Firefox/128.0`.
    pub browser: String,
    pub is_mobile_app: bool,
}

/// Longest version that is kept.
const VERSION_LEN_MAX: usize = 32;

/// Found in the text, and what they stand for; the first hit counts.
const PLATFORMS: &[(&str, &str, &str)] = &[
    ("iPhone", "iPhone", "iOS"),
    ("iPad", "iPad", "iOS"),
    ("Android", "Linux", "Android"),
    ("Windows NT 10", "Windows", "Windows 10"),
    ("Windows", "Windows", "Windows"),
    ("Mac OS X", "Macintosh", "Mac OS"),
    ("CrOS", "Linux", "Chrome OS"),
    ("Linux", "Linux", "Linux"),
];

/// Programs by the word before their version; those that imitate others stand first.
const BROWSERS: &[(&str, &str)] = &[
    ("Mattermost Mobile/", "Mobile App"),
    ("rnbeta/", "Mobile App"),
    ("Mattermost/", "Desktop App"),
    ("mmctl/", "mmctl"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
];

impl Agent {
    pub fn parse(text: &str) -> Agent {
        let (platform, os) = PLATFORMS
            .iter()
            .find(|(word, _, _)| text.contains(word))
            .map_or(("Unknown", ""), |(_, platform, os)| (*platform, *os));
        let found = BROWSERS.iter().find_map(|(word, name)| {
            let at = text.find(word)?;
            Some((*name, version(&text[at + word.len()..])))
        });
        let (name, version) = found.unwrap_or(("Unknown", "0.0"));
        Agent { platform, os, browser: format!("{name}/{version}"), is_mobile_app: name == "Mobile App" }
    }
}

fn version(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(text.len());
    &text[..end.min(VERSION_LEN_MAX)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_told_apart_from_those_they_imitate() {
        let firefox = Agent::parse("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0");
        assert_eq!((firefox.platform, firefox.os, firefox.browser.as_str()), ("Linux", "Linux", "Firefox/128.0"));
        let desktop = Agent::parse("Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/126.0 Electron/31.0 Mattermost/5.9.0");
        assert_eq!((desktop.os, desktop.browser.as_str()), ("Windows 10", "Desktop App/5.9.0"));
    }

    #[test]
    fn what_is_unknown_is_called_so() {
        let agent = Agent::parse("python-requests/2.32");
        assert_eq!((agent.platform, agent.os, agent.browser.as_str()), ("Unknown", "", "Unknown/0.0"));
        assert!(Agent::parse("Mattermost Mobile/2.20.0+542 (iOS; 17)").is_mobile_app);
    }
}
