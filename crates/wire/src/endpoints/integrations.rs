//! Endpoints: commands, webhooks, dialogs, OAuth, plugins.

use super::*;

endpoints! {
    // Slash commands
    CREATE_COMMAND = createCommand: POST "/commands", 3, Session;
    LIST_COMMANDS = listCommands: GET "/commands", 3, Session;
    EXECUTE_COMMAND = executeCommand: POST "/commands/execute", 2, Session;
    GET_COMMAND = getCommand: GET "/commands/{command_id}", 3, Session;
    UPDATE_COMMAND = updateCommand: PUT "/commands/{command_id}", 3, Session;
    MOVE_COMMAND = moveCommand: PUT "/commands/{command_id}/move", 3, Session;
    DELETE_COMMAND = deleteCommand: DELETE "/commands/{command_id}", 3, Session;
    LIST_AUTOCOMPLETE_COMMANDS = listAutocompleteCommands: GET "/teams/{team_id}/commands/autocomplete", 2, Session;
    LIST_COMMAND_AUTOCOMPLETE_SUGGESTIONS = listCommandAutocompleteSuggestions:
        GET "/teams/{team_id}/commands/autocomplete_suggestions", 2, Session;
    REGEN_COMMAND_TOKEN = regenCommandToken: PUT "/commands/{command_id}/regen_token", 3, Session;
    // Webhooks
    CREATE_INCOMING_HOOK = createIncomingHook: POST "/hooks/incoming", 2, Session;
    GET_INCOMING_HOOKS = getIncomingHooks: GET "/hooks/incoming", 2, Session;
    GET_INCOMING_HOOK = getIncomingHook: GET "/hooks/incoming/{hook_id}", 3, Session;
    UPDATE_INCOMING_HOOK = updateIncomingHook: PUT "/hooks/incoming/{hook_id}", 3, Session;
    DELETE_INCOMING_HOOK = deleteIncomingHook: DELETE "/hooks/incoming/{hook_id}", 3, Session;
    CREATE_OUTGOING_HOOK = createOutgoingHook: POST "/hooks/outgoing", 3, Session;
    GET_OUTGOING_HOOKS = getOutgoingHooks: GET "/hooks/outgoing", 3, Session;
    GET_OUTGOING_HOOK = getOutgoingHook: GET "/hooks/outgoing/{hook_id}", 3, Session;
    UPDATE_OUTGOING_HOOK = updateOutgoingHook: PUT "/hooks/outgoing/{hook_id}", 3, Session;
    DELETE_OUTGOING_HOOK = deleteOutgoingHook: DELETE "/hooks/outgoing/{hook_id}", 3, Session;
    REGEN_OUTGOING_HOOK_TOKEN = regenOutgoingHookToken: POST "/hooks/outgoing/{hook_id}/regen_token", 3, Session;
    // Interactive actions
    DO_POST_ACTION = doPostAction: POST "/posts/{post_id}/actions/{action_id}", 2, Session;
    OPEN_DIALOG = openDialog: POST "/actions/dialogs/open", 2, Open;
    SUBMIT_DIALOG = submitDialog: POST "/actions/dialogs/submit", 2, Session;
    LOOKUP_DIALOG = lookupDialog: POST "/actions/dialogs/lookup", 2, Session;
    // OAuth apps
    CREATE_OAUTH_APP = createOAuthApp: POST "/oauth/apps", 3, Session;
    UPDATE_OAUTH_APP = updateOAuthApp: PUT "/oauth/apps/{app_id}", 3, Session;
    GET_OAUTH_APPS = getOAuthApps: GET "/oauth/apps", 3, Session;
    GET_OAUTH_APP = getOAuthApp: GET "/oauth/apps/{app_id}", 3, Session;
    GET_OAUTH_APP_INFO = getOAuthAppInfo: GET "/oauth/apps/{app_id}/info", 3, Session;
    DELETE_OAUTH_APP = deleteOAuthApp: DELETE "/oauth/apps/{app_id}", 3, Session;
    REGENERATE_OAUTH_APP_SECRET = regenerateOAuthAppSecret: POST "/oauth/apps/{app_id}/regen_secret", 3, Session;
    REGISTER_OAUTH_CLIENT = registerOAuthClient: POST "/oauth/apps/register", 3, Open(REGISTER_RATE) => Account;
    GET_AUTHORIZED_OAUTH_APPS = getAuthorizedOAuthApps: GET "/users/{user_id}/oauth/apps/authorized", 3, Session;
    // Outgoing OAuth connections
    LIST_OUTGOING_OAUTH_CONNECTIONS = listOutgoingOAuthConnections: GET "/oauth/outgoing_connections", 3, Session;
    CREATE_OUTGOING_OAUTH_CONNECTION = createOutgoingOAuthConnection: POST "/oauth/outgoing_connections", 3, Session;
    GET_OUTGOING_OAUTH_CONNECTION = getOutgoingOAuthConnection:
        GET "/oauth/outgoing_connections/{outgoing_oauth_connection_id}", 3, Session;
    UPDATE_OUTGOING_OAUTH_CONNECTION = updateOutgoingOAuthConnection:
        PUT "/oauth/outgoing_connections/{outgoing_oauth_connection_id}", 3, Session;
    DELETE_OUTGOING_OAUTH_CONNECTION = deleteOutgoingOAuthConnection:
        DELETE "/oauth/outgoing_connections/{outgoing_oauth_connection_id}", 3, Session;
    VALIDATE_OUTGOING_OAUTH_CONNECTION = validateOutgoingOAuthConnection:
        POST "/oauth/outgoing_connections/validate", 3, Session;
    // Plugins
    UPLOAD_PLUGIN = uploadPlugin: POST "/plugins", 3, Session;
    GET_PLUGINS = getPlugins: GET "/plugins", 3, Session;
    REMOVE_PLUGIN = removePlugin: DELETE "/plugins/{plugin_id}", 3, Session;
    INSTALL_PLUGIN_FROM_URL = installPluginFromUrl: POST "/plugins/install_from_url", 3, Session;
    INSTALL_MARKETPLACE_PLUGIN = installMarketplacePlugin: POST "/plugins/marketplace", 3, Session;
    GET_PLUGIN_STATUSES = getPluginStatuses: GET "/plugins/statuses", 1, Session;
    ENABLE_PLUGIN = enablePlugin: POST "/plugins/{plugin_id}/enable", 3, Session;
    DISABLE_PLUGIN = disablePlugin: POST "/plugins/{plugin_id}/disable", 3, Session;
    GET_WEBAPP_PLUGINS = getWebappPlugins: GET "/plugins/webapp", 1, Open;
    GET_MARKETPLACE_PLUGINS = getMarketplacePlugins: GET "/plugins/marketplace", 3, Session;
    SET_FIRST_ADMIN_VISIT_MARKETPLACE_STATUS = setFirstAdminVisitMarketplaceStatus:
        POST "/plugins/marketplace/first_admin_visit", 3, Open;
    GET_FIRST_ADMIN_VISIT_MARKETPLACE_STATUS = getFirstAdminVisitMarketplaceStatus:
        GET "/plugins/marketplace/first_admin_visit", 2, Session;
    // AI agents
    GET_AGENTS = getAgents: GET "/agents", 3, Session;
    GET_AGENTS_STATUS = getAgentsStatus: GET "/agents/status", 3, Session;
    GET_LLM_SERVICES = getLlmServices: GET "/llmservices", 3, Session;
}
