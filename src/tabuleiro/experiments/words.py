"""What tables and report say, in the product's languages."""

from __future__ import annotations

from tabuleiro.text import Text

WORDS = {
    "game": Text("game", "jogo"),
    "games": Text("games", "partidas"),
    "of": Text("of", "de"),
    "openings": Text("openings", "aberturas"),
    "options": Text("options", "opções"),
    "seed": Text("seed", "semente"),
    "time": Text("time of all games", "tempo de todas as partidas"),
    "leader": Text(
        "<b>{name}</b> is the strongest with {elo} Elo.",
        "<b>{name}</b> é o mais forte, com {elo} Elo.",
    ),
    "unclear": Text(
        "Its interval meets that of <b>{name}</b> ({elo}): these games do not decide between them.",
        "O seu intervalo toca no de <b>{name}</b> ({elo}): estas partidas não decidem entre os "
        "dois.",
    ),
    "clear": Text(
        "The next is <b>{name}</b> with {elo}; the intervals do not meet.",
        "Segue-se <b>{name}</b>, com {elo}; os intervalos não se tocam.",
    ),
    "ranking": Text("Ranking", "Classificação"),
    "bot": Text("bot", "bot"),
    "results": Text("won–drawn–lost", "ganhas–empatadas–perdidas"),
    "score": Text("score", "pontuação"),
    "interval": Text("95 % interval", "intervalo de 95 %"),
    "ranking caption": Text(
        "Elo by maximum likelihood over all games, seen from the mean of the bots: of two bots, "
        "each is half of their difference away from it. A 95 % interval is made so that 95 of 100 "
        "such intervals contain the true value; where two meet, the order is not certain.",
        "Elo por máxima verosimilhança sobre todas as partidas, visto da média dos bots: de dois "
        "bots, cada um fica a metade da diferença entre eles. Um intervalo de 95 % é feito de "
        "modo que 95 em cada 100 contenham o valor verdadeiro; quando dois se tocam, a ordem "
        "não é certa.",
    ),
    "cross": Text("Everyone against everyone", "Todos contra todos"),
    "cross caption": Text(
        "Score of the bot in the row against the bot in the column. A cell opens a game.",
        "Pontuação do bot da linha contra o da coluna. Cada célula abre uma partida.",
    ),
    "pairing": Text("pairing", "confronto"),
    "pairings": Text("Pairings", "Confrontos"),
    "first": Text("moving first", "a jogar primeiro"),
    "second": Text("moving second", "a jogar em segundo"),
    "pairs": Text("pairs by points", "pares por pontos"),
    "lead": Text("Elo lead", "vantagem em Elo"),
    "superior": Text("stronger with", "mais forte com"),
    "turns": Text("turns", "jogadas"),
    "pairings caption": Text(
        "All numbers are the first bot's. Its pairs are those with 0, ½, 1, 1½ and 2 points: every "
        "opening is played twice with the seats swapped, and a pair of games is one observation, "
        "so that luck with the opening cancels out. The last column but one is the likelihood of "
        "superiority.",
        "Todos os números são do primeiro bot. Os pares são os de 0, ½, 1, 1½ e 2 pontos: cada "
        "abertura joga-se duas vezes com os lugares trocados, e um par de partidas é uma só "
        "observação, para que a sorte da abertura se anule. A penúltima coluna é a probabilidade "
        "de superioridade.",
    ),
    "seat": Text("The two seats", "Os dois lugares"),
    "seat text": Text(
        "Whoever moved first won {wins}, drew {draws} and lost {losses} games: {score}.",
        "Quem jogou primeiro ganhou {wins}, empatou {draws} e perdeu {losses} partidas: {score}.",
    ),
    "effort": Text("What the turns cost", "O que custaram as jogadas"),
    "mean": Text("mean time", "tempo médio"),
    "p95": Text("95 % below", "95 % abaixo de"),
    "considered": Text("states considered", "estados considerados"),
    "avoided": Text("avoided", "evitados"),
    "pruned": Text("branches pruned", "ramos cortados"),
    "depth": Text("depth", "profundidade"),
    "states": Text("states", "estados"),
    "effort caption": Text(
        "Means of a turn. Avoided: known from the table of searched states. Pruned: branches "
        "that alpha-beta cut off. Depth: turns looked ahead.",
        "Médias por jogada. Evitados: conhecidos da tabela de estados. Cortados: ramos que o "
        "alfa-beta não percorreu. Profundidade: jogadas vistas à frente.",
    ),
    "times caption": Text(
        "The mean over all games that got so far; up to the length that 95 % of the games keep.",
        "A média das partidas que chegaram até aí; até à duração que 95 % das partidas não passam.",
    ),
    "times caption, many": Text(
        "The mean over all games that got so far, of the {count} strongest bots; up to the length "
        "that 95 % of the games keep.",
        "A média das partidas que chegaram até aí, dos {count} bots mais fortes; até à duração que "
        "95 % das partidas não passam.",
    ),
    "ladder caption": Text(
        "Each rung is a bot; the bars are 95 % intervals. A bar that ends in a triangle has no end "
        "there: the bot won, or lost, everything against the others.",
        "Cada degrau é um bot; as barras são intervalos de 95 %. Uma barra que acaba num triângulo "
        "não tem fim desse lado: o bot ganhou, ou perdeu, tudo contra os outros.",
    ),
    "grid": Text("Two settings", "Duas definições"),
    "grid caption": Text(
        "The Elo of each bot with its 95 % interval, and its score.",
        "O Elo de cada bot com o seu intervalo de 95 %, e a sua pontuação.",
    ),
    "lost": Text("lost", "perdidas"),
    "why lost": Text("Why games were lost", "Porque se perderam partidas"),
    "why lost caption": Text(
        "The games that each bot lost, by what ended them.",
        "As partidas que cada bot perdeu, pelo que as acabou.",
    ),
    "what happened": Text("what happened", "o que aconteceu"),
    "faults caption": Text(
        "Games that a mistake of the bot itself has lost, the most common first.",
        "Partidas perdidas por um erro do próprio bot, primeiro os mais comuns.",
    ),
    "length": Text("The games", "As partidas"),
    "length text": Text("Games ended by: {reasons}.", "As partidas acabaram por: {reasons}."),
    "list": Text("List of games, with each player's times", "Lista das partidas, com os tempos"),
    "number": Text("game", "partida"),
    "result": Text("result", "resultado"),
    "total": Text("time", "tempo"),
    "games caption": Text(
        "Turns after the opening, the time of all of them and the mean time of one: of the bot "
        "that moves first, then of the other. The same is in games.csv.",
        "Jogadas depois da abertura, o tempo de todas e o tempo médio de uma: do bot que joga "
        "primeiro, depois do outro. O mesmo está em games.csv.",
    ),
    "games some": Text(
        "The games of this page; all games are in games.csv. Turns after the opening, the time of "
        "all of them and the mean time of one: of the bot that moves first, then of the other.",
        "As partidas desta página; todas estão em games.csv. Jogadas depois da abertura, o tempo "
        "de todas e o tempo médio de uma: do bot que joga primeiro, depois do outro.",
    ),
    "replay": Text("Replay", "Rever partidas"),
    "replay all": Text(
        "All {shown} games. Use the arrow keys, or pick a move.",
        "Todas as {shown} partidas. Usa as setas, ou escolhe uma jogada.",
    ),
    "replay some": Text(
        "{shown} of {all} games are in this page, some of every pairing: upsets, the shortest, a "
        "usual one, a draw, the longest. All games with their moves are in {file} beside it; "
        "`tabuleiro export DIR NUMBER` takes one out. Use the arrow keys, or pick a move.",
        "Estão nesta página {shown} de {all} partidas, algumas de cada confronto: surpresas, a "
        "mais curta, uma habitual, um empate, a mais longa. Todas as partidas e jogadas estão em "
        "{file}, ao lado; `tabuleiro export DIR NUMBER` tira uma. Usa as setas, ou escolhe uma "
        "jogada.",
    ),
    "replay print": Text(
        "The page itself replays {shown} games on a board.",
        "A própria página mostra {shown} partidas num tabuleiro.",
    ),
    "no games": Text("No game has been played yet.", "Ainda não se jogou nenhuma partida."),
    "start": Text("the start", "o início"),
    "opening": Text("a turn of the opening", "uma jogada da abertura"),
    "cut": Text(
        "the page holds no more turns of this game",
        "a página não tem mais jogadas desta partida",
    ),
    "choose": Text("Game", "Partida"),
    "moves": Text("Moves", "Jogadas"),
    "back": Text("Back", "Recuar"),
    "forward": Text("Forward", "Avançar"),
    "end": Text("To the end", "Para o fim"),
    "play": Text("Play", "Reproduzir"),
    "turn": Text("Turn", "Jogada"),
    "notes": Text("To keep in mind", "A ter em conta"),
    "settings": Text("How it was done", "Como foi feito"),
    "files": Text(
        "The same numbers: players.csv, pairings.csv, games.csv, times.csv, report.json,"
        " report.md; the charts as SVG and PNG in charts/.",
        "Os mesmos números: players.csv, pairings.csv, games.csv, times.csv, report.json, "
        "report.md; os gráficos em SVG e PNG em charts/.",
    ),
}

