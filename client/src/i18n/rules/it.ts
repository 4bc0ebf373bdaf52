/** Le regole in italiano, con parole nostre. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  goal: [
    "Lo scopo",
    "Lancia i tuoi dadi {arenaInto} e riprendine più che puoi. Chi resta senza dadi è fuori; vince l’ultimo che ne ha.",
  ],
  setup: [
    "Prima della partita",
    "Tutti ricevono lo stesso numero di dadi come scorta. Il resto rimane nella scatola. Comincia il più anziano, poi si va in senso orario.",
  ],
  startPlaced: [
    "Il primo dado",
    "Si posa un dado {arenaInto}, con un lato qualsiasi in alto tranne {theNull}.",
  ],
  startThrown: [
    "Il primo dado",
    "Si lancia un dado {arenaInto}. Se mostra {theNull}, si lancia di nuovo.",
  ],
  turn: [
    "Il tuo turno",
    "Devi lanciare un dado {arenaInto}. Il modo è libero: mirare, colpire di scatto, giocare di sponda. Colpire i dadi che giacciono è il bello, perché così si girano.",
  ],
  null: [
    "{null}",
    "Dopo ogni lancio escono dal gioco per primi i dadi che mostrano {theNull}. Il tuo turno non finisce per questo.",
  ],
  match: [
    "Due o più uguali",
    "Poi guarda che cosa c’è. Se due o più dadi mostrano lo stesso, li prendi tutti nella tua scorta, ogni combinazione insieme. Il tuo turno è finito.",
  ],
  choice: [
    "Tutti diversi",
    "Se tutti i dadi sono diversi, scegli: lanciare un altro dado o concludere il turno. Puoi continuare finché non esce qualcosa di uguale o finisce la scorta.",
  ],
  out: [
    "Fuori",
    "Un dado che cade accanto alla scatola, rimbalza fuori, viene spinto fuori o resta sul bordo è fuori dal gioco. Il tuo turno continua.",
  ],
  allin: [
    "{allin}",
    "Se all’inizio del tuo turno non c’è nulla {arenaIn}, devi lanciare tutti i tuoi dadi in una volta. Poi si controlla come sempre.",
  ],
  cocked: ["Dadi in bilico", "Se un dado sta storto, si scuote un poco la scatola finché è piano."],
  cockedReroll: [
    "Dadi in bilico",
    "Un dado che non si legge si rilancia accanto alla scatola e si rimette con il lato ottenuto.",
  ],
  moveFree: [
    "Spostare i dadi",
    "Prima di lanciare puoi avvicinare i dadi come vuoi. È vietato girarli o impilarli.",
  ],
  moveConsent: [
    "Spostare i dadi",
    "Solo se tutti sono d’accordo, e solo per allontanarli dal bordo. È vietato girarli o impilarli.",
  ],
  end: [
    "La fine",
    "Chi alla fine di un turno non ha dadi è fuori. Quando un solo giocatore ha ancora dadi, ha vinto.",
  ],
  tournament: [
    "Torneo",
    "Giocate tante partite quanti siete, così ognuno comincia una volta. Chi è fuori prende un punto per ogni giocatore ancora in gioco; chi vince la partita nessuno. Vince chi ha meno punti.",
  ],
  power: [
    "La forza degli elementi",
    "Il lato del primo dado è sveglio per tutta la partita: la sua forza agisce appena due o più dadi lo mostrano. Gli altri elementi sono lati comuni.",
  ],
  avatar: [
    "Crazy",
    "Sono svegli più elementi, o tutti. Se più di uno agisce nello stesso lancio, l’ordine è: temporale, colonna di fuoco, tempesta di pietre, uragano. La palude c’è sempre.",
  ],
  fire: [
    "Fuoco: Colonna di fuoco",
    "Tutti impilano più in fretta che possono l’intera scorta e gridano Stop. Il primo prende tutti i simboli uguali, e poi tocca al suo vicino di sinistra.",
  ],
  water: ["Acqua: Palude", "L’acqua non si prende mai. Resta finché un colpo la cambia."],
  stone: [
    "Pietra: Tempesta di pietre",
    "Le pietre prese diventano una torre davanti a te. Più tardi si lancia tutta la torre insieme, come un solo lancio.",
  ],
  lightning: [
    "Fulmine: Temporale",
    "Prima di prendere qualcosa, tutti gli altri lanciano un proprio dado nello stesso momento. Poi prendi tutto ciò che ora è uguale.",
  ],
  air: [
    "Vento: Uragano",
    "Dopo che hai preso i dadi, ognuno passa tutta la scorta al vicino di sinistra.",
  ],
  spells: [
    "Gli incantesimi",
    "Un incantesimo agisce quando due o più dadi lo mostrano. Prendi i dadi, poi succede. Più incantesimi agiscono nell’ordine di questa pagina.",
  ],
  immobulus: [
    "Immobilus",
    "Gli Immobilus uguali restano dove sono finché un colpo li separa. Finché ci sono, nessun altro incantesimo agisce; le altre combinazioni si prendono comunque.",
  ],
  relashio: [
    "Relascio",
    "Prima di prendere qualcosa, tutti lanciano un dado nello stesso momento. Poi prendi tutto ciò che è uguale. Ciò che porta questo lancio non lancia incantesimi.",
  ],
  accio: ["Accio", "Puoi prendere un altro dado a scelta dall’arena."],
  wingardium: [
    "Wingardium Leviosa",
    "Impili tutti i dadi rimasti in una torre. Conta solo il dado in cima, finché la torre viene abbattuta.",
  ],
  confundo: ["Confundo", "Il senso di gioco si inverte."],
};
