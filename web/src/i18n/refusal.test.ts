// Every refusal that a person can meet in this client has a text, and no text is for one that the server does not know.

import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { serverCodeWith } from "../state/floors";
import germanImports from "./de/imports";
import germanLimits from "./de/limits";
import germanRefusals from "./de/refusals";
import { parse } from "./icu";
import { setLanguage } from "./language";
import { refusalText, told } from "./refusal";

const GERMAN: Record<string, string> = { ...germanImports, ...germanLimits, ...germanRefusals };
const FILES = import.meta.glob<Record<string, string>>("./*/{imports,limits,refusals}.ts", {
  eager: true,
  import: "default",
});

const SERVER = serverCodeWith("rules", "wire");

const IDS = new Set(
  [...SERVER.matchAll(/"([a-z_]+(?:\.[a-z0-9_]+)+)"/g)]
    .map((found) => found[1] ?? "")
    .filter((id) => /^(api|app|basic_security_check|brand|ent|import_process|jobs|mfa|model|store|web)\./.test(id)),
);

/** What nobody meets here: nothing in this client asks for it, or the answer goes to a program. */
const NOT_MET = [
  // Other programs call webhooks, and the socket is spoken by the client alone.
  /^web\.|command_webhook|^api\.web_socket|^api\.websocket_handler/,
  // Of a server that is brought along row by row, whoever starts the command is told.
  /^app\.import\.(mattermost|records)\./,
  // A picture that is left out of an import is a warning in its log; links to exports are asked for by programs.
  /^app\.import\.profile_image|^app\.export\.generate_presigned_url/,
  // Signing in through others, licences and what they cover, and servers that are connected: not here.
  // Of a directory, what administrators are told when they try it; of SAML, what the console does for it.
  /cloud|ldap(?!\.do_login\.(busy|invalid|unable|user))|licen[cs]e|remote_cluster|email_to_|oauth_to_|convert_to_bot/,
  /saml(?!\.(certificate|failure_get_metadata_from_idp|invalid_xml_attribute)\.)/,
  /^ent\.(?!ldap\.do_login\.(busy|invalid|unable|user))/,
  // What has no screen in this client.
  /brand|custom_profile_attributes|migrate_auth|move_thread|\.oauth\.(allow|register_client)|\.scheme\.|_scheme\./,
  /^api\.provisioning|terms_of_service/,
  // Pictures are loaded by the browser, which shows none of the server's words.
  /file_preview|file_thumbnail|get_team_icon/,
  // Told to whoever starts the server.
  /^app\.(cluster|search\.(index|open)|secrets\.unknown_key|web_push)\./,
];

/** What can be wrong with an imported line: ids that the server makes of an object and a rule. */
const LINE_ID = /^app\.import\.(?:validate_([a-z_]+)_import_data\.([a-z_]+)|import_line\.null_([a-z_]+))\.error$/;

const isMet = (id: string) => !NOT_MET.some((one) => one.test(id));

afterEach(() => setLanguage("en"));

