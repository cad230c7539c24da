// Names of the machine as people read them, and the group a permission belongs to.

export type Group = "channels" | "posts" | "teams" | "people" | "integrations" | "console" | "other";

/** Words that are written in a way of their own, where a name of the machine has them in small letters. */
const SPELT: Readonly<Record<string, string>> = {
  api: "API",
  cors: "CORS",
  elasticsearch: "Elasticsearch",
  gitlab: "GitLab",
  google: "Google",
  html: "HTML",
  id: "ID",
  ids: "IDs",
  ldap: "LDAP",
  linkedin: "LinkedIn",
  mfa: "MFA",
  oauth: "OAuth",
  office365: "Office 365",
  openid: "OpenID",
  saml: "SAML",
  smtp: "SMTP",
  sql: "SQL",
  tls: "TLS",
  url: "URL",
  urls: "URLs",
};

/** `create_public_channel` and `MaxUsersPerTeam` as words; abbreviations stay in capitals. */
export function readable(name: string): string {
  const words = name
    .replace(/OAuth|GitLab|OpenId|LinkedIn/g, (brand) => brand.charAt(0) + brand.slice(1).toLowerCase())
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)(v\d)/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : (SPELT[word.toLowerCase()] ?? word.toLowerCase())));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first that matches counts, so the narrow ones stand first. */
const GROUPS: readonly (readonly [Group, RegExp])[] = [
  ["console", /^sysconsole|system|jobs|logs|license|analytics|config/],
  ["integrations", /webhook|slash|bot|oauth|integration|token|app/],
  ["posts", /post|reaction|emoji|file|upload|mention|bookmark/],
  ["channels", /channel/],
  ["teams", /team/],
  ["people", /user|guest|group|role|member|session/],
];

export function groupOf(permission: string): Group {
  return GROUPS.find(([, test]) => test.test(permission))?.[0] ?? "other";
}

/** Permissions by group, in the order of the groups; empty groups are left out. */
export function grouped(permissions: readonly string[]): [Group, string[]][] {
  const order: Group[] = ["channels", "posts", "teams", "people", "integrations", "console", "other"];
  return order
    .map((group): [Group, string[]] => [group, permissions.filter((one) => groupOf(one) === group)])
    .filter(([, members]) => members.length > 0);
}
