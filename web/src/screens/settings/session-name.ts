// A session as people tell it from others: its browser and its system.

import type { Session } from "../../wire.gen";
import { t } from "./strings";

export function nameOfSession(session: Session): string {
  const { browser, os, platform, type } = session.props;
  if (type === "UserAccessToken") return t("tokenSession");
  // A program that does not say what it is has a name of the server's: `Unknown/0.0`.
  const known = [browser, os ?? platform]
    .filter((name) => name && !name.startsWith("Unknown"))
    // `Chrome/140.0.0.0`: which one it is among them, and no more.
    .map((name) => name?.replace(/\/(\d+)[.\d]*$/, " $1"));
  return known.join(" · ") || t("unknownDevice");
}
