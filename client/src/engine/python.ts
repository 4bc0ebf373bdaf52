/** Starts Python with the game's own code in it; knows no page and no message. */

import type { PyodideAPI } from "pyodide";
import type { Files, Part } from "./files";

const SITE = "/lib/python/site";
const LIBRARY = "/lib/python_rest.zip";
/** Wheels and archives with the referee's code, unpacked side by side. */
const REFEREE = ["msgspec.whl", "referee.zip"];
/** What the whole game needs beside them: its code, and more of Python's library. */
const GAME = "kessel.zip";
const REST = "python_rest.zip";

/** Python with the referee's code, or with all of it. */
export async function startPython(files: Files, part: Part): Promise<PyodideAPI> {
  const whole = part === "all";
  const [{ loadPyodide }, library, ...archives] = await Promise.all([
    import(/* @vite-ignore */ files.url("pyodide.mjs")) as Promise<typeof import("pyodide")>,
    whole ? files.bytes(REST) : null,
    ...[...REFEREE, ...(whole ? [GAME] : [])].map((name) => files.bytes(name)),
  ]);
  const restore = unpackOnFetch(files);
  try {
    const python = await loadPyodide({ indexURL: files.base.href, checkAPIVersion: false });
    python.FS.mkdirTree(SITE);
    for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: SITE });
    if (library) python.FS.writeFile(LIBRARY, library);
    python.runPython(`import sys; sys.path += ["${SITE}", "${LIBRARY}"]`);
    return python;
  } finally {
    restore();
  }
}

/** Pyodide fetches by itself what is packed here. */
function unpackOnFetch(files: Files): () => void {
  const plain = globalThis.fetch;
  const base = files.base.href;
  globalThis.fetch = (what, how) => {
    const url = what instanceof Request ? what.url : String(what);
    const ours = url.startsWith(base) && !url.endsWith(".pack");
    return ours ? files.open(url.slice(base.length)) : plain(what, how);
  };
  return () => {
    globalThis.fetch = plain;
  };
}
