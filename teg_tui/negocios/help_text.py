"""The text of the help of T.E.G. de los Negocios: what `negocios.help` says in the language in use."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from teg_tui.i18n import N_


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Items:
    """A list, in its order."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Grid:
    """A table with a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Text | Items | Grid


@dataclass(frozen=True)
class Section:
    """One part of the help; `key` names it for links from a screen."""

    key: str
    title: str
    blocks: tuple[Block, ...]


SECTIONS: Final = (
    Section(
        "idea",
        N_("La idea en un minuto"),
        (
            Text(
                N_(
                    "Hay 80 países y cada jugador es una corporación. Los países no se ganan con ejércitos: se "
                    "ganan con poder. Son tres ideas nuevas y una ronda con un orden fijo; lo demás lo hace el "
                    "programa."
                )
            ),
            Items(
                (
                    N_(
                        "Los factores: cada país lleva impreso uno de ocho factores de poder, diez países de cada "
                        "uno. Cuantos más países de un factor tengas, en todo el mapa, más fuerte sos en ese "
                        "factor."
                    ),
                    N_(
                        "El nivel son los dados: para tomar un país se tiran dados y se suman los dos más altos de "
                        "cada lado. Tu nivel dice cuántos tirás. Y el que pierde, pierde un país: no hay ataque "
                        "gratis."
                    ),
                    N_(
                        "Las fichas son capital, no soldados: tenés 65 y no se gastan, cambian de lugar. En un país "
                        "hay de 1 a 4, y la cantidad no cuenta para los dados."
                    ),
                ),
                numbered=True,
            ),
        ),
    ),
    Section(
        "levels",
        N_("Niveles y dados"),
        (
            Grid(
                (N_("Tu nivel"), N_("Cuándo lo tenés")),
                (
                    (N_("Dominio"), N_("tenés 6 o más de los diez países del factor")),
                    (N_("Preponderancia"), N_("nadie llega a 6 y nadie tiene más que vos; el empate vale para todos")),
                    (N_("Participación"), N_("tenés alguno, pero no alcanza para lo anterior")),
                    (N_("nada"), N_("no tenés ningún país del factor")),
                ),
            ),
            Text(
                N_(
                    "El que ataca usa su nivel en el factor del país desde el que ataca; el que defiende, el suyo "
                    "en el factor del país atacado. El que está más abajo tira 2 dados; el otro, 2, 3 o 4 según "
                    "esté a la par, un escalón o dos más arriba. (N35, N36)"
                )
            ),
            Grid(
                (N_("Dados"), N_("Gana el que tira más")),
                (("2 - 2", N_("50 %")), ("3 - 2", N_("67,1 %")), ("4 - 2", N_("77,1 %"))),
            ),
            Text(
                N_(
                    "Si las sumas empatan, los dos tiran de nuevo, 2 dados cada uno, hasta que alguien gane. Los "
                    "niveles se cuentan otra vez después de cada cambio de dueño. (N38, N40)"
                )
            ),
        ),
    ),
    Section(
        "round",
        N_("La ronda, en orden"),
        (
            Items(
                (
                    N_("Turnos de control de la primera mitad: intentos, tarjeta, inversión y reasignación."),
                    N_("Negociación de la primera mitad: los que ya jugaron y los suspendidos."),
                    N_("Turnos de control de la segunda mitad."),
                    N_("¿Alguien cumplió su objetivo? Se mira una sola vez por ronda, acá."),
                    N_("Negociación de la segunda mitad."),
                    N_("Negociación común: todos."),
                    N_("Suspensiones: el líder del mapa suspende a uno; el del mercado, a otro, y dice quién empieza."),
                ),
                numbered=True,
            ),
        ),
    ),
    Section(
        "first",
        N_("Tu primera ronda"),
        (
            Items(
                (
                    N_("Mirá la tabla de niveles y buscá en qué factor sos más fuerte."),
                    N_(
                        "Atacá desde un país de ese factor a alguien que apenas participe en el factor del país "
                        "atacado."
                    ),
                    N_("Elegí como país de salida uno que no te duela perder: si fallás, es del otro."),
                    N_(
                        "Para comparar: / y el nombre de una corporación lista sus países, con tu chance de tomar cada "
                        "uno."
                    ),
                    N_("El primer intento es obligatorio; después plantate cuando la cuenta no te cierre."),
                    N_("Si tomaste un país robás una tarjeta: jugala ya, salvo que la quieras para una negociación."),
                    N_("En la negociación cambiá fichas retenidas: las tuyas vuelven a tu reserva."),
                ),
                numbered=True,
            ),
        ),
    ),
    Section(
        "attempts",
        N_("Intentos de control"),
        (
            Text(
                N_(
                    "Se ataca desde un país tuyo a uno ajeno enlazado por frontera o puente, con las fichas que "
                    "tenga. Un país recién tomado puede atacar enseguida. (N33, N50)"
                )
            ),
            Text(
                N_(
                    "Al menos un intento y hasta cinco. Si ganaste los cinco, seguís hasta la primera derrota. "
                    "(N52, N53)"
                )
            ),
            Text(
                N_(
                    "El que gana, ataque o defienda, se queda con el país: retiene las fichas que había y pone la "
                    "misma cantidad de su reserva. El país con el que peleó no se toca. Sin reserva, la ficha sale "
                    "de tu país con más fichas. (N41 a N43)"
                )
            ),
            Text(
                N_(
                    "Control hostil: con 4 fichas contra 1 no hay dados, el país es tuyo y pasan de 1 a 3 fichas. "
                    "Cuenta como un intento ganado. (N46 a N49)"
                )
            ),
        ),
    ),
    Section(
        "cards",
        N_("Tarjetas e íconos"),
        (
            Text(
                N_(
                    "Si en tu turno tomaste al menos un país, robás una tarjeta. Se juega una por ronda: después de "
                    "tus intentos, o en una negociación en la que participes. Se usa entera y en orden. (N57 a N65)"
                )
            ),
            Items(
                (
                    N_("Ponés 1, 2 o 3 fichas de tu reserva en tus países, hasta 4 por país."),
                    N_(
                        "Todos tiran un dado: el más alto mete esas fichas en el mercado y el más bajo saca otras "
                        "tantas."
                    ),
                    N_("Movés tres íconos: exactamente 3, 2 y 1 países, sin repetir ninguno."),
                ),
                numbered=True,
            ),
            Text(
                N_(
                    "Los ocho íconos son piezas que caminan por el mapa y no son de nadie. Si al terminar dos de "
                    "los tres quedan en un país de su mismo factor, hacés un intercambio de 2 fichas en el mercado; "
                    "si son los tres, de 3. (N70 a N74)"
                )
            ),
        ),
    ),
    Section(
        "market",
        N_("El mercado"),
        (
            Text(
                N_(
                    "El mercado tiene siempre las mismas fichas: cinco por cada corporación que empezó. Solo cambia "
                    "de quién son. Con tres cuartos del total se gana en el acto. (N92, N104)"
                )
            ),
            Text(
                N_(
                    "En un intercambio elegido metés 2 o 3 tuyas y sacás otras tantas ajenas, a lo sumo una de cada "
                    "corporación; quedan retenidas en tu zona. Si dejás a alguien sin nada, podés hacer otro de 3. "
                    "(N74 a N78, N85 a N87)"
                )
            ),
            Text(
                N_(
                    "La sala decide si hay mercado; sola, lo usa de 6 a 8 corporaciones. Sin mercado no hay dado de "
                    "todos ni coincidencias, y lo que le tocaba a su líder le toca al segundo en países. (N89 a "
                    "N91)"
                )
            ),
        ),
    ),
    Section(
        "zone",
        N_("Tus 65 fichas"),
        (
            Text(
                N_(
                    "Están en el mapa, en tu reserva, en el mercado, o retenidas por otro que te las sacó. Sumadas "
                    "dan siempre 65. Las retenidas vuelven solo por un trato. (N17, N142)"
                )
            ),
            Text(
                N_(
                    "Al final de tu turno podés hacer una inversión (fichas entre dos países tuyos del mismo "
                    "factor, estén donde estén) y una reasignación (entre dos tuyos enlazados). En el origen queda "
                    "una y en el destino no hay más de 4. (N118)"
                )
            ),
        ),
    ),
    Section(
        "talks",
        N_("Negociaciones"),
        (
            Text(N_("Tres por ronda, y siempre lo mismo por lo mismo, en igual cantidad. (N120 a N123)")),
            Items(
                (
                    N_("Fichas por fichas, de las que cada uno tiene retenidas; las tuyas vuelven a tu reserva."),
                    N_("País por país: cada uno pone en el que recibe tantas fichas como había. No da tarjeta."),
                    N_("Tarjeta por tarjeta: mostrás una tuya, el otro contesta nombrando la suya, y vos decidís."),
                )
            ),
            Text(
                N_(
                    "Una oferta se cumple cuando el otro acepta; antes, cualquiera puede retirarse. Si lo prometido "
                    "ya no está, la oferta cayó y se dice por qué. Se termina cuando todos avisaron. (N126, N130, "
                    "N131)"
                )
            ),
        ),
    ),
    Section(
        "suspensions",
        N_("Suspensiones"),
        (
            Text(
                N_(
                    "El líder del mapa suspende a uno; el del mercado, a otro, y nombra a quien empieza. Quien "
                    "lidera las dos cosas decide las dos. Si hay empate eligen todos los empatados; si no "
                    "coinciden, pueden cambiar una vez, y después se sortea. (N93 a N96)"
                )
            ),
            Text(
                N_(
                    "El suspendido no tiene turno de control en la ronda que viene; todo lo demás sí: se defiende, "
                    "negocia, tira el dado y puede ganar. Nadie se suspende a sí mismo, ni está suspendido dos "
                    "rondas seguidas. (N94, N99)"
                )
            ),
        ),
    ),
    Section(
        "winning",
        N_("Cómo se gana"),
        (
            Grid(
                (N_("Victoria"), N_("Cuándo se mira")),
                (
                    (N_("Objetivo: todo lo que dice tu tarjeta, a la vez"), N_("una vez por ronda")),
                    (N_("Hegemonía: tres cuartos del mercado"), N_("siempre")),
                    (N_("Consolidación: 32 países"), N_("siempre")),
                    (N_("Bloque: 16 países unidos por fronteras o puentes"), N_("siempre")),
                    (N_("Ser la última corporación"), N_("siempre")),
                ),
            ),
            Text(
                N_(
                    "Quien se queda sin países sale del juego; el que lo eliminó recibe sus tarjetas, y sus fichas "
                    "del mercado las reponen los demás. (N110 a N116)"
                )
            ),
        ),
    ),
)
