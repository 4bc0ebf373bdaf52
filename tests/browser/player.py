"""What a person does on the page: opens it, chooses, throws, answers, until the game is over."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

PATIENCE = 180.0
"""s. Software drawing on a busy machine is slow; nothing here depends on real time."""
WHOLE_GAME = 600.0
"""s. The same for a game from its first to its last throw."""
IN_VAIN = f"""new Promise((_, fail) =>
    setTimeout(() => fail(new Error("waited in vain")), {PATIENCE * 1000}))"""
"""Playwright puts no limit to a function of the page."""
OFFLINE = re.compile("^Play offline: \\d+\\sMB$")
SETTLED = "document.documentElement.dataset.settled === 'true'"
BUTTON = """['.throw', '.race .primary', '.answers .primary', '.answers .face-button']
    .map((one) => document.querySelector(`${one}:enabled`)).find(Boolean)"""
"""The first that answers the question."""
PLAY = f"""
async (limit) => {{
  const marks = document.documentElement.dataset;
  const end = performance.now() + limit;
  while (performance.now() < end) {{
    if (marks.settled === 'true') {{
      if (marks.awaited === 'over') return true;
      const button = {BUTTON};
      if (button) button.click();
    }}
    await new Promise((done) => setTimeout(done, 25));
  }}
  return false;
}}
"""
"""Presses whatever button answers the question, as a screen reader does, inside the page: a game
has hundreds of answers, and each trip to the browser and back costs more than the answer."""

A_LITTLE = f"""
async (moves) => {{
  const marks = document.documentElement.dataset;
  for (let made = 0, before = marks.state; made < moves && marks.awaited !== 'over'; ) {{
    const button = {BUTTON};
    if (marks.settled === 'true' && button) button.click();
    await new Promise((done) => setTimeout(done, 25));
    if (marks.state !== before && marks.awaited !== 'flying') {{
      made++;
      before = marks.state;
    }}
  }}
}}
"""
"""The same until the game has gone on so many times, or is over: that may come soon."""

THROW_START_DIE = """
async () => {
  const marks = document.documentElement.dataset;
  const undecided = ['start_die', 'flying'];
  while (marks.settled !== 'true' || undecided.includes(marks.awaited)) {
    if (marks.settled === 'true') document.querySelector('.throw:enabled')?.click();
    await new Promise((done) => setTimeout(done, 50));
  }
}
"""
"""Inside the page as well: nothing can happen there between the look and the click. A page that
hears nothing for long looks at the table again, and may find the die in the air."""

ANSWER = """
async (answer) => {
  const marks = document.documentElement.dataset;
  const pause = () => new Promise((done) => setTimeout(done, 20));
  const button = () => marks.settled === 'true' && document.querySelector(answer);
  while (!button()) await pause();
  const before = marks.state;
  button().click();
  const open = () => marks.state === before || marks.awaited === 'flying';
  while (open() || marks.settled !== 'true') await pause();
}
"""
"""Inside the page, too: whatever is told meanwhile takes the button away for a moment. Dice that
are found in the air are another state, but nothing has come of them yet."""

MEET = """
([name, selector, text]) => {
  const look = () => [...document.querySelectorAll(selector)]
    .some((one) => one.textContent.includes(text));
  const met = window.met ??= {};
  met[name] = look();
  const watch = () => { met[name] ||= look(); };
  new MutationObserver(watch).observe(document.body,
    { childList: true, subtree: true, characterData: true });
}
"""
"""Notes that something was there, however shortly."""


STILL = """
async () => {
  const seats = [0, 1, 2, 3, 4];
  const there = () => window.kesselArena && !window.kesselArena.awaits;
  const look = () => there() && seats.map((one) => window.kesselArena.seatOnScreen(one));
  for (let same = 0, last = ""; same < 4; ) {
    await new Promise((drawn) => requestAnimationFrame(drawn));
    const now = JSON.stringify(look());
    same = there() && now === last ? same + 1 : 0;
    last = now;
  }
}
"""
"""The picture is there and no longer moves."""


NOTHING = "(?!)"
NO_GAME = "a" * 16
ASKED_IN_VAIN = f"status of 404 .*/api/games/{NO_GAME}"
"""What a browser itself says of a replay that does not exist."""
LOST_LINE = r"net::ERR_|^WebSocket connection to \S+ failed"
"""What a browser itself says when it finds no server."""


class Player:
    """One browser with one page, and everything that went wrong on it, in its other tabs too.

    What a test brings about itself (`bears`, a pattern) is no trouble, but noted as borne.
    """

    def __init__(
        self, context: BrowserContext, url: str, settings: Mapping[str, Any], bears: str = NOTHING
    ) -> None:
        self.url = url
        self.context = context
        self.troubles: list[str] = []
        self.borne: list[str] = []
        self._bears = re.compile(bears)
        context.on("weberror", lambda one: self._note(str(one.error)))
        context.on("console", self._hear)
        self.page: Page = context.new_page()
        stored = {f"kessel.{name}": json.dumps(value) for name, value in settings.items()}
        self.page.add_init_script(
            "if (location.protocol !== 'about:')"
            f" for (const [k, v] of Object.entries({json.dumps(stored)}))"
            " if (localStorage.getItem(k) === null) localStorage.setItem(k, v);"
        )

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self._note(f"{said.text} ({said.location['url']})")

    def _note(self, trouble: str) -> None:
        (self.borne if self._bears.search(trouble) else self.troubles).append(trouble)

    def open(self, path: str = "/") -> "Player":
        """Go to an address of the page, drawn as simply as it can be."""
        return self._open(path, "low")

    def open_best(self, path: str = "/") -> "Player":
        """The same, drawn as well as it can be."""
        return self._open(path, "high")

    def _open(self, path: str, quality: str) -> "Player":
        base, mark, fragment = path.partition("#")
        joiner = "&" if "?" in base else "?"
        self.page.goto(f"{self.url}{base}{joiner}quality={quality}{mark}{fragment}")
        return self._begun()

    def reload(self) -> "Player":
        """The same address once more."""
        self.page.reload()
        return self._begun()

    def _begun(self) -> "Player":
        """The script has taken the place of the first picture, which has a headline as well."""
        self.page.wait_for_selector(".notices", state="attached")
        return self

    def after(self, change: str, measure: str) -> object:
        """What a measure says the moment something is changed, before the page can mend it."""
        return self.page.evaluate(f"() => {{ ({change})(); return ({measure})(); }}")

    def inside(self, script: str, argument: object = None) -> object:
        """Run a function of the page that waits for something; raises where it waits in vain."""
        limited = f"(argument) => Promise.race([({script})(argument), {IN_VAIN}])"
        return self.page.evaluate(limited, argument)

    def button(self, name: str | re.Pattern[str], exact: bool = True) -> Locator:
        """A button by what it says."""
        return self.page.get_by_role("button", name=name, exact=exact)

    def menu(self, name: str) -> None:
        """At the table: what stands in its menu."""
        self.button("Menu").click()
        self.button(name).click()

    def waiting_table(self) -> Locator:
        """On the first page: back to the table that comes first."""
        return self.page.locator(".waiting-go").first

    def wait_for_service_worker(self) -> None:
        """Until the page is kept, so that it opens without a server."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")

    def keep_offline(self) -> None:
        """From the first page: have all it needs to play without a server come to this device."""
        self.wait_for_service_worker()
        self.button(OFFLINE).click()
        expect(self.page.locator(".offline-offer")).to_have_text(re.compile("Ready to play"))

    def open_table(self) -> None:
        """From the first page to a table of one's own that gathers; stays where it gathers."""
        here = self.page.locator(".gathering")
        together = self.button("Play together")
        expect(here.or_(together)).to_be_visible()
        if not here.is_visible():
            together.click()
        expect(here.get_by_role("heading", name="Play together")).to_be_visible()

    def open_terms(self) -> None:
        """What is played at a table that gathers, and how."""
        fold = self.page.locator(".gathering > .fold")
        expect(fold).to_be_visible()
        if fold.get_attribute("open") is None:
            fold.locator("summary").first.click()

    def choose_edition(self, edition: str) -> None:
        """Click the card of the box; what else is in it is chosen at a table that gathers."""
        families = {"strike": "Strike", "impact": "Impact", "harry-potter": "Wizards"}
        variants = {
            "strike-2012": "Strike 2012",
            "impact-power": "Power of the Elements",
            "impact-avatar": "Avatar",
        }
        family = next(name for start, name in families.items() if edition.startswith(start))
        chip = self.page.locator("label.chip")
        if edition in variants and self.button("Play together").is_visible():
            self.open_table()
        self.page.locator("label.card", has_text=family).click()
        if edition in variants:
            if self.page.locator(".gathering").is_visible():
                self.open_terms()
            chip.filter(has_text=re.compile(f"^{variants[edition]}$")).click()

    def play_against(self, opponents: int) -> None:
        """From the first page, or a table that gathers, to the game: one tap against two."""
        if opponents == 2 and self.button("Play").is_visible():
            self.button("Play").click()
            return
        self.open_table()
        seats = self.page.locator(".seat-names li")
        for number in range(opponents):
            expect(seats).to_have_count(number + 1)
            self.button("Computer").click()
        expect(seats).to_have_count(opponents + 1)
        self.button(re.compile("^Start with ")).click()

    def friends_here(self, *names: str) -> None:
        """At a table that gathers: these people share the device."""
        for number, name in enumerate(names, start=1):
            if number > 1:
                self.button("On this device").click()
            field = self.page.get_by_label(f"Player {number}: Your name")
            field.fill(name)
            field.press("Enter")
            expect(field).to_have_value(name)

    def sit_down(self, name: str) -> None:
        """As a guest: a die, where it flies from here; a name, and a seat."""
        flick, name_field = self.button("Flick the die"), self.page.get_by_label("Your name")
        expect(flick.or_(name_field)).to_be_visible()
        if flick.is_visible():
            flick.click()
        self.page.get_by_label("Your name").fill(name)
        self.button("Sit down").click()

    def shared(self, button: str) -> str:
        """The link that a button gives away."""
        self.page.evaluate(
            "navigator.clipboard.writeText = async (text) => { window.given = text }"
        )
        self.button(button).click()
        self.page.wait_for_function("window.given")
        link: str = self.page.evaluate("[window.given, window.given = ''][0]")
        return link

    def start_with(self, name: str) -> None:
        """As the host, once that guest is there: begin with those who have come."""
        self.button(re.compile(f"^Start with .*{name}")).click()

    def mark(self, name: str) -> str:
        """What the page says about itself: settled, awaited, state, game."""
        value: str = self.page.evaluate(f"document.documentElement.dataset.{name} ?? ''")
        return value

    def wait_settled(self) -> None:
        """Until everything that was sent has been shown."""
        self.inside(
            f"() => new Promise(done => {{ const look = () => ({SETTLED}) ? done() :"
            " setTimeout(look, 20); look(); })"
        )

    def wait_still(self) -> None:
        """Until all has been shown and everything is drawn where it stays: for pointing at it."""
        self.wait_settled()
        self.inside(STILL)

    def is_over(self) -> bool:
        """Whether the end may be shown."""
        return self.mark("awaited") == "over"

    def play_to_the_end(self, seconds: float = WHOLE_GAME) -> None:
        """Answer everything that is asked, throwing on as long as possible, until it is over."""
        over = self.page.evaluate(PLAY, seconds * 1000)
        assert over, f"not over after {seconds} s: {self.page.inner_text('main')}"

    def play_along(self, seconds: float = WHOLE_GAME) -> None:
        """Begin to do the same, and come back at once: others play at the same time."""
        self.page.evaluate(f"(limit) => {{ ({PLAY})(limit); }}", seconds * 1000)

    def play_a_little(self, moves: int) -> None:
        """Answer what is asked until there were so many moves, others' too, or the game is over."""
        self.inside(A_LITTLE, moves)

    def throw_start_die(self) -> None:
        """Throw the starting die until it lies: chance may ask for it more than once."""
        expect(self.page.locator(".throw")).to_be_visible()
        self.inside(THROW_START_DIE)

    def throw(self) -> None:
        """Throw as a screen reader does, and see what comes of it."""
        self.answer(".throw")

    def answer(self, button: str) -> None:
        """Press a button that answers the game, and see what comes of it."""
        self.inside(ANSWER, button)

    def begin_next(self, button: str) -> None:
        """From the end to the next game."""
        before = self.mark("game")
        self.button(button).click()
        self.page.wait_for_function(
            "(old) => document.documentElement.dataset.game !== old", arg=before
        )
        expect(self.page.locator(".podium")).to_be_hidden()

    def watch_for(self, selector: str, text: str = "") -> Callable[[], object]:
        """For what stands there for a moment only: begin to look; what comes back waits for it."""
        name = f"{selector} {text}"
        self.page.evaluate(MEET, [name, selector, text])
        return lambda: self.page.wait_for_function("(name) => window.met[name]", arg=name)

    def wait_changed(self, before: str) -> None:
        """Until the game has gone on from this state."""
        self.page.wait_for_function(
            "(old) => document.documentElement.dataset.state !== old", arg=before
        )

    def see_podium(self) -> Locator:
        """The end of the game, as it is shown."""
        podium = self.page.locator(".podium")
        expect(podium).to_be_visible(timeout=WHOLE_GAME * 1000)
        return podium

    def see_more(self) -> Locator:
        """The end of the game with all that can be said of it."""
        podium = self.see_podium()
        fold = podium.locator(".more-fold")
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        expect(podium.locator(".stats")).to_be_visible()
        return podium
