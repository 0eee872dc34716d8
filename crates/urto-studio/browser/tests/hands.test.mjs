// The table of hands and machines, without a page: what messages say, and where rows lead.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as map from "../../page/hands/map.js";
import { Zones, heard } from "../../page/hands/midi.js";

const source = { kind: "note", number: 0, channel: 1, device: "keys", code: "" };

test("MIDI messages are read as the standard has them", () => {
  assert.deepEqual(heard([0x90, 60, 127], "keys"), { source, value: 1, note: 60 });
  assert.deepEqual(heard([0x80, 60, 64], "keys"), { source, value: 0, note: 60 });
  assert.equal(heard([0x90, 60, 0], "keys")?.value, 0, "a note of no velocity is let go");
  assert.deepEqual(heard([0xb3, 7, 64], ""), { source: { kind: "control", number: 7, channel: 4, device: "", code: "" }, value: 64 / 127 });
  assert.equal(heard([0xb0, 123, 0], "")?.note, -1);
  assert.deepEqual([heard([0xe0, 0, 0], "")?.value, heard([0xe0, 0, 64], "")?.value, heard([0xe0, 127, 127], "")?.value], [0, 0.5, 1]);
  assert.equal(heard([0xd2, 127], "")?.source.kind, "pressure");
  assert.equal(heard([0xa0, 61, 127], "")?.note, 61);
  for (const odd of [[], [0xf8], [0x90], [60, 60, 60], [0x90, 200, 1], [0xc0, 3], [0xf0, 1, 2]]) {
    const own = heard(odd, "");
    assert(own === null || (own.value >= 0 && own.value <= 1), JSON.stringify(odd));
  }
});

test("a zone of fingers is set up by its message alone", () => {
  const zones = new Zones();
  for (const message of [[0xb0, 6, 15], [0xb0, 101, 0], [0xb0, 100, 6], [0xb0, 6, 5]]) zones.hear(message);
  assert.deepEqual([1, 2, 6, 7, 16].map((own) => zones.isFinger(own)), [false, true, true, false, false]);
});

test("range, dead band, curve and ends, and nothing jumps", () => {
  const row = map.newRow({ kind: "control" }, {});
  assert.deepEqual([0, 0.25, 1].map((own) => map.led(row, own)), [0, 0.25, 1]);
  assert.deepEqual([0.1, 0.5, 0.9].map((own) => map.led({ ...row, range: [0.25, 0.75] }, own)), [0, 0.5, 1]);
  assert.deepEqual([0, 1].map((own) => map.led({ ...row, to: [0.75, 0.25] }, own)), [0.75, 0.25]);
  assert.equal(map.led({ ...row, curve: 1 }, 0.5), 0.5 ** 4);
  assert.equal(map.led({ ...row, curve: -1 }, 0.5), 0.5 ** 0.25);
  assert.deepEqual([0.1, 0.2, 0.6, 1].map((own) => Math.round(1e6 * map.led({ ...row, dead: 0.2 }, own)) / 1e6), [0, 0, 0.5, 1]);
  // A stick rests in its middle.
  const stick = { ...map.newRow({ kind: "axis" }, {}), dead: 0.2 };
  assert.deepEqual([0, 0.45, 0.5, 0.55, 1].map((own) => map.led(stick, own)), [0, 0.5, 0.5, 0.5, 1]);
  let last = 0;
  for (let at = 0; at <= 1; at += 1e-3) {
    const own = map.led({ ...stick, curve: 0.3, range: [0.1, 0.9] }, at);
    assert(own >= last - 1e-12 && own - last < 0.01, `${at}: ${last} to ${own}`);
    last = own;
  }
});

test("following is the same however often it is done, and arrives", () => {
  const once = map.followed(0, 1, 0.1, 0.05);
  let often = 0;
  for (let step = 0; step < 10; step++) often = map.followed(often, 1, 0.01, 0.05);
  assert(Math.abs(once - often) < 1e-9 && Math.abs(once - (1 - Math.exp(-2))) < 1e-9);
  assert.equal(map.followed(0.2, 1, 0.01, 0), 1);
  assert.equal(map.followed(0, 1, 1, 0.05), 1);
});

test("a table that a file brings is taken as far as it fits", () => {
  const rows = [map.newRow({ kind: "control", number: 21, channel: 2 }, { what: "macro", key: "size" }), ...map.FIRST];
  assert.deepEqual(map.readRows(JSON.stringify(rows)), rows);
  for (const odd of [undefined, "", "null", "{}", "[null, 3, {}]", "nonsense", JSON.stringify([{ ...rows[0], curve: 1e9 }]), JSON.stringify([{ ...rows[0], range: [0, NaN] }])])
    assert.deepEqual(map.readRows(odd), [], String(odd));
  assert.equal(map.readRows(JSON.stringify(Array(500).fill(rows[0]))).length, map.MOST_ROWS);
});

test("rows wait for their channel and device, or for any", () => {
  const own = { ...source, kind: /** @type {const} */ ("control"), number: 7, channel: 3, device: "Knobs 2000" };
  assert(map.matches({ ...own, channel: 0, device: "" }, own));
  assert(map.matches({ ...own, device: "Knobs" }, own));
  assert(!map.matches({ ...own, channel: 4 }, own) && !map.matches({ ...own, number: 8 }, own) && !map.matches({ ...own, device: "Keys" }, own));
});
