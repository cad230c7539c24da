//! Label values: enums, status codes and names that stand in the program's text; never anything a user wrote.
//!
//! A value is a code of 12 bits, so the labels of a series are one integer: see [`crate::family`].

use std::sync::{Mutex, OnceLock, PoisonError};

/// Bits of a label's code. Five labels share the 64 bits of a key.
pub const CODE_BITS: u32 = 12;

/// Most different names. Routes and store methods are about 1,000; further names count as [`OVERFLOW`].
pub const NAMES_MAX: usize = 1 << CODE_BITS;

/// Stands for every name beyond [`NAMES_MAX`].
pub const OVERFLOW: &str = "other";

/// One value of one label.
pub trait Label: Copy {
    /// Below `1 << CODE_BITS`.
    fn code(self) -> u64;
    fn write(code: u64, out: &mut String);
}

/// Declares an enum as a label: `Web = "web"`.
macro_rules! label {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            const ALL: &[(Self, &str)] = &[$((Self::$variant, $text)),+];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The value of that name.
            pub fn find(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(_, text)| *text == name).map(|(value, _)| *value)
            }
        }

        impl $crate::label::Label for $name {
            fn code(self) -> u64 {
                self as u64
            }

            fn write(code: u64, out: &mut String) {
                out.push_str(Self::ALL.get(code as usize).map_or($crate::label::OVERFLOW, |(_, text)| text));
            }
        }
    };
}
pub(crate) use label;

/// Whether something went well, as "true" and "false".
impl Label for bool {
    fn code(self) -> u64 {
        u64::from(self)
    }

    fn write(code: u64, out: &mut String) {
        out.push_str(if code == 1 { "true" } else { "false" });
    }
}

/// A small number: a status code, a shard. Larger ones count as the largest.
impl Label for u16 {
    fn code(self) -> u64 {
        u64::from(self).min(NAMES_MAX as u64 - 1)
    }

    fn write(code: u64, out: &mut String) {
        out.push_str(&code.to_string());
    }
}

/// A name from the program's text: a handler, a store method, a cache.
impl Label for &'static str {
    fn code(self) -> u64 {
        NAMES.code(self)
    }

    fn write(code: u64, out: &mut String) {
        out.push_str(NAMES.text(code));
    }
}

static NAMES: Names = Names::new();

/// Names by code. A name is found by its address in memory, without a lock; only the first sight of an address
/// takes the lock and compares texts, since one text may stand at several addresses.
struct Names {
    slots: [OnceLock<(usize, usize, u16)>; SLOTS],
    texts: [OnceLock<&'static str>; NAMES_MAX],
    len: Mutex<usize>,
}

/// Twice the names, so that a probe seldom takes more than two steps.
const SLOTS: usize = NAMES_MAX * 2;

/// Probes before a name is looked up under the lock.
const PROBES_MAX: usize = 16;

impl Names {
    const fn new() -> Self {
        Names {
            slots: [const { OnceLock::new() }; SLOTS],
            texts: [const { OnceLock::new() }; NAMES_MAX],
            len: Mutex::new(0),
        }
    }

    fn code(&self, name: &'static str) -> u64 {
        let address = name.as_ptr() as usize;
        let start = (address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> (usize::BITS - SLOTS.ilog2());
        for step in 0..PROBES_MAX {
            let slot = &self.slots[(start + step) % SLOTS];
            let (at, len, code) = *slot.get_or_init(|| (address, name.len(), self.learn(name)));
            if (at, len) == (address, name.len()) {
                return u64::from(code);
            }
        }
        u64::from(self.learn(name))
    }

    fn learn(&self, name: &'static str) -> u16 {
        let mut len = self.len.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(code) = self.texts[..*len].iter().position(|text| text.get() == Some(&name)) {
            return code as u16;
        }
        let text = if *len + 1 < NAMES_MAX { name } else { OVERFLOW };
        let code = (*len).min(NAMES_MAX - 1);
        // Already set only where the last place holds OVERFLOW, which it keeps.
        let _kept = self.texts[code].set(text);
        *len = (code + 1).min(NAMES_MAX - 1);
        code as u16
    }

    fn text(&self, code: u64) -> &'static str {
        self.texts.get(code as usize).and_then(OnceLock::get).copied().unwrap_or(OVERFLOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leak(text: String) -> &'static str {
        Box::leak(text.into_boxed_str())
    }

    #[test]
    fn one_text_at_two_addresses_has_one_code() {
        let names = Box::new(Names::new());
        let (a, b) = (leak("createPost".into()), leak("createPost".into()));
        assert_ne!(a.as_ptr(), b.as_ptr());
        assert_eq!(names.code(a), names.code(b));
    }

    #[test]
    fn a_prefix_at_the_same_address_has_its_own_code() {
        let names = Box::new(Names::new());
        let long = leak("createPostFast".into());
        assert_ne!(names.code(long), names.code(&long[..10]));
        assert_eq!(names.text(names.code(&long[..10])), "createPost");
    }

    #[test]
    fn names_beyond_the_bound_share_the_overflow() {
        let names = Box::new(Names::new());
        let codes: Vec<u64> = (0..NAMES_MAX + 10).map(|n| names.code(leak(format!("n{n}")))).collect();
        assert_eq!(names.text(codes[7]), "n7");
        assert_eq!(names.text(codes[NAMES_MAX + 5]), OVERFLOW);
        assert_eq!(codes[NAMES_MAX + 5], codes[NAMES_MAX + 6]);
    }
}
