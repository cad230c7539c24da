// The words of polls.
import { catalogue } from "../../i18n/catalogue";
import { polls } from "../../i18n/en/polls";

export const ofPolls = catalogue("polls", polls);
