//! muster-client
