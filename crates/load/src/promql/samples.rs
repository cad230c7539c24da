//! Samples in memory: every series with its points, oldest first, bounded in number and length.
//!
//! A long run thins out its past instead of forgetting it: when a series is full, every second point of its
//! older half goes, and of all series when there are too many points in all. Rates over the whole run stay right, and
//! the newer half keeps every point.

use std::collections::HashMap;

use base::Millis;
use serde::{Deserialize, Serialize};

use super::Matcher;

/// Points of one series. At one scrape each 5 s the newer half alone is an hour and a half; 32 KB a series.
const POINTS_MAX: usize = 2_048;

/// Series in all; a node that has answered everything once has some 3,000. Points of further ones are counted, not kept.
pub const SERIES_MAX: usize = 100_000;

/// Points of all series: 256 MB.
const POINTS_ALL_MAX: usize = 1 << 24;

/// Sorted names and values, the metric's name among them as `__name__`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Labels(Vec<(String, String)>);

impl Labels {
    /// Of equal names the last counts; an empty value is no label.
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Labels {
        let mut sorted: Vec<(String, String)> = Vec::new();
        for (name, value) in pairs {
            match sorted.binary_search_by(|(known, _)| known.as_str().cmp(&name)) {
                Ok(at) => sorted[at].1 = value,
                Err(at) => sorted.insert(at, (name, value)),
            }
        }
        sorted.retain(|(_, value)| !value.is_empty());
        Labels(sorted)
    }

    /// The value of a label; that of an absent one is empty.
    pub fn get(&self, name: &str) -> &str {
        let found = self.0.binary_search_by(|(known, _)| known.as_str().cmp(name));
        found.map_or("", |at| &self.0[at].1)
    }

    pub fn only(&self, kept: &[String]) -> Labels {
        Labels(self.0.iter().filter(|(name, _)| kept.contains(name)).cloned().collect())
    }

    pub fn without(&self, dropped: &[&str]) -> Labels {
        Labels(self.0.iter().filter(|(name, _)| !dropped.contains(&name.as_str())).cloned().collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The same with further labels, which win.
    pub fn with(&self, further: &Labels) -> Labels {
        Labels::new(self.0.iter().chain(&further.0).cloned())
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub at: Millis,
    pub value: f64,
}

/// Prometheus' mark of a series that is gone: one certain of the many not-a-numbers.
const STALE: u64 = 0x7ff0_0000_0000_0002;

impl Point {
    /// Says that the series ended here.
    pub fn stale(at: Millis) -> Point {
        Point { at, value: f64::from_bits(STALE) }
    }

    pub fn is_stale(&self) -> bool {
        self.value.to_bits() == STALE
    }
}

/// Where a series is; nowhere when there were too many.
#[derive(Clone, Copy, Debug)]
pub struct Place(Option<usize>);

/// All series of a run.
#[derive(Debug)]
pub struct Samples {
    places: HashMap<Labels, usize>,
    by_name: HashMap<String, Vec<usize>>,
    series: Vec<(Labels, Vec<Point>)>,
    /// Points of all series, and how many they may be.
    points: usize,
    points_max: usize,
    lost: u64,
}

impl Default for Samples {
    fn default() -> Samples {
        Samples {
            places: HashMap::new(),
            by_name: HashMap::new(),
            series: Vec::new(),
            points: 0,
            points_max: POINTS_ALL_MAX,
            lost: 0,
        }
    }
}

impl Samples {
    /// Adds a point, as [`Samples::put`] does.
    pub fn add(&mut self, labels: &Labels, point: Point) {
        let place = self.place(labels);
        self.put(place, point);
    }

    /// Where the points of a series go, for whoever adds to it again and again. It holds for these samples alone.
    pub fn place(&mut self, labels: &Labels) -> Place {
        match self.places.get(labels) {
            Some(place) => Place(Some(*place)),
            None if self.series.len() >= SERIES_MAX => Place(None),
            None => Place(Some(self.begin(labels))),
        }
    }

    /// Adds a point; one that is not newer than the series' last is left out, as Prometheus does. What has no place is
    /// counted.
    pub fn put(&mut self, place: Place, point: Point) {
        let Some(place) = place.0 else {
            self.lost += 1;
            return;
        };
        if self.points >= self.points_max {
            self.points -= self.series.iter_mut().map(|(_, points)| thin_out(points)).sum::<usize>();
        }
        let points = &mut self.series[place].1;
        if points.last().is_some_and(|last| last.at >= point.at) {
            return;
        }
        if points.len() == POINTS_MAX {
            self.points -= thin_out(points);
        }
        points.push(point);
        self.points += 1;
    }

    fn begin(&mut self, labels: &Labels) -> usize {
        let place = self.series.len();
        self.series.push((labels.clone(), Vec::new()));
        self.places.insert(labels.clone(), place);
        self.by_name.entry(labels.get("__name__").to_owned()).or_default().push(place);
        place
    }

    /// The series that all matchers accept.
    pub fn matching<'a>(&'a self, matchers: &'a [Matcher]) -> impl Iterator<Item = (&'a Labels, &'a [Point])> {
        let name = matchers.iter().find_map(|matcher| matcher.exact_name());
        let places: Box<dyn Iterator<Item = usize>> = match name {
            Some(name) => Box::new(self.by_name.get(name).into_iter().flatten().copied()),
            None => Box::new(0..self.series.len()),
        };
        places
            .map(|place| &self.series[place])
            .filter(move |(labels, _)| matchers.iter().all(|one| one.accepts(labels.get(&one.label))))
            .map(|(labels, points)| (labels, points.as_slice()))
    }

    /// Every series, in the order of their first points.
    pub fn all(&self) -> impl Iterator<Item = (&Labels, &[Point])> {
        self.series.iter().map(|(labels, points)| (labels, points.as_slice()))
    }

    /// Points that were not kept because there were too many series.
    pub fn lost(&self) -> u64 {
        self.lost
    }
}

/// Lets every second point of the older half go. The answer is how many went.
fn thin_out(points: &mut Vec<Point>) -> usize {
    let (before, older) = (points.len(), points.len() / 2);
    let mut at = 0;
    points.retain(|_| {
        at += 1;
        at > older || at % 2 == 1
    });
    before - points.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promql::parse;

    fn labels(pairs: &[(&str, &str)]) -> Labels {
        Labels::new(pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())))
    }

