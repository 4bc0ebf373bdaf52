import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Writes sw.js with the list of built files, so that the shell opens without a network. */
function offlineShell(): Plugin {
  return {
    name: "kessel-offline-shell",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const version = createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 12);
      const source = readFileSync(new URL("src/worker.js", import.meta.url), "utf8")
        .replace("__VERSION__", version)
        .replace('["__FILES__"]', JSON.stringify(files.filter((name) => name !== "index.html")));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig({
  base: "/",
  build: {
    outDir: "../src/kessel/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  plugins: [offlineShell()],
  server: {
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
});
