/** The words of lessons, puzzles and exercises, in both languages. */

import { language } from "../language.js";

const WORDS = {
  en: {
    learn: "Learn {game}",
    learn_short: "First time? Learn in three minutes",
    lessons: "Lessons",
    puzzles: "Puzzles",
    progress: "{done} of {of} done",
    lesson: "Lesson {number} of {of}",
    again: "Try again",
    next: "Next lesson",
    play_now: "Play a first game",
    all_done: "That was the last lesson. You know how to play.",
    well_done: "Well done!",
    no_lessons: "This game has no lessons.",
    done_mark: "done",
    take_back: "Take back",
    finish: "Finish turn",
    reserve: "Drop from your reserve ({count})",
    board: "Board of the task",
    puzzle_day: "Puzzle of the day",
    puzzle: "Puzzle {id}",
    level: "Level: {level}",
    any_puzzle: "Another puzzle",
    right: "Right!",
    wrong: "That is not it. Take another look.",
    hint: "Hint",
    more_hint: "Tell me more",
    answer: "Show the answer",
    streak: "{count} in a row",
    days: "{count} days in a row",
    day: "First day",
    solved: "{done} of {of} solved",
    no_puzzles: "This game has no puzzles yet.",
    choose_level: "Level",
    all_levels: "All levels",
    levels: ["easy", "medium", "hard", "very hard"],
    copy_link: "Copy link",
    analyse: "Analyse",
    shown: "Here is how it goes.",
  },
  pt: {
    learn: "Aprende {game}",
    learn_short: "Primeira vez? Aprende em três minutos",
    lessons: "Lições",
    puzzles: "Problemas",
    progress: "{done} de {of} feitas",
    lesson: "Lição {number} de {of}",
    again: "Tentar outra vez",
    next: "Lição seguinte",
    play_now: "Jogar a primeira partida",
    all_done: "Foi a última lição. Já sabes jogar.",
    well_done: "Muito bem!",
    no_lessons: "Este jogo não tem lições.",
    done_mark: "feita",
    take_back: "Desfazer",
    finish: "Terminar jogada",
    reserve: "Pôr uma peça da reserva ({count})",
    board: "Tabuleiro da tarefa",
    puzzle_day: "Problema do dia",
    puzzle: "Problema {id}",
    level: "Nível: {level}",
    any_puzzle: "Outro problema",
    right: "Certo!",
    wrong: "Não é essa. Vê outra vez.",
    hint: "Dica",
    more_hint: "Diz-me mais",
    answer: "Mostrar a solução",
    streak: "{count} seguidos",
    days: "{count} dias seguidos",
    day: "Primeiro dia",
    solved: "{done} de {of} resolvidos",
    no_puzzles: "Este jogo ainda não tem problemas.",
    choose_level: "Nível",
    all_levels: "Todos os níveis",
    levels: ["fácil", "médio", "difícil", "muito difícil"],
    copy_link: "Copiar ligação",
    analyse: "Analisar",
    shown: "É assim que continua.",
  },
};

/**
 * A sentence of these pages, its blanks filled.
 * @param {keyof typeof WORDS.en} key @param {Record<string, string | number>} [blanks] @returns {string}
 */
export function l(key, blanks = {}) {
  const found = WORDS[language()][key];
  if (typeof found !== "string") throw new Error(`no word ${key}`);
  return found.replace(/\{(\w+)\}/g, (_, name) => String(blanks[name] ?? ""));
}

/** What a level is called. @param {number} level */
export function levelName(level) {
  return WORDS[language()].levels[level - 1] ?? "";
}
