/* The second view: the Minkowski difference C around the origin, σC, and the point p, which is B's
 * centre relative to A's. */
import { html, nothing, svg } from 'lit-html';

const WIDTH = 240;
const HEIGHT = 190;

/**
 * @param {object} difference
 * @param {number[][]} difference.outline of C
 * @param {number[]} difference.p
 * @param {ReturnType<import('../../shapes/measure.js').measure>} measured
 * @param {Set<string>} show
 */
export function inset({ outline, p }, { growth, distance }, show) {
  const sigma = growth.result && show.has('growth') ? growth.result.value : 0;
  const near = distance.result && show.has('distance') ? nearest(distance.result, p) : null;
  const grown = outline.map(([x, y]) => [sigma * x, sigma * y]);
  const screen = fit([...outline, ...grown, p, [0, 0]]);
  const path = (points) =>
    `${points
      .map(screen)
      .map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`)
      .join('')}Z`;
  const dot = (at, name, radius) => {
    const [x, y] = screen(at);
    return svg`<circle class="fill-${name} halo" cx=${x} cy=${y} r=${radius}></circle>`;
  };
  const text = (at, what) => {
    const [x, y] = screen(at);
    const [dx, dy] = beside(p);
    return svg`<text x=${x + dx} y=${y + dy}>${what}</text>`;
  };
  const exit = sigma > 0 ? p.map((x) => x / sigma) : null;
  return html`<figure class="difference">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="difference-title">
      <path class="set" d=${path(outline)}></path>
      ${sigma > 0 ? svg`<path class="set grown" d=${path(grown)}></path>` : nothing}
      <path class="ray" d=${path([[0, 0], p])}></path>
      ${near ? svg`<path class="line-witness strong" d=${path([p, near])}></path>${dot(near, 'witness', 4)}` : nothing}
      ${exit ? dot(exit, 'normal', 4) : nothing} ${dot([0, 0], 'a', 4)} ${dot(p, 'b', 4.5)}
      ${text([0, 0], 'O')} ${text(p, 'p')}
    </svg>
    <figcaption id="difference-title">
      Minkowski difference C = A − B<br />O: A’s centre, p: B’s centre
      ${sigma > 0 ? html`<br />dashed: C scaled by σ` : nothing}
    </figcaption>
  </figure>`;
}

/** Offset of a letter from its point in pixels, perpendicular to the ray. @param {number[]} p */
const beside = ([x, y]) => {
  const length = Math.hypot(x, y) || 1;
  return [(-15 * y) / length, (-15 * x) / length];
};

/** The point of C's boundary that corresponds to the witness points. */
const nearest = ({ pointA, pointB }, p) => p.map((x, k) => x + pointA[k] - pointB[k]);

/** Returns the function that maps points into the picture. @param {number[][]} points that must be visible */
function fit(points) {
  const [left, right, bottom, top] = [0, 0, 1, 1].map((k, i) =>
    Math[i % 2 ? 'max' : 'min'](...points.map((q) => q[k])),
  );
  const scale = Math.min((WIDTH - 40) / (right - left), (HEIGHT - 32) / (top - bottom));
  const fixed = (x) => Number(x.toFixed(2));
  return ([x, y]) => [
    fixed(WIDTH / 2 + scale * (x - (left + right) / 2)),
    fixed(HEIGHT / 2 - scale * (y - (bottom + top) / 2)),
  ];
}
