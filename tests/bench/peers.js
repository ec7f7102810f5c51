/* Adapters for other npm packages: the same queries of one pair of posed convex shapes, each by the public
 * call with the least overhead. A query that a package does not offer is left out with the reason. There is
 * no substitute. */
import { readFileSync } from 'node:fs';

import { Shape, castRay, castShape, distance, growthDistance } from '../../js/index.js';
import { draw, random, randomPose } from '../lib/random.js';
import { openCannon } from './peers/cannon.js';
import { openCrashcat } from './peers/crashcat.js';
import { openJolt } from './peers/jolt.js';
import { folders } from './peers/load.js';
import { openMujoco } from './peers/mujoco.js';
import { openRapier } from './peers/rapier.js';
import { openThree } from './peers/three.js';
import { movedApart } from './scenes.js';

/**
 * @typedef {object} Prepared
 * @property {() => number} [distance] of a separated pair
 * @property {() => number} [depth] of an overlapping pair; writes the normal to `normal`
 * @property {() => boolean} [boolean]
 * @property {() => boolean} [booleanOverlapping] another call for the overlap test if it is faster for pairs
 *   that overlap. A user does not know beforehand whether they do, so this favours the peer.
 * @property {() => number} [cast] the time at which B, moved by the displacement, meets A; Infinity on a miss
 */

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} version
 * @property {string} licence
 * @property {Record<string, string>} api the call for each quantity
 * @property {Record<string, string>} why the reason for a missing query, by shape type
 * @property {(recordA: object, poseA: object, recordB: object, poseB: object, displacement?: number[]) =>
 *   Prepared | null} prepare does everything except the query; null if the peer lacks the shape type
 * @property {(record: object, pose: object, ray: { origin: number[], direction: number[] },
 *   withNormal?: boolean) => (() => number) | null} [prepareRay] the same for rays: the time of the hit, at most
 *   1, or Infinity. With the flag it also writes the normal of a hit to `normal`
 * @property {() => void} release frees all prepared objects
 */

/** Depth queries and rays write the normal here, so that the engine cannot remove the reading of it. */
export const normal = [0, 0, 0];

/** The package.json of a package, even if the package does not export it. */
function manifest(name) {
  for (const folder of folders(name)) {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8'));
    } catch {
      // not in this folder
    }
  }
  throw new Error(`${name} is not installed: make bench-peers installs it`);
}

/** A function that caches the results of `make` by argument. */
function remembered(make) {
  const known = new Map();
  const get = (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key);
  };
  get.forget = () => known.clear();
  return get;
}

/** @returns {Promise<Peer[]>} */
export async function openPeers() {
  const peers = [
    await openCrashcat(remembered, normal),
    await openJolt(remembered, normal),
    await openRapier('@dimforge/rapier3d-compat', remembered, normal),
    await openRapier('@dimforge/rapier3d-simd-compat', remembered, normal),
    await openMujoco(remembered, normal),
    await openCannon(remembered, normal),
    openThree(remembered, normal),
  ];
  return peers.map((peer) => {
    const { version, license } = manifest(peer.name);
    return { ...peer, version, licence: license };
  });
}

// ---- the questions ------------------------------------------------------------------------------

const COUNT = 60;

/** Random shapes of about the same size. */
function shapeMaker(d) {
  const size = () => d.between(0.5, 1.5);
  const round = (type) => () => ({ type, halfHeight: size(), radius: size() });
  return {
    sphere: () => ({ type: 'sphere', radius: size() }),
    box: () => ({ type: 'box', halfExtents: [size(), size(), size()] }),
    capsule: round('capsule'),
    cylinder: round('cylinder'),
    cone: round('cone'),
    ellipsoid: () => ({ type: 'ellipsoid', radii: [size(), size(), size()] }),
    hull: (count) => {
      const radii = [size(), size(), size()];
      const points = Array.from({ length: count }, () => d.direction().map((x, i) => x * radii[i]));
      return { type: 'hull', points };
    },
  };
}

/** A pair at a growth distance between two limits. */
function placed(d, recordA, recordB, low, high) {
  const a = Shape.from(recordA);
  const b = Shape.from(recordB);
  const poseA = randomPose(d, 3, 1);
  const start = randomPose(d, 3, 6);
  const { value } = growthDistance(a, poseA, b, start);
  const poseB = movedApart(a, poseA, b, start, d.between(low, high) / value);
  const gap = distance(a, poseA, b, poseB).value;
  a.dispose();
  b.dispose();
  return { recordA, poseA, recordB, poseB, gap };
}

