/* A character that moves among the bodies of a world and slides along them.
 *
 * Every part of the way is a cast, so the character passes through nothing. It stops a small distance in front
 * of a body, the gap, and goes on along the surface. Without the gap, the next cast would start in contact.
 * A direction that leads into none of the recent surfaces is the displacement itself, its projection on one
 * plane, or the line in which two planes cross. If no way leads out of the bodies at the start, their surfaces
 * are such planes, so that the depths do not grow. */
import { format, wrongType } from '../core/errors.js';
import { beginCall, callId, f64, reentered, scratch } from '../core/module.js';
import { writeValidPose } from '../poses/pose.js';
import { signedDistance } from '../queries/signed-distance.js';
import { vector } from '../shapes/parameters.js';
import { HalfSpace } from '../shapes/primitives.js';
import { dot, length, sum, times } from './coordinates.js';
import { leave } from './leave.js';
import { ALL, writeExclude } from './nearest.js';
import { checkBits, checkOptions } from './options.js';
import { checkShape } from './state.js';
import { World } from './world.js';

/** @import { Pose, Vector } from '../poses/pose.js' */
/** @import { Shape } from '../shapes/shape.js' */
/** @import { CastHit } from './casts.js' */
/** @import { ProbeOptions } from './nearest.js' */
/** @import { BodyPose } from './options.js' */

/**
 * @typedef {object} OwnSlideOptions
 * @property {number | undefined} [maxPlanes] the maximum number of hits, an integer from 1 to 100 (default 4)
 * @property {number | undefined} [stepHeight] the height of steps to climb, ≥ 0 (default 0), in the shapes'
 *   unit
 * @property {Vector | undefined} [up] the direction in which to climb (default: +y), of any length > 0
 */
/** @typedef {ProbeOptions & OwnSlideOptions} SlideOptions */

/**
 * @template {2 | 3} [N=3]
 * @typedef {object} SlideResult
 * @property {BodyPose<N>} pose the new pose; the rotation is unchanged
 * @property {CastHit<N>[]} hits the casts that ended at a body, in order
 * @property {N extends 2 ? [number, number] : [number, number, number]} remaining the part of the
 *   displacement that the character has not used when it stops after `maxPlanes` hits. It leads along the last
 *   surface. The parts that surfaces have taken up are not in it
 */

const NAME = 'moveAndSlide';
const KEYS = /* @__PURE__ */ new Set(['maxPlanes', 'stepHeight', 'up', 'mask', 'exclude']);
/** The gap between the character and bodies, relative to its bounding radius. For a point, which has none, it is
 * relative to the displacement. */
const GAP = 2 ** -14;
/** The smallest cosine between `up` and the normal of a surface on which a step may end: 45°. */
const WALKABLE = Math.SQRT1_2;

/**
 * Moves a shape by a displacement. Where a body is in the way, it goes on along the body's surface. If it starts
 * in contact, it first leaves the bodies: along their penetration depths, or to the nearest free place that it
 * finds. If it finds none, it stays inside, and no move increases its depths.
 *
 * @template {2 | 3} N
 * @param {World<N>} world
 * @param {Shape<NoInfer<N>>} shape of the world's dimension; if it is itself a body, exclude its number
 * @param {Pose} pose null means the identity
 * @param {Vector} displacement
 * @param {SlideOptions} [options]
 * @returns {SlideResult<N>}
 * @throws {TypeError | RangeError} for wrong arguments; the message names the field and the value
 * @example
 * const world = new World();
 * world.add(new HalfSpace({ normal: [0, 1, 0], offset: 0 }));
 * const hero = new Capsule({ halfHeight: 0.5, radius: 0.4 });
 * const { pose } = moveAndSlide(world, hero, { position: [0, 1, 0] }, [0.2, -1, 0]);
 * pose.position[0]; // 0.2
 */
