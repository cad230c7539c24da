// The service worker of a page, and what a browser would tell it.

/** The worker of the pages at `base`, by the developer tools of one of them. */
export async function workerOf(page, base) {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find((one) => one.scopeURL === `${base}/` && !one.isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const where = { origin: base, registrationId: await registered };
  return {
    /** A message of a push service. */
    deliver: (told) => session.send("ServiceWorker.deliverPushMessage", { ...where, data: JSON.stringify(told) }),
    /** That the network is back. */
    sync: (tag) => session.send("ServiceWorker.dispatchSyncEvent", { ...where, tag, lastChance: false }),
  };
}
