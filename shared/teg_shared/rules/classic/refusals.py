"""Every code with which the classic rules refuse a command or a table; the client has one sentence for each."""

from typing import Final

REFUSALS: Final = frozenset(
    {
        "announced-already",  # the end of this pact is announced already (C33)
        "armies",  # so many armies can't be placed or moved here (C4, C8, C13, C15)
        "card-claimed",  # this card's bonus was claimed since it left the deck (C19)
        "cards-do-not-match",  # neither three equal symbols nor three different ones (C20)
        "cards-repeated",  # one card stands twice in an exchange (C20)
        "colours",  # a colour is unknown or taken twice (C1)
        "exchange-first",  # with five cards an exchange is due before going on (C21)
        "first-round",  # nothing is exchanged or claimed in the first round (C9)
        "game-over",  # the game has ended
        "last-player",  # nobody would be left to play (T4)
        "no-announcements",  # pacts do not end by announcement under these house rules (C33)
        "no-such-pact",  # no standing pact has this number
        "no-such-proposal",  # no open proposal has this number
        "not-addressed",  # this proposal was made to another seat (C31)
        "not-bordering",  # the two countries share no border (C10, C15, C31)
        "not-your-card",  # this card is not in the hand (C19, C20)
        "not-your-pact",  # this pact is between other seats (C33, C35)
        "not-your-proposal",  # this proposal was made by another seat (C31)
        "not-your-turn",  # another seat is on turn
        "not-yours",  # this country is not of the seat that it should be of
        "occupy-first",  # a conquest waits for the armies that move in (C13)
        "only-drawn-card",  # at the end of the turn only the card just drawn may be claimed (C19)
        "own-target",  # the attacked country is one's own (C10)
        "pact-binds",  # a pact forbids this attack (C33, binding and notice)
        "pact-in-the-way",  # a pact would be broken, and this was not said (C33, breakable)
        "pact-stands",  # such a pact stands already (C31)
        "pact-with-oneself",  # a pact takes two (C31)
        "pacts-off",  # there are no pacts under these house rules (C33, none)
        "place-first",  # armies are still to be placed (C8)
        "enough-proposals",  # too many proposals of one seat in one round (C31)
        "proposal-open",  # such a proposal waits for its answer already (C31, C35)
        "regrouped",  # after the first regrouping there is no attack (C15)
        "seat-count",  # too few or too many seats (C1)
        "seat-out",  # the seat is destroyed or only defends (C23, T4)
        "term",  # the last round of a pact is past or too far away (C31)
        "too-few-armies",  # an attack needs two armies (C10)
        "too-many-proposals",  # too many own proposals wait for an answer (C31)
        "unknown-country",  # no country has this number
        "unknown-seat",  # no seat has this number
        "wrong-phase",  # not in this phase of the turn
    }
)
"""All of them; facts that come with a code are named where it is raised."""
