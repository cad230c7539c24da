//! State of the floors above the application, which holds it without knowing it: each found by its type.

use std::any::{Any, TypeId, type_name};

/// One value of each type. Put together at the start, and read from then on.
#[derive(Default)]
pub struct States(Vec<(TypeId, Box<dyn Any + Send + Sync>)>);

impl States {
    /// Adds a state. There are a dozen, so that one is found faster by looking at each than by a hash.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, state: T) -> States {
        self.0.push((TypeId::of::<T>(), Box::new(state)));
        self
    }

    /// The state of this type.
    ///
    /// # Panics
    /// When whoever put the application together left it out.
    pub fn of<T: Any + Send + Sync>(&self) -> &T {
        let found = self.0.iter().find(|(id, _)| *id == TypeId::of::<T>());
        let state = found.and_then(|(_, state)| state.downcast_ref());
        state.unwrap_or_else(|| panic!("the application holds no {}", type_name::<T>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_is_found_by_its_type() {
        let states = States::default().with(1_u8).with("word");
        assert_eq!((states.of::<u8>(), states.of::<&str>()), (&1, &"word"));
    }

    #[test]
    #[should_panic(expected = "holds no u16")]
    fn a_state_that_was_left_out_is_named() {
        States::default().of::<u16>();
    }
}
