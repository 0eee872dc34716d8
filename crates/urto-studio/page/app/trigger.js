// The button that sounds the instance: a tap strikes, sounds that go on sound while it is held.

import { Part, app, glow, instance, pulse, soundInfo } from "./context.js";
import { fill, h } from "./dom.js";

class Trigger extends Part {
  instance = 0;
  /** The small one stands in the row of tabs. */
  small = false;

  /** @param {AbortSignal} signal */
  start(signal) {
    const id = this.instance;
    const held = soundInfo(instance(id)?.sound ?? "")?.held ?? false;
    const button = h(
      "button",
      {
        type: "button",
        class: "trigger",
        data: {
          test: this.small ? "trigger-small" : "trigger",
          held: String(held),
          tip: held ? "Sounds while it is held (Space)" : "Space does the same",
        },
      },
      h("span", { class: "trigger-light" }),
      held ? (this.small ? "Hold" : "Hold to sound") : "Strike",
    );
    fill(this, button);
    let down = false;
    const on = () => {
      if (down) return;
      down = true;
      button.classList.add("down");
      app.engine.trigger(id, 1);
    };
    const off = () => {
      if (!down) return;
      down = false;
      button.classList.remove("down");
      if (held) app.engine.release(id);
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0) {
        button.setPointerCapture(event.pointerId);
        on();
      }
    });
    for (const type of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(type, off);
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) on();
    });
    button.addEventListener("keyup", (event) => {
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        off();
      }
    });
    // A click without pointer or key (a screen reader's) is a blow, or a switch for sounds that go on.
    button.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      if (down) off();
      else {
        on();
        if (!held) off();
      }
    });
    signal.addEventListener("abort", off);
    pulse(signal, (meters) => {
      const level = glow(meters.instances[id]);
      button.style.setProperty("--level", level < 0.01 ? "0" : level.toFixed(2));
    });
  }
}
customElements.define("urto-trigger", Trigger);
