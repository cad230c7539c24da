// What is filled into a form: how a field begins, whether it may be sent so, and how it travels. Pure.
import type { DialogElement } from "../../wire.gen";

export type Value = string | boolean | readonly string[];

export function firstValue(element: DialogElement): Value {
  if (element.type === "bool") return element.default === "true";
  if (element.type === "select" && element.multiselect) return element.default === "" ? [] : element.default.split(",");
  return element.default;
}

export type Fault =
  | { readonly kind: "required" | "wrongEmail" | "wrongNumber" | "wrongUrl" }
  | { readonly kind: "tooShort" | "tooLong"; readonly count: number };

const isEmpty = (value: Value): boolean => (typeof value === "boolean" ? !value : value.length === 0);

const SHAPES: Readonly<Record<string, { readonly fits: (text: string) => boolean; readonly fault: Fault }>> = {
  email: { fits: (text) => /^\S+@\S+$/.test(text), fault: { kind: "wrongEmail" } },
  number: { fits: (text) => Number.isFinite(Number(text)), fault: { kind: "wrongNumber" } },
  url: { fits: (text) => /^https?:\/\/\S+$/i.test(text), fault: { kind: "wrongUrl" } },
};

/** What is wrong with a value; the program may find more. */
export function faultOf(element: DialogElement, value: Value): Fault | undefined {
  if (typeof value === "string" && (element.type === "text" || element.type === "textarea")) {
    const text = value.trim();
    if (text === "") return element.optional ? undefined : { kind: "required" };
    if (element.min_length > 0 && text.length < element.min_length)
      return { kind: "tooShort", count: element.min_length };
    if (element.max_length > 0 && text.length > element.max_length)
      return { kind: "tooLong", count: element.max_length };
    const shape = SHAPES[element.subtype];
    return shape && !shape.fits(text) ? shape.fault : undefined;
  }
  return !element.optional && isEmpty(value) ? { kind: "required" } : undefined;
}

/** The value as the program gets it; `undefined` where nothing was filled in. */
export function sent(element: DialogElement, value: Value): unknown {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return [...value];
  if (value === "") return element.type === "text" || element.type === "textarea" ? "" : undefined;
  if (element.subtype === "number") return Number(value);
  if (element.type === "datetime") return new Date(value).toISOString();
  return value;
}
