//! muster-bus
