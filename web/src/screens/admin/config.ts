// The configuration as fields: which kind each is, whether a value is valid, and what changed.
//
// Pure. The server says what there is (`GET /config`) and which settings its environment decides; it also checks again.

export type Value = string | number | boolean | null | readonly string[];
export type Kind = "switch" | "number" | "text" | "secret" | "long" | "list";
export type Settings = Readonly<Record<string, Readonly<Record<string, Value>>>>;
export type Pinned = Readonly<Record<string, Readonly<Record<string, boolean>> | undefined>>;

export interface Field {
  readonly section: string;
  readonly name: string;
  readonly kind: Kind;
  readonly value: Value;
  /** Decided by the environment or by each node: shown, not changed. */
  readonly pinned: boolean;
}

/** What the server sends instead of a secret. */
const HIDDEN = "*".repeat(32);
const LONG_LEN = 120;

export function kindOf(name: string, value: Value): Kind {
  if (typeof value === "boolean") return "switch";
  if (typeof value === "number") return "number";
  if (Array.isArray(value)) return "list";
  if (value === HIDDEN || /(?:Password|Secret|Salt|Key)$/.test(name)) return "secret";
  return typeof value === "string" && (value.length > LONG_LEN || value.includes("\n")) ? "long" : "text";
}

/** The fields of a section, in the server's order; nested objects (plugins, experiments) are left to files. */
export function fieldsOf(settings: Settings, pinned: Pinned, section: string): Field[] {
  return Object.entries(settings[section] ?? {}).flatMap(([name, value]): Field[] => {
    const simple =
      value === null ||
      typeof value !== "object" ||
      (Array.isArray(value) && value.every((one) => typeof one === "string"));
    if (!simple) return [];
    return [{ section, name, kind: kindOf(name, value), value, pinned: pinned[section]?.[name] === true }];
  });
}

/** What a person typed as the setting's own type; nothing when it is none. */
export function read(kind: Kind, typed: string): Value | undefined {
  switch (kind) {
    case "number": {
      const number = Number(typed);
      return typed.trim() !== "" && Number.isSafeInteger(number) ? number : undefined;
    }
    case "list":
      return typed
        .split(/[\n,]/)
        .map((one) => one.trim())
        .filter(Boolean);
    case "switch":
      return typed === "true";
    default:
      return typed;
  }
}

export function written(value: Value): string {
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

export const keyOf = (section: string, name: string) => `${section}.${name}`;

/** The changes as the body of `PUT /config/patch`. */
export function patchOf(changes: ReadonlyMap<string, Value>): Record<string, Record<string, Value>> {
  const body: Record<string, Record<string, Value>> = {};
  for (const [key, value] of changes) {
    const [section = "", name = ""] = key.split(".");
    body[section] = { ...body[section], [name]: value };
  }
  return body;
}
