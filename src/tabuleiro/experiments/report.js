"use strict";
// Steps through the games of the page: pictures are lists of numbers of SVG lines.
const data = JSON.parse(document.getElementById("games").textContent);
const at = (id) => document.getElementById(id);
const [list, board, moves, slider, effort] = ["game", "board", "moves", "turn", "effort"].map(at);
const words = document.getElementById("replay").dataset;
const PLAY = "M4 2l10 6-10 6z", PAUSE = "M5 3v10M11 3v10";
let game = null, turn = 0, timer = 0;

function picture(game, turn) {
  const numbers = data.boards[game.board].concat(game.pictures[turn]);
  return numbers.map((number) => data.lines[number]).join("\n");
}

function trail(places) {
  if (!places.length) return "";
  const [x, y] = places[places.length - 1];
  const path = places.map(([x, y]) => `${x},${y}`).join(" ");
  return `<polyline class="trail" points="${path}"/><circle class="trail" cx="${x}" cy="${y}" r=".42"/>`;
}

const safe = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function show(wanted, quietly) {
  turn = Math.max(0, Math.min(wanted, game.pictures.length - 1));
  const mark = turn > 0 ? trail(game.trails[turn - 1]) : "";
  board.innerHTML = picture(game, turn).replace(/<\/svg>\s*$/, mark + "</svg>");
  slider.value = turn;
  const said = turn ? `${turn}. ${game.moves[turn - 1]}` : words.start;
  slider.setAttribute("aria-valuetext", said);
  board.firstElementChild.setAttribute("aria-label", said);
  moves.querySelectorAll("[aria-current]").forEach((each) => each.removeAttribute("aria-current"));
  const chosen = moves.querySelector(`[data-turn="${turn}"]`);
  if (chosen) {
    chosen.setAttribute("aria-current", "true");
    moves.scrollTop = chosen.offsetTop - moves.offsetTop - moves.clientHeight / 2;
  }
  const over = turn === game.moves.length;
  const mover = (game.starts + turn) % 2;
  ["first", "second"].forEach((id, seat) => at(id).classList.toggle("moving", !over && seat === mover));
  const spent = game.efforts[turn - 1 - game.opening];
  if (!turn) effort.textContent = words.start;
  else if (!spent) effort.textContent = words.opening;
  else {
    const [time, depth, states] = spent;
    effort.textContent = `${game.moves[turn - 1]}: ${time.toLocaleString()} ms`
      + (depth ? `, ${words.depth} ${depth}` : "") + (states ? `, ${states.toLocaleString()} ${words.states}` : "");
  }
  if (over) effort.textContent += ` — ${game.result}, ${game.reason}`;
  if (turn < game.moves.length && turn === game.pictures.length - 1) effort.textContent += ` — ${words.cut}`;
  if (!quietly) history.replaceState(null, "", `#game-${game.number}` + (turn ? `-${turn}` : ""));
}

function open(number, wanted, quietly) {
  game = data.games.find((each) => each.number === number) || data.games[0];
  list.value = game.number;
  at("first").textContent = game.first;
  at("second").textContent = game.second;
  at("result").textContent = game.result;
  slider.max = game.pictures.length - 1;
  const rows = [];
  game.moves.forEach((text, index) => {
    const half = (index + game.starts) % 2;
    if (half === 0 || index === 0) rows.push(`<i>${Math.floor((index + game.starts) / 2) + 1}.</i>`);
    if (half === 1 && index === 0) rows.push("<span></span>");
    const kind = index < game.opening ? ' class="opening"' : "";
    rows.push(`<a tabindex="-1"${kind} data-turn="${index + 1}">${safe(text)}</a>`);
    if (index === game.moves.length - 1 && half === 0) rows.push("<span></span>");
  });
  moves.innerHTML = rows.join("");
  show(wanted, quietly);
}

function play() {
  if (timer) clearInterval(timer), timer = 0;
  else {
    if (turn === game.pictures.length - 1) show(0);
    timer = setInterval(() => {
      show(turn + 1);
      if (turn === game.pictures.length - 1) play();
    }, 700);
  }
  at("play").querySelector("path").setAttribute("d", timer ? PAUSE : PLAY);
  at("play").setAttribute("aria-pressed", String(Boolean(timer)));
}

function follow() {
  const named = location.hash.match(/^#game-(\d+)(?:-(\d+))?$/);
  if (named) open(Number(named[1]), Number(named[2] || 0));
  return Boolean(named);
}

if (data.games.length) {
  at("play").querySelector("path").setAttribute("d", PLAY);
  list.addEventListener("change", () => open(Number(list.value), 0));
  slider.addEventListener("input", () => show(Number(slider.value)));
  moves.addEventListener("click", (event) => {
    const link = event.target.closest("[data-turn]");
    if (link) show(Number(link.dataset.turn));
  });
  const steps = { start: () => 0, back: () => turn - 1, forward: () => turn + 1, end: () => game.moves.length };
  for (const [id, target] of Object.entries(steps)) at(id).addEventListener("click", () => show(target()));
  at("play").addEventListener("click", play);
  at("replay").addEventListener("keydown", (event) => {
    const target = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.start, End: steps.end }[event.key];
    if (!target || event.target === list) return;
    event.preventDefault();
    show(target());
  });
  addEventListener("hashchange", () => { if (follow()) at("replay").scrollIntoView({ block: "center" }); });
  if (!follow()) open(data.games[0].number, 0, true);
}
