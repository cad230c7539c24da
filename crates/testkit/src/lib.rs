//! muster-testkit
