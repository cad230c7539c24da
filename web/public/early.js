// Asks for what a first visit begins with while the client itself is still on its way; `src/net/rest.ts` takes the
// answers. Whoever was here before begins with what was kept, and whoever is not signed in is told nothing.
(() => {
  let known = true;
  try {
    known = localStorage.getItem("muster.user") !== null;
  } catch {
    // Without storage nothing was kept, and asking late is as good.
  }
  if (known || !/(?:^|; )MMUSERID=/.test(document.cookie)) return;
  const first = [
    "/users/me",
    "/users/me/preferences",
    "/users/me/teams",
    "/users/me/teams/members",
    "/users/me/channels",
    "/users/me/channel_members?page=-1",
    "/users/me/status",
    "/config/client?format=old",
  ];
  const ask = (path) => fetch(`/api/v4${path}`, { headers: { "X-Requested-With": "XMLHttpRequest" } });
  window.early = new Map(first.map((path) => [`/api/v4${path}`, ask(path)]));
  // One that fails is asked for again.
  for (const answer of window.early.values()) answer.catch(() => undefined);
})();
