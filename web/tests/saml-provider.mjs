// A provider of SAML 2.0 on the loopback, which signs by a library that others wrote. Whoever signs in there is whom the
// form says. Its host is `localhost`, so that browsers take it for another site than the server's.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";

const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const ASSERTION = "urn:oasis:names:tc:SAML:2.0:assertion";
const STATUS = "urn:oasis:names:tc:SAML:2.0:status";
const PASSWORD = "urn:oasis:names:tc:SAML:2.0:ac:classes:Password";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const LASTS_MS = 300_000;

/** People by the name that they sign in with; everybody else is in no group. */
const PEOPLE = { ada: { firstName: "Ada", lastName: "Night", groups: "staff" } };

/** A key and its certificate, in PEM. */
function pair() {
  const folder = mkdtempSync(join(tmpdir(), "muster-saml-"));
  try {
    const [key, certificate] = ["key.pem", "certificate.pem"].map((name) => join(folder, name));
    const wanted = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=provider".split(" ");
    const made = spawnSync("openssl", [...wanted, "-keyout", key, "-out", certificate]);
    if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.error ?? made.stderr}`);
    return { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts one for the server at `site`. */
export async function startSamlProvider(site) {
  const keys = pair();
  const server = createServer((asked, answer) => {
    handle(asked, answer).catch((problem) => {
      console.error(problem);
      answer.writeHead(500).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${server.address().port}`;

  async function handle(asked, answer) {
    const { pathname, searchParams } = new URL(asked.url, issuer);
    const routes = {
      "/metadata": () => description(issuer, keys),
      "/sso": () => deskOf(searchParams),
      "/answer": async () => answered(issuer, keys, site, new URLSearchParams(await bodyOf(asked))),
    };
    const text = await routes[pathname]?.();
    const kind = pathname === "/metadata" ? "application/samlmetadata+xml" : "text/html";
    answer.writeHead(text ? 200 : 404, { "content-type": `${kind}; charset=utf-8` }).end(text ?? "");
  }

  return {
    site,
    issuer,
    metadata: `${issuer}/metadata`,
    end: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

async function bodyOf(asked) {
  const parts = [];
  for await (const part of asked) parts.push(part);
  return Buffer.concat(parts).toString();
}

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
const page = (body) => `<!doctype html><title>Night Corp.</title>${body}`;

function description(issuer, { certificate }) {
  const bytes = certificate.replace(/-----[^-]+-----|\s/g, "");
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><IDPSSODescriptor
    protocolSupportEnumeration="${PROTOCOL}"><KeyDescriptor use="signing"><KeyInfo
    xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bytes}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
    Location="${issuer}/sso"/></IDPSSODescriptor></EntityDescriptor>`;
}

/** What people see: who they are, and whether they are let in. */
function deskOf(query) {
  const request = inflateRawSync(Buffer.from(query.get("SAMLRequest"), "base64")).toString();
  const [, id] = /<samlp:AuthnRequest[^>]* ID="([^"]+)"/.exec(request);
  return page(`<h1>Night Corp.</h1><form method="post" action="/answer">
    <input type="hidden" name="state" value="${escaped(query.get("RelayState"))}">
    <input type="hidden" name="request" value="${escaped(id)}">
    <label>Name <input name="name"></label>
    <button name="how" value="sign">Sign in</button>
    <button name="how" value="alter">Sign in as somebody else on the way</button>
    <button name="how" value="deny">Refuse</button></form>`);
}

/** What brings the answer to the server by the browser. */
function answered(issuer, keys, site, form) {
  const receiver = `${site}/login/sso/saml`;
  const isDenied = form.get("how") === "deny";
  const message = isDenied
    ? answerOf(issuer, receiver, form.get("request"), "Responder", "")
    : signed(answerOf(issuer, receiver, form.get("request"), "Success", assertionOf(issuer, receiver, form)), keys);
  // Somebody may change an answer on its way.
  const sent = form.get("how") === "alter" ? message.replace(/id-of-\w+/, "id-of-mara") : message;
  return page(`<form method="post" action="${receiver}">
    <input type="hidden" name="SAMLResponse" value="${Buffer.from(sent).toString("base64")}">
    <input type="hidden" name="RelayState" value="${escaped(form.get("state"))}"></form>
    <script>document.forms[0].submit()</script>`);
}

const instant = (ms) => new Date(ms).toISOString();

const answerOf = (issuer, receiver, request, status, assertion) =>
  `<samlp:Response xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="_${crypto.randomUUID()}" Version="2.0" ` +
  `IssueInstant="${instant(Date.now())}" Destination="${receiver}" InResponseTo="${escaped(request)}">` +
  `<saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${STATUS}:${status}"/></samlp:Status>` +
  `${assertion}</samlp:Response>`;

function assertionOf(issuer, receiver, form) {
  const [name, now] = [form.get("name"), Date.now()];
  const [made, ends] = [now, now + LASTS_MS].map(instant);
  const person = { username: name, email: `${name}@corp.test`, ...PEOPLE[name] };
  const attributes = Object.entries(person).map(
    ([key, value]) =>
      `<saml:Attribute Name="${key}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
  );
  return (
    `<saml:Assertion ID="_${crypto.randomUUID()}" Version="2.0" IssueInstant="${made}"><saml:Issuer>${issuer}` +
    `</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">` +
    `id-of-${escaped(name)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${ends}" Recipient="${receiver}" ` +
    `InResponseTo="${escaped(form.get("request"))}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${made}" NotOnOrAfter="${ends}"><saml:AudienceRestriction><saml:Audience>${receiver}` +
    `</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${made}"><saml:AuthnContext><saml:AuthnContextClassRef>${PASSWORD}` +
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement></saml:Assertion>`
  );
}

/** The answer with its assertion signed. */
function signed(answer, { key, certificate }) {
  const signature = new SignedXml({
    privateKey: key,
    publicCert: certificate,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  const assertion = "/*/*[local-name()='Assertion']";
  signature.addReference({
    xpath: assertion,
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", EXCLUSIVE],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  const location = { reference: `${assertion}/*[local-name()='Issuer']`, action: "after" };
  signature.computeSignature(answer, { prefix: "ds", location });
  return signature.getSignedXml();
}
