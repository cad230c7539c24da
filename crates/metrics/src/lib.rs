//! muster-metrics
