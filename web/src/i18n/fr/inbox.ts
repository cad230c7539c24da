// Words of the inbox, in French.

import type { Strings } from "../catalogue";
import type { inbox } from "../en/inbox";

const strings: Strings<keyof typeof inbox> = {
  inbox: "Boîte de réception",
  nothing: "Tout est lu",
  nothingHint: "Les nouveautés de vos canaux, conversations et fils se retrouvent ici.",
  readHint: "marque comme lu",
  rest: "{count, plural, one {Encore un} other {Encore #}}",
};

export default strings;
