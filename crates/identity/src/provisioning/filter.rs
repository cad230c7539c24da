//! Filters of SCIM (RFC 7644 §3.4.2.2): read within bounds, and compared with what a resource says.
//!
//! Pure. Nothing of a filter reaches the database as text: the store finds candidates by values that are parameters, and
//! the filter is compared with them here.

use serde_json::Value;

/// Bytes of a filter or a path.
pub const BYTES_MAX: usize = 4_000;
/// Parentheses and brackets in one another.
const DEPTH_MAX: usize = 16;
/// Comparisons of one filter.
const TERMS_MAX: usize = 64;
/// What names of the core schemas may begin with.
const CORE: &str = "urn:ietf:params:scim:schemas:core:2.0:";

/// Why a filter or a path cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("it is longer than {BYTES_MAX} bytes")]
    Long,
    #[error("it has more than {TERMS_MAX} comparisons, or {DEPTH_MAX} parentheses in one another")]
    Large,
    #[error("at byte {at}: {wanted} is missing")]
    Missing { at: usize, wanted: &'static str },
}

/// An attribute, or one of its parts: `name.givenName`. Names are in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: String,
    pub part: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Equal,
    Other,
    Contains,
    Begins,
    Ends,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

const OPERATORS: &[(&str, Operator)] = &[
    ("eq", Operator::Equal),
    ("ne", Operator::Other),
    ("co", Operator::Contains),
    ("sw", Operator::Begins),
    ("ew", Operator::Ends),
    ("gt", Operator::Greater),
    ("ge", Operator::GreaterOrEqual),
    ("lt", Operator::Less),
    ("le", Operator::LessOrEqual),
];

#[derive(Debug, Clone, PartialEq)]
pub enum Filter {
    Compare(Attribute, Operator, Value),
    Present(Attribute),
    /// One value of the attribute that all of it is true of: `emails[type eq "work"]`.
    One(Attribute, Box<Filter>),
    Not(Box<Filter>),
    All(Vec<Filter>),
    Any(Vec<Filter>),
}

impl Filter {
    /// # Errors
    /// When it is no filter, or beyond the bounds.
    pub fn parse(text: &str) -> Result<Filter, Unreadable> {
        let mut reader = Reader::new(text)?;
        let filter = reader.any(0)?;
        reader.must_end()?;
        Ok(filter)
    }

    /// Whether a resource, or one value of an attribute, is as the filter says.
    pub fn fits(&self, resource: &Value) -> bool {
        match self {
            Filter::Compare(attribute, Operator::Other, value) => {
                !attribute.values(resource).into_iter().any(|one| compare(one, Operator::Equal, value))
            }
            Filter::Compare(attribute, Operator::Equal, Value::Null) => attribute.values(resource).is_empty(),
            Filter::Compare(attribute, operator, value) => {
                attribute.values(resource).into_iter().any(|one| compare(one, *operator, value))
            }
            Filter::Present(attribute) => attribute.values(resource).into_iter().any(is_something),
            Filter::One(attribute, filter) => attribute.values(resource).into_iter().any(|one| filter.fits(one)),
            Filter::Not(filter) => !filter.fits(resource),
            Filter::All(filters) => filters.iter().all(|filter| filter.fits(resource)),
            Filter::Any(filters) => filters.iter().any(|filter| filter.fits(resource)),
        }
    }

