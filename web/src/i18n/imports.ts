// Why a line of an imported file cannot be taken, by the id of the refusal.
//
// The server names the object and the rule that does not hold of it, and both are in the id: so the texts are made of the
// words for objects and the words for rules, for each of them together.

export interface Lines {
  readonly objects: Readonly<Record<string, string>>;
  readonly rules: Readonly<Record<string, string>>;
  /** Where nothing stands under the name of what the line is about. */
  readonly empty: string;
  readonly between: string;
}

/** The texts by their ids: each object with each rule, even where the server has no such rule of it. */
export function ofLines({ objects, rules, empty, between }: Lines): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [object, thing] of Object.entries(objects)) {
    texts[`app.import.import_line.null_${object}.error`] = thing + between + empty;
    for (const [rule, why] of Object.entries(rules))
      texts[`app.import.validate_${object}_import_data.${rule}.error`] = thing + between + why;
  }
  return texts;
}
