//! Sets of permissions: a bitset for questions, a list for what is stored and sent.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::permission::Permission;

const WORDS: usize = Permission::ALL.len().div_ceil(64);

/// A set of known permissions, one bit each. `Copy`, so nothing is shared or counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PermissionSet([u64; WORDS]);

impl PermissionSet {
    pub const EMPTY: PermissionSet = PermissionSet([0; WORDS]);
    pub const ALL: PermissionSet = PermissionSet::of(Permission::ALL);

    pub const fn of(permissions: &[Permission]) -> PermissionSet {
        let mut words = [0; WORDS];
        let mut at = 0;
        while at < permissions.len() {
            let bit = permissions[at] as usize;
            words[bit / 64] |= 1 << (bit % 64);
            at += 1;
        }
        PermissionSet(words)
    }

    #[inline]
    pub const fn contains(self, permission: Permission) -> bool {
        let bit = permission as usize;
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// True when at least one of `permissions` is in the set; false for an empty slice.
    pub fn contains_any(self, permissions: &[Permission]) -> bool {
        permissions.iter().any(|&permission| self.contains(permission))
    }

    pub const fn union(self, other: PermissionSet) -> PermissionSet {
        let mut words = self.0;
        let mut at = 0;
        while at < WORDS {
            words[at] |= other.0[at];
            at += 1;
        }
        PermissionSet(words)
    }

    pub const fn with(self, permissions: &[Permission]) -> PermissionSet {
        self.union(PermissionSet::of(permissions))
    }

    pub fn is_subset(self, other: PermissionSet) -> bool {
        self & other == self
    }

    pub fn is_empty(self) -> bool {
        self == PermissionSet::EMPTY
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, in the order of declaration.
    pub fn iter(self) -> impl Iterator<Item = Permission> {
        Permission::ALL.iter().copied().filter(move |&permission| self.contains(permission))
    }
}

impl BitOr for PermissionSet {
    type Output = PermissionSet;
    fn bitor(self, other: PermissionSet) -> PermissionSet {
        self.union(other)
    }
}

impl BitOrAssign for PermissionSet {
    fn bitor_assign(&mut self, other: PermissionSet) {
        *self = self.union(other);
    }
}

impl BitAnd for PermissionSet {
    type Output = PermissionSet;
    fn bitand(mut self, other: PermissionSet) -> PermissionSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, mask)| *word &= mask);
        self
    }
}

impl Sub for PermissionSet {
    type Output = PermissionSet;
    fn sub(mut self, other: PermissionSet) -> PermissionSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, mask)| *word &= !mask);
        self
    }
}

impl FromIterator<Permission> for PermissionSet {
    fn from_iter<T: IntoIterator<Item = Permission>>(permissions: T) -> PermissionSet {
        permissions.into_iter().fold(PermissionSet::EMPTY, |set, permission| set.with(&[permission]))
    }
}

impl fmt::Debug for PermissionSet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}

/// The permissions of a stored role, as its administrator wrote them.
///
/// Ids this version does not know (of a plugin, of a newer node) grant nothing here but are kept,
/// so that saving the role again loses nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PermissionList {
    pub known: PermissionSet,
    unknown: Vec<String>,
}

impl PermissionList {
    pub fn from_ids<T: AsRef<str>>(ids: impl IntoIterator<Item = T>) -> PermissionList {
        let mut list = PermissionList::default();
        for id in ids {
            match Permission::parse(id.as_ref()) {
                Some(permission) => list.known |= PermissionSet::of(&[permission]),
                None => list.unknown.push(id.as_ref().to_owned()),
            }
        }
        list.unknown.sort_unstable();
        list.unknown.dedup();
        list
    }

    /// The ids, each once: known ones in the order of declaration, then the others by name.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(|permission| permission.as_str()).chain(self.unknown.iter().map(String::as_str))
    }

    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }
}

impl From<PermissionSet> for PermissionList {
    fn from(known: PermissionSet) -> PermissionList {
        PermissionList { known, unknown: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_permissions() -> impl Strategy<Value = Vec<Permission>> {
        prop::collection::vec(prop::sample::select(Permission::ALL), 0..40)
    }

    proptest! {
        #[test]
        fn union_is_commutative_associative_and_idempotent(
            a in any_permissions(), b in any_permissions(), c in any_permissions()
        ) {
            let (a, b, c) = (PermissionSet::of(&a), PermissionSet::of(&b), PermissionSet::of(&c));
            prop_assert_eq!(a | b, b | a);
            prop_assert_eq!((a | b) | c, a | (b | c));
            prop_assert_eq!(a | a, a);
            prop_assert_eq!(a | PermissionSet::EMPTY, a);
            prop_assert!(a.is_subset(a | b));
            prop_assert_eq!((a | b) - b, a - b);
            prop_assert_eq!((a & b) | (a - b), a);
        }

        #[test]
        fn a_set_holds_what_was_put_in_and_nothing_else(put in any_permissions()) {
            let set: PermissionSet = put.iter().copied().collect();
            for &permission in Permission::ALL {
                prop_assert_eq!(set.contains(permission), put.contains(&permission));
            }
            prop_assert_eq!(set.iter().count(), set.len());
        }

        #[test]
        fn a_list_keeps_every_id_once(ids in prop::collection::vec("[a-z_]{1,12}|manage_team|create_post", 0..20)) {
            let list = PermissionList::from_ids(&ids);
            let mut want = ids.clone();
            want.sort();
            want.dedup();
            let mut got: Vec<&str> = list.ids().collect();
            got.sort();
            prop_assert_eq!(got, want);
            prop_assert_eq!(PermissionList::from_ids(list.ids()), list);
        }
    }

    #[test]
    fn all_contains_each() {
        assert_eq!(PermissionSet::ALL.len(), Permission::ALL.len());
        assert!(!PermissionSet::ALL.contains_any(&[]));
    }
}
