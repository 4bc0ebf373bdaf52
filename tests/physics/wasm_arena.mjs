/**
 * MuJoCo of the browser in Node: the page's own adapter behind a pipe. A line in is a call as JSON,
 * `[model, method, ...arguments]`; a value comes back as a line, an array as base64 of its doubles.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [adapter, engine] = process.argv.slice(2);
const { loadArena } = await import(pathToFileURL(adapter).href);
const arena = await loadArena({
  url: (name) => pathToFileURL(`${engine}/${name}`).href,
  bytes: async (name) => readFileSync(`${engine}/${name}`),
});
const models = [];

function compile(xml) {
  return models.push(arena.compile(xml)) - 1;
}

function answer(value) {
  const packed = ArrayBuffer.isView(value)
    ? Buffer.from(Float64Array.from(value).buffer).toString("base64")
    : value;
  process.stdout.write(`${JSON.stringify(packed)}\n`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [model, method, ...given] = JSON.parse(line);
  const value = model === null ? compile(...given) : models[model][method](...given);
  if (value !== undefined) answer(value);
});
