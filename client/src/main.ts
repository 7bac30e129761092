import { mount } from "svelte";
import App from "./App.svelte";
import { ready } from "./lib/i18n";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";

const target = document.getElementById("app");
if (target) void ready().then(() => mount(App, { target }));
