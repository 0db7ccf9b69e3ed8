// The score sheet as a picture to share: drawn on a canvas, in the page's own colours.
import { points, say } from "./words.js";

const WIDTH = 1080;
const MARGIN = 56;
const ROW = 58;
const HEAD = 150;
const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const GROUND = "#f4f1ea";
const CARD = "#fffdf8";
const INK = "#1d2a28";
const SOFT = "#566461";
const LINE = "#dcd5c6";
const STRONG = "#0f5c50";
const NAME_COLUMN = 130;

export async function scorePicture(view) {
  const { scores } = view;
  const rows = scores.rounds.length + 2;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + rows * ROW + MARGIN;
  const pen = canvas.getContext("2d");
  paintGround(pen, canvas);
  paintTitle(pen, view);
  paintTable(pen, view);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function paintGround(pen, { width, height }) {
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = CARD;
  pen.strokeStyle = LINE;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.roundRect(MARGIN / 2, MARGIN / 2, width - MARGIN, height - MARGIN, 24);
  pen.fill();
  pen.stroke();
}

function paintTitle(pen, view) {
  const names = view.scores.leaders.map((seat) => view.seats.find((each) => each.seat === seat)?.name ?? seat);
  const played = say("games.progress", { played: view.scores.rounds.length, of: view.round_count });
  write(pen, say("picture.title"), [MARGIN, MARGIN + 48], { size: 46, weight: 700, room: WIDTH - 2 * MARGIN });
  const state = view.is_over ? say("games.over", { winners: names }) : played;
  write(pen, state, [MARGIN, MARGIN + 96], { size: 30, colour: SOFT, room: WIDTH - 2 * MARGIN });
}

function paintTable(pen, { scores, seats }) {
  const column = (WIDTH - 2 * MARGIN - NAME_COLUMN) / seats.length;
  const right = (at) => MARGIN + NAME_COLUMN + column * (at + 1);
  const size = Math.min(32, Math.max(18, column / 4));
  const row = (at, first, cells, style) => {
    const y = MARGIN + HEAD + at * ROW;
    write(pen, first, [MARGIN, y], { size, ...style, room: NAME_COLUMN });
    cells.forEach((text, place) => write(pen, text, [right(place), y], { size, ...style, align: "right", room: column - 12 }));
    rule(pen, y + ROW * 0.33);
  };
  row(0, say("scores.round"), seats.map((each) => each.name), { weight: 650, colour: SOFT });
  scores.rounds.forEach((each, at) =>
    row(at + 1, String(each.number), seats.map(({ seat }) => points(each.points[seat])), {}),
  );
  const total = ({ seat }) => `${scores.leaders.includes(seat) ? "★ " : ""}${points(scores.totals[seat])}`;
  row(scores.rounds.length + 1, say("scores.total"), seats.map(total), { weight: 750, colour: STRONG });
}

function write(pen, text, [x, y], { size, weight = 450, colour = INK, align = "left", room }) {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y, room);
}

function rule(pen, y) {
  pen.fillStyle = LINE;
  pen.fillRect(MARGIN, y, WIDTH - 2 * MARGIN, 2);
}
