// Making a passkey: what the server wants of the browser, the person's touch, and what the server keeps of it.

import { type CreationOptions, makePasskey } from "../../net/passkeys";
import { post } from "../../net/rest";
import type { Passkey } from "../../wire.gen";

/** What comes back with the credential, and what the browser makes it by. */
interface Begun {
  readonly state: string;
  readonly options: CreationOptions;
}

/** The session is older than a few minutes: the server wants the password before it makes another way in. */
export const WANTS_PASSWORD = "api.passkey.sign_in_again.app_error";

/** Makes a passkey of this name. `password` may be empty shortly after the sign-in. */
export async function addPasskey(name: string, password: string): Promise<Passkey> {
  const { state, options } = await post<Begun>("/users/me/passkeys/begin", { password });
  const credential = await makePasskey(options);
  return post<Passkey>("/users/me/passkeys", { name, state, credential });
}
