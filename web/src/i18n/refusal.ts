// What the server refuses, in the reader's language.
//
// The server speaks English, and its own words know most, so who reads English gets those. For others each refusal that
// a person can meet has a text by its id: `limits` for what was typed, `imports` for files of another server, `refusals`
// for all else; they load with the first one.

import { format, parse } from "./icu";
import { type Language, language } from "./language";
import { wordsOf } from "./words";

type Kind = "imports" | "limits" | "refusals";

export interface Told {
  readonly text: string;
  readonly language: Language;
}

/** The refusal `id`, which the server told as `said`; unknown ones stay as they were told. */
export const refusalText = async (id: string, said: string): Promise<string> => (await told(id, said)).text;

/**
 * The same with the language that it came to be told in. A text may ask for the first `{number}` of what was said, as a
 * bound that is a setting, for the first `{name}` in quotes, or for the whole `{text}`.
 */
export async function told(id: string, said: string): Promise<Told> {
  const now = language();
  const asSaid: Told = { text: said, language: "en" };
  if (now === "en") return asSaid;
  // Away, and not kept: English is better than nothing.
  const texts = await wordsOf(now, kindOf(id)).catch(() => undefined);
  const text = texts?.[id];
  const number = /\d+/.exec(said.replace(/(\d),(?=\d{3})/g, "$1"))?.[0];
  const name = /"(.+?)"/.exec(said)?.[1];
  const lacks = (what: string, value: unknown) => value === undefined && text?.includes(what);
  if (text === undefined || lacks("{number}", number) || lacks("{name}", name)) return asSaid;
  return { text: format(parse(text), now, { number: Number(number), name: name ?? "", text: said }), language: now };
}

const kindOf = (id: string): Kind =>
  id.startsWith("model.") ? "limits" : id.startsWith("app.import.") ? "imports" : "refusals";
