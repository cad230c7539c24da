// Words of the inbox, in German.

import type { Strings } from "../catalogue";
import type { inbox as english } from "../en/inbox";

const inbox: Strings<keyof typeof english> = {
  inbox: "Eingang",
  nothing: "Alles ist gelesen",
  nothingHint: "Was in deinen Kanälen, Unterhaltungen und Threads neu ist, steht hier beisammen.",
  readHint: "markiert als gelesen",
  rest: "{count, plural, one {Eine weitere} other {# weitere}}",
};

export default inbox;
