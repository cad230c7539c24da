//! The machine that the lab ran on, for the report: a number without it cannot be compared.

use std::fs;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    pub processor: String,
    pub cores: usize,
    pub memory_bytes: u64,
    pub system: String,
    pub kernel: String,
}

/// What the kernel says; empty where it says nothing.
pub fn read() -> Machine {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    Machine {
        processor: after(&file("/proc/cpuinfo"), "model name"),
        cores: std::thread::available_parallelism().map_or(0, usize::from),
        memory_bytes: after(&file("/proc/meminfo"), "MemTotal")
            .split(' ')
            .next()
            .and_then(|kilobytes| kilobytes.parse::<u64>().ok())
            .map_or(0, |kilobytes| kilobytes * 1_024),
        system: file("/etc/os-release")
            .lines()
            .find_map(|line| line.strip_prefix("PRETTY_NAME="))
            .unwrap_or(std::env::consts::OS)
            .trim_matches('"')
            .to_owned(),
        kernel: file("/proc/sys/kernel/osrelease").trim().to_owned(),
    }
}

fn after(text: &str, name: &str) -> String {
    let line = text.lines().find(|line| line.starts_with(name));
    line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_after_its_name() {
        assert_eq!(after("processor : 0\nmodel name\t: Some CPU @ 2 GHz\n", "model name"), "Some CPU @ 2 GHz");
        assert_eq!(after("", "model name"), "");
    }
}
