//! Interactive messages being used: buttons that are pressed ([`actions`]) and forms that are filled in ([`dialogs`]).

pub mod actions;
pub mod dialogs;
