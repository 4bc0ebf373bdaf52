/** Las reglas en español, con nuestras propias palabras. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  goal: [
    "De qué se trata",
    "Lanza tus dados {arenaInto} y recupera todos los que puedas. Quien se queda sin dados queda fuera; gana el último que los tenga.",
  ],
  setup: [
    "Antes de la partida",
    "Todos reciben el mismo número de dados: su reserva. Lo que sobra se queda en la caja. Empieza el de más edad y se sigue en sentido horario.",
  ],
  startPlaced: [
    "El dado inicial",
    "Se coloca un dado {arenaIn} con cualquier cara arriba, menos {theNull}.",
  ],
  startThrown: [
    "El dado inicial",
    "Se lanza un dado {arenaInto}. Si muestra {theNull}, se lanza otra vez.",
  ],
  turn: [
    "Tu turno",
    "Tienes que lanzar un dado {arenaInto}. La manera es libre: apuntar, dar un toque, jugar a banda. Golpear los dados que hay es la gracia, porque así pueden girar.",
  ],
  null: [
    "{null}",
    "Después de cada lanzamiento salen primero del juego los dados que muestran {theNull}. Tu turno no acaba por eso.",
  ],
  match: [
    "Dos o más iguales",
    "Mira después qué hay. Si dos o más dados muestran lo mismo, los recoges todos para tu reserva, todas las combinaciones a la vez. Tu turno acaba.",
  ],
  choice: [
    "Todos distintos",
    "Si todos los dados son distintos, eliges: lanzar otro dado o acabar el turno. Puedes seguir hasta que algo coincida o tu reserva se acabe.",
  ],
  out: [
    "Fuera",
    "Un dado que cae junto a la caja, salta fuera, es expulsado o queda en el borde está fuera del juego. Tu turno sigue.",
  ],
  allin: [
    "{allin}",
    "Si al empezar tu turno no hay nada {arenaIn}, tienes que lanzar todos tus dados a la vez. Después se comprueba como siempre.",
  ],
  cocked: [
    "Dados inclinados",
    "Si un dado queda torcido, se mueve un poco la caja hasta que quede plano.",
  ],
  cockedReroll: [
    "Dados inclinados",
    "Un dado que no se puede leer se lanza otra vez junto a la caja y se devuelve con esa cara.",
  ],
  moveFree: [
    "Empujar dados",
    "Antes de lanzar puedes juntar los dados como quieras. No se pueden girar ni apilar.",
  ],
  moveConsent: [
    "Mover dados",
    "Solo si todos están de acuerdo, y solo para apartarlos del borde. No se pueden girar ni apilar.",
  ],
  end: [
    "El final",
    "Quien no tiene dados al acabar un turno queda fuera. Cuando solo un jugador tiene dados, ha ganado.",
  ],
  tournament: [
    "Torneo",
    "Jugad tantas partidas como jugadores, para que cada uno empiece una vez. Quien queda fuera recibe un punto por cada jugador que sigue; quien gana la partida, ninguno. Gana el menor número de puntos.",
  ],
  power: [
    "La fuerza de los elementos",
    "La cara del dado inicial está despierta toda la partida: su fuerza actúa en cuanto dos o más dados la muestran. Los demás elementos son caras corrientes.",
  ],
  avatar: [
    "Avatar",
    "Hay varios elementos despiertos, o todos. Si actúan varios en un lanzamiento, el orden es: tormenta, columna de fuego, desprendimiento, huracán. El pantano está siempre.",
  ],
  fire: [
    "Fuego: Columna de fuego",
    "Todos apilan lo más rápido posible toda su reserva y gritan ¡Alto! El primero recoge todos los símbolos iguales, y después le toca al vecino de su izquierda.",
  ],
  water: ["Agua: Pantano", "El agua no se recoge nunca. Se queda hasta que un golpe la cambia."],
  stone: [
    "Piedra: Desprendimiento",
    "Las piedras que recoges se apilan delante de ti. Más tarde se lanza toda la torre a la vez, como un solo lanzamiento.",
  ],
  lightning: [
    "Rayo: Tormenta",
    "Antes de recoger nada, todos los demás lanzan a la vez uno de sus dados. Después recoges todo lo que sea igual.",
  ],
  air: [
    "Viento: Huracán",
    "Cuando has recogido tus dados, cada uno da toda su reserva al vecino de la izquierda.",
  ],
  spells: [
    "Los hechizos",
    "Un hechizo actúa cuando dos o más dados lo muestran. Recoges los dados y después ocurre. Varios hechizos actúan en el orden de esta página.",
  ],
  immobulus: [
    "Immobilus",
    "Los Immobilus iguales se quedan donde están hasta que un golpe los separa. Mientras estén, ningún otro hechizo funciona; las demás combinaciones sí se recogen.",
  ],
  relashio: [
    "Relashio",
    "Antes de recoger nada, todos lanzan un dado a la vez. Después recoges todo lo que sea igual. Lo que trae este lanzamiento no hechiza.",
  ],
  accio: ["Accio", "Puedes recoger un dado más, a elegir."],
  wingardium: [
    "Wingardium Leviosa",
    "Apilas todos los dados que quedan en una torre. Solo cuenta el de arriba, hasta que la torre cae.",
  ],
  confundo: ["Confundo", "El sentido del juego se invierte."],
};