    /// Texts that an attribute must be equal to for the filter to fit: what candidates are found by.
    pub fn must_equal(&self) -> Vec<(Attribute, &str)> {
        match self {
            Filter::Compare(attribute, Operator::Equal, Value::String(text)) => vec![(attribute.clone(), text)],
            Filter::All(filters) => filters.iter().flat_map(Filter::must_equal).collect(),
            Filter::One(attribute, filter) if attribute.part.is_none() => {
                let within = filter.must_equal().into_iter().filter(|(inner, _)| inner.part.is_none());
                let outer = |inner: Attribute| Attribute { name: attribute.name.clone(), part: Some(inner.name) };
                within.map(|(inner, text)| (outer(inner), text)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Attribute {
    fn new(name: &str, part: Option<&str>) -> Attribute {
        Attribute { name: name.to_ascii_lowercase(), part: part.map(str::to_ascii_lowercase) }
    }

    /// `userName`, `name.givenName`, `urn:…:User:department`: names of other schemas are parts of the schema's name.
    fn of(text: &str) -> Attribute {
        let is_core = text.get(..CORE.len()).is_some_and(|start| start.eq_ignore_ascii_case(CORE));
        let is_urn = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("urn:"));
        match text.rsplit_once(':') {
            Some((_, name)) if is_core => Attribute::of_name(name),
            Some((schema, name)) if is_urn => Attribute::new(schema, Some(name)),
            _ => Attribute::of_name(text),
        }
    }

    fn of_name(text: &str) -> Attribute {
        match text.split_once('.') {
            Some((name, part)) => Attribute::new(name, Some(part)),
            None => Attribute::new(text, None),
        }
    }

    /// All values that a resource has there; those of a list one by one.
    pub fn values<'v>(&self, resource: &'v Value) -> Vec<&'v Value> {
        let whole = flat(get(resource, &self.name));
        match &self.part {
            None => whole,
            Some(part) => whole.into_iter().flat_map(|one| flat(get(one, part))).collect(),
        }
    }
}

/// A value of an object, by its name in any case.
pub fn get<'v>(object: &'v Value, name: &str) -> Option<&'v Value> {
    object.as_object()?.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

fn flat(value: Option<&Value>) -> Vec<&Value> {
    match value {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(values)) => values.iter().collect(),
        Some(value) => vec![value],
    }
}

fn is_something(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(values) => !values.is_empty(),
        Value::Object(values) => !values.is_empty(),
        _ => true,
    }
}

fn compare(one: &Value, operator: Operator, wanted: &Value) -> bool {
    match (one, wanted) {
        // What stands for a value with parts is its `value`.
        (Value::Object(_), _) => {
            get(one, "value").is_some_and(|value| !value.is_object() && compare(value, operator, wanted))
        }
        (Value::String(one), Value::String(wanted)) => compare_texts(&folded(one), operator, &folded(wanted)),
        // Some programs write truth as text.
        (Value::Bool(one), Value::String(wanted)) => {
            operator == Operator::Equal && one.to_string().eq_ignore_ascii_case(wanted)
        }
        (Value::Number(one), Value::Number(wanted)) => {
            let order = one.as_f64().partial_cmp(&wanted.as_f64());
            order.is_some_and(|order| is_so(order, operator))
        }
        (one, wanted) => operator == Operator::Equal && one == wanted,
    }
}

/// Names, addresses and ids here differ by more than case. Without the sign of UTC at their end, times order as texts.
fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    let is_time = lower.len() > 10 && lower.ends_with('z') && lower.as_bytes()[10] == b't';
    if is_time { lower[..lower.len() - 1].to_owned() } else { lower }
}

fn compare_texts(one: &str, operator: Operator, wanted: &str) -> bool {
    match operator {
        Operator::Contains => one.contains(wanted),
        Operator::Begins => one.starts_with(wanted),
        Operator::Ends => one.ends_with(wanted),
        operator => is_so(one.cmp(wanted), operator),
    }
}

fn is_so(order: std::cmp::Ordering, operator: Operator) -> bool {
    match operator {
        Operator::Equal => order.is_eq(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Other => order.is_ne(),
        Operator::Contains | Operator::Begins | Operator::Ends => false,
    }
}

/// A place that a patch changes: `emails[type eq "work"].value`.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    pub attribute: Attribute,
    /// Which values of a list; all without.
    pub filter: Option<Filter>,
}

impl Path {
    /// # Errors
    /// When it is no path, or beyond the bounds.
    pub fn parse(text: &str) -> Result<Path, Unreadable> {
        let mut reader = Reader::new(text)?;
        let mut attribute = reader.attribute()?;
        let mut filter = None;
        if reader.takes("[") {
            filter = Some(reader.any(1)?);
            reader.must("]")?;
            if reader.takes(".") {
                attribute.part = Some(reader.attribute()?.name);
            }
        }
        reader.must_end()?;
        Ok(Path { attribute, filter })
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    terms: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Result<Reader<'t>, Unreadable> {
        if text.len() > BYTES_MAX { Err(Unreadable::Long) } else { Ok(Reader { text, at: 0, terms: 0 }) }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches(' ').len();
    }

