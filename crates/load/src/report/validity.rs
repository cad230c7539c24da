//! Whether a run's numbers may be used, and the sentences that say why not.
//!
//! A generator that was its own bottleneck, a server that was gone, users that never came: each makes a
//! number that looks like an answer and is none.

use super::model::{Generator, Report};
use crate::health::{LAG_P99_MAX_S, LATE_MAX_PERCENT};
use crate::promql::samples::SERIES_MAX;

/// Broken connections and timeouts beyond this share mean that the server was not there.
const BROKEN_MAX: f64 = 0.05;
/// Users of a bounded run that may be missing.
const MISSING_MAX: f64 = 0.01;
/// Share of its cores that a generator may use.
const GENERATOR_CPU_MAX: f64 = 0.9;
/// An action that was begun so often and skipped more than this share of the times belongs to the mix by name only.
const IDLE_STARTS_MIN: u64 = 100;
const IDLE_SHARE: f64 = 0.9;

/// Everything that speaks against the run, the gravest first.
pub fn complaints(report: &Report, broken_off: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(why) = broken_off {
        found.push(format!("The run did not reach its end: {why}. The numbers are those until then."));
    }
    let requests = &report.requests;
    if requests.times.count == 0 {
        found.push("No request was answered: the server was not reachable, or no user came as far as asking.".into());
    }
    let asked = (requests.times.count + requests.broken).max(1) as f64;
    let broken = (requests.broken + requests.timeouts) as f64 / asked;
    if broken > BROKEN_MAX {
        let percent = broken * 100.0;
        found.push(format!("{percent:.1} % of the requests had no answer: the server was gone for a part of the run."));
    }
    if let Some(wanted) = report.users.wanted {
        let there = f64::from(report.users.peak);
        if there < f64::from(wanted) * (1.0 - MISSING_MAX) {
            found.push(format!("Only {there} of {wanted} users could be brought to work."));
        }
    }
    if let Some(wanted) = report.users.wanted
        && (report.users.ready as f64) < f64::from(report.users.peak.min(wanted)) * (1.0 - MISSING_MAX)
    {
        let ready = report.users.ready;
        found.push(format!(
            "Only {ready} of {wanted} users were signed in when it ended; the others were still at it, or were refused."
        ));
    }
    let (opened, ready) = (report.sockets.opened, report.users.ready);
    if opened > 0 && (opened as f64) < ready as f64 * (1.0 - MISSING_MAX) {
        found.push(format!(
            "Only {opened} WebSockets were opened for {ready} users: the others heard nothing. Look at the limits of files \
             and connections on both sides."
        ));
    }
    if report.supported.as_ref().is_some_and(|supported| !supported.is_final) {
        found.push("The search had not come to its end: the supported number is a guess.".into());
    }
    let delivery = &report.delivery;
    if delivery.lost + delivery.duplicates + delivery.out_of_order > 0 {
        found.push(format!(
            "Delivery: {} lost, {} twice, {} out of order.",
            delivery.lost, delivery.duplicates, delivery.out_of_order
        ));
    }
    if let Some(audit) = &delivery.audit
        && audit.missing + audit.changed + audit.doubled + audit.swapped > 0
    {
        found.push(format!(
            "The store does not hold what was acknowledged: {} posts missing, {} changed, {} twice, {} in another order.",
            audit.missing, audit.changed, audit.doubled, audit.swapped
        ));
    }
    if let Some(audit) = &delivery.audit
        && audit.unknown > 0
    {
        let (unknown, asked) = (audit.unknown, audit.asked);
        found.push(format!(
            "{unknown} of {asked} posts could not be looked for in the store: the server was gone at the end."
        ));
    }
    found.extend(report.generator.complaints.iter().cloned());
    found
}

/// What does not speak against the numbers, but has to be known: actions of the mix that nobody performed, so that the
/// server had less to do than the mix says; points of metrics that there was no room for.
pub fn warnings(report: &Report, lost_points: u64) -> Vec<String> {
    let idle = report.actions.iter().filter(|(_, action)| {
        action.starts >= IDLE_STARTS_MIN && action.skips() as f64 > action.starts as f64 * IDLE_SHARE
    });
    let told = idle.filter_map(|(name, action)| {
        let (skips, starts, (reason, times)) = (action.skips(), action.starts, action.main_skip()?);
        Some(format!(
            "{name} was skipped {skips} of {starts} times ({reason}: {times}): the server had less to do than the mix says. \
             Does its world have what the action needs?"
        ))
    });
    let beyond = (lost_points > 0).then(|| {
        format!(
            "The server told more than {SERIES_MAX} series of metrics: {lost_points} points of the others were not kept, and \
             what the report says of the server may lack them. Name a Prometheus with --prometheus, which keeps all."
        )
    });
    told.chain(beyond).collect()
}

