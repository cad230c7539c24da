//! Integration: programs of others: webhooks, slash commands, buttons and dialogs, applications that are let in.

pub mod commands;
pub mod interactive;
pub mod oauth;
pub mod webhooks;
