/** A table of numbers about everybody: a line for each. */

import type { ComponentChildren } from "preact";
import "./numbers.css";

interface Line {
  readonly name: string;
  readonly cells: readonly ComponentChildren[];
}

export function Numbers({
  label,
  columns,
  lines,
}: {
  label: string;
  columns: readonly string[];
  lines: readonly Line[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scroll numbers" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, cells }, i) => (
            <tr key={i}>
              <th scope="row">{name}</th>
              {cells.map((cell, k) => (
                <td key={k}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
