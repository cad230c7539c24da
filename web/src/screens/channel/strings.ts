// The words of files: those of a post, those that wait in the composer, and the viewer.
import { catalogue } from "../../i18n/catalogue";
import { files } from "../../i18n/en/files";

export const ofFiles = catalogue("files", files);
