// The settings as people read them, and the values of those that are chosen from a few.
//
// For consoles made for others the server also names settings that it does not have, and ignores what is written there.
// Those have no words here and are not offered; tests hold the words against the lists of what the server does have.

import { catalogue } from "../../i18n/catalogue";
import { choices } from "../../i18n/en/choices";
import { config } from "../../i18n/en/config";
import type { Option } from "../../ui/field";
import { type Field, keyOf, written } from "./config";
import { NODE_SETTINGS } from "./node-settings";

type Key = keyof typeof config;
type Choice = keyof typeof choices;

const t = catalogue("config", config);

const nameOfChoice = catalogue("choices", choices);

const isKey = (name: string): name is Key => Object.hasOwn(config, name);

/** Whether changing the setting does anything. */
export const isOffered = (field: Field): boolean => isKey(keyOf(field.section, field.name));

/** Whether each node decides it for itself, so that it cannot be changed here. */
export const isOfNode = (field: Field): boolean => NODE_SETTINGS.has(keyOf(field.section, field.name));

/** Whether the server takes one value alone, which clients of the API read. */
export const isFixed = (field: Field): boolean => keyOf(field.section, field.name) === "SamlSettings.Verify";

export function nameOfSetting(field: Field): string {
  const key = keyOf(field.section, field.name);
  return isKey(key) ? t(key) : key;
}

/** What else is to be known of it: which values it takes, or what it needs. */
export function hintOfSetting(field: Field): string | undefined {
  const key = `${keyOf(field.section, field.name)}.hint`;
  return isKey(key) ? t(key) : undefined;
}

export const nameOfSection = (section: string): string => (isKey(section) ? t(section) : section);

/**
 * The values that the setting is chosen from, in the server's order; none where it takes whatever is typed. A value that
 * only another version of the server knows is last, by its own name.
 */
export function choicesOf(field: Field): Option<string>[] {
  const before = `${keyOf(field.section, field.name)}=`;
  const found = (Object.keys(choices) as Choice[])
    .filter((key) => key.startsWith(before))
    .map((key) => ({ value: key.slice(before.length), label: nameOfChoice(key) }));
  const now = written(field.value);
  const isKnown = found.length === 0 || found.some((one) => one.value === now);
  return isKnown ? found : [...found, { value: now, label: now }];
}