/// What speaks against the generators in the part that counts.
pub fn of_generator(generator: &Generator) -> Vec<String> {
    let mut found = Vec::new();
    for (name, agent) in &generator.agents {
        if agent.cores > 0.0 && agent.cpu_mean > agent.cores * GENERATOR_CPU_MAX {
            let (used, cores) = (agent.cpu_mean, agent.cores);
            found.push(format!(
                "Generator {name}: used {used:.1} of its {cores:.0} cores: use more machines or fewer users"
            ));
        }
        if agent.lag_p99_ms > LAG_P99_MAX_S * 1_000.0 {
            let lag = agent.lag_p99_ms;
            found.push(format!(
                "Generator {name}: one wake-up in a hundred came {lag:.0} ms late: latencies contain that"
            ));
        }
        let percent = agent.late_share * 100.0;
        if percent > LATE_MAX_PERCENT {
            found.push(format!(
                "Generator {name}: {percent:.1} % of its actions began late: the load was lower than asked"
            ));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::model::{Action, Delivery, GeneratorAgent, Requests, Times, Users};
    use super::*;
    use crate::coordinator::totals::SocketTotals;
    use simulate::results::Audit;

    fn sound() -> Report {
        let times = Times { count: 1_000, ..Times::default() };
        Report { requests: Requests { times, ..Requests::default() }, ..Report::default() }
    }

    #[test]
    fn a_sound_run_has_no_complaints() {
        assert_eq!(complaints(&sound(), None), Vec::<String>::new());
    }

    #[test]
    fn each_fault_is_named() {
        let times = Times { count: 100, ..Times::default() };
        let gone = Report { requests: Requests { broken: 50, times, ..Requests::default() }, ..sound() };
        let few = Report { users: Users { wanted: Some(100), peak: 90, ..Users::default() }, ..sound() };
        let users = Users { peak: 100, ready: 100, ..Users::default() };
        let deaf = Report { sockets: SocketTotals { opened: 90, ..SocketTotals::default() }, users, ..sound() };
        let lossy = Report { delivery: Delivery { lost: 1, ..Delivery::default() }, ..sound() };
        let audit = Some(Audit { asked: 9, unknown: 4, ..Audit::default() });
        let unproven = Report { delivery: Delivery { audit, ..Delivery::default() }, ..sound() };
        for (report, word) in [
            (unproven, "4 of 9 posts"),
            (gone, "gone"),
            (few, "Only 90 of"),
            (deaf, "Only 90 Web"),
            (lossy, "1 lost"),
            (Report::default(), "No request"),
        ] {
            let found = complaints(&report, None);
            assert!(found.iter().any(|one| one.contains(word)), "{word}: {found:?}");
        }
        assert!(complaints(&sound(), Some("by hand"))[0].contains("by hand"));
    }

    #[test]
    fn an_action_that_is_nearly_always_skipped_is_a_warning_and_no_complaint() {
        let action = |starts: u64, skips: u64| Action {
            starts,
            done: starts - skips,
            skipped: [("no threads".to_owned(), skips - 1), ("no channel".to_owned(), 1)].into(),
            ..Action::default()
        };
        let actions = [("Idle", action(100, 91)), ("Busy", action(1_000, 900)), ("Rare", action(99, 99))];
        let actions = actions.map(|(name, action)| (name.to_owned(), action)).into();
        let report = Report { actions, ..sound() };
        assert_eq!(complaints(&report, None), Vec::<String>::new());
        let found = warnings(&report, 0);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("Idle was skipped 91 of 100 times (no threads: 90)"), "{found:?}");
    }

    #[test]
    fn metrics_that_were_not_kept_are_a_warning() {
        let found = warnings(&sound(), 7);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("7 points of the others were not kept"), "{found:?}");
    }

    #[test]
    fn a_generator_without_room_is_named() {
        let busy = GeneratorAgent {
            cores: 2.0,
            cpu_mean: 1.95,
            late_share: 0.2,
            lag_p99_ms: 80.0,
            ..GeneratorAgent::default()
        };
        let generator = Generator { agents: [("lt0".to_owned(), busy)].into(), ..Generator::default() };
        assert_eq!(of_generator(&generator).len(), 3);
    }
}
