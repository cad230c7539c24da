// Where a sign-in by a provider begins: in this window, or, in the program for the desktop, in a browser that hands it back
// by a link. The program knows its own sign-in by a token that only it has.

/** Under this name the tab keeps its token. */
export const KEPT = "muster.desktop-token";
/** Whether this page stands in the desktop program. */
export function isDesktopProgram(): boolean {
  return "desktopAPI" in window || /Mattermost\/\d/.test(navigator.userAgent);
}

/** Where a sign-in by a provider begins. */
export const beginningAt = (provider: string): string =>
  provider === "saml" ? "/login/sso/saml" : `/oauth/${provider}/login`;

/** Opens the browser for it; the answer comes back by the program's own link. */
export function beginOnDesktop(provider: string): void {
  const token = crypto.randomUUID().replaceAll("-", "");
  sessionStorage.setItem(KEPT, token);
  window.open(`${beginningAt(provider)}?${new URLSearchParams({ desktop_token: token })}`, "_blank");
}
