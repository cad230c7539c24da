// Providers of OpenID Connect as the configuration of a node has them: what each key is, whether it can be, and the text.
//
// Pure. The server reads them from its file or environment alone, so nothing here is stored; it checks again when it starts.

export type Preset = "generic" | "google" | "entra" | "gitlab" | "keycloak" | "authentik" | "okta";

/** A provider with the keys of the file, in their order there. */
export interface Provider {
  readonly name: string;
  readonly preset: Preset;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly button_text: string;
  readonly button_color: string;
  readonly ca_file: string;
  readonly scopes: readonly string[];
  readonly subject_claim: string;
  readonly username_claim: string;
  readonly email_claim: string;
  readonly first_name_claim: string;
  readonly last_name_claim: string;
  readonly nickname_claim: string;
  readonly position_claim: string;
  readonly picture_claim: string;
  readonly groups_claim: string;
  readonly required_groups: readonly string[];
  readonly required_claims: readonly string[];
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  readonly create_accounts: boolean;
  readonly trust_email: boolean;
  readonly match_by_email: boolean;
  readonly sign_out_there: boolean;
  readonly previous_issuers: readonly string[];
}

export type Key = keyof Provider;
/** The keys whose values are of the type `T`. */
export type KeyOf<T> = { [K in Key]: Provider[K] extends T ? K : never }[Key];

export const BLANK: Provider = {
  name: "",
  preset: "generic",
  issuer: "",
  client_id: "",
  client_secret: "",
  button_text: "",
  button_color: "",
  ca_file: "",
  scopes: [],
  subject_claim: "",
  username_claim: "",
  email_claim: "",
  first_name_claim: "",
  last_name_claim: "",
  nickname_claim: "",
  position_claim: "",
  picture_claim: "",
  groups_claim: "",
  required_groups: [],
  required_claims: [],
  roles: [],
  teams: [],
  create_accounts: true,
  trust_email: false,
  match_by_email: false,
  sign_out_there: false,
  previous_issuers: [],
};

interface Product {
  /** What people call it; it also stands on the button where nothing else does. */
  readonly product: string;
  /** Its address, where everybody has the same. */
  readonly issuer?: string;
  /** What an address of it looks like. */
  readonly example: string;
  readonly subject?: string;
  /** A good name in addresses: one that mobile apps know where there is one. */
  readonly name: string;
}

export const PRODUCTS: Readonly<Record<Preset, Product>> = {
  generic: { product: "OpenID Connect", example: "https://id.example.com", name: "openid" },
  keycloak: { product: "Keycloak", example: "https://HOST/realms/REALM", name: "openid" },
  entra: {
    product: "Microsoft",
    example: "https://login.microsoftonline.com/TENANT/v2.0",
    subject: "oid",
    name: "office365",
  },
  google: {
    product: "Google",
    issuer: "https://accounts.google.com",
    example: "https://accounts.google.com",
    name: "google",
  },
  gitlab: { product: "GitLab", issuer: "https://gitlab.com", example: "https://gitlab.example.com", name: "gitlab" },
  okta: { product: "Okta", example: "https://ORG.okta.com", name: "openid" },
  authentik: { product: "authentik", example: "https://HOST/application/o/SLUG/", name: "openid" },
};

export type Fault =
  | "wrongColor"
  | "wrongEmpty"
  | "wrongIssuer"
  | "wrongName"
  | "wrongNameTaken"
  | "wrongNameTwice"
  | "wrongPairs"
  | "wrongScopes";
export type Faults = Readonly<Partial<Record<Key, Fault>>>;

/** Other ways to sign in, and parts of addresses where a provider's name could stand. */
const TAKEN: readonly string[] = ["email", "ldap", "saml", "apps", "authorize", "sso"];

/** `https`, or `http` on the server's own machine. */
function isSafe(issuer: string): boolean {
  if (/[?#@ \\]/.test(issuer)) return false;
  if (/^https:\/\/[^/:]/.test(issuer)) return true;
  return /^http:\/\/(?:127\.0\.0\.1|localhost)(?:[/:]|$)/.test(issuer) || issuer.startsWith("http://[::1]");
}

/** Lines that are still empty count for nothing. */
const arePairs = (lines: readonly string[]) => lines.every((line) => line === "" || /^[^=]+=./.test(line));

function faultOfName(one: Provider, all: readonly Provider[]): Fault | undefined {
  if (!/^[a-z0-9-]{1,32}$/.test(one.name)) return "wrongName";
  if (TAKEN.includes(one.name)) return "wrongNameTaken";
  return all.some((other) => other !== one && other.name === one.name) ? "wrongNameTwice" : undefined;
}

/** What the server would refuse of the provider `one` among `all`. */
export function faultsOf(one: Provider, all: readonly Provider[]): Faults {
  const issuer = one.issuer || PRODUCTS[one.preset].issuer || "";
  const found: Partial<Record<Key, Fault | false | undefined>> = {
    name: faultOfName(one, all),
    issuer: !isSafe(issuer) && "wrongIssuer",
    previous_issuers: !one.previous_issuers.every(isSafe) && "wrongIssuer",
    client_id: one.client_id === "" && "wrongEmpty",
    scopes: one.scopes.length > 0 && !one.scopes.includes("openid") && "wrongScopes",
    required_claims: !arePairs(one.required_claims) && "wrongPairs",
    roles: !arePairs(one.roles) && "wrongPairs",
    teams: !arePairs(one.teams) && "wrongPairs",
    button_color: one.button_color !== "" && !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(one.button_color) && "wrongColor",
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault)) as Faults;
}

/** What of the provider is said: everything that is not so anyway. */
export const saidOf = (one: Provider): [Key, Provider[Key]][] =>
  (Object.keys(BLANK) as Key[])
    .filter((key) => JSON.stringify(one[key]) !== JSON.stringify(BLANK[key]))
    .map((key) => [key, one[key]]);

export interface SignIn {
  readonly providers: readonly Provider[];
  readonly showPasswordForm: boolean;
}

/** The text for the file of a node. JSON's texts, lists and switches are also TOML's. */
export function tomlOf({ providers, showPasswordForm }: SignIn): string {
  const form = showPasswordForm ? [] : ["[sign_in]\nshow_password_form = false\n"];
  const tables = providers.map((one) => {
    const lines = saidOf(one).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
    return `[[sign_in.providers]]\n${lines.join("")}`;
  });
  return [...form, ...tables].join("\n");
}

/** The same as variables of the environment, as a shell reads them. */
export function environmentOf({ providers, showPasswordForm }: SignIn): string {
  const list = JSON.stringify(providers.map((one) => Object.fromEntries(saidOf(one))));
  const form = showPasswordForm ? "" : "MUSTER_SIGN_IN_SHOW_PASSWORD_FORM=false\n";
  return `${form}MUSTER_SIGN_IN_PROVIDERS='${list.replaceAll("'", "'\\''")}'\n`;
}
