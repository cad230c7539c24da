// Starts the client in the page: the look first, then the session, then what it shows.
import { render } from "solid-js/web";
import { App } from "./app";
import { keepOffline } from "./offline/register";
import { start } from "./query/session";
import { startTheme } from "./theme/theme";

startTheme();
const root = document.getElementById("root");
if (!root) throw new Error("the page has a root");
render(() => <App />, root);
void start();
// After the first paint: keeping files is not what anybody waits for.
if (import.meta.env.PROD) window.addEventListener("load", () => keepOffline());
