//! Line charts as SVG, drawn here: no script, readable on paper and in the dark.
//!
//! Colours are classes. In a page they come from its style; a file of its own carries the same style inside.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::numbers;

/// A chart's lines and what its axes are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Chart {
    /// Part of file names: `api-time`.
    pub id: String,
    pub title: String,
    /// Of the vertical axis: `ms`, `%`, `MB`, `/s`, or nothing.
    pub unit: String,
    /// Of the horizontal axis: `min` or `users`.
    pub across: String,
    pub lines: Vec<Line>,
    /// A level that must not be reached.
    pub threshold: Option<f64>,
    /// The part of the horizontal axis that counts.
    pub counted: Option<(f64, f64)>,
    /// The parts that count, where there are several.
    pub spans: Vec<(f64, f64)>,
    /// A place on the horizontal axis with its name.
    pub mark: Option<(f64, String)>,
    /// Faults on the horizontal axis, in their order: each is drawn with its number.
    pub faults: Vec<(f64, String)>,
    /// What a reader should know, under the chart.
    pub note: String,
}

/// One line, or a cloud of dots.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
    pub dots: bool,
}

/// Points of a line that a chart of this width can show.
const POINTS_MAX: usize = 360;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 34.0;

/// The style of charts, for the page and for files.
pub const STYLE: &str = include_str!("chart.css");
/// What a file of its own has besides.
const FILE_STYLE: &str = include_str!("chart-file.css");

/// Lines have four colours; a fifth would look like the first.
pub const COLOURS: usize = 4;

/// Where the drawing is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Inside a page that has [`STYLE`].
    Page,
    /// A file of its own.
    File,
}

struct Frame {
    x: Axis,
    y: Axis,
}

struct Axis {
    from: f64,
    to: f64,
    ticks: Vec<f64>,
}

impl Frame {
    fn across(&self, x: f64) -> f64 {
        LEFT + (x - self.x.from) / (self.x.to - self.x.from) * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.y.from) / (self.y.to - self.y.from) * (HEIGHT - TOP - BOTTOM)
    }
}

impl Chart {
    pub fn has_points(&self) -> bool {
        self.lines.iter().any(|line| line.points.len() > 1)
    }

    /// Draws it.
    pub fn svg(&self, place: Place) -> String {
        let frame = self.frame();
        let mut out = String::with_capacity(16 * 1024);
        let title = escape(&self.title);
        let _ = write!(
            out,
            "<svg class=\"chart\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" aria-label=\"{title}\">"
        );
        if place == Place::File {
            // A file may stand on any ground, so it brings its own.
            let _ = write!(
                out,
                "<style>{STYLE}{FILE_STYLE}</style><rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"
            );
        }
        self.draw_span(&frame, &mut out);
        self.draw_axes(&frame, &mut out);
        for (at, line) in self.lines.iter().take(COLOURS).enumerate() {
            draw_line(&frame, line, at, &mut out);
        }
        self.draw_limits(&frame, &mut out);
        self.draw_faults(&frame, &mut out);
        self.draw_legend(&mut out);
        out.push_str("</svg>");
        out
    }

