/** Makes the known throws that `todo.json` asks for, in Pyodide with MuJoCo beside it, in a thread as
 * the game does; tells every digest as soon as it is there. */

import { loadArenas } from "./adapter.js";
import { loadPyodide } from "./pyodide.mjs";

const say = (body) => fetch("told", { method: "POST", body: JSON.stringify(body) });
const bytes = async (name) => (await fetch(name)).arrayBuffer();

try {
  await say({ agent: navigator.userAgent });
  const todo = await (await fetch("todo.json")).json();
  const arenas = await loadArenas({ url: (name) => new URL(name, location.href).href, bytes });
  const python = await loadPyodide();
  python.unpackArchive(await bytes("code.zip"), "zip", { extractDir: "/code" });
  python.FS.writeFile("/code/throws_page.py", await (await fetch("throws.py")).text());
  python.runPython('import sys; sys.path.insert(0, "/code")');
  const digest = python.pyimport("throws_page").thrower(arenas);
  for (const chunk of todo)
    await say({ chunk, digest: digest(chunk) });
  await say({ over: true });
} catch (error) {
  await say({ error: String(error.stack ?? error) });
}
