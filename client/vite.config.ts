import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The catalogue of words that the command line and the page share. */
const WORDS = fileURLToPath(new URL("../src/kessel/words", import.meta.url));

/** What is drawn on the dice, in the library's pictures as well. */
const DRAWN = fileURLToPath(new URL("../src/kessel/game", import.meta.url));

/** What the browser itself asks for: the icon in the tab, and what an installed page is called. */
const SIGNS = ["icon.svg", "manifest.webmanifest"];

/** What the page itself loads. */
const BUILT = /^(assets|engine)\/.*(?<!\.map)$/;

/** Writes sw.js with the list of built files, so that the shell opens without a network. */
export function offlineShell(serverless: boolean): Plugin {
  return {
    name: "kessel-offline-shell",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post", // Vite takes out scripts that had nothing but styles
      handler(_options, bundle) {
        const built = Object.keys(bundle).filter((name) => BUILT.test(name));
        const files = [...built, ...SIGNS].sort();
        const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
        const source = readFileSync(new URL("src/worker.js", import.meta.url), "utf8")
          .replace("__VERSION__", version)
          .replace('["__SHELL__"]', JSON.stringify(serverless ? [""] : ["", "api/editions"]))
          .replace('["__FILES__"]', JSON.stringify(files));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

/** Puts a small script before the large one: it dials the server while that is on its way. */
function dialAhead(): Plugin {
  const written = readFileSync(new URL("src/dial.js", import.meta.url), "utf8");
  const source = written.replace(/^\/\*\*.*?\*\/\s*/s, "");
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  const fileName = `assets/dial-${hash}.js`;
  return {
    name: "kessel-dial-ahead",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: () => [
      {
        tag: "script",
        attrs: { async: true, fetchpriority: "high", src: `/${fileName}` },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** Packs scripts and styles as small as browsers can read them, for the server to hand out. */
function packed(): Plugin {
  return {
    name: "kessel-packed",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [name, file] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(name) || name === "sw.js") continue;
          const source = brotliCompressSync(file.type === "chunk" ? file.code : file.source);
          this.emitFile({ type: "asset", fileName: `${name}.br`, source });
        }
      },
    },
  };
}

/** Leaves out the older form of the fonts: every browser that runs the page reads WOFF2. */
function newestFonts(): Plugin {
  return {
    name: "kessel-newest-fonts",
    enforce: "pre",
    transform: (code, id) =>
      id.includes("@fontsource")
        ? code.replace(/, url\([^)]+\.woff\) format\('woff'\)/g, "")
        : null,
  };
}

const LICENSES = "licenses.md";

/** Adds the texts of packages that ship none from licenses/; a bundled package without one fails. */
function completeLicenses(): Plugin {
  return {
    name: "kessel-complete-licenses",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const file = bundle[LICENSES];
        if (file?.type !== "asset") throw new Error(`the build wrote no ${LICENSES}`);
        file.source = String(file.source).replace(
          /^## (\S+) - .*\n\n(?=## |$(?![\s\S]))/gm,
          (heading, name) => {
            const text = new URL(`licenses/${name}.txt`, import.meta.url);
            if (!existsSync(text))
              throw new Error(`${name} ships no licence: add ${text.pathname}`);
            return `${heading}${readFileSync(text, "utf8")}\n`;
          },
        );
      },
    },
  };
}

/** A page for plain file servers: it lies in any folder, and its policy in the page itself. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default",
].join("; ");

function ownPolicy(): Plugin {
  return {
    name: "kessel-own-policy",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

/**
 * What every visit needs comes in one file, and what every picture of the arena needs in another.
 * Left alone, the bundler makes a file for every set of screens that share something: thirty small
 * ones, and each costs a phone a request.
 */
const CHUNKS = [
  { name: "page", tags: ["$initial" as const], priority: 2 },
  { name: "arena", test: /[\\/]src[\\/](arena[\\/][^\\/]*|table[\\/]director)\.ts$/, priority: 1 },
];

/** Not an import: the bundler makes more and smaller files where a module waits for something. */
const FIRST_PICTURE = readFileSync(new URL("src/firstpicture.js", import.meta.url), "utf8");

/** Tests that put something in the browser's place have a worker each; all others share theirs. */
const TESTS = globSync("test/**/*.test.ts", { cwd: new URL(".", import.meta.url) });
const REPLACING =
  /stubPage|stubDocument|globalThis|vi\.(stubGlobal|mock|doMock|useFakeTimers|resetModules)/;
const ALONE = TESTS.filter((name) =>
  REPLACING.test(readFileSync(new URL(name, import.meta.url), "utf8")),
);

export default defineConfig(({ mode }) => ({
  base: mode === "static" ? "./" : "/",
  resolve: { alias: { "@words": WORDS } },
  build: {
    outDir: mode === "static" ? "../build/static" : "../src/kessel/server/static",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    license: { fileName: LICENSES }, // of what the page bundles: fonts, three.js, preact
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        banner: ({ isEntry }) => (isEntry ? FIRST_PICTURE : ""),
      },
    },
  },
  // Lightning CSS knows custom media queries: breakpoints have names, and stand in one file.
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
  plugins: [
    newestFonts(),
    offlineShell(mode === "static"),
    completeLicenses(),
    ...(mode === "static" ? [ownPolicy()] : [dialAhead(), packed()]),
  ],
  // Beside the engine's own files: a server's policy lets these, and only these, compile wasm.
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: "engine/[name]-[hash].js" } },
  },
  test: {
    pool: "threads",
    setupFiles: "test/english.ts",
    testTimeout: 60_000, // for one that hangs: a busy machine is no fault
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        test: { name: "together", exclude: [...ALONE, "node_modules/**"], isolate: false },
      },
    ],
  },
  server: {
    fs: { allow: [".", WORDS, DRAWN] },
    proxy: {
      "/api": "http://127.0.0.1:8000",
      "/ws": { target: "ws://127.0.0.1:8000", ws: true },
    },
  },
}));
