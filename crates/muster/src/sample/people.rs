//! The people of the sample team.

pub const TEAM: &str = "Harbour Lights";
pub const TEAM_NAME: &str = "harbour-lights";

/// Everybody's password: the data is a sample, and the printed login must work.
pub const PASSWORD: &str = "sample-Pass1";

/// The account that is made first.
pub const ADMIN: &str = "mara";

/// One of them.
pub struct Person {
    pub username: &'static str,
    pub first_name: &'static str,
    pub last_name: &'static str,
    pub position: &'static str,
    pub status: Option<(&'static str, &'static str)>,
}

const fn person(
    username: &'static str,
    first_name: &'static str,
    last_name: &'static str,
    position: &'static str,
    status: Option<(&'static str, &'static str)>,
) -> Person {
    Person { username, first_name, last_name, position, status }
}

/// All of them, the administrator first.
pub const PEOPLE: &[Person] = &[
    person(ADMIN, "Mara", "Lindqvist", "Head of operations", None),
    person("tomas", "Tomás", "Okafor", "Ferry scheduling", Some(("ferry", "Timetable week"))),
    person("yuki", "Yuki", "Tanaka", "Software", Some(("headphones", "Heads down until two"))),
    person("priya", "Priya", "Raman", "Customer service", None),
    person("jonas", "Jonas", "Weber", "Engine workshop", Some(("wrench", "In the engine room"))),
    person("amina", "Amina", "Haddad", "Design", None),
    person("lucia", "Lucía", "Marino", "Finance", Some(("palm_tree", "Away until Monday"))),
    person("sven", "Sven", "Aalto", "Harbour pilot", None),
];
