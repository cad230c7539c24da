// The ways by which an account can sign in.

import type { Provider } from "../entry/providers";

export interface Way {
  /** As accounts are marked with it; empty for a password. */
  readonly service: string;
  readonly text: string;
}

/** A password, the directory where there is one, and the providers in the order of their buttons. */
export function waysOf(
  providers: readonly Provider[],
  names: { readonly directory: string | undefined; readonly password: string },
): readonly Way[] {
  const directory = names.directory === undefined ? [] : [{ service: "ldap", text: names.directory }];
  const others = providers.map((provider) => ({ service: provider.name, text: provider.text }));
  return [{ service: "", text: names.password }, ...directory, ...others];
}
