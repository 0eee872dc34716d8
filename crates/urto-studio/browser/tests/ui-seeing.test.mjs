// Looking back, saving pictures, and measuring in the large spectrogram.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../harness.mjs";
import { SIZES, studioForAll } from "../ui.mjs";

const open = studioForAll();
const NARROW = SIZES.phone;

/** @typedef {import("../ui.mjs").Visit} Visit */

/** Strikes the open instance, and lets so much of it be heard [s]. @param {Visit} visit @param {number} seconds */
async function strike(visit, seconds) {
  await visit.page.evaluate(() => window.studio.trigger(window.studio.state.selected, 1));
  await visit.heard("a blow");
  await visit.page.evaluate((seconds) => window.ears.pass(window.studio, seconds), seconds);
}

/** What a picture shows, as one text. @param {Visit} visit @param {string} tag */
const shown = (visit, tag) => visit.page.locator(tag).evaluate((picture) => picture.canvas.toDataURL());

/** Whether the picture has drawn what it has heard. @param {Visit} visit @param {string} tag */
const something = (visit, tag) => until(() => visit.page.locator(tag).evaluate((picture) => picture.some), `${tag} shows something`);

/** Width and height of a PNG. @param {Buffer} bytes */
function sizeOf(bytes) {
  assert.equal(bytes.toString("latin1", 1, 4), "PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test("what was heard is held, looked back through, and let go", async () => {
  const visit = await open();
  const { page } = visit;
  // All pictures are seen at once, wherever the body's picture moves them when it comes.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await visit.open("church bell");
  const waveform = page.locator("urto-waveform");
  const spectrogram = page.locator("urto-spectrogram");
  // Two blows, further apart than the pictures are long.
  await strike(visit, 5);
  await strike(visit, 3);
  await something(visit, "urto-waveform");
  await something(visit, "urto-spectrogram");
  await waveform.locator('[data-test="hold"]').click();
  assert.equal(await waveform.locator('[data-test="hold"]').textContent(), "live");
  assert.equal(await spectrogram.locator('[data-test="hold"]').textContent(), "live", "both show the same time");
  // The columns that were still missing come within a few frames.
  await page.evaluate(() => window.ears.pass(window.studio, 0.5));
  const before = { waveform: await shown(visit, "urto-waveform"), spectrogram: await shown(visit, "urto-spectrogram") };
  await strike(visit, 1);
  assert.equal(await shown(visit, "urto-waveform"), before.waveform, "a blow changed the held waveform");
  assert.equal(await shown(visit, "urto-spectrogram"), before.spectrogram, "a blow changed the held spectrogram");
  const back = () => waveform.evaluate((picture) => picture.back);
  assert.equal(await back(), 0);
  // By keyboard, by dragging and by wheel.
  await waveform.locator(".back").focus();
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowLeft");
  assert.equal(await back(), 1);
  assert.notEqual(await shown(visit, "urto-waveform"), before.waveform);
  assert.notEqual(await shown(visit, "urto-spectrogram"), before.spectrogram);
  assert.match((await waveform.locator(".back").getAttribute("aria-valuetext")) ?? "", /from 7 to 1 seconds/);
  await page.keyboard.press("End");
  assert.equal(await back(), 0);
  assert.equal(await shown(visit, "urto-waveform"), before.waveform, "the same time looks the same");
  await visit.drag(waveform.locator("canvas"), [0.4, 0.4], [0.6, 0.4]);
  const dragged = await back();
  assert(dragged > 0.5, `dragged by ${dragged} s`);
  await page.mouse.wheel(-40, 0);
  await until(async () => (await back()) > dragged, "the wheel goes on back");
  await page.evaluate(() => /** @type {HTMLElement|null} */ (document.activeElement)?.blur());
  await page.keyboard.press("h");
  await until(() => waveform.evaluate((picture) => !picture.still), "H lets it go");
  await until(async () => (await shown(visit, "urto-waveform")) !== before.waveform, "it goes on");
  await page.keyboard.press("h");
  assert.equal(await waveform.evaluate((picture) => picture.still), true, "H holds it");
  await visit.end();
});

