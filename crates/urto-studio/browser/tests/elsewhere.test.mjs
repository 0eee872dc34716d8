// The page on other servers: exported files on a plain one (no special headers, so messages
// instead of shared memory), in a folder below the root; and for other machines with a token.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { engineIn, folder, openPage, run, startBrowser, startStudio, until } from "../harness.mjs";

/** @type {Awaited<ReturnType<typeof startBrowser>>} */
let browser;
before(async () => {
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
});

/** @param {import("playwright-core").Page} page */
async function plays(page) {
  await page.evaluate(() => /** @type {any} */ (window).engine.audition("wine glass"));
  await until(() => page.evaluate(() => /** @type {any} */ (window).engine.meters().master.peak[0] > 0.01), "a sound");
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).problems), []);
}

/** @param {import("playwright-core").Page} page */
async function quiet(page) {
  await page.evaluate(() => /** @type {any} */ (window).engine.stopAll());
  await until(() => page.evaluate(() => /** @type {any} */ (window).engine.meters().master.peak[0] < 1e-4), "silence");
}

test("an export plays from a plain web server", async (t) => {
  const place = await folder(t);
  await run("studio", "--export", join(place, "deep", "site"));
  const server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", place, "0"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  t.after(() => server.kill());
  let port = "";
  for await (const line of createInterface({ input: server.stdout })) {
    port = /port (\d+)/.exec(line)?.[1] ?? "";
    if (port) break;
  }
  const { page, errors, close } = await openPage(browser, `http://127.0.0.1:${port}/deep/site/`);
  await engineIn(page);
  assert.equal(await page.evaluate(() => window.crossOriginIsolated), false);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).engine.output.way), "audio thread, messages");
  await plays(page);
  // A take works without shared memory too.
  await quiet(page);
  const seconds = await page.evaluate(async () => {
    const { engine } = /** @type {any} */ (window);
    const id = engine.add("impact");
    engine.recordStart();
    engine.trigger(id);
    const { ears } = /** @type {any} */ (window);
    ears.loudest = 0;
    for (; ears.loudest < 1e-3; engine.meters()) await ears.pass(engine, 0.02);
    await ears.pass(engine, 0.3);
    return (await engine.recordStop()).seconds;
  });
  assert(seconds > 0.2, `${seconds}`);
  assert.deepEqual(errors, []);
  await close();
});

test("another machine needs the token once, and plays on its page's thread", async (t) => {
  const studio = await startStudio(["--host"]);
  t.after(studio.stop);
  // Loopback of another number is, to a browser, this machine; a name for it is another one.
  const other = await startBrowser(["--host-resolver-rules=MAP studio.test 127.0.0.1"]);
  t.after(() => other.close());
  const token = new URL(studio.url).search;
  const base = `http://studio.test:${studio.port}/`;
  const context = await other.newContext();
  const refused = await (await context.newPage()).goto(base);
  assert.equal(refused?.status(), 403);
  await context.close();
  const { page, errors, close } = await openPage(other, base + token);
  assert.equal(page.url(), base);
  await engineIn(page);
  assert.equal(await page.evaluate(() => window.isSecureContext), false);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).engine.output.way), "page");
  await plays(page);
  // Browsers warn of the headers that only count on safe addresses, and of the old way to play.
  const known = /Cross-Origin-Opener-Policy|ScriptProcessorNode|Origin-Agent-Cluster/;
  assert.deepEqual(errors.filter((error) => !known.test(error)), []);
  await close();
});
