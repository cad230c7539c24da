// The root of the client: which screen the address calls for.
import { createResource, Show } from "solid-js";
import { get } from "./net/rest";

export function App() {
  const [config] = createResource(() => get<Record<string, string>>("/config/client", { format: "old" }));
  return (
    <main>
      <Show when={config()}>{(config) => <h1>{config().SiteName}</h1>}</Show>
    </main>
  );
}
