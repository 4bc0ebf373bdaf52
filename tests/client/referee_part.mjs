// node referee_part.mjs FOLDER MESSAGES: the referee's part of the engine, with nothing else there.
// FOLDER has its files unpacked; MESSAGES is a JSON list of lists, a fresh referee for each. Prints
// the answers in the same shape.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, messages] = process.argv.slice(2);
const SITE = "/site";
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder, checkAPIVersion: false });
python.FS.mkdirTree(SITE);
for (const name of ["msgspec.whl", "referee.zip"]) {
  const archive = new Uint8Array(readFileSync(join(folder, name)));
  python.unpackArchive(archive, "zip", { extractDir: SITE });
}
python.runPython(`import sys; sys.path.append("${SITE}")`);
const { PageReferee } = python.pyimport("kessel.page.referee");

const answered = [];
for (const story of JSON.parse(readFileSync(messages, "utf8"))) {
  const referee = PageReferee();
  const answers = [];
  for (const message of story) answers.push(await referee.receive(message));
  answered.push(answers);
}
console.log(JSON.stringify(answered));
