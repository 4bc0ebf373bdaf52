/** Die Regeln auf Deutsch, mit eigenen Worten. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  goal: [
    "Worum es geht",
    "Wirf deine Würfel {arenaInto} und hole möglichst viele zurück. Wer keine Würfel mehr hat, scheidet aus; wer als Letzter noch welche besitzt, gewinnt.",
  ],
  setup: [
    "Vor der Partie",
    "Alle bekommen gleich viele Würfel als Vorrat. Was übrig ist, bleibt in der Schachtel. Der Älteste beginnt, dann geht es im Uhrzeigersinn.",
  ],
  startPlaced: [
    "Der Startwürfel",
    "Ein Würfel wird {arenaInto} gelegt, mit irgendeiner Seite nach oben; nur {theNull} darf nicht oben liegen.",
  ],
  startThrown: [
    "Der Startwürfel",
    "Ein Würfel wird {arenaInto} geworfen. Zeigt er {theNull}, wird er noch einmal geworfen.",
  ],
  turn: [
    "Dein Zug",
    "Du musst einen Würfel {arenaInto} werfen. Wie, ist dir überlassen: zielen, schnippen, über die Wand spielen. Liegende Würfel zu treffen ist der Sinn der Sache, denn so werden sie umgewürfelt.",
  ],
  null: [
    "{null}",
    "Nach jedem Wurf kommen zuerst die Würfel aus dem Spiel, die {theNull} zeigen. Dein Zug endet dadurch nicht.",
  ],
  match: [
    "Zwei oder mehr gleiche",
    "Dann sieh nach, was liegt. Zeigen zwei oder mehr Würfel das Gleiche, nimmst du sie alle in deinen Vorrat, alle Gruppen auf einmal. Dein Zug ist zu Ende.",
  ],
  choice: [
    "Lauter verschiedene",
    "Sind alle Würfel verschieden, entscheidest du: noch einen Würfel werfen oder den Zug beenden. So kannst du weitermachen, bis etwas passt oder dein Vorrat leer ist.",
  ],
  out: [
    "Daneben",
    "Ein Würfel, der neben der Schachtel landet, herausspringt, herausgestoßen wird oder auf dem Rand liegen bleibt, ist aus dem Spiel. Dein Zug geht weiter.",
  ],
  allin: [
    "{allin}",
    "Liegt bei Beginn deines Zuges gar nichts {arenaIn}, musst du alle deine Würfel auf einmal werfen. Danach wird wie immer geprüft.",
  ],
  cocked: [
    "Krumme Sache",
    "Liegt ein Würfel schief, wird an der Schachtel gerüttelt, bis er flach liegt.",
  ],
  cockedReroll: [
    "Krumme Sache",
    "Ein Würfel, den man nicht lesen kann, wird neben der Schachtel neu gewürfelt und mit dieser Seite zurückgelegt.",
  ],
  moveFree: [
    "Würfel schieben",
    "Vor deinem Wurf darfst du die liegenden Würfel nach Belieben zusammenschieben. Drehen und Stapeln ist verboten.",
  ],
  moveConsent: [
    "Würfel verrücken",
    "Nur wenn alle einverstanden sind, dürfen Würfel verrückt werden, und nur von der Wand weg. Drehen und Stapeln ist verboten.",
  ],
  end: [
    "Das Ende",
    "Wer am Ende eines Zuges keine Würfel hat, scheidet aus. Hat nur noch einer Würfel, hat er gewonnen.",
  ],
  tournament: [
    "Turnier",
    "Spielt so viele Partien, wie Spieler da sind, sodass jeder einmal beginnt. Wer ausscheidet, bekommt einen Minuspunkt für jeden, der noch im Spiel ist; wer die Partie gewinnt, bekommt keinen. Die wenigsten Minuspunkte gewinnen.",
  ],
  power: [
    "Kraft der Elemente",
    "Was der Startwürfel zeigt, ist die ganze Partie lang wach: Seine Kraft wirkt, sobald zwei oder mehr Würfel es zeigen. Die anderen Elemente sind gewöhnliche Seiten.",
  ],
  avatar: [
    "Avatar",
    "Mehrere oder alle Elemente sind wach. Wirken in einem Wurf mehrere, gilt die Reihenfolge: Gewitter, Feuersäule, Geröll, Orkan. Der Sumpf ist immer da.",
  ],
  fire: [
    "Feuer: Feuersäule",
    "Alle stapeln so schnell wie möglich ihren ganzen Vorrat zu einem Turm und rufen Stopp. Wer zuerst fertig ist, nimmt alle gleichen Würfel; links von ihm geht es weiter.",
  ],
  water: [
    "Wasser: Sumpf",
    "Wasser wird nie genommen. Es bleibt, bis ein Treffer etwas anderes daraus macht.",
  ],
  stone: [
    "Stein: Geröll",
    "Steine, die du nimmst, kommen als Turm vor dich. Später wird der ganze Turm auf einmal geworfen, als ein Wurf.",
  ],
  lightning: [
    "Blitz: Gewitter",
    "Bevor etwas genommen wird, werfen alle anderen gleichzeitig einen ihrer Würfel. Dann nimmst du alles Gleiche, das nun daliegt.",
  ],
  air: [
    "Wind: Orkan",
    "Nachdem du genommen hast, geben alle ihren ganzen Vorrat an den linken Nachbarn.",
  ],
  spells: [
    "Die Zauber",
    "Ein Zauber wirkt, wenn zwei oder mehr Würfel ihn zeigen. Du nimmst die Würfel, dann geschieht er. Mehrere Zauber wirken in der Reihenfolge, in der sie hier stehen.",
  ],
  immobulus: [
    "Immobilus",
    "Gleiche Immobilus-Würfel bleiben liegen, bis ein Treffer sie trennt. Solange sie daliegen, wirkt kein anderer Zauber; andere Gruppen werden trotzdem genommen.",
  ],
  relashio: [
    "Relaschio",
    "Bevor etwas genommen wird, werfen alle gleichzeitig einen Würfel. Dann nimmst du alles Gleiche. Was dieser Wurf bringt, zaubert nicht.",
  ],
  accio: ["Accio", "Du darfst noch einen beliebigen Würfel {arenaFrom} nehmen."],
  wingardium: [
    "Wingardium Leviosa",
    "Du stapelst alle übrigen Würfel zu einem Turm. Nur sein oberster Würfel zählt, bis der Turm umgeworfen wird.",
  ],
  confundo: ["Confundo", "Die Spielrichtung dreht sich um."],
};
