// Reads providers from what somebody pastes: the text of a node's file, or the list in JSON as the environment has it.
//
// Pure. Of TOML it knows what these tables are written in: a key and a value on a line, lists over several lines, remarks.

import { BLANK, type Key, type Provider, type SignIn } from "./provider-file";

/** A line that is none of these: the text is not taken, as a key that is left out would be lost. */
export class Unread extends Error {
  constructor(readonly line: string) {
    super(`unread: ${line}`);
  }
}

/**
 * The providers of the text, with what it says of the form for a password. Tables of other parts are passed over.
 *
 * @throws Unread where a line of a provider is none that the configuration has.
 */
export function readProviders(text: string): SignIn {
  const variable = /MUSTER_SIGN_IN_PROVIDERS=(['"]?)(\[.*\])\1\s*$/ms.exec(text)?.[2];
  const list = variable ?? (/^\s*\[\s*\{/.test(text) ? text : undefined);
  if (list !== undefined) return { providers: ofJson(list), showPasswordForm: !/PASSWORD_FORM=.?false/.test(text) };
  return ofToml(text);
}

function ofJson(text: string): Provider[] {
  let list: unknown;
  try {
    list = JSON.parse(text.replaceAll("'\\''", "'"));
  } catch {
    throw new Unread(text.trim().slice(0, LINE_LEN));
  }
  if (!Array.isArray(list)) throw new Unread(text.trim().slice(0, LINE_LEN));
  return list.map((one: unknown) => {
    const said = Object.entries(typeof one === "object" && one !== null ? one : {});
    return said.reduce((provider, [key, value]) => withKey(provider, key, value, key), BLANK);
  });
}

function ofToml(text: string): SignIn {
  const providers: Provider[] = [];
  let table = "";
  let showPasswordForm = true;
  for (const line of statements(text)) {
    const head = /^\[+\s*([\w.]+)\s*\]+$/.exec(line)?.[1];
    if (head !== undefined) {
      table = head;
      if (head === "sign_in.providers") providers.push(BLANK);
      continue;
    }
    const [, key = "", value = ""] = /^"?([\w.]+)"?\s*=\s*(.*)$/s.exec(line) ?? [];
    if (table === "sign_in" && key === "show_password_form") showPasswordForm = value !== "false";
    if (table !== "sign_in.providers") continue;
    providers.push(withKey(providers.pop() ?? BLANK, key, read(value, line), line));
  }
  return { providers, showPasswordForm };
}

/** Lines without remarks; a list that goes over several is one. */
function statements(text: string): string[] {
  const found: string[] = [];
  let open = "";
  for (const raw of text.split("\n")) {
    const line = `${open}${open && " "}${withoutRemark(raw).trim()}`;
    const bare = line.replace(STRINGS, "");
    const isOpen = /=\s*\[/.test(bare) && !/\]\s*$/.test(bare);
    open = isOpen ? line : "";
    if (!isOpen && line !== "") found.push(line);
  }
  return open === "" ? found : [...found, open];
}

const STRINGS = /"(?:[^"\\]|\\.)*"|'[^']*'/g;
const LINE_LEN = 60;

const withoutRemark = (line: string) => /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^"'#])*/.exec(line)?.[0] ?? "";

function read(text: string, line: string): unknown {
  // What stands in single quotes stands as it is; a comma may end a list.
  const json = text.replace(STRINGS, (one) => (one.startsWith("'") ? JSON.stringify(one.slice(1, -1)) : one));
  try {
    return JSON.parse(json.replace(/,\s*\]$/, "]"));
  } catch {
    throw new Unread(line.slice(0, LINE_LEN));
  }
}

/** The provider with what is said of `key`, if it has such a key and the value is of its type. */
function withKey(provider: Provider, key: string, value: unknown, line: string): Provider {
  const now: unknown = Object.hasOwn(BLANK, key) ? BLANK[key as Key] : undefined;
  const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
  const fits = Array.isArray(now) ? isList : typeof value === typeof now;
  if (now === undefined || !fits) throw new Unread(line.slice(0, LINE_LEN));
  return { ...provider, [key]: value };
}
