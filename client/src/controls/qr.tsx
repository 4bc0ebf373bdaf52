/** A text as a QR code. */

import { useMemo } from "preact/hooks";
import qrcode from "qrcode-generator";

export function QrCode({ text, label }: { text: string; label: string }) {
  const path = useMemo(() => {
    const code = qrcode(0, "M");
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const cells: string[] = [];
    for (let y = 0; y < count; y++) {
      for (let x = 0; x < count; x++) if (code.isDark(y, x)) cells.push(`M${x} ${y}h1v1h-1z`);
    }
    return { d: cells.join(""), count };
  }, [text]);
  return (
    <svg
      class="qr"
      viewBox={`-2 -2 ${path.count + 4} ${path.count + 4}`}
      role="img"
      aria-label={label}
    >
      <rect x="-2" y="-2" width={path.count + 4} height={path.count + 4} fill="#fff" />
      <path d={path.d} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}
