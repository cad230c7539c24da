// Passkeys as the browser makes and uses them. The server speaks JSON with bytes as base64url; the browser wants bytes.
// The types of that JSON are the browser's own: older browsers cannot read and write it, but all agree on its names.

/** What a browser makes a passkey by, and what it uses one by. */
export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;
export type RequestOptions = PublicKeyCredentialRequestOptionsJSON;

interface Written<Response> {
  readonly id: string;
  readonly type: string;
  readonly response: Response;
}

/** A passkey that was made. */
export type NewCredential = Written<{ clientDataJSON: string; attestationObject: string; transports: string[] }>;

/** A passkey that was used. */
export type UsedCredential = Written<{
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string | null;
}>;

/** The person, or the browser, gave no passkey; why is nobody's business (WebAuthn level 3, §14.5). */
export class NoPasskey extends Error {}

/** The authenticator has a passkey of the account, and makes no second one. */
export class HasPasskey extends NoPasskey {}

const IP_ADDRESS = /^\[|^[\d.]+$/;

/** Whether this browser can give passkeys to a page of the site at `address`. */
export function hasPasskeys(address: string | undefined): boolean {
  if (!window.PublicKeyCredential || !navigator.credentials) return false;
  try {
    const { origin, hostname } = new URL(address ?? "");
    // The server takes passkeys for its own address alone; browsers give them to names alone.
    return origin === location.origin && !IP_ADDRESS.test(hostname);
  } catch {
    return false;
  }
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const descriptors = (all: readonly PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] =>
  all.map(({ id, transports }) => ({
    type: "public-key",
    id: bytesOf(id),
    transports: (transports ?? []) as AuthenticatorTransport[],
  }));

/** Makes a passkey.
 * @throws {HasPasskey} when there is one already, {NoPasskey} when none was made. */
export async function makePasskey(options: CreationOptions): Promise<NewCredential> {
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        rp: options.rp,
        user: { ...options.user, id: bytesOf(options.user.id) },
        challenge: bytesOf(options.challenge),
        pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: "public-key", alg })),
        timeout: options.timeout,
        excludeCredentials: descriptors(options.excludeCredentials),
        ...(options.authenticatorSelection && { authenticatorSelection: options.authenticatorSelection }),
        attestation: "none",
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    type: made.type,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Uses a passkey.
 * @throws {NoPasskey} when none was used. */
export async function usePasskey(options: RequestOptions): Promise<UsedCredential> {
  const used = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(options.challenge),
        timeout: options.timeout,
        rpId: options.rpId,
        allowCredentials: descriptors(options.allowCredentials),
        userVerification: options.userVerification as UserVerificationRequirement,
      },
    }),
  );
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    id: used.id,
    type: used.type,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle ? textOf(response.userHandle) : null,
    },
  };
}

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "InvalidStateError")
      throw new HasPasskey("The authenticator has a passkey already.", { cause });
    throw new NoPasskey("The browser gave no passkey.", { cause });
  }
  throw new NoPasskey("The browser gave no passkey.");
}
