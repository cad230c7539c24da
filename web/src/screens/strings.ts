// The words of the chat itself.
import { catalogue } from "../i18n/catalogue";
import { chat } from "../i18n/en/chat";

export const t = catalogue("chat", chat);
