/** Las reglas en español, con nuestras propias palabras: una frase por valor de cada opción. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  "title.goal": "De qué se trata",
  goal: "Lanza tus dados {arenaInto} y recupera todos los que puedas. Quien se queda sin dados queda fuera; al final gana quien aún los tiene.",

  "title.setup": "Antes de la partida",
  setup:
    "Todos reciben el mismo número de dados: su reserva. Lo que sobra se queda en la caja. Empieza la persona de más edad y se sigue en sentido horario.",
  "supply.open": "Las reservas están al descubierto: todos ven cuántos dados tienes.",
  "supply.hidden": "Las reservas están ocultas: solo tú sabes cuántos dados tienes.",

  "title.start": "El dado inicial",
  "start_die.placed": "Se coloca un dado {arenaIn} con cualquier cara arriba, menos {theNull}.",
  "start_die.thrown": "Se lanza un dado {arenaInto}.",
  "start_die_x.rethrow": "Si muestra {theNull}, se lanza otra vez.",
  "start_die_x.choose_face": "Si muestra {theNull}, se vuelve a lanzar o se le da la vuelta.",

  "title.turn": "Tu turno",
  turn: "Tienes que lanzar un dado {arenaInto}. La manera es libre: apuntar, dar un toque, jugar a banda. Golpea los dados que hay: ahí está la gracia, porque así pueden girar.",
  "turn.arena": "{ArenaThe} se puede girar antes de lanzar.",

  "title.null": "{null}",
  null: "Después de cada lanzamiento salen primero del juego los dados que muestran {theNull}. Tu turno no acaba por eso.",

  "title.match": "Dos o más iguales",
  match:
    "Mira después qué hay. Dos o más dados que muestran lo mismo son una combinación; puede haber varias. El dado lanzado no tiene por qué formar parte.",
  "collecting.mandatory":
    "Recoges enteras todas las combinaciones para tu reserva, y tu turno acaba.",
  "collecting.optional":
    "Puedes recoger entera cada combinación o dejarla. Si recoges algo, tu turno acaba.",
  "match.water": "El agua es distinta: mira más abajo.",
  "match.immobulus": "Immobilus es distinto: mira más abajo.",

  "title.example": "Un ejemplo",
  example:
    "Hay tres dados: {lone}, {pair} y {struck}. Tu dado se para en {thrown} y golpea el dado con {struck}, que ahora muestra {pair}. Dos veces {pair}: recoges los dos. {lone} y {thrown} se quedan.",

  "title.choice": "Todos distintos",
  choice:
    "Si todos los dados son distintos, eliges: lanzar otro dado o acabar el turno. Puedes seguir hasta que algo coincida o tu reserva se acabe.",

  "title.out": "Fuera",
  out: "Un dado que cae junto a la caja, salta fuera o es expulsado está fuera del juego.",
  "rim_is_out.true": "También el que queda en el borde.",
  "rim_is_out.false": "Un dado en el borde cuenta como inclinado.",
  "out.on": "Tu turno sigue.",

  "title.allin": "{allin}",
  "allin_trigger.turn_start":
    "Si al empezar tu turno no hay nada {arenaIn}, lanzas toda tu reserva de una vez.",
  "allin_trigger.also_mid_turn":
    "Si al lanzar no hay nada {arenaIn}, también en mitad de tu turno, lanzas toda tu reserva de una vez.",
  "allin.then": "Después se comprueba como siempre.",
  "allin_cause.any": "Da igual por qué quedó vacío {arenaThe}.",
  "allin_cause.not_by_out_only":
    "No vale si {arenaThe} quedó vacío solo por dados que salieron volando.",
  "allin_cause.collected_only": "Solo vale si {arenaThe} quedó vacío al recoger dados.",

  power:
    "El elemento del dado inicial está activo toda la partida: actúa en cuanto dos o más dados lo muestran. Los demás elementos son caras corrientes.",
  avatar: "Hay varios elementos activos a la vez: acordad cuáles antes de la partida.",
  "avatar.order":
    "Si actúan varios en un lanzamiento, el orden es: tormenta, columna de fuego, desprendimiento, huracán. El pantano está siempre.",

  storm:
    "Antes de recoger nada, todos los demás lanzan un dado a la vez. Después recoges todo lo que sea igual. Ese lanzamiento no provoca otra tormenta.",
  "extra_throw_no_match.continue": "Si ya nada coincide, puedes seguir o parar.",
  "extra_throw_no_match.end": "Si ya nada coincide, tu turno acaba.",
  "storm_unit.free": "En vez de un dado se puede lanzar una torre entera.",
  "storm_unit.loose_first": "Solo lanza una torre quien no tiene dados sueltos.",
  "storm_recheck.state": "Tras la tormenta, los demás elementos actúan según queden los dados.",
  "storm_recheck.initial": "Tras la tormenta solo actúan los elementos que ya coincidían antes.",

  column:
    "Todos apilan lo más rápido posible toda su reserva y gritan «¡Alto!». Quien acaba antes recoge todo lo que sea igual, y se sigue por su izquierda. No vale construir de antemano.",
  "column_zero_dice.excluded": "Sin dados no se construye.",
  "column_zero_dice.may_win": "Sin dados no hay nada que construir: basta con gritar antes.",
  "column_tie.rematch": "Si dos acaban a la vez, construyen otra vez.",
  "column_tie.turn_order": "Si dos acaban a la vez, decide el orden de juego.",
  "piles_after_column.dissolve": "Las torres de piedras vuelven a ser dados sueltos.",
  "piles_after_column.owner_choice": "Después puedes reconstruir tus torres de piedras.",

  boulders: "Las piedras que recoges se apilan delante de ti.",
  "pile_throw.whole": "Más tarde, una torre se lanza entera; cuenta como un lanzamiento.",
  "pile_throw.may_split":
    "Más tarde, una torre se lanza entera, como un lanzamiento, o dado a dado.",

  hurricane:
    "Cuando has recogido tus dados, cada uno pasa toda su reserva a la izquierda. Se salta a quien está fuera.",
  "hurricane_keeps_piles.true": "Las torres se pasan como torres.",
  "hurricane_keeps_piles.false": "Las torres vuelven a ser dados sueltos.",

  swamp: "El agua no se recoge nunca. Se queda hasta que un golpe la cambia.",
  "swamp_only_ends_turn.false": "Si nada más coincide, puedes seguir o parar.",
  "swamp_only_ends_turn.true": "Si nada más coincide, tu turno acaba.",

  "title.spells": "Los hechizos",
  spells:
    "Un hechizo actúa cuando dos o más dados lo muestran. Recoges los dados y después ocurre. Varios hechizos actúan en el orden de esta lista.",

  freeze:
    "Los Immobilus iguales quedan ligados: no se mueven hasta que un golpe los separa. Si llega otro, también queda ligado. Las demás combinaciones sí se recogen.",
  "immobulus_suppression.standing": "Mientras estén ahí, ningún otro hechizo funciona.",
  "immobulus_suppression.fresh_only":
    "En el lanzamiento que los liga no funciona ningún otro hechizo; después, sí.",
  "immobulus_only_ends_turn.false": "Si nada más coincide, puedes seguir o parar.",
  "immobulus_only_ends_turn.true": "Si nada más coincide, tu turno acaba.",

  "relashio_throwers.all": "Antes de recoger nada, todos, tú también, lanzan un dado a la vez.",
  "relashio_throwers.others": "Antes de recoger nada, todos los demás lanzan un dado a la vez.",
  salvo: "Después recoges todo lo que sea igual. Los hechizos de este lanzamiento no funcionan.",
  "relashio_pending.intact": "Otro hechizo funciona si ya coincidía antes y aún coincide.",
  "relashio_pending.locked": "Otro hechizo que ya coincidía antes funciona en todo caso.",
  "relashio_pending.void": "Ningún otro hechizo funciona en este turno.",
  "relashio_new_immobulus.binds": "Los Immobilus que así se juntan quedan ligados.",
  "relashio_new_immobulus.collect": "Los Immobilus que así se juntan se recogen como los demás.",

  "accio_optional.true": "Puedes recoger un dado más de los que hay {arenaIn}, a elegir.",
  "accio_optional.false": "Tienes que recoger un dado más de los que hay {arenaIn}, a elegir.",
  "accio_single_immobulus.true": "También vale un Immobilus solo.",
  "accio_single_immobulus.false": "Pero no un Immobilus.",
  "accio_tower.any": "De una torre vale cualquier dado.",
  "accio_tower.top": "De una torre, solo el de arriba.",

  "tower_builder.active":
    "Apilas todos los dados que quedan en una torre, en el orden que quieras.",
  "tower_builder.random": "Todos los dados que quedan se apilan al azar en una torre.",
  tower: "Solo cuenta el de arriba, hasta que la torre cae.",

  reverse: "El sentido del juego se invierte.",
  "confundo_two_players.none": "Con dos jugadores no cambia nada.",
  "confundo_two_players.extra_turn": "Con dos jugadores tienes otro turno.",

  "title.cocked": "Dados inclinados",
  "cocked.nudge": "Si un dado queda torcido, se mueve un poco la caja hasta que quede plano.",
  "cocked.reroll_outside":
    "Un dado que no se puede leer se lanza otra vez junto a la caja y se devuelve con esa cara.",
  "accidental_stack.nudge": "Un dado que cae sobre otro se empuja abajo.",
  "accidental_stack.top_counts": "Si un dado cae sobre otro, solo cuenta el de arriba.",

  "title.move": "Mover dados",
  "premove.free":
    "Antes de lanzar puedes juntar los dados como quieras. No se pueden girar ni apilar.",
  "premove.walls_by_consent":
    "Solo si todos están de acuerdo, y solo para apartarlos del borde. No se pueden girar ni apilar.",
  "premove.none": "Antes de lanzar, los dados se quedan donde están.",

  "title.end": "El final",
  "zero_elimination.end_of_turn": "Quien no tiene dados al acabar un turno queda fuera.",
  "zero_elimination.immediate": "Quien se queda sin dados queda fuera enseguida.",
  "zero_elimination.own_turn": "Quien no tiene dados cuando le toca queda fuera.",
  end: "Cuando solo una persona tiene dados, gana.",
  "double_ko.shared":
    "Si todos los que quedan pierden a la vez sus últimos dados, comparten la victoria.",
  "double_ko.active_loses":
    "Si todos los que quedan pierden a la vez sus últimos dados, pierde quien tiene el turno.",
  "double_ko.replay":
    "Si todos los que quedan pierden a la vez sus últimos dados, la partida se repite.",

  "title.tournament": "Torneo",
  tournament: "Una partida por jugador: todos empiezan una vez.",
  "tournament_start.clockwise": "Se empieza por turno, en sentido horario.",
  "tournament_start.any_order_each_once": "El orden es libre.",
  "tournament.points":
    "Al quedar fuera recibes un punto por cada jugador que sigue; ganar no da ninguno. Gana quien tenga menos.",
  "tournament_tie.share": "Un empate es una victoria compartida.",
  "tournament_tie.playoff": "Un empate se decide con otra partida entre los empatados.",
  "simultaneous_points.equal": "Quienes caen a la vez reciben los mismos puntos.",
  "simultaneous_points.turn_order":
    "Quienes caen a la vez se cuentan uno tras otro, por orden de juego.",
};
