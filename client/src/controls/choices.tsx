/** One of a few as a row of chips, and a switch. */

import "./choices.css";

/** One of a few: radio buttons that look like a row of chips. */
export function Choice<T extends string | number>({
  name,
  legend,
  value,
  options,
  onChange,
  hidden = false,
}: {
  name: string;
  legend: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
  hidden?: boolean;
}) {
  return (
    <fieldset class="choice">
      <legend class={hidden ? "unseen" : undefined}>{legend}</legend>
      <div class="chips">
        {options.map((option) => (
          <label key={option.value} class={option.value === value ? "chip chosen" : "chip"}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Toggle({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
