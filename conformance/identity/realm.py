"""A realm of Keycloak as administrators make one for a chat: people, groups, and the chat as an application."""

REALM = "corp"
PASSWORD = "Realm-Passw0rd"
CLIENT, SECRET = "chat", "a-secret-of-the-test"


def person(name, groups, verified=True):
    return {
        "username": name, "enabled": True, "email": "%s@corp.test" % name, "emailVerified": verified,
        "firstName": name.title(), "lastName": "Corp", "groups": groups,
        "credentials": [{"type": "password", "value": PASSWORD, "temporary": False}],
    }


def saml_client(receiver, **attributes):
    """The chat as an application of SAML, whose answers go to `receiver`."""
    def mapper(name, kind, **config):
        return {"name": name, "protocol": "saml", "protocolMapper": kind,
                "config": {"attribute.name": name, "attribute.nameformat": "Basic", **config}}
    users = [mapper(name, "saml-user-property-mapper", **{"user.attribute": name})
             for name in ("username", "email", "firstName", "lastName")]
    groups = mapper("groups", "saml-group-membership-mapper", **{"single": "false", "full.path": "false"})
    return {
        "clientId": receiver, "protocol": "saml", "enabled": True, "frontchannelLogout": True,
        "redirectUris": [receiver], "adminUrl": receiver, "protocolMappers": [*users, groups],
        "attributes": {
            "saml.server.signature": "true", "saml.assertion.signature": "false", "saml.client.signature": "false",
            "saml.authnstatement": "true", "saml.force.post.binding": "true", "saml.signature.algorithm": "RSA_SHA256",
            "saml_force_name_id_format": "true", "saml_name_id_format": "persistent", **attributes,
        },
    }


def realm(site, service):
    """The realm for a server at `site`, in which the provider has the name `service`."""
    groups = {
        "name": "groups", "protocol": "openid-connect", "protocolMapper": "oidc-group-membership-mapper",
        "config": {"claim.name": "groups", "full.path": "true", "id.token.claim": "true", "userinfo.token.claim": "true"},
    }
    client = {
        "clientId": CLIENT, "secret": SECRET, "enabled": True, "publicClient": False, "standardFlowEnabled": True,
        "redirectUris": ["%s/signup/%s/complete" % (site, service)], "protocolMappers": [groups],
        "attributes": {
            "post.logout.redirect.uris": site + "/login", "pkce.code.challenge.method": "S256",
            "backchannel.logout.url": "%s/oauth/%s/backchannel_logout" % (site, service),
            "backchannel.logout.session.required": "true",
        },
    }
    return {
        "realm": REALM, "enabled": True, "sslRequired": "none", "clients": [client],
        "groups": [{"name": "staff"}, {"name": "ops"}],
        "users": [
            person("ada", ["/staff", "/ops"]), person("ben", ["/staff"]), person("cal", []),
            person("dee", ["/staff"], verified=False),
        ],
    }
