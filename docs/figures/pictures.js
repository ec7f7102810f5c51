/* The figures of docs/algorithms.md, drawn from what queries trace. Each is a function that returns SVG. */
import {
  Cylinder,
  Ellipsoid,
  distance,
  generalizedDistance,
  growthDistance,
  penetration,
} from 'growth-distance';
import { add, difference, egg, grown, outline, plate, posed, scale, stone, wedge } from './sets.js';
import { Figure } from './svg.js';

const ORIGIN = [0, 0];
const digits = (x) => (x === null ? '∞' : x.toFixed(3));
const SIZE = 190; // of a step's panel

/** Steps of a search side by side, under what is known after each. */
function steps(title, rows, center, reach, draw, told) {
  const figure = new Figure(SIZE * rows.length, SIZE + 54, title);
  rows.forEach((row, i) => {
    figure.text(SIZE * i + 12, 20, `${i + 1}`, 'title');
    figure.text(SIZE * i + 28, 20, told(row));
    const panel = figure.panel(SIZE * i + 4, 30, SIZE - 8, SIZE + 20, center, reach);
    draw(panel, row, rows[i + 1]);
  });
  return figure.toString();
}

/** Two sets and the scale at which they touch; the same in the Minkowski difference. */
function growth() {
  const a = posed(stone);
  const b = posed(egg, [3.2, 1.4], 0.5);
  const r = growthDistance(a.shape, a.pose, b.shape, b.pose);
  const shift = add(b.center, a.center, -1);
  const figure = new Figure(760, 330, 'Growth distance of two sets, and in their difference');
  figure.text(16, 22, 'Two sets, grown about their centres until they touch', 'title');
  const world = figure.panel(8, 30, 400, 292, [1.75, 0.5], 3.9);
  world.polygon(grown(a, r.value), 'line a dashed').polygon(grown(b, r.value), 'line b dashed');
  world.polygon(outline(a.support), 'fill a').polygon(outline(b.support), 'fill b');
  world.path([a.center, r.contact], 'line a thin').path([b.center, r.contact], 'line b thin');
  for (const [set, point, name] of [
    [a, r.pointA, 'a'],
    [b, r.pointB, 'b'],
  ])
    world.dot(set.center, name).dot(point, name).label(set.center, name, name, -4, -9);
  const across = [r.normal[1], -r.normal[0]];
  world.path([add(r.contact, across, -1.2), add(r.contact, across, 1.2)], 'line good thin');
  world.arrow(r.contact, scale(1.1, r.normal), 'good');
  world.label(add(r.contact, scale(1.1, r.normal)), 'n', 'good', -4, -6);
  world.dot(r.contact, 'ink').label(r.contact, `z: σ = ${digits(r.value)}`, '', 14, 16);
  figure.text(424, 22, 'C = (A − a) − (B − b), and the ray to p = b − a', 'title');
  const own = figure.panel(416, 30, 336, 292, [0.5, 0.2], 3.6);
  const c = difference(a, b, shift);
  own
    .polygon(
      c.map((p) => scale(r.value, p)),
      'line c dashed',
    )
    .polygon(c, 'fill c');
  const out = scale(1 / r.value, shift);
  own.path([ORIGIN, shift], 'line ink').dot(ORIGIN, 'ink').label(ORIGIN, '0', '', -12, 12);
  own.dot(shift, 'ink').label(shift, 'p').dot(out, 'hot').label(out, 'p / σ', 'hot', -42, 4);
  const offset = r.normal[0] * out[0] + r.normal[1] * out[1];
  own.plane(r.normal, offset, 'line good thin');
  return figure.toString();
}

/** The cutting plane: a portal around the ray, the plane beyond it. */
function cuttingPlane() {
  const a = posed(plate, ORIGIN, 0.6);
  const b = posed(egg, [3.1, 1.2], 2.1);
  const { trace } = growthDistance(a.shape, a.pose, b.shape, b.pose, {
    trace: true,
    method: 'cutting-plane',
    tolerance: 1e-3,
  });
  const c = difference(a, b, trace[0].shift);
  const draw = (panel, row) => {
    const [u, v] = row.vertices.map(({ point }) => point);
    panel.polygon(c, 'fill c');
    panel.plane(row.normal, row.offset, 'line good thin');
    panel.polygon([ORIGIN, u, v], 'fill hot').path([u, v], 'line hot thick');
    panel.path([ORIGIN, row.shift], 'line ink').dot(ORIGIN, 'ink').dot(row.shift, 'ink');
    panel.dot(u, 'hot').dot(v, 'hot').dot(row.support.point, 'good', 4);
  };
  return steps(
    'Cutting planes: the portal moves out until both bounds meet',
    trace.filter((row) => row.type === 'portal' && row.support).slice(0, 4),
    [0.9, 0.5],
    2.8,
    draw,
    (row) => `${digits(row.lower)} ≤ σ ≤ ${digits(row.upper)}`,
  );
}

