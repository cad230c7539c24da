//! Reading the configuration: defaults < file < stored changes < environment < command line.
//!
//! Every problem is found and named, with its place and what to do; nothing is guessed. The result goes to the
//! server, which never sees where a value came from except through [`Loaded::pinned`].

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::suggest::nearest;
use crate::{Config, Field, SECTIONS, fields, whole};

/// Prefix of the variables that override the file: `MUSTER_SECTION_FIELD`.
pub const ENV_PREFIX: &str = "MUSTER_";

/// Names the file; the only variable that is no field.
pub const ENV_FILE: &str = "MUSTER_CONFIG";

/// Prefix of the capacity lab's variables, which are often set on the same machine.
const LAB_PREFIX: &str = "MUSTER_LOAD_";

/// Largest file that is read. An example file with every comment has 50 KB.
const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// Where values come from, weakest first.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file, if there is one.
    pub file: Option<PathBuf>,
    /// What administrators changed over the API: `{"section.field": value}`, see [`crate::Changes`].
    pub stored: Map<String, Value>,
    /// Variables that start with [`ENV_PREFIX`], see [`environment`].
    pub environment: Vec<(String, String)>,
    /// `section.field` and text of each `--set` on the command line.
    pub flags: Vec<(String, String)>,
}

/// A valid configuration, and what the API cannot change of it.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub config: Config,
    /// Keys that the environment or the command line set: a stored change would be overridden at the next start.
    pub pinned: BTreeSet<String>,
    /// What was left out, as sentences to log: stored changes that no longer fit, which must not keep a newer
    /// version from starting, and variables that only share the prefix.
    pub ignored: Vec<String>,
}

/// Everything that is wrong, one problem a line.
#[derive(Debug, thiserror::Error)]
#[error("{}", .problems.join("\n"))]
pub struct LoadError {
    pub problems: Vec<String>,
}

/// The process's own variables that configure it. The file is named by [`ENV_FILE`], which is not among them.
#[expect(clippy::disallowed_methods, reason = "this is the one place that reads the environment")]
pub fn environment() -> (Option<PathBuf>, Vec<(String, String)>) {
    let file = std::env::var(ENV_FILE).ok().map(PathBuf::from);
    let variables = std::env::vars_os()
        .filter_map(|(name, text)| Some((name.into_string().ok()?, text.to_string_lossy().into_owned())))
        .filter(|(name, _)| name.starts_with(ENV_PREFIX) && name != ENV_FILE)
        .collect();
    (file, variables)
}

/// Puts the sources together and checks the result.
///
/// # Errors
/// When the file cannot be read or parsed, a key is unknown, a value is refused by its field, or fields contradict
/// each other. All problems are reported at once.
pub fn load(sources: &Sources) -> Result<Loaded, LoadError> {
    let text = match &sources.file {
        Some(path) => read(path).map_err(|problem| LoadError { problems: vec![problem] })?,
        None => String::new(),
    };
    let name = sources.file.as_deref().map_or("(no file)".into(), |path| path.display().to_string());
    let mut layers = Layers::default();
    layers.file(&name, &text);
    layers.stored(&sources.stored);
    layers.environment(&sources.environment);
    layers.flags(&sources.flags);
    layers.finish()
}

/// Reads a configuration from text alone, for tests and `muster config check -`.
///
/// # Errors
/// As [`load`].
pub fn parse(text: &str) -> Result<Config, LoadError> {
    let mut layers = Layers::default();
    layers.file("config", text);
    layers.finish().map(|loaded| loaded.config)
}

fn read(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let size = std::fs::metadata(path).map_err(|e| format!("{shown}: cannot be read: {e}"))?.len();
    if size > FILE_BYTES_MAX {
        return Err(format!("{shown}: has {size} bytes, more than {FILE_BYTES_MAX}; is it the right file?"));
    }
    let bytes = std::fs::read(path).map_err(|e| format!("{shown}: cannot be read: {e}"))?;
    base::text_file::text(bytes).map_err(|why| format!("{shown}: cannot be read: {why}"))
}

#[derive(Default)]
struct Layers {
    config: Config,
    pinned: BTreeSet<String>,
    ignored: Vec<String>,
    problems: Vec<String>,
}

impl Layers {
    fn file(&mut self, name: &str, text: &str) {
        let (root, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let line = error.span().map_or(1, |span| line_at(text, span.start));
            self.problems.push(format!("{name}:{line}: {}", error.message()));
        }
        if !self.problems.is_empty() {
            return;
        }
        for (section, value) in root.get_ref() {
            let place = place_of(name, text, section);
            let Some((_, _, known)) = SECTIONS.iter().find(|(name, ..)| name == section.get_ref()) else {
                let names = SECTIONS.iter().map(|(name, ..)| *name);
                self.unknown(&place, "section", section.get_ref(), nearest(section.get_ref(), names));
                continue;
            };
            let DeValue::Table(table) = value.get_ref() else {
                let section = section.get_ref();
                self.problems
                    .push(format!("{}: {section} is a section: write [{section}]", place_of(name, text, value)));
                continue;
            };
            for (key, value) in table {
                let place = place_of(name, text, key);
                let Some(field) = known.iter().find(|field| field.name == key.get_ref()) else {
                    let typed = format!("{}.{}", section.get_ref(), key.get_ref());
                    self.unknown(&place, "key", &typed, nearest_key(&typed).as_deref());
                    continue;
                };
                self.set(&place, field, to_json(value.get_ref()));
            }
        }
    }