NOTES = {
    "random": Text(
        "{count} random turns, kept if balanced", "{count} jogadas à sorte, se equilibradas"
    ),
    "file": Text("{count} from a file", "{count} de um ficheiro"),
    "none": Text("none", "nenhuma"),
    "forfeits": Text(
        "Games lost otherwise than by the rules: {count:,} ({reason}).",
        "Partidas perdidas por outra razão que não as regras: {count:,} ({reason}).",
    ),
    "late": Text(
        "{name} took longer than its {limit} s in {count:,} of {all:,} turns: the machine was "
        "busy, or it does not keep to its limit.",
        "{name} demorou mais do que os seus {limit} s em {count:,} de {all:,} jogadas: a máquina "
        "estava ocupada, ou ele não respeita o limite.",
    ),
    "missing": Text(
        "Games that have not been played yet: {count:,}.",
        "Partidas por jogar: {count:,}.",
    ),
    "repeated": Text(
        "{count:,} of {all:,} games repeat another one move for move: they are no new evidence, "
        "and the intervals are too narrow. Longer random openings help.",
        "{count:,} de {all:,} partidas repetem outra jogada por jogada: não são nova evidência, e "
        "os intervalos são estreitos demais. Aberturas à sorte mais longas ajudam.",
    ),
    "single": Text(
        "Games whose pair is not complete yet, left out of scores and Elo: {count:,}.",
        "Partidas sem o seu par, fora das pontuações e do Elo: {count:,}.",
    ),
    "apart": Text(
        "{name}: no games connect it with the others.",
        "{name}: nenhuma partida o liga aos outros.",
    ),
    "lower": Text(
        "{name}: the bots around 0 took no point from it, so its Elo has a lower bound only.",
        "{name}: os bots à volta do 0 não lhe tiraram pontos; o seu Elo só tem limite inferior.",
    ),
    "upper": Text(
        "{name}: it took no point from the bots around 0, so its Elo has an upper bound only.",
        "{name}: não tirou pontos aos bots à volta do 0; o seu Elo só tem limite superior.",
    ),
    "few": Text(
        "So few games leave room for the opposite even where one bot won them all: a bound may lie "
        "on the other side of 0.",
        "Tão poucas partidas deixam lugar ao contrário mesmo quando um bot as ganhou todas: um "
        "limite pode ficar do outro lado do 0.",
    ),
    "incomparable": Text(
        "{name}: its results cannot be compared with the rated group's.",
        "{name}: os seus resultados não se comparam com os do grupo classificado.",
    ),
    "stopped": Text(
        "Pairings that a sequential test stopped early: their Elo leans to the side that the test "
        "accepted.",
        "Confrontos que um teste sequencial parou mais cedo: o seu Elo pende para o lado que o "
        "teste aceitou.",
    ),
}
