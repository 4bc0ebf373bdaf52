/** Le regole in italiano, con parole nostre: una frase per ogni valore di ogni opzione. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  "title.goal": "Lo scopo",
  goal: "Lancia i tuoi dadi {arenaInto} e riprendine più che puoi. Chi resta senza dadi è fuori; alla fine vince chi ne ha ancora.",

  "title.setup": "Prima della partita",
  setup:
    "Tutti ricevono lo stesso numero di dadi: la scorta. Il resto rimane nella scatola. Comincia chi ha più anni, poi si va in senso orario.",
  "supply.open": "Le scorte sono allo scoperto: tutti vedono quanti dadi hai.",
  "supply.hidden": "Le scorte sono nascoste: solo tu sai quanti dadi hai.",

  "title.start": "Il primo dado",
  "start_die.placed":
    "Si posa un dado {arenaInto}, con un lato qualsiasi in alto tranne {theNull}.",
  "start_die.thrown": "Si lancia un dado {arenaInto}.",
  "start_die_x.rethrow": "Se mostra {theNull}, si lancia di nuovo.",
  "start_die_x.choose_face": "Se mostra {theNull}, si lancia di nuovo o si gira.",

  "title.turn": "Il tuo turno",
  turn: "Devi lanciare un dado {arenaInto}. Il modo è libero: mirare, colpire di scatto, giocare di sponda. Colpisci i dadi già nell’arena: è il bello del gioco, perché così si girano.",
  "turn.arena": "{ArenaThe} si può girare prima di lanciare.",

  "title.null": "{null}",
  null: "Dopo ogni lancio escono dal gioco per primi i dadi che mostrano {theNull}. Il tuo turno non finisce per questo.",

  "title.match": "Due o più uguali",
  match:
    "Poi guarda che cosa c’è. Due o più dadi che mostrano lo stesso sono una combinazione; possono essercene varie. Il dado lanciato può anche non farne parte.",
  "collecting.mandatory":
    "Prendi per intero tutte le combinazioni nella tua scorta, e il tuo turno è finito.",
  "collecting.optional":
    "Puoi prendere per intero ogni combinazione o lasciarla. Se prendi qualcosa, il tuo turno è finito.",
  "match.water": "L’acqua è diversa: vedi sotto.",
  "match.immobulus": "Immobilus è diverso: vedi sotto.",

  "title.example": "Un esempio",
  example:
    "Ci sono tre dadi: {lone}, {pair} e {struck}. Il tuo dado si ferma su {thrown} e colpisce il dado con {struck}, che ora mostra {pair}. Due volte {pair}: li prendi entrambi. {lone} e {thrown} restano.",

  "title.choice": "Tutti diversi",
  choice:
    "Se tutti i dadi sono diversi, scegli: lanciare un altro dado o concludere il turno. Puoi continuare finché non esce qualcosa di uguale o finisce la scorta.",

  "title.out": "Fuori",
  out: "Un dado che cade accanto alla scatola, rimbalza fuori o viene spinto fuori è fuori dal gioco.",
  "rim_is_out.true": "Anche quello che resta sul bordo.",
  "rim_is_out.false": "Un dado sul bordo vale come in bilico.",
  "out.on": "Il tuo turno continua.",

  "title.allin": "{allin}",
  "allin_trigger.turn_start":
    "Se all’inizio del tuo turno non c’è nulla {arenaIn}, lanci tutta la scorta in una volta.",
  "allin_trigger.also_mid_turn":
    "Se quando lanci non c’è nulla {arenaIn}, anche a metà turno, lanci tutta la scorta in una volta.",
  "allin.then": "Poi si controlla come sempre.",
  "allin_cause.any": "Non importa che cosa ha svuotato {arenaThe}.",
  "allin_cause.not_by_out_only":
    "Non vale se {arenaThe} è stata svuotata solo da dadi volati fuori.",
  "allin_cause.collected_only": "Vale solo se {arenaThe} è stata svuotata prendendo dadi.",

  power:
    "L’elemento del primo dado è attivo per tutta la partita: agisce appena due o più dadi lo mostrano. Gli altri elementi sono lati comuni.",
  avatar: "Più elementi sono attivi insieme: decidete quali prima della partita.",
  "avatar.order":
    "Se più di uno agisce nello stesso lancio, l’ordine è: temporale, colonna di fuoco, tempesta di pietre, uragano. La palude c’è sempre.",

  storm:
    "Prima di prendere qualcosa, tutti gli altri lanciano un dado nello stesso momento. Poi prendi tutto ciò che ora è uguale. Quel lancio non scatena un secondo temporale.",
  "extra_throw_no_match.continue": "Se non c’è più nulla di uguale, puoi continuare o fermarti.",
  "extra_throw_no_match.end": "Se non c’è più nulla di uguale, il tuo turno è finito.",
  "storm_unit.free": "Invece di un dado si può lanciare una torre intera.",
  "storm_unit.loose_first": "Lancia una torre solo chi non ha dadi sciolti.",
  "storm_recheck.state":
    "Dopo il temporale gli altri elementi agiscono secondo i dadi come stanno.",
  "storm_recheck.initial": "Dopo il temporale agiscono solo gli elementi già uguali prima.",

  column:
    "Tutti impilano più in fretta che possono l’intera scorta e gridano «Stop!». Chi finisce prima prende tutto ciò che è uguale, e si continua alla sua sinistra. Vietato costruire in anticipo.",
  "column_zero_dice.excluded": "Senza dadi non si costruisce.",
  "column_zero_dice.may_win": "Senza dadi non c’è nulla da costruire: basta gridare prima.",
  "column_tie.rematch": "Se due finiscono insieme, ricostruiscono.",
  "column_tie.turn_order": "Se due finiscono insieme, decide l’ordine di gioco.",
  "piles_after_column.dissolve": "Le torri di pietre tornano dadi sciolti.",
  "piles_after_column.owner_choice": "Dopo puoi ricostruire le tue torri di pietre.",

  boulders: "Le pietre che prendi si impilano davanti a te.",
  "pile_throw.whole": "Più tardi una torre si lancia intera; vale come un lancio.",
  "pile_throw.may_split": "Più tardi una torre si lancia intera, come un lancio, o dado per dado.",

  hurricane:
    "Dopo che hai preso i dadi, ognuno passa tutta la scorta a sinistra. Chi è fuori si salta.",
  "hurricane_keeps_piles.true": "Le torri passano come torri.",
  "hurricane_keeps_piles.false": "Le torri tornano dadi sciolti.",

  swamp: "L’acqua non si prende mai. Resta finché un colpo non la cambia.",
  "swamp_only_ends_turn.false": "Se nient’altro è uguale, puoi continuare o fermarti.",
  "swamp_only_ends_turn.true": "Se nient’altro è uguale, il tuo turno è finito.",

  "title.spells": "Gli incantesimi",
  spells:
    "Un incantesimo agisce quando due o più dadi lo mostrano. Prendi i dadi, poi succede. Più incantesimi agiscono nell’ordine di questo elenco.",

  freeze:
    "Gli Immobilus uguali si legano: restano dove sono finché un colpo non li separa. Se se ne aggiunge un altro, è legato anche lui. Le altre combinazioni si prendono comunque.",
  "immobulus_suppression.standing": "Mentre sono lì, nessun altro incantesimo agisce.",
  "immobulus_suppression.fresh_only":
    "Nel lancio che li lega nessun altro incantesimo agisce; dopo, sì.",
  "immobulus_only_ends_turn.false": "Se nient’altro è uguale, puoi continuare o fermarti.",
  "immobulus_only_ends_turn.true": "Se nient’altro è uguale, il tuo turno è finito.",

  "relashio_throwers.all":
    "Prima di prendere qualcosa, tutti, anche tu, lanciano un dado nello stesso momento.",
  "relashio_throwers.others":
    "Prima di prendere qualcosa, tutti gli altri lanciano un dado nello stesso momento.",
  salvo: "Poi prendi tutto ciò che è uguale. Gli incantesimi nati da questo lancio non contano.",
  "relashio_pending.intact": "Un altro incantesimo agisce se era uguale prima e lo è ancora.",
  "relashio_pending.locked": "Un altro incantesimo uguale già prima agisce in ogni caso.",
  "relashio_pending.void": "Nessun altro incantesimo agisce in questo turno.",
  "relashio_new_immobulus.binds": "Gli Immobilus così riuniti restano legati.",
  "relashio_new_immobulus.collect": "Gli Immobilus così riuniti si prendono come gli altri.",

  "accio_optional.true": "Puoi prendere un altro dado a scelta tra quelli {arenaIn}.",
  "accio_optional.false": "Devi prendere un altro dado a scelta tra quelli {arenaIn}.",
  "accio_single_immobulus.true": "Va bene anche un Immobilus da solo.",
  "accio_single_immobulus.false": "Ma non un Immobilus.",
  "accio_tower.any": "Da una torre va bene qualsiasi dado.",
  "accio_tower.top": "Da una torre, solo quello in cima.",

  "tower_builder.active": "Impili tutti i dadi rimasti in una torre, nell’ordine che vuoi.",
  "tower_builder.random": "Tutti i dadi rimasti si impilano a caso in una torre.",
  tower: "Conta solo il dado in cima, finché la torre non viene abbattuta.",

  reverse: "Il senso di gioco si inverte.",
  "confundo_two_players.none": "In due non cambia nulla.",
  "confundo_two_players.extra_turn": "In due hai un altro turno.",

  "title.cocked": "Dadi in bilico",
  "cocked.nudge": "Se un dado sta storto, si scuote un poco la scatola finché non è piano.",
  "cocked.reroll_outside":
    "Un dado che non si legge si rilancia accanto alla scatola e si rimette con il lato ottenuto.",
  "accidental_stack.nudge": "Un dado caduto sopra un altro si spinge giù.",
  "accidental_stack.top_counts": "Se un dado cade sopra un altro, conta solo quello in cima.",

  "title.move": "Spostare i dadi",
  "premove.free":
    "Prima di lanciare puoi avvicinare i dadi come vuoi. È vietato girarli o impilarli.",
  "premove.walls_by_consent":
    "Solo se tutti sono d’accordo, e solo per allontanarli dal bordo. È vietato girarli o impilarli.",
  "premove.none": "Prima di un lancio i dadi restano dove sono.",

  "title.end": "La fine",
  "zero_elimination.end_of_turn": "Chi alla fine di un turno non ha dadi è fuori.",
  "zero_elimination.immediate": "Chi resta senza dadi è subito fuori.",
  "zero_elimination.own_turn": "Chi non ha dadi quando tocca a lui o a lei è fuori.",
  end: "Quando una sola persona ha ancora dadi, vince.",
  "double_ko.shared":
    "Se tutti i rimasti perdono insieme gli ultimi dadi, condividono la vittoria.",
  "double_ko.active_loses":
    "Se tutti i rimasti perdono insieme gli ultimi dadi, perde chi è di turno.",
  "double_ko.replay": "Se tutti i rimasti perdono insieme gli ultimi dadi, la partita si rigioca.",

  "title.tournament": "Torneo",
  tournament: "Una partita a testa: ognuno comincia una volta.",
  "tournament_start.clockwise": "Si comincia a turno, in senso orario.",
  "tournament_start.any_order_each_once": "L’ordine è libero.",
  "tournament.points":
    "Chi esce prende un punto per ogni giocatore ancora in gioco; chi vince la partita nessuno. Vince chi ne ha meno.",
  "tournament_tie.share": "Un pareggio è una vittoria condivisa.",
  "tournament_tie.playoff": "Un pareggio si decide con un’altra partita tra chi è in parità.",
  "simultaneous_points.equal": "Chi esce nello stesso turno riceve gli stessi punti.",
  "simultaneous_points.turn_order":
    "Chi esce nello stesso turno si conta uno dopo l’altro, nell’ordine di gioco.",
};