test("the history is bounded", async () => {
  const visit = await open();
  // What is longer than the history keeps only its end; a copy is not changed by what comes.
  const told = await visit.page.evaluate(async () => {
    const at = (/** @type {string} */ file) => new URL(`see/${file}`, location.href).href;
    const [{ Sound }, { Held }, { HISTORY }] = await Promise.all([import(at("streams.js")), import(at("hold.js")), import(at("feed.js"))]);
    const sound = new Sound(HISTORY);
    const context = { currentTime: 0, sampleRate: 8000 };
    const ear = { fftSize: 8192, context, getFloatTimeDomainData: (/** @type {Float32Array} */ into) => into.forEach((_, n) => (into[n] = Math.sin(n + 8000 * context.currentTime))) };
    const feed = () => {
      context.currentTime += 0.512;
      sound.take(ear);
    };
    for (let n = 0; n < 100; n++) feed();
    const held = new Held(sound);
    const before = held.sound.samples.slice(0, 100).join();
    for (let n = 0; n < 100; n++) feed();
    held.look(1e9, 6);
    return { bytes: sound.samples.byteLength, most: held.back, same: held.sound.samples.slice(0, 100).join() === before, moved: sound.samples.slice(0, 100).join() !== before };
  });
  assert.deepEqual(told, { bytes: 30 * 8000 * 4, most: 24, same: true, moved: true });
  await visit.end();
});

test("pictures are saved as PNG and SVG", async () => {
  const visit = await open({ ...SIZES.wide, deviceScaleFactor: 2, colorScheme: "dark" });
  const { page } = visit;
  await visit.open("impact");
  await page.locator("urto-spectrogram").scrollIntoViewIfNeeded();
  for (const [tag, name, labels] of /** @type {const} */ ([
    ["urto-waveform", "waveform", ["time", "−6 s", "Waveform"]],
    ["urto-spectrogram", "spectrogram", ["time", "1 kHz", "Spectrogram"]],
    ["urto-contact", "contact", ["force", "compression", "Contact"]],
    ["urto-modes", "modes", ["Hz"]],
  ])) {
    const picture = page.locator(tag);
    await picture.scrollIntoViewIfNeeded();
    // What is not in sight is not drawn, and modes soon are at rest.
    await strike(visit, 0);
    await something(visit, tag);
    const save = async (/** @type {string} */ kind) =>
      visit.download(async () => {
        await picture.locator('[data-test="save-picture"]').click();
        await picture.locator(`[data-test="save-${kind}"]`).click();
      });
    const png = await save("png");
    assert.match(png.name, new RegExp(`^${name}.*\\.png$`));
    const [width, height] = await picture.evaluate((own) => [own.box.clientWidth, own.box.clientHeight]);
    // With an edge of 8 px and a title of 26 px, two dots for each.
    assert.deepEqual(sizeOf(png.bytes), [2 * (width + 16), 2 * (height + 34)]);
    const svg = await save("svg");
    assert.match(svg.name, new RegExp(`^${name}.*\\.svg$`));
    const read = await page.evaluate((text) => {
      const found = new DOMParser().parseFromString(text, "image/svg+xml");
      const root = found.documentElement;
      return {
        root: root.localName,
        wrong: found.querySelector("parsererror")?.textContent ?? "",
        texts: [...found.querySelectorAll("text")].map((each) => each.textContent?.replaceAll("\u00a0", " ")),
        images: found.querySelectorAll("image").length,
        paper: found.querySelector("rect")?.getAttribute("fill") ?? "",
        // But in an image, whose letters may be any.
        nan: /NaN|undefined/.test(text.replaceAll(/data:[^"']*/g, "")),
      };
    }, svg.bytes.toString("utf8"));
    assert.deepEqual([read.root, read.wrong, read.nan], ["svg", "", false], name);
    assert.equal(read.paper, "#171512", "dark as shown");
    for (const label of labels) assert(read.texts.some((text) => text?.includes(label)), `${name} has no “${label}”: ${read.texts}`);
    assert.equal(read.images > 0, name === "spectrogram");
  }
  await visit.end();
});

test("what is turned by hand is saved as it is seen", async () => {
  const visit = await open({ ...SIZES.wide, deviceScaleFactor: 2 });
  const { page } = visit;
  for (const [sound, tag, name] of [["impact", "urto-body", "body"], ["network", "urto-network", "network"]]) {
    await visit.open(sound);
    const picture = page.locator(tag);
    await picture.scrollIntoViewIfNeeded();
    await until(() => picture.evaluate((own) => own.some && own.feed.body !== null), `${name} is seen`);
    const png = await visit.download(async () => {
      await picture.locator('[data-test="save-picture"]').click();
      assert.equal(await picture.locator('[data-test="save-svg"]').count(), 0, "dots have no lines");
      await picture.locator('[data-test="save-png"]').click();
    });
    assert.match(png.name, new RegExp(`^${name}.*\\.png$`));
    const [width, height] = await picture.evaluate((own) => [own.box.clientWidth, own.box.clientHeight]);
    assert.deepEqual(sizeOf(png.bytes), [2 * (width + 16), 2 * (height + 34)]);
    // The body itself is on it, below its title, not an empty sheet.
    const drawn = await page.evaluate(async (base64) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
      const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(image.width, image.height).getContext("2d"));
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 60, image.width, image.height - 60);
      let other = 0;
      for (let n = 4; n < data.length; n += 4) other += data[n] !== data[0] || data[n + 1] !== data[1] ? 1 : 0;
      return other / (data.length / 4);
    }, png.bytes.toString("base64"));
    assert(drawn > 0.002, `${name}: ${drawn} drawn`);
  }
  await visit.end();
});

