/** Les règles en français, avec nos propres mots : une phrase par valeur de chaque option. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  "title.goal": "Le but",
  goal: "Lancez vos dés {arenaInto} et récupérez-en le plus possible. Qui n’a plus de dés est hors jeu ; à la fin gagne qui en a encore.",

  "title.setup": "Avant la partie",
  setup:
    "Chacun reçoit le même nombre de dés : sa réserve. Le reste demeure dans la boîte. La personne la plus âgée ouvre, puis on tourne dans le sens horaire.",
  "supply.open": "Les réserves sont visibles : tous voient combien de dés il vous reste.",
  "supply.hidden": "Les réserves ne sont pas visibles : chacun ne connaît que la sienne.",

  "title.start": "Le dé de départ",
  "start_die.placed": "On pose un dé {arenaInto}, sur n’importe quelle face sauf {theNull}.",
  "start_die.thrown": "On lance un dé {arenaInto}.",
  "start_die_x.rethrow": "S’il montre {theNull}, on le relance.",
  "start_die_x.choose_face": "S’il montre {theNull}, on le relance ou on le tourne.",

  "title.turn": "Votre tour",
  turn: "Vous devez lancer un dé {arenaInto}. La manière est libre : viser, pousser d’une pichenette, jouer par la bande. Percutez les dés qui s’y trouvent : c’est tout le plaisir, car cela peut les retourner.",
  "turn.arena": "On peut tourner l’arène avant de lancer.",

  "title.null": "{null}",
  null: "Après chaque lancer, les dés qui montrent {theNull} quittent d’abord le jeu. Votre tour n’est pas fini pour autant.",

  "title.match": "Deux ou plus identiques",
  match:
    "Regardez ensuite ce qui est là. Deux dés ou plus qui montrent la même chose forment un groupe ; il peut y en avoir plusieurs. Le dé lancé n’en fait pas forcément partie.",
  "collecting.mandatory":
    "Vous récupérez tous les groupes en entier dans votre réserve, et votre tour est fini.",
  "collecting.optional":
    "Vous pouvez récupérer chaque groupe en entier ou le laisser. Si vous prenez quelque chose, votre tour est fini.",
  "match.water": "Pour l’Eau, voir plus bas.",
  "match.immobulus": "Pour Immobulus, voir plus bas.",

  "title.example": "Un exemple",
  example:
    "Il y a trois dés : {lone}, {pair} et {struck}. Votre dé s’arrête sur {thrown} et percute le dé {struck}, qui montre maintenant {pair}. Deux fois {pair} : vous récupérez les deux. {lone} et {thrown} restent.",

  "title.choice": "Tous différents",
  choice:
    "Si tous les dés diffèrent, choisissez : lancer un nouveau dé, ou vous arrêter. Vous pouvez continuer jusqu’à ce que des dés soient identiques ou que votre réserve soit vide.",

  "title.out": "Raté",
  out: "Un dé qui tombe à côté de la boîte, ressort ou est éjecté est hors jeu.",
  "rim_is_out.true": "Un dé qui reste sur le bord aussi.",
  "rim_is_out.false": "Un dé sur le bord compte comme cassé.",
  "out.on": "Votre tour continue.",

  "title.allin": "{allin}",
  "allin_trigger.turn_start":
    "Votre tour commence et il n’y a rien du tout {arenaIn} ? Vous lancez toute votre réserve d’un coup.",
  "allin_trigger.also_mid_turn":
    "Vous allez lancer, même en plein tour, et il n’y a rien du tout {arenaIn} ? Vous lancez toute votre réserve d’un coup.",
  "allin.then": "On vérifie ensuite comme d’habitude.",
  "allin_cause.any": "Peu importe ce qui a vidé {arenaThe}.",
  "allin_cause.not_by_out_only":
    "Cela ne vaut pas si {arenaThe} n’a été vidée que par des dés sortis.",
  "allin_cause.collected_only": "Cela ne vaut que si {arenaThe} a été vidée en récupérant des dés.",

  power:
    "L’élément du dé de départ est activé pour toute la partie : il agit dès que deux dés ou plus le montrent. Les autres éléments sont des faces ordinaires.",
  avatar: "Plusieurs éléments sont activés à la fois : convenez lesquels avant la partie.",
  "avatar.order":
    "Si plusieurs agissent dans le même lancer, l’ordre est : orage, colonne de feu, éboulis, ouragan. Le marais est toujours là.",

  storm:
    "Avant de récupérer quoi que ce soit, tous les autres lancent un dé en même temps. Puis vous récupérez tout ce qui est identique à ce moment. Ce lancer ne provoque pas de second orage.",
  "extra_throw_no_match.continue":
    "Si plus rien n’est identique, vous pouvez continuer ou vous arrêter.",
  "extra_throw_no_match.end": "Si plus rien n’est identique, votre tour est fini.",
  "storm_unit.free": "Au lieu d’un dé, on peut lancer toute une pile.",
  "storm_unit.loose_first": "On ne lance une pile que si l’on n’a aucun dé isolé.",
  "storm_recheck.state":
    "Après l’orage, les autres éléments agissent selon les dés tels qu’ils sont alors.",
  "storm_recheck.initial": "Après l’orage n’agissent que les éléments déjà identiques auparavant.",

  column:
    "Chacun empile toute sa réserve le plus vite possible et crie « Stop ! » Qui finit avant les autres récupère tout ce qui est identique, et l’on continue à sa gauche. Interdit de bâtir d’avance.",
  "column_zero_dice.excluded": "Sans dés, on ne bâtit pas.",
  "column_zero_dice.may_win": "Sans dés, rien à bâtir : il suffit de crier avant les autres.",
  "column_tie.rematch": "Si deux finissent ensemble, ils recommencent.",
  "column_tie.turn_order": "Si deux finissent ensemble, l’ordre du jeu décide.",
  "piles_after_column.dissolve": "Les piles de pierres redeviennent des dés isolés.",
  "piles_after_column.owner_choice": "Ensuite, vous pouvez refaire vos piles de pierres.",

  boulders: "Les pierres que vous récupérez forment une pile devant vous.",
  "pile_throw.whole": "Plus tard, une pile se lance entière ; elle compte pour un lancer.",
  "pile_throw.may_split": "Plus tard, une pile se lance entière, en un seul lancer, ou dé par dé.",

  hurricane:
    "Quand vous avez récupéré vos dés, chacun passe toute sa réserve à gauche. On saute les joueurs hors jeu.",
  "hurricane_keeps_piles.true": "Les piles passent telles quelles.",
  "hurricane_keeps_piles.false": "Les piles redeviennent des dés isolés.",

  swamp: "L’eau ne se récupère jamais. Elle reste jusqu’à ce qu’un choc la change.",
  "swamp_only_ends_turn.false":
    "Si rien d’autre n’est identique, vous pouvez continuer ou vous arrêter.",
  "swamp_only_ends_turn.true": "Si rien d’autre n’est identique, votre tour est fini.",

  "title.spells": "Les sortilèges",
  spells:
    "Un sortilège agit quand deux dés ou plus le montrent. Vous récupérez les dés, puis il agit. Plusieurs sortilèges agissent dans l’ordre de cette liste.",

  freeze:
    "Les Immobulus identiques se lient : ils restent en place jusqu’à ce qu’un choc les sépare. Si un autre s’y ajoute, il est lié aussi. Les autres groupes se récupèrent quand même.",
  "immobulus_suppression.standing": "Tant qu’ils sont là, aucun autre sortilège n’agit.",
  "immobulus_suppression.fresh_only":
    "Aucun autre sortilège n’agit au lancer qui les lie ; ensuite, si.",
  "immobulus_only_ends_turn.false":
    "Si rien d’autre n’est identique, vous pouvez continuer ou vous arrêter.",
  "immobulus_only_ends_turn.true": "Si rien d’autre n’est identique, votre tour est fini.",

  "relashio_throwers.all":
    "Avant de récupérer quoi que ce soit, tous, vous compris, lancent un dé en même temps.",
  "relashio_throwers.others":
    "Avant de récupérer quoi que ce soit, tous les autres lancent un dé en même temps.",
  salvo: "Puis vous récupérez tout ce qui est identique. Un sortilège né de ce lancer n’agit pas.",
  "relashio_pending.intact": "Un autre sortilège agit s’il était déjà réuni avant et l’est encore.",
  "relashio_pending.locked": "Un autre sortilège réuni avant agit dans tous les cas.",
  "relashio_pending.void": "Aucun autre sortilège n’agit pendant ce tour.",
  "relashio_new_immobulus.binds": "Des Immobulus ainsi réunis restent liés.",
  "relashio_new_immobulus.collect": "Des Immobulus ainsi réunis se récupèrent comme les autres.",

  "accio_optional.true": "Vous pouvez récupérer {arenaIn} un dé de plus, au choix.",
  "accio_optional.false": "Vous devez récupérer {arenaIn} un dé de plus, au choix.",
  "accio_single_immobulus.true": "Un Immobulus seul convient aussi.",
  "accio_single_immobulus.false": "Mais pas un Immobulus.",
  "accio_tower.any": "Dans une tour, n’importe quel dé.",
  "accio_tower.top": "Dans une tour, seulement celui du dessus.",

  "tower_builder.active":
    "Vous empilez tous les dés restants en une tour, dans l’ordre que vous voulez.",
  "tower_builder.random": "Tous les dés restants sont empilés au hasard en une tour.",
  tower: "Seul le dé du dessus compte, jusqu’à ce que la tour soit renversée.",

  reverse: "Le sens du jeu s’inverse.",
  "confundo_two_players.none": "À deux, cela ne change rien.",
  "confundo_two_players.extra_turn": "À deux, vous avez un tour de plus.",

  "title.cocked": "Cassé",
  "cocked.nudge": "Si un dé est de travers, on secoue un peu la boîte pour qu’il soit à plat.",
  "cocked.reroll_outside":
    "Un dé illisible est relancé à côté de la boîte, puis remis avec la face obtenue.",
  "accidental_stack.nudge": "Un dé tombé sur un autre en est écarté.",
  "accidental_stack.top_counts": "Si un dé tombe sur un autre, seul celui du dessus compte.",

  "title.move": "Déplacer les dés",
  "premove.free":
    "Avant de lancer, vous pouvez rapprocher les dés comme vous voulez. Interdit de les tourner ou de les empiler.",
  "premove.walls_by_consent":
    "Seulement si tous sont d’accord, et seulement pour les écarter du bord. Interdit de les tourner ou de les empiler.",
  "premove.none": "Avant un lancer, les dés restent où ils sont.",

  "title.end": "La fin",
  "zero_elimination.end_of_turn": "Qui n’a plus de dés à la fin d’un tour est hors jeu.",
  "zero_elimination.immediate": "Qui n’a plus de dés est aussitôt hors jeu.",
  "zero_elimination.own_turn": "Qui n’a plus de dés quand vient son tour est hors jeu.",
  end: "Quand une seule personne a encore des dés, elle gagne.",
  "double_ko.shared":
    "Si tous ceux qui restent perdent leurs derniers dés ensemble, ils partagent la victoire.",
  "double_ko.active_loses":
    "Si tous ceux qui restent perdent leurs derniers dés ensemble, le joueur actif perd.",
  "double_ko.replay":
    "Si tous ceux qui restent perdent leurs derniers dés ensemble, on rejoue la partie.",

  "title.tournament": "Tournoi",
  tournament: "Une partie par joueur : chacun ouvre une fois.",
  "tournament_start.clockwise": "L’ouverture tourne dans le sens horaire.",
  "tournament_start.any_order_each_once": "L’ordre est libre.",
  "tournament.points":
    "En sortant du jeu, on marque un point par joueur qui reste ; gagner n’en donne aucun. Qui en a le moins l’emporte.",
  "tournament_tie.share": "En cas d’égalité, la victoire est partagée.",
  "tournament_tie.playoff": "En cas d’égalité, une belle décide.",
  "simultaneous_points.equal": "Sortir ensemble donne les mêmes points.",
  "simultaneous_points.turn_order":
    "Ceux qui sortent ensemble sont comptés l’un après l’autre, dans l’ordre du jeu.",
};
