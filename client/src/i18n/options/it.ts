/** Italian: what can be played differently, as the beginning and the ends of a sentence. */

import type { OptionWords } from "./words";

export const options: OptionWords = {
  start_die: [
    "Il primo dado viene",
    { placed: "posato, con un simbolo a scelta", thrown: "lanciato" },
  ],
  start_die_x: [
    "Il primo dado lanciato mostra {theNull}",
    { rethrow: "si rilancia", choose_face: "si rilancia o si gira" },
  ],
  collecting: ["I dadi uguali", { mandatory: "vanno presi", optional: "si possono lasciare" }],
  allin_trigger: [
    "{allin} vale",
    { turn_start: "solo all’inizio di un turno", also_mid_turn: "anche durante un turno" },
  ],
  allin_cause: [
    "{allin} se l’arena è stata svuotata da",
    {
      any: "qualsiasi cosa",
      not_by_out_only: "non solo dadi usciti",
      collected_only: "solo dadi presi",
    },
  ],
  zero_elimination: [
    "Chi non ha più dadi è fuori",
    {
      end_of_turn: "alla fine del turno",
      immediate: "subito",
      own_turn: "quando arriva il proprio turno",
    },
  ],
  double_ko: [
    "Tutti i rimasti esauriscono i dadi insieme",
    {
      shared: "condividono la vittoria",
      active_loses: "perde il giocatore di turno",
      replay: "la partita si rigioca",
    },
  ],
  simultaneous_points: [
    "Chi esce nello stesso turno riceve",
    { equal: "gli stessi punti", turn_order: "punti nell’ordine di gioco" },
  ],
  cocked: [
    "Un dado in bilico viene",
    { nudge: "spinto finché non è piano", reroll_outside: "rilanciato fuori" },
  ],
  rim_is_out: ["Un dado sul bordo", { true: "è fuori", false: "vale come in bilico" }],
  accidental_stack: [
    "Un dado che finisce sopra un altro",
    { nudge: "viene spinto giù", top_counts: "vale come cima di una torre" },
  ],
  premove: [
    "Spostare i dadi prima di un lancio è",
    {
      free: "permesso",
      walls_by_consent: "permesso dalla parete, se tutti sono d’accordo",
      none: "vietato",
    },
  ],
  supply: ["Le scorte sono", { open: "allo scoperto", hidden: "nascoste" }],
  tournament_tie: [
    "Un pareggio nel torneo",
    { share: "è una vittoria condivisa", playoff: "si decide con un’ultima partita" },
  ],
  tournament_start: [
    "Nel torneo comincia",
    {
      clockwise: "ognuno a turno, in senso orario",
      any_order_each_once: "ognuno una volta, in qualsiasi ordine",
    },
  ],
  storm_recheck: [
    "Dopo un Temporale gli elementi agiscono",
    { state: "come stanno allora", initial: "solo se erano già uguali" },
  ],
  storm_unit: [
    "In un Temporale si lancia",
    { free: "un dado o una torre", loose_first: "un dado sciolto, se c’è" },
  ],
  extra_throw_no_match: [
    "Se il lancio in più scioglie ogni combinazione",
    { continue: "il turno continua", end: "il turno finisce" },
  ],
  swamp_only_ends_turn: [
    "Se solo l’acqua è uguale",
    { false: "il turno continua", true: "il turno finisce" },
  ],
  pile_throw: [
    "Una torre di pietre si lancia",
    { whole: "solo intera", may_split: "anche dado per dado" },
  ],
  piles_after_column: [
    "Dopo una Colonna di fuoco le torri",
    { dissolve: "si sciolgono", owner_choice: "si possono ricostruire" },
  ],
  hurricane_keeps_piles: [
    "In un Uragano le torri",
    { true: "passano come torri", false: "si sciolgono" },
  ],
  column_zero_dice: [
    "Chi non ha dadi",
    { excluded: "non costruisce la Colonna di fuoco", may_win: "può vincere una Colonna di fuoco" },
  ],
  column_tie: [
    "Se due finiscono insieme",
    { rematch: "ricostruiscono", turn_order: "decide l’ordine di gioco" },
  ],
  immobulus_only_ends_turn: [
    "Se solo Immobilus è uguale",
    { false: "il turno continua", true: "il turno finisce" },
  ],
  immobulus_suppression: [
    "Immobilus legati fermano gli incantesimi",
    { standing: "finché restano lì", fresh_only: "solo nel lancio che li lega" },
  ],
  relashio_throwers: ["Con Relascio lanciano", { all: "tutti", others: "solo gli altri" }],
  relashio_pending: [
    "Gli altri incantesimi con Relascio",
    { intact: "agiscono se ancora uguali", locked: "agiscono in ogni caso", void: "non agiscono" },
  ],
  relashio_new_immobulus: [
    "Immobilus uguali grazie a Relascio",
    { binds: "restano legati", collect: "si prendono" },
  ],
  accio_optional: [
    "Il dado in più di Accio",
    { true: "si può prendere", false: "si deve prendere" },
  ],
  accio_single_immobulus: [
    "Un Immobilus singolo",
    { true: "si può prendere con Accio", false: "non si può prendere con Accio" },
  ],
  accio_tower: ["Da una torre Accio prende", { any: "qualsiasi dado", top: "solo quello in cima" }],
  tower_builder: [
    "L’ordine di una torre Wingardium",
    { active: "lo decide il giocatore", random: "lo decide il caso" },
  ],
  confundo_two_players: [
    "In due, Confundo",
    { none: "non cambia nulla", extra_turn: "dà un altro turno" },
  ],
};
