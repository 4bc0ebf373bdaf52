/** Dutch: what can be played differently, as the beginning and the ends of a sentence. */

import type { OptionWords } from "./words";

export const options: OptionWords = {
  start_die: [
    "De startdobbelsteen wordt",
    { placed: "neergelegd, symbool naar keuze", thrown: "gegooid" },
  ],
  start_die_x: [
    "De gegooide startdobbelsteen toont {theNull}",
    { rethrow: "opnieuw gooien", choose_face: "opnieuw gooien of draaien" },
  ],
  collecting: [
    "Gelijke dobbelstenen",
    { mandatory: "moeten worden gepakt", optional: "mogen blijven liggen" },
  ],
  allin_trigger: [
    "{allin} geldt",
    { turn_start: "alleen aan het begin van een beurt", also_mid_turn: "ook midden in een beurt" },
  ],
  allin_cause: [
    "{allin} geldt als de arena leeg is door",
    {
      any: "wat dan ook",
      not_by_out_only: "niet alleen eruit gevlogen dobbelstenen",
      collected_only: "alleen gepakte dobbelstenen",
    },
  ],
  zero_elimination: [
    "Wie geen dobbelstenen meer heeft, is af",
    {
      end_of_turn: "aan het einde van de beurt",
      immediate: "meteen",
      own_turn: "als de eigen beurt komt",
    },
  ],
  double_ko: [
    "Iedereen die over is, raakt tegelijk de laatste dobbelstenen kwijt",
    {
      shared: "ze delen de winst",
      active_loses: "de actieve speler verliest",
      replay: "het spel wordt overgespeeld",
    },
  ],
  simultaneous_points: [
    "Wie tegelijk af is, krijgt",
    { equal: "evenveel punten", turn_order: "punten in de speelvolgorde" },
  ],
  cocked: [
    "Een scheef liggende dobbelsteen wordt",
    { nudge: "aangetikt tot hij vlak ligt", reroll_outside: "buiten opnieuw gegooid" },
  ],
  rim_is_out: ["Een dobbelsteen op de rand", { true: "is eruit", false: "telt als scheef" }],
  accidental_stack: [
    "Een dobbelsteen die op een andere terechtkomt",
    { nudge: "wordt eraf getikt", top_counts: "telt als top van een toren" },
  ],
  premove: [
    "Dobbelstenen verschuiven voor een worp is",
    {
      free: "toegestaan",
      walls_by_consent: "toegestaan van de wand, als iedereen het goedvindt",
      none: "niet toegestaan",
    },
  ],
  supply: ["De voorraden zijn", { open: "open", hidden: "afgeschermd" }],
  tournament_tie: [
    "Een gelijke stand in het toernooi",
    { share: "is gedeelde winst", playoff: "wordt met nog een spel beslist" },
  ],
  tournament_start: [
    "In een toernooi begint",
    {
      clockwise: "telkens de volgende, met de klok mee",
      any_order_each_once: "ieder één keer, in willekeurige volgorde",
    },
  ],
  storm_recheck: [
    "Na een Onweer werken elementen",
    { state: "zoals ze dan liggen", initial: "alleen als ze ervoor gelijk waren" },
  ],
  storm_unit: [
    "Bij Onweer gooi je",
    { free: "een dobbelsteen of een toren", loose_first: "een losse dobbelsteen, als die er is" },
  ],
  extra_throw_no_match: [
    "Breekt de extra worp elk setje,",
    { continue: "dan gaat de beurt door", end: "dan is de beurt voorbij" },
  ],
  swamp_only_ends_turn: [
    "Als alleen water gelijk is",
    { false: "gaat de beurt door", true: "is de beurt voorbij" },
  ],
  pile_throw: [
    "Een steenslagtoren wordt gegooid",
    { whole: "alleen als geheel", may_split: "ook dobbelsteen voor dobbelsteen" },
  ],
  piles_after_column: [
    "Na een Vuurzee worden torens",
    { dissolve: "losse dobbelstenen", owner_choice: "naar wens weer opgebouwd" },
  ],
  hurricane_keeps_piles: [
    "Bij een Orkaan worden torens",
    { true: "als torens doorgegeven", false: "losse dobbelstenen" },
  ],
  column_zero_dice: [
    "Wie geen dobbelstenen heeft,",
    { excluded: "bouwt niet mee", may_win: "kan een Vuurzee winnen" },
  ],
  column_tie: [
    "Als twee tegelijk klaar zijn",
    { rematch: "bouwen ze opnieuw", turn_order: "beslist de speelvolgorde" },
  ],
  immobulus_only_ends_turn: [
    "Als alleen Immobulus gelijk is",
    { false: "gaat de beurt door", true: "is de beurt voorbij" },
  ],
  immobulus_suppression: [
    "Gebonden Immobulus smoort andere spreuken",
    { standing: "zolang hij daar ligt", fresh_only: "alleen in de worp die hem bindt" },
  ],
  relashio_throwers: ["Bij Relashio gooien mee", { all: "allemaal", others: "alleen de anderen" }],
  relashio_pending: [
    "Andere spreuken samen met Relashio",
    { intact: "werken als ze nog gelijk zijn", locked: "werken hoe dan ook", void: "werken niet" },
  ],
  relashio_new_immobulus: [
    "Immobulus gelijk door de Relashio-worp",
    { binds: "blijft gebonden", collect: "wordt gepakt" },
  ],
  accio_optional: [
    "De extra dobbelsteen van Accio",
    { true: "mag worden gepakt", false: "moet worden gepakt" },
  ],
  accio_single_immobulus: [
    "Een enkele Immobulus",
    { true: "mag met Accio worden gepakt", false: "mag niet met Accio worden gepakt" },
  ],
  accio_tower: ["Uit een toren pakt Accio", { any: "elke dobbelsteen", top: "alleen de bovenste" }],
  tower_builder: [
    "De volgorde van een Wingardium-toren",
    { active: "bepaalt de speler", random: "bepaalt het toeval" },
  ],
  confundo_two_players: [
    "Met twee spelers doet Confundo",
    { none: "niets", extra_turn: "nog een beurt" },
  ],
};
