// A provider of OpenID Connect that others wrote, on the loopback. Whoever signs in there is whom the form says.
import { createServer } from "node:http";
import Provider from "oidc-provider";

export const CLIENT = { id: "muster", secret: "a-secret-of-the-test" };

/** People by the name that they sign in with; everybody else has an address that is not confirmed. */
const PEOPLE = {
  ada: {
    email: "ada@corp.test",
    email_verified: true,
    given_name: "Ada",
    family_name: "Night",
    groups: ["staff", "ops"],
  },
};

/** Starts one for a server at `site`, in which it has the name `service`. */
export async function startProvider(site, service) {
  let handle = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  return {
    issuer,
    /** What a server is told of it. */
    configured: {
      name: service,
      issuer,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      button_text: "Night Corp.",
    },
    /** Answers from now on: the server that it sends people back to has an address by now. */
    open(at = site) {
      handle = providerOf(issuer, at, service).callback();
    },
    /** Answers nothing but errors. */
    close() {
      handle = (_request, response) => response.writeHead(503).end();
    },
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

function providerOf(issuer, site, service) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${site}/signup/${service}/complete`],
        post_logout_redirect_uris: [`${site}/login`],
        backchannel_logout_uri: `${site}/oauth/${service}/backchannel_logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["preferred_username", "given_name", "family_name", "groups"],
    },
    features: { backchannelLogout: { enabled: true } },
    pkce: { required: () => true },
    // It calls no address of its own machine otherwise.
    fetch: (address, { dispatcher: _checked, ...options }) => fetch(address, options),
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: id, email: `${id}@corp.test`, ...PEOPLE[id] }),
    }),
  });
  // It complains about every page of its own that is for development alone.
  provider.on("server_error", (_context, error) => console.error(error));
  provider.on("backchannel.error", (_context, error) => console.error(error));
  return provider;
}
