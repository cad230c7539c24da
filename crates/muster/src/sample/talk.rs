//! What the sample team says, and where.

/// A channel to be made.
pub struct New {
    pub name: &'static str,
    pub display_name: &'static str,
    pub kind: &'static str,
    pub purpose: &'static str,
    pub header: &'static str,
    pub owner: &'static str,
    pub members: &'static [&'static str],
}

/// Something that somebody says.
pub struct Line {
    pub who: &'static str,
    pub says: &'static str,
    /// In the thread of the last line that was no reply.
    pub replies: bool,
    pub pinned: bool,
    pub urgent: bool,
    pub shows: Option<&'static str>,
    pub gets: &'static [(&'static str, &'static str)],
}

const fn say(who: &'static str, says: &'static str) -> Line {
    Line { who, says, replies: false, pinned: false, urgent: false, shows: None, gets: &[] }
}

const fn reply(who: &'static str, says: &'static str) -> Line {
    Line { replies: true, ..say(who, says) }
}

impl Line {
    const fn pinned(self) -> Line {
        Line { pinned: true, ..self }
    }

    const fn urgent(self) -> Line {
        Line { urgent: true, ..self }
    }

    const fn shows(self, what: &'static str) -> Line {
        Line { shows: Some(what), ..self }
    }

    const fn gets(self, reactions: &'static [(&'static str, &'static str)]) -> Line {
        Line { gets: reactions, ..self }
    }
}

pub const CHANNELS: &[New] = &[
    New {
        name: "timetable",
        display_name: "Timetable",
        kind: "O",
        purpose: "The winter timetable, line by line",
        header: "Deadline: **Friday noon**",
        owner: "tomas",
        members: &["mara", "priya", "sven", "yuki", "amina"],
    },
    New {
        name: "app",
        display_name: "Ticket app",
        kind: "O",
        purpose: "What we build and what is broken",
        header: "",
        owner: "yuki",
        members: &["amina", "priya", "mara", "jonas"],
    },
    New {
        name: "workshop",
        display_name: "Workshop",
        kind: "O",
        purpose: "Engines, spare parts, who is on shift",
        header: "",
        owner: "jonas",
        members: &["sven", "mara", "tomas"],
    },
    New {
        name: "budget",
        display_name: "Budget",
        kind: "P",
        purpose: "Numbers that are not final",
        header: "",
        owner: "lucia",
        members: &["mara"],
    },
];

pub const TALK: &[(&str, &[Line])] = &[
    (
        "town-square",
        &[
            say("mara", "Good morning, everyone! :wave: The winter season starts in three weeks. Plans go to ~timetable, \
                 bugs of the ticket app to ~app.")
            .pinned()
            .gets(&[("tomas", "wave"), ("priya", "wave"), ("sven", "ferry")]),
            say("sven", "The harbour this morning. Worth getting up for.")
                .shows("sunset")
                .gets(&[("amina", "heart_eyes"), ("mara", "sunrise"), ("lucia", "heart_eyes")]),
            say("lucia", "Expense reports for this month, please, by Thursday. Yes, @jonas, also the ones for coffee."),
            reply("jonas", "They are in the drawer. Under the coffee."),
            reply("lucia", "Of course they are.").gets(&[("jonas", "innocent"), ("mara", "joy")]),
        ],
    ),
    (
        "off-topic",
        &[
            say("amina", "Who is in for the Thursday quiz? We were *four points* off last time."),
            reply("yuki", "In. No sports questions, please."),
            reply("sven", "In, and I take the sports questions.").gets(&[("yuki", "pray"), ("amina", "tada")]),
            say("priya", "Found a bakery that delivers to the pier. Orders until ten."),
        ],
    ),
    (
        "timetable",
        &[
            say("tomas", "Here is the first version of the winter timetable. Changes against last year:\n\n\
                 | line | change |\n|---|---|\n| 1 | first boat at 06:10 |\n| 2 | no change |\n| 3 | new, weekdays only |")
            .shows("timetable")
            .pinned(),
            reply("priya", "Line 3 at 08:15 is too late for the school run. People ask for 07:40 every day."),
            reply("tomas", "Then the crew of line 1 has no break. @sven, can the *Gull* take line 3?"),
            reply("sven", "From November on, yes. She is in the workshop until the 28th."),
            reply("mara", "Good. 07:40 it is.").gets(&[("priya", "tada"), ("tomas", "+1")]),
            say("mara", "@tomas the printers need the final version on Friday at noon.")
                .urgent()
                .gets(&[("tomas", "eyes")]),
        ],
    ),
    (
        "app",
        &[
            say("yuki", "Release 4.2 is out. Buying a return ticket took five requests, now it takes one:\n\n\
                 ```rust\nlet ticket = office.book(Trip::there_and_back(from, to)).await?;\n```")
            .gets(&[("amina", "rocket"), ("priya", "rocket"), ("mara", "clap")]),
            say("priya", "Three people called: the **pay** button is hidden behind the keyboard on small phones."),
            reply("amina", "Seen it. The footer is fixed to the bottom; I make it scroll."),
            reply("yuki", "I can put it into 4.2.1 today.").gets(&[("priya", "heart")]),
            say("amina", "Passengers by week since the new start page. I like the last bar. #growth").shows("chart"),
            reply("mara", "So does the board.").gets(&[("amina", "blush")]),
        ],
    ),
    (
        "workshop",
        &[
            say("jonas", "The *Gull*: cylinder 3 is out, bearings arrive on Wednesday."),
            reply("sven", "Is the 28th still right?"),
            reply("jonas", "The 27th, if the bearings are the right ones this time."),
            say("jonas", "- [x] oil\n- [x] filters\n- [ ] bearings\n- [ ] trial run"),
        ],
    ),
    ("budget", &[say("lucia", "Draft for next year is ready. Fuel is the open question: +6 % or +9 %?"), reply("mara", "Plan with 9.")]),
];

pub const DIRECT: &[(&str, &str, &[Line])] = &[
    (
        "mara",
        "tomas",
        &[
            say("mara", "Do you need anything for Friday?"),
            say("tomas", "A day more. But I take the quiet room instead."),
        ],
    ),
    ("yuki", "amina", &[say("yuki", "Do you have the footer as SVG, too?"), say("amina", "On its way.")]),
];
