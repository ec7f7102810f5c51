/* Measures two builds of the C library alternately in one native process. Builds a shared object of each tree
 * with its adapters, and sends commands to native.c. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { flatRecord } from '../records.js';
import { QUERIES, STATES } from './cells.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const COMPILER = process.env.CC ?? 'clang';
const OPTIMISED = ['-std=c11', '-O3'];
/** Only the adapters are exported, so calls within the library stay direct. */
const SHARED = ['-fPIC', '-fvisibility=hidden', '-w'];
const JOBS = Number(process.env.JOBS ?? 1);

// ---- building ---------------------------------------------------------------------------------------

async function compile(given) {
  const child = spawn(COMPILER, given, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${COMPILER} could not compile ${given.at(-1)}`);
}

/** The cached output of a compiler. Its name is a hash of all inputs. */
async function kept(folder, ending, inputs, flags, make) {
  const hash = createHash('sha256').update(JSON.stringify([COMPILER, flags]));
  for (const input of inputs) hash.update(input);
  const path = join(folder, `${hash.digest('hex').slice(0, 20)}${ending}`);
  if (existsSync(path)) return path;
  await make(`${path}.part`);
  renameSync(`${path}.part`, path);
  return path;
}

/** The files of a tree's adapters. Throws an error with the name of the file if an adapter is missing. */
function adapterFiles({ name, adapters }) {
  return Object.values(adapters)
    .filter(Boolean)
    .map(({ file }) => {
      const path = join(HERE, file);
      if (existsSync(path)) return path;
      throw new Error(
        `${name}: its C API needs the adapter tests/bench/against/${file}, which is missing`,
      );
    });
}

/**
 * Builds the shared object of a tree.
 * @param {object} tree of trees.js @param {string} build
 * @param {string} side the name of the file; with the same name the loader would open only one library
 * @param {(text: string) => void} tell
 */
export async function buildShared(tree, build, side, tell) {
  const objects = join(build, 'objects');
  mkdirSync(objects, { recursive: true });
  const headers = [...tree.headers, join(HERE, 'against.h')].map((path) => readFileSync(path));
  const flags = [...OPTIMISED, ...tree.numerics, ...SHARED];
  const include = [`-I${join(tree.folder, 'src')}`, `-I${HERE}`];
  const { pairs, bodies } = tree.adapters;
  if (pairs.rows) flags.push('-DAGAINST_ROWS');
  if (pairs.casts) flags.push('-DAGAINST_CASTS');
  if (bodies) flags.push(`-DAGAINST_BODIES_HEADER="${bodies.header}"`);
  const sources = [...tree.sources, ...adapterFiles(tree)];
  const made = [];
  const rest = sources.entries();
  const worker = async () => {
    for (const [i, source] of rest) {
      tell(`compiling ${tree.name}: ${basename(source)} (${i + 1} of ${sources.length})`);
      const inputs = [basename(source), readFileSync(source), ...headers];
      made[i] = await kept(objects, '.o', inputs, flags, (path) =>
        compile([...flags, ...include, '-c', '-o', path, source]),
      );
    }
  };
  await Promise.all(Array.from({ length: JOBS }, worker));
  const shared = join(build, `${side}.so`);
  await compile(['-shared', '-o', shared, ...made, '-lm']);
  return shared;
}

async function buildDriver(build) {
  const source = join(HERE, 'native.c');
  const inputs = [readFileSync(source), readFileSync(join(HERE, 'against.h'))];
  const flags = [...OPTIMISED, '-D_POSIX_C_SOURCE=199309L'];
  return kept(join(build, 'objects'), '.driver', inputs, flags, (path) =>
    compile([...flags, '-o', path, source, '-ldl']),
  );
}

// ---- scenes -----------------------------------------------------------------------------------------

/** A scene in the format of native.c. */
export function sceneDoubles({ bodies, records, stride, pairs, frames }) {
  const doubles = [Number(bodies), bodies ? frames.length : pairs[0].posesB.length, stride];
  doubles.push(records.length);
  for (const record of records) {
    const flat = flatRecord(record);
    doubles.push(flat.length, ...flat);
  }
  doubles.push(bodies ? records.length : pairs.length);
  const poses = bodies
    ? frames
    : pairs.map(({ a, b, poseA, posesB }) => [a, b, ...poseA, ...posesB.flatMap((p) => [...p])]);
  const head = Float64Array.from(doubles);
  const all = new Float64Array(head.length + poses.reduce((sum, { length }) => sum + length, 0));
  all.set(head);
  let at = head.length;
  for (const part of poses) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// ---- measuring --------------------------------------------------------------------------------------

/** A process of native.c. */
class NativeProcess {
  #child;
  #lines;
  #file;

  /** @param {string} driver @param {string[]} libraries @param {string} file for scenes */
  constructor(driver, libraries, file) {
    this.#child = spawn(driver, libraries, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#file = file;
  }

  async #next() {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('the native driver ended early');
    return value.split(' ');
  }

  async open(scene) {
    writeFileSync(this.#file, sceneDoubles(scene));
    this.#child.stdin.write(`open ${this.#file}\n`);
    await this.#next();
  }

  async measure({ query, state }, samples) {
    const numbers = [QUERIES.indexOf(query), STATES.indexOf(state)];
    this.#child.stdin.write(`measure ${numbers.join(' ')} ${samples}\n`);
    const answers = [[], []];
    const times = [];
    for (;;) {
      const [word, ...rest] = await this.#next();
      const [a, b, c, d] = rest.map(Number);
      if (word === 'missing') return null;
      if (word === 'end') return { answers, samples: times };
      if (word === 'sample') times.push([a, b]);
      else {
        answers[0].push({ value: a, status: b });
        answers[1].push({ value: c, status: d });
      }
    }
  }

  close() {
    this.#child.stdin.end();
  }
}

/**
 * Builds both libraries and the driver.
 * @param {{ before: object, after: object, build: string, tell: (text: string) => void }} options
 * @returns {Promise<(swapped: boolean) => NativeProcess>} starts a process
 */
export async function prepareNative({ before, after, build, tell }) {
  const libraries = [
    await buildShared(before, build, 'before', tell),
    await buildShared(after, build, 'after', tell),
  ];
  const driver = await buildDriver(build);
  const file = join(build, 'scene.bin');
  return (swapped) => new NativeProcess(driver, swapped ? libraries.toReversed() : libraries, file);
}
