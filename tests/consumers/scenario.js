/* The program of every environment. For each entry of the package it runs some queries, at least one of
 * each module, and returns one hash of all their numbers. */

/** A hash of the bits of doubles: FNV-1a, 64 bits. @param {number[]} values @returns {string} */
export function hashOf(values) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new Uint8Array(new Float64Array(values).buffer))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** All numbers in a result, in the order of its fields. @param {unknown} value @returns {number[]} */
export function numbersIn(value) {
  if (typeof value === 'number') return [value];
  if (typeof value === 'boolean') return [Number(value)];
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {Float64Array} */ (value));
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(numbersIn);
}

const POSE = { position: [1.5, 0.4, 0.2], quaternion: [0.1, 0.2, 0.3, Math.sqrt(0.86)] };
const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Queries of the main entry, or of one with the same names. @param {typeof import('growth-distance')} gd */
export function main(gd) {
  const box = new gd.Box({ halfExtents: [1, 0.5, 0.5], margin: 0.01 });
  const hull = new gd.ConvexHull({ points: CORNERS });
  const egg = new gd.Transformed({
    shape: new gd.Sphere({ radius: 1 }),
    matrix: [
      [1, 0.1, 0],
      [0, 1.5, 0],
      [0, 0, 1],
    ],
  });
  const cloud = new gd.PointSet({
    points: [
      [1, 2, 3, 4],
      [2, 2, 2, 2],
      [3, 3, 1, 1],
    ],
  });
  const world = new gd.World({ margin: 2 });
  world.add(box);
  world.add(egg, POSE);
  world.add(hull, [0.5, 1.5, 0, 0, 0, 0, 1]);
  const { count, value, normal } = world.growthDistances();
  return [
    gd.growthDistance(box, null, hull, POSE),
    gd.growthDistance(egg, null, hull, POSE, { trace: true }),
    gd.growthDistance(new gd.MinkowskiSum({ a: box, b: egg }), null, hull, POSE),
    gd.intersects(box, null, hull, POSE),
    gd.distance(box, null, hull, { ...POSE, position: [4, 1, 0] }),
    gd.penetration(box, null, egg, POSE),
    gd.signedDistance(box, null, hull, POSE),
    gd.generalizedDistance(new gd.NormBall({ dimension: 4, p: 1 }), null, cloud, null),
    gd.growthGradient(egg, null, box, POSE),
    [count, value.slice(0, count), normal.slice(0, 3 * count)],
  ].flatMap(numbersIn);
}

/**
 * Every comparison method except `dcf`, which needs smooth hulls.
 * @param {unknown} _gd the main entry; not used, because this entry has shapes of its own
 * @param {typeof import('growth-distance/compare')} entry
 */
export function compare(_gd, entry) {
  const box = new entry.Box({ halfExtents: [1, 0.5, 0.5] });
  const hull = new entry.ConvexHull({ points: CORNERS });
  return entry.METHODS.filter((method) => method !== 'dcf').flatMap((method) =>
    numbersIn(entry.growthDistance(box, null, hull, POSE, { method })),
  );
}

/**
 * A world of six boxes in two workers.
 * @param {typeof import('growth-distance')} gd
 * @param {typeof import('growth-distance/workers')} entry
 */
export async function workers(gd, entry) {
  const world = new entry.ParallelWorld({ workers: 2, margin: 2 });
  for (let i = 0; i < 6; i++)
    world.add(new gd.Box({ halfExtents: [1, 0.5, 0.25] }), [0.9 * i, 0.1 * i, 0, 0, 0, 0, 1]);
  const { count, value, pointA } = await world.growthDistances();
  const numbers = numbersIn([count, value.slice(0, count), pointA.slice(0, 3 * count)]);
  world.dispose();
  return numbers;
}

/**
 * A geometry of a shape, and a hull and a pose of a mesh.
 * @param {typeof import('growth-distance')} gd
 * @param {typeof import('growth-distance/three')} entry
 * @param {Pick<typeof import('three'), 'BoxGeometry' | 'Mesh'>} three
 */
export function drawn(gd, entry, three) {
  const box = new gd.Box({ halfExtents: [1, 0.5, 0.5] });
  const mesh = new three.Mesh(new three.BoxGeometry(1, 2, 3));
  mesh.position.set(3, 1, 0);
  return [
    entry.geometryOf(box).getAttribute('position').array,
    gd.growthDistance(box, null, entry.hullOf(mesh), entry.poseOf(mesh)),
  ].flatMap(numbersIn);
}

/**
 * A hash for each of the given entries.
 * @param {object} entries
 * @param {typeof import('growth-distance')} entries.gd
 * @param {typeof import('growth-distance/compare')} [entries.compared]
 * @param {typeof import('growth-distance/workers')} [entries.spread]
 * @param {typeof import('growth-distance/three')} [entries.drawing]
 * @param {Pick<typeof import('three'), 'BoxGeometry' | 'Mesh'>} [entries.three]
 */
export async function answers({ gd, compared, spread, drawing, three }) {
  /** @type {Record<string, string>} */
  const hashes = { main: hashOf(main(gd)) };
  if (compared) hashes.compare = hashOf(compare(gd, compared));
  if (spread) hashes.workers = hashOf(await workers(gd, spread));
  if (drawing && three) hashes.three = hashOf(drawn(gd, drawing, three));
  return hashes;
}
