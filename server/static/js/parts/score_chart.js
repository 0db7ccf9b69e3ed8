// The course of the game: each seat's total after each round, told apart by colour, dash and name.
import { html, useRef } from "../lib/html.js";
import { useWidth } from "../lib/measure.js";
import { points, say } from "../lib/words.js";

const [HEIGHT, LEFT, TOP, BOTTOM] = [240, 44, 12, 28];
const MOST_NAME = 14;
const LETTER = 8; // wide, on average and with some room
const LABEL_GAP = 15;

export function ScoreChart({ view }) {
  const { scores, seats } = view;
  const drawing = useRef(null);
  // As many units as pixels, so that the text is as large on a phone as on a television.
  const width = Math.max(260, useWidth(drawing, 640));
  const names = seats.map(({ name }) => (name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name));
  const right = 20 + Math.min(LETTER * Math.max(...names.map((each) => each.length)), width / 3);
  const courses = seats.map((each) => courseOf(scores.rounds, each.seat));
  const all = courses.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(10, ...all)];
  const x = (at) => LEFT + (at / scores.rounds.length) * (width - LEFT - right);
  const y = (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const ticks = [low, Math.round((low + high) / 2), high];
  const places = spread(courses.map((course) => y(course[course.length - 1])));
  return html`
    <svg ref=${drawing} class="chart" viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${say("scores.chart")}>
      ${ticks.map(
        (tick) => html`<g key=${tick}>
          <path class="tick" d=${`M${LEFT} ${y(tick)}H${width - right}`} />
          <text x=${LEFT - 8} y=${y(tick) + 4} text-anchor="end">${points(tick)}</text>
        </g>`,
      )}
      ${scores.rounds.map(
        (row, at) => html`<text key=${row.number} x=${x(at + 1)} y=${HEIGHT - 8} text-anchor="middle">${row.number}</text>`,
      )}
      ${courses.map((course, at) => {
        const last = course.length - 1;
        return html`<g key=${seats[at].seat} class=${`course s${at % 8}`}>
          <path d=${course.map((value, place) => `${place ? "L" : "M"}${x(place)} ${y(value)}`).join("")} />
          <circle cx=${x(last)} cy=${y(course[last])} r="4" />
          <text x=${x(last) + 10} y=${places[at] + 4}>${names[at]}</text>
        </g>`;
      })}
    </svg>
  `;
}

function courseOf(rounds, seat) {
  const course = [0];
  for (const round of rounds) course.push(course[course.length - 1] + (round.points[seat] ?? 0));
  return course;
}

// Names that would lie on one another are moved apart.
function spread(heights) {
  const order = heights.map((height, at) => [height, at]).sort((a, b) => a[0] - b[0]);
  const placed = [];
  let least = -Infinity;
  for (const [height, at] of order) {
    placed[at] = Math.max(height, least);
    least = placed[at] + LABEL_GAP;
  }
  const over = Math.max(0, least - LABEL_GAP - (HEIGHT - BOTTOM));
  return placed.map((height) => height - over);
}
