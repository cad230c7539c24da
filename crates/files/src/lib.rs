//! muster-files
