/** What is called out over the table: large, in the colour of whom it is about, and gone again. */

import { shout } from "./display";
import "./shout.css";

/** Only to look at: the spoken line says it, too. */
export function Shout() {
  const called = shout.value;
  return (
    called && (
      <p class="shout" aria-hidden="true" style={{ "--seat": called.colour }}>
        {called.text}
      </p>
    )
  );
}
