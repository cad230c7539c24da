// Whether passkeys can be made and used on this page.

import { hasPasskeys } from "../../net/passkeys";
import { config } from "../../query/world";

export const arePasskeysHere = () => config().EnablePasskeys === "true" && hasPasskeys(config().SiteURL);
