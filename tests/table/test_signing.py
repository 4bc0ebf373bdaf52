"""Who signs what in a game: every line that a person is behind is theirs, or is refused."""

from typing import Any

import msgspec
import pytest
from fairness.key import Key
from table.games import SERVER, cast, landed, started, with_casts
from table.games import links as bare_links

from kessel.errors import BadValue, KesselError
from kessel.fairness import Chain, WrongSign
from kessel.rules.moves import Landing
from kessel.table import Seat, log, signing
from kessel.table.feed import feed, with_cast
from kessel.table.play import Play, begin
from kessel.throws.aim import Aim

ANN, BEN = Key(b"a" * 32), Key(b"b" * 32)
CHAIN, OTHER = Chain(b"c" * 32), Chain(b"d" * 32)
AIM = Aim().to_json()


def line_up(**changed: Any) -> log.GameStarted:
    """Ann and Ben with their keys; Ann's device takes part."""
    players = [
        log.PlayerNamed(seat=Seat(0), name="Ann", key=ANN.public),
        log.PlayerNamed(seat=Seat(1), name="Ben", key=BEN.public),
    ]
    tips = [log.DeviceTip(seats=[Seat(0)], tip=CHAIN.tip)]
    return msgspec.structs.replace(started(), **({"players": players, "devices": tips} | changed))


@pytest.fixture
def play() -> Play:
    return begin(line_up())


def signed_cast(play: Play, key: Key = ANN) -> log.CastShown:
    shown = log.CastShown(player=0, unit="1", aim=AIM)
    return msgspec.structs.replace(shown, sign=key.sign(signing.cast_message(play, shown)))


def fixed(play: Play) -> Play:
    play = with_cast(play, signed_cast(play))
    return feed(play, play.to_fix()).play


def shown(play: Play, key: Key = ANN) -> log.Links:
    """What server and Ann's device show for the first throw."""
    link = CHAIN.link(1).hex()
    sign = key.sign(signing.link_message(play, link))
    return log.Links(server=SERVER.link(1).hex(), devices=[link], signs=[sign])


def after_a_throw(play: Play) -> Play:
    flying = fixed(play)
    lies = msgspec.structs.replace(landed(flying, Landing(("4",))), links=shown(flying))
    return feed(flying, lies).play


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"players": [log.PlayerNamed(seat=Seat(0), name=n) for n in "ab"]}, "a seat of their own"),
        (
            {
                "players": [
                    log.PlayerNamed(seat=Seat(n), name="x", key=ANN.public, bot="rule")
                    for n in (0, 1)
                ]
            },
            "a person or a bot, not both",
        ),
        (
            {"players": [log.PlayerNamed(seat=Seat(n), name="x", key="k") for n in (0, 1)]},
            "a public key",
        ),
        ({"devices": [log.DeviceTip(seats=[Seat(0), Seat(1)], tip=CHAIN.tip)]}, "different keys"),
        ({"devices": [log.DeviceTip(seats=[], tip=CHAIN.tip)]}, "seats of persons"),
    ],
)
def test_a_line_up_that_cannot_be(changed: dict[str, Any], says: str) -> None:
    with pytest.raises(BadValue, match=says):
        begin(line_up(**changed))


def test_a_hand_is_signed_by_its_player(play: Play) -> None:
    assert with_cast(play, signed_cast(play)).has_all_casts
    with pytest.raises(WrongSign, match="missing"):
        with_cast(play, msgspec.structs.replace(signed_cast(play), sign=""))
    with pytest.raises(WrongSign, match="does not fit"):
        with_cast(play, signed_cast(play, BEN))
    with pytest.raises(WrongSign, match="does not fit"):
        with_cast(play, msgspec.structs.replace(signed_cast(play), aim=AIM | {"x": 0.1}))
    with pytest.raises(BadValue, match="an aim has x, y"):
        with_cast(play, msgspec.structs.replace(signed_cast(play), aim={}))


def test_without_a_key_nothing_is_signed() -> None:
    play = begin(started())
    assert with_cast(play, cast(0)).has_all_casts
    with pytest.raises(WrongSign, match="without a key"):
        with_cast(play, msgspec.structs.replace(cast(0), sign="x"))


def test_a_link_is_signed_with_the_story_it_belongs_to(play: Play) -> None:
    flying = fixed(play)
    lies = landed(flying, Landing(("4",)))
    told = shown(flying)
    assert feed(flying, msgspec.structs.replace(lies, links=told)).move is not None
    for links, says in (
        (msgspec.structs.replace(told, signs=[]), "sign their links"),
        (shown(flying, BEN), "does not fit"),
        (shown(play), "does not fit"),
        (bare_links(flying), "1 devices show a link"),
    ):
        with pytest.raises(KesselError, match=says):
            feed(flying, msgspec.structs.replace(lies, links=links))


