//! How the database of another program wants its queries: the parts of their texts that differ. Next: [`crate::foreign`].

/// How a database wants its queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accent {
    Postgres,
    /// MySQL and MariaDB.
    Mysql,
}

impl Accent {
    /// A name as it stands in a query, whatever it is.
    pub fn quoted(self, name: &str) -> String {
        match self {
            // MySQL reads quotes so in the mode ANSI_QUOTES, in which the session is.
            Accent::Postgres | Accent::Mysql => format!("\"{}\"", name.replace('"', "\"\"")),
        }
    }

    /// An expression as a BIGINT; truth values as 0 and 1.
    pub fn int(self, expression: &str, kind: &str) -> String {
        match self {
            Accent::Postgres if kind == "boolean" => format!("CAST(CAST({expression} AS INTEGER) AS BIGINT)"),
            Accent::Postgres => format!("CAST({expression} AS BIGINT)"),
            Accent::Mysql => format!("CAST({expression} AS SIGNED)"),
        }
    }

    /// An expression as text; bytes in base64.
    pub fn text(self, expression: &str, kind: &str) -> String {
        match self {
            Accent::Postgres if kind == "bytea" => format!("translate(encode({expression}, 'base64'), E'\\n', '')"),
            Accent::Postgres => format!("CAST({expression} AS TEXT)"),
            Accent::Mysql if kind.ends_with("blob") || kind.ends_with("binary") => {
                format!("REPLACE(TO_BASE64({expression}), '\n', '')")
            }
            Accent::Mysql => format!("CAST({expression} AS CHAR)"),
        }
    }

    /// Some columns as one JSON object: each with its name, expression and kind.
    pub fn object(self, columns: &[(&str, String, &str)]) -> String {
        match self {
            Accent::Postgres => {
                let pair = |(name, expression, _): &(&str, String, &str)| format!("'{name}', {expression}");
                let pairs: Vec<String> = columns.iter().map(pair).collect();
                format!("CAST(json_build_object({}) AS TEXT)", pairs.join(", "))
            }
            // Bytes are no JSON there.
            Accent::Mysql => {
                let pair = |(name, expression, kind): &(&str, String, &str)| {
                    format!("'{name}', {}", self.text(expression, kind))
                };
                let pairs: Vec<String> = columns.iter().map(pair).collect();
                format!("JSON_OBJECT({})", pairs.join(", "))
            }
        }
    }

    /// Texts of a group with blanks between them, in an order.
    pub fn list(self, expression: &str, order: &str) -> String {
        match self {
            Accent::Postgres => format!("string_agg({expression}, ' ' ORDER BY {order})"),
            Accent::Mysql => format!("GROUP_CONCAT({expression} ORDER BY {order} SEPARATOR ' ')"),
        }
    }

    /// Holds for rows behind a key, whose values are the parameters of the same places.
    pub fn behind(self, keys: &[String]) -> String {
        let places: Vec<String> = (1..=keys.len()).map(|at| format!("${at}")).collect();
        match self {
            Accent::Postgres => format!("({}) > ({})", keys.join(", "), places.join(", ")),
            // A comparison of rows finds no range of an index there; one of the first column does.
            Accent::Mysql => match keys {
                [] => "1 = 1".to_owned(),
                [one] => format!("{one} > $1"),
                [first, rest @ ..] => {
                    let rest = format!("({}) > ({})", rest.join(", "), places[1..].join(", "));
                    format!("{first} >= $1 AND ({first} > $1 OR {rest})")
                }
            },
        }
    }
}
