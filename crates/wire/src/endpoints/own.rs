//! Endpoints that no other server of this API has: clients of this server alone ask them.

use super::*;

endpoints! {
    // Passkeys
    GET_PASSKEYS = getPasskeys: GET "/users/{user_id}/passkeys", 3, SessionNoMfa;
    BEGIN_PASSKEY = beginPasskey: POST "/users/{user_id}/passkeys/begin", 3, SessionNoMfa => SignIn;
    CREATE_PASSKEY = createPasskey: POST "/users/{user_id}/passkeys", 3, SessionNoMfa => SignIn;
    RENAME_PASSKEY = renamePasskey: PUT "/users/{user_id}/passkeys/{passkey_id}", 3, SessionNoMfa;
    DELETE_PASSKEY = deletePasskey: DELETE "/users/{user_id}/passkeys/{passkey_id}", 3, SessionNoMfa;
    GET_RECOVERY_CODES = getRecoveryCodes: GET "/users/{user_id}/recovery_codes", 3, SessionNoMfa;
    CREATE_RECOVERY_CODES = createRecoveryCodes: POST "/users/{user_id}/recovery_codes", 3, SessionNoMfa => SignIn;
    BEGIN_PASSKEY_LOGIN = beginPasskeyLogin: POST "/users/login/passkey/begin", 3, Open(LOGIN_RATE) => SignIn;
    LOGIN_WITH_PASSKEY = loginWithPasskey: POST "/users/login/passkey", 3, Open(LOGIN_RATE) => SignIn;
    // Browsers that are not asked for the second factor
    GET_BROWSERS = getBrowsers: GET "/users/{user_id}/browsers", 3, Session;
    DELETE_BROWSER = deleteBrowser: DELETE "/users/{user_id}/browsers/{browser_id}", 3, Session;
    // Trials of services that people sign in by
    TEST_SIGN_IN = testSignIn: POST "/sign_in/{service}/test", 3, Session;
    PREVIEW_SIGN_IN = previewSignIn: POST "/sign_in/{service}/preview", 3, Session;
    // When an account ends
    GET_EXPIRY = getExpiry: GET "/users/{user_id}/expiry", 3, Session;
    UPDATE_EXPIRY = updateExpiry: PUT "/users/{user_id}/expiry", 3, Session;
    // How far others have read a channel
    GET_CHANNEL_SEEN = getChannelSeen: GET "/channels/{channel_id}/seen", 3, Session;
    // Animated pictures of a provider that the server asks
    GET_GIFS = getGifs: GET "/gifs", 3, Session => Search;
    // Tokens of provisioning programs (SCIM)
    GET_PROVISIONING_TOKENS = getProvisioningTokens: GET "/provisioning/tokens", 3, Session;
    CREATE_PROVISIONING_TOKEN = createProvisioningToken: POST "/provisioning/tokens", 3, Session;
    DELETE_PROVISIONING_TOKEN = deleteProvisioningToken: DELETE "/provisioning/tokens/{token_id}", 3, Session;
}
