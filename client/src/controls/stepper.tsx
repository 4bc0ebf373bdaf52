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
  const step = (sign: string, label: string, next: number, disabled: boolean) => (
    <button type="button" aria-label={label} disabled={disabled} onClick={() => onChange(next)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <div class="stepper">
      {step("−", fewer, count - 1, count <= least)}
      <output aria-live="polite">{text}</output>
      {step("+", more, count + 1, count >= most)}
    </div>
  );
}
