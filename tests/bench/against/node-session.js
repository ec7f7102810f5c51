/* The process that measures two packages alternately. node-platform.js starts it and sends requests.
 *
 *   node node-session.js '[first tree, second tree]'
 */
import {
  SAMPLE_MILLISECONDS,
  WARM_UP_LIMIT,
  WARM_UP_MILLISECONDS,
  WARM_UP_QUERIES,
  ownLoop,
} from '../measure.js';
import { answerOf, openPackage } from './package.js';

// ---- what runs --------------------------------------------------------------------------------------

/** Runs all pairs once. Each loop is compiled for a single query. */
const COLD = `for (let i = 0; i < pairs.length; i++) {
  const pair = pairs[i];
  query(pair.shapeA, pair.poseA, pair.shapeB, pair.poseB, options);
}
return pairs.length;`;
/** The displacement of B leads from its first pose to the second. */
const CAST = `for (let i = 0; i < pairs.length; i++) {
  const pair = pairs[i];
  query(pair.shapeA, pair.poseA, pair.shapeB, pair.poseB, pair.displacement, options);
}
return pairs.length;`;
const warmLoop = (query) => `const frame = k++ & 7;
for (let i = 0; i < pairs.length; i++) {
  const pair = pairs[i];
  pair.pair.${query}(pair.poseA, pair.posesB[frame], options);
}
return pairs.length;`;

/** Warm frames run forwards, then backwards, as in native.c. */
const frameOf = (k, frames) => {
  const last = frames.length - 1;
  const place = k % (2 * last);
  return frames[place <= last ? place : 2 * last - place];
};

/** The name of a query as a method of World. */
const OF_WORLD = {
  growthDistance: 'growthDistances',
  collide: 'intersections',
  distance: 'distances',
};

/** The sum of the value column over all rows. */
function sumOf({ count, value, colliding }) {
  let sum = 0;
  const column = value ?? colliding ?? [];
  for (let k = 0; k < count; k++) sum += Number(column[k] ?? 1);
  return { value: sum, status: 0 };
}

/** One package with the shapes of a scene. */
class Side {
  #lib;
  #scene;
  #shapes;
  #owned = [];

  constructor(lib, scene) {
    this.#lib = lib;
    this.#scene = scene;
    this.#shapes = scene.records.map((record) => lib.api.Shape.from(record));
  }

