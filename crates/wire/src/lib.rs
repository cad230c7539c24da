//! muster-wire
