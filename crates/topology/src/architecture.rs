//! Names of deployments in the published ceiling tests: `FAMILY.ABC`.
//!
//! The family is the size of a machine, as clouds call it; application and database nodes have the same. The digits
//! count the application nodes, the database nodes (the writer, and readers that stand by) and the search nodes. That
//! is how the published reports use them: `4XL.662` is six application nodes, a writer with five readers, two search
//! nodes. One proxy stands before them, and several where the report says so. What the names do not say (bus, file
//! store, metrics) is the reader's: see [`Shape::of`](super::Shape::of).

use std::fmt;
use std::str::FromStr;

/// Sizes of the published instances.
const FAMILIES: [&str; 4] = ["L", "XL", "2XL", "4XL"];

/// What a deployment consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    family: String,
    /// Nodes of the application, of the database, of the search.
    nodes: [u8; 3],
}

impl FromStr for Architecture {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            let families = FAMILIES.join(", ");
            format!(
                "`{text}` is no architecture: {why}; write FAMILY.ABC, the family of {families} and a digit each of application, database and search nodes"
            )
        };
        let (family, nodes) = text.split_once('.').ok_or_else(|| wrong("it does not say how many nodes"))?;
        if !FAMILIES.contains(&family) {
            return Err(wrong(&format!("there is no family `{family}`")));
        }
        let digits: Vec<u8> = nodes.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
        let nodes = digits.try_into().ok().filter(|_| nodes.len() == 3);
        let nodes: [u8; 3] = nodes.ok_or_else(|| wrong("its nodes are not three digits"))?;
        if nodes[0] == 0 {
            return Err(wrong("nothing works without an application node"));
        }
        Ok(Architecture { family: family.into(), nodes })
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [application, database, search] = self.nodes;
        write!(out, "{}.{application}{database}{search}", self.family)
    }
}

impl Architecture {
    pub fn family(&self) -> &str {
        &self.family
    }

    /// Application, database and search nodes.
    pub fn nodes(&self) -> [u8; 3] {
        self.nodes
    }

    /// Name and meaning, for the report.
    pub fn told(&self) -> String {
        let [application, database, search] = self.nodes;
        format!(
            "{self}: {application} application, {database} database and {search} search nodes of size {}",
            self.family
        )
    }

    /// # Errors
    /// When metrics are scraped, but not those of every application node.
    pub fn must_match(&self, metrics_urls: usize) -> Result<(), String> {
        let nodes = usize::from(self.nodes[0]);
        if metrics_urls == 0 || metrics_urls == nodes {
            return Ok(());
        }
        Err(format!("{self} has {nodes} application nodes, but --metrics-url names {metrics_urls}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_names_read_and_others_are_refused() {
        let read = |text: &str| text.parse::<Architecture>();
        for text in ["L.110", "XL.222", "2XL.552", "4XL.662"] {
            assert_eq!(read(text).map(|one| one.to_string()), Ok(text.to_owned()));
        }
        for (text, why) in [
            ("", "how many nodes"),
            ("2XL", "how many nodes"),
            ("9XL.999", "no family `9XL`"),
            ("xl.222", "no family `xl`"),
            ("XL.", "three digits"),
            ("XL.22", "three digits"),
            ("XL.2222", "three digits"),
            ("XL.2a2", "three digits"),
            ("2XL.000", "without an application node"),
        ] {
            let said = read(text).expect_err("this is no published name");
            assert!(said.contains(why) && said.contains("write FAMILY.ABC"), "{said}");
        }
    }

    #[test]
    fn metrics_of_a_node_that_nobody_scrapes_are_missed_before_the_run() {
        let two: Architecture = "XL.222".parse().expect("a published name");
        assert!(two.must_match(0).is_ok() && two.must_match(2).is_ok() && two.must_match(1).is_err());
    }
}
