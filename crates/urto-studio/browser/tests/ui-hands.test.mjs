// Small things under the hand: sounds kept on, a search by its keys, what a preset says of itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { studioForAll } from "../ui.mjs";

const open = studioForAll();

const SCENE = `urto = "scene/1"
[object.hammer]
kind = "mass"
[object.bar]
kind = "modal"
modes = [ { frequency = 440, decay = 1.2, mass = "20 g" } ]
points = { end = [1.0] }
[contact.hit]
between = ["hammer", "bar@end"]
law = "impact"
[[score]]
at = 0
throw = { object = "hammer", velocity = 1.5 }
[listen]
at = ["bar@end"]
`;

test("a sound that goes on is kept on, also while another is on the bench", async () => {
  const visit = await open();
  await visit.open("friction");
  const keep = visit.part("keep-on").first();
  await keep.click();
  await visit.heard("a sound that nobody holds");
  assert.equal(await keep.getAttribute("aria-pressed"), "true");
  await visit.open("impact");
  assert.equal(await visit.part("keep-on").count(), 0, "a blow is over at once");
  await visit.heard("the other one still");
  await visit.page.keyboard.press("Digit1");
  await visit.part("instance-name").getByText("Friction").waitFor();
  assert.equal(await keep.getAttribute("aria-pressed"), "true");
  await keep.click();
  assert.equal(await keep.getAttribute("aria-pressed"), "false");
  await visit.quiet("it is let go", 3e-3);
  await keep.click();
  await visit.heard("it sounds again");
  await visit.press("stop-all");
  await visit.quiet("stopped");
  assert.equal(await keep.getAttribute("aria-pressed"), "false");
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test("in the search Enter is heard, the arrow goes down, Shift and Enter opens", async () => {
  const visit = await open();
  const { keyboard } = visit.page;
  const search = visit.part("search");
  await search.fill("wine glass");
  await keyboard.press("Enter");
  await visit.heard("the first that is found");
  assert.match(await visit.part("preview").innerText(), /wine glass/);
  await search.press("ArrowDown");
  const name = await visit.page.evaluate(() => document.activeElement?.getAttribute("data-name"));
  assert.match(name ?? "", /wine glass/);
  await search.press("Shift+Enter");
  await visit.part("instance-name").waitFor();
  const about = await visit.page.evaluate(() => {
    const { catalogue, state } = window.studio;
    return catalogue.presets.find((one) => one.name === state.instances[0].preset)?.about;
  });
  assert(about, "it has a preset that says what it is");
  await visit.page.locator("urto-head").getByText(about).waitFor();
  assert.deepEqual(visit.errors, []);
  await visit.close();
});

test("a dropped scene is selected, and its message covers no menu", async () => {
  const visit = await open();
  await visit.open("impact");
  await visit.page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], "two-things.toml"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
  }, SCENE);
  await visit.part("instance-name").getByText("two-things").waitFor();
  const { instances, selected } = await visit.state();
  assert.equal(selected, instances.at(-1).id);
  const toast = await visit.part("toast").first().boundingBox();
  const head = await visit.page.locator("urto-head").boundingBox();
  assert(toast && head && toast.y > head.y + head.height, "it stands below the head");
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
