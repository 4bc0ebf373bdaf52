"""The rules of Harry Potter on which its booklets differ, as far as a game of two minds them."""

from dataclasses import dataclass

from kessel.rules.options import Options


@dataclass(frozen=True, slots=True)
class PotterRules:
    """Unless said otherwise, what most booklets say."""

    bound_ends_turn: bool = True
    """A turn in which only Immobulus matches is over (B-15)."""
    takes_new_immobulus: bool = True
    """Immobulus matched by the throws of a Relashio is taken (B-19)."""
    all_throw: bool = True
    """The active player throws for a Relashio, too (B-18)."""
    may_decline: bool = True
    """Nobody has to take the die of an Accio (B-20)."""
    accio_takes_immobulus: bool = True
    """An Accio may take an Immobulus (B-17)."""
    out_at_once: bool = False
    """The other is out as soon as a Relashio costs them their last die (B-30)."""

    @classmethod
    def of(cls, options: Options) -> "PotterRules":
        """Those of a game."""
        return cls(
            options.immobulus_only_ends_turn,
            options.relashio_new_immobulus == "collect",
            options.relashio_throwers == "all",
            options.accio_optional,
            options.accio_single_immobulus,
            options.zero_elimination == "immediate",
        )


MOST_BOOKLETS = PotterRules()
"""What the edition plays by default."""
