// The console has words for everything that the server offers: settings, rights, roles and jobs, as the generated
// documents and the sources of the server list them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { choices } from "../../i18n/en/choices";
import { config } from "../../i18n/en/config";
import { rights } from "../../i18n/en/rights";
import { setLanguage } from "../../i18n/language";
import { serverCode } from "../../state/floors";
import { fieldsOf, keyOf } from "./config";
import { nameOfJob, stateOf } from "./job-names";
import { NODE_SETTINGS } from "./node-settings";
import { nameOfPermission, nameOfRole } from "./right-names";
import { choicesOf, isOffered, nameOfSection, nameOfSetting } from "./setting-names";
import { isWord } from "./strings";

const read = (path: string) => readFileSync(join("..", path), "utf8");

/** What the first group of `pattern` finds, all over the text. */
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((hit) => hit[1] ?? "");

const SETTINGS = found(read("docs/config.md"), /^\| `.* \| `(\w+\.\w+)` \| /gm);
/** Each setting with a few values, and those. */
const CHOSEN = [...read("docs/config.md").matchAll(/^\| `.* \| one of ([^|]*) \| `(\w+\.\w+)` \| /gm)].map(
  ([, values = "", key = ""]) => ({ key, values: values.split(", ") }),
);
const PERMISSIONS = found(
  read("docs/permissions.md"),
  /^\| `(\w+)` \| (?:Team|Channel|Group|Playbook|Run|System|Console) \| /gm,
);
const ROLES = found(read("docs/permissions.md"), /^\| `(\w+)` \| [^|]+ \| (?:scheme|by name) \| /gm);
const JOBS = found(serverCode(["transfer"]), /KIND: &str = "(\w+)"/g);
const STATES = found(read("crates/wire/src/jobs.rs"), /^pub const [A-Z_]+: &str = "(\w+)";/gm);

const field = (key: string, value = "") => {
  const [section = "", name = ""] = key.split(".");
  return { section, name, kind: "text", value, pinned: false } as const;
};

afterEach(() => setLanguage("en"));

describe("the console has words for", () => {
  it("every setting that the server has, and for no other", () => {
    expect(SETTINGS.length).toBeGreaterThan(200);
    expect(SETTINGS.filter((key) => !isOffered(field(key)))).toEqual([]);
    const known = new Set(SETTINGS.flatMap((key) => [key, `${key}.hint`, key.split(".")[0]]));
    expect(Object.keys(config).filter((key) => !known.has(key))).toEqual([]);
    expect(SETTINGS.filter((key) => nameOfSection(field(key).section) === field(key).section)).toEqual([]);
  });

  it("every value that a setting is chosen from, in the order of the server, and for no other", () => {
    expect(CHOSEN.length).toBeGreaterThan(8);
    const offered = CHOSEN.map(({ key, values }) => choicesOf(field(key, values[0])).map((one) => one.value));
    expect(offered).toEqual(CHOSEN.map(({ values }) => values));
    expect(Object.keys(choices).length).toBe(CHOSEN.flatMap(({ values }) => values).length);
  });

  it("every permission and every role of the server, and for no other", () => {
    expect(PERMISSIONS.length).toBeGreaterThan(200);
    const area = (name: string) => name.replace(/^sysconsole_(read|write)_/, "area_");
    const needed = [...PERMISSIONS.map(area), ...ROLES.map((name) => `role_${name}`), "readArea", "writeArea"];
    expect([...new Set(needed)].sort()).toEqual(Object.keys(rights).sort());
  });

  it("every kind of job and every state of one", () => {
    expect([JOBS.length, STATES.length].every((count) => count > 5)).toBe(true);
    const needed = [...JOBS.map((kind) => `job_${kind}`), ...STATES.map((state) => `state_${state}`)];
    expect(needed.filter((key) => !isWord(key))).toEqual([]);
  });
});

describe("what each node sets for itself", () => {
  it("is what the server refuses to change", () => {
    const ofNodes = found(read("docs/config.md"), /^\| `\w+` \*node\* \| .* \| `(\w+\.\w+)` \| /gm);
    expect([...NODE_SETTINGS].sort()).toEqual(ofNodes.sort());
  });
});

describe("in German", () => {
  it("they are German", async () => {
    setLanguage("de");
    await vi.waitFor(() => expect(nameOfSetting(field("TeamSettings.SiteName"))).toBe("Name des Servers"));
    await vi.waitFor(() => expect(nameOfPermission("create_post")).toBe("Nachrichten schreiben"));
    expect(nameOfSection("SqlSettings")).toBe("Datenbank");
    const secured = () => choicesOf(field("EmailSettings.ConnectionSecurity")).map((one) => one.label);
    await vi.waitFor(() =>
      expect(secured()).toEqual(["Keine", "Von Anfang an (TLS)", "Nach der Begrüßung (STARTTLS)"]),
    );
    expect(nameOfPermission("sysconsole_read_environment_smtp")).toBe("Mailserver: ansehen");
    expect(nameOfRole({ name: "team_admin", display_name: "Team administrator" })).toBe("Teamadministrator");
    await vi.waitFor(() => expect(nameOfJob({ type: "export_delete" })).toBe("Alte Exporte entfernen"));
    expect(stateOf({ status: "pending" })).toBe("Wartet");
  });
});

describe("what has no words", () => {
  it("is shown by the name that it has", () => {
    expect(nameOfPermission("fly_to_the_moon")).toBe("Fly to the moon");
    expect(nameOfRole({ name: "bc8wzn1p", display_name: "Quay admins" })).toBe("Quay admins");
    expect(nameOfJob({ type: "saml_sync" })).toBe("SAML sync");
    expect(stateOf({ status: "on_hold" })).toBe("On hold");
  });

  it("can still be chosen where it is stored", () => {
    const offered = choicesOf(field("TeamSettings.RestrictDirectMessage", "channel"));
    expect(offered.at(-1)).toEqual({ value: "channel", label: "channel" });
    expect(choicesOf(field("TeamSettings.SiteName", "North Pier"))).toEqual([]);
  });

  it("is no setting of this server", () => {
    const answer = { CloudSettings: { Disable: false }, TeamSettings: { SiteName: "Muster" } };
    const offered = Object.keys(answer).flatMap((section) => fieldsOf(answer, {}, section).filter(isOffered));
    expect(offered.map((one) => keyOf(one.section, one.name))).toEqual(["TeamSettings.SiteName"]);
  });
});
