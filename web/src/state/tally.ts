// Sums of what is unread, in each team and in all: kept up by single changes, so that one post in an account of ten
// thousand channels costs one addition. Pure.
import type { Unread } from "./channels";

export interface Sum {
  readonly posts: number;
  readonly mentions: number;
}

const NOTHING: Sum = { posts: 0, mentions: 0 };

interface Counted extends Sum {
  readonly teamId: string;
}

export class Tally {
  private readonly channels = new Map<string, Counted>();
  private readonly teams = new Map<string, Sum>();
  private total = NOTHING;

  /** Says what of a channel is unread, `undefined` when it is gone; whether a sum is another one now. */
  set(id: string, teamId: string, unread: Unread | undefined): boolean {
    const before = this.channels.get(id);
    const now = unread && unread.posts + unread.mentions > 0 ? { ...unread, teamId } : undefined;
    if (before?.posts === now?.posts && before?.mentions === now?.mentions && before?.teamId === now?.teamId) {
      return false;
    }
    if (before) this.add(before, -1);
    if (now) {
      this.channels.set(id, { posts: now.posts, mentions: now.mentions, teamId });
      this.add(now, 1);
    } else this.channels.delete(id);
    return true;
  }

  private add(one: Counted, sign: 1 | -1): void {
    const plus = (sum: Sum): Sum => ({
      posts: sum.posts + sign * one.posts,
      mentions: sum.mentions + sign * one.mentions,
    });
    this.total = plus(this.total);
    this.teams.set(one.teamId, plus(this.teams.get(one.teamId) ?? NOTHING));
  }

  all(): Sum {
    return this.total;
  }

  ofTeam(teamId: string): Sum {
    return this.teams.get(teamId) ?? NOTHING;
  }
}
