// A scene's file is read and changed in place: what is not meant stays as it was written.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../harness.mjs";

const { Scene, numberOf } = await import(join(root, "crates/urto-studio/page/scene/model.js"));
const { Toml } = await import(join(root, "crates/urto-studio/page/scene/toml.js"));

const number = (/** @type {string} */ key, /** @type {string} */ unit, /** @type {number} */ min, /** @type {number} */ max, /** @type {number} */ own) => ({ key, unit, min, max, default: own, scale: "log", tier: "basic", update: "block", about: "" });
const catalogue = {
  objects: [
    { key: "mass", table: "mass", about: "", params: [number("mass", "kg", 1e-6, 1000, 0.01)] },
    { key: "bell", table: "body", about: "", params: [number("size", "m", 0.01, 5, 0.2), number("ringing", "", 0.01, 100, 1)] },
    { key: "glass", table: "body", about: "", params: null },
  ],
  laws: [{ key: "impact", table: "impact", about: "", params: [number("stiffness", "N/m^a", 100, 1e16, 1e8)] }],
};
const TEXT = `# A bell, and what strikes it.
urto = "scene/1"

# What rings.
[object.bell] # of brass
kind = "bell"
size = "25 cm"   # across
points = { rim = 0.0, "far side" = 0.3 }

[object.clapper]
kind = "mass"

[contact.hit]
between = ["clapper", "bell@rim"]
law = "impact"

[[score]]
at = 0.1
throw = { object = "clapper", velocity = 1.5 }

# Softly.
[[score]]
at = 0.5
set = { target = "contact.hit.stiffness", value = 1e6 }

[listen]
at = [
  "bell@rim", # near
  "bell@far side",
]
`;
const scene = (/** @type {string} */ text) => new Scene(text, catalogue);

test("bodies, contacts and pickups are found", () => {
  const { bodies, contacts, pickups } = scene(TEXT);
  assert.deepEqual(bodies, [
    { name: "bell", kind: "bell", points: [{ name: "rim", place: 0 }, { name: "far side", place: 0.3 }], at: ["bell@rim", "bell@far side"] },
    { name: "clapper", kind: "mass", points: [], at: ["clapper"] },
  ]);
  assert.deepEqual(contacts, [{ name: "hit", law: "impact", between: ["clapper", "bell@rim"], pressedBy: null }]);
  assert.deepEqual(pickups, ["bell@rim", "bell@far side"]);
});

test("a change touches nothing else", () => {
  const own = scene(TEXT);
  const bell = { what: "object", name: "bell" };
  const [size, ringing] = own.params(bell);
  assert.deepEqual([own.value(bell, size), own.value(bell, ringing)], [{ value: 0.25, own: true }, { value: 1, own: false }]);
  assert.equal(own.set(bell, size, 0.3), TEXT.replace('"25 cm"', "0.3"));
  const rings = own.set(bell, ringing, 2);
  assert.equal(rings, TEXT.replace('"far side" = 0.3 }\n', '"far side" = 0.3 }\nringing = 2\n'));
  assert.equal(scene(rings).reset(bell, ringing), TEXT);
  assert.equal(own.movePoint("bell", "far side", 0.5), TEXT.replace('"far side" = 0.3', '"far side" = 0.5'));
  assert.equal(own.addPoint("bell"), TEXT.replace("0.3 }", "0.3, spot = 0.5 }"));
  assert.equal(own.rejoin("hit", 1, "bell@far side"), TEXT.replace('"clapper", "bell@rim"', '"clapper", "bell@far side"'));
});

test("what is taken away takes along what touches, plays and hears it, and no more", () => {
  const added = scene(TEXT).add("glass");
  assert.equal(added.name, "glass");
  const joined = scene(added.text).join("clapper", "glass@spot", "impact");
  const both = scene(scene(joined.text).listen(["bell@rim", "bell@far side", "glass@spot"]));
  const without = scene(both.remove({ what: "object", name: "glass" }));
  assert.deepEqual([without.bodies.length, without.contacts.length, without.pickups], [2, 1, ["bell@rim", "bell@far side"]]);
  // A contact goes with the cue that sets it, and the comment above that.
  const apart = scene(TEXT).remove({ what: "contact", name: "hit" });
  assert(!apart.includes("Softly") && apart.includes("velocity = 1.5") && apart.includes("# What rings."), apart);
  assert.throws(() => scene(TEXT).remove({ what: "object", name: "bell" }), /nothing would be heard without bell/);
  assert.equal(both.add("glass").name, "glass_2");
});

test("macros move all of a sort, each on its own way", () => {
  const own = scene(TEXT);
  assert.deepEqual(own.macros().map((/** @type {any} */ { key }) => key), ["strength", "hardness", "weight", "size", "ringing"]);
  const [strength] = own.macros();
  assert.equal(strength.targets.length, 1, "only throws are thrown");
  const faster = scene(own.setAll(strength.targets.map((/** @type {any} */ each) => each.write(1))));
  assert.equal(numberOf(faster.toml.find(["score", "0", "throw", "velocity"]), "m/s"), 20);
});

test("numbers may carry units", () => {
  const of = (/** @type {string} */ value, /** @type {string} */ unit) => numberOf({ kind: "text", value, from: 0, to: 0 }, unit);
  for (const [text, unit, is] of /** @type {[string, string, number|null][]} */ ([["25 cm", "m", 0.25], ["-49 mN", "N", -0.049], ["5 g", "kg", 0.005], ["1.2 kHz", "Hz", 1200], ["3", "s", 3], ["2 kg", "kg", 2], ["1e3", "N", 1000], ["a lot", "m", null], ["3 s", "m", null]])) {
    const found = of(text, unit);
    assert(is === null ? found === null : Math.abs((found ?? NaN) - is) < 1e-12, `${text}: ${found}`);
  }
});

test("every scene of the tests and examples is read, and one that is damaged is refused", async () => {
  const places = ["crates/urto-file/tests/data/good", "crates/urto-cli/src/new", "crates/urto-cli/src/tour"];
  let count = 0;
  for (const place of places)
    for (const file of await readdir(join(root, place))) {
      const text = await readFile(join(root, place, file), "utf8");
      if (!/^(#.*\n|\s)*urto = "scene\/1"/.test(text)) continue;
      count += 1;
      const own = scene(text);
      assert(own.bodies.length > 0 && own.pickups.length > 0, file);
      for (const { name } of own.bodies) assert.equal(scene(own.toml.with(["object", name, "odd"], "1")).toml.find(["object", name, "odd"])?.value, 1, `${file} ${name}`);
      // Cut anywhere it is read or refused, and nothing hangs.
      for (let at = 0; at < text.length; at += 7) {
        try {
          new Toml(text.slice(0, at));
        } catch (error) {
          assert.match(String(error), /cannot be read/);
        }
      }
    }
  assert(count > 10, `${count} scenes`);
});
