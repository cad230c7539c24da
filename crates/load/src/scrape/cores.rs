//! Some cores of a machine, as the kernel writes them: `0,2-3`.

use std::fmt;
use std::str::FromStr;

/// Numbers of cores, rising, each once; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores(Vec<u16>);

impl Cores {
    pub fn has(&self, core: u16) -> bool {
        self.0.binary_search(&core).is_ok()
    }

    pub fn overlap(&self, other: &Cores) -> bool {
        self.0.iter().any(|core| other.has(*core))
    }

    /// Those that this process may use; `None` where the system does not tell.
    pub fn own() -> Option<Cores> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
        list.trim().parse().ok()
    }
}

impl FromStr for Cores {
    type Err = String;

    fn from_str(text: &str) -> Result<Cores, String> {
        let wrong = || format!("`{text}` names no cores: write 0,2-3");
        let number = |text: &str| text.parse::<u16>().map_err(|_| wrong());
        let mut cores = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(wrong());
            }
            cores.extend(first..=last);
        }
        cores.sort_unstable();
        cores.dedup();
        Ok(Cores(cores))
    }
}

impl fmt::Display for Cores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.0.chunk_by(|one, next| one + 1 == *next);
        let told = runs.map(|run| match run {
            [one] => one.to_string(),
            _ => format!("{}-{}", run[0], run[run.len() - 1]),
        });
        f.write_str(&told.collect::<Vec<_>>().join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_the_kernel_reads_and_is_written_again() {
        let cores: Cores = "4,0-2,1".parse().expect("a list");
        assert_eq!(cores.to_string(), "0-2,4");
        assert!(cores.has(2) && !cores.has(3));
        assert!(cores.overlap(&"2-3".parse().expect("a list")) && !cores.overlap(&"3,5".parse().expect("a list")));
        for text in ["", "a", "3-1", "1,", "-1"] {
            assert!(text.parse::<Cores>().is_err(), "{text}");
        }
    }
}
