/** De regels in het Nederlands, in onze eigen woorden. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  goal: [
    "Waar het om gaat",
    "Gooi je dobbelstenen {arenaInto} en pak er zoveel mogelijk terug. Wie geen dobbelstenen meer heeft, is af; de laatste die er nog heeft, wint.",
  ],
  setup: [
    "Voor het spel",
    "Iedereen krijgt evenveel dobbelstenen als voorraad. Wat over is, blijft in de doos. De oudste begint, daarna gaat het met de klok mee.",
  ],
  startPlaced: [
    "De startdobbelsteen",
    "Er wordt één dobbelsteen {arenaIn} gelegd, met elke zijde boven behalve {theNull}.",
  ],
  startThrown: [
    "De startdobbelsteen",
    "Er wordt één dobbelsteen {arenaInto} gegooid. Toont hij {theNull}, dan wordt hij nog eens gegooid.",
  ],
  turn: [
    "Je beurt",
    "Je moet één dobbelsteen {arenaInto} gooien. Hoe, dat mag je zelf weten: mikken, schieten, via de wand. Liggende dobbelstenen raken is waar het om draait, want zo kunnen ze omrollen.",
  ],
  null: [
    "{null}",
    "Na elke worp gaan eerst de dobbelstenen uit het spel die {theNull} tonen. Je beurt eindigt daar niet door.",
  ],
  match: [
    "Twee of meer gelijk",
    "Kijk dan wat er ligt. Tonen twee of meer dobbelstenen hetzelfde, dan pak je ze allemaal, alle setjes tegelijk. Je beurt is voorbij.",
  ],
  choice: [
    "Alles verschillend",
    "Zijn alle dobbelstenen verschillend, dan kies je: nog een dobbelsteen gooien, of je beurt beëindigen. Je mag doorgaan tot er iets gelijk is of je voorraad op is.",
  ],
  out: [
    "Mis",
    "Een dobbelsteen die naast de doos valt, eruit springt, eruit wordt gestoten of op de rand blijft liggen, is uit het spel. Je beurt gaat door.",
  ],
  allin: [
    "{allin}",
    "Ligt er aan het begin van je beurt helemaal niets {arenaIn}, dan moet je al je dobbelstenen in één keer gooien. Daarna wordt gewoon gekeken.",
  ],
  cocked: [
    "Scheef geval",
    "Ligt een dobbelsteen scheef, dan wordt aan de doos geschud tot hij plat ligt.",
  ],
  cockedReroll: [
    "Scheef geval",
    "Een dobbelsteen die niet te lezen is, wordt naast de doos opnieuw gegooid en met die zijde teruggelegd.",
  ],
  moveFree: [
    "Dobbelstenen schuiven",
    "Voor je worp mag je de liggende dobbelstenen naar wens bij elkaar schuiven. Draaien of stapelen mag niet.",
  ],
  moveConsent: [
    "Dobbelstenen verplaatsen",
    "Alleen als iedereen het goedvindt, en alleen van de wand af. Draaien of stapelen mag niet.",
  ],
  end: [
    "Het einde",
    "Wie aan het einde van een beurt geen dobbelstenen heeft, is af. Heeft nog maar één speler dobbelstenen, dan heeft die gewonnen.",
  ],
  tournament: [
    "Toernooi",
    "Speel zoveel spellen als er spelers zijn, zodat iedereen één keer begint. Wie af is, krijgt een punt voor elke speler die nog meedoet; de winnaar van een spel krijgt er geen. De minste punten winnen.",
  ],
  power: [
    "Kracht der elementen",
    "Wat de startdobbelsteen toont, is het hele spel wakker: de kracht werkt zodra twee of meer dobbelstenen het tonen. De andere elementen zijn gewone zijden.",
  ],
  avatar: [
    "Avatar",
    "Meerdere of alle elementen zijn wakker. Werken er meer in één worp, dan is de volgorde: onweer, vuurzee, steenslag, orkaan. Het moeras is er altijd.",
  ],
  fire: [
    "Vuur: Vuurzee",
    "Iedereen stapelt zo snel mogelijk de hele voorraad tot een toren en roept Stop. De eerste pakt alle gelijke symbolen; daarna is de linkerbuur van de winnaar aan de beurt.",
  ],
  water: [
    "Water: Moeras",
    "Water wordt nooit gepakt. Het blijft liggen tot een treffer er iets anders van maakt.",
  ],
  stone: [
    "Steen: Steenslag",
    "Stenen die je pakt, worden als toren voor je opgestapeld. Later wordt de hele toren in één keer gegooid, als één worp.",
  ],
  lightning: [
    "Bliksem: Onweer",
    "Voordat er iets wordt gepakt, gooien alle anderen tegelijk één van hun dobbelstenen. Daarna pak je alles wat dan gelijk is.",
  ],
  air: ["Wind: Orkaan", "Nadat je hebt gepakt, geeft iedereen de hele voorraad aan de linkerbuur."],
  spells: [
    "De spreuken",
    "Een spreuk werkt als twee of meer dobbelstenen hem tonen. Je pakt de dobbelstenen, dan gebeurt het. Meerdere spreuken werken in de volgorde van deze bladzijde.",
  ],
  immobulus: [
    "Immobulus",
    "Gelijke Immobulus-dobbelstenen blijven liggen tot een treffer ze scheidt. Zolang ze er liggen, werkt geen andere spreuk; andere setjes worden wel gepakt.",
  ],
  relashio: [
    "Relashio",
    "Voordat er iets wordt gepakt, gooit iedereen tegelijk een dobbelsteen. Daarna pak je alles wat gelijk is. Wat deze worp brengt, tovert niet.",
  ],
  accio: ["Accio", "Je mag nog een dobbelsteen naar keuze {arenaFrom} pakken."],
  wingardium: [
    "Wingardium Leviosa",
    "Je stapelt alle overige dobbelstenen tot één toren. Alleen de bovenste telt, tot de toren wordt omgegooid.",
  ],
  confundo: ["Confundo", "De speelrichting keert om."],
};
