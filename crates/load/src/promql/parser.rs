//! Tokens made into a tree, with the precedence of PromQL. Types are checked here, so that evaluation
//! cannot meet a range where a number belongs.

use regex::Regex;

use super::expression::{Aggregation, Binary, Expression, Function, Grouping, Kind, Matcher, Operator, Selector, Test};
use super::lexer::{Token, tokens};

/// Nesting that a written query never reaches, and a stack always holds.
const DEPTH_MAX: usize = 64;

/// Why a text is no query of the supported part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {at}: {reason}")]
pub struct ParseError {
    pub at: usize,
    pub reason: String,
}

impl ParseError {
    pub(super) fn new(at: usize, reason: impl Into<String>) -> ParseError {
        ParseError { at, reason: reason.into() }
    }
}

/// Reads a query.
///
/// # Errors
/// With the place, when the text is no PromQL or uses what the lab does not evaluate.
pub fn parse(text: &str) -> Result<Expression, ParseError> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let expression = parser.expression(0)?;
    match parser.peek() {
        Token::End if expression.kind() == Kind::Range => Err(parser.wrong("a range needs a function, like rate()")),
        Token::End => Ok(expression),
        _ => Err(parser.wrong("the query should end here")),
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].1.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn wrong(&self, reason: impl Into<String>) -> ParseError {
        ParseError::new(self.tokens[self.at].0, reason)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is = matches!(self.peek(), Token::Sign(found) if *found == sign);
        if is {
            self.next();
        }
        is
    }

    fn expect(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.takes(sign) { Ok(()) } else { Err(self.wrong(format!("`{sign}` is missing"))) }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Token::Name(name) if name.eq_ignore_ascii_case(word));
        if is {
            self.next();
        }
        is
    }

    fn expression(&mut self, at_least: u8) -> Result<Expression, ParseError> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(self.wrong("the query is nested too deep"));
        }
        let mut left = self.unary()?;
        while let Some(operator) = self.operator() {
            if operator.precedence() < at_least {
                break;
            }
            self.next();
            let gives_bool = self.takes_word("bool");
            if gives_bool && !operator.compares() {
                return Err(self.wrong("`bool` goes with comparisons"));
            }
            let matching = self.matching()?;
            // The power binds to the right, everything else to the left.
            let right = self.expression(operator.precedence() + u8::from(operator != Operator::Power))?;
            left = self.binary(Binary { operator, left, right, matching, gives_bool })?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn binary(&self, binary: Binary) -> Result<Expression, ParseError> {
        let kinds = [binary.left.kind(), binary.right.kind()];
        if kinds.contains(&Kind::Range) {
            return Err(self.wrong("a range needs a function, like rate()"));
        }
        if binary.operator.is_of_sets() && kinds.contains(&Kind::Scalar) {
            return Err(self.wrong("and, or and unless join vectors"));
        }
        if binary.operator.compares() && kinds == [Kind::Scalar, Kind::Scalar] && !binary.gives_bool {
            return Err(self.wrong("a comparison of two numbers needs `bool`"));
        }
        Ok(Expression::Binary(Box::new(binary)))
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.peek() {
            Token::Sign(sign) => match *sign {
                "+" => Operator::Add,
                "-" => Operator::Subtract,
                "*" => Operator::Multiply,
                "/" => Operator::Divide,
                "%" => Operator::Modulo,
                "^" => Operator::Power,
                "==" => Operator::Equal,
                "!=" => Operator::NotEqual,
                "<" => Operator::Less,
                "<=" => Operator::LessEqual,
                ">" => Operator::Greater,
                ">=" => Operator::GreaterEqual,
                _ => return None,
            },
            Token::Name(name) => match name.to_ascii_lowercase().as_str() {
                "and" => Operator::And,
                "or" => Operator::Or,
                "unless" => Operator::Unless,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn matching(&mut self) -> Result<Grouping, ParseError> {
        let matching = if self.takes_word("on") {
            Grouping::By(self.labels()?)
        } else if self.takes_word("ignoring") {
            Grouping::Without(self.labels()?)
        } else {
            Grouping::Without(Vec::new())
        };
        if self.takes_word("group_left") || self.takes_word("group_right") {
            return Err(self.wrong("many-to-one matching is not evaluated here: use a Prometheus"));
        }
        Ok(matching)
    }

    fn unary(&mut self) -> Result<Expression, ParseError> {
        if self.takes("-") {
            // Tighter than `*`, looser than `^`: -2^2 is -4.
            let of = self.expression(6)?;
            return match of.kind() {
                Kind::Range => Err(self.wrong("a range has no negative")),
                _ => Ok(Expression::Negated(Box::new(of))),
            };
        }
        if self.takes("+") {
            return self.expression(6);
        }
        let primary = self.primary()?;
        self.after(primary)
    }

    fn primary(&mut self) -> Result<Expression, ParseError> {
        match self.peek().clone() {
            Token::Number(value) => {
                self.next();
                Ok(Expression::Number(value))
            }
            Token::Sign("(") => {
                self.next();
                let inside = self.expression(0)?;
                self.expect(")")?;
                Ok(inside)
            }
            Token::Sign("{") => self.selector(None),
            Token::Name(name) => {
                let lower = name.to_ascii_lowercase();
                self.next();
                if let Some(how) = aggregation(&lower)
                    && (matches!(self.peek(), Token::Sign("(")) || self.peeks_grouping())
                {
                    return self.aggregate(how);
                }
                if matches!(self.peek(), Token::Sign("(")) {
                    return self.call(&name);
                }
                match lower.as_str() {
                    "inf" => Ok(Expression::Number(f64::INFINITY)),
                    "nan" => Ok(Expression::Number(f64::NAN)),
                    _ => self.selector(Some(name)),
                }
            }
            _ => Err(self.wrong("an expression is missing")),
        }
    }

    fn peeks_grouping(&self) -> bool {
        matches!(self.peek(), Token::Name(name) if matches!(name.to_ascii_lowercase().as_str(), "by" | "without"))
    }

    /// What may follow a selector: a range, an offset.
    fn after(&mut self, mut expression: Expression) -> Result<Expression, ParseError> {
        if self.takes("[") {
            let Expression::Selector(selector) = expression else {
                return Err(self.wrong("subqueries are not evaluated here: use a Prometheus"));
            };
            let Token::Duration(range_ms) = self.next() else { return Err(self.wrong("a duration is missing")) };
            if range_ms == 0 {
                return Err(self.wrong("a range is longer than nothing"));
            }
            self.expect("]")?;
            expression = Expression::Range(selector, range_ms);
        }
        if self.takes_word("offset") {
            let back = if self.takes("-") { -1 } else { 1 };
            let Token::Duration(offset_ms) = self.next() else { return Err(self.wrong("a duration is missing")) };
            match &mut expression {
                Expression::Selector(selector) | Expression::Range(selector, _) => {
                    selector.offset_ms = back * offset_ms;
                }
                _ => return Err(self.wrong("only a selector has an offset")),
            }
        }
        if matches!(self.peek(), Token::Sign("@")) {
            return Err(self.wrong("`@` is not evaluated here: use a Prometheus"));
        }
        Ok(expression)
    }

    fn aggregate(&mut self, how: Aggregation) -> Result<Expression, ParseError> {
        let before = self.grouping()?;
        self.expect("(")?;
        let of = self.expression(0)?;
        self.expect(")")?;
        let grouping = match before {
            Some(grouping) => grouping,
            None => self.grouping()?.unwrap_or(Grouping::By(Vec::new())),
        };
        match of.kind() {
            Kind::Vector => Ok(Expression::Aggregate { how, grouping, of: Box::new(of) }),
            _ => Err(self.wrong("only a vector can be summed up")),
        }
    }

    fn grouping(&mut self) -> Result<Option<Grouping>, ParseError> {
        if self.takes_word("by") {
            return Ok(Some(Grouping::By(self.labels()?)));
        }
        if self.takes_word("without") {
            return Ok(Some(Grouping::Without(self.labels()?)));
        }
        Ok(None)
    }

    fn labels(&mut self) -> Result<Vec<String>, ParseError> {
        self.expect("(")?;
        let mut labels = Vec::new();
        while !self.takes(")") {
            let Token::Name(label) = self.next() else { return Err(self.wrong("a label is missing")) };
            labels.push(label);
            if !self.takes(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(labels)
    }

    fn call(&mut self, name: &str) -> Result<Expression, ParseError> {
        let function = Function::named(name)
            .ok_or_else(|| self.wrong(format!("`{name}` is not evaluated here: use a Prometheus")))?;
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.takes(")") {
            arguments.push(self.expression(0)?);
            if !self.takes(",") {
                self.expect(")")?;
                break;
            }
        }
        if !arguments.iter().map(Expression::kind).eq(function.takes().iter().copied()) {
            return Err(self.wrong(format!("`{name}` takes {:?}", function.takes())));
        }
        Ok(Expression::Call(function, arguments))
    }

    fn selector(&mut self, name: Option<String>) -> Result<Expression, ParseError> {
        let mut matchers = Vec::new();
        matchers.extend(name.map(|name| Matcher { label: "__name__".into(), test: Test::Is(name) }));
        if self.takes("{") {
            while !self.takes("}") {
                matchers.push(self.matcher()?);
                if !self.takes(",") {
                    self.expect("}")?;
                    break;
                }
            }
        }
        if matchers.iter().all(|matcher| matcher.accepts("")) {
            return Err(self.wrong("a selector needs a name or a label that is not empty"));
        }
        Ok(Expression::Selector(Selector { matchers, offset_ms: 0 }))
    }

    fn matcher(&mut self) -> Result<Matcher, ParseError> {
        let Token::Name(label) = self.next() else { return Err(self.wrong("a label is missing")) };
        let Token::Sign(sign) = self.next() else { return Err(self.wrong("one of = != =~ !~ is missing")) };
        let Token::Text(value) = self.next() else { return Err(self.wrong("a text in quotes is missing")) };
        let anchored = |value: &str| {
            Regex::new(&format!("^(?s:{value})$"))
                .map_err(|_| self.wrong(format!("`{value}` is no regular expression")))
        };
        let test = match sign {
            "=" => Test::Is(value),
            "!=" => Test::IsNot(value),
            "=~" => Test::Fits(anchored(&value)?),
            "!~" => Test::FitsNot(anchored(&value)?),
            _ => return Err(self.wrong("one of = != =~ !~ is missing")),
        };
        Ok(Matcher { label, test })
    }
}

fn aggregation(name: &str) -> Option<Aggregation> {
    Some(match name {
        "sum" => Aggregation::Sum,
        "avg" => Aggregation::Avg,
        "min" => Aggregation::Min,
        "max" => Aggregation::Max,
        "count" => Aggregation::Count,
        _ => return None,
    })
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
