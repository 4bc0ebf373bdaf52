// node pipe_device.mjs TARGET: puts the page's own device, which tests drive over a pipe, into one file.

import { build } from "rolldown";

const [target] = process.argv.slice(2);
await build({
  input: new URL("test/proof/pipe.ts", import.meta.url).pathname,
  platform: "node",
  output: { file: target, codeSplitting: false },
});
