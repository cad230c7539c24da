//! One thing that tells metrics, asked again and again, and its answers put into the samples.
//!
//! A target that does not answer has ended: its series get a mark, so that old values do not pass for new ones.

use std::collections::HashMap;
use std::time::Duration;

use base::Millis;

use super::{Cores, Labels, Place, Point, Samples, host, text};
use simulate::net::Trust;
use simulate::net::fetch::Fetch;

/// A page must come within this time, or the round goes on without it.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Where a target's lines come from.
enum Origin {
    Page {
        http: Box<Fetch>,
        path: String,
    },
    ThisHost {
        /// Where the server has cores of its own.
        cores: Option<Cores>,
    },
}

/// A series that was told.
struct Known {
    place: Place,
    round: u64,
}

/// What a target answered.
pub enum Told {
    Page(String),
    Lines(Vec<text::Line>),
}

/// The lab's own machine, which is the server's as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThisHost<'a> {
    pub instance: &'a str,
    /// The server has cores of its own, and no others are told of.
    pub is_apart: bool,
}

/// Something that is scraped, with the labels that its lines get.
pub struct Target {
    origin: Origin,
    labels: Labels,
    /// What the last page told, by how its lines begin, so that their labels are read once.
    known: HashMap<String, Known>,
    /// Of the last page.
    round: u64,
    /// Why the last scrape failed.
    pub trouble: Option<String>,
}

impl Target {
    /// A page of metrics; `url` reads `https://chat.example:8067/metrics`. `instance` is what queries know it by.
    pub fn page(url: &str, job: &str, instance: &str, trust: &Trust) -> Target {
        let after_scheme = url.find("://").map_or(0, |at| at + 3);
        let path_at = url[after_scheme..].find('/').map_or(url.len(), |at| after_scheme + at);
        let path = if path_at == url.len() { "/metrics".to_owned() } else { url[path_at..].to_owned() };
        Target::new(Origin::Page { http: Box::new(Fetch::new(&url[..path_at], trust)), path }, job, instance)
    }

    /// This machine, by its `/proc`: all of it, or the server's cores only.
    pub fn this_host(instance: &str, cores: Option<Cores>) -> Target {
        Target::new(Origin::ThisHost { cores }, "node", instance)
    }

    /// This machine, and whether what is told of it is of the server's cores only; `None` for any other.
    pub fn as_this_host(&self) -> Option<ThisHost<'_>> {
        match &self.origin {
            Origin::ThisHost { cores } => Some(ThisHost { instance: self.instance(), is_apart: cores.is_some() }),
            Origin::Page { .. } => None,
        }
    }

    fn new(origin: Origin, job: &str, instance: &str) -> Target {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let labels = Labels::new([pair("job", job), pair("instance", instance)]);
        Target { origin, labels, known: HashMap::new(), round: 0, trouble: None }
    }

    pub fn instance(&self) -> &str {
        self.labels.get("instance")
    }

    /// Its address; empty for this machine.
    pub fn url(&self) -> String {
        match &self.origin {
            Origin::Page { http, path } => format!("{}{path}", http.base()),
            Origin::ThisHost { .. } => String::new(),
        }
    }

    /// Asks once. What fails is kept in `trouble`; the run goes on.
    pub async fn fetch(&mut self) -> Told {
        let told = match &self.origin {
            Origin::ThisHost { cores } => Ok(Told::Lines(host::read(cores.as_ref()))),
            Origin::Page { http, path } => fetch_page(http, path).await.map(Told::Page),
        };
        self.trouble = told.as_ref().err().cloned();
        told.unwrap_or(Told::Lines(Vec::new()))
    }

    /// Puts what was told into the samples, and marks series that are gone.
    pub fn store(&mut self, told: &Told, at: Millis, samples: &mut Samples) {
        self.round += 1;
        match told {
            Told::Page(page) => {
                for line in text::raw(page) {
                    let point = Point { at: line.at.unwrap_or(at), value: line.value };
                    self.put(line.head, || text::labels(line.head), point, samples);
                }
            }
            Told::Lines(lines) => {
                for line in lines {
                    let point = Point { at: line.at.unwrap_or(at), value: line.value };
                    let head: String = line.labels.iter().flat_map(|(name, value)| [name, "=", value, ","]).collect();
                    self.put(&head, || Some(line.labels.clone()), point, samples);
                }
            }
        }
        let round = self.round;
        self.known.retain(|_, known| {
            if known.round != round {
                samples.put(known.place, Point::stale(at));
            }
            known.round == round
        });
        let name = |name: &str| Labels::new([("__name__".to_owned(), name.to_owned())]).with(&self.labels);
        let is_up = f64::from(u8::from(self.trouble.is_none()));
        samples.add(&name("up"), Point { at, value: is_up });
    }

    fn put(&mut self, head: &str, labels: impl FnOnce() -> Option<Labels>, point: Point, samples: &mut Samples) {
        let place = match self.known.get_mut(head) {
            Some(known) => {
                known.round = self.round;
                known.place
            }
            None => {
                let Some(labels) = labels() else { return };
                let place = samples.place(&labels.with(&self.labels));
                self.known.insert(head.to_owned(), Known { place, round: self.round });
                place
            }
        };
        samples.put(place, point);
    }
}

async fn fetch_page(http: &Fetch, path: &str) -> Result<String, String> {
    let (status, body) = http.get(path, TIMEOUT).await?;
    if !status.is_success() {
        return Err(format!("it answers {status}"));
    }
    let page = String::from_utf8_lossy(&body).into_owned();
    let has_metrics = text::raw(&page).any(|line| text::labels(line.head).is_some());
    if has_metrics { Ok(page) } else { Err("its page holds no metrics".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promql::parse;

    #[test]
    fn a_series_that_is_gone_has_no_value() {
        let mut samples = Samples::default();
        let mut target = Target::page("http://127.0.0.1:1/metrics", "app", "app-0:8067", &Trust::PublicRoots);
        target.store(&Told::Page("a 1\nb 2\n".into()), 1_000, &mut samples);
        target.store(&Told::Page("a 3\n".into()), 2_000, &mut samples);
        let value = |query: &str| parse(query).expect("a query").instant(&samples, 2_500).expect("a value").first();
        assert_eq!(value("a{instance=~\"app.*\"}"), Some(3.0));
        assert_eq!(value("b"), None);
        assert_eq!(value("up"), Some(1.0));
    }

    #[tokio::test]
    async fn a_target_that_does_not_answer_says_so() {
        let mut samples = Samples::default();
        let mut target = Target::page("http://127.0.0.1:1", "app", "app-0:8067", &Trust::PublicRoots);
        let told = target.fetch().await;
        target.store(&told, 1_000, &mut samples);
        assert!(target.trouble.is_some());
        assert_eq!(parse("up").expect("a query").instant(&samples, 1_000).expect("a value").first(), Some(0.0));
    }
}