/** How fast the bounds meet, of first and second order. */
function secondOrder() {
  const a = new Ellipsoid({ radii: [1, 0.5, 0.7] });
  const b = new Cylinder({ halfHeight: 1, radius: 0.6 });
  const pose = { position: [2, 1.5, 0.7], quaternion: [0.3, 0.1, 0.5, 0.806] };
  const figure = new Figure(760, 300, 'The relative gap of the bounds, by iteration');
  const [left, top, width, height] = [70, 42, 560, 214];
  const most = 24;
  const x = (k) => left + (width * k) / most;
  const y = (gap) => top + (-height * Math.log10(gap)) / 9;
  figure.text(
    16,
    22,
    'Relative gap of the bounds, upper / lower − 1, after each iteration',
    'title',
  );
  for (let e = 0; e <= 8; e += 2) {
    const at = y(10 ** -e);
    figure.add(
      `<path d="M${left} ${at.toFixed(1)}h${width}" class="line muted thin" opacity="0.35"/>`,
    );
    figure.text(24, at + 4, e === 0 ? '1' : `1e-${e}`, 'muted');
  }
  for (let k = 0; k <= most; k += 4) figure.text(x(k) - 4, top + height + 20, `${k}`, 'muted');
  figure.text(left + width / 2 - 30, top + height + 38, 'iterations', 'muted');
  for (const [method, name, label] of [
    ['cutting-plane', 'c', 'cutting planes'],
    ['newton', 'hot', 'second order'],
  ]) {
    const { trace } = growthDistance(a, null, b, pose, { trace: true, method });
    const rows = trace.filter((row) => row.type !== 'result' && row.lower && row.upper);
    const marks = rows.map((row) => [row.iteration, Math.max(row.upper / row.lower - 1, 1e-9)]);
    const points = marks.map(([k, gap]) => `${x(k).toFixed(1)},${y(Math.min(gap, 1)).toFixed(1)}`);
    figure.add(`<polyline points="${points.join(' ')}" class="line ${name}"/>`);
    for (const point of points) {
      const [cx, cy] = point.split(',');
      figure.add(`<circle cx="${cx}" cy="${cy}" r="3" class="dot ${name}"/>`);
    }
    const [k, gap] = marks.at(-1);
    figure.text(x(k) + 10, y(gap) + 4, `${label}: ${k}`, name);
  }
  return figure.toString();
}

/** GJK: a simplex in the difference comes nearer to the origin. */
function gjk() {
  const a = posed(plate, ORIGIN, 0.5);
  const b = posed(egg, [2.2, -1.1], 2.3);
  const options = { trace: true, method: 'gjk' };
  const { trace } = distance(a.shape, a.pose, b.shape, b.pose, options);
  const c = difference(a, b);
  const draw = (panel, row) => {
    panel.polygon(c, 'fill c').plane(row.normal, row.offset, 'line good thin');
    const points = row.vertices.map(({ point }) => point);
    if (points.length > 1) panel.path(points, 'line hot thick');
    for (const point of points) panel.dot(point, 'hot');
    if (row.point) panel.path([ORIGIN, row.point], 'line ink thin dashed').dot(row.point, 'ink');
    panel.dot(row.support.point, 'good').dot(ORIGIN, 'ink').label(ORIGIN, '0', '', 7, 4);
  };
  return steps(
    'GJK: the nearest point of a simplex, and the plane that it proves',
    trace.filter((row) => row.type === 'simplex' && row.support).slice(0, 4),
    [-1.6, 1],
    2.7,
    draw,
    ({ lower, upper }) => `${digits(lower)} ≤ distance ≤ ${digits(upper)}`,
  );
}

