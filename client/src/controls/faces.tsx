/** Dice to choose from: a button for each, with its picture and its name. */

import { familyOf } from "../game/editions";
import { faceName } from "../speech/sentences";
import { DieFace } from "./die";
import "./faces.css";

interface FaceOffer<Id> {
  readonly id: Id;
  readonly face: string;
  /** Whether it is among those chosen so far, where several can be. */
  readonly chosen?: boolean;
  /** Which of several that look alike. */
  readonly note?: string;
}

export function FaceButtons<Id extends string | number>({
  faces,
  edition,
  size,
  onChoose,
}: {
  faces: readonly FaceOffer<Id>[];
  edition: string;
  size?: number;
  onChoose: (id: Id) => void;
}) {
  return (
    <div class="faces">
      {faces.map(({ id, face, chosen, note }) => (
        <button
          key={id}
          type="button"
          class="face-button"
          aria-pressed={chosen}
          onClick={() => onChoose(id)}
        >
          <DieFace face={face} family={familyOf(edition)} {...(size ? { size } : {})} />
          <span>{faceName(face, edition)}</span>
          {note && <small>{note}</small>}
        </button>
      ))}
    </div>
  );
}
