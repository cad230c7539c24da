// Starts the client in the page.
import { render } from "solid-js/web";
import { App } from "./app";

const root = document.getElementById("root");
if (!root) throw new Error("the page has a root");
render(() => <App />, root);
