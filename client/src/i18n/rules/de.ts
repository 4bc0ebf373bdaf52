/** Die Regeln auf Deutsch, mit eigenen Worten: ein Satz für jeden Wert jeder Option. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  "title.goal": "Worum es geht",
  goal: "Wirf deine Würfel {arenaInto} und hol dir so viele zurück, wie du kannst. Wer keine mehr hat, scheidet aus; am Ende gewinnt, wer noch Würfel hat.",

  "title.setup": "Vor der Partie",
  setup:
    "Alle bekommen gleich viele Würfel: ihren Vorrat. Was übrig ist, bleibt in der Schachtel. Wer am ältesten ist, fängt an, dann geht es im Uhrzeigersinn.",
  "supply.open": "Die Vorräte sind sichtbar: Alle sehen, wie viele Würfel du hast.",
  "supply.hidden": "Die Vorräte sind versteckt: Nur du weißt, wie viele Würfel du hast.",

  "title.start": "Der Startwürfel",
  "start_die.placed":
    "Ein Würfel wird {arenaInto} gelegt. Oben liegt irgendeine Seite, nur nicht {theNull}.",
  "start_die.thrown": "Ein Würfel wird {arenaInto} geworfen.",
  "start_die_x.rethrow": "Zeigt er {theNull}, wirfst du ihn noch einmal.",
  "start_die_x.choose_face":
    "Zeigt er {theNull}, wirfst du ihn noch einmal oder drehst ihn auf eine andere Seite.",

  "title.turn": "Dein Zug",
  turn: "Du musst einen Würfel {arenaInto} werfen. Wie, ist dir überlassen: zielen, schnippen, über die Wand spielen. Triff die Würfel, die da liegen: Darum geht es, denn so fallen sie auf eine andere Seite.",
  "turn.arena": "{ArenaThe} darf vor dem Wurf gedreht werden.",

  "title.null": "{null}",
  null: "Nach jedem Wurf kommen zuerst die Würfel aus dem Spiel, die {theNull} zeigen. Dein Zug endet dadurch nicht.",

  "title.match": "Zwei oder mehr gleiche",
  match:
    "Dann sieh nach, was liegt. Zwei oder mehr Würfel, die das Gleiche zeigen, sind eine Gruppe; es können mehrere sein. Der geworfene Würfel muss nicht dabei sein.",
  "collecting.mandatory": "Du nimmst alle Gruppen ganz in deinen Vorrat, und dein Zug ist zu Ende.",
  "collecting.optional":
    "Du darfst jede Gruppe ganz in deinen Vorrat nehmen oder liegen lassen. Nimmst du etwas, ist dein Zug zu Ende.",
  "match.water": "Für Wasser gilt etwas anderes: siehe unten.",
  "match.immobulus": "Für Immobilus gilt etwas anderes: siehe unten.",

  "title.example": "Ein Beispiel",
  example:
    "Drei Würfel liegen da: {lone}, {pair} und {struck}. Dein Würfel bleibt mit {thrown} liegen und trifft den Würfel mit {struck}: Der zeigt jetzt {pair}. Zweimal {pair}: Du nimmst beide. {lone} und {thrown} bleiben liegen.",

  "title.choice": "Lauter verschiedene",
  choice:
    "Sind alle Würfel verschieden, entscheidest du: noch einen Würfel werfen oder den Zug beenden. So kannst du weitermachen, bis etwas gleich ist oder dein Vorrat leer.",

  "title.out": "Daneben",
  out: "Ein Würfel, der neben der Schachtel landet, herausspringt oder herausgestoßen wird, ist aus dem Spiel.",
  "rim_is_out.true": "Das gilt auch für einen Würfel, der auf dem Rand liegen bleibt.",
  "rim_is_out.false": "Ein Würfel auf dem Rand gilt als schief.",
  "out.on": "Dein Zug geht weiter.",

  "title.allin": "{allin}",
  "allin_trigger.turn_start":
    "Liegt bei Beginn deines Zuges gar nichts {arenaIn}, wirfst du deinen ganzen Vorrat in einem Wurf.",
  "allin_trigger.also_mid_turn":
    "Liegt vor deinem Wurf gar nichts {arenaIn}, auch mitten im Zug, wirfst du deinen ganzen Vorrat in einem Wurf.",
  "allin.then": "Danach wird wie immer geprüft.",
  "allin_cause.any": "Wodurch {arenaThe} leer wurde, ist egal.",
  "allin_cause.not_by_out_only":
    "Das gilt nicht, wenn {arenaThe} nur durch herausgeflogene Würfel leer wurde.",
  "allin_cause.collected_only":
    "Das gilt nur, wenn {arenaThe} leer wurde, weil jemand Würfel genommen hat.",

  power:
    "Das Element auf dem Startwürfel ist die ganze Partie lang aktiv: Es wirkt, sobald zwei oder mehr Würfel es zeigen. Die anderen Elemente sind gewöhnliche Seiten.",
  avatar: "Mehrere Elemente sind zugleich aktiv: Macht vor der Partie aus, welche.",
  "avatar.order":
    "Wirken in einem Wurf mehrere, gilt die Reihenfolge: Gewitter, Feuersäule, Geröll, Orkan. Der Sumpf ist immer da.",

  storm:
    "Bevor etwas genommen wird, werfen alle anderen gleichzeitig einen Würfel. Dann nimmst du alles Gleiche, das nun daliegt. Ein zweites Gewitter gibt es durch diesen Wurf nicht.",
  "extra_throw_no_match.continue":
    "Ist danach nichts mehr gleich, darfst du weiterwerfen oder aufhören.",
  "extra_throw_no_match.end": "Ist danach nichts mehr gleich, ist dein Zug zu Ende.",
  "storm_unit.free": "Statt eines Würfels darf es auch ein ganzer Turm sein.",
  "storm_unit.loose_first": "Einen Turm wirft nur, wer keinen losen Würfel hat.",
  "storm_recheck.state":
    "Nach dem Gewitter wirken die anderen Elemente so, wie die Würfel dann liegen.",
  "storm_recheck.initial": "Nach dem Gewitter wirken nur Elemente, die schon vorher gleich waren.",

  column:
    "Alle stapeln so schnell wie möglich ihren ganzen Vorrat zu einem Turm und rufen „Stopp!“ Wer zuerst fertig ist, nimmt alles Gleiche; links davon geht es weiter. Vorher schon zu bauen ist verboten.",
  "column_zero_dice.excluded": "Ohne Würfel baust du nicht mit.",
  "column_zero_dice.may_win": "Ohne Würfel hast du nichts zu bauen: Ruf einfach zuerst.",
  "column_tie.rematch": "Werden zwei zugleich fertig, bauen sie noch einmal.",
  "column_tie.turn_order": "Werden zwei zugleich fertig, entscheidet die Reihenfolge.",
  "piles_after_column.dissolve": "Türme aus Steinen zerfallen in lose Würfel.",
  "piles_after_column.owner_choice": "Danach darfst du deine Türme aus Steinen wieder aufbauen.",

  boulders: "Steine, die du nimmst, stapelst du als Turm vor dir.",
  "pile_throw.whole": "Einen Turm wirfst du später im Ganzen; er gilt als ein Wurf.",
  "pile_throw.may_split":
    "Einen Turm wirfst du später im Ganzen, als ein Wurf, oder Würfel für Würfel.",

  hurricane:
    "Nachdem du genommen hast, geben alle ihren ganzen Vorrat nach links weiter. Wer ausgeschieden ist, wird übersprungen.",
  "hurricane_keeps_piles.true": "Türme werden als Türme weitergegeben.",
  "hurricane_keeps_piles.false": "Türme zerfallen in lose Würfel.",

  swamp: "Wasser wird nie genommen. Es bleibt, bis ein Treffer etwas anderes daraus macht.",
  "swamp_only_ends_turn.false": "Ist sonst nichts gleich, darfst du weiterwerfen oder aufhören.",
  "swamp_only_ends_turn.true": "Ist sonst nichts gleich, ist dein Zug zu Ende.",

  "title.spells": "Die Zauber",
  spells:
    "Ein Zauber wirkt, wenn zwei oder mehr Würfel ihn zeigen. Du nimmst die Würfel, dann geschieht er. Mehrere Zauber wirken in der Reihenfolge dieser Liste.",

  freeze:
    "Gleiche Immobilus-Würfel binden einander: Sie bleiben liegen, bis ein Treffer sie trennt. Kommt noch einer dazu, ist auch er gebunden. Andere Gruppen werden trotzdem genommen.",
  "immobulus_suppression.standing": "Solange sie daliegen, wirkt kein anderer Zauber.",
  "immobulus_suppression.fresh_only":
    "In dem Wurf, der sie bindet, wirkt kein anderer Zauber; danach schon.",
  "immobulus_only_ends_turn.false":
    "Ist sonst nichts gleich, darfst du weiterwerfen oder aufhören.",
  "immobulus_only_ends_turn.true": "Ist sonst nichts gleich, ist dein Zug zu Ende.",

  "relashio_throwers.all":
    "Bevor etwas genommen wird, werfen alle, auch du, gleichzeitig einen Würfel.",
  "relashio_throwers.others":
    "Bevor etwas genommen wird, werfen alle anderen gleichzeitig einen Würfel.",
  salvo: "Dann nimmst du alles Gleiche. Zauber, die erst dieser Wurf bringt, wirken nicht.",
  "relashio_pending.intact": "Andere Zauber wirken, wenn sie vorher gleich waren und es noch sind.",
  "relashio_pending.locked": "Andere Zauber, die vorher gleich waren, wirken auf jeden Fall.",
  "relashio_pending.void": "Kein anderer Zauber wirkt in diesem Zug.",
  "relashio_new_immobulus.binds": "Immobilus, der dadurch gleich wird, bleibt gebunden liegen.",
  "relashio_new_immobulus.collect":
    "Immobilus, der dadurch gleich wird, wird wie alles andere genommen.",

  "accio_optional.true": "Du darfst noch einen beliebigen Würfel {arenaFrom} nehmen.",
  "accio_optional.false": "Du musst noch einen beliebigen Würfel {arenaFrom} nehmen.",
  "accio_single_immobulus.true": "Auch ein einzelner Immobilus ist erlaubt.",
  "accio_single_immobulus.false": "Nur keinen Immobilus.",
  "accio_tower.any": "Aus einem Turm darf es jeder Würfel sein.",
  "accio_tower.top": "Aus einem Turm nur der oberste.",

  "tower_builder.active": "Du stapelst alle übrigen Würfel zu einem Turm, wie du magst.",
  "tower_builder.random": "Alle übrigen Würfel werden in zufälliger Folge zu einem Turm gestapelt.",
  tower: "Nur sein oberster Würfel zählt, bis der Turm umgeworfen wird.",

  reverse: "Die Spielrichtung dreht sich um.",
  "confundo_two_players.none": "Zu zweit ändert das nichts.",
  "confundo_two_players.extra_turn": "Zu zweit bekommst du noch einen Zug.",

  "title.cocked": "Krumme Sache",
  "cocked.nudge": "Liegt ein Würfel schief, wird an der Schachtel gerüttelt, bis er flach liegt.",
  "cocked.reroll_outside":
    "Ein Würfel, den man nicht lesen kann, wird neben der Schachtel neu gewürfelt und mit dieser Seite zurückgelegt.",
  "accidental_stack.nudge": "Landet ein Würfel auf einem anderen, wird er heruntergestoßen.",
  "accidental_stack.top_counts": "Landet ein Würfel auf einem anderen, zählt nur der obere.",

  "title.move": "Würfel schieben",
  "premove.free":
    "Vor deinem Wurf darfst du die Würfel nach Belieben zusammenschieben. Drehen und Stapeln ist verboten.",
  "premove.walls_by_consent":
    "Nur wenn alle einverstanden sind, dürfen Würfel verrückt werden, und nur von der Wand weg. Drehen und Stapeln ist verboten.",
  "premove.none": "Vor dem Wurf bleiben die Würfel liegen, wie sie sind.",

  "title.end": "Das Ende",
  "zero_elimination.end_of_turn": "Wer nach einem Zug keine Würfel hat, scheidet aus.",
  "zero_elimination.immediate": "Wer keine Würfel mehr hat, scheidet sofort aus.",
  "zero_elimination.own_turn": "Wer am eigenen Zug keine Würfel hat, scheidet aus.",
  end: "Wer dann allein noch Würfel hat, gewinnt.",
  "double_ko.shared":
    "Verlieren alle Verbliebenen zugleich ihre letzten Würfel, teilen sie den Sieg.",
  "double_ko.active_loses":
    "Verlieren alle Verbliebenen zugleich ihre letzten Würfel, verliert, wer am Zug ist.",
  "double_ko.replay":
    "Verlieren alle Verbliebenen zugleich ihre letzten Würfel, wird die Partie wiederholt.",

  "title.tournament": "Turnier",
  tournament: "Eine Partie pro Kopf: Alle beginnen einmal.",
  "tournament_start.clockwise": "Es beginnt reihum jeder, im Uhrzeigersinn.",
  "tournament_start.any_order_each_once": "In welcher Folge, macht ihr aus.",
  "tournament.points":
    "Wer ausscheidet, bekommt so viele Minuspunkte, wie andere noch im Spiel sind; der Sieg bringt keinen. Wer die wenigsten hat, gewinnt.",
  "tournament_tie.share": "Bei Gleichstand wird der Sieg geteilt.",
  "tournament_tie.playoff": "Bei Gleichstand entscheidet eine Partie unter den Besten.",
  "simultaneous_points.equal": "Wer zugleich ausscheidet, bekommt gleich viele.",
  "simultaneous_points.turn_order":
    "Wer zugleich ausscheidet, wird der Reihe nach gezählt, in Spielrichtung.",
};
