// The button that sounds the instance: a tap strikes, sounds that go on sound while it is held, or
// until they are let go if they are kept on.

import { Part, app, glow, instance, pulse, soundInfo } from "./context.js";
import { fill, h } from "./dom.js";
import { followKept, isKept, toggleKept } from "./latch.js";

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
    const keep = h(
      "button",
      {
        type: "button",
        class: "button keep",
        "aria-pressed": "false",
        data: { test: "keep-on", tip: "Sounds on without a hand; press again to let it go" },
        on: {
          click: () => toggleKept(id),
        },
      },
      "Keep on",
    );
    fill(this, button, held && keep);
    let down = false;
    const show = () => {
      const on = down || isKept(id);
      button.classList.toggle("down", on);
      keep.setAttribute("aria-pressed", String(isKept(id)));
    };
    const on = () => {
      if (down) return;
      down = true;
      app.engine.trigger(id, 1);
      show();
    };
    const off = () => {
      if (!down) return;
      down = false;
      if (held) app.engine.release(id);
      show();
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0) {
        button.setPointerCapture(event.pointerId);
        on();
      }
    });
    // A press on what is kept on lets it go with the hand.
    for (const type of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(type, off);
    followKept(signal, show);
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
