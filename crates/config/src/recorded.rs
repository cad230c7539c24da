//! What a reference server answered, from the parity corpus, for tests of the views.

use serde_json::Value;

const RECORDING: &str = include_str!("../../../conformance/parity/recordings/system_public.jsonl");

/// Keys and types of the body that `step` recorded.
pub fn shape(step: &str) -> Value {
    let steps = RECORDING.lines().map(|line| serde_json::from_str::<Value>(line).expect("a recording is JSON lines"));
    let recorded = steps.into_iter().find(|recorded| recorded["step"] == step).expect("the step is recorded");
    recorded["body"]["$shape"].clone()
}