export function moveAndSlide(world, shape, pose, displacement, options) {
  if (arguments.length < 4)
    throw new TypeError(`${NAME} must be called with a world, a shape, a pose and a displacement`);
  if (!(world instanceof World)) throw wrongType(`${NAME}: world`, 'a World', world);
  const mover = new Mover(world, shape, options);
  mover.place(pose, displacement);
  mover.leave();
  mover.slide();
  return /** @type {any} */ (mover.result());
}

/** @param {any} options @param {number} n dimension */
function readOptions(options, n) {
  if (options !== undefined) checkOptions(options, NAME, KEYS);
  const { maxPlanes = 4, stepHeight = 0, up, mask, exclude } = options ?? {};
  for (const [name, x] of Object.entries({ maxPlanes, stepHeight }))
    if (typeof x !== 'number') throw wrongType(`${NAME}: ${name}`, 'a number', x);
  if (!(Number.isInteger(maxPlanes) && maxPlanes >= 1 && maxPlanes <= 100))
    throw new RangeError(
      `${NAME}: maxPlanes must be an integer from 1 to 100, got ${format(maxPlanes)}`,
    );
  if (!(stepHeight >= 0 && stepHeight < Infinity))
    throw new RangeError(`${NAME}: stepHeight must be finite and >= 0, got ${format(stepHeight)}`);
  checkBits(mask, `${NAME}: mask`, ALL);
  if (exclude !== undefined) writeExclude(exclude, NAME);
  const filter = { mask, exclude };
  return { maxPlanes, stepHeight, up: readUp(up, n), filter };
}

/** @param {any} up @param {number} n @returns {number[]} of length 1 */
function readUp(up, n) {
  if (up === undefined) return n === 3 ? [0, 1, 0] : [0, 1];
  const v = vector(up, n, `${NAME}: up`);
  const size = length(v);
  if (!(size > 0 && size < Infinity))
    throw new RangeError(`${NAME}: up must be finite and not zero, got ${format(up)}`);
  return times(1 / size, v);
}

/** One move: the position so far, and what is left of the displacement. */
class Mover {
  #world;
  #shape;
  #options;
  #filter;
  #n;
  #radius;
  #gap = 0;
  /** @type {any} */
  #pose = null;
  /** @type {number[]} */
  #position = [];
  /** @type {number[]} the displacement that the caller wants */
  #wanted = [];
  /** @type {number[]} */
  #rest = [];
  /** @type {any[]} */
  #hits = [];
  /** @type {number[][]} the normals of bodies that the character cannot leave */
  #inside = [];

  /** @param {World<any>} world @param {Shape<any>} shape @param {any} options */
  constructor(world, shape, options) {
    this.#world = world;
    this.#shape = shape;
    const { owner } = checkShape(shape, world.dimension ?? 0, NAME);
    this.#n = shape.dimension;
    this.#options = readOptions(options, this.#n);
    this.#filter = this.#options.filter;
    const radius = shape.boundingRadius;
    if (!(radius < Infinity)) throw new TypeError(`${NAME}: shape must be bounded, got a ${owner}`);
    this.#radius = radius;
  }

  /** Reads the start and the displacement. @param {Pose} pose @param {any} displacement */
  place(pose, displacement) {
    const n = this.#n;
    const call = beginCall();
    const at = scratch / 8;
    writeValidPose(pose, n, at, 'pose');
    this.#wanted = vector(displacement, n, 'displacement');
    if (!this.#wanted.every(Number.isFinite))
      throw new RangeError(`displacement must be finite, got ${format(displacement)}`);
    if (callId !== call) throw reentered();
    const numbers = Array.from(f64.subarray(at, at + (n === 3 ? 7 : 3)));
    this.#position = numbers.slice(0, n);
    this.#pose = n === 3 ? { quaternion: numbers.slice(3) } : { angle: numbers[2] };
    this.#rest = this.#wanted;
    this.#gap = GAP * (this.#radius > 0 ? this.#radius : length(this.#wanted));
  }

  /** The pose at the current position. */
  #here() {
    return { position: this.#position, ...this.#pose };
  }

  /** Casts the shape from the current position. @param {number[]} way */
  #cast(way) {
    return this.#world.castShape(this.#shape, this.#here(), way, this.#filter);
  }

