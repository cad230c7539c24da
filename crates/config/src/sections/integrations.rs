//! Webhooks, slash commands, bots and other programs.

use crate::field::section;

section! {
    /// Webhooks, slash commands, bots and other programs.
    Integrations in integrations {
        /// Lets programs post by webhook.
        enable_incoming_webhooks: bool = true
            => api("ServiceSettings.EnableIncomingWebhooks").member("EnableIncomingWebhooks");
        /// Calls programs when something is posted.
        enable_outgoing_webhooks: bool = true
            => api("ServiceSettings.EnableOutgoingWebhooks").member("EnableOutgoingWebhooks");
        /// Lets people call programs with slash commands.
        enable_commands: bool = true => api("ServiceSettings.EnableCommands").member("EnableCommands");
        /// Lets webhooks and commands post under another name.
        enable_username_override: bool = false
            => api("ServiceSettings.EnablePostUsernameOverride").member("EnablePostUsernameOverride");
        /// Lets webhooks and commands post with another picture.
        enable_icon_override: bool = false
            => api("ServiceSettings.EnablePostIconOverride").member("EnablePostIconOverride");
        /// Lets people sign in to other programs with their account here.
        enable_oauth_provider: bool = true
            => api("ServiceSettings.EnableOAuthServiceProvider").member("EnableOAuthServiceProvider");
        /// Lets programs register themselves for that, without an account.
        enable_dynamic_clients: bool = false => api("ServiceSettings.EnableDynamicClientRegistration");
        /// Lets people make bots.
        enable_bots: bool = false
            => api("ServiceSettings.EnableBotAccountCreation").anyone("EnableBotAccountCreation");
        /// Disables bots when their owner is deactivated.
        disable_bots_with_owner: bool = true => api("ServiceSettings.DisableBotsWhenOwnerIsDeactivated");
        /// Hosts and networks inside the own network that webhooks, commands and previews may reach, separated by
        /// spaces: "10.0.0.0/8 build.internal". All other private addresses are refused.
        allowed_internal_hosts: String = "" => api("ServiceSettings.AllowedUntrustedInternalConnections");
        /// Skips certificate verification of hosts that the server calls. For development only.
        insecure_outgoing: bool = false => api("ServiceSettings.EnableInsecureOutgoingConnections");
        /// Seconds a called program may take.
        timeout_s: u32 = 30 => range(1, 600).api("ServiceSettings.OutgoingIntegrationRequestsTimeout");
    }
}
