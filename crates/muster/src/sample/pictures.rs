//! The files that the sample team shows each other, drawn here: a chart, a plan, a list.

use pictures::{PictureError, draw};

/// Width and height of the drawings.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 360;

/// Name, type and content of a file.
///
/// # Errors
/// When a picture cannot be encoded.
pub fn file(what: &str) -> Result<(&'static str, &'static str, Vec<u8>), PictureError> {
    Ok(match what {
        "chart" => ("passengers-by-week.png", "image/png", draw(WIDTH, HEIGHT, chart)?),
        "sunset" => ("harbour-at-six.png", "image/png", draw(WIDTH, HEIGHT, sunset)?),
        _ => ("winter-timetable.csv", "text/csv", TIMETABLE.as_bytes().to_vec()),
    })
}

const TIMETABLE: &str = "\
line,from,to,departure,arrival
1,North Pier,Gull Island,06:10,06:45
1,Gull Island,North Pier,07:00,07:35
2,North Pier,Old Lighthouse,06:30,07:20
2,Old Lighthouse,North Pier,07:45,08:35
3,South Quay,Gull Island,08:15,08:40
";

const PAPER: [u8; 3] = [250, 250, 247];
const INK: [u8; 3] = [38, 84, 124];
const ACCENT: [u8; 3] = [239, 131, 84];
/// Passengers of twelve weeks, in percent of the height.
const WEEKS: [u32; 12] = [34, 38, 36, 45, 52, 49, 58, 66, 63, 71, 78, 84];

fn chart(x: u32, y: u32) -> [u8; 3] {
    let (margin, bottom) = (40, HEIGHT - 40);
    if y == bottom && x >= margin && x < WIDTH - margin {
        return INK;
    }
    if x < margin || x >= WIDTH - margin || y >= bottom {
        return PAPER;
    }
    let each = (WIDTH - 2 * margin) / WEEKS.len() as u32;
    let week = ((x - margin) / each).min(WEEKS.len() as u32 - 1);
    let height = (bottom - margin) * WEEKS[week as usize] / 100;
    let inside = (x - margin) % each >= 8 && y > bottom - height;
    match (inside, week + 1 == WEEKS.len() as u32) {
        (false, _) => PAPER,
        (true, true) => ACCENT,
        (true, false) => INK,
    }
}

fn sunset(x: u32, y: u32) -> [u8; 3] {
    let horizon = HEIGHT * 6 / 10;
    let mix = |from: [u8; 3], to: [u8; 3], at: u32, of: u32| {
        [0, 1, 2].map(|c| ((u32::from(from[c]) * (of - at) + u32::from(to[c]) * at) / of) as u8)
    };
    let (dx, dy) = (x.abs_diff(WIDTH / 2), y.abs_diff(horizon));
    if dx * dx + dy * dy < 60 * 60 && y < horizon {
        return [255, 214, 120];
    }
    if y < horizon {
        return mix([46, 41, 78], [244, 132, 95], y, horizon);
    }
    let glitter = dx < 60 + (y - horizon) / 2 && (x / 7 + y / 3).is_multiple_of(4);
    if glitter { [255, 190, 120] } else { mix([66, 52, 94], [22, 24, 48], y - horizon, HEIGHT - horizon) }
}
