//! muster-server
