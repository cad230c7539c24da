//! What is kept of a run beside its report: what is needed to run it again, and no password.

use load::coordinator::run::Plan;
use load::coordinator::settings::CoordinatorConfig;
use load::report::model::Report;
use serde_json::{Value, json};
use simulate::agent::control::Create;
use simulate::config::{LabConfig, LoadTestConfig};

/// The configuration as it was used: goals and metrics of each part, users, pauses, mix, seed and addresses, the loop's
/// settings, and when it was.
pub fn configuration(create: &Create, settings: &CoordinatorConfig, plans: &[Plan], report: &Report) -> Value {
    // Lines with passwords; the file that they are of is named by the configuration.
    let lab = LabConfig { accounts: String::new(), ..create.lab_config.clone().unwrap_or_default() };
    json!({
        "setup": report.setup,
        "started_at": report.started_at,
        "counted_from": report.counted_from,
        "ended_at": report.ended_at,
        "plans": plans,
        "config": without_password(&create.load_test_config),
        "simulcontroller": create.simulation(),
        "lab": lab,
        "coordinator": settings,
    })
}

/// A report is passed on; the administrator's password is not.
fn without_password(config: &LoadTestConfig) -> LoadTestConfig {
    let mut config = config.clone();
    config.connection_configuration.admin_password.clear();
    config
}

/// The program and its arguments for a report: without the folder of the program and without the password, which
/// `MUSTER_LOAD_ADMIN_PASSWORD` holds as well.
pub fn command_line(arguments: impl Iterator<Item = String>) -> String {
    const SECRET: &str = "--admin-password";
    let mut words: Vec<String> = vec!["muster-load".into()];
    let mut is_secret = false;
    for word in arguments.skip(1) {
        if !std::mem::take(&mut is_secret) {
            is_secret = word == SECRET;
            if !is_secret && !word.starts_with("--admin-password=") {
                let is_plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./:=,@%+".contains(&byte));
                words.push(if is_plain && !word.is_empty() {
                    word
                } else {
                    format!("'{}'", word.replace('\'', "'\\''"))
                });
            }
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use load::coordinator::steering::Goal;
    use load::coordinator::step;
    use simulate::mix::Mix;

    use super::*;

    #[test]
    fn the_archive_tells_all_that_a_run_is_repeated_by_and_no_password() {
        let mut create = Create::default();
        create.load_test_config.connection_configuration.admin_password = "secret-of-the-administrator".into();
        create.load_test_config.users_configuration.max_active_users = 40;
        let lab = create.lab_config.get_or_insert_default();
        (lab.seed, lab.mix, lab.accounts) = (9, Mix::SmallServer, "a@b.c secret-of-a-user\n".into());
        lab.local_addresses = vec![[127, 0, 0, 2].into()];
        let settings = CoordinatorConfig::default();
        let goal = Goal::Bounded { users: 40, duration_ms: 60_000, ramp: step::Rules::default() };
        let metrics = settings.monitor_config.queries.clone();
        let plan = Plan { goal, metrics, range_ms: 15_000, interval_ms: 2_000, storm: None, faults: None };
        let mut report = Report { started_at: 5, ended_at: 7, ..Report::default() };
        report.setup.seeds.insert("lt0".into(), 9);
        let told = configuration(&create, &settings, &[plan], &report);
        assert!(!told.to_string().contains("secret-of"), "{told}");
        assert_eq!(told["setup"]["seeds"], json!({"lt0": 9}));
        assert_eq!((&told["lab"]["Seed"], &told["lab"]["LocalAddresses"]), (&json!(9), &json!(["127.0.0.2"])));
        assert_eq!(told["simulcontroller"]["MinIdleTimeMs"], 600, "that of the mix");
        let bounded = &told["plans"][0]["goal"]["bounded"];
        assert_eq!((&bounded["users"], &bounded["duration_ms"]), (&json!(40), &json!(60_000)));
        assert_eq!((&bounded["ramp"]["users_inc"], &told["plans"][0]["range_ms"]), (&json!(8), &json!(15_000)));
        assert_eq!((&told["started_at"], &told["ended_at"]), (&json!(5), &json!(7)));
        assert_eq!(told["config"]["UsersConfiguration"]["MaxActiveUsers"], 40);
    }

    #[test]
    fn a_report_repeats_the_command_without_its_password() {
        let said = |text: &[&str]| command_line(text.iter().map(|word| (*word).to_owned()));
        assert_eq!(
            said(&[
                "/home/me/muster-load",
                "bounded",
                "--admin-password",
                "secret",
                "--title",
                "A run",
                "--users",
                "5"
            ]),
            "muster-load bounded --title 'A run' --users 5"
        );
        assert_eq!(said(&["muster-load", "ceiling", "--admin-password=secret"]), "muster-load ceiling");
    }
}
