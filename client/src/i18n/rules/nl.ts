/** De regels in het Nederlands, in onze eigen woorden: een zin voor elke waarde van elke optie. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  "title.goal": "Waar het om gaat",
  goal: "Gooi je dobbelstenen {arenaInto} en pak er zoveel mogelijk terug. Wie er geen meer heeft, is af; aan het eind wint wie er nog heeft.",

  "title.setup": "Voor het spel",
  setup:
    "Iedereen krijgt evenveel dobbelstenen: de voorraad. Wat over is, blijft in de doos. De oudste begint, daarna gaat het met de klok mee.",
  "supply.open": "De voorraden zijn open: iedereen ziet hoeveel dobbelstenen je hebt.",
  "supply.hidden": "De voorraden zijn afgeschermd: alleen jij weet hoeveel dobbelstenen je hebt.",

  "title.start": "De startdobbelsteen",
  "start_die.placed":
    "Er wordt één dobbelsteen {arenaIn} gelegd, met elke zijde boven behalve {theNull}.",
  "start_die.thrown": "Er wordt één dobbelsteen {arenaInto} gegooid.",
  "start_die_x.rethrow": "Toont hij {theNull}, dan gooi je hem nog eens.",
  "start_die_x.choose_face":
    "Toont hij {theNull}, dan gooi je hem nog eens of draai je hem op een andere zijde.",

  "title.turn": "Je beurt",
  turn: "Je moet één dobbelsteen {arenaInto} gooien. Hoe, dat mag je zelf weten: mikken, een tik geven, via de wand. Raak de dobbelstenen die er liggen: daar draait het om, want zo kunnen ze omrollen.",
  "turn.arena": "{ArenaThe} mag worden gedraaid voordat je gooit.",

  "title.null": "{null}",
  null: "Na elke worp gaan eerst de dobbelstenen uit het spel die {theNull} tonen. Je beurt eindigt daar niet door.",

  "title.match": "Twee of meer gelijk",
  match:
    "Kijk dan wat er ligt. Twee of meer dobbelstenen die hetzelfde tonen, zijn een setje; er kunnen er meer zijn. De gegooide dobbelsteen hoeft er niet bij te horen.",
  "collecting.mandatory": "Je pakt alle setjes helemaal, en je beurt is voorbij.",
  "collecting.optional":
    "Je mag elk setje helemaal pakken of laten liggen. Pak je iets, dan is je beurt voorbij.",
  "match.water": "Met water gaat het anders: zie hieronder.",
  "match.immobulus": "Met Immobulus gaat het anders: zie hieronder.",

  "title.example": "Een voorbeeld",
  example:
    "Er liggen drie dobbelstenen: {lone}, {pair} en {struck}. Jouw dobbelsteen blijft op {thrown} liggen en raakt de dobbelsteen met {struck}, die nu {pair} toont. Twee keer {pair}: je pakt ze allebei. {lone} en {thrown} blijven liggen.",

  "title.choice": "Alles verschillend",
  choice:
    "Zijn alle dobbelstenen verschillend, dan kies je: nog een dobbelsteen gooien, of je beurt beëindigen. Je mag doorgaan tot er iets gelijk is of je voorraad op is.",

  "title.out": "Mis",
  out: "Een dobbelsteen die naast de doos valt, eruit springt of eruit wordt gestoten, is uit het spel.",
  "rim_is_out.true": "Ook een dobbelsteen die op de rand blijft liggen.",
  "rim_is_out.false": "Een dobbelsteen op de rand telt als scheef.",
  "out.on": "Je beurt gaat door.",

  "title.allin": "{allin}",
  "allin_trigger.turn_start":
    "Ligt er aan het begin van je beurt helemaal niets {arenaIn}, dan gooi je je hele voorraad in één worp.",
  "allin_trigger.also_mid_turn":
    "Ligt er helemaal niets {arenaIn} als je gooit, ook midden in je beurt, dan gooi je je hele voorraad in één worp.",
  "allin.then": "Daarna kijk je zoals altijd.",
  "allin_cause.any": "Waardoor {arenaThe} leeg werd, maakt niet uit.",
  "allin_cause.not_by_out_only":
    "Dit geldt niet als {arenaThe} alleen leeg werd door dobbelstenen die eruit vlogen.",
  "allin_cause.collected_only":
    "Dit geldt alleen als {arenaThe} leeg werd doordat iemand dobbelstenen pakte.",

  power:
    "Het element op de startdobbelsteen is het hele spel actief: het werkt zodra twee of meer dobbelstenen het tonen. De andere elementen zijn gewone zijden.",
  avatar: "Meerdere elementen zijn tegelijk actief: spreek voor het spel af welke.",
  "avatar.order":
    "Werken er meer in één worp, dan is de volgorde: onweer, vuurzee, steenslag, orkaan. Het moeras is er altijd.",

  storm:
    "Voordat er iets wordt gepakt, gooien alle anderen tegelijk één dobbelsteen. Daarna pak je alles wat dan gelijk is. Door die worp komt er geen tweede onweer.",
  "extra_throw_no_match.continue":
    "Is er daarna niets meer gelijk, dan mag je doorgooien of stoppen.",
  "extra_throw_no_match.end": "Is er daarna niets meer gelijk, dan is je beurt voorbij.",
  "storm_unit.free": "In plaats van een dobbelsteen mag het ook een hele toren zijn.",
  "storm_unit.loose_first": "Een toren gooit alleen wie geen losse dobbelsteen heeft.",
  "storm_recheck.state":
    "Na het onweer werken de andere elementen zoals de dobbelstenen dan liggen.",
  "storm_recheck.initial": "Na het onweer werken alleen elementen die ervoor al gelijk waren.",

  column:
    "Iedereen stapelt zo snel mogelijk de hele voorraad tot een toren en roept ‘Stop!’ Wie het eerst klaar is, pakt alles wat gelijk is; links daarvan gaat het verder. Vooraf bouwen mag niet.",
  "column_zero_dice.excluded": "Zonder dobbelstenen bouw je niet mee.",
  "column_zero_dice.may_win": "Zonder dobbelstenen heb je niets te bouwen: roep gewoon als eerste.",
  "column_tie.rematch": "Zijn er twee tegelijk klaar, dan bouwen ze opnieuw.",
  "column_tie.turn_order": "Zijn er twee tegelijk klaar, dan beslist de speelvolgorde.",
  "piles_after_column.dissolve": "Torens van stenen vallen uiteen in losse dobbelstenen.",
  "piles_after_column.owner_choice": "Daarna mag je je torens van stenen weer opbouwen.",

  boulders: "Stenen die je pakt, stapel je als toren voor je op.",
  "pile_throw.whole": "Later gooi je een toren als geheel; dat geldt als één worp.",
  "pile_throw.may_split":
    "Later gooi je een toren als geheel, als één worp, of dobbelsteen voor dobbelsteen.",

  hurricane:
    "Nadat je hebt gepakt, geeft iedereen de hele voorraad naar links door. Wie af is, wordt overgeslagen.",
  "hurricane_keeps_piles.true": "Torens worden als torens doorgegeven.",
  "hurricane_keeps_piles.false": "Torens vallen uiteen in losse dobbelstenen.",

  swamp: "Water wordt nooit gepakt. Het blijft liggen tot een treffer er iets anders van maakt.",
  "swamp_only_ends_turn.false": "Is er verder niets gelijk, dan mag je doorgooien of stoppen.",
  "swamp_only_ends_turn.true": "Is er verder niets gelijk, dan is je beurt voorbij.",

  "title.spells": "De spreuken",
  spells:
    "Een spreuk werkt als twee of meer dobbelstenen hem tonen. Je pakt de dobbelstenen, dan gebeurt het. Meerdere spreuken werken in de volgorde van deze lijst.",

  freeze:
    "Gelijke Immobulus-dobbelstenen binden elkaar: ze blijven liggen tot een treffer ze scheidt. Komt er nog een bij, dan is die ook gebonden. Andere setjes worden wel gepakt.",
  "immobulus_suppression.standing": "Zolang ze er liggen, werkt geen andere spreuk.",
  "immobulus_suppression.fresh_only":
    "In de worp die ze bindt, werkt geen andere spreuk; daarna wel.",
  "immobulus_only_ends_turn.false": "Is er verder niets gelijk, dan mag je doorgooien of stoppen.",
  "immobulus_only_ends_turn.true": "Is er verder niets gelijk, dan is je beurt voorbij.",

  "relashio_throwers.all":
    "Voordat er iets wordt gepakt, gooit iedereen, jij ook, tegelijk één dobbelsteen.",
  "relashio_throwers.others":
    "Voordat er iets wordt gepakt, gooien alle anderen tegelijk één dobbelsteen.",
  salvo: "Daarna pak je alles wat gelijk is. Spreuken uit deze worp werken niet.",
  "relashio_pending.intact":
    "Een andere spreuk werkt als hij ervoor gelijk was en dat nog steeds is.",
  "relashio_pending.locked": "Een andere spreuk die ervoor gelijk was, werkt hoe dan ook.",
  "relashio_pending.void": "Geen andere spreuk werkt in deze beurt.",
  "relashio_new_immobulus.binds": "Immobulus die daardoor gelijk wordt, blijft gebonden liggen.",
  "relashio_new_immobulus.collect":
    "Immobulus die daardoor gelijk wordt, wordt gepakt zoals de rest.",

  "accio_optional.true": "Je mag nog een dobbelsteen naar keuze {arenaFrom} pakken.",
  "accio_optional.false": "Je moet nog een dobbelsteen naar keuze {arenaFrom} pakken.",
  "accio_single_immobulus.true": "Een enkele Immobulus mag ook.",
  "accio_single_immobulus.false": "Maar geen Immobulus.",
  "accio_tower.any": "Uit een toren mag het elke dobbelsteen zijn.",
  "accio_tower.top": "Uit een toren alleen de bovenste.",

  "tower_builder.active":
    "Je stapelt alle overige dobbelstenen tot één toren, in de volgorde die je wilt.",
  "tower_builder.random":
    "Alle overige dobbelstenen worden in willekeurige volgorde tot één toren gestapeld.",
  tower: "Alleen de bovenste telt, tot de toren wordt omgegooid.",

  reverse: "De speelrichting keert om.",
  "confundo_two_players.none": "Met twee spelers verandert er niets.",
  "confundo_two_players.extra_turn": "Met twee spelers krijg je nog een beurt.",

  "title.cocked": "Scheef geval",
  "cocked.nudge": "Ligt een dobbelsteen scheef, dan wordt aan de doos geschud tot hij plat ligt.",
  "cocked.reroll_outside":
    "Een dobbelsteen die niet te lezen is, wordt naast de doos opnieuw gegooid en met die zijde teruggelegd.",
  "accidental_stack.nudge": "Valt een dobbelsteen op een andere, dan wordt hij eraf getikt.",
  "accidental_stack.top_counts": "Valt een dobbelsteen op een andere, dan telt alleen de bovenste.",

  "title.move": "Dobbelstenen verplaatsen",
  "premove.free":
    "Voor je worp mag je de dobbelstenen naar wens bij elkaar schuiven. Draaien of stapelen mag niet.",
  "premove.walls_by_consent":
    "Alleen als iedereen het goedvindt, en alleen van de wand af. Draaien of stapelen mag niet.",
  "premove.none": "Voor een worp blijven de dobbelstenen liggen zoals ze liggen.",

  "title.end": "Het einde",
  "zero_elimination.end_of_turn": "Wie aan het einde van een beurt geen dobbelstenen heeft, is af.",
  "zero_elimination.immediate": "Wie geen dobbelstenen meer heeft, is meteen af.",
  "zero_elimination.own_turn": "Wie geen dobbelstenen heeft als de eigen beurt komt, is af.",
  end: "Wie dan als enige nog dobbelstenen heeft, wint.",
  "double_ko.shared":
    "Raakt iedereen die over is tegelijk de laatste dobbelstenen kwijt, dan delen ze de winst.",
  "double_ko.active_loses":
    "Raakt iedereen die over is tegelijk de laatste dobbelstenen kwijt, dan verliest wie aan de beurt is.",
  "double_ko.replay":
    "Raakt iedereen die over is tegelijk de laatste dobbelstenen kwijt, dan wordt het spel overgespeeld.",

  "title.tournament": "Toernooi",
  tournament: "Eén spel per speler: iedereen begint één keer.",
  "tournament_start.clockwise": "De start schuift door met de klok mee.",
  "tournament_start.any_order_each_once": "In welke volgorde, spreek je af.",
  "tournament.points":
    "Wie af is, krijgt een punt voor elke speler die nog meedoet; winnen levert er geen op. Wie de minste heeft, wint.",
  "tournament_tie.share": "Een gelijke stand is gedeelde winst.",
  "tournament_tie.playoff": "Een gelijke stand wordt beslist met nog een spel tussen die spelers.",
  "simultaneous_points.equal": "Wie tegelijk af is, krijgt evenveel punten.",
  "simultaneous_points.turn_order":
    "Wie tegelijk af is, wordt na elkaar geteld, in de speelvolgorde.",
};
