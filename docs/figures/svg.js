/* 2D drawings as SVG text. A figure has panels with coordinates of their own, in which y points upwards.
 * The style sheet has colours for light and dark pages. */

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const COLORS = {
  light:
    '--ink: #1f2328; --paper: #ffffff; --muted: #636c76; --a: #0969da; --b: #bc4c00; --c: #6e7781; --hot: #8250df; --good: #1a7f37;',
  dark: '--ink: #e6edf3; --paper: #0d1117; --muted: #9198a1; --a: #58a6ff; --b: #f0883e; --c: #8b949e; --hot: #bc8cff; --good: #3fb950;',
};
const STYLE = `svg { ${COLORS.light} font: 12px ${FONT}; }
@media (prefers-color-scheme: dark) { svg { ${COLORS.dark} } }
text { fill: var(--ink); }
text.muted { fill: var(--muted); }
.title { font-weight: 600; }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
.thin { stroke-width: 1; }
.thick { stroke-width: 3; stroke-linecap: round; }
.dashed { stroke-dasharray: 5 4; }
.fill { fill-opacity: 0.14; stroke-width: 1.5; stroke-linejoin: round; }
${['ink', 'a', 'b', 'c', 'hot', 'good', 'muted']
  .map(
    (name) =>
      `.line.${name}, .fill.${name} { stroke: var(--${name}); } .fill.${name}, .dot.${name}, text.${name} { fill: var(--${name}); }`,
  )
  .join('\n')}`;

/** Rounded to hundredths of a pixel. @param {number} x */
const round = (x) => String(Math.round(100 * x) / 100 + 0);
/** @param {string} text */
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A figure of `width` and `height` pixels. */
export class Figure {
  #parts = /** @type {string[]} */ ([]);

  /** @param {number} width @param {number} height @param {string} title read by screen readers */
  constructor(width, height, title) {
    Object.assign(this, { width, height, title, panels: 0 });
  }

  /** @param {string} part */
  add(part) {
    this.#parts.push(part);
  }

  /** @param {number} x @param {number} y @param {string} text @param {string} classes */
  text(x, y, text, classes = '') {
    this.add(`<text x="${round(x)}" y="${round(y)}" class="${classes}">${escape(text)}</text>`);
  }

  /** A panel: a rectangle of the figure with coordinates of its own. It clips what it draws.
   * @param {number} x pixels, as the next three @param {number} y @param {number} width @param {number} height
   * @param {[number, number]} center in the middle of the panel @param {number} reach half the width */
  panel(x, y, width, height, center, reach) {
    return new Panel(this, x, y, width, height, center, reach);
  }

  toString() {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${this.title}">
<style>
${STYLE}
</style>
<rect width="100%" height="100%" style="fill: var(--paper)"/>
${this.#parts.join('\n')}
</svg>
`;
  }
}

class Panel {
  constructor(figure, x, y, width, height, center, reach) {
    const scale = width / 2 / reach;
    Object.assign(this, { figure, width, height, center, reach });
    this.clip = `clip-${figure.panels++}`;
    figure.add(
      `<clipPath id="${this.clip}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`,
    );
    this.at = ([u, v]) => [
      x + width / 2 + scale * (u - center[0]),
      y + height / 2 - scale * (v - center[1]),
    ];
  }

  #put(shape) {
    this.figure.add(`<g clip-path="url(#${this.clip})">${shape}</g>`);
    return this;
  }

  #points(list) {
    return list.map((p) => this.at(p).map(round).join(',')).join(' ');
  }

  polygon(points, classes) {
    return this.#put(`<polygon points="${this.#points(points)}" class="${classes}"/>`);
  }

  path(points, classes) {
    return this.#put(`<polyline points="${this.#points(points)}" class="${classes}"/>`);
  }

  /** The line normal · x = offset, through the whole panel. */
  plane([x, y], offset, classes) {
    const d = offset - x * this.center[0] - y * this.center[1];
    const foot = [this.center[0] + d * x, this.center[1] + d * y];
    const far = 4 * this.reach;
    const along = (t) => [foot[0] - t * y, foot[1] + t * x];
    return this.path([along(-far), along(far)], classes);
  }

  dot(p, classes, radius = 3.5) {
    const [x, y] = this.at(p).map(round);
    return this.#put(`<circle cx="${x}" cy="${y}" r="${radius}" class="dot ${classes}"/>`);
  }

  /** An arrow from p to p + v. */
  arrow(p, v, classes) {
    const tip = [p[0] + v[0], p[1] + v[1]];
    const [x, y] = this.at(tip);
    const [x0, y0] = this.at(p);
    const length = Math.hypot(x - x0, y - y0);
    const [u, w] = [(x - x0) / length, (y - y0) / length];
    const head = [
      [x - 8 * u + 4 * w, y - 8 * w - 4 * u],
      [x, y],
      [x - 8 * u - 4 * w, y - 8 * w + 4 * u],
    ];
    const points = head.map((q) => q.map(round).join(',')).join(' ');
    this.path([p, tip], `line ${classes}`);
    return this.#put(`<polyline points="${points}" class="line ${classes}"/>`);
  }

  /** Text beside a point, moved by dx and dy pixels. It is not clipped. */
  label(p, text, classes = '', dx = 7, dy = 4) {
    const [x, y] = this.at(p);
    this.figure.text(x + dx, y + dy, text, classes);
    return this;
  }
}
