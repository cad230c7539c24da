//! A field of a section as data: name, help, rule, and how to read and write it in a [`Config`].
//!
//! Loading, the generated texts and the API's renderings all walk the same list, [`crate::fields`].

use serde_json::Value;

use crate::Config;
use crate::setting::Kind;

/// One line of a section's table.
pub struct Field {
    pub section: &'static str,
    pub name: &'static str,
    pub doc: &'static str,
    pub kind: Kind,
    pub rule: Rule,
    pub default: fn() -> Value,
    pub get: fn(&Config) -> Value,
    set: Setter,
}

type Setter = fn(&mut Config, &Value) -> Result<(), String>;

/// A rule beyond type and range; refuses with a sentence that continues the key.
pub type Check = fn(&Value) -> Result<(), String>;

/// Who may read a field in `GET /config/client`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// Callers without a session.
    Anyone,
    /// Signed-in callers, who also read what anyone does.
    Member,
}

/// What a field accepts, and where it shows up outside the file.
#[derive(Clone, Copy)]
pub struct Rule {
    pub range: Option<(i64, i64)>,
    pub check: Option<Check>,
    /// `Section.Name` in the admin's view of the configuration.
    pub api: Option<&'static str>,
    /// Key in the clients' view, and who reads it.
    pub client: Option<(&'static str, Audience)>,
    /// Set on each node by file, environment or command line, never over the API.
    pub node: bool,
}

impl Rule {
    pub const NONE: Rule = Rule { range: None, check: None, api: None, client: None, node: false };

    pub const fn range(mut self, least: i64, most: i64) -> Self {
        self.range = Some((least, most));
        self
    }

    pub const fn check(mut self, check: Check) -> Self {
        self.check = Some(check);
        self
    }

    pub const fn api(mut self, path: &'static str) -> Self {
        self.api = Some(path);
        self
    }

    /// Clients read it under `key` before they sign in.
    pub const fn anyone(mut self, key: &'static str) -> Self {
        self.client = Some((key, Audience::Anyone));
        self
    }

    /// Clients read it under `key` once they signed in.
    pub const fn member(mut self, key: &'static str) -> Self {
        self.client = Some((key, Audience::Member));
        self
    }

    pub const fn node(mut self) -> Self {
        self.node = true;
        self
    }
}

impl Field {
    pub(crate) const fn new(
        place: (&'static str, &'static str),
        doc: &'static str,
        kind: Kind,
        rule: Rule,
        default: fn() -> Value,
        get: fn(&Config) -> Value,
        set: Setter,
    ) -> Self {
        Field { section: place.0, name: place.1, doc, kind, rule, default, get, set }
    }

    /// `section.name`, as messages and `--set` spell it.
    pub fn key(&self) -> String {
        format!("{}.{}", self.section, self.name)
    }

    /// The environment variable that overrides the file.
    pub fn variable(&self) -> String {
        format!("MUSTER_{}_{}", self.section, self.name).to_uppercase()
    }

    /// Section and name in the admin's view.
    pub fn api_place(&self) -> Option<(&'static str, &'static str)> {
        self.rule.api.map(|path| path.split_once('.').expect("an API name is Section.Name; a test checks them all"))
    }

    /// Writes `value` into `config` if it passes the field's rule.
    ///
    /// # Errors
    /// A sentence that continues the key: "must be between 1 and 10, got 11".
    pub fn set(&self, config: &mut Config, value: &Value) -> Result<(), String> {
        if let (Some((least, most)), Some(number)) = (self.rule.range, value.as_i64())
            && !(least..=most).contains(&number)
        {
            return Err(format!("must be between {least} and {most}, got {number}"));
        }
        if let Some(check) = self.rule.check {
            check(value)?;
        }
        (self.set)(config, value)
    }
}

/// Declares a section: the struct, its defaults and its table of [`Field`]s.
///
/// A line reads `name: type = default => rule;`, its doc comment is the help text everywhere.
macro_rules! section {
    (
        $(#[doc = $about:literal])+
        $struct:ident in $section:ident {
            $(
                $(#[doc = $doc:literal])+
                $name:ident: $ty:ty = $default:expr $(=> $rule:ident($($arg:expr),*) $(.$more:ident($($margs:expr),*))*)?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $struct {
            $($(#[doc = $doc])+ pub $name: $ty,)+
        }

        impl Default for $struct {
            fn default() -> Self {
                use $crate::setting::Setting;
                Self { $($name: <$ty as Setting>::literal($default),)+ }
            }
        }

        pub(crate) const ABOUT: &str = concat!($($about, "\n"),+);

        pub(crate) const FIELDS: &[$crate::field::Field] = &[$(
            $crate::field::Field::new(
                (stringify!($section), stringify!($name)),
                concat!($($doc, "\n"),+),
                <$ty as $crate::setting::Setting>::KIND,
                $crate::field::Rule::NONE $(.$rule($($arg),*) $(.$more($($margs),*))*)?,
                || $crate::setting::Setting::to_value(&<$ty as $crate::setting::Setting>::literal($default)),
                |config| $crate::setting::Setting::to_value(&config.$section.$name),
                |config, value| {
                    config.$section.$name = $crate::setting::Setting::from_value(value)?;
                    Ok(())
                },
            ),
        )+];
    };
}
pub(crate) use section;
