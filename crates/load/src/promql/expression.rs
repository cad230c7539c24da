//! A parsed query as a tree. Pure data; [`super::parser`] makes it and [`super::evaluate`] walks it.

use regex::Regex;

use base::Millis;

#[derive(Clone, Debug)]
pub enum Expression {
    Number(f64),
    Negated(Box<Expression>),
    Selector(Selector),
    /// A selector with its samples of the last `range_ms`.
    Range(Selector, Millis),
    Call(Function, Vec<Expression>),
    Aggregate {
        how: Aggregation,
        grouping: Grouping,
        of: Box<Expression>,
    },
    Binary(Box<Binary>),
}

#[derive(Clone, Debug)]
pub struct Binary {
    pub operator: Operator,
    pub left: Expression,
    pub right: Expression,
    /// `on(…)` or `ignoring(…)`; without either, all labels must be equal.
    pub matching: Grouping,
    /// `bool`: comparisons give 0 and 1 instead of leaving series out.
    pub gives_bool: bool,
}

#[derive(Clone, Debug)]
pub struct Selector {
    pub matchers: Vec<Matcher>,
    pub offset_ms: Millis,
}

#[derive(Clone, Debug)]
pub struct Matcher {
    pub label: String,
    pub test: Test,
}

#[derive(Clone, Debug)]
pub enum Test {
    Is(String),
    IsNot(String),
    /// The whole value, as Prometheus anchors it.
    Fits(Regex),
    FitsNot(Regex),
}

impl Matcher {
    /// The metric's name, when the matcher wants exactly one.
    pub fn exact_name(&self) -> Option<&str> {
        match &self.test {
            Test::Is(name) if self.label == "__name__" => Some(name),
            _ => None,
        }
    }

    /// An absent label is an empty one.
    pub fn accepts(&self, value: &str) -> bool {
        match &self.test {
            Test::Is(wanted) => value == wanted,
            Test::IsNot(unwanted) => value != unwanted,
            Test::Fits(wanted) => wanted.is_match(value),
            Test::FitsNot(unwanted) => !unwanted.is_match(value),
        }
    }
}

/// Which labels make a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grouping {
    By(Vec<String>),
    Without(Vec<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    Sum,
    Avg,
    Min,
    Max,
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Rate,
    Irate,
    Increase,
    Delta,
    AvgOverTime,
    MinOverTime,
    MaxOverTime,
    SumOverTime,
    CountOverTime,
    HistogramQuantile,
    Abs,
    Ceil,
    Floor,
    ClampMin,
    ClampMax,
    Scalar,
    Vector,
}

impl Function {
    const NAMES: &[(&str, Function)] = &[
        ("rate", Function::Rate),
        ("irate", Function::Irate),
        ("increase", Function::Increase),
        ("delta", Function::Delta),
        ("avg_over_time", Function::AvgOverTime),
        ("min_over_time", Function::MinOverTime),
        ("max_over_time", Function::MaxOverTime),
        ("sum_over_time", Function::SumOverTime),
        ("count_over_time", Function::CountOverTime),
        ("histogram_quantile", Function::HistogramQuantile),
        ("abs", Function::Abs),
        ("ceil", Function::Ceil),
        ("floor", Function::Floor),
        ("clamp_min", Function::ClampMin),
        ("clamp_max", Function::ClampMax),
        ("scalar", Function::Scalar),
        ("vector", Function::Vector),
    ];

    pub fn named(name: &str) -> Option<Function> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
    }

    /// The kinds of its arguments.
    pub fn takes(self) -> &'static [Kind] {
        match self {
            Function::Rate | Function::Irate | Function::Increase | Function::Delta => &[Kind::Range],
            Function::AvgOverTime | Function::MinOverTime | Function::MaxOverTime => &[Kind::Range],
            Function::SumOverTime | Function::CountOverTime => &[Kind::Range],
            Function::HistogramQuantile => &[Kind::Scalar, Kind::Vector],
            Function::Abs | Function::Ceil | Function::Floor | Function::Scalar => &[Kind::Vector],
            Function::ClampMin | Function::ClampMax => &[Kind::Vector, Kind::Scalar],
            Function::Vector => &[Kind::Scalar],
        }
    }
}

/// What an expression evaluates to; known before it is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Scalar,
    Vector,
    Range,
}

impl Expression {
    pub fn kind(&self) -> Kind {
        match self {
            Expression::Number(_) | Expression::Call(Function::Scalar, _) => Kind::Scalar,
            Expression::Negated(of) => of.kind(),
            Expression::Range(..) => Kind::Range,
            Expression::Binary(binary) => match (binary.left.kind(), binary.right.kind()) {
                (Kind::Scalar, Kind::Scalar) => Kind::Scalar,
                _ => Kind::Vector,
            },
            Expression::Selector(_) | Expression::Call(..) | Expression::Aggregate { .. } => Kind::Vector,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Unless,
}

impl Operator {
    /// Higher binds tighter.
    pub fn precedence(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And | Operator::Unless => 2,
            Operator::Add | Operator::Subtract => 4,
            Operator::Multiply | Operator::Divide | Operator::Modulo => 5,
            Operator::Power => 7,
            _ => 3,
        }
    }

    pub fn compares(self) -> bool {
        self.precedence() == 3
    }

    pub fn is_of_sets(self) -> bool {
        self.precedence() <= 2
    }

    /// The value of two numbers; comparisons give 0 or 1.
    pub fn of(self, left: f64, right: f64) -> f64 {
        let truth = |is: bool| f64::from(u8::from(is));
        match self {
            Operator::Add => left + right,
            Operator::Subtract => left - right,
            Operator::Multiply => left * right,
            Operator::Divide => left / right,
            Operator::Modulo => left % right,
            Operator::Power => left.powf(right),
            Operator::Equal => truth(left == right),
            Operator::NotEqual => truth(left != right),
            Operator::Less => truth(left < right),
            Operator::LessEqual => truth(left <= right),
            Operator::Greater => truth(left > right),
            Operator::GreaterEqual => truth(left >= right),
            Operator::And | Operator::Or | Operator::Unless => unreachable!("sets have no value of two numbers"),
        }
    }
}
