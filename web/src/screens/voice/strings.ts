// The words of voice messages.
import { catalogue } from "../../i18n/catalogue";
import { voice } from "../../i18n/en/voice";

export const ofVoice = catalogue("voice", voice);