/** The frequency that the large spectrogram tells [Hz]. @param {Visit} visit */
async function reading(visit) {
  const text = (await visit.part("large-reading").textContent()) ?? "";
  const [, number, kilo] = /([\d.]+)\u00a0(k?)Hz/.exec(text) ?? [];
  return { text, hertz: Number(number) * (kilo ? 1000 : 1) };
}

/** The mode that rings most, as the engine has it [Hz]. @param {Visit} visit @returns {Promise<number>} */
const loudest = (visit) =>
  visit.page.evaluate(() => {
    const { frequency, level } = window.studio.physics().modes;
    return frequency[level.indexOf(Math.max(...level))];
  });

test("in the large spectrogram a known tone is read, by keyboard alone", async () => {
  const visit = await open();
  const { page } = visit;
  await visit.open("wine glass");
  await page.locator("urto-spectrogram").scrollIntoViewIfNeeded();
  await strike(visit, 1.5);
  const tone = await loudest(visit);
  await something(visit, "urto-spectrogram");
  await visit.part("measure").focus();
  await page.keyboard.press("Enter");
  const plot = visit.part("large-plot");
  await plot.waitFor();
  assert(await plot.evaluate((own) => document.activeElement === own), "the plot has the focus");
  // A little before the end it still rings; Page keys go through its partials.
  await page.keyboard.press("End");
  for (let n = 0; n < 20; n++) await page.keyboard.press("ArrowLeft");
  for (let n = 0; n < 14; n++) await page.keyboard.press("PageDown");
  let read = await reading(visit);
  for (let n = 0; n < 14 && Math.abs(read.hertz / tone - 1) > 0.01; n++) {
    await page.keyboard.press("PageUp");
    read = await reading(visit);
  }
  assert(Math.abs(read.hertz / tone - 1) < 0.01, `${read.text} is not ${tone} Hz`);
  assert.match(read.text, /Partial at .*[A-G]♯?\d [+−]\d+\u00a0cents, −\d.*dB, .* before the end/);
  // What is read is spoken once it stands.
  await until(async () => ((await visit.part("large-spoken").textContent()) ?? "").startsWith(read.text), "the reading is spoken");
  // A mark, and the decay from there to soon after the blow: the same partial is louder then.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Home");
  for (let n = 0; n < 20; n++) await page.keyboard.press("ArrowRight");
  const compared = (await visit.part("large-compared").textContent()) ?? "";
  assert.match(compared, /From the mark: .*s earlier, frequency × (1|0\.99\d*|1\.00\d*) .*, level [\d.]+\u00a0dB, −[\d.]+\u00a0dB\/s, T60 [\d.]+\u00a0m?s/);
  await page.keyboard.press("Delete");
  assert.equal(await visit.part("large-compared").textContent(), "");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.match((await visit.part("large-compared").textContent()) ?? "", /^From the mark/);
  // By mouse: what passes by changes nothing, what is dragged moves the cursor, with Shift the mark.
  const before = await reading(visit);
  const box = await plot.boundingBox();
  assert(box);
  await page.mouse.move(box.x + 200, box.y + 100);
  assert.deepEqual(await reading(visit), before);
  await visit.drag(plot, [0.3, 0.5], [0.5, 0.6]);
  assert.notDeepEqual(await reading(visit), before);
  const compares = await visit.part("large-compared").textContent();
  const here = await reading(visit);
  await page.keyboard.down("Shift");
  await visit.drag(plot, [0.3, 0.3], [0.6, 0.2]);
  await page.keyboard.up("Shift");
  assert.deepEqual(await reading(visit), here);
  assert.notEqual(await visit.part("large-compared").textContent(), compares);
  const svg = await visit.download(async () => {
    await page.locator("dialog").locator('[data-test="save-picture"]').click();
    await page.locator("dialog").locator('[data-test="save-svg"]').click();
  });
  assert.match(svg.bytes.toString("utf8"), />1\u00a0kHz<.*<image|<image[^]*>1\u00a0kHz</);
  await page.keyboard.press("Escape");
  await plot.waitFor({ state: "detached" });
  assert(await visit.part("measure").evaluate((own) => document.activeElement === own), "the focus is back");
  await visit.end();
});

