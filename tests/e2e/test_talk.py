"""Two people talk and bargain: chat, and a pact that is proposed, accepted, kept and broken, by keys alone."""

from pathlib import Path

import pytest

from tests.e2e.programs import on_turn, table


def test_what_one_says_the_other_reads_and_a_whisper_only_who_is_meant(tmp_path: Path) -> None:
    with table(tmp_path, "Ana", "Beto", "Caro") as (_, (ana, beto, caro)):
        ana.press("t", "hola a todos", "enter")
        for person in (beto, caro):
            seen = person.expect("hola a todos")
            assert "Charla 1" in seen.keys.values()
        beto.press("t")
        seen = beto.expect("Ana: hola a todos")
        assert seen.title == "Charla"
        beto.press("tab")
        beto.expect("A Ana ›")
        beto.press("vamos contra Caro", "enter")
        ana.expect("Beto a vos: vamos contra Caro")
        caro.terminal.settle(0.5)
        assert b"vamos contra" not in bytes(caro.terminal.output)
        assert "t" not in ana.seen.keys  # letters are text while the sheet is open
        ana.press("escape")
        assert ana.seen.sheet is None


@pytest.mark.timeout(200)
def test_a_pact_is_proposed_accepted_and_broken_only_after_a_question_that_names_it(tmp_path: Path) -> None:
    with table(tmp_path, "Ana", "Beto") as (_, people):
        ana, beto = people
        ana.press("p", "n")
        ana.expect("¿a quién?")
        ana.press("enter")
        ana.choose("down", "Todo el mapa", 40)
        ana.press("enter")
        ana.choose("down", "Sin término")
        ana.press("enter")
        ana.expect("Propuestas tuyas sin respuesta")
        ana.press("escape")

        seen = beto.expect("Ana te propone")
        assert seen.keys["p"] == "Pactos 1!"
        beto.press("p")
        seen = beto.expect("Esperan tu respuesta")
        assert (seen.keys["s"], seen.keys["x"]) == ("Aceptar", "Rechazar")
        beto.press("s")
        beto.expect("Tus pactos")
        beto.press("escape")
        ana.expect("═")

        mine, other = on_turn(people, [person.robot(least=101) for person in people])
        mine.press("tab", "enter")
        assert "hay pacto" in mine.seen.hint
        mine.press("enter")
        question = mine.hint(f"¿Romper tu pacto con {other.name} en todo el mapa para atacar ")
        assert question.keys == {**question.keys, "s": "Sí, romperlo", "n": "No"}
        mine.press("enter", "n")
        assert "hay pacto" in mine.seen.hint
        mine.press("enter", "s")
        mine.terminal.settle()
        other.press("p", "l")
        seen = other.expect("Libro de pactos")
        assert f"{mine.name} ROMPE con {other.name}" in seen.text.replace("vos", other.name)
