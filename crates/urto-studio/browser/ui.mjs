// What the tests of the page itself need: the studio as a person meets it, and what they hear of it.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { PATIENCE, launch, openPage, startStudio, until } from "./harness.mjs";

export { PATIENCE };

/** axe-core as it is put into a page. @type {string|undefined} */
let axe;

/** Above this something sounds, below the other it is quiet [share of full scale]. */
const AUDIBLE = 1e-3;
const QUIET = 1e-4;

/** Wide screens, tablets held upright, and phones. @type {Record<"wide"|"tablet"|"phone", import("playwright-core").BrowserContextOptions>} */
export const SIZES = {
  wide: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1180 }, deviceScaleFactor: 2, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** A browser as people have it: nothing sounds before the page was touched. */
export const plainBrowser = () => launch([]);

/**
 * One studio and one browser for all tests of a file.
 * @returns {(options?: import("playwright-core").BrowserContextOptions) => Promise<Visit>} opens the page
 */
export function studioForAll() {
  /** @type {Awaited<ReturnType<typeof startStudio>>} */
  let studio;
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    [studio, browser] = await Promise.all([startStudio(), plainBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await studio?.stop();
  });
  return async (options = SIZES.wide) => visit(browser, studio.url, options);
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function visit(browser, url, options) {
  const { page, errors, reload, close } = await openPage(browser, url, { reducedMotion: "reduce", ...options });
  const found = new Visit(page, errors, reload, close);
  await found.ready();
  return found;
}

/** The page in one tab, with what a person does to it. */
export class Visit {
  /**
   * @param {import("playwright-core").Page} page
   * @param {string[]} errors
   * @param {() => Promise<void>} loadAgain
   * @param {() => Promise<void>} close
   */
  constructor(page, errors, loadAgain, close) {
    this.page = page;
    this.errors = errors;
    this.loadAgain = loadAgain;
    this.close = close;
  }

  /** Waits until the studio stands; its engine is `window.studio` from then on, to look at. */
  async ready() {
    await this.part("search").or(this.part("view-play")).first().waitFor({ state: "attached" });
    await this.page.evaluate(async () => {
      const { app } = await import(new URL("app/context.js", location.href).href);
      Object.assign(window, { studio: app.engine });
      window.ears.follow(app.engine);
    });
  }

  async reload() {
    await this.loadAgain();
    await this.ready();
  }

  /** Part of the page by its name for tests. @param {string} name @param {Record<string, string>} data */
  part(name, data = {}) {
    const more = Object.entries(data).map(([key, value]) => `[data-${key}=${JSON.stringify(value)}]`);
    return this.page.locator(`[data-test="${name}"]${more.join("")}`);
  }

  /** @param {string} name @param {Record<string, string>} data */
  press(name, data = {}) {
    return this.part(name, data).click();
  }

  /** The selected instance as the document has it. @returns {Promise<any>} */
  now() {
    return this.page.evaluate(() => {
      const { instances, selected } = window.studio.state;
      return instances.find((one) => one.id === selected) ?? null;
    });
  }

  /** All of the document. @returns {Promise<any>} */
  state() {
    return this.page.evaluate(() => window.studio.state);
  }

  /** The selected instance's values as texts. @returns {Promise<Record<string, string>>} */
  async texts() {
    const { values } = await this.now();
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.text]));
  }

  /** Brings a sound or preset to the bench the way one does: search, then open. @param {string} name */
  async open(name) {
    await this.goTo("sounds");
    await this.part("search").fill(name.replaceAll("_", " "));
    const sound = this.part("open-sound", { name });
    const preset = this.part("hear-preset", { name });
    await sound.or(preset).first().waitFor();
    if (await sound.count()) await sound.click();
    else if (await this.page.evaluate(() => matchMedia("(hover: none)").matches)) {
      // A finger rests on nothing, so no second button appears on a key: one hears it, then opens it.
      await preset.click();
      await this.press("open-heard");
    } else {
      await preset.hover();
      await this.press("open-preset", { name });
    }
    await this.part("instance-name").waitFor();
    await this.part("pad-slot").locator("urto-pad").waitFor();
  }

  /** Whether the screen is a phone's. */
  get narrow() {
    return (this.page.viewportSize()?.width ?? 0) < 640;
  }

  /** @param {"sounds"|"play"|"score"|"mix"} place */
  async goTo(place) {
    const wide = this.part(`nav-${place}`);
    const button = (await wide.isVisible()) ? wide : this.part(`tab-${place}`);
    if (await button.isVisible()) await button.click();
  }

  /** @param {"values"|"edit"|"morph"|"vary"} name */
  async drawer(name) {
    const tab = this.part(`drawer-${name}`);
    if ((await tab.getAttribute("aria-expanded")) !== "true") await tab.click();
    await this.part("drawer").locator(`urto-${name}`).waitFor();
  }

  /** Shows one value of the open instance. @param {string} key */
  async value(key) {
    await this.drawer("values");
    const expert = this.part("expert");
    if (!(await expert.isChecked())) await expert.check();
    const group = key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : "";
    await this.press("group", { group });
    return this.part("value", { key });
  }

  /** Writes into a value's field. @param {string} key @param {string} text */
  async type(key, text) {
    await this.value(key);
    await this.part("field", { key }).fill(text);
    await this.part("field", { key }).press("Enter");
  }

  /** Drags along an element from one share of it to another. @param {import("playwright-core").Locator} target @param {[number, number]} from @param {[number, number]} to */
  async drag(target, from, to) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    assert(box, "nothing to drag on");
    const { mouse } = this.page;
    const go = (/** @type {number} */ x, /** @type {number} */ y) => mouse.move(box.x + x * box.width, box.y + y * box.height);
    await go(...from);
    await mouse.down();
    for (let step = 1; step <= 8; step++) {
      const at = step / 8;
      await go(from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at);
    }
    await mouse.up();
  }

  /** Loudest sample just now. */
  level() {
    return this.page.evaluate(() => Math.max(...window.studio.meters().master.peak));
  }

  /** Stops all sound and waits for silence. */
  async hush() {
    await this.press("stop-all");
    await this.quiet("silence");
  }

  /** Waits until nothing sounds; what is heard is what comes after. @param {string} what @param {number} below */
  async quiet(what, below = QUIET) {
    const silent = (/** @type {number} */ below) => {
      if (Math.max(...window.studio.meters().master.peak) >= below) return false;
      window.ears.loudest = 0;
      return true;
    };
    await until(() => this.page.evaluate(silent, below), what);
  }

  /** Waits for a sound since the last silence or the last that was heard; gives the loudest sample. @param {string} what */
  async heard(what) {
    let loudest = 0;
    await until(async () => {
      loudest = await this.page.evaluate(() => {
        window.studio.meters();
        return window.ears.loudest;
      });
      return loudest > AUDIBLE;
    }, `${what} is heard`);
    await this.page.evaluate(() => Object.assign(window.ears, { loudest: 0 }));
    return loudest;
  }

  /** Does something out of silence and hears it. @param {string} what @param {() => Promise<void>} act */
  async hears(what, act) {
    if (await this.page.evaluate(() => window.studio.awake)) await this.hush();
    await act();
    return this.heard(what);
  }

  /** The message shown for a problem, which must tell something. @param {RegExp} about */
  async problem(about) {
    const note = this.part("problem").filter({ hasText: about }).first();
    await note.waitFor();
    return note.innerText();
  }

  /** Follows an action to the file that it gives. @param {() => Promise<void>} act */
  async download(act) {
    const coming = this.page.waitForEvent("download");
    await act();
    const file = await coming;
    const chunks = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk);
    return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  /** Opens files by the menu. @param {(string|{name: string, text: string|Buffer})[]} files paths, or what they hold */
  async choose(files) {
    const coming = this.page.waitForEvent("filechooser");
    await this.press("menu");
    await this.press("project-open");
    const chooser = await coming;
    for (const file of files) {
      await chooser.setFiles(typeof file === "string" ? file : { name: file.name, mimeType: "text/plain", buffer: Buffer.from(file.text) });
    }
  }

  /** Drops files on the page. @param {{name: string, text: string|Buffer}[]} files */
  async drop(files) {
    const all = files.map(({ name, text }) => ({ name, bytes: Buffer.from(text).toString("base64") }));
    await this.page.evaluate((all) => {
      const data = new DataTransfer();
      for (const { name, bytes } of all) data.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
      for (const type of ["dragenter", "dragover", "drop"]) window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, all);
  }

  /** Answers the dialog that is open. @param {Record<string, string>} fields */
  async answer(fields = {}) {
    for (const [name, text] of Object.entries(fields)) await this.part(`field-${name}`).fill(text);
    await this.press("dialog-ok");
    await this.page.locator("dialog[open]").waitFor({ state: "detached" });
  }

  /** What keeps people out of what is shown now, as axe-core finds it. @returns {Promise<string[]>} */
  async barriers() {
    axe ??= await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any.map(({ message }) => message).join("; ")}`));
  }

  /** Nothing keeps people out of what is shown now. */
  async axe() {
    assert.deepEqual(await this.barriers(), []);
  }

  /** Controls that are seen and say nothing of themselves where a pointer rests on them, also inside of parts that keep it to themselves. @returns {Promise<string[]>} */
  silent() {
    return this.page.evaluate(() => {
      const CONTROLS = "button, input, select, textarea, summary, [role=application], [role=slider], [tabindex='0']";
      const explained = (/** @type {Element|null} */ own) => {
        for (let at = own; at; at = at.parentElement ?? /** @type {ShadowRoot} */ (at.getRootNode()).host ?? null) if (at.closest("[data-tip]")) return true;
        return false;
      };
      const within = (/** @type {Document|ShadowRoot} */ root) => {
        /** @type {HTMLElement[]} */
        const all = [];
        for (const own of root.querySelectorAll("*")) {
          if (own.matches(CONTROLS)) all.push(/** @type {HTMLElement} */ (own));
          if (own.shadowRoot) all.push(...within(own.shadowRoot));
        }
        return all;
      };
      const said = (/** @type {HTMLElement} */ own) => `${own.localName}.${own.className} ${own.dataset.test ?? ""} ${own.getAttribute("aria-label") ?? own.textContent?.trim().slice(0, 40)}`;
      // The words of a menu are whole.
      return within(document).filter((own) => own.checkVisibility() && !own.matches("[role^=menuitem]") && !explained(own)).map(said);
    });
  }

  /** Nothing went wrong all along. */
  async end() {
    assert.deepEqual(this.errors, []);
    await this.close();
  }
}
