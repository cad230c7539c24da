// Starts the service worker, and says when there is a new version of the client.
import { t } from "../screens/strings";
import { toast } from "../ui";

/** A tab stays open for weeks; this often it asks whether the server has something newer. */
const ASK_MS = 60 * 60_000;

/** The script that this page began with: its name tells the version. */
const entry = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  return script ? new URL(script.src).pathname : "";
};

/** Whether this page is of the worker's version. */
function isOurs(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<boolean>) => resolve(event.data);
    worker.postMessage(entry(), [port2]);
  });
}

let wanted = false;

/** A worker that is ready and waits: a page of its own version lets it begin, an older one asks the reader. */
async function ready(worker: ServiceWorker): Promise<void> {
  if (await isOurs(worker)) {
    worker.postMessage("take over");
    return;
  }
  toast({
    text: t("newVersion"),
    action: {
      label: t("reload"),
      perform: () => {
        wanted = true;
        worker.postMessage("take over");
      },
    },
  });
}

/** Once, when the page has started. Where there are no workers (plain HTTP from afar, private windows) all works without. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const workers = navigator.serviceWorker;
  workers.addEventListener("controllerchange", () => {
    if (wanted) location.reload();
  });
  workers
    .register("/sw.js", { updateViaCache: "none" })
    .then((registration) => {
      if (registration.waiting) void ready(registration.waiting);
      registration.addEventListener("updatefound", () => {
        const fresh = registration.installing;
        fresh?.addEventListener("statechange", () => {
          // The very first has nobody to wait for.
          if (fresh.state === "installed" && workers.controller) void ready(fresh);
        });
      });
      // Without the server there is nothing newer.
      window.setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
    })
    // Without it the client needs the network to start, as every page does.
    .catch(() => undefined);
}