def test_an_answer_is_signed_for_the_position_it_answers(play: Play) -> None:
    lying = after_a_throw(play)
    assert lying.mark == lying.transcript.digest != play.mark
    entry = log.Answered(player=0, move="end")
    with pytest.raises(WrongSign, match="missing"):
        feed(lying, entry)
    with pytest.raises(BadValue, match="a person acts for player 0 now, not bot"):
        feed(lying, msgspec.structs.replace(entry, by="bot"))
    with pytest.raises(BadValue, match="without a clock nobody acts"):
        feed(lying, msgspec.structs.replace(entry, by="table"))
    with pytest.raises(BadValue, match="players are 0 to 1"):
        feed(lying, msgspec.structs.replace(entry, player=7))


def test_a_chain_joins_with_the_signature_of_its_seats(play: Play) -> None:
    sign = BEN.sign(signing.join_message(play, OTHER.tip))
    joins = play.chains.to_join([Seat(1)], OTHER.tip, sign)
    assert feed(play, joins).play.chains.contributing == [0, 1]
    for wrong in ("", ANN.sign(signing.join_message(play, OTHER.tip))):
        with pytest.raises(WrongSign):
            feed(play, msgspec.structs.replace(joins, sign=wrong))


def test_a_device_goes_by_its_own_word_or_by_none(play: Play) -> None:
    sign = ANN.sign(signing.away_message(CHAIN.tip))
    for signs in ([sign], [""]):
        gone = feed(play, log.DevicesAway(devices=[0], signs=signs)).play
        assert gone.chains.contributing == []
        with pytest.raises(BadValue, match=r"devices \[\] are there"):
            feed(gone, log.DevicesAway(devices=[0], signs=signs))
    with pytest.raises(BadValue, match="a signature each"):
        feed(play, log.DevicesAway(devices=[0], signs=[]))
    with pytest.raises(WrongSign):
        feed(play, log.DevicesAway(devices=[0], signs=[BEN.sign(signing.away_message(CHAIN.tip))]))


def test_a_bot_plays_on_until_the_person_is_back(play: Play) -> None:
    away = feed(play, log.BotPlaysOn(player=0)).play
    assert not away.plays_itself(0)
    assert with_casts(away, log.CastShown(player=0, unit="1", aim=AIM, by="bot")).has_all_casts
    with pytest.raises(BadValue, match="a bot acts for player 0 now, not person"):
        with_cast(away, signed_cast(away))
    with pytest.raises(BadValue, match="already"):
        feed(away, log.BotPlaysOn(player=0))
    back = feed(away, log.PersonIsBack(player=0)).play
    assert back.plays_itself(0)
    with pytest.raises(BadValue, match="is not away"):
        feed(back, log.PersonIsBack(player=0))


def test_only_who_leaves_for_good_signs_it(play: Play) -> None:
    sign = ANN.sign(signing.leave_message(play, 0))
    left = feed(play, log.BotPlaysOn(player=0, for_good=True, sign=sign)).play
    with pytest.raises(BadValue, match="has resigned"):
        feed(left, log.PersonIsBack(player=0))
    with pytest.raises(BadValue, match="already"):
        feed(left, log.BotPlaysOn(player=0, for_good=True, sign=sign))
    with pytest.raises(WrongSign):
        feed(play, log.BotPlaysOn(player=0, for_good=True))
    with pytest.raises(WrongSign):
        feed(play, log.BotPlaysOn(player=0, sign=sign))
    with pytest.raises(BadValue, match="players are"):
        feed(play, log.BotPlaysOn(player=9))


def test_nobody_comes_or_goes_while_a_throw_was_given_up(play: Play) -> None:
    late = feed(fixed(play), log.DevicesLate(throw=0, attempt=0, devices=[0])).play
    for entry in (log.BotPlaysOn(player=1), log.DevicesAway(devices=[0], signs=[""])):
        with pytest.raises(BadValue, match="before throw 0 has landed"):
            feed(late, entry)
    with pytest.raises(BadValue, match="middle of a game"):
        feed(play, play.started)


def test_a_push_is_signed_and_so_is_every_consent(play: Play) -> None:
    lying = after_a_throw(play)
    player = lying.waited_for()[0]
    key, other = (ANN, BEN) if player == 0 else (BEN, ANN)
    die = lying.at_rest[0][0].die
    bare = log.DicePushed(player=player, dice=[(die, 0.02, 0.0)])
    push = msgspec.structs.replace(bare, sign=key.sign(signing.push_message(lying, bare)))
    assert feed(lying, push).play.at_rest != lying.at_rest
    with pytest.raises(WrongSign, match="missing"):
        feed(lying, bare)
    yes = other.sign(signing.agree_message(lying, push, 1 - player))
    assert feed(lying, msgspec.structs.replace(push, agreed=[(1 - player, yes)]))
    for agreed, says in (
        ([(1 - player, "")], "missing"),
        ([(1 - player, push.sign)], "does not fit"),
        ([(player, push.sign)], "agree once each"),
        ([(1 - player, yes)] * 2, "agree once each"),
        ([(9, yes)], "players are"),
    ):
        with pytest.raises(KesselError, match=says):
            feed(lying, msgspec.structs.replace(push, agreed=agreed))
