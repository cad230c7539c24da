// Ways to sign in besides the password: a button for each provider, and why the last try came to nothing.
import { For, Show } from "solid-js";
import { config } from "../../query/world";
import { inviteOf, route, wantedOf } from "../../route";
import { Banner } from "../../ui";
import { beginningAt, beginOnDesktop, isDesktopProgram } from "./desktop-program";
import { t } from "./strings";

/** A provider as the server tells of it. */
export interface Provider {
  readonly name: string;
  readonly text: string;
  readonly color: string;
}

/** The providers, in the order of their buttons. */
export function providersOf(text: string | undefined): readonly Provider[] {
  if (!text) return [];
  try {
    const told: unknown = JSON.parse(text);
    return Array.isArray(told) ? (told as Provider[]) : [];
  } catch {
    return [];
  }
}

export const providers = () => providersOf(config().SignInProviders);

/** Whether the form for a password is here: always where it is the only way, and where the address asks for it. */
export const hasPasswordForm = () =>
  config().ShowPasswordForm !== "false" ||
  providers().length === 0 ||
  new URLSearchParams(location.search).has("password");

/** Where the provider leads: back to the page that was asked for, with the invitation that it brings. */
export function addressOf(provider: string, path: string, search: string): string {
  const wanted = path === "/login" ? wantedOf(search) : path + search;
  const here = inviteOf(route()) ? path + search : wanted;
  return `${beginningAt(provider)}?${new URLSearchParams({ redirect_to: here })}`;
}

/** What the server tells of a sign-in that came to nothing. */
const REASONS = {
  unknown_provider: () => t("ssoUnknown"),
  provider_unreachable: () => t("ssoUnreachable"),
  misconfigured: () => t("ssoWrong"),
  not_believed: () => t("ssoWrong"),
  failed: () => t("ssoWrong"),
  bad_return: () => t("ssoWrong"),
  not_begun: () => t("ssoNotBegun"),
  already_used: () => t("ssoNotBegun"),
  denied: () => t("ssoDenied"),
  not_allowed: () => t("ssoNotAllowed"),
  no_address: () => t("ssoNoAddress"),
  address_taken: () => t("ssoAddressTaken"),
  already_linked: () => t("ssoAlreadyLinked"),
  no_account: () => t("ssoNoAccount"),
  not_admitted: () => t("ssoNotAdmitted"),
} as const;

/** Why the last sign-in by a provider came to nothing, for people; nothing when there was none. */
export function reason(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const id = query.get("sign_in_error");
  if (!id) return undefined;
  const told = id in REASONS ? REASONS[id as keyof typeof REASONS]() : t("ssoWrong");
  // A code is letters and digits; nothing else of an address is shown.
  const code = (query.get("code") ?? "").replace(/[^a-z0-9]/g, "").slice(0, 26);
  return code === "" ? told : `${told} ${t("ssoCode", { code })}`;
}

/** Stands above the form. */
export function Problem() {
  return (
    <Show when={route().screen === "login" && reason(location.search)}>
      {(text) => <Banner kind="danger">{text()}</Banner>}
    </Show>
  );
}

/** Stands below the form. */
export function Providers() {
  const begin = (event: MouseEvent, provider: string) => {
    if (!isDesktopProgram()) return;
    event.preventDefault();
    beginOnDesktop(provider);
  };
  return (
    <Show when={providers().length > 0}>
      <div class="entry-providers" role="group" aria-label={t("ssoWith")}>
        <p class="entry-other" aria-hidden="true">
          {t("ssoWith")}
        </p>
        <For each={providers()}>
          {(provider) => (
            <a
              class="button"
              data-kind="plain"
              data-size="body"
              style={provider.color === "" ? undefined : { "border-color": provider.color }}
              href={addressOf(provider.name, location.pathname, location.search)}
              onClick={(event) => begin(event, provider.name)}
            >
              {provider.text}
            </a>
          )}
        </For>
      </div>
    </Show>
  );
}
