/* The frame of the benchmark suite, the same in Node and in a page.
 *
 * A topic is a file in tests/bench/topics/ whose default export is a Topic; topics/index.js lists it. A topic
 * has cases. For each case and platform, `prepare` makes the subjects to measure and the facts that must be
 * equal on all platforms. `report` turns the measured rows into Markdown and charts. A topic imports only the
 * package, this folder and tests/lib. It imports modules of Node only if it runs in Node only.
 *
 *   export default {
 *     name: 'pairs',
 *     title: 'Queries of a pair',
 *     platforms: ['node', 'chromium'],
 *     ratios: { 'warm ÷ cold': ['node.warm', 'node.cold'] },
 *     cases: () => [{ name: 'box–box', dimension: 3 }],
 *     prepare({ name }, quick) {
 *       const scene = prepare(pairs({ ... }));
 *       return {
 *         subjects: { cold: coldJs(scene), warm: warmJs(scene) },
 *         facts: { digest: digest(scene), counts: { iterations: iterations(scene) } },
 *         release: () => release(scene),
 *       };
 *     },
 *     report: (rows) => ({ markdown: table(...), charts: [{ name: 'pairs', ... }] }),
 *   };
 *
 * @typedef {object} Ready
 * @property {Record<string, () => number | Promise<number>>} subjects each runs ten to some thousand queries
 *   and returns their number; the suite repeats it until a sample is long enough
 * @property {object} [facts] plain data that must be the same on every platform, or the run fails: `digest`
 *   of the bits of results; `counts`, numbers for which less is better, compared with baseline.json; other
 *   data
 * @property {Record<string, NativeSubject>} [native] subjects of the native program, by name
 * @property {() => void} [release]
 *
 * @typedef {object} NativeSubject a query over a scene, see native.c
 * @property {'growth' | 'collide' | 'distance' | 'penetration' | 'cast' | 'ray' | 'impact' | 'scan' | 'climb' | 'find'} query
 * @property {object[]} items of scenes.js
 *
 * @typedef {object} Topic
 * @property {string} name for the option --only and in benchmarks.json
 * @property {string} title
 * @property {('node' | 'chromium' | 'native')[]} platforms
 * @property {string} [page] its text goes to docs/lab/<page>.md, and only its charts and figures to
 *   benchmarks.md
 * @property {() => Promise<string | null>} [missing] the reason for which the topic cannot run, or null; a
 *   topic with a reason is left out
 * @property {number} [turns] for topics whose runs take long; a turn is five samples of each subject on each
 *   platform
 * @property {boolean} [spread] its cases are spread evenly over the whole run
 * @property {(quick: boolean) => object[]} cases plain data with a `name`, which end up in the rows; the
 *   counts of a case must not depend on quick
 * @property {(one: object) => boolean} [counted] whether the counts of a case belong to baseline.json; by
 *   default false. Every test run compares these counts, so a case that takes long to prepare is not counted
 * @property {number} [slack] the part by which counts may exceed the baseline; 0.1 by default
 * @property {(one: object, quick: boolean) => Ready | Promise<Ready>} prepare
 * @property {Record<string, string[]>} [ratios] of two times, `platform.subject`, round by round; a third
 *   time is taken from the first before, where a row has it
 * @property {(rows: Row[]) => { markdown: string, figures?: Figure[], charts?: object[] }} report charts are
 *   described in charts.js, figures go to the table at the top
 *
 * @typedef {object} Row a case with facts, `times[platform][subject]` in nanoseconds a query and
 *   `ratios[name]`, both as { median, low, high } with the quartiles
 *
 * @typedef {{ figure: string, measured: string, goal?: string }} Figure */
import { quartiles, warmed } from './measure.js';
import { topics } from './topics/index.js';

/** The suite on one platform. It opens a case, measures it in rounds, and closes it. */
export class Session {
  #ready;
  #warm;

  /**
   * @param {string} topic @param {number} index of the case @param {boolean} quick
   * @returns {Promise<object | undefined>} the facts
   */
  async open(topic, index, quick) {
    const { cases, prepare } = topics.find(({ name }) => name === topic);
    this.#ready = await prepare(cases(quick)[index], quick);
    this.#warm = await warmed(this.#ready.subjects);
    return this.#ready.facts;
  }

  /** The facts of a case, without measuring. @param {string} topic @param {number} index */
  async facts(topic, index) {
    const { cases, prepare } = topics.find(({ name }) => name === topic);
    const { facts, release } = await prepare(cases(false)[index], false);
    release?.();
    return facts;
  }

  /** The native subjects of the open case. Only the session in Node uses them. */
  get native() {
    return this.#ready.native ?? {};
  }

  /** @returns {Promise<Record<string, number[]>>} some samples of each subject */
  rounds() {
    return this.#warm();
  }

  async close() {
    this.#ready.release?.();
    this.#ready = this.#warm = undefined;
  }
}

/** Turns the samples of several platforms into the times and ratios of a row. */
export function summarize(samples, ratios = {}) {
  const times = {};
  for (const [key, list] of Object.entries(samples)) {
    const dot = key.indexOf('.');
    const [platform, subject] = [key.slice(0, dot), key.slice(dot + 1)];
    (times[platform] ??= {})[subject] = quartiles(list);
  }
  const known = Object.entries(ratios).filter(([, [a, b]]) => samples[a] && samples[b]);
  const ratioOf = ([a, b, less]) =>
    samples[a].map((time, i) => (time - (samples[less]?.[i] ?? 0)) / samples[b][i]);
  return {
    times,
    ratios: Object.fromEntries(known.map(([name, keys]) => [name, quartiles(ratioOf(keys))])),
  };
}
