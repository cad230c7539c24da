//! muster-search
