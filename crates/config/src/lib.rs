//! muster-config
