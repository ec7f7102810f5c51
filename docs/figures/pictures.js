/* The figures of docs/algorithms.md. Each is a function that returns SVG.
 *
 * The iterates in a figure come from the `trace` of a query, so the figure shows what the solver did. The
 * test of the documents draws every figure again and compares it with docs/images. */
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
const SIZE = 190; // pixels, width of the panel of one step

/** Panels side by side, one for each step of a search, under the number of the step and its bounds. */
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

/** Left: two sets, scaled until they touch. Right: their Minkowski difference and the ray. */
function growth() {
  const a = posed(stone);
  const b = posed(egg, [3.2, 1.4], 0.5);
  const r = growthDistance(a.shape, a.pose, b.shape, b.pose);
  const shift = add(b.center, a.center, -1);
  const figure = new Figure(
    760,
    330,
    'The growth distance of two sets, and the same in their Minkowski difference',
  );
  figure.text(16, 22, 'A and B, scaled about their centres until they touch', 'title');
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
  figure.text(424, 22, 'C = (A − a) − (B − b); the ray to p leaves C at p / σ', 'title');
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

/** Cutting planes: the portal, the new support point, and the best supporting plane. */
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
    'Cutting planes, four steps: the portal moves outwards until both bounds are close',
    trace.filter((row) => row.type === 'portal' && row.support).slice(0, 4),
    [0.9, 0.5],
    2.8,
    draw,
    (row) => `${digits(row.lower)} ≤ σ ≤ ${digits(row.upper)}`,
  );
}

/** The support function of C across the ray, and the lines of the two support points of a portal. */
function supportFunction() {
  const a = posed(plate, ORIGIN, 0.6);
  const b = posed(egg, [3.1, 1.2], 2.1);
  const options = { trace: true, method: 'cutting-plane', tolerance: 1e-3 };
  const { trace } = growthDistance(a.shape, a.pose, b.shape, b.pose, options);
  const row = trace.filter(({ type, support }) => type === 'portal' && support)[2];
  const length = Math.hypot(...row.shift);
  const ray = scale(1 / length, row.shift);
  const across = [-ray[1], ray[0]];
  const dot = (p, q) => p[0] * q[0] + p[1] * q[1];
  const height = (y) => {
    const n = add(ray, across, y);
    return dot(n, add(add(a.support(n), b.support(scale(-1, n)), -1), row.shift));
  };
  const lines = row.vertices.slice(0, 2).map(({ point }) => {
    const [w, u] = [dot(point, ray), dot(point, across)];
    return { w, u, at: (y) => w + u * y };
  });
  const kink = (lines[0].w - lines[1].w) / (lines[1].u - lines[0].u);
  const [first, second] = [lines[0].at(kink), height(kink)].map((w) => [kink, w]);
  const figure = new Figure(
    760,
    300,
    'The support function of C across the ray, with the lines of two support points',
  );
  figure.text(16, 22, 'h(y) = h_C(ray + y · across); its minimum is β = |p| / σ', 'title');
  const panel = figure.panel(16, 36, 520, 230, [0.1, 1.15], 1.1);
  const samples = Array.from({ length: 161 }, (_, i) => -2 + i / 40);
  const curve = (f) => samples.map((y) => [y, f(y)]);
  panel.path(curve(height), 'line c thick');
  for (const { at } of lines) panel.path(curve(at), 'line hot');
  panel.path([first, second], 'line good dashed').dot(first, 'hot', 4).dot(second, 'good', 4);
  const axis = curve(() => 0.68);
  panel.path(axis, 'line muted thin');
  figure.text(524, 262, 'y', 'muted');
  for (const [y, text, color] of [
    [70, 'h(y)', 'c'],
    [96, 'w + u y, one line for each', 'hot'],
    [112, 'support point of the portal', 'hot'],
    [138, `kink: inner = ${digits(first[1])} ≤ β`, 'hot'],
    [164, `h at the kink = ${digits(second[1])} ≥ β`, 'good'],
  ])
    figure.text(556, y, text, color);
  return figure.toString();
}

const CHART = { left: 70, top: 42, width: 560, height: 214 };

/** The relative gap of the bounds by iteration, one curve for each method; 1e-9 is the lower edge. */
function gapChart(title, maxIterations, curves) {
  const figure = new Figure(760, 300, title);
  const { left, top, width, height } = CHART;
  const x = (k) => left + (width * k) / maxIterations;
  const y = (gap) => top + (-height * Math.log10(gap)) / 9;
  figure.text(16, 22, title, 'title');
  for (let e = 0; e <= 8; e += 2) {
    const at = y(10 ** -e);
    figure.add(
      `<path d="M${left} ${at.toFixed(1)}h${width}" class="line muted thin" opacity="0.35"/>`,
    );
    figure.text(24, at + 4, e === 0 ? '1' : `1e-${e}`, 'muted');
  }
  for (let k = 0; k <= maxIterations; k += 4)
    figure.text(x(k) - 4, top + height + 20, `${k}`, 'muted');
  figure.text(left + width / 2 - 30, top + height + 38, 'iterations', 'muted');
  for (const { trace, color, label, offset = [10, 4] } of curves) {
    const rows = trace.filter((row) => row.type !== 'result' && row.lower > 0 && row.upper > 0);
    const marks = rows.map((row) => [row.iteration, Math.max(row.upper / row.lower - 1, 1e-9)]);
    const points = marks.map(([k, gap]) => `${x(k).toFixed(1)},${y(Math.min(gap, 1)).toFixed(1)}`);
    figure.add(`<polyline points="${points.join(' ')}" class="line ${color}"/>`);
    for (const point of points) {
      const [cx, cy] = point.split(',');
      figure.add(`<circle cx="${cx}" cy="${cy}" r="3" class="dot ${color}"/>`);
    }
    const [k, gap] = marks.at(-1);
    figure.text(x(k) + offset[0], y(gap) + offset[1], `${label}: ${k}`, color);
  }
  return figure.toString();
}

