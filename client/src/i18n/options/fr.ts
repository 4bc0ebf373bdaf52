/** French: what can be played differently, as the beginning and the ends of a sentence. */

import type { OptionWords } from "./words";

export const options: OptionWords = {
  start_die: ["Le dé de départ est", { placed: "posé, symbole au choix", thrown: "lancé" }],
  start_die_x: [
    "Le dé de départ lancé montre {theNull}",
    { rethrow: "le relancer", choose_face: "le relancer ou le tourner" },
  ],
  collecting: [
    "Les dés identiques",
    { mandatory: "doivent être récupérés", optional: "peuvent être laissés" },
  ],
  allin_trigger: [
    "{allin} s’applique",
    { turn_start: "seulement au début d’un tour", also_mid_turn: "aussi au milieu d’un tour" },
  ],
  allin_cause: [
    "{allin} si {arenaThe} a été vidée par",
    {
      any: "n’importe quoi",
      not_by_out_only: "pas seulement des dés sortis",
      collected_only: "seulement des dés récupérés",
    },
  ],
  zero_elimination: [
    "Qui n’a plus de dés est hors jeu",
    { end_of_turn: "à la fin du tour", immediate: "aussitôt", own_turn: "quand vient son tour" },
  ],
  double_ko: [
    "Tous ceux qui restent n’ont plus de dés",
    {
      shared: "ils se partagent la victoire",
      active_loses: "le joueur actif perd",
      replay: "la partie est rejouée",
    },
  ],
  simultaneous_points: [
    "Sortir ensemble donne",
    { equal: "les mêmes points", turn_order: "des points dans l’ordre du jeu" },
  ],
  cocked: [
    "Un dé cassé est",
    { nudge: "secoué jusqu’à être à plat", reroll_outside: "relancé dehors" },
  ],
  rim_is_out: ["Un dé sur le bord", { true: "est sorti", false: "compte comme cassé" }],
  accidental_stack: [
    "Un dé qui s’arrête sur un autre",
    { nudge: "est poussé", top_counts: "compte comme le haut d’une tour" },
  ],
  premove: [
    "Pousser des dés avant un lancer est",
    {
      free: "permis",
      walls_by_consent: "permis depuis la paroi, si tous sont d’accord",
      none: "interdit",
    },
  ],
  supply: ["Les réserves sont", { open: "visibles", hidden: "non visibles" }],
  tournament_tie: [
    "Une égalité au tournoi",
    { share: "est une victoire partagée", playoff: "se départage en une dernière partie" },
  ],
  tournament_start: [
    "En tournoi commence",
    {
      clockwise: "chacun à son tour, dans le sens horaire",
      any_order_each_once: "chacun une fois, dans n’importe quel ordre",
    },
  ],
  storm_recheck: [
    "Après un Orage, les éléments agissent",
    { state: "comme ils sont alors", initial: "seulement s’ils étaient déjà identiques" },
  ],
  storm_unit: [
    "Dans un Orage on lance",
    { free: "un dé ou une pile", loose_first: "un dé libre, s’il y en a" },
  ],
  extra_throw_no_match: [
    "Si le lancer supplémentaire défait tout",
    { continue: "le tour continue", end: "le tour est fini" },
  ],
  swamp_only_ends_turn: [
    "Si seules des Eaux sont identiques",
    { false: "le tour continue", true: "le tour est fini" },
  ],
  pile_throw: [
    "Une pile d’éboulis se lance",
    { whole: "seulement entière", may_split: "aussi dé par dé" },
  ],
  piles_after_column: [
    "Après une Colonne de feu, les piles",
    { dissolve: "sont défaites", owner_choice: "peuvent être refaites" },
  ],
  hurricane_keeps_piles: [
    "Dans un Ouragan, les piles",
    { true: "passent telles quelles", false: "sont défaites" },
  ],
  column_zero_dice: [
    "Qui n’a pas de dé",
    { excluded: "ne bâtit pas de Colonne de feu", may_win: "peut gagner une Colonne de feu" },
  ],
  column_tie: [
    "Si deux finissent ensemble",
    { rematch: "ils recommencent", turn_order: "l’ordre du jeu décide" },
  ],
  immobulus_only_ends_turn: [
    "Si seuls des Immobulus sont identiques",
    { false: "le tour continue", true: "le tour est fini" },
  ],
  immobulus_suppression: [
    "Des Immobulus liés étouffent les sortilèges",
    { standing: "tant qu’ils sont là", fresh_only: "seulement au lancer qui les lie" },
  ],
  relashio_throwers: ["Avec Lashlabask lancent", { all: "tous", others: "seulement les autres" }],
  relashio_pending: [
    "Les autres sortilèges avec Lashlabask",
    {
      intact: "agissent s’ils tiennent encore",
      locked: "agissent toujours",
      void: "n’agissent pas",
    },
  ],
  relashio_new_immobulus: [
    "Des Immobulus réunis par Lashlabask",
    { binds: "restent liés", collect: "sont récupérés" },
  ],
  accio_optional: [
    "Le dé de plus d’un Accio",
    { true: "peut être récupéré", false: "doit être récupéré" },
  ],
  accio_single_immobulus: [
    "Un Immobulus seul",
    { true: "peut être pris par Accio", false: "ne peut pas être pris par Accio" },
  ],
  accio_tower: [
    "D’une tour, Accio prend",
    { any: "n’importe quel dé", top: "seulement celui du haut" },
  ],
  tower_builder: [
    "L’ordre d’une tour Wingardium",
    { active: "est au choix", random: "est laissé au hasard" },
  ],
  confundo_two_players: [
    "À deux, Confundo",
    { none: "ne change rien", extra_turn: "donne un tour de plus" },
  ],
};
