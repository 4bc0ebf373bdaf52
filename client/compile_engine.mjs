// node compile_engine.mjs PYODIDE WHEEL CODE TARGET: see compile_engine.py, which it runs.
// Writes Python's library and our code into the folder TARGET, compiled and not packed: what the
// referee needs (python_stdlib.zip, referee.zip), and the rest (python_rest.zip, kessel.zip).

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
from compile_engine import compile_archive, imported, packages
(library,) = (path + "/" for path in sys.path if path.endswith(".zip"))
import kessel.page.referee
needed = packages(imported(library)), imported("${SITE}")
import kessel.page.browser
compile_archive("/library", imported(library), needed[0], ("/python_stdlib.zip", "/python_rest.zip"))
compile_archive("/code", imported("${SITE}"), needed[1], ("/referee.zip", "/kessel.zip"))
`);
for (const name of ["python_stdlib.zip", "python_rest.zip", "referee.zip", "kessel.zip"]) {
  writeFileSync(join(target, name), python.FS.readFile(`/${name}`));
}
