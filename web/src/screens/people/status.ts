// A person's own line about what they are doing.
import type { CustomStatus, User } from "../../wire.gen";

const NEVER = "0001-01-01T00:00:00Z";

/** The line, unless there is none or its time is over. */
export function customStatusOf(user: User | undefined): CustomStatus | undefined {
  const text = user?.props?.customStatus;
  if (!text) return undefined;
  try {
    const status = JSON.parse(text) as CustomStatus;
    const ends = status.expires_at && status.expires_at !== NEVER ? Date.parse(status.expires_at) : Number.NaN;
    if (!Number.isNaN(ends) && ends < Date.now()) return undefined;
    return status.text || status.emoji ? status : undefined;
  } catch {
    return undefined;
  }
}
