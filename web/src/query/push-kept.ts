// Who turned Web Push on in this browser, and where it is told; apart from the rest, which few visits need.

const KEY = "muster.push";

export interface PushKept {
  readonly user: string;
  readonly device: string;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const isPushKept = (): boolean => read() !== null;

export function pushKept(): PushKept | undefined {
  const text = read();
  return text === null ? undefined : (JSON.parse(text) as PushKept);
}

export function keepPush(kept: PushKept | undefined): void {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage it is turned on anew after each visit.
  }
}
