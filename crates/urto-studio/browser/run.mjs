// Runs the page's tests, file by file, two at a time: they wait more than they work.
//
// A page in a browser runs by the clock of a machine that does much else: a file that fails is tried
// once more, by itself. What fails twice has failed; what passes then is named at the end, to be mended.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "tests");

/** How many files run at once. */
const TOGETHER = 2;

/** Those that look at how much a page does or holds, or ask for much: nothing runs beside them. */
const ALONE = ["load.test.mjs", "ui-idle.test.mjs", "ui-memory.test.mjs", "ui-network.test.mjs"];

/**
 * Runs the tests of one file.
 * @param {string} name
 * @returns {Promise<{name: string, passed: boolean, said: string, seconds: number}>}
 */
async function tried(name) {
  const begun = Date.now();
  const child = spawn(process.execPath, ["--test", "--test-reporter=tap", join(folder, name)], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { name, passed: code === 0, said, seconds: (Date.now() - begun) / 1000 };
}

/**
 * Runs files, several at a time, and tells what passed; gives the names of the others.
 * @param {string[]} names
 * @param {number} together
 */
async function all(names, together) {
  const left = [...names];
  /** @type {string[]} */
  const failed = [];
  const work = async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      const { passed, said, seconds } = await tried(name);
      console.log(`\n== ${name}: ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s`);
      // As a quotation, so that nobody counts tests of a first try with those of the second.
      console.log(passed ? said : said.replace(/^/gm, "first try> "));
      if (!passed) failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return failed;
}

const asked = process.argv.slice(2);
const there = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs")).sort();
const names = asked.length ? there.filter((name) => asked.some((part) => name.includes(part))) : there;
if (!names.length) {
  console.error(`no file of tests is called ${asked.join(" or ")}; there are: ${there.join(", ")}`);
  process.exit(1);
}
const first = [
  ...(await all(names.filter((name) => !ALONE.includes(name)), TOGETHER)),
  ...(await all(names.filter((name) => ALONE.includes(name)), 1)),
];
/** @type {string[]} */
const failed = [];
for (const name of first) {
  const { passed, said, seconds } = await tried(name);
  console.log(`\n== ${name}, second try: ${passed ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s\n${said}`);
  if (!passed) failed.push(name);
}
console.log(`\n${names.length - failed.length} of ${names.length} files of browser tests passed`);
if (first.length) console.log(`only at the second try, if at all: ${first.join(", ")}`);
process.exit(failed.length ? 1 : 0);