/** EPA: a polytope in the difference is pushed out at its nearest face. */
function epa() {
  const a = posed(stone);
  const b = posed(egg, [0.9, 0.4], 0.5);
  const options = { trace: true, method: 'epa', tolerance: 1e-2 };
  const { trace } = penetration(a.shape, a.pose, b.shape, b.pose, options);
  const rows = trace.filter((row) => row.type === 'polytope' && row.support);
  const c = difference(a, b);
  const draw = (panel, row) => {
    const point = (i) => row.vertices[i].point;
    panel.polygon(c, 'fill c');
    row.faces.forEach(([i, j], k) =>
      panel.path([point(i), point(j)], k === row.nearest ? 'line hot thick' : 'line hot'),
    );
    panel.path([ORIGIN, row.point], 'line ink thin dashed').dot(ORIGIN, 'ink');
    panel.plane(row.normal, row.offset, 'line good thin').dot(row.support.point, 'good', 4);
  };
  return steps(
    'EPA: the face nearest to the origin is pushed out',
    rows.slice(0, 4),
    [-0.8, -0.1],
    2.6,
    draw,
    (row) => `${digits(row.lower)} ≤ depth ≤ ${digits(row.upper)}`,
  );
}

/** Incremental depth: a ray, a portal, the next direction. */
function incremental() {
  const a = posed(stone);
  const b = posed(wedge, [0.7, 0.25], 0.4);
  const options = { trace: true, method: 'sqp', direction: [0.75, 0.65] };
  const { trace } = penetration(a.shape, a.pose, b.shape, b.pose, options);
  const rows = trace.filter(
    (row) => row.type === 'ray' && row.support && row.vertices.length === 2,
  );
  const c = difference(a, b);
  const draw = (panel, row) => {
    const [u, v] = row.vertices.map(({ point }) => point);
    panel.polygon(c, 'fill c').plane(row.normal, row.offset, 'line good thin');
    panel.path([u, v], 'line hot thick').dot(u, 'hot').dot(v, 'hot');
    panel.arrow(ORIGIN, scale(2, row.ray), 'ink').dot(ORIGIN, 'ink');
    panel.dot(scale(row.offset, row.normal), 'ink', 3).dot(row.support.point, 'good', 4);
  };
  return steps(
    'Incremental depth: along a ray, then along the normal found there',
    rows.slice(0, 4),
    [-0.7, 0.3],
    2.9,
    draw,
    (row) => `depth ≤ ${digits(row.upper)}`,
  );
}

/** Generalized distance: Q grows about the origin until it meets A. */
function generalized() {
  const q = posed(egg, ORIGIN, 0.5);
  const a = posed(stone, [3, 1]);
  const { trace, value, contact } = generalizedDistance(q.shape, q.pose, a.shape, a.pose, {
    trace: true,
    tolerance: 1e-3,
  });
  const scales = [...new Set(trace.filter((row) => row.type === 'portal').map((row) => row.scale))];
  const figure = new Figure(760, 300, 'Generalized distance: Q grows about the origin');
  figure.text(16, 22, 'Q, scaled about the origin until it meets A', 'title');
  const panel = figure.panel(8, 30, 744, 262, [1.2, 0.3], 5.8);
  panel.polygon(outline(a.support), 'fill a').polygon(outline(q.support), 'fill b');
  for (const s of scales) panel.polygon(grown(q, s), 'line b dashed');
  panel.polygon(grown(q, value), 'line b').dot(ORIGIN, 'ink').label(ORIGIN, '0', '', -12, 12);
  panel.label(a.center, 'A', 'a').label([0.5, 0.1], 'Q', 'b');
  panel.dot(contact, 'hot').label(contact, `η = ${digits(value)}`, 'hot', 10, 28);
  figure.text(
    16,
    284,
    `η after each step: 1, ${[...scales, value].map(digits).join(', ')}`,
    'muted',
  );
  return figure.toString();
}

/** Every figure by its file's name. */
export const PICTURES = {
  'algorithm-growth': growth,
  'algorithm-cutting-plane': cuttingPlane,
  'algorithm-second-order': secondOrder,
  'algorithm-gjk': gjk,
  'algorithm-epa': epa,
  'algorithm-incremental': incremental,
  'algorithm-generalized': generalized,
};
