//! The saturation curve: what a request takes when so many users are at work, and where that bends.
//!
//! A run that changes its users goes through many numbers of them and takes its curve from its rounds. Fixed levels are
//! points of their own: what users met while they arrived belongs to no level.

use base::Millis;

use super::chart::{Chart, Line};
use super::model::{LevelRow, Saturation};
use super::queries::Span;
use crate::coordinator::run::Outcome;
use crate::statistics::knee::{POINTS_MIN, knee};

/// Numbers of users below which there is no curve.
const LEVELS_MIN: usize = 5;

/// Users and the mean request time then, from the rounds of a run and its charts.
pub fn of_rounds(outcome: &Outcome, charts: &[Chart], span: Span) -> Option<Saturation> {
    let times = &charts.iter().find(|chart| chart.id == "client-time")?.lines.first()?.points;
    let at_minute = |minute: f64| {
        let at = span.from + (minute * 60_000.0) as Millis;
        let place = outcome.timeline.partition_point(|(then, _)| *then <= at);
        outcome.timeline.get(place.checked_sub(1)?).map(|(_, users)| f64::from(*users))
    };
    let mut points: Vec<(f64, f64)> =
        times.iter().filter_map(|(minute, ms)| at_minute(*minute).map(|users| (users, *ms))).collect();
    points.retain(|(users, _)| *users > 0.0);
    points.sort_by(|one, other| one.0.total_cmp(&other.0));
    let distinct = points.windows(2).filter(|pair| pair[0].0 < pair[1].0).count();
    (distinct >= LEVELS_MIN).then(|| Saturation { knee: knee(&points, 1), points })
}

/// Users of each level and the mean request time at it; none of a single level.
pub fn of_levels(levels: &[LevelRow]) -> Option<Saturation> {
    let points: Vec<(f64, f64)> = levels.iter().map(|level| (f64::from(level.users), level.times.mean_ms)).collect();
    (points.len() > 1).then(|| Saturation { knee: knee(&points, 1), points })
}

/// The curve with its knee.
pub fn chart(found: &Saturation) -> Chart {
    let mut lines =
        vec![Line { name: "mean request time at the client".into(), points: found.points.clone(), dots: true }];
    let mut mark = None;
    if let Some(knee) = &found.knee {
        let at = |users: f64| {
            let slope = if users < knee.users { knee.slope_before } else { knee.slope_after };
            (users, (knee.at_knee + (users - knee.users) * slope).max(0.0))
        };
        lines.push(Line {
            name: "fitted".into(),
            points: vec![at(knee.from), at(knee.users), at(knee.to)],
            dots: false,
        });
        mark = Some((knee.users, format!("knee {:.0}", knee.users)));
    }
    let note = match &found.knee {
        Some(knee) => format!("The knee lies between {:.0} and {:.0} users (95 %).", knee.low, knee.high),
        None if found.points.len() < POINTS_MIN => {
            format!("A knee is fitted to {POINTS_MIN} points or more; these are {}.", found.points.len())
        }
        None => "The curve has no knee: latency did not begin to climb within the levels that were tried.".into(),
    };
    let (title, id) = ("Saturation: request time over users".into(), "saturation".into());
    Chart { id, title, unit: "ms".into(), across: "users".into(), lines, mark, note, ..Chart::default() }
}

#[cfg(test)]
mod tests {
    use super::super::model::Times;
    use super::*;

    fn level(users: u32, mean_ms: f64) -> LevelRow {
        LevelRow { users, times: Times { mean_ms, ..Times::default() }, ..LevelRow::default() }
    }

    #[test]
    fn the_curve_of_levels_is_their_own_means() {
        let levels = [level(50, 3.0), level(200, 4.0), level(750, 90.0)];
        let found = of_levels(&levels).expect("three levels make a curve");
        assert_eq!(
            (found.points.as_slice(), found.knee),
            ([(50.0, 3.0), (200.0, 4.0), (750.0, 90.0)].as_slice(), None)
        );
        assert_eq!(chart(&found).note, "A knee is fitted to 8 points or more; these are 3.");
        assert!(of_levels(&levels[..1]).is_none());
    }

    #[test]
    fn ten_levels_that_bend_have_a_knee_between_them() {
        let bent = |users: u32| level(users, 5.0 + f64::from(users.saturating_sub(600)) * 0.5);
        let levels: Vec<LevelRow> = (1..=10).map(|step| bent(step * 100)).collect();
        let knee = of_levels(&levels).and_then(|found| found.knee).expect("it bends");
        assert!((560.0..640.0).contains(&knee.users), "{knee:?}");
    }
}
