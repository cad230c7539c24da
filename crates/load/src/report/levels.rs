//! One report of several fixed levels that were run one after the other.
//!
//! Charts go over the whole run and the saturation curve over the levels themselves. Endpoints, actions, health and
//! generators are those of the last level, which the report names.

use base::Millis;

use super::build::users_chart;
use super::model::{Kind, LevelRow, Report};
use super::queries::{self, Span};
use super::saturation;
use crate::scrape::Source;

/// The report of all `levels`, each a bounded run, which are in the order they were run; `None` of none. `timeline` is
/// that of all of them, and `range` that of the rates in charts: `1m`.
pub async fn together(
    levels: Vec<(LevelRow, Report)>,
    timeline: &[(Millis, u32)],
    range: &str,
    source: &mut Source,
) -> Option<Report> {
    let spans: Vec<(Millis, Millis)> =
        levels.iter().map(|(_, report)| (report.counted_from, report.ended_at)).collect();
    let (started_at, counted_from) = levels.first().map(|(_, first)| (first.started_at, first.counted_from))?;
    let partial = levels.iter().any(|(_, report)| report.partial);
    let complaints = told(&levels, |report| &report.complaints);
    let warnings = told(&levels, |report| &report.warnings);
    let has_several = levels.len() > 1;
    let (rows, reports): (Vec<LevelRow>, Vec<Report>) = levels.into_iter().unzip();
    let last = reports.into_iter().next_back()?;
    let saturation = saturation::of_levels(&rows);
    let span = Span { from: started_at, counted_from: started_at, to: last.ended_at };
    let mut charts = vec![users_chart(timeline, span)];
    charts.extend(queries::standard(source, span, range).await);
    for chart in &mut charts {
        chart.spans = spans.iter().map(|(from, to)| (span.minutes(*from), span.minutes(*to))).collect();
    }
    if let Some(chart) = charts.first_mut() {
        chart.note = "The shaded parts are those that count, one for each level.".into();
    }
    charts.extend(saturation.as_ref().map(saturation::chart));
    Some(Report {
        kind: Kind::Levels,
        partial,
        started_at,
        counted_from,
        valid: complaints.is_empty(),
        complaints,
        warnings,
        saturation,
        charts,
        of_level: rows.last().filter(|_| has_several).map(|row| row.users),
        levels: rows,
        ..last
    })
}

/// What is told of each level. Delivery is counted on from level to level: the same number again is no news.
fn told(levels: &[(LevelRow, Report)], of: impl Fn(&Report) -> &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut before: &[String] = &[];
    for (row, report) in levels {
        let news = of(report).iter().filter(|one| !before.contains(one));
        found.extend(news.map(|one| format!("{} users: {one}", row.users)));
        before = of(report);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::document::document;
    use super::super::html;
    use super::super::model::Times;
    use super::*;

    fn level(users: u32, from: Millis, complaints: &[&str]) -> (LevelRow, Report) {
        let row = LevelRow {
            users,
            times: Times { mean_ms: f64::from(users) / 10.0, ..Times::default() },
            good: true,
            ..LevelRow::default()
        };
        let report = Report {
            started_at: from,
            counted_from: from + 20_000,
            ended_at: from + 60_000,
            complaints: complaints.iter().map(|&one| one.into()).collect(),
            endpoints: [("GET /users/me".to_owned(), Default::default())].into(),
            ..Report::default()
        };
        (row, report)
    }

    async fn three() -> Report {
        let lost = "Delivery: 1 lost";
        let levels = vec![level(50, 0, &[]), level(200, 60_000, &[lost]), level(400, 120_000, &[lost, "slow"])];
        let timeline: Vec<(Millis, u32)> = (0..180).map(|second| (second * 1_000, (second * 2) as u32)).collect();
        together(levels, &timeline, "60s", &mut Source::own(vec![])).await.expect("three levels")
    }

    #[tokio::test]
    async fn the_curve_has_a_point_for_each_level_and_charts_span_all() {
        let report = three().await;
        let points = report.saturation.as_ref().map(|found| found.points.clone());
        assert_eq!(points, Some(vec![(50.0, 5.0), (200.0, 20.0), (400.0, 40.0)]));
        let users = &report.charts[0];
        let ends = (users.lines[0].points.first(), users.lines[0].points.last());
        assert_eq!(ends, (Some(&(0.0, 0.0)), Some(&(179.0 / 60.0, 358.0))));
        let minutes = [(20.0 / 60.0, 1.0), (80.0 / 60.0, 2.0), (140.0 / 60.0, 3.0)];
        assert_eq!(users.spans, minutes);
        assert_eq!((report.started_at, report.ended_at), (0, 180_000));
    }

    #[tokio::test]
    async fn tables_say_which_level_they_are_of() {
        let page = html::page(&document(&three().await));
        for said in ["<h2>Endpoints at 400 users</h2>", "<h2>Generators at 400 users</h2>", "Saturation"] {
            assert!(page.contains(said), "{said}");
        }
        assert_eq!(page.matches("class=\"span\"").count(), 3);
    }

    #[tokio::test]
    async fn a_complaint_is_told_at_the_level_where_it_came_up() {
        let report = three().await;
        assert_eq!(report.complaints, ["200 users: Delivery: 1 lost", "400 users: slow"]);
        assert!(!report.valid);
    }
}
