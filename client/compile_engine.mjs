// node compile_engine.mjs PYODIDE WHEEL CODE TARGET: see compile_engine.py, which it runs.
// Writes python_stdlib.zip and kessel.zip, compiled and not packed, into the folder TARGET.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, wheel, code, target] = process.argv.slice(2);
const SITE = "/site/";
const OTHERS = "/others/";
const bytes = (path) => new Uint8Array(readFileSync(path));

const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: pyodide, checkAPIVersion: false });
for (const [archive, folder] of [
  [wheel, OTHERS],
  [code, SITE],
]) {
  python.FS.mkdirTree(folder);
  python.unpackArchive(bytes(archive), "zip", { extractDir: folder });
}
python.FS.writeFile("/library", bytes(join(pyodide, "python_stdlib.zip")));
python.FS.writeFile("/code", bytes(code));
python.FS.writeFile(`${OTHERS}compile_engine.py`, bytes(join(import.meta.dirname, "compile_engine.py")));
python.runPython(`
import sys
sys.path += ["${SITE}", "${OTHERS}"]
import compile_engine
import kessel.page.browser
(library,) = (path for path in sys.path if path.endswith(".zip"))
compile_engine.compile_archive("/library", "/python_stdlib.zip", library + "/")
compile_engine.compile_archive("/code", "/kessel.zip", "${SITE}")
`);
for (const name of ["python_stdlib.zip", "kessel.zip"]) {
  writeFileSync(join(target, name), python.FS.readFile(`/${name}`));
}
