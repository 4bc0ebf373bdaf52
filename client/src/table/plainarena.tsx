/** Where no arena can be drawn: the dice that lie in it as flat pictures, towers as towers. */

import { DieFace } from "../controls/die";
import { familyOf } from "../game/editions";
import type { GameView } from "../protocol";
import { speakArena } from "../speech/sentences";
import "./plainarena.css";

export function PlainArena({ game, edition }: { game: GameView; edition: string }) {
  return (
    <div class="plain-arena" role="img" aria-label={speakArena(game, edition)}>
      {game.arena.map((piece) => (
        <span key={piece.dice[0]?.id} class="plain-piece">
          {piece.dice.toReversed().map((die) => (
            <DieFace key={die.id} face={die.face} family={familyOf(edition)} size={44} />
          ))}
        </span>
      ))}
    </div>
  );
}
