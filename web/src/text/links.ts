// Which addresses a message may lead to, and which of them lead into this app.

/** Schemes that open a program or a page, and run nothing here. */
const SCHEMES = new Set([
  "http:",
  "https:",
  "mailto:",
  "tel:",
  "ftp:",
  "sftp:",
  "ssh:",
  "irc:",
  "xmpp:",
  "geo:",
  "sip:",
]);
const IMAGE_SCHEMES = new Set(["http:", "https:"]);
/** Browsers accept at least this; longer ones are an attack or a mistake. */
const ADDRESS_LEN_MAX = 2_083;

/** The address as it may be used, or nothing. Without a scheme it is a path of this server or a host name. */
export function safeAddress(address: string, origin: string): string | undefined {
  return checked(address, origin, SCHEMES);
}

export function safeImage(address: string, origin: string): string | undefined {
  return checked(address, origin, IMAGE_SCHEMES);
}

function checked(address: string, origin: string, schemes: ReadonlySet<string>): string | undefined {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.length > ADDRESS_LEN_MAX) return undefined;
  try {
    const url = new URL(complete(trimmed), origin);
    return schemes.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** `example.com/page` means a site, `/page` and `#here` this one. */
function complete(address: string): string {
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) || /^[/#?.]/.test(address)) return address;
  return `http://${address}`;
}

const ID = /^[a-z0-9]{26}$/;

/** The post a permalink of this server names: `/team/pl/{id}` and `/_redirect/pl/{id}`. */
export function permalinkOf(address: string, site: string): string | undefined {
  try {
    const base = new URL(site);
    const url = new URL(address, base);
    if (url.origin !== base.origin) return undefined;
    const [team, word, id, rest] = url.pathname.slice(base.pathname.replace(/\/$/, "").length + 1).split("/");
    return team && word === "pl" && id && !rest && ID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