    fn missing<T>(&self, wanted: &'static str) -> Result<T, Unreadable> {
        Err(Unreadable::Missing { at: self.at, wanted })
    }

    fn takes(&mut self, mark: &str) -> bool {
        self.skip_blanks();
        let is_there = self.rest().starts_with(mark);
        self.at += if is_there { mark.len() } else { 0 };
        is_there
    }

    fn must(&mut self, mark: &'static str) -> Result<(), Unreadable> {
        if self.takes(mark) { Ok(()) } else { self.missing(mark) }
    }

    fn must_end(&mut self) -> Result<(), Unreadable> {
        self.skip_blanks();
        if self.rest().is_empty() { Ok(()) } else { self.missing("the end") }
    }

    /// The next word, if it is this one in any case.
    fn takes_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let len = self.rest().find([' ', '(', ')', '[', ']']).unwrap_or(self.rest().len());
        let is_there = self.rest()[..len].eq_ignore_ascii_case(word);
        self.at += if is_there { len } else { 0 };
        is_there
    }

    fn any(&mut self, depth: usize) -> Result<Filter, Unreadable> {
        let mut filters = vec![self.all(depth)?];
        while self.takes_word("or") {
            filters.push(self.all(depth)?);
        }
        Ok(if filters.len() == 1 { filters.remove(0) } else { Filter::Any(filters) })
    }

    fn all(&mut self, depth: usize) -> Result<Filter, Unreadable> {
        let mut filters = vec![self.one(depth)?];
        while self.takes_word("and") {
            filters.push(self.one(depth)?);
        }
        Ok(if filters.len() == 1 { filters.remove(0) } else { Filter::All(filters) })
    }

    fn one(&mut self, depth: usize) -> Result<Filter, Unreadable> {
        self.terms += 1;
        if depth > DEPTH_MAX || self.terms > TERMS_MAX {
            return Err(Unreadable::Large);
        }
        let is_not = self.takes_word("not");
        if self.takes("(") {
            let inner = self.any(depth + 1)?;
            self.must(")")?;
            return Ok(if is_not { Filter::Not(Box::new(inner)) } else { inner });
        }
        if is_not {
            return self.missing("(");
        }
        let attribute = self.attribute()?;
        if self.takes("[") {
            let inner = self.any(depth + 1)?;
            self.must("]")?;
            return Ok(Filter::One(attribute, Box::new(inner)));
        }
        if self.takes_word("pr") {
            return Ok(Filter::Present(attribute));
        }
        for (word, operator) in OPERATORS {
            if self.takes_word(word) {
                return Ok(Filter::Compare(attribute, *operator, self.value()?));
            }
        }
        self.missing("an operator")
    }

    fn attribute(&mut self) -> Result<Attribute, Unreadable> {
        self.skip_blanks();
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '$' | ':' | '.');
        let len = self.rest().find(|c| !is_name(c)).unwrap_or(self.rest().len());
        let text = &self.rest()[..len];
        let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$');
        if !begins || text.ends_with(['.', ':']) {
            return self.missing("an attribute");
        }
        self.at += len;
        Ok(Attribute::of(text))
    }

    /// A text as JSON writes it, a number, `true`, `false` or `null`.
    fn value(&mut self) -> Result<Value, Unreadable> {
        self.skip_blanks();
        let rest = self.rest();
        let len = match rest.starts_with('"') {
            true => text_len(rest),
            false => rest.find([' ', '(', ')', '[', ']']).unwrap_or(rest.len()),
        };
        match serde_json::from_str(&rest[..len]) {
            Ok(value @ (Value::String(_) | Value::Number(_) | Value::Bool(_) | Value::Null)) => {
                self.at += len;
                Ok(value)
            }
            _ => self.missing("a value"),
        }
    }
}

/// Bytes of a text with its quotes; all where it does not end.
fn text_len(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests;
