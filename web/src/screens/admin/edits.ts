// What was typed into the settings and is not stored yet.
//
// Pure. The text of each field is kept as it was typed, so that it is still there when its section is shown again.

import { type Field, keyOf, read, type Value, written } from "./config";

export interface Edit {
  readonly field: Field;
  readonly text: string;
}

/** By the key of the setting. */
export type Edits = ReadonlyMap<string, Edit>;

export function edited(edits: Edits, field: Field, text: string): Edits {
  return new Map(edits).set(keyOf(field.section, field.name), { field, text });
}

/** What the field shows: what was typed, else what is stored. */
export function textOf(edits: Edits, field: Field): string {
  return edits.get(keyOf(field.section, field.name))?.text ?? written(field.value);
}

/** The new values, of those settings that would become something else. */
export function changesOf(edits: Edits): Map<string, Value> {
  const changes = new Map<string, Value>();
  for (const [key, { field, text }] of edits) {
    const value = read(field.kind, text);
    if (value !== undefined && written(value) !== written(field.value)) changes.set(key, value);
  }
  return changes;
}

/** The settings whose text is no value of theirs. */
export function wrongOf(edits: Edits): Field[] {
  return [...edits.values()]
    .filter(({ field, text }) => read(field.kind, text) === undefined)
    .map((edit) => edit.field);
}

/** How many settings are not as they are stored, with those that are wrong: none is both wrong and a change. */
export const countOf = (edits: Edits): number => changesOf(edits).size + wrongOf(edits).length;