    fn frame(&self) -> Frame {
        let points = || self.lines.iter().take(COLOURS).flat_map(|line| &line.points);
        let ends = |values: &mut dyn Iterator<Item = f64>| {
            values.filter(|value| value.is_finite()).fold(None, |ends: Option<(f64, f64)>, value| {
                Some(ends.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
            })
        };
        let (from, to) = ends(&mut points().map(|point| point.0)).unwrap_or((0.0, 1.0));
        let top = ends(&mut points().map(|point| point.1)).map_or(1.0, |(_, high)| high);
        // A limit far above everything would press the lines flat; it is named instead.
        let top = self.threshold.filter(|limit| *limit < top * 4.0).map_or(top, |limit| top.max(limit));
        let ticks = numbers::ticks(0.0, top, 5);
        let highest = ticks.last().copied().unwrap_or(1.0);
        let across = numbers::ticks(from, to, 8).into_iter().filter(|tick| *tick >= from && *tick <= to).collect();
        Frame {
            x: Axis { from, to: if to > from { to } else { from + 1.0 }, ticks: across },
            y: Axis { from: 0.0, to: highest.max(top), ticks },
        }
    }

    fn draw_span(&self, frame: &Frame, out: &mut String) {
        for (from, to) in self.counted.iter().chain(&self.spans) {
            let (left, right) = (frame.across(from.max(frame.x.from)), frame.across(to.min(frame.x.to)));
            let height = HEIGHT - TOP - BOTTOM;
            let width = (right - left).max(0.0);
            let _ = write!(
                out,
                "<rect class=\"span\" x=\"{left:.1}\" y=\"{TOP}\" width=\"{width:.1}\" height=\"{height}\"/>"
            );
        }
    }

    fn draw_axes(&self, frame: &Frame, out: &mut String) {
        let (floor, end) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in &frame.y.ticks {
            let y = frame.up(*tick);
            let _ = write!(
                out,
                "<line class=\"rule\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{end}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.0,
                numbers::short(*tick)
            );
        }
        for tick in &frame.x.ticks {
            let x = frame.across(*tick);
            let label = numbers::short(*tick);
            let _ = write!(out, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>", floor + 16.0);
        }
        let across = escape(&self.across);
        let _ = write!(out, "<text x=\"{end}\" y=\"{}\" text-anchor=\"end\">{across}</text>", floor + 30.0);
        let _ = write!(out, "<text x=\"{}\" y=\"14\" text-anchor=\"end\">{}</text>", LEFT - 8.0, escape(&self.unit));
    }

    fn draw_limits(&self, frame: &Frame, out: &mut String) {
        let end = WIDTH - RIGHT;
        if let Some(limit) = self.threshold {
            let named = format!("limit {}", numbers::short(limit));
            if limit <= frame.y.to {
                let y = frame.up(limit);
                let _ = write!(
                    out,
                    "<line class=\"limit\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{end}\" y2=\"{y:.1}\"/>\
                     <text class=\"limit-name\" x=\"{end}\" y=\"{:.1}\" text-anchor=\"end\">{named}</text>",
                    y - 5.0
                );
            } else {
                let _ =
                    write!(out, "<text class=\"limit-name\" x=\"{end}\" y=\"14\" text-anchor=\"end\">{named} ↑</text>");
            }
        }
        if let Some((place, name)) = &self.mark {
            let x = frame.across(*place);
            let anchor = if x > WIDTH * 0.7 { "end" } else { "start" };
            let shift = if x > WIDTH * 0.7 { -6.0 } else { 6.0 };
            let _ = write!(
                out,
                "<line class=\"mark\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{}\"/>\
                 <text class=\"name\" x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
                HEIGHT - BOTTOM,
                x + shift,
                TOP + 12.0,
                escape(name)
            );
        }
    }

    fn draw_faults(&self, frame: &Frame, out: &mut String) {
        for (at, (place, words)) in self.faults.iter().enumerate() {
            if !(frame.x.from..=frame.x.to).contains(place) {
                continue;
            }
            let x = frame.across(*place);
            let _ = write!(
                out,
                "<g><title>{}</title><line class=\"fault\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{}\"/>\
                 <text class=\"fault-name\" x=\"{:.1}\" y=\"{}\">{}</text></g>",
                escape(words),
                HEIGHT - BOTTOM,
                x + 3.0,
                TOP + 10.0,
                at + 1
            );
        }
    }

    fn draw_legend(&self, out: &mut String) {
        let mut x = LEFT;
        for (at, line) in self.lines.iter().take(COLOURS).enumerate() {
            let name = escape(&line.name);
            let _ = write!(
                out,
                "<rect class=\"f{at}\" x=\"{x:.1}\" y=\"7\" width=\"14\" height=\"4\" rx=\"2\"/>\
                 <text class=\"name\" x=\"{:.1}\" y=\"14\">{name}</text>",
                x + 20.0
            );
            // Twelve pixels a letter's height make about 6.6 of its width.
            x += 40.0 + 6.6 * line.name.chars().count() as f64;
        }
    }
}

fn draw_line(frame: &Frame, line: &Line, colour: usize, out: &mut String) {
    if line.dots {
        for (x, y) in &line.points {
            let (x, y) = (frame.across(*x), frame.up(*y));
            let _ = write!(out, "<circle class=\"f{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\" opacity=\"0.7\"/>");
        }
        return;
    }
    let mut path = String::new();
    for (at, (x, y)) in line.points.iter().enumerate() {
        let step = if at == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{step}{:.1} {:.1}", frame.across(*x), frame.up(*y));
    }
    let _ = write!(out, "<path class=\"line s{colour}\" d=\"{path}\"/>");
}

/// Points that a chart can show: means of neighbours where there are more.
pub fn thin(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= POINTS_MAX {
        return points.to_vec();
    }
    (0..POINTS_MAX)
        .map(|at| {
            let group = &points[at * points.len() / POINTS_MAX..(at + 1) * points.len() / POINTS_MAX];
            let n = group.len() as f64;
            group.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / n, y + point.1 / n))
        })
        .collect()
}

/// Text for SVG and HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let line = Line { name: "p99 <x>".into(), points: vec![(0.0, 1.0), (5.0, 9.0)], dots: false };
        Chart { title: "API & more".into(), unit: "ms".into(), lines: vec![line], ..Chart::default() }
    }

    #[test]
    fn names_are_escaped_and_every_line_is_drawn() {
        let svg = chart().svg(Place::Page);
        assert!(svg.contains("p99 &lt;x&gt;") && svg.contains("API &amp; more") && !svg.contains("<style>"));
        assert_eq!(svg.matches("<path").count(), 1);
    }

    #[test]
    fn a_file_brings_its_style() {
        assert!(chart().svg(Place::File).contains("prefers-color-scheme: dark"));
    }

    #[test]
    fn a_far_limit_does_not_press_the_lines_flat() {
        let near = Chart { threshold: Some(12.0), ..chart() }.svg(Place::Page);
        let far = Chart { threshold: Some(1_000.0), ..chart() }.svg(Place::Page);
        assert!(near.contains("class=\"limit\"") && !far.contains("class=\"limit\"") && far.contains("limit 1,000"));
    }

    #[test]
    fn strange_values_still_make_a_drawing() {
        let empty = Chart::default().svg(Place::Page);
        let odd = Line { points: vec![(1.0, f64::NAN), (1.0, f64::INFINITY)], ..Line::default() };
        let odd = Chart { lines: vec![odd], ..Chart::default() }.svg(Place::Page);
        assert!(empty.ends_with("</svg>") && odd.ends_with("</svg>"));
    }

    #[test]
    fn many_points_become_means() {
        let many: Vec<_> = (0..10_000).map(|at| (f64::from(at), 2.0)).collect();
        let thinned = thin(&many);
        assert_eq!(thinned.len(), POINTS_MAX);
        assert!(thinned.iter().all(|point| (point.1 - 2.0).abs() < 1e-9));
    }
}
