//! muster-store
