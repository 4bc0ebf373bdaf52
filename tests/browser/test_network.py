"""Friends in the same room: links for this computer only, and links for the local network."""

import json
import re
from collections.abc import Iterator

import pytest
from browser.player import Player
from browser.server import PLAIN, NewPlayer, Server, launch, players
from browser.test_together import invited_table
from playwright.sync_api import Playwright, expect

ADDRESS = "192.168.77.7"
"""Of nobody: the guest's browser takes it for this machine."""
ONLY_HERE = "This link works on this computer only."


@pytest.fixture
def guests(playwright: Playwright, server: Server) -> Iterator[NewPlayer]:
    """People on other devices: a page at a plain address, without what needs a safe one."""
    browser = launch(playwright, f"--host-resolver-rules=MAP {ADDRESS} 127.0.0.1", *PLAIN)
    with players(browser, f"http://{ADDRESS}:{server.port}", (390, 844)) as new:
        yield new
    browser.close()


def invites_as(host: Player, origin: str | None) -> None:
    """The server says that others find it there, or nowhere."""
    said = json.dumps({"origin": origin})
    host.page.route("**/api/invitation", lambda route: route.fulfill(body=said))


def test_a_link_that_others_cannot_open_says_so_and_is_not_to_be_scanned(plain: NewPlayer) -> None:
    host = plain()
    invites_as(host, None)
    invited_table(host)
    told = host.page.get_by_text(ONLY_HERE)
    expect(told).to_be_visible()
    expect(told).to_contain_text("kessel --lan")
    expect(host.page.locator(".qr")).to_have_count(0)


def test_a_guest_comes_by_the_address_in_the_network(
    plain: NewPlayer, guests: NewPlayer, server: Server
) -> None:
    host, guest = plain(), guests()
    origin = f"http://{ADDRESS}:{server.port}"
    invites_as(host, origin)
    host.open("/#invite")
    host.page.get_by_label("Player 1: Your name").fill("Ann")
    host.button("Open the table").click()
    link = host.page.get_by_label("Invitation", exact=True)
    expect(link).to_have_value(
        re.compile(f"^{re.escape(origin)}/t/[a-z2-7]{{12}}#[0-9A-Z-]{{19}}$")
    )
    expect(host.page.locator(".qr")).to_be_visible()
    expect(host.page.get_by_text(ONLY_HERE)).to_be_hidden()
    guest.open(link.input_value().removeprefix(origin))
    assert not guest.page.evaluate("isSecureContext")
    guest.sit_down("Ben")
    host.start_with("Ben")
    for player in (host, guest):
        expect(player.page.locator(".tag")).to_have_count(2)
    host.throw_start_die()
    expect(guest.page.locator(".caption-line")).to_be_visible()
    host.wait_settled()