test("the decay of a known tone is told", async () => {
  const visit = await open();
  // A sine that fades by 60 dB in 2 s, read at two times.
  const text = await visit.page.evaluate(async () => {
    const at = (/** @type {string} */ file) => new URL(`see/${file}`, location.href).href;
    const [{ Sound }, { Reader, between, told }] = await Promise.all([import(at("streams.js")), import(at("reading.js"))]);
    const sound = new Sound(4);
    sound.samples = Float32Array.from({ length: 4 * 48000 }, (_, n) => 0.5 * 10 ** ((-3 * n) / 96000) * Math.sin((2 * Math.PI * 1234.5 * n) / 48000));
    sound.total = sound.samples.length;
    const reader = new Reader(sound);
    const from = reader.read({ time: -3.5, hertz: 1230 }, 1.01);
    const to = reader.read({ time: -3, hertz: 1240 }, 1.01);
    return [told(from), between(from, to), from.hertz, from.level];
  });
  assert(Math.abs(text[2] / 1234.5 - 1) < 1e-4, `${text[2]} Hz`);
  // At 0.5 s: half of full scale, less 15 dB.
  assert(Math.abs(text[3] - (20 * Math.log10(0.5) - 15)) < 0.3, `${text[3]} dB`);
  assert.match(text[0], /^Partial at 1\.23[45]\u00a0kHz, D♯6 −14\u00a0cents, −2[01](\.\d)?\u00a0dB, 3\.5\u00a0s before the end$/);
  assert.match(text[1], /500\u00a0ms later, frequency × 1 \(the same pitch\), level −15\u00a0dB, −30\u00a0dB\/s, T60 2\u00a0s$/);
  await visit.end();
});

test("one measures with a finger, and nothing is wider than a phone", async () => {
  const visit = await open(NARROW);
  const { page } = visit;
  await visit.open("wine glass");
  await strike(visit, 1);
  const tone = await loudest(visit);
  const tab = page.locator("urto-pictures").getByRole("tab", { name: "Spectrum" });
  await tab.click();
  await something(visit, "urto-spectrogram");
  await visit.press("measure");
  const plot = visit.part("large-plot");
  await plot.waitFor();
  await visit.part("large-partial").first().waitFor();
  // Where the axis says that the tone is.
  const box = await plot.evaluate((own) => own.querySelector("canvas") && own.getBoundingClientRect().toJSON());
  const share = Math.log(18000 / tone) / Math.log(18000 / 40);
  await page.touchscreen.tap(box.x + 0.6 * box.width, box.y + 6 + share * (box.height - 26));
  const { text, hertz } = await reading(visit);
  assert(Math.abs(hertz / tone - 1) < 0.01, `${text} is not ${tone} Hz`);
  await visit.press("large-mark");
  assert.match((await visit.part("large-compared").textContent()) ?? "", /^From the mark/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert(await page.locator("dialog").evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), "the dialog scrolls sideways");
  await visit.end();
});
