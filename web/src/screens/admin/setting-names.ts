// The settings as people read them.
//
// For consoles made for others the server also names settings that it does not have, and ignores what is written there.
// Those have no words here and are not offered; a test holds the words against the list of what the server does have.

import { catalogue } from "../../i18n/catalogue";
import { config } from "../../i18n/en/config";
import { type Field, keyOf } from "./config";
import { NODE_SETTINGS } from "./node-settings";

type Key = keyof typeof config;

const t = catalogue(config, {
  de: () => import("../../i18n/de/config"),
  ja: () => import("../../i18n/ja/config"),
});

const isKey = (name: string): name is Key => Object.hasOwn(config, name);

/** Whether changing the setting does anything. */
export const isOffered = (field: Field): boolean => isKey(keyOf(field.section, field.name));

/** Whether each node decides it for itself, so that it cannot be changed here. */
export const isOfNode = (field: Field): boolean => NODE_SETTINGS.has(keyOf(field.section, field.name));

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