describe("the texts of refusals", () => {
  it("are there for whatever a person can meet", () => {
    expect([...IDS].filter((id) => isMet(id) && !(id in GERMAN)).sort()).toEqual([]);
  });

  it("are of refusals that the server knows", () => {
    expect(Object.keys(GERMAN).filter((id) => !IDS.has(id) && !LINE_ID.test(id))).toEqual([]);
  });

  it("are there for each object of an imported line, and for each rule", () => {
    const code =
      readFileSync("../crates/transfer/src/bulk/check.rs", "utf8").split("#[cfg(test)]\nmod tests {")[0] ?? "";
    const calls = [...code.matchAll(/\bmust\(([^;]*?)"([a-z_]+)",?\s*\)(?:\?|\n)/g)];
    const named = (pattern: RegExp) => [...code.matchAll(pattern)].map((found) => found[1] ?? "");
    const objects = [
      ...named(/let object = "([a-z_]+)"/g),
      ...named(/\b(?:post|thread_of)\("([a-z_]+)"/g),
      ...calls.flatMap(([, before = ""]) => /"([a-z_]+)",\s*$/.exec(before)?.[1] ?? []),
    ];
    const told = Object.keys(GERMAN).flatMap((id) => {
      const found = LINE_ID.exec(id);
      return found ? [found] : [];
    });
    const unique = (names: readonly (string | undefined)[]) => [...new Set(names)].filter(Boolean).sort();
    expect(calls.length).toBeGreaterThan(70);
    expect(unique(told.map(([, object]) => object))).toEqual(unique(objects));
    expect(unique(told.map(([, , rule]) => rule))).toEqual(unique(calls.map(([, , rule]) => rule)));
    for (const kind of named(/there\([a-z_]+, "([a-z_]+)"\)/g))
      expect(told.map(([, , , object]) => object)).toContain(kind);
  });

  it.each(Object.entries(FILES))("parse, and ask for what there is: %s", (path, texts) => {
    const german = FILES[path.replace(/^\.\/[^/]+/, "./de")] ?? {};
    const asked = Object.values(texts).flatMap((text) => parse(text).filter((part) => typeof part !== "string"));
    const known = ["name", "number", "text"].map((name) => ({ kind: "value", name }));
    for (const part of asked) expect(known).toContainEqual(part);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(german).sort());
  });
});

describe("a refusal", () => {
  const TOO_SHORT = "model.user.is_valid.pwd_min_length.app_error";
  const WRONG_PASSWORD = "api.user.update_password.incorrect.app_error";

  it("reads as the reader's language has it", async () => {
    const said = "The current password is not right.";
    setLanguage("de");
    expect(await refusalText(WRONG_PASSWORD, said)).toBe("Das aktuelle Passwort ist nicht richtig.");
    setLanguage("ja");
    expect(await refusalText(WRONG_PASSWORD, said)).toBe("現在のパスワードが正しくありません。");
  });

  it("keeps the bound that only the server knows", async () => {
    setLanguage("de");
    expect(await refusalText(TOO_SHORT, "A password needs at least 14 characters.")).toBe(
      "Ein Passwort braucht mindestens 14 Zeichen.",
    );
    expect(await refusalText("model.post.is_valid.message_length.app_error", "Too long: 16,383 characters.")).toBe(
      "Die Nachricht ist zu lang: höchstens 16.383 Zeichen.",
    );
    expect(await refusalText(TOO_SHORT, "Too short.")).toBe("Too short.");
  });

  it("keeps what the server says of a setting", async () => {
    setLanguage("de");
    const said = "TeamSettings.MaxUsersPerTeam must be at least 1";
    expect(await refusalText("api.config.update_config.invalid.app_error", said)).toBe(
      `Die Einstellungen wurden nicht übernommen: ${said}`,
    );
  });

  it("says in which language it is told", async () => {
    setLanguage("de");
    expect(await told("app.job.panicked", "Something went wrong inside the server.")).toEqual({
      text: "Im Server ist etwas schiefgegangen.",
      language: "de",
    });
    const said = "Something new.";
    expect(await told("app.something.new.app_error", said)).toEqual({ text: said, language: "en" });
  });

  it("names what the server names in quotes", async () => {
    const id = "app.import.import_post.user_not_found.error";
    setLanguage("ja");
    expect(await refusalText(id, 'line 9: There is no account "eve".')).toBe("アカウント「eve」はありません。");
    expect(await refusalText(id, "There is no account.")).toBe("There is no account.");
  });

  it("says of an imported line what is wrong with which object", async () => {
    setLanguage("de");
    const said = "line 4: The user: email missing.";
    expect(await refusalText("app.import.validate_user_import_data.email_missing.error", said)).toBe(
      "Konto: Die E-Mail-Adresse fehlt.",
    );
  });

  it("stays as the server told it in English, and where there is no text for it", async () => {
    expect(await refusalText(TOO_SHORT, "Too short.")).toBe("Too short.");
    setLanguage("ja");
    expect(await refusalText("api.something.new.app_error", "Something new.")).toBe("Something new.");
  });
});
