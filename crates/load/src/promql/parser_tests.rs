//! Which texts are queries, and how they bind.

use proptest::prelude::*;

use super::*;

/// The tree with brackets around everything that binds.
fn shape(text: &str) -> String {
    fn of(expression: &Expression) -> String {
        match expression {
            Expression::Number(value) => value.to_string(),
            Expression::Negated(of_what) => format!("-{}", of(of_what)),
            Expression::Selector(selector) => match &selector.matchers[0].test {
                Test::Is(name) => name.clone(),
                _ => "{}".into(),
            },
            Expression::Range(selector, ms) => {
                format!("{}[{ms}]", of(&Expression::Selector(selector.clone())))
            }
            Expression::Call(function, arguments) => {
                format!("{function:?}({})", arguments.iter().map(of).collect::<Vec<_>>().join(","))
            }
            Expression::Aggregate { how, of: what, .. } => format!("{how:?}({})", of(what)),
            Expression::Binary(binary) => {
                format!("({} {:?} {})", of(&binary.left), binary.operator, of(&binary.right))
            }
        }
    }
    of(&parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}")))
}

#[test]
fn arithmetic_binds_as_usual() {
    assert_eq!(shape("1 + 2 * 3"), "(1 Add (2 Multiply 3))");
    assert_eq!(shape("1 - 2 - 3"), "((1 Subtract 2) Subtract 3)");
    assert_eq!(shape("2 ^ 3 ^ 2"), "(2 Power (3 Power 2))");
    assert_eq!(shape("-2 ^ 2"), "-(2 Power 2)");
    assert_eq!(shape("-a * b"), "(-a Multiply b)");
    assert_eq!(shape("a > 1 and b < 2 or c"), "(((a Greater 1) And (b Less 2)) Or c)");
}

#[test]
fn ranges_and_groupings_are_read() {
    assert_eq!(shape("sum(rate(a[1m])) by (le)"), "Sum(Rate(a[60000]))");
    assert_eq!(shape("sum by (le, x) (rate(a[1h30m]))"), "Sum(Rate(a[5400000]))");
    assert_eq!(shape("histogram_quantile(0.99, sum(rate(a_bucket[250ms])) by (le))"), {
        "HistogramQuantile(0.99,Sum(Rate(a_bucket[250])))"
    });
}

#[test]
fn a_metric_may_be_named_like_an_aggregation() {
    assert_eq!(shape("count"), "count");
}

#[test]
fn what_is_not_evaluated_is_refused_with_its_place() {
    for (text, at) in [
        ("rate(a[1m:5s])", 9),
        ("a @ 5", 2),
        ("topk(5, a)", 4),
        ("a * on(x) group_left b", 21),
        ("rate(a)", 7),
        ("a[1m]", 5),
        ("sum(1)", 6),
        ("{a=\"\"}", 6),
        ("1 > 2", 5),
    ] {
        let problem = parse(text).expect_err(text);
        assert_eq!(problem.at, at, "{text}: {problem}");
    }
}

#[test]
fn broken_texts_are_refused() {
    for text in ["", "(", "a{", "a{b=~\"(\"}", "'a", "5x", "a b", "sum(", "rate(a[5])", "1 +", "a{b}", "\\"] {
        assert!(parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_very_deep_query_is_refused_and_not_fallen_over() {
    let text = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(parse(&text).expect_err("too deep").reason.contains("deep"));
}

proptest! {
    #[test]
    fn no_text_breaks_the_parser(text in "\\PC{0,60}") {
        let _ = parse(&text);
    }

    #[test]
    fn no_mix_of_its_own_words_breaks_the_parser(
        words in proptest::collection::vec(proptest::sample::select(vec![
            "a", "sum", "rate", "(", ")", "[", "]", "5m", "1", "{", "}", "x=\"1\"", ",", "by", "+", "-", "^", "==", "offset", "and",
        ]), 0..25)
    ) {
        let _ = parse(&words.join(" "));
    }
}
