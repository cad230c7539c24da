// Being told while no window is open: this browser subscribes at its maker's service, and the subscription becomes the
// device of the session, so that it ends with it. What is told then is `offline/sw`'s business.
import { createSignal } from "solid-js";
import { put } from "../net/rest";
import { keepPush, pushKept } from "./push-kept";
import { config, store } from "./world";

export type PushState = "unsupported" | "denied" | "off" | "on";

/** How the device of a session that is a browser begins; alone it says that there is none any more. */
const PREFIX = "webpush:";
/** The server keeps no longer ones. */
const DEVICE_LEN_MAX = 512;

const [state, setState] = createSignal<PushState>("off");
export const pushState = state;

const serverKey = (): string => config().WebPushPublicKey ?? "";

/** Plain HTTP from afar, private windows and servers without a key have none. */
const isSupported = (): boolean => "serviceWorker" in navigator && "PushManager" in window && serverKey() !== "";

const registration = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.ready;

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** The subscription as the device of a session.
 * @throws when the browser's service is not one that the server can reach. */
export function deviceOf(subscription: Pick<PushSubscription, "toJSON">): string {
  const { endpoint, keys } = subscription.toJSON();
  const device = `${PREFIX}${keys?.auth ?? ""}${keys?.p256dh ?? ""}${(endpoint ?? "").replace(/^https:\/\//, "")}`;
  if (!endpoint?.startsWith("https://") || device.length > DEVICE_LEN_MAX) throw new Error(endpoint ?? "");
  return device;
}

const attach = (device: string) => put("/users/sessions/device", { device_id: device });

async function subscribe(): Promise<PushSubscription> {
  const { pushManager } = await registration();
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(serverKey()) };
  try {
    return await pushManager.subscribe(options);
  } catch (problem) {
    // There is one for another server's key, as after its data were made anew.
    const old = await pushManager.getSubscription();
    if (!old) throw problem;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Asks the browser and its service, and tells the server where. */
export async function turnPushOn(): Promise<void> {
  const answer = await Notification.requestPermission();
  // A question that was put off may be asked again.
  if (answer !== "granted") return void setState(answer === "denied" ? "denied" : "off");
  const device = deviceOf(await subscribe());
  await attach(device);
  keepPush({ user: store.me, device });
  setState("on");
}

export async function turnPushOff(): Promise<void> {
  await attach(PREFIX);
  keepPush(undefined);
  setState("off");
  await (await (await registration()).pushManager.getSubscription())?.unsubscribe();
}

/** Where it stands at the start of a visit. A `session` that is new does not know this browser yet, and one whose address
 * changed is told the new one. */
export async function resumePush(session: "new" | "known"): Promise<void> {
  if (!isSupported()) return void setState("unsupported");
  if (Notification.permission === "denied") return void setState("denied");
  const before = pushKept();
  if (before?.user !== store.me || Notification.permission !== "granted") return void setState("off");
  const device = deviceOf(await subscribe());
  if (session === "new" || device !== before.device) {
    await attach(device);
    keepPush({ user: store.me, device });
  }
  setState("on");
}
