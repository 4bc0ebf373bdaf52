/** A number of few: one fewer, one more. */

import "./stepper.css";

export function Stepper({
  count,
  least,
  most,
  text,
  fewer,
  more,
  onChange,
}: {
  count: number;
  least: number;
  most: number;
  /** What the number means, said beside it. */
  text: string;
  fewer: string;
  more: string;
  onChange: (count: number) => void;
}) {
  return (
    <div class="stepper">
      <button
        type="button"
        aria-label={fewer}
        disabled={count <= least}
        onClick={() => onChange(count - 1)}
      >
        <span aria-hidden="true">{"−"}</span>
      </button>
      <output aria-live="polite">{text}</output>
      <button
        type="button"
        aria-label={more}
        disabled={count >= most}
        onClick={() => onChange(count + 1)}
      >
        <span aria-hidden="true">{"+"}</span>
      </button>
    </div>
  );
}
