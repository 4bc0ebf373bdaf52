/** German: what can be played differently, as the beginning and the ends of a sentence. */

import type { OptionWords } from "./words";

export const options: OptionWords = {
  start_die: [
    "Der Startwürfel wird",
    { placed: "gelegt, mit beliebigem Symbol", thrown: "geworfen" },
  ],
  start_die_x: [
    "Der geworfene Startwürfel zeigt {theNull}",
    { rethrow: "noch einmal werfen", choose_face: "noch einmal werfen oder drehen" },
  ],
  collecting: [
    "Gleiche Würfel",
    { mandatory: "müssen genommen werden", optional: "dürfen liegen bleiben" },
  ],
  allin_trigger: [
    "{allin} gilt",
    { turn_start: "nur zu Beginn eines Zuges", also_mid_turn: "auch mitten im Zug" },
  ],
  allin_cause: [
    "{allin} gilt, wenn leer geworden durch",
    {
      any: "was auch immer",
      not_by_out_only: "nicht nur hinausgeflogene Würfel",
      collected_only: "nur genommene Würfel",
    },
  ],
  zero_elimination: [
    "Wer keine Würfel mehr hat, scheidet aus",
    {
      end_of_turn: "am Ende des Zuges",
      immediate: "sofort",
      own_turn: "wenn der eigene Zug kommt",
    },
  ],
  double_ko: [
    "Alle Verbliebenen verlieren zugleich die letzten Würfel",
    {
      shared: "sie teilen den Sieg",
      active_loses: "wer am Zug ist, verliert",
      replay: "die Partie wird wiederholt",
    },
  ],
  simultaneous_points: [
    "Wer zugleich ausscheidet, bekommt",
    { equal: "gleich viele Minuspunkte", turn_order: "Minuspunkte nach der Reihenfolge" },
  ],
  cocked: [
    "Ein schief liegender Würfel wird",
    { nudge: "angestoßen, bis er flach liegt", reroll_outside: "außerhalb neu gewürfelt" },
  ],
  rim_is_out: ["Ein Würfel auf dem Rand", { true: "ist draußen", false: "gilt als schief" }],
  accidental_stack: [
    "Ein Würfel, der auf einem anderen landet,",
    { nudge: "wird heruntergestoßen", top_counts: "zählt als Spitze eines Turms" },
  ],
  premove: [
    "Würfel vor dem Wurf zu schieben ist",
    {
      free: "erlaubt",
      walls_by_consent: "von der Wand erlaubt, wenn alle zustimmen",
      none: "verboten",
    },
  ],
  supply: ["Die Vorräte sind", { open: "sichtbar", hidden: "versteckt" }],
  tournament_tie: [
    "Gleichstand im Turnier:",
    { share: "geteilter Sieg", playoff: "eine letzte Partie entscheidet" },
  ],
  tournament_start: [
    "Im Turnier beginnt",
    {
      clockwise: "reihum jeder, im Uhrzeigersinn",
      any_order_each_once: "jeder einmal, in beliebiger Folge",
    },
  ],
  storm_recheck: [
    "Nach einem Gewitter wirken Elemente",
    { state: "so, wie sie dann liegen", initial: "nur, wenn sie vorher gleich waren" },
  ],
  storm_unit: [
    "Im Gewitter wirft man",
    { free: "einen Würfel oder einen Turm", loose_first: "einen losen Würfel, wenn einer da ist" },
  ],
  extra_throw_no_match: [
    "Trennt der zusätzliche Wurf alles Gleiche,",
    { continue: "geht der Zug weiter", end: "ist der Zug zu Ende" },
  ],
  swamp_only_ends_turn: [
    "Ist nur Wasser gleich,",
    { false: "geht der Zug weiter", true: "ist der Zug zu Ende" },
  ],
  pile_throw: [
    "Ein Geröllturm wird geworfen",
    { whole: "nur im Ganzen", may_split: "auch Würfel für Würfel" },
  ],
  piles_after_column: [
    "Nach einer Feuersäule werden Türme",
    { dissolve: "aufgelöst", owner_choice: "auf Wunsch wieder aufgebaut" },
  ],
  hurricane_keeps_piles: [
    "Im Orkan werden Türme",
    { true: "als Türme weitergegeben", false: "aufgelöst" },
  ],
  column_zero_dice: [
    "Wer keine Würfel hat,",
    { excluded: "baut keine Feuersäule", may_win: "kann eine Feuersäule gewinnen" },
  ],
  column_tie: [
    "Werden zwei zugleich fertig,",
    { rematch: "bauen sie noch einmal", turn_order: "entscheidet die Reihenfolge" },
  ],
  immobulus_only_ends_turn: [
    "Ist nur Immobilus gleich,",
    { false: "geht der Zug weiter", true: "ist der Zug zu Ende" },
  ],
  immobulus_suppression: [
    "Gebundener Immobilus hemmt andere Zauber",
    { standing: "solange er liegt", fresh_only: "nur in dem Wurf, der ihn bindet" },
  ],
  relashio_throwers: ["Bei Relaschio werfen mit", { all: "alle", others: "nur die anderen" }],
  relashio_pending: [
    "Andere Zauber zugleich mit Relaschio",
    {
      intact: "wirken, wenn sie noch gleich sind",
      locked: "wirken auf jeden Fall",
      void: "wirken nicht",
    },
  ],
  relashio_new_immobulus: [
    "Immobilus, der durch Relaschio gleich wird,",
    { binds: "bleibt gebunden", collect: "wird genommen" },
  ],
  accio_optional: [
    "Der weitere Würfel durch Accio",
    { true: "darf genommen werden", false: "muss genommen werden" },
  ],
  accio_single_immobulus: [
    "Einen einzelnen Immobilus",
    { true: "darf Accio holen", false: "darf Accio nicht holen" },
  ],
  accio_tower: ["Aus einem Turm holt Accio", { any: "jeden Würfel", top: "nur den obersten" }],
  tower_builder: [
    "Die Folge im Wingardium-Turm",
    { active: "bestimmt, wer am Zug ist", random: "bestimmt der Zufall" },
  ],
  confundo_two_players: [
    "Zu zweit bewirkt Confundo",
    { none: "nichts", extra_turn: "einen weiteren Zug" },
  ],
};
