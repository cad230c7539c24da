// Words of the bookmarks above a channel.
import { catalogue } from "../../i18n/catalogue";
import { bookmarks } from "../../i18n/en/bookmarks";

export const t = catalogue("bookmarks", bookmarks);
