/** Spanish: what can be played differently, as the beginning and the ends of a sentence. */

import type { OptionWords } from "./words";

export const options: OptionWords = {
  start_die: [
    "El dado inicial se",
    { placed: "coloca, con el símbolo que se quiera", thrown: "lanza" },
  ],
  start_die_x: [
    "El dado inicial lanzado muestra {theNull}",
    { rethrow: "se lanza otra vez", choose_face: "se lanza otra vez o se le da la vuelta" },
  ],
  collecting: ["Los dados iguales", { mandatory: "se deben recoger", optional: "se pueden dejar" }],
  allin_trigger: [
    "{allin} vale",
    { turn_start: "solo al empezar un turno", also_mid_turn: "también en mitad de un turno" },
  ],
  allin_cause: [
    "{allin} si {arenaThe} se vació por",
    {
      any: "cualquier cosa",
      not_by_out_only: "no solo dados que salieron",
      collected_only: "solo dados recogidos",
    },
  ],
  zero_elimination: [
    "Quien se queda sin dados queda fuera",
    {
      end_of_turn: "al final del turno",
      immediate: "enseguida",
      own_turn: "cuando llega su turno",
    },
  ],
  double_ko: [
    "Todos los que quedan se quedan sin dados a la vez",
    {
      shared: "comparten la victoria",
      active_loses: "pierde el jugador de turno",
      replay: "se repite la partida",
    },
  ],
  simultaneous_points: [
    "Quienes caen a la vez reciben",
    { equal: "los mismos puntos", turn_order: "puntos por orden de juego" },
  ],
  cocked: [
    "Un dado inclinado se",
    { nudge: "empuja hasta que queda plano", reroll_outside: "lanza otra vez fuera" },
  ],
  rim_is_out: ["Un dado en el borde", { true: "está fuera", false: "cuenta como inclinado" }],
  accidental_stack: [
    "Un dado que queda sobre otro",
    { nudge: "se empuja abajo", top_counts: "cuenta como la cima de una torre" },
  ],
  premove: [
    "Empujar dados antes de lanzar está",
    {
      free: "permitido",
      walls_by_consent: "permitido desde la pared, si todos están de acuerdo",
      none: "prohibido",
    },
  ],
  supply: ["Las reservas están", { open: "al descubierto", hidden: "ocultas" }],
  tournament_tie: [
    "Un empate en el torneo",
    { share: "es una victoria compartida", playoff: "se decide con una última partida" },
  ],
  tournament_start: [
    "En un torneo empieza",
    {
      clockwise: "cada uno por turno, en sentido horario",
      any_order_each_once: "cada uno una vez, en cualquier orden",
    },
  ],
  storm_recheck: [
    "Tras una Tormenta los elementos actúan",
    { state: "según queden entonces", initial: "solo si ya eran iguales antes" },
  ],
  storm_unit: [
    "En una Tormenta se lanza",
    { free: "un dado o una torre", loose_first: "un dado suelto, si lo hay" },
  ],
  extra_throw_no_match: [
    "Si el lanzamiento extra deshace todo",
    { continue: "el turno sigue", end: "el turno acaba" },
  ],
  swamp_only_ends_turn: [
    "Si solo coincide el agua",
    { false: "el turno sigue", true: "el turno acaba" },
  ],
  pile_throw: [
    "Una torre de piedras se lanza",
    { whole: "solo entera", may_split: "también dado a dado" },
  ],
  piles_after_column: [
    "Tras una Columna de fuego las torres",
    { dissolve: "se deshacen", owner_choice: "se pueden reconstruir" },
  ],
  hurricane_keeps_piles: [
    "En un Huracán las torres",
    { true: "se pasan como torres", false: "se deshacen" },
  ],
  column_zero_dice: [
    "Quien no tiene dados",
    { excluded: "no construye la Columna de fuego", may_win: "puede ganar una Columna de fuego" },
  ],
  column_tie: [
    "Si dos acaban a la vez",
    { rematch: "construyen otra vez", turn_order: "decide el orden de juego" },
  ],
  immobulus_only_ends_turn: [
    "Si solo coincide Immobilus",
    { false: "el turno sigue", true: "el turno acaba" },
  ],
  immobulus_suppression: [
    "Los Immobilus ligados anulan hechizos",
    { standing: "mientras estén ahí", fresh_only: "solo en el lanzamiento que los liga" },
  ],
  relashio_throwers: ["Con Relashio lanzan", { all: "todos", others: "solo los demás" }],
  relashio_pending: [
    "Los demás hechizos junto a Relashio",
    { intact: "actúan si aún coinciden", locked: "actúan en todo caso", void: "no actúan" },
  ],
  relashio_new_immobulus: [
    "Los Immobilus iguales por Relashio",
    { binds: "quedan ligados", collect: "se recogen" },
  ],
  accio_optional: [
    "El dado extra de Accio",
    { true: "se puede recoger", false: "se debe recoger" },
  ],
  accio_single_immobulus: [
    "Un Immobilus solo",
    { true: "se puede recoger con Accio", false: "no se puede recoger con Accio" },
  ],
  accio_tower: ["De una torre Accio recoge", { any: "cualquier dado", top: "solo el de arriba" }],
  tower_builder: [
    "El orden de una torre Wingardium",
    { active: "lo decide el jugador", random: "lo decide el azar" },
  ],
  confundo_two_players: [
    "Con dos jugadores Confundo",
    { none: "no cambia nada", extra_turn: "da otro turno" },
  ],
};
