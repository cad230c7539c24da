//! Letters and digits as strokes: lines and arcs of one width with round ends.
//!
//! A default profile picture needs one letter of a user name, which is `a-z`, `0-9` and little
//! else. Forty shapes drawn here need no font file, no licence and no rasteriser: coverage is the
//! distance to the nearest stroke.
//!
//! Coordinates: capitals are 1 high, `y` grows downwards. Angles are in degrees, clockwise from
//! the right; an arc runs from its first angle to its second, which is larger.

/// One stroke's middle line.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stroke {
    Line { from: (f32, f32), to: (f32, f32) },
    Arc { centre: (f32, f32), radius: f32, from: f32, to: f32 },
}

impl Stroke {
    pub(crate) fn distance(&self, at: (f32, f32)) -> f32 {
        match *self {
            Stroke::Line { from, to } => {
                let (along, off) = ((to.0 - from.0, to.1 - from.1), (at.0 - from.0, at.1 - from.1));
                let len_squared = along.0 * along.0 + along.1 * along.1;
                let t = ((off.0 * along.0 + off.1 * along.1) / len_squared).clamp(0.0, 1.0);
                (off.0 - t * along.0).hypot(off.1 - t * along.1)
            }
            Stroke::Arc { centre, radius, from, to } => {
                let off = (at.0 - centre.0, at.1 - centre.1);
                let angle = off.1.atan2(off.0).to_degrees();
                if (angle - from).rem_euclid(360.0) <= to - from {
                    return (off.0.hypot(off.1) - radius).abs();
                }
                let to_end = |angle: f32| {
                    let (sin, cos) = angle.to_radians().sin_cos();
                    (off.0 - radius * cos).hypot(off.1 - radius * sin)
                };
                to_end(from).min(to_end(to))
            }
        }
    }

    /// Leftmost and rightmost point.
    fn extent(&self) -> (f32, f32) {
        match *self {
            Stroke::Line { from, to } => (from.0.min(to.0), from.0.max(to.0)),
            Stroke::Arc { centre, radius, from, to } => {
                let steps = (to - from).ceil() as u32;
                let xs = (0..=steps).map(|step| centre.0 + radius * (from + step as f32).min(to).to_radians().cos());
                xs.fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)))
            }
        }
    }
}

/// Leftmost and rightmost point of a shape.
pub(crate) fn extent(strokes: &[Stroke]) -> (f32, f32) {
    let extents = strokes.iter().map(Stroke::extent);
    extents.fold((f32::MAX, f32::MIN), |(low, high), (left, right)| (low.min(left), high.max(right)))
}

const fn line(x0: f32, y0: f32, x1: f32, y1: f32) -> Stroke {
    Stroke::Line { from: (x0, y0), to: (x1, y1) }
}

const fn arc(x: f32, y: f32, radius: f32, from: f32, to: f32) -> Stroke {
    Stroke::Arc { centre: (x, y), radius, from, to }
}