  /** The functions of a cell: `run` runs it once and returns the number of queries, `answers` returns its
   * results. Returns null if the package lacks the query. */
  subject({ query, state }) {
    if (this.#scene.bodies) return this.#frames(query);
    const { api, adapter } = this.#lib;
    if (query === 'castShape') return this.#casts();
    if (!(query in api)) return null;
    const pairs = this.#scene.pairs.map(({ a, b, poseA, posesB }) => ({
      shapeA: this.#shapes[a],
      shapeB: this.#shapes[b],
      poseA,
      poseB: posesB[0],
      posesB,
      pair:
        state === 'warm' ? this.#own(new api.Pair(this.#shapes[a], this.#shapes[b])) : undefined,
    }));
    const own = state === 'jacobians' ? adapter.jacobians : {};
    const options = query === 'intersects' ? undefined : { out: {}, ...own };
    const answers = () =>
      pairs.map(({ shapeA, shapeB, poseA, poseB, pair }) =>
        answerOf(
          adapter,
          query,
          pair ? pair[query](poseA, poseB) : api[query](shapeA, poseA, shapeB, poseB),
        ),
      );
    const body = state === 'warm' ? warmLoop(query) : COLD;
    const names = ['pairs', 'query', 'options', 'k'];
    return { answers, run: ownLoop(names, body)(pairs, api[query], options, 0) };
  }

  /** Casts. A package without them returns growth distances, whose status excludes them from the comparison. */
  #casts() {
    const { api, adapter } = this.#lib;
    const { castShape, growthDistance } = api;
    const dimension = this.#scene.stride === 7 ? 3 : 2;
    const pairs = this.#scene.pairs.map(({ a, b, poseA, posesB: [poseB, to] }) => ({
      shapeA: this.#shapes[a],
      shapeB: this.#shapes[b],
      poseA,
      poseB,
      displacement: Array.from({ length: dimension }, (_, i) => to[i] - poseB[i]),
    }));
    const answers = () =>
      pairs.map(({ shapeA, shapeB, poseA, poseB, displacement }) =>
        castShape
          ? answerOf(adapter, 'castShape', castShape(shapeA, poseA, shapeB, poseB, displacement))
          : { value: growthDistance(shapeA, poseA, shapeB, poseB).value, status: 'growth' },
      );
    const loop = ownLoop(['pairs', 'query', 'options'], castShape ? CAST : COLD);
    return { answers, run: loop(pairs, castShape ?? growthDistance, { out: {} }) };
  }

  #frames(query) {
    const { api, adapter } = this.#lib;
    const { frames } = this.#scene;
    const world = this.#own(adapter.createBodies(api));
    const name = OF_WORLD[query] ?? query;
    if (typeof world[name] !== 'function') return null;
    this.#shapes.forEach((shape, i) => world.add(shape, frames[0].subarray(7 * i, 7 * i + 7)));
    let k = 0;
    const frame = () => {
      world.poses.set(frameOf(k++, frames));
      return world[name]();
    };
    const run = () => {
      frame();
      return 1;
    };
    return { run, answers: () => [sumOf(frame())] };
  }

  #own(thing) {
    this.#owned.push(thing);
    return thing;
  }

  /** Frees the objects of the previous subject. */
  close() {
    for (const thing of this.#owned) thing.dispose();
    this.#owned = [];
  }

  release() {
    for (const shape of this.#shapes) shape.dispose();
  }
}

// ---- measuring --------------------------------------------------------------------------------------

const RUNS_OF_FRAMES = 16;

/** The CPU time of this process in nanoseconds, so that other processes do not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return 1e3 * (user + system);
}

/** Nanoseconds a query of repeated runs. */
function sample(run, repeats) {
  let queries = 0;
  const start = now();
  for (let k = 0; k < repeats; k++) queries += run();
  return (now() - start) / queries;
}

/** Warms both subjects up alternately, with the same number of runs, so that both stay in the same frame.
 * Returns how often a subject must run for a sample. */
function warmUp(subjects, bodies) {
  const enough = bodies ? RUNS_OF_FRAMES : WARM_UP_QUERIES;
  const start = now();
  let queries = 0;
  let runs = 0;
  let spent = 0;
  while ((queries < enough || spent < 2 * WARM_UP_MILLISECONDS) && spent < 2 * WARM_UP_LIMIT) {
    for (const { run } of subjects) queries += run() / subjects.length;
    runs++;
    spent = (now() - start) / 1e6;
  }
  return Math.max(1, Math.ceil((2 * SAMPLE_MILLISECONDS * runs) / spent));
}

/** The two packages with the shapes of the open scene. */
class Session {
  #libs;
  #sides = [];
  #scene;

  /** @param {object[]} libs of openPackage, in the order in which they were loaded */
  constructor(libs) {
    this.#libs = libs;
  }

  open(scene) {
    for (const side of this.#sides) side.release();
    this.#scene = scene;
    this.#sides = this.#libs.map((lib) => new Side(lib, scene));
  }

  measure(cell, samples) {
    const subjects = this.#sides.map((side) => side.subject(cell));
    try {
      if (subjects.includes(null)) return null;
      const answers = subjects.map((subject) => subject.answers());
      const repeats = warmUp(subjects, this.#scene.bodies);
      const times = [];
      for (let i = 0; i < samples; i++) {
        const row = [0, 0];
        const first = i % 2; // A B, then B A
        for (const k of [first, 1 - first]) row[k] = sample(subjects[k].run, repeats);
        times.push(row);
      }
      return { answers, samples: times };
    } finally {
      for (const side of this.#sides) side.close();
    }
  }
}

const libs = [];
for (const tree of JSON.parse(process.argv[2])) libs.push(await openPackage(tree));
const session = new Session(libs);
process.on('message', ({ request, given }) => {
  try {
    process.send({ result: session[request](...given) });
  } catch (error) {
    process.send({ error: error.stack });
  }
});
