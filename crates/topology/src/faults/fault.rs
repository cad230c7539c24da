//! `stop app-1 at 30 s`: what to do to which component, when, and for how long.

use std::fmt::{self, Display};
use std::str::FromStr;

use base::Millis;
use serde::Serialize;

use crate::durations;

/// Faults of one run.
pub const FAULTS_MAX: usize = 64;
/// Bytes of a component's name.
const NAME_MAX: usize = 40;

/// What is done to a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is asked to end.
    Stop,
    /// It ends at once, as by a power cut.
    Kill,
    /// It stays, and does nothing.
    Freeze,
    /// It is asked to end, and started when it has ended.
    Restart,
    /// Undoes a stop or a kill.
    Start,
    /// Undoes a freeze.
    Continue,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Stop, Kind::Kill, Kind::Freeze, Kind::Restart, Kind::Start, Kind::Continue];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Stop => "stop",
            Kind::Kill => "kill",
            Kind::Freeze => "freeze",
            Kind::Restart => "restart",
            Kind::Start => "start",
            Kind::Continue => "continue",
        }
    }

    /// What undoes it.
    pub fn undone_by(self) -> Option<Kind> {
        match self {
            Kind::Stop | Kind::Kill => Some(Kind::Start),
            Kind::Freeze => Some(Kind::Continue),
            Kind::Restart | Kind::Start | Kind::Continue => None,
        }
    }
}

/// One fault of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    pub kind: Kind,
    /// Of a component of the topology: `app-1`, `db-2`, `nats-1`.
    pub name: String,
    /// From when all users are there.
    pub at_ms: Millis,
    /// After that long it is undone; none leaves it as it is.
    pub for_ms: Option<Millis>,
}

impl FromStr for Fault {
    type Err = String;

    fn from_str(text: &str) -> Result<Fault, String> {
        let wrong =
            |why: &str| format!("`{text}` is no fault: {why}; write `stop app-1 at 30 s` or `kill app-2 at 1m for 5s`");
        let mut words = text.split_ascii_whitespace();
        let verb = words.next().ok_or_else(|| wrong("nothing is said"))?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == verb).ok_or_else(|| {
            let known = Kind::ALL.map(Kind::name).join(", ");
            wrong(&format!("`{verb}` is none of {known}"))
        })?;
        let name = words.next().filter(|name| *name != "at").ok_or_else(|| wrong("it names no component"))?;
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if name.len() > NAME_MAX || !name.bytes().all(is_name) {
            return Err(wrong("a component is named by lower-case letters, digits and dashes"));
        }
        if words.next() != Some("at") {
            return Err(wrong("after the component comes `at` and a time"));
        }
        let rest: Vec<&str> = words.collect();
        let (at, duration) = match rest.iter().position(|word| *word == "for") {
            Some(place) => (&rest[..place], Some(&rest[place + 1..])),
            None => (&rest[..], None),
        };
        let time = |words: &[&str]| durations::parse(&words.concat()).map_err(|why| wrong(&why));
        let at_ms = time(at)?;
        let for_ms = duration.map(time).transpose()?;
        if for_ms.is_some() && kind.undone_by().is_none() {
            return Err(wrong(&format!("`{verb}` is not undone, so it takes no `for`")));
        }
        if for_ms == Some(0) {
            return Err(wrong("`for` needs some time"));
        }
        Ok(Fault { kind, name: name.to_owned(), at_ms, for_ms })
    }
}

impl Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {} at {}", self.kind.name(), self.name, durations::told(self.at_ms))?;
        self.for_ms.map_or(Ok(()), |for_ms| write!(out, " for {}", durations::told(for_ms)))
    }
}

impl Fault {
    /// When the last of it is done, but for what it takes.
    fn ends_ms(&self) -> Millis {
        self.at_ms.saturating_add(self.for_ms.unwrap_or_default())
    }
}