    #[test]
    fn labels_are_sorted_and_the_last_of_a_name_counts() {
        let found = labels(&[("b", "1"), ("a", "2"), ("b", "3"), ("c", "")]);
        assert_eq!(found, labels(&[("a", "2"), ("b", "3")]));
        assert_eq!((found.get("b"), found.get("c")), ("3", ""));
    }

    #[test]
    fn a_full_series_keeps_its_first_and_its_newest_points() {
        let mut samples = Samples::default();
        let name = labels(&[("__name__", "a")]);
        for at in 0..20_000 {
            samples.add(&name, Point { at, value: at as f64 });
        }
        let (_, points) = samples.all().next().expect("it is there");
        assert!(points.len() <= POINTS_MAX);
        assert_eq!(points[0].at, 0);
        assert!(points.is_sorted_by_key(|point| point.at));
        assert!(points[points.len() - POINTS_MAX / 2..].windows(2).all(|pair| pair[1].at - pair[0].at == 1));
    }

    #[test]
    fn all_series_are_thinned_out_when_there_are_too_many_points() {
        let mut samples = Samples { points_max: 100, ..Samples::default() };
        let names: Vec<Labels> = (0..4).map(|number| labels(&[("n", &number.to_string())])).collect();
        for at in 0..1_000 {
            names.iter().for_each(|name| samples.add(name, Point { at, value: 1.0 }));
        }
        assert_eq!(samples.points, samples.all().map(|(_, points)| points.len()).sum::<usize>());
        assert!((50..=100).contains(&samples.points), "{}", samples.points);
        for (_, points) in samples.all() {
            assert!(points.is_sorted_by_key(|point| point.at));
            assert_eq!((points[0].at, points[points.len() - 1].at), (0, 999));
        }
    }

    #[test]
    fn points_go_forward_only() {
        let mut samples = Samples::default();
        let name = labels(&[("__name__", "a")]);
        for at in [5, 5, 4, 6] {
            samples.add(&name, Point { at, value: 1.0 });
        }
        assert_eq!(samples.all().next().map(|(_, points)| points.len()), Some(2));
    }

    #[test]
    fn too_many_series_are_counted() {
        let mut samples = Samples::default();
        for number in 0..SERIES_MAX + 5 {
            samples.add(&labels(&[("n", &number.to_string())]), Point { at: 0, value: 1.0 });
        }
        assert_eq!((samples.all().count(), samples.lost()), (SERIES_MAX, 5));
    }

    #[test]
    fn a_series_that_ended_has_no_value_and_lives_again() {
        let mut samples = Samples::default();
        let name = labels(&[("__name__", "a")]);
        samples.add(&name, Point { at: 1_000, value: 7.0 });
        samples.add(&name, Point::stale(2_000));
        samples.add(&name, Point { at: 3_000, value: 8.0 });
        let value = |at| parse("a").expect("a query").instant(&samples, at).expect("a value").first();
        assert_eq!((value(1_500), value(2_500), value(3_500)), (Some(7.0), None, Some(8.0)));
    }
}
