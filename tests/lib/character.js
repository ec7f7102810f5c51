/* A character that walks, runs, jumps and falls among random obstacles by moveAndSlide, and the checks of
 * every step. */
import {
  Box,
  Capsule,
  ConvexHull,
  Cylinder,
  Ellipsoid,
  HalfSpace,
  Sphere,
  World,
  moveAndSlide,
  penetration,
} from '../../js/index.js';
import { draw, random } from './random.js';
import { dot, length, scaled, sub } from './vectors.js';

/** Simulated time of a step, in seconds. */
const STEP = 1 / 60;
const GRAVITY = 10;
/** Half the width of the room. It is as high as wide. */
const ROOM = 18;
/** A step shorter than this part of its displacement is no progress. */
const PROGRESS = 0.01;
/** The number of directions in which the character looks for a way. */
const DIRECTIONS = 64;
/** A direction is a way if it leads this far towards the goal: relative to the displacement. */
const WAY = 0.2;

/** The characters, by name: about 1.6 m high. */
export const HEROES = {
  capsule: () => new Capsule({ halfHeight: 0.5, radius: 0.3 }),
  sphere: () => new Sphere({ radius: 0.5 }),
  box: () => new Box({ halfExtents: [0.3, 0.8, 0.25] }),
  cylinder: () => new Cylinder({ halfHeight: 0.8, radius: 0.3 }),
  hull: () =>
    new ConvexHull({
      points: [
        0, -0.8, 0, 0.3, 0, 0, -0.3, 0, 0, 0, 0, 0.3, 0, 0, -0.3, 0.1, 0.8, 0.1, -0.1, 0.8, 0,
      ],
    }),
};

const standing = (d, [x, z], y) => {
  const [sine, cosine] = d.direction(2);
  return { position: [x, y, z], quaternion: [0, sine, 0, cosine] };
};
const lying = (d, [x, z], y) => ({ position: [x, y, z], quaternion: d.quaternion() });

/** Obstacles that stand or lie on the ground: shape and pose. */
const OBSTACLES = [
  // crates, slabs and pillars, turned about the vertical axis
  (d, at) => {
    const half = [d.between(0.2, 1.2), d.between(0.1, 1.5), d.between(0.2, 1.2)];
    return [new Box({ halfExtents: half }), standing(d, at, half[1])];
  },
  (d, at) => {
    const halfHeight = d.between(0.2, 2);
    return [new Cylinder({ halfHeight, radius: d.between(0.1, 0.9) }), standing(d, at, halfHeight)];
  },
  // ramps of 10° to 60°
  (d, at) => {
    const [long, high, wide] = [d.between(1, 3), d.between(0.5, 2), d.between(0.5, 2)];
    const points = [0, 0, -wide, 0, 0, wide, long, 0, -wide, long, 0, wide];
    points.push(long, high, -wide, long, high, wide);
    return [new ConvexHull({ points }), standing(d, at, 0)];
  },
  // ledges of a step's height
  (d, at) => {
    const half = [d.between(0.5, 2), d.between(0.03, 0.2), d.between(0.5, 2)];
    return [new Box({ halfExtents: half }), standing(d, at, half[1])];
  },
  // rocks in any position
  (d, at) => {
    const points = Array.from({ length: 24 }, () => scaled(d.between(0.6, 1), d.direction(3)));
    return [new ConvexHull({ points: points.flat() }), lying(d, at, 0.5)];
  },
  (d, at) => [
    new Ellipsoid({ radii: [d.between(0.3, 1.2), d.between(0.3, 1.2), d.between(0.3, 1.2)] }),
    lying(d, at, 0.3),
  ],
  // beams and shelves in the air
  (d, at) => [
    new Box({ halfExtents: [d.between(0.1, 2), d.between(0.05, 0.3), d.between(0.1, 0.5)] }),
    lying(d, at, d.between(0.5, 4)),
  ],
  (d, at) => [
    new Capsule({ halfHeight: d.between(0.2, 1.5), radius: d.between(0.1, 0.5) }),
    lying(d, at, d.between(0, 3)),
  ],
];

