/** Starts Python with the game's own code in it; knows no page and no message. */

import type { PyodideAPI } from "pyodide";
import type { Files } from "./files";

const SITE = "/lib/python/site";
/** Wheels and archives with Python code, unpacked side by side. */
const CODE = ["msgspec.whl", "kessel.zip"];

export async function startPython(files: Files): Promise<PyodideAPI> {
  const [{ loadPyodide }, ...archives] = await Promise.all([
    import(/* @vite-ignore */ files.url("pyodide.mjs")) as Promise<typeof import("pyodide")>,
    ...CODE.map((name) => files.bytes(name)),
  ]);
  const restore = unpackOnFetch(files);
  try {
    const python = await loadPyodide({ indexURL: files.base.href, checkAPIVersion: false });
    python.FS.mkdirTree(SITE);
    for (const archive of archives) python.unpackArchive(archive, "zip", { extractDir: SITE });
    python.runPython(`import sys; sys.path.append("${SITE}")`);
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