/// The shape of an ASCII letter or digit; of anything else, the outline of a person.
#[rustfmt::skip]
pub(crate) fn strokes(letter: char) -> &'static [Stroke] {
    match letter.to_ascii_uppercase() {
        'A' => const { &[line(0.0, 1.0, 0.36, 0.0), line(0.36, 0.0, 0.72, 1.0), line(0.12, 0.67, 0.6, 0.67)] },
        'B' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 0.0, 0.33, 0.0), arc(0.33, 0.235, 0.235, 270.0, 450.0),
            line(0.0, 0.47, 0.335, 0.47), arc(0.335, 0.735, 0.265, 270.0, 450.0), line(0.0, 1.0, 0.335, 1.0)] },
        'C' => const { &[arc(0.33, 0.33, 0.33, 180.0, 335.0), line(0.0, 0.33, 0.0, 0.67), arc(0.33, 0.67, 0.33, 25.0, 180.0)] },
        'D' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 0.0, 0.3, 0.0), arc(0.3, 0.34, 0.34, 270.0, 360.0),
            line(0.64, 0.34, 0.64, 0.66), arc(0.3, 0.66, 0.34, 0.0, 90.0), line(0.0, 1.0, 0.3, 1.0)] },
        'E' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 0.0, 0.53, 0.0), line(0.0, 0.49, 0.46, 0.49), line(0.0, 1.0, 0.53, 1.0)] },
        'F' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 0.0, 0.53, 0.0), line(0.0, 0.5, 0.45, 0.5)] },
        'G' => const { &[arc(0.33, 0.33, 0.33, 180.0, 335.0), line(0.0, 0.33, 0.0, 0.67), arc(0.33, 0.67, 0.33, 0.0, 180.0),
            line(0.66, 0.67, 0.66, 0.54), line(0.66, 0.54, 0.38, 0.54)] },
        'H' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.63, 0.0, 0.63, 1.0), line(0.0, 0.49, 0.63, 0.49)] },
        'I' => const { &[line(0.0, 0.0, 0.0, 1.0)] },
        'J' => const { &[line(0.46, 0.0, 0.46, 0.73), arc(0.19, 0.73, 0.27, 0.0, 150.0)] },
        'K' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.6, 0.0, 0.0, 0.62), line(0.21, 0.403, 0.62, 1.0)] },
        'L' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 1.0, 0.5, 1.0)] },
        'M' => const { &[line(0.0, 1.0, 0.0, 0.0), line(0.0, 0.0, 0.39, 0.64), line(0.39, 0.64, 0.78, 0.0), line(0.78, 0.0, 0.78, 1.0)] },
        'N' => const { &[line(0.0, 1.0, 0.0, 0.0), line(0.0, 0.0, 0.63, 1.0), line(0.63, 1.0, 0.63, 0.0)] },
        'O' => const { &[arc(0.35, 0.35, 0.35, 180.0, 360.0), line(0.0, 0.35, 0.0, 0.65), line(0.7, 0.35, 0.7, 0.65), arc(0.35, 0.65, 0.35, 0.0, 180.0)] },
        'P' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 0.0, 0.32, 0.0), arc(0.32, 0.275, 0.275, 270.0, 450.0), line(0.0, 0.55, 0.32, 0.55)] },
        'Q' => const { &[arc(0.35, 0.35, 0.35, 180.0, 360.0), line(0.0, 0.35, 0.0, 0.65), line(0.7, 0.35, 0.7, 0.65), arc(0.35, 0.65, 0.35, 0.0, 180.0),
            line(0.44, 0.74, 0.72, 1.05)] },
        'R' => const { &[line(0.0, 0.0, 0.0, 1.0), line(0.0, 0.0, 0.32, 0.0), arc(0.32, 0.275, 0.275, 270.0, 450.0), line(0.0, 0.55, 0.32, 0.55),
            line(0.29, 0.55, 0.61, 1.0)] },
        'S' => const { &[arc(0.34, 0.24, 0.24, 270.0, 335.0), line(0.25, 0.0, 0.34, 0.0), arc(0.25, 0.24, 0.24, 90.0, 270.0), line(0.25, 0.48, 0.35, 0.48),
            arc(0.35, 0.74, 0.26, 270.0, 450.0), line(0.24, 1.0, 0.35, 1.0), arc(0.24, 0.74, 0.26, 90.0, 160.0)] },
        'T' => const { &[line(0.0, 0.0, 0.64, 0.0), line(0.32, 0.0, 0.32, 1.0)] },
        'U' => const { &[line(0.0, 0.0, 0.0, 0.68), arc(0.32, 0.68, 0.32, 0.0, 180.0), line(0.64, 0.0, 0.64, 0.68)] },
        'V' => const { &[line(0.0, 0.0, 0.35, 1.0), line(0.35, 1.0, 0.7, 0.0)] },
        'W' => const { &[line(0.0, 0.0, 0.25, 1.0), line(0.25, 1.0, 0.49, 0.1), line(0.49, 0.1, 0.73, 1.0), line(0.73, 1.0, 0.98, 0.0)] },
        'X' => const { &[line(0.0, 0.0, 0.64, 1.0), line(0.64, 0.0, 0.0, 1.0)] },
        'Y' => const { &[line(0.0, 0.0, 0.34, 0.53), line(0.68, 0.0, 0.34, 0.53), line(0.34, 0.53, 0.34, 1.0)] },
        'Z' => const { &[line(0.0, 0.0, 0.6, 0.0), line(0.6, 0.0, 0.0, 1.0), line(0.0, 1.0, 0.6, 1.0)] },
        '0' => const { &[arc(0.29, 0.29, 0.29, 180.0, 360.0), line(0.0, 0.29, 0.0, 0.71), line(0.58, 0.29, 0.58, 0.71), arc(0.29, 0.71, 0.29, 0.0, 180.0)] },
        '1' => const { &[line(0.26, 0.0, 0.26, 1.0), line(0.0, 0.2, 0.26, 0.0)] },
        '2' => const { &[arc(0.28, 0.28, 0.28, 190.0, 400.0), line(0.4945, 0.46, 0.0, 1.0), line(0.0, 1.0, 0.58, 1.0)] },
        '3' => const { &[arc(0.28, 0.235, 0.235, 205.0, 450.0), line(0.19, 0.47, 0.28, 0.47), arc(0.28, 0.735, 0.265, 270.0, 515.0)] },
        '4' => const { &[line(0.44, 1.0, 0.44, 0.0), line(0.44, 0.0, 0.0, 0.72), line(0.0, 0.72, 0.62, 0.72)] },
        '5' => const { &[line(0.51, 0.0, 0.08, 0.0), line(0.08, 0.0, 0.0488, 0.4708), arc(0.268, 0.69, 0.31, 225.0, 510.0)] },
        '6' => const { &[arc(0.29, 0.71, 0.29, 0.0, 360.0), line(0.42, 0.0, 0.04, 0.565)] },
        '7' => const { &[line(0.0, 0.0, 0.58, 0.0), line(0.58, 0.0, 0.18, 1.0)] },
        '8' => const { &[arc(0.29, 0.235, 0.235, 0.0, 360.0), arc(0.29, 0.735, 0.265, 0.0, 360.0)] },
        '9' => const { &[arc(0.29, 0.29, 0.29, 0.0, 360.0), line(0.16, 1.0, 0.54, 0.435)] },
        _ => const { &[arc(0.4, 0.22, 0.21, 0.0, 360.0), arc(0.4, 1.0, 0.4, 180.0, 360.0)] },
    }
}
