// Firefox, driven by its own protocol (Marionette: JSON with its length before it, over TCP), so that no
// other program is needed.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BROWSERS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];
/** The longest wait for the browser to start, and for a script [ms]. */
const STARTS = 60_000;
const SCRIPT = 60_000;

/** Its path: $FIREFOX, or where systems put it; null if it is not there. */
export const firefoxPath = () => process.env.FIREFOX ?? BROWSERS.find(existsSync) ?? null;

/** A port that nobody uses now. @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

export class Firefox {
  /** @param {import("node:child_process").ChildProcess} child @param {string} profile @param {import("node:net").Socket} socket */
  constructor(child, profile, socket) {
    this.child = child;
    this.profile = profile;
    this.socket = socket;
    this.last = 0;
    /** @type {Map<number, {done: (value: any) => void, fail: (error: Error) => void}>} */
    this.waiting = new Map();
    let rest = Buffer.alloc(0);
    socket.on("data", (/** @type {Buffer} */ data) => {
      rest = Buffer.concat([rest, data]);
      for (;;) {
        const colon = rest.indexOf(":");
        const length = colon < 0 ? NaN : Number(rest.toString("latin1", 0, colon));
        if (!(rest.length >= colon + 1 + length)) return;
        this.hear(JSON.parse(rest.toString("utf8", colon + 1, colon + 1 + length)));
        rest = rest.subarray(colon + 1 + length);
      }
    });
  }

  /** Starts it without a window. @param {{width: number, height: number, dark?: boolean}} size */
  static async start({ width, height, dark = false }) {
    const profile = await mkdtemp(join(tmpdir(), "urto-firefox-"));
    const port = await freePort();
    const preferences = {
      "marionette.port": port,
      "media.autoplay.default": 0,
      "media.autoplay.blocking_policy": 0,
      // Where there is no sound card its clock runs all the same.
      "media.cubeb.force_null_context": true,
      "ui.systemUsesDarkTheme": Number(dark),
      "ui.prefersReducedMotion": 1,
      // Where there is no graphics card it draws in space all the same.
      "webgl.force-enabled": true,
      "datareporting.policy.dataSubmissionEnabled": false,
      "app.normandy.enabled": false,
      "browser.shell.checkDefaultBrowser": false,
    };
    const lines = Object.entries(preferences).map(([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`);
    await writeFile(join(profile, "user.js"), lines.join("\n"));
    const path = firefoxPath();
    if (!path) throw new Error("no firefox found");
    const child = spawn(path, ["--headless", "--marionette", "--no-remote", "--profile", profile, `--width=${width}`, `--height=${height}`], {
      stdio: "ignore",
      env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) },
    });
    const socket = await reach(port);
    const firefox = new Firefox(child, profile, socket);
    await firefox.ask("WebDriver:NewSession", {});
    await firefox.ask("WebDriver:SetTimeouts", { script: SCRIPT, pageLoad: STARTS });
    await firefox.ask("WebDriver:SetWindowRect", { width, height });
    return firefox;
  }

  /** @param {any} message what it greets with, or `[1, id, error, result]` */
  hear(message) {
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message;
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) waiting?.fail(new Error(`${error.error}: ${error.message}`));
    else waiting?.done(result);
  }

  /** @param {string} command @param {object} parameters @returns {Promise<any>} */
  ask(command, parameters) {
    const id = ++this.last;
    const text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  /** @param {string} url */
  async open(url) {
    await this.ask("WebDriver:Navigate", { url });
  }

  /** Runs a function in the page. @template {any[]} A @template R @param {(...args: A) => R|Promise<R>} act @param {A} args @returns {Promise<R>} */
  async run(act, ...args) {
    const script = `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1); Promise.resolve().then(() => (${act})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) + " " + (error && error.stack) }));`;
    const { value } = await this.ask("WebDriver:ExecuteAsyncScript", { script, args, sandbox: null, newSandbox: false });
    if (value.error) throw new Error(value.error);
    return value.value;
  }

  /** Keys, one after the other. @param {string[]} keys */
  async keys(...keys) {
    const actions = keys.flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    await this.ask("WebDriver:PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** A pointer goes to places, the first before it is pressed. @param {number[][]} places */
  async drag(...places) {
    const moves = places.map(([x, y]) => ({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 40, origin: "viewport" }));
    const actions = [moves[0], { type: "pointerDown", button: 0 }, ...moves.slice(1), { type: "pointerUp", button: 0 }];
    await this.ask("WebDriver:PerformActions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  }

  /** @returns {Promise<Buffer>} PNG */
  async picture() {
    const { value } = await this.ask("WebDriver:TakeScreenshot", { full: false });
    return Buffer.from(value, "base64");
  }

  async stop() {
    const ended = once(this.child, "exit");
    this.ask("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {});
    const late = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(late);
    this.socket.destroy();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {number} port @returns {Promise<import("node:net").Socket>} */
async function reach(port) {
  const end = Date.now() + STARTS;
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const found = await Promise.race([once(socket, "connect").then(() => true), once(socket, "error").then(() => false)]).catch(() => false);
    if (found) return socket;
    socket.destroy();
    if (Date.now() > end) throw new Error("firefox does not answer");
    await new Promise((done) => setTimeout(done, 200));
  }
}
