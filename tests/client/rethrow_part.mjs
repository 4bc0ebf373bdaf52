// node rethrow_part.mjs FOLDER GAMES: what throws dice again behind the page, from the engine's files.
// FOLDER has them unpacked; GAMES is a JSON list of lists of lines. Prints what was found of each line.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, games] = process.argv.slice(2);
const SITE = "/site";
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder, checkAPIVersion: false });
python.FS.mkdirTree(SITE);
for (const name of ["msgspec.whl", "referee.zip", "kessel.zip"]) {
  const archive = new Uint8Array(readFileSync(join(folder, name)));
  python.unpackArchive(archive, "zip", { extractDir: SITE });
}
python.FS.writeFile("/rest.zip", new Uint8Array(readFileSync(join(folder, "python_rest.zip"))));
python.runPython(`import sys; sys.path += ["${SITE}", "/rest.zip"]`);
const { open_rethrower } = python.pyimport("kessel.page.browser");

const found = [];
for (const lines of JSON.parse(readFileSync(games, "utf8"))) {
  const rethrower = await open_rethrower(Promise.resolve({})); // ideal dice need no arena
  found.push(lines.map((line) => rethrower.hear(line) ?? null));
}
console.log(JSON.stringify(found));