/** A separated pair with a distance from 0.1 to 1. */
function separated(d, recordA, recordB) {
  for (;;) {
    const pair = placed(d, recordA, recordB, 1.02, 1.6);
    if (pair.gap >= 0.1 && pair.gap <= 1) return pair;
  }
}

/** How far a miss passes by at most. */
const NEAR = 0.3;

/** A displacement towards a point near the target, twice as long as the way to it. */
const towards = (d, from, to, spread) =>
  from.map((x, i) => 2 * (to[i] + spread * d.between(-1, 1) - x));

/**
 * A separated pair with a displacement of B that hits A between the times 0.1 and 0.9, or passes by.
 * @param {boolean} hits
 */
function moving(d, recordA, recordB, hits) {
  const a = Shape.from(recordA);
  const b = Shape.from(recordB);
  for (;;) {
    const { poseA, poseB } = placed(d, recordA, recordB, 1.3, 3);
    const spread = a.boundingRadius + b.boundingRadius;
    const displacement = towards(d, poseB.position, poseA.position, spread);
    const cast = (options) => castShape(a, poseA, b, poseB, displacement, options);
    if (!fits(cast, hits)) continue;
    const times = timesOf(cast);
    a.dispose();
    b.dispose();
    return { recordA, poseA, recordB, poseB, displacement, ...times };
  }
}

/** A ray that hits a shape between the times 0.1 and 0.9, or passes by. @param {boolean} hits */
function aimed(d, record, hits) {
  const shape = Shape.from(record);
  for (;;) {
    const pose = randomPose(d, 3, 1);
    const { position: origin } = randomPose(d, 3, 8);
    const direction = towards(d, origin, pose.position, shape.boundingRadius);
    const ray = { origin, direction };
    const cast = (options) => castRay(shape, pose, ray, { maxTime: 1, ...options });
    if (!fits(cast, hits)) continue;
    const times = timesOf(cast);
    shape.dispose();
    return { record, pose, ray, ...times };
  }
}

/** Whether a cast hits at a time that suits, or misses by little. */
function fits(cast, hits) {
  const { hit, time } = cast();
  if (hits) return hit && time > 0.1 && time < 0.9;
  const near = cast({ target: NEAR });
  return !hit && near.hit && near.time > 0.1;
}

/** The certified interval of the time. */
function timesOf(cast) {
  const { lower, upper, hit } = cast({ tolerance: 1e-13 });
  return { lower: hit ? lower : Infinity, upper };
}

/**
 * 60 pairs of each sort for every cell of the comparison. The growth distances of the overlapping pairs are 0.5
 * to 0.95.
 *
 * @param {number} seed
 * @returns {Record<'name' | 'separated' | 'overlapping' | 'hits' | 'misses' | 'rayHits' | 'rayMisses', any>[]}
 */
export function cells(seed) {
  const d = draw(random(seed));
  const other = draw(random(seed + 1)); // the pairs at rest stay the same
  const make = shapeMaker(d);
  const cell = (name, makeA, makeB = makeA, different = COUNT) => {
    const records = Array.from({ length: different }, () => [makeA(), makeB()]);
    const pairs = (place) =>
      Array.from({ length: COUNT }, (_, i) => place(...records[i % different]));
    return {
      name,
      separated: pairs((a, b) => separated(d, a, b)),
      overlapping: pairs((a, b) => placed(d, a, b, 0.5, 0.95)),
      hits: pairs((a, b) => moving(other, a, b, true)),
      misses: pairs((a, b) => moving(other, a, b, false)),
      rayHits: pairs((a) => aimed(other, a, true)),
      rayMisses: pairs((a) => aimed(other, a, false)),
    };
  };
  return [
    cell('sphere', make.sphere),
    cell('box', make.box),
    cell('capsule', make.capsule),
    cell('cylinder–cone', make.cylinder, make.cone),
    cell('ellipsoid', make.ellipsoid),
    // few hulls in many poses, because some peers take a second to build a large hull
    ...[33, 141, 626, 2500].map((n) => cell(`hull ${n}`, () => make.hull(n), undefined, 4)),
  ];
}