  /**
   * Moves along a way up to a hit, but stops before it by the gap.
   * @param {number[]} way @param {any} hit
   * @returns {number} the part of the way that it moved
   */
  #advance(way, hit) {
    if (!hit.hit) {
      this.#position = sum(this.#position, way);
      return 1;
    }
    const speed = -dot(hit.normal, way);
    const part = speed > 0 ? Math.max(0, hit.time - this.#gap / speed) : hit.time;
    this.#position = sum(this.#position, way, part);
    return part;
  }

  /** Leaves the bodies that overlap the shape. */
  leave() {
    const walker = {
      world: this.#world,
      shape: this.#shape,
      filter: this.#filter,
      at: (/** @type {number[]} */ position) => ({ position, ...this.#pose }),
      gap: this.#gap,
    };
    const { position, depths } = leave(walker, this.#position);
    this.#position = position;
    if (depths.length === 0) return;
    // casts would start in contact with these bodies; planes take their place
    this.#inside = depths.map(({ normal }) => normal);
    const { exclude = [] } = this.#filter;
    const others = typeof exclude === 'number' ? [exclude] : Array.from(exclude);
    this.#filter = { ...this.#filter, exclude: [...others, ...depths.map(({ body }) => body)] };
  }

  /** Moves by the displacement, along the surfaces of the bodies in the way. */
  slide() {
    const { maxPlanes, stepHeight } = this.#options;
    const climbs = stepHeight > 0 && this.#inside.length === 0;
    const planes = [...this.#inside];
    if (planes.length > 0) this.#rest = clip(this.#rest, this.#wanted, planes);
    let retreats = 0;
    while (this.#hits.length < maxPlanes && this.#rest.some((x) => x !== 0)) {
      const hit = this.#cast(this.#rest);
      if (hit.status === 'overlapping' && retreats++ < maxPlanes && this.#retreat()) continue;
      if (hit.hit) this.#hits.push(hit);
      if (hit.status === 'overlapping') return;
      const part = this.#advance(this.#rest, hit);
      this.#rest = times(1 - part, this.#rest);
      if (!hit.hit) return;
      if (climbs && this.#climb(hit)) continue;
      planes.push(hit.normal);
      this.#rest = clip(this.#rest, this.#wanted, planes);
    }
  }

  /**
   * Moves away from the nearest body, so that the gap is between them. The gap of a point that stopped after a
   * smaller displacement can be rounding for a cast.
   * @returns {boolean} whether it did
   */
  #retreat() {
    const [near] = this.#world.nearest(this.#shape, this.#here(), {
      ...this.#filter,
      maxDistance: this.#gap / 2,
    });
    if (!near) return false;
    const start = this.#position;
    this.#position = sum(start, near.normal, this.#gap - near.value);
    const isFree = this.#world.overlapping(this.#shape, this.#here(), this.#filter).length === 0;
    if (!isFree) this.#position = start;
    return isFree;
  }

  /**
   * Tries to climb a step: up, on, and down again. The position and the rest change only if this leads towards a
   * surface on which a character can stand.
   * @param {any} hit the surface in the way
   * @returns {boolean} whether it did
   */
  #climb(hit) {
    const { up, stepHeight } = this.#options;
    const on = sum(this.#rest, up, -dot(this.#rest, up));
    if (dot(hit.normal, up) >= WALKABLE || dot(hit.normal, on) >= 0) return false;
    const start = this.#position;
    const top = this.#foot() + stepHeight;
    const step = this.#isStep(hit.pointA, on, top);
    const lift = times(stepHeight, up);
    const fall = times(-stepHeight * this.#advance(lift, this.#cast(lift)), up);
    if (step || this.#standsBeyond(on, fall, top)) {
      const part = this.#advance(on, this.#cast(on));
      const floor = this.#cast(fall);
      if (part * length(on) > this.#gap && this.#isBelow(floor, top)) {
        this.#advance(fall, floor);
        this.#rest = times(1 - part, on);
        return true;
      }
    }
    this.#position = start;
    return false;
  }

  /**
   * Whether a character can stand on the surface just beyond the point that it touches. On stairs, a round foot
   * touches the edge of the next step before it stands on this one.
   * @param {number[]} point @param {number[]} on @param {number} top
   */
  #isStep(point, on, top) {
    const { up, stepHeight } = this.#options;
    const beyond = sum(point, on, this.#gap / length(on));
    const above = sum(beyond, up, top - dot(point, up));
    const ray = { origin: above, direction: times(-1, up) };
    const { hit, normal } = this.#world.castRay(ray, { ...this.#filter, maxTime: stepHeight });
    return hit && dot(normal, up) >= WALKABLE;
  }

  /** The height of the shape's lowest point along `up`. Along an axis, the bounding box has it. */
  #foot() {
    const { up } = this.#options;
    const axis = up.findIndex((x) => Math.abs(x) === 1);
    if (axis < 0) return this.#heightAbove(new HalfSpace({ normal: up, offset: 0 }));
    const { min, max } = this.#shape.boundingBox(this.#here());
    return up[axis] === 1 ? Number(min[axis]) : -Number(max[axis]);
  }

  /** The signed distance to a half-space, which it disposes of. @param {HalfSpace<any>} ground */
  #heightAbove(ground) {
    try {
      return signedDistance(ground, null, this.#shape, this.#here()).value;
    } finally {
      ground.dispose();
    }
  }

  /**
   * Whether the shape could stand farther on. A foot that is round touches the edge of a step first, so the test
   * goes on by at least half the width of the shape.
   * @param {number[]} on @param {number[]} fall @param {number} top
   */
  #standsBeyond(on, fall, top) {
    const lifted = this.#position;
    const { min, max } = this.#shape.boundingBox(this.#here());
    const way = length(on);
    const width = on.reduce(
      (w, x, i) => w + Math.abs(x / way) * (Number(max[i]) - Number(min[i])),
      0,
    );
    const probe = times(Math.max(1, width / 2 / way), on);
    this.#advance(probe, this.#cast(probe));
    const floor = this.#cast(fall);
    this.#position = lifted;
    return this.#isBelow(floor, top) && dot(floor.normal, this.#options.up) >= WALKABLE;
  }

  /**
   * Whether a fall ends at a surface that is not higher than the step may be. A round foot could end on the edge
   * of a higher one.
   * @param {any} floor @param {number} top the height of the foot and of the highest step
   */
  #isBelow(floor, top) {
    return floor.hit && dot(floor.pointA, this.#options.up) <= top + this.#gap;
  }

  result() {
    const rest = this.#rest.map((x) => x + 0); // no −0
    return { pose: this.#here(), hits: this.#hits, remaining: rest };
  }
}

/**
 * The part of a displacement that leads into none of the planes: its projection on one of them, or on the line in
 * which two of them cross. Zero if there is none, or if it would lead back.
 * @param {number[]} rest @param {number[]} wanted the whole displacement @param {number[][]} normals
 * @returns {number[]}
 */
function clip(rest, wanted, normals) {
  const free = (/** @type {number[]} */ v) =>
    dot(v, wanted) > 0 && normals.every((n) => dot(n, v) >= -1e-12 * length(v));
  const ways = [rest, ...[...normals].reverse().map((n) => sum(rest, n, -dot(n, rest)))];
  if (rest.length === 3)
    for (const [i, a] of normals.entries())
      for (const b of normals.slice(i + 1)) ways.push(along(rest, crossing(a, b)));
  return ways.find(free) ?? rest.map(() => 0);
}

/** @param {number[]} a @param {number[]} b @returns {number[]} */
function crossing(a, b) {
  const [ax, ay, az] = /** @type {[number, number, number]} */ (a);
  const [bx, by, bz] = /** @type {[number, number, number]} */ (b);
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** The part of a vector along a line. @param {number[]} v @param {number[]} line @returns {number[]} */
function along(v, line) {
  const square = dot(line, line);
  return square > 0 ? times(dot(v, line) / square, line) : times(0, v);
}
