/* The benchmark suite's frame, the same in Node and in a page.
 *
 * A topic is one file in tests/bench/topics/ whose default export is a Topic, named in
 * topics/index.js. It lists cases; for each case and on each platform `prepare` makes the subjects to
 * be timed and the facts that must be equal everywhere; `report` turns the measured rows into
 * Markdown and charts. A topic imports neither Node's modules nor anything but the package, what is
 * beside it here and tests/lib, unless it runs in Node only.
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
 * @property {Record<string, () => number | Promise<number>>} subjects each makes a number of queries, from
 *   some ten to some thousand, and returns how many; it is repeated as often as a sample needs
 * @property {object} [facts] plain data, the same on every platform, or the run fails: `digest` of result
 *   bits; `counts`, numbers of which fewer is better, checked against baseline.json; anything else
 * @property {Record<string, NativeSubject>} [native] subjects of the native program, by name
 * @property {() => void} [release]
 *
 * @typedef {object} NativeSubject a query over a scene, see native.c
 * @property {'growth' | 'collide' | 'distance' | 'penetration' | 'scan' | 'climb' | 'find'} query
 * @property {object[]} items of scenes.js
 *
 * @typedef {object} Topic
 * @property {string} name of the option --only, of the section and in benchmarks.json
 * @property {string} title
 * @property {('node' | 'chromium' | 'native')[]} platforms
 * @property {string} [page] its text goes to docs/<page>.md; only its charts and figures to benchmarks.md
 * @property {() => Promise<string | null>} [missing] what it needs and is not there: it is left out then
 * @property {number} [turns] fewer than others have, where a run takes long: a turn is five samples of each
 *   subject on each platform
 * @property {boolean} [spread] its cases are measured between those of the others, over the whole run
 * @property {(quick: boolean) => object[]} cases plain data with a `name`, which end up in the rows; the
 *   counts of a case must not depend on quick
 * @property {(one: object) => boolean} [counted] whether the counts of a case belong to baseline.json; none
 *   does by default. They are checked in every test run, so not those that take long to make ready
 * @property {number} [slack] by what part counts may exceed the baseline; 0.1
 * @property {(one: object, quick: boolean) => Ready | Promise<Ready>} prepare
 * @property {Record<string, [string, string]>} [ratios] of two times, `platform.subject`, round by round
 * @property {(rows: Row[]) => { markdown: string, figures?: Figure[], charts?: object[] }} report charts are
 *   described in charts.js, figures go to the table at the top
 *
 * @typedef {object} Row a case with facts, `times[platform][subject]` in nanoseconds a query and
 *   `ratios[name]`, both as { median, low, high } with the quartiles
 *
 * @typedef {{ figure: string, measured: string, goal?: string }} Figure
 */
import { quartiles, warmed } from './measure.js';
import { topics } from './topics/index.js';

/** One platform's side of the suite: a case is opened, measured in rounds, and closed. */
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

  /** The facts alone. @param {string} topic @param {number} index */
  async facts(topic, index) {
    const { cases, prepare } = topics.find(({ name }) => name === topic);
    const { facts, release } = await prepare(cases(false)[index], false);
    release?.();
    return facts;
  }

  /** Native subjects, for the session in Node. */
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

/** Samples of several platforms as a row's times and ratios. */
export function summarize(samples, ratios = {}) {
  const times = {};
  for (const [key, list] of Object.entries(samples)) {
    const dot = key.indexOf('.');
    const [platform, subject] = [key.slice(0, dot), key.slice(dot + 1)];
    (times[platform] ??= {})[subject] = quartiles(list);
  }
  const known = Object.entries(ratios).filter(([, [a, b]]) => samples[a] && samples[b]);
  return {
    times,
    ratios: Object.fromEntries(
      known.map(([name, [a, b]]) => [name, quartiles(samples[a].map((x, i) => x / samples[b][i]))]),
    ),
  };
}
