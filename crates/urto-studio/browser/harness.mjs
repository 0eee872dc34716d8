// What every browser test needs: a studio, a browser, a page that tells its errors.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, before } from "node:test";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** The workspace's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The command under test: $URTO, or what `cargo build` makes. */
export const urto = process.env.URTO ?? join(root, "target/debug/urto");

/** The longest wait; machines are slow when they do much else [ms]. */
export const PATIENCE = 20_000;

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/** The browser: $CHROMIUM, or where systems put it. */
export function browserPath() {
  const path = process.env.CHROMIUM ?? BROWSERS.find(existsSync);
  assert(path, "no chromium found; install it or set CHROMIUM to its path");
  return path;
}

/**
 * Starts a studio on a free port.
 * @param {string[]} words more of the command line
 * @returns {Promise<{url: string, port: number, stop: () => Promise<void>}>}
 */
export async function startStudio(words = []) {
  const child = spawn(urto, ["studio", "--json", "--port", "0", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const line of createInterface({ input: child.stdout })) {
    text += line;
    if (line === "}") break;
  }
  const { url, port } = JSON.parse(text);
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, "exit");
    child.kill("SIGINT");
    await end;
  };
  return { url, port, stop };
}

/**
 * Starts a browser that lets pages sound without being touched first.
 * @param {string[]} args more of its command line
 */
export function startBrowser(args = []) {
  return launch(["--autoplay-policy=no-user-gesture-required", ...args]);
}

/** @param {string[]} args more of its command line */
export function launch(args) {
  return chromium.launch({
    executablePath: browserPath(),
    args: ["--disable-dev-shm-usage", ...args],
    timeout: 2 * PATIENCE,
  });
}

/**
 * Opens a page and collects what goes wrong in it: messages of the console, exceptions, requests
 * that failed or went elsewhere.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.addInitScript(ears);
  /** @type {string[]} */
  const errors = [];
  const origin = new URL(url).origin;
  page.on("console", (message) => {
    // A test that looks at what a graphics card has drawn is slow, and is told so.
    if (/GPU stall due to ReadPixels/.test(message.text())) return;
    if (["error", "warning"].includes(message.type())) errors.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`exception: ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => errors.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    const to = new URL(request.url());
    if (to.origin !== origin && !["blob:", "data:"].includes(to.protocol)) errors.push(`elsewhere: ${to}`);
  });
  /** @type {Set<import("playwright-core").Request>} */
  const running = new Set();
  page.on("request", (request) => request.url().startsWith("http") && running.add(request));
  page.on("requestfinished", (request) => running.delete(request));
  page.on("requestfailed", (request) => running.delete(request));
  await page.goto(url);
  // What is left in the middle of a request tells of it as of one that failed.
  const reload = async () => {
    await until(() => running.size === 0, "all is loaded");
    await page.reload();
  };
  return { page, context, errors, reload, close: () => context.close() };
}

/**
 * What the page's tests hear and wait by, as `window.ears`. A test looks now and then, later where
 * the machine is busy, and a knock is short: so the loudest of all reports is kept. And what is to
 * last for a time lasts in the sound's time, which runs late there too.
 */
function ears() {
  // Whoever is here for the first time is shown around; tests are not, unless their address asks.
  if (!location.search.includes("first")) localStorage.setItem("urto.toured", "1");
  const own = {
    loudest: 0,
    /** Follows an engine's reports. */
    follow(/** @type {any} */ engine) {
      const { reports } = engine;
      const { take } = reports;
      reports.take = (/** @type {any} */ report) => {
        take.call(reports, report);
        own.loudest = Math.max(own.loudest, ...reports.levels.get(-1).peak);
      };
    },
    /** Lets so much be played [s]. */
    async pass(/** @type {any} */ engine, /** @type {number} */ seconds) {
      const { context } = engine.output;
      const end = context.currentTime + seconds;
      while (context.currentTime < end) await new Promise((done) => setTimeout(done, 5));
    },
  };
  Object.assign(window, { ears: own });
}

/**
 * One studio and one browser for all tests of a file.
 * @returns {() => ReturnType<typeof openPage>} opens the page
 */
export function pageForAll() {
  /** @type {Awaited<ReturnType<typeof startStudio>>} */
  let studio;
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    [studio, browser] = await Promise.all([startStudio(), startBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await studio?.stop();
  });
  return () => openPage(browser, studio.url);
}

/**
 * An engine of one's own in the page, as `window.engine`, awake; the page's interface goes on
 * beside it with its own. Gathers the engine's problems in `window.problems`.
 * @param {import("playwright-core").Page} page
 * @param {string} base address of the page
 */
export async function engineIn(page, base = "./") {
  await page.evaluate(async (from) => {
    const { Engine } = await import(new URL(`${from}engine/engine.js`, location.href).href);
    const w = /** @type {any} */ (window);
    w.engine = await Engine.load();
    w.problems = [];
    w.engine.addEventListener("problem", (/** @type {CustomEvent} */ event) => w.problems.push(event.detail.message));
    w.ears.follow(w.engine);
    await w.engine.wake();
  }, base);
}

/**
 * A folder that goes away after the test.
 * @param {import("node:test").TestContext} t
 */
export async function folder(t) {
  const path = await mkdtemp(join(tmpdir(), "urto-browser-"));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/**
 * Runs the command, which must succeed; gives what it printed.
 * @param {string[]} words
 */
export async function run(...words) {
  const child = spawn(urto, words, { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  const [code] = await once(child, "close");
  assert.equal(code, 0, `urto ${words.join(" ")}: ${err}`);
  return out;
}

/**
 * Waits until something is so, looking every 20 ms.
 * @param {() => Promise<boolean> | boolean} is
 * @param {string} what
 * @param {number} ms
 */
export async function until(is, what, ms = PATIENCE) {
  const end = Date.now() + ms;
  while (!(await is())) {
    assert(Date.now() < end, `waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/**
 * Samples of a WAV file of 32-bit floats, and its chunk `urto`.
 * @param {Buffer} bytes
 */
export function readWav(bytes) {
  assert.equal(bytes.toString("latin1", 0, 4), "RIFF");
  /** @type {Record<string, Buffer>} */
  const chunks = {};
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    chunks[bytes.toString("latin1", at, at + 4)] = bytes.subarray(at + 8, at + 8 + length);
    at += 8 + length + (length % 2);
  }
  const data = Uint8Array.from(chunks["data"]);
  return {
    samples: new Float32Array(data.buffer),
    channels: chunks["fmt "].readUInt16LE(2),
    rate: chunks["fmt "].readUInt32LE(4),
    recipe: chunks["urto"]?.toString("utf8") ?? null,
  };
}