/** Cutting planes beside Newton's method, on two curved shapes. */
function secondOrder() {
  const a = new Ellipsoid({ radii: [1, 0.5, 0.7] });
  const b = new Cylinder({ halfHeight: 1, radius: 0.6 });
  const pose = { position: [2, 1.5, 0.7], quaternion: [0.3, 0.1, 0.5, 0.806] };
  const curves = [
    ['cutting-plane', 'c', 'cutting planes'],
    ['newton', 'hot', 'Newton'],
  ].map(([method, color, label]) => ({
    trace: growthDistance(a, null, b, pose, { trace: true, method }).trace,
    color,
    label,
  }));
  return gapChart('Relative gap of the bounds, upper / lower − 1, by iteration', 24, curves);
}

/** Frank–Wolfe, GJK and the two kinds of momentum, on two ellipsoids that are close. */
function directions() {
  const a = new Ellipsoid({ radii: [1, 0.5, 0.7] });
  const b = new Ellipsoid({ radii: [0.9, 0.4, 0.6] });
  const pose = { position: [1.6, 0.7, 0.5], quaternion: [0.3, 0.1, 0.5, 0.806] };
  const curves = [
    ['frank-wolfe', 'c', 'Frank–Wolfe', [10, 4]],
    ['polyak', 'b', 'Polyak', [10, 14]],
    ['gjk', 'a', 'GJK', [-56, 4]],
    ['nesterov', 'hot', 'Nesterov', [10, 4]],
  ].map(([method, color, label, offset]) => ({
    trace: distance(a, null, b, pose, { trace: true, method }).trace,
    color,
    label,
    offset,
  }));
  return gapChart('Relative gap of the bounds, upper / lower − 1, by iteration', 36, curves);
}

/** GJK: the simplex, its point nearest to the origin, and the best supporting plane. */
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
    'GJK, four steps: the simplex, its nearest point, and the best supporting plane',
    trace.filter((row) => row.type === 'simplex' && row.support).slice(0, 4),
    [-1.6, 1],
    2.7,
    draw,
    ({ lower, upper }) => `${digits(lower)} ≤ distance ≤ ${digits(upper)}`,
  );
}

/** EPA: the inscribed polytope, its nearest face, and the support point beyond this face. */
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
    'EPA, four steps: the support point beyond the nearest face joins the polytope',
    rows.slice(0, 4),
    [-0.8, -0.1],
    2.6,
    draw,
    (row) => `${digits(row.lower)} ≤ depth ≤ ${digits(row.upper)}`,
  );
}

/** Incremental depth: a ray, its portal, and the best supporting plane. */
function incremental() {
  const a = posed(stone);
  const b = posed(wedge, [-0.4, 0.6]);
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
    'Incremental depth, four steps: along a ray, then along the best normal',
    rows.slice(0, 4),
    [0.4, -0.6],
    2.9,
    draw,
    (row) => `depth ≤ ${digits(row.upper)}`,
  );
}

/** Generalized distance: Q, scaled about the origin until it touches A. */
function generalized() {
  const q = posed(egg, ORIGIN, 0.5);
  const a = posed(stone, [3, 1]);
  const { trace, value, contact } = generalizedDistance(q.shape, q.pose, a.shape, a.pose, {
    trace: true,
    tolerance: 1e-3,
  });
  const scales = [...new Set(trace.filter((row) => row.type === 'portal').map((row) => row.scale))];
  const figure = new Figure(
    760,
    300,
    'Generalized distance: Q, scaled about the origin until it touches A',
  );
  figure.text(16, 22, 'Q, scaled about the origin until it touches A', 'title');
  const panel = figure.panel(8, 30, 744, 262, [1.2, 0.3], 5.8);
  panel.polygon(outline(a.support), 'fill a').polygon(outline(q.support), 'fill b');
  for (const s of scales) panel.polygon(grown(q, s), 'line b dashed');
  panel.polygon(grown(q, value), 'line b').dot(ORIGIN, 'ink').label(ORIGIN, '0', '', -12, 12);
  panel.label(a.center, 'A', 'a').label([0.5, 0.1], 'Q', 'b');
  panel.dot(contact, 'hot').label(contact, `η = ${digits(value)}`, 'hot', 10, 28);
  figure.text(
    16,
    284,
    `η of the growth problems: ${scales.map(digits).join(', ')}; the value: ${digits(value)}`,
    'muted',
  );
  return figure.toString();
}

/** Every figure, by the name of its file. */
export const PICTURES = {
  'algorithm-growth': growth,
  'algorithm-cutting-plane': cuttingPlane,
  'algorithm-support-function': supportFunction,
  'algorithm-second-order': secondOrder,
  'algorithm-gjk': gjk,
  'algorithm-directions': directions,
  'algorithm-epa': epa,
  'algorithm-incremental': incremental,
  'algorithm-generalized': generalized,
};
