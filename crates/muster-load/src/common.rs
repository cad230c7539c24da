//! Flags that every subcommand with simulated users takes, and the configuration they make.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use simulate::agent::control::Create;
use simulate::config::{LabConfig, LoadTestConfig, SimulControllerConfig};
use simulate::mix::Mix;
use simulate::mix::rates::Rates;
use simulate::names;
use simulate::net::Trust;

use crate::problem::Problem;

#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The server, as its users address it.
    #[arg(long, value_name = "URL", value_parser = names::url)]
    pub url: Option<String>,
    /// Email or name of an administrator. On an empty server the account is made.
    #[arg(long, value_name = "LOGIN")]
    pub admin_login: Option<String>,
    #[arg(long, value_name = "PASSWORD", env = "MUSTER_LOAD_ADMIN_PASSWORD", hide_env_values = true)]
    pub admin_password: Option<String>,
    /// Simulated users, at most.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub users: Option<u64>,
    /// How slow everybody is: pauses last this many times 20 s. Without it, the configured distribution.
    #[arg(long, value_name = "FACTOR", value_parser = rate)]
    pub rate: Option<f64>,
    /// What the users do. `levels` takes small-server, all else ceiling-v2.
    #[arg(long, value_enum)]
    pub mix: Option<MixName>,
    /// Same seed, same choices. Drawn when not given, and told in the report.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// Sessions per account, on average.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    pub sessions_per_user: Option<u64>,
    /// Accounts, one a line: an address, a blank and a password, which may have blanks; or a CSV file of both.
    #[arg(long, value_name = "FILE")]
    pub users_file: Option<PathBuf>,
    /// Keeps sessions here and takes them up again, so that a run need not measure password hashing.
    #[arg(long, value_name = "FILE")]
    pub sessions_file: Option<PathBuf>,
    /// Source addresses to spread connections over, separated by commas.
    #[arg(long, value_name = "ADDRESSES", value_delimiter = ',')]
    pub local_addresses: Vec<std::net::IpAddr>,
    #[command(flatten)]
    pub certificates: Certificates,
    /// Folder with the reference tool's files: config.json, simulcontroller.json, coordinator.json.
    #[arg(long = "config", value_name = "DIR")]
    pub config: Option<PathBuf>,
}

/// Which certificates are believed: those of the server, and of what tells its numbers.
#[derive(Args, Clone, Debug)]
pub struct Certificates {
    /// PEM file of the authorities that may have signed them, in place of the public ones.
    #[arg(long, value_name = "FILE", conflicts_with = "insecure")]
    ca: Option<PathBuf>,
    /// Accepts any certificate.
    #[arg(long)]
    insecure: bool,
}

impl Certificates {
    /// What tells agents so.
    ///
    /// # Errors
    /// When the file cannot be read, or holds no certificate.
    pub fn lab(&self) -> Result<LabConfig, Problem> {
        let mut lab = LabConfig { insecure: self.insecure, ..LabConfig::default() };
        if let Some(file) = &self.ca {
            let of_file = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
            lab.authorities = base::text_file::read(file)?;
            Trust::of_pem(lab.authorities.as_bytes()).map_err(|error| of_file(&error))?;
        }
        Ok(lab)
    }
}

/// Names of the mixes on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MixName {
    #[value(name = "ceiling-v2")]
    CeilingV2,
    #[value(name = "2026")]
    Y2026,
    #[value(name = "small-server")]
    SmallServer,
}

impl From<MixName> for Mix {
    fn from(name: MixName) -> Mix {
        match name {
            MixName::CeilingV2 => Mix::CeilingV2,
            MixName::Y2026 => Mix::Y2026,
            MixName::SmallServer => Mix::SmallServer,
        }
    }
}

impl Common {
    /// The body that creates an agent: the files of `--config`, with what the flags say in their place.
    ///
    /// # Errors
    /// When a file does not read, or what results does not hold together.
    pub fn create(&self) -> Result<Create, Problem> {
        let mut config: LoadTestConfig = self.file("config.json")?.unwrap_or_default();
        let simul: Option<SimulControllerConfig> = self.file("simulcontroller.json")?;
        let connection = &mut config.connection_configuration;
        if let Some(url) = &self.url {
            connection.server_url = url.trim_end_matches('/').to_owned();
            connection.web_socket_url = String::new();
        }
        set(&mut connection.admin_email, &self.admin_login);
        set(&mut connection.admin_password, &self.admin_password);
        let users = &mut config.users_configuration;
        set(&mut users.max_active_users, &self.users);
        set(&mut users.avg_sessions_per_user, &self.sessions_per_user);
        if let Some(file) = &self.users_file {
            users.users_file_path = file.display().to_string();
        }
        if let Some(rate) = self.rate {
            config.user_controller_configuration.rates_distribution = Rates::all(rate);
        }
        config.check()?;
        let lab = LabConfig {
            mix: self.mix.map(Mix::from).unwrap_or_default(),
            seed: self.seed,
            local_addresses: self.local_addresses.clone(),
            sessions_file: self.sessions_file.clone(),
            ..self.certificates.lab()?
        };
        Ok(Create { load_test_config: config, simul_controller_config: simul, lab_config: Some(lab) })
    }

    fn file<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Problem> {
        let Some(folder) = &self.config else { return Ok(None) };
        let path = folder.join(name);
        if !path.exists() {
            return Ok(None);
        }
        read(&path).map(Some)
    }
}

/// How many times the usual pause.
fn rate(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 0.0);
    factor.ok_or_else(|| format!("{text:?} is no rate: a number above 0, such as 5.4"))
}

/// Reads a JSON file.
///
/// # Errors
/// With the file's name and what is wrong with it.
pub fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Problem> {
    let text = base::text_file::read(path)?;
    Ok(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?)
}

fn set<T: Clone>(place: &mut T, value: &Option<T>) {
    if let Some(value) = value {
        *place = value.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_authorities_is_refused_by_its_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ca.pem");
        let certificates = Certificates { ca: Some(file.clone()), insecure: false };
        let refused = |certificates: &Certificates| certificates.lab().expect_err("refused").to_string();
        assert!(refused(&certificates).contains("ca.pem"), "it is not there");
        std::fs::write(&file, "no certificate").expect("written");
        assert!(refused(&certificates).contains("holds no certificate"));
    }
}