/// # Errors
/// When there are too many, or one of them is not over within the run.
pub fn must_fit(faults: &[Fault], duration_ms: Millis) -> Result<(), String> {
    if faults.len() > FAULTS_MAX {
        return Err(format!("{} faults are more than the {FAULTS_MAX} of one run", faults.len()));
    }
    match faults.iter().find(|fault| fault.ends_ms() >= duration_ms) {
        Some(late) => Err(format!("`{late}` is not over when the run ends, after {}", durations::told(duration_ms))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Fault {
        text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn faults_read_as_people_write_them() {
        let stop = Fault { kind: Kind::Stop, name: "app-1".into(), at_ms: 30_000, for_ms: None };
        for text in ["stop app-1 at 30 s", "stop app-1 at 30s", " stop  app-1 at 30 "] {
            assert_eq!(read(text), stop, "{text}");
        }
        let kill = Fault { kind: Kind::Kill, name: "nats-1".into(), at_ms: 90_000, for_ms: Some(5_500) };
        assert_eq!(read("kill nats-1 at 1m 30s for 5s 500ms"), kill);
        assert_eq!(read("restart app-2 at 0s").at_ms, 0);
    }

    #[test]
    fn what_is_no_fault_is_refused_with_the_reason() {
        for (text, why) in [
            ("", "nothing is said"),
            ("pause app-1 at 3s", "`pause` is none of stop, kill, freeze"),
            ("stop at 30 s", "names no component"),
            ("stop", "names no component"),
            ("stop ../app at 3s", "is named by"),
            ("stop app-1", "comes `at` and a time"),
            ("stop app-1 after 3s", "comes `at` and a time"),
            ("stop app-1 at soon", "`soon` is no duration"),
            ("stop app-1 at", "`` is no duration"),
            ("kill app-1 at 3s for", "`` is no duration"),
            ("kill app-1 at 3s for 0s", "needs some time"),
            ("start app-1 at 3s for 4s", "takes no `for`"),
            ("stop app-1 at 99999999999999999999s", "is no duration"),
        ] {
            let said = text.parse::<Fault>().expect_err(text);
            assert!(said.contains(why), "{text}: {said}");
        }
    }

    #[test]
    fn a_fault_that_outlasts_the_run_is_refused() {
        let faults = [read("kill app-1 at 50s for 10s")];
        assert_eq!(must_fit(&faults, 60_001), Ok(()));
        assert!(must_fit(&faults, 60_000).is_err_and(|why| why.contains("kill app-1 at 50s for 10s")));
        assert!(must_fit(&vec![read("stop app-1 at 1s"); FAULTS_MAX + 1], 60_000).is_err());
    }

    fn any_fault() -> impl Strategy<Value = Fault> {
        (0..Kind::ALL.len(), "[a-z][a-z0-9-]{0,20}", 0..10_000_000_i64, proptest::option::of(1..10_000_000_i64))
            .prop_map(|(kind, name, at_ms, for_ms)| {
                let kind = Kind::ALL[kind];
                // `at` alone is the word before the time.
                let name = if name == "at" { "app-1".into() } else { name };
                Fault { kind, name, at_ms, for_ms: for_ms.filter(|_| kind.undone_by().is_some()) }
            })
    }

    proptest! {
        #[test]
        fn every_fault_reads_back_as_it_is_told(fault in any_fault()) {
            prop_assert_eq!(fault.to_string().parse(), Ok(fault));
        }

        #[test]
        fn no_text_breaks_the_reader(text in "\\PC{0,80}", words in proptest::collection::vec("(stop|kill|app-1|at|for|[0-9]{1,22}|m?s|é)", 0..8)) {
            for text in [text, words.join(" ")] {
                if let Ok(fault) = text.parse::<Fault>() {
                    prop_assert!(fault.at_ms >= 0 && fault.for_ms.is_none_or(|for_ms| for_ms > 0));
                }
            }
        }
    }
}
