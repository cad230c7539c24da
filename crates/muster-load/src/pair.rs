//! Two servers that are compared, and the database engine both are on.

use std::str::FromStr;

use load::compare::Side;

/// A server of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Server {
    pub url: String,
    pub metrics_url: Option<String>,
}

/// A base and a new build, as `ENGINE=BASE_URL,NEW_URL`, with the addresses of both builds' metrics behind them where
/// they tell any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Part of names of folders; empty where it does not matter.
    pub engine: String,
    pub base: Server,
    pub new: Server,
}

impl Pair {
    pub fn server(&self, side: Side) -> &Server {
        match side {
            Side::Base => &self.base,
            Side::New => &self.new,
        }
    }
}

impl FromStr for Pair {
    type Err = String;

    fn from_str(text: &str) -> Result<Pair, String> {
        let wrong = || format!("`{text}` is no pair: write postgresql=http://base:8065,http://new:8065");
        let (engine, urls) = text.split_once('=').ok_or_else(wrong)?;
        let is_plain = |one: char| one.is_ascii_alphanumeric() || matches!(one, '.' | '_' | '-');
        if engine.is_empty() || !engine.chars().all(is_plain) {
            return Err(wrong());
        }
        let server = |url: &str, metrics_url: Option<&str>| Server {
            url: url.to_owned(),
            metrics_url: metrics_url.map(str::to_owned),
        };
        let (base, new) = match urls.split(',').collect::<Vec<_>>()[..] {
            [base, new] => (server(base, None), server(new, None)),
            [base, new, of_base, of_new] => (server(base, Some(of_base)), server(new, Some(of_new))),
            _ => return Err(wrong()),
        };
        let is_named = |server: &Server| server.url.contains("://");
        if is_named(&base) && is_named(&new) { Ok(Pair { engine: engine.to_owned(), base, new }) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_names_its_engine_both_servers_and_their_metrics() {
        let pair: Pair = "postgresql=http://a,http://b".parse().expect("a pair");
        assert_eq!((pair.engine.as_str(), pair.server(Side::New).url.as_str()), ("postgresql", "http://b"));
        let pair: Pair = "sqlite=http://a,http://b,http://a/metrics,http://b/metrics".parse().expect("a pair");
        assert_eq!(pair.base.metrics_url.as_deref(), Some("http://a/metrics"));
        for text in ["http://a,http://b", "x=http://a", "x/y=http://a,http://b", "=http://a,http://b", "x=a,b"] {
            assert!(text.parse::<Pair>().is_err(), "{text}");
        }
    }
}
