// Roles and permissions as people read them.
//
// What a role of another version may, and what somebody called a role of their own, is shown as it is stored.

import { catalogue } from "../../i18n/catalogue";
import { rights } from "../../i18n/en/rights";
import type { Role } from "../../wire.gen";
import { readable } from "./names";

type Key = keyof typeof rights;

const t = catalogue("rights", rights);

const isKey = (name: string): name is Key => Object.hasOwn(rights, name);

export function nameOfPermission(permission: string): string {
  // Each section of a console is a pair of permissions: to see it, and to change it.
  const [, deed, section] = /^sysconsole_(read|write)_(.+)$/.exec(permission) ?? [];
  const area = `area_${section}`;
  if (deed && isKey(area)) return t(deed === "read" ? "readArea" : "writeArea", { area: t(area) });
  return isKey(permission) ? t(permission) : readable(permission);
}

export function nameOfRole(role: Pick<Role, "name" | "display_name">): string {
  const key = `role_${role.name}`;
  return isKey(key) ? t(key) : role.display_name || readable(role.name);
}