/** A room of half-spaces with random obstacles. */
function roomOf(d, obstacles) {
  const world = new World();
  for (const normal of [
    [0, 1, 0],
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 1],
    [0, 0, -1],
  ])
    world.add(new HalfSpace({ normal, offset: normal[1] === 1 ? 0 : -ROOM }));
  for (let i = 0; i < obstacles; i++) {
    const at = [d.between(-ROOM, ROOM), d.between(-ROOM, ROOM)];
    const [shape, pose] = OBSTACLES[i % OBSTACLES.length](d, at);
    world.add(shape, pose);
  }
  return world;
}

/** The deepest overlap of the character with a body, relative to its size. */
function depthIn(world, hero, pose) {
  const depths = world
    .overlapping(hero, pose)
    .map((body) => penetration(world.shape(body), world.getPose(body), hero, pose).value);
  return Math.max(0, ...depths) / hero.boundingRadius;
}

/** Whether a step of this length leads towards the goal in some direction. */
function seesWay(d, world, hero, pose, displacement) {
  const size = length(displacement);
  for (let i = 0; i < DIRECTIONS; i++) {
    const way = scaled(size, d.direction(3));
    const { hit, time } = world.castShape(hero, pose, way);
    if (dot(way, displacement) * (hit ? time : 1) > WAY * size * size) return true;
  }
  return false;
}

/** A player: a direction for some seconds, at rest, walking or running; jumps; and gravity. */
class Player {
  #d;
  #left = 0;
  #walk = [0, 0, 0];

  constructor(d) {
    this.#d = d;
  }

  /** The displacement of the next step. @param {boolean} stands @param {number} rise in the previous step */
  next(stands, rise) {
    const d = this.#d;
    if (this.#left-- <= 0) {
      this.#left = Math.floor(d.between(10, 200));
      const [x, z] = d.direction(2);
      this.#walk = scaled(d.pick([0, 1.5, 3, 6]), [x, 0, z]);
    }
    const jumps = stands && d.next() < 0.01;
    const climb = jumps ? 6 : stands ? 0 : rise / STEP;
    const [x, , z] = this.#walk;
    return scaled(STEP, [x, climb - GRAVITY * STEP, z]);
  }
}

/** The smaller of two speeds, or 0 if they have different signs: a step that is climbed is no jump. */
const slower = (a, b) => (a * b > 0 ? Math.sign(a) * Math.min(Math.abs(a), Math.abs(b)) : 0);

/**
 * Moves a character for some steps.
 * @param {object} setting
 * @param {string} setting.hero a name in HEROES
 * @param {number} setting.seed
 * @param {number} setting.steps
 * @param {number} [setting.obstacles]
 * @param {number} [setting.stepHeight]
 * @returns {{ deepest: number, stuck: number, way: number, blocked: number, climbed: number, microseconds: number }}
 *   `deepest` is relative to the size. `stuck` is the largest number of steps in a row without progress although a
 *   way is free. `way` is a length, `blocked` the number of steps with a hit, `climbed` the greatest height
 */
export function walk({ hero: name, seed, steps, obstacles = 500, stepHeight = 0 }) {
  const d = draw(random(seed));
  const world = roomOf(d, obstacles);
  const hero = HEROES[name]();
  const player = new Player(d);
  let pose = moveAndSlide(world, hero, { position: [0, 6, 0] }, [0, 0, 0]).pose;
  const seen = { deepest: 0, stuck: 0, way: 0, blocked: 0, climbed: 0, microseconds: 0 };
  let [stands, rise, still, time] = [false, 0, 0, 0];
  for (let i = 0; i < steps; i++) {
    const displacement = player.next(stands, rise);
    const start = performance.now();
    const { pose: next, hits } = moveAndSlide(world, hero, pose, displacement, { stepHeight });
    time += performance.now() - start;
    const moved = sub(next.position, pose.position);
    stands = hits.some(({ normal }) => normal[1] > Math.SQRT1_2);
    rise = slower(moved[1], displacement[1]);
    const progress = length(moved) > PROGRESS * length(displacement);
    still = progress || !seesWay(d, world, hero, next, displacement) ? 0 : still + 1;
    seen.deepest = Math.max(seen.deepest, depthIn(world, hero, next));
    seen.stuck = Math.max(seen.stuck, still);
    seen.way += length(moved);
    seen.blocked += Number(hits.length > 0);
    seen.climbed = Math.max(seen.climbed, next.position[1]);
    pose = next;
  }
  world.dispose();
  return { ...seen, microseconds: (1000 * time) / steps };
}
