"""What the application says, in the product's languages."""

from __future__ import annotations

from collections.abc import Mapping

from tabuleiro.text import Language, Text

WORDS: Mapping[str, Text] = {
    # Menu
    "which_game": Text("Choose a game", "Escolhe um jogo"),
    "person": Text("Person", "Pessoa"),
    "you": Text("You", "Tu"),
    "play": Text("Play", "Jogar"),
    "options": Text("Options", "Opções"),
    "open": Text("Open", "Abrir"),
    "rules": Text("Rules", "Regras"),
    "lessons": Text("Lessons", "Lições"),
    "puzzles": Text("Puzzles", "Problemas"),
    "teach_elsewhere": Text(
        "This terminal cannot be left for a while; run: {command}",
        "Este terminal não se pode deixar por um momento; usa: {command}",
    ),
    "language": Text("Português", "English"),
    "theme": Text("Colours", "Cores"),
    "quit": Text("Quit", "Sair"),
    "changed": Text("Options: {options}", "Opções: {options}"),
    "your_lessons": Text("{done} of {of} lessons", "{done} de {of} lições"),
    "your_puzzles": Text("{done} of {of} puzzles", "{done} de {of} problemas"),
    "your_games": Text("{count} games against bots", "{count} partidas contra bots"),
    "your_rating": Text("rating {rating}", "classificação {rating}"),
    # Keys
    "undo": Text("Undo", "Desfazer"),
    "hint": Text("Hint", "Dica"),
    "analyse": Text("Analyse", "Analisar"),
    "type": Text("Type", "Escrever"),
    "flip": Text("Flip", "Virar"),
    "pause": Text("Pause", "Pausa"),
    "go_on": Text("Go on", "Continuar"),
    "keys": Text("Keys", "Teclas"),
    "leave": Text("Leave", "Sair"),
    "save": Text("Save", "Guardar"),
    "step": Text("Step", "Passo"),
    "speed": Text("Speed", "Ritmo"),
    "finish": Text("Finish turn", "Terminar jogada"),
    "drop": Text("Drop", "Reserva"),
    "key_arrows": Text(
        "move the cursor over the board; the mouse does it too",
        "mover o cursor no tabuleiro; o rato também",
    ),
    "key_enter": Text(
        "pick a piece, then where it goes (or click)",
        "escolher a peça e depois o destino (ou clicar)",
    ),
    "key_escape": Text(
        "cancel; stop a bot that thinks", "cancelar; parar um bot que está a pensar"
    ),
    "key_slash": Text(
        "type a move; Tab completes, Enter plays", "escrever a jogada; Tab completa, Enter joga"
    ),
    "key_finish": Text(
        "finish a turn that may end here", "terminar uma jogada que pode acabar aqui"
    ),
    "key_drop": Text("drop a piece of your reserve", "pôr uma peça da tua reserva"),
    "key_undo": Text("take back a step or a turn", "desfazer um passo ou uma jogada"),
    "key_hint": Text(
        "a hint: which piece, then which way, then the move",
        "uma dica: que peça, depois para onde, depois a jogada",
    ),
    "key_analyse": Text(
        "the best lines, and why; again to stop",
        "as melhores linhas, e porquê; outra vez para parar",
    ),
    "key_line": Text("see the best line on the board", "ver a melhor linha no tabuleiro"),
    "key_worth": Text(
        "what each piece is worth; again to hide it",
        "quanto vale cada peça; outra vez para esconder",
    ),
    "key_browse": Text("look at earlier and later turns", "ver jogadas anteriores e seguintes"),
    "key_ends": Text("first and last turn", "primeira e última jogada"),
    "key_pause": Text("pause the bots, and go on", "parar os bots, e continuar"),
    "key_watch": Text("pause, and go on", "parar, e continuar"),
    "key_speed": Text("faster, slower", "mais depressa, mais devagar"),
    "key_flip": Text("turn the board around", "virar o tabuleiro"),
    "key_rules": Text("the rules of the game", "as regras do jogo"),
    "key_theme": Text("colours or plain signs", "cores ou sinais simples"),
    "key_save": Text("save the game to a file", "guardar a partida num ficheiro"),
    "key_open": Text("open a saved game", "abrir uma partida guardada"),
    "key_leave": Text("back to the menu; quit", "voltar ao menu; sair"),
    # Game
    "moves": Text("Moves", "Jogadas"),
    "analysis": Text("Analysis", "Análise"),
    "thinking": Text("{name} is thinking… Esc stops", "{name}: a pensar… Esc para"),
    "compiling": Text(
        "Compiling {game}, first time only…", "A compilar {game}, só na primeira vez…"
    ),
    "plays": Text("{name} plays {move}.", "{name}: {move}."),
    "paused": Text("Paused. p goes on, u takes back.", "Em pausa. p continua, u desfaz."),
    "stopped": Text(
        "{name} has stopped thinking. p goes on, u takes back.",
        "{name}: parou de pensar. p continua, u desfaz.",
    ),
    "nothing": Text("There is nothing to take back.", "Não há nada para desfazer."),
    "no_finish": Text("The turn cannot end here.", "A jogada não pode acabar aqui."),
    "not_yours": Text("It is not your turn.", "Não é a tua vez."),
    "browsing": Text(
        "Turn {turn} of {turns}. ] goes on, Esc returns.",
        "Jogada {turn} de {turns}. ] avança, Esc volta.",
    ),
    "where_to": Text("{cell}: where to?", "{cell}: para onde?"),
    "reserve_to": Text("Where do you drop it?", "Onde a pões?"),
    "goes_on": Text("The turn goes on; e finishes it.", "A jogada continua; e termina-a."),
    "goes_on_must": Text("The turn goes on.", "A jogada continua."),
    "choose": Text("Which one? {choices}", "Qual? {choices}"),
    "takes": Text("takes {cells}", "captura {cells}"),
    "looking": Text("Looking for a hint…", "À procura de uma dica…"),
    "saved": Text("The game is in {path}", "A partida está em {path}"),
    "file": Text("File", "Ficheiro"),
    "replace": Text(
        "{path} is there already; Enter replaces it.", "{path} já existe; Enter substitui-o."
    ),
    "leave_game": Text(
        "Leave this game? It is not saved.", "Sair desta partida? Não está guardada."
    ),
    "yes": Text("Yes", "Sim"),
    "no": Text("No", "Não"),
    "ok": Text("OK", "OK"),
    "cancel": Text("Cancel", "Cancelar"),
    "close": Text("Esc closes", "Esc fecha"),
    "placeholder": Text("/ to type a move, such as {move}", "/ para escrever, como {move}"),
    "lost": Text("{count} lost", "{count} perdidas"),
    "reserve": Text("{count} in reserve", "{count} em reserva"),
    "speed_is": Text("{seconds:g} s a turn", "{seconds:g} s por jogada"),
    "fastest": Text("as fast as possible", "o mais depressa possível"),
    # Analysis
    "press_a": Text(
        "Press a for the best lines of this position, and why.",
        "Carrega em a para as melhores linhas desta posição, e porquê.",
    ),
    "no_line": Text(
        "There is no line to show; press a first.",
        "Não há linha para mostrar; carrega primeiro em a.",
    ),
    "analysing": Text("Analysing…", "A analisar…"),
    "worths": Text(
        "What each piece is worth to its owner, {voice}.",
        "Quanto vale cada peça para o seu dono, {voice}.",
    ),
    "over": Text("The game is over.", "A partida acabou."),
    "wins": Text("{name}: {share:.0%} to win", "{name}: {share:.0%} de vitória"),
    "depth": Text("depth {depth} · {nodes} positions", "profundidade {depth} · {nodes} posições"),
    "why": Text("Why", "Porquê"),
    "thought": Text(
        "{value} {graph} depth {depth} · {nodes} · {line}",
        "{value} {graph} prof. {depth} · {nodes} · {line}",
    ),
    # Window
    "small": Text("The window is a little small", "A janela é um pouco pequena"),
    "small_more": Text(
        "The board needs {width} columns and {height} lines; here are {columns} and {lines}.\n"
        "Please make the window larger, or its letters smaller: the game goes on by itself.\n"
        "tabuleiro play --plain works in any window.",
        "O tabuleiro precisa de {width} colunas e {height} linhas; aqui há {columns} e {lines}.\n"
        "Aumenta a janela ou diminui as letras: a partida continua sozinha.\n"
        "tabuleiro play --plain funciona em qualquer janela.",
    ),
}


def say(language: Language, key: str, **words: object) -> str:
    """A text of the application with its words filled in."""
    return WORDS[key][language].format(**words)
