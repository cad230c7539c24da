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
  const early = new Map(first.map((path) => [`/api/v4${path}`, ask(path)]));
  window.early = early;
  // One that fails is asked for again.
  for (const answer of early.values()) answer.catch(() => undefined);
  // What is read first, a round trip before the client knows its id.
  const [, team, place, channel, post] = location.pathname.split("/");
  if (place !== "channels" || !channel || post) return;
  const unread = "posts/unread?collapsedThreads=true&collapsedThreadsExtended=false&limit_before=40&limit_after=40";
  ask(`/teams/name/${team}/channels/name/${channel}`)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .then((one) => {
      if (!one || window.early !== early) return undefined;
      const path = `/users/me/channels/${one.id}/${unread}`;
      const answer = ask(path);
      early.set(`/api/v4${path}`, answer);
      return answer;
    })
    .catch(() => undefined);
})();