    fn stored(&mut self, changes: &Map<String, Value>) {
        for (key, value) in changes {
            match find(key).map(|field| field.set(&mut self.config, value)) {
                Some(Ok(())) => {}
                Some(Err(why)) => self.ignored.push(format!("stored {key}: {why}")),
                None => self.ignored.push(format!("stored {key}: there is no such key")),
            }
        }
    }

    fn environment(&mut self, variables: &[(String, String)]) {
        for (variable, text) in variables {
            let Some(field) = fields().find(|field| field.variable() == *variable) else {
                self.unknown_variable(variable);
                continue;
            };
            self.set(&format!("environment: {variable}"), field, field.kind.parse(text));
            self.pinned.insert(field.key());
        }
    }

    /// A slip of the pen is refused; what is nothing like a field belongs to the scripts around the server.
    fn unknown_variable(&mut self, variable: &str) {
        if variable.starts_with(LAB_PREFIX) {
            return;
        }
        let known: Vec<String> = fields().map(Field::variable).collect();
        let near = nearest(variable, known.iter().map(String::as_str));
        let in_section = SECTIONS.iter().any(|(section, ..)| {
            let rest = variable.strip_prefix(ENV_PREFIX).and_then(|rest| rest.strip_prefix(&section.to_uppercase()));
            rest.is_some_and(|rest| rest.starts_with('_'))
        });
        if near.is_some() || in_section {
            self.unknown("environment", "variable", variable, near);
        } else {
            self.ignored.push(format!("environment: {variable} is no setting"));
        }
    }

    fn flags(&mut self, flags: &[(String, String)]) {
        for (key, text) in flags {
            let Some(field) = find(key) else {
                self.unknown("command line", "key", key, nearest_key(key).as_deref());
                continue;
            };
            self.set("command line", field, field.kind.parse(text));
            self.pinned.insert(field.key());
        }
    }

    fn set(&mut self, place: &str, field: &Field, value: Result<Value, String>) {
        if let Err(why) = value.and_then(|value| field.set(&mut self.config, &value)) {
            self.problems.push(format!("{place}: {} {why}", field.key()));
        }
    }

    fn unknown(&mut self, place: &str, what: &str, typed: &str, near: Option<&str>) {
        let advice = match near {
            Some(name) => format!("did you mean {name}?"),
            None => "`muster config example` lists what there is".into(),
        };
        self.problems.push(format!("{place}: there is no {what} {typed}; {advice}"));
    }

    fn finish(mut self) -> Result<Loaded, LoadError> {
        // Contradictions among refused values would only repeat the refusals.
        if self.problems.is_empty() {
            self.problems = whole::problems(&self.config);
        }
        if !self.problems.is_empty() {
            return Err(LoadError { problems: self.problems });
        }
        Ok(Loaded { config: self.config, pinned: self.pinned, ignored: self.ignored })
    }
}

pub(crate) fn find(key: &str) -> Option<&'static Field> {
    let (section, name) = key.split_once('.')?;
    fields().find(|field| field.section == section && field.name == name)
}

fn nearest_key(typed: &str) -> Option<String> {
    let known: Vec<String> = fields().map(Field::key).collect();
    // A key in the wrong section is the commonest slip: the same name elsewhere wins.
    let name = typed.rsplit('.').next().unwrap_or(typed);
    let elsewhere = fields().find(|field| field.name == name).map(Field::key);
    elsewhere.or_else(|| nearest(typed, known.iter().map(String::as_str)).map(String::from))
}

fn place_of<T>(name: &str, text: &str, spanned: &Spanned<T>) -> String {
    format!("{name}:{}", line_at(text, spanned.span().start))
}

fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&b| b == b'\n').count() + 1
}

fn to_json(value: &DeValue<'_>) -> Result<Value, String> {
    Ok(match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(yes) => Value::Bool(*yes),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(Value::from)
            .map_err(|_| format!("is too large a number: {}", number.as_str()))?,
        DeValue::Array(items) => {
            Value::Array(items.iter().map(|item| to_json(item.get_ref())).collect::<Result<_, _>>()?)
        }
        DeValue::Float(_) => return Err("must not be a fraction".into()),
        DeValue::Datetime(_) => return Err("must not be a date".into()),
        DeValue::Table(table) => {
            let pair = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
                Ok((key.get_ref().to_string(), to_json(value.get_ref())?))
            };
            Value::Object(table.iter().map(pair).collect::<Result<_, String>>()?)
        }
    })
}

#[cfg(test)]
#[path = "load_tests.rs"]
mod tests;
