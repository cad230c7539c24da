// How much is unread, where the window itself is not seen: on the tab's icon, and on that of an app that was installed.

interface Badged {
  setAppBadge?(count?: number): Promise<void>;
  clearAppBadge?(): Promise<void>;
}

let icon: HTMLLinkElement | undefined;
/** The icon as it came, and with a dot. */
let plain = "";
let dotted: Promise<string> | undefined;
let shown = false;

/** A dot in the colour of badges, drawn into the icon. */
async function withDot(address: string): Promise<string> {
  const text = await (await fetch(address)).text();
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--badge").trim();
  const dot = `<circle cx="24" cy="8" r="8" fill="${colour}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text.replace("</svg>", dot))}`;
}

/** The tab's icon has a dot while somebody calls. */
async function mark(calls: boolean): Promise<void> {
  icon ??= document.querySelector<HTMLLinkElement>('link[rel="icon"]') ?? undefined;
  if (!icon || calls === shown) return;
  shown = calls;
  plain ||= icon.href;
  dotted ??= withDot(plain);
  const href = calls ? await dotted : plain;
  // Something else may be so by now.
  if (shown === calls) icon.href = href;
}

/** Tells how often the reader was called; an app's icon shows a dot for what is new besides. */
export function badge(mentions: number, posts: number): void {
  // Browsers without it show nothing; so do those that may not.
  const app = navigator as Badged;
  const done = mentions + posts > 0 ? app.setAppBadge?.(mentions || undefined) : app.clearAppBadge?.();
  done?.catch(() => undefined);
  mark(mentions > 0).catch(() => {
    dotted = undefined;
    shown = false;
  });
}
