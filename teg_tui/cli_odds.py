"""The table of `teg odds`: exact odds of one battle, in lines of text."""

from teg_shared.rules import odds

from teg_tui.i18n import _

FAR_LEFT = 22
"""Width of the labels."""


class OddsRangeError(Exception):
    """Armies for which there are no odds; the text is a sentence for the player."""


def percent(share: float) -> str:
    """Return a probability in per cent; no roll and no battle is ever certain, so none is said to be."""
    if share < 0.0005:
        return "< 0,05 %" if _comma() else "< 0.05 %"
    if share > 0.9995:
        return "> 99,95 %" if _comma() else "> 99.95 %"
    return _number(share * 100, 1) + " %"


def _comma() -> bool:
    return _("sí") == "sí"


def _number(value: float, digits: int) -> str:
    said = f"{value:.{digits}f}"
    return said.replace(".", ",") if _comma() else said


def report(attackers: int, defenders: int) -> list[str]:
    """Return the lines for a country with `attackers` armies against one with `defenders`.

    Raises:
        OddsRangeError: unless 2 to MOST attack and 1 to MOST defend.
    """
    if not 2 <= attackers <= odds.MOST:
        raise OddsRangeError(
            _("El país que ataca tiene que tener de 2 a {most} ejércitos, no {n}.").format(most=odds.MOST, n=attackers)
        )
    if not 1 <= defenders <= odds.MOST:
        raise OddsRangeError(
            _("El país atacado tiene que tener de 1 a {most} ejércitos, no {n}.").format(most=odds.MOST, n=defenders)
        )
    left = odds.expected_left(attackers, defenders)
    lines = [
        _("{a} ejércitos atacan a {d}, hasta el final:").format(a=attackers, d=defenders),
        _line(_("conquista"), percent(odds.win_probability(attackers, defenders))),
        _line(_("quedan al atacante"), _number(left.attackers, 2)),
        _line(_("si conquista"), _number(left.attackers_if_won, 2)),
        _line(_("quedan al defensor"), _number(left.defenders, 2)),
    ]
    return [*lines, "", *_one_roll(attackers, defenders), "", *_wanted(defenders)]


def _line(label: str, value: str) -> str:
    return f"  {label:<{FAR_LEFT}} {value:>9}"


def _one_roll(attackers: int, defenders: int) -> list[str]:
    attack, defence = odds.dice_of_attacker(attackers), odds.dice_of_defender(defenders)
    lines = [_("Primera tirada, {a} dados contra {d}:").format(a=attack, d=defence)]
    for (lost, killed), share in odds.roll_outcomes(attack, defence).items():
        label = _("pierden {a} y {d}").format(a=lost, d=killed)
        lines.append(_line(label, percent(float(share))))
    return lines


def _wanted(defenders: int) -> list[str]:
    lines = [_("Ejércitos que hacen falta contra {d}:").format(d=defenders)]
    for chance in (0.5, 0.75, 0.9):
        needed = odds.fewest_attackers(defenders, chance)
        said = str(needed) if needed is not None else f"> {odds.MOST}"
        lines.append(_line(_("para el {n} %").format(n=round(chance * 100)), said))
    return lines
