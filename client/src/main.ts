import { mount } from "svelte";
import App from "./App.svelte";
import { forgetWithOthers, meet } from "./lib/guest";
import { ready } from "./lib/i18n";
import { applyLetters, applyTheme } from "./lib/prefs";
import { page, route } from "./router.svelte";
import "./theme/fonts.css";
import "./theme/tokens.css";
import "./theme/base.css";

applyTheme();
applyLetters();
forgetWithOthers(window);
void meet();
const target = document.getElementById("app");
if (target)
  void ready(page(route.path)[0] !== "shelf").then((speaking) => {
    target.replaceChildren(); // the house's name stood there while the words were on their way
    mount(App, { target, props: { speaking } });
  });
