/** Les règles en français, avec nos propres mots. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  goal: [
    "Le but",
    "Lancez vos dés {arenaInto} et récupérez-en le plus possible. Qui n’a plus de dés est hors jeu ; le dernier qui en a gagne.",
  ],
  setup: [
    "Avant la partie",
    "Chacun reçoit le même nombre de dés : sa réserve. Le reste demeure dans la boîte. Le plus âgé commence, puis on joue dans le sens horaire.",
  ],
  startPlaced: [
    "Le dé de départ",
    "On pose un dé {arenaInto}, sur n’importe quelle face sauf {theNull}.",
  ],
  startThrown: [
    "Le dé de départ",
    "On lance un dé {arenaInto}. S’il montre {theNull}, on le relance.",
  ],
  turn: [
    "Votre tour",
    "Vous devez lancer un dé {arenaInto}. La manière est libre : viser, pousser d’une pichenette, jouer par la bande. Percuter les dés posés est tout l’intérêt, car cela peut les retourner.",
  ],
  null: [
    "{null}",
    "Après chaque lancer, les dés qui montrent {theNull} quittent d’abord le jeu. Votre tour n’est pas fini pour autant.",
  ],
  match: [
    "Deux ou plus identiques",
    "Regardez ensuite ce qui est posé. Si deux dés ou plus montrent la même chose, vous les récupérez tous dans votre réserve, tous les groupes à la fois. Votre tour est fini.",
  ],
  choice: [
    "Tous différents",
    "Si tous les dés diffèrent, choisissez : lancer un nouveau dé, ou vous arrêter. Vous pouvez continuer jusqu’à ce que des dés soient identiques ou que votre réserve soit vide.",
  ],
  out: [
    "Raté",
    "Un dé qui tombe à côté de la boîte, ressort, est éjecté ou reste sur le bord est hors jeu. Votre tour continue.",
  ],
  allin: [
    "{allin}",
    "Si rien du tout n’est posé {arenaIn} au début de votre tour, vous devez lancer tous vos dés d’un coup. On vérifie ensuite comme d’habitude.",
  ],
  cocked: [
    "Cassé",
    "Si un dé est de travers, on secoue un peu la boîte jusqu’à ce qu’il soit à plat.",
  ],
  cockedReroll: [
    "Précision",
    "Un dé illisible est relancé à côté de la boîte, puis remis avec la face obtenue.",
  ],
  moveFree: [
    "Pousser les dés",
    "Avant de lancer, vous pouvez rapprocher les dés posés comme vous voulez. Interdit de les tourner ou de les empiler.",
  ],
  moveConsent: [
    "Déplacer les dés",
    "Seulement si tous sont d’accord, et seulement pour les écarter du bord. Interdit de les tourner ou de les empiler.",
  ],
  end: [
    "La fin",
    "Qui n’a plus de dés à la fin d’un tour est hors jeu. Quand un seul joueur a encore des dés, il a gagné.",
  ],
  tournament: [
    "Tournoi",
    "Jouez autant de parties qu’il y a de joueurs, pour que chacun commence une fois. Qui est hors jeu marque un point par joueur encore en jeu ; le gagnant d’une partie n’en marque aucun. Le moins de points l’emporte.",
  ],
  power: [
    "La Force des Éléments",
    "La face du dé de départ est éveillée pour toute la partie : sa force agit dès que deux dés ou plus la montrent. Les autres éléments sont des faces ordinaires.",
  ],
  avatar: [
    "Avatar",
    "Plusieurs éléments sont éveillés, ou tous. Si plusieurs agissent dans le même lancer, l’ordre est : orage, colonne de feu, éboulis, ouragan. Le marais est toujours là.",
  ],
  fire: [
    "Feu : Colonne de feu",
    "Chacun empile toute sa réserve le plus vite possible et crie Stop. Le premier récupère tous les symboles identiques, et le voisin de gauche du vainqueur joue ensuite.",
  ],
  water: [
    "Eau : Marais",
    "L’eau ne se récupère jamais. Elle reste jusqu’à ce qu’un choc la change.",
  ],
  stone: [
    "Pierre : Éboulis",
    "Les pierres récupérées forment une pile devant vous. Plus tard, on lance toute la pile d’un coup, en un seul lancer.",
  ],
  lightning: [
    "Éclair : Orage",
    "Avant de récupérer quoi que ce soit, tous les autres lancent en même temps un de leurs dés. Puis vous récupérez tout ce qui est identique à ce moment.",
  ],
  air: [
    "Vent : Ouragan",
    "Après votre récolte, chacun donne toute sa réserve à son voisin de gauche.",
  ],
  spells: [
    "Les sortilèges",
    "Un sortilège agit quand deux dés ou plus le montrent. Vous récupérez les dés, puis il agit. Plusieurs sortilèges agissent dans l’ordre de cette page.",
  ],
  immobulus: [
    "Immobulus",
    "Les Immobulus identiques restent en place jusqu’à ce qu’un choc les sépare. Tant qu’ils sont là, aucun autre sortilège n’agit ; les autres groupes se récupèrent quand même.",
  ],
  relashio: [
    "Lashlabask",
    "Avant de récupérer quoi que ce soit, chacun lance un dé en même temps. Puis vous récupérez tout ce qui est identique. Ce que ce lancer apporte ne jette aucun sort.",
  ],
  accio: ["Accio", "Vous pouvez récupérer un dé de plus de l’arène, au choix."],
  wingardium: [
    "Wingardium Leviosa",
    "Vous empilez tous les dés restants en une tour. Seul le dé du dessus compte, jusqu’à ce que la tour soit renversée.",
  ],
  confundo: ["Confundo", "Le sens du jeu s’inverse."],
};
