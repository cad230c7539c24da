// A catalogue: the strings of one part of the interface, in every language of ours.
//
// English is the source and always loaded; the others are chunks that load when chosen, and until one has arrived (or
// when the network is away) English shows. Parsed messages are kept; there are as many as keys, so the cache is bounded.

import { createComputed, createRoot, createSignal } from "solid-js";
import { format, formatParts, type Message, parse, type Value } from "./icu";
import { type Language, language } from "./language";
import { wordsOf } from "./words";

export type Strings<K extends string = string> = Readonly<Record<K, string>>;
type Loaded<K extends string> = { readonly of: Language; readonly strings: Strings<K> };

export interface Translate<K extends string> {
  /** The message in the current language; tracks it. */
  (key: K, values?: Readonly<Record<string, Value>>): string;
  /** The same with elements among the values: `{t.rich("joined", { who: <b>{name}</b> })}`. */
  rich<T>(key: K, values: Readonly<Record<string, Value | T>>): (string | T)[];
  /** Whether the current language's strings have arrived. */
  ready(): boolean;
}

/** The words of the file `name` in each language's folder, of which `english` is the source. */
export function catalogue<K extends string>(name: string, english: Strings<K>): Translate<K> {
  const parsed = new Map<string, Message>();
  const [strings, setStrings] = createSignal<Loaded<K>>({ of: "en", strings: english });
  createRoot(() =>
    createComputed(() => {
      const wanted = language();
      if (wanted === "en") {
        setStrings({ of: "en", strings: english });
        return;
      }
      wordsOf(wanted, name)
        .then((words) => {
          if (language() === wanted) setStrings({ of: wanted, strings: words as Strings<K> });
        })
        .catch(() => {
          // Offline and not cached: English is better than nothing, and the next change of language tries again.
          setStrings({ of: "en", strings: english });
        });
    }),
  );

  const message = (key: K): [Message, Language] => {
    const { of: locale, strings: loaded } = strings();
    const text = loaded[key] ?? english[key];
    const id = `${locale}/${key}`;
    let found = parsed.get(id);
    if (!found) {
      found = parse(text);
      parsed.set(id, found);
    }
    return [found, locale];
  };

  const translate = (key: K, values: Readonly<Record<string, Value>> = {}): string => {
    const [found, locale] = message(key);
    return format(found, locale, values);
  };
  const rich = <T>(key: K, values: Readonly<Record<string, Value | T>>): (string | T)[] => {
    const [found, locale] = message(key);
    return formatParts(found, locale, values);
  };
  return Object.assign(translate, { rich, ready: () => strings().of === language() });
}
