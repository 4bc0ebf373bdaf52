// node judge_part.mjs FOLDER STORIES: what judges stories behind the page, from the engine's files.
// FOLDER has them unpacked; STORIES is a JSON list of texts. Prints the verdict on each of them.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, stories] = process.argv.slice(2);
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
const { open_judges } = python.pyimport("kessel.page.browser");

const judges = await open_judges(Promise.resolve({}), () => true); // ideal dice need no arena
const told = JSON.parse(readFileSync(stories, "utf8"));
console.log(JSON.stringify(told.map((story) => judges.begin("en").feed(story))));
