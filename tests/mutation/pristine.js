/* The copy without a fault. The other copies are made from it and compared with it.
 *
 * It builds the C tests, the module and the package, lists the tests and runs each once. It builds the slow
 * programs for few faults only on first use. The next run reuses everything. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { ModuleBuild, digestOf, mirror, replace } from './copy.js';
import { Recipe, unwarned } from './recipe.js';
import { run, together } from './run.js';

/** @typedef {{ kind: 'C' | 'C, sanitized' | 'JavaScript', name: string, command: string, seconds: number,
 *   packaged?: boolean, noticed: number }} Test `packaged`: the test loads the built package */

/** JavaScript tests that do not test the behaviour of the sources: those for the demo, formats, sizes,
 * documents, the machine and the tarball. */
const ELSEWHERE = /\/(bench|layers|size|package|consumers|docs|mutation)\.test\.js$|^tests\/demo\//;
/** Tests of the recorded digests, which have a column of their own. */
const DIGESTS = /hashes\.json/;
/** Files on which the results of the tests depend. */
const TESTED = /^(src|wasm|js|tests\/(?!mutation\/))|^Makefile$|^package/;
const PACKAGED = /js\/dist|['"]growth-distance/;

/** The name that a source and its test share. @param {string} file */
export const topic = (file) =>
  basename(file)
    .replace(/(\.test)?\.\w+$/, '')
    .replace(/^test_/, '')
    .replaceAll('-', '_');

/** The arguments with which the C program runs the tests of a file. @param {string} text */
export const testNames = (text) => [...text.matchAll(/^TEST\((\w+)\)/gm)].map(([, name]) => name);

/** All files of the module's tests are parts of one test, `host`. */
const MODULE = /^tests\/module\//;

/** @param {Recipe} recipe @param {Test['kind']} kind @param {string} root @returns {Test[]} */
const testsIn = (recipe, kind, root) =>
  recipe.sources
    .filter((source) => /^tests\/.*\/test_\w+\.c$/.test(source))
    .map((name) => ({
      name,
      names: MODULE.test(name) ? ['host'] : testNames(readFileSync(join(root, name), 'utf8')),
    }))
    .map(({ name, names }) => ({
      kind,
      name,
      command: `${recipe.target} ${names.join(' ')}`,
      seconds: 0,
      noticed: 0,
    }));

export class Pristine {
  #checkout;
  #jobs;
  #say;
  #sanitized;
  #optimised;
  /** @type {Test[]} */ tests = [];

  /** @param {string} checkout @param {string} folder for all copies @param {number} jobs
   * @param {(text: string) => void} say */
  constructor(checkout, folder, jobs, say) {
    this.#checkout = checkout;
    this.folder = folder;
    this.root = join(folder, 'pristine');
    this.#jobs = jobs;
    this.#say = say;
    const quick = (command) => unwarned(command).replace('-O3', '-O1');
    this.plain = new Recipe(this.root, 'build/gcc/test', quick);
  }

  async prepare() {
    this.#say('copying the checkout');
    const files = mirror(this.#checkout, this.root);
    this.#say('compiling the C tests');
    await this.plain.build(this.#jobs);
    this.module = await ModuleBuild.of(this.root);
    await this.#buildModule(files);
    const js = files
      .filter((file) => /^tests\/.*\.test\.js$/.test(file) && !ELSEWHERE.test(file))
      .map((name) => ({ name, text: readFileSync(join(this.root, name), 'utf8') }))
      .filter(({ text }) => !DIGESTS.test(text))
      .map(({ name, text }) => ({
        kind: /** @type {const} */ ('JavaScript'),
        name,
        packaged: PACKAGED.test(text),
        command: `node --test --test-reporter=tap ${name}`,
        seconds: 0,
        noticed: 0,
      }));
    const tested = files.filter((file) => TESTED.test(file));
    this.tests = await this.#timed(
      [...testsIn(this.plain, 'C', this.root), ...js],
      'tests',
      digestOf(this.root, tested),
    );
    this.digestsHold = (await run('node tests/mutation/digests.js', this.root)).ok;
    if (!this.digestsHold)
      this.#say('recorded digests differ without a fault, so they are not asked');
  }

  async #buildModule(files) {
    const sources = files.filter((file) => /^(src|wasm|js)\/|^Makefile$/.test(file));
    const stamp = join(this.root, 'build/mutation-module');
    const of = digestOf(this.root, sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === of) return;
    this.#say('building the module and the package');
    ModuleBuild.clear(this.root);
    const { ok, output } = await this.module.make(this.root, 'quick');
    if (!ok) throw new Error(output);
    writeFileSync(stamp, of);
  }

  /** Runs tests once. Names those that fail and leaves them out.
   * @param {Test[]} tests @param {string} name of the file of results @param {string} state of the sources
   * @returns {Promise<Test[]>} with their times */
  async #timed(tests, name, state) {
    const file = join(this.folder, `${name}.json`);
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const results = kept.state === state ? kept.results : {};
    const todo = tests.filter((test) => !results[test.kind + test.name]);
    if (todo.length > 0) this.#say(`running ${todo.length} ${name} once without a fault`);
    await together(Array.from({ length: this.#jobs }), todo, async (_, test) => {
      const { ok, seconds, output } = await run(test.command, this.root, { seconds: 900 });
      const why = ok ? undefined : output.trim().split('\n').slice(-3).join(' | ');
      results[test.kind + test.name] = { ok, seconds, why };
      writeFileSync(file, JSON.stringify({ state, results }));
    });
    const passing = [];
    for (const test of tests) {
      const { ok, seconds, why } = results[test.kind + test.name];
      test.seconds = seconds;
      if (ok) passing.push(test);
      else this.#say(`left out, as it fails without a fault: ${test.kind} ${test.name}: ${why}`);
    }
    return passing;
  }

  /** The C tests under sanitizers, with the module in them. @returns {Promise<{ recipe: Recipe, tests: Test[] }>} */
  sanitized() {
    this.#sanitized ??= (async () => {
      const recipe = new Recipe(this.root, 'build/sanitized/test', unwarned);
      this.#say('compiling the C tests with sanitizers');
      await recipe.build(this.#jobs);
      const state = digestOf(
        this.root,
        recipe.compilations.flatMap((c) => c.deps),
      );
      return {
        recipe,
        tests: await this.#timed(
          testsIn(recipe, 'C, sanitized', this.root),
          'sanitized tests',
          state,
        ),
      };
    })();
    return this.#sanitized;
  }

  /** A digest of the module optimised as for users. @returns {Promise<string>} */
  optimised() {
    this.#optimised ??= (async () => {
      this.#say('building the optimised module');
      const copy = join(this.folder, 'optimised');
      replace(this.root, copy);
      ModuleBuild.clear(copy);
      const { ok, output } = await this.module.make(copy, 'optimised');
      if (!ok) throw new Error(output);
      return ModuleBuild.digest(copy);
    })();
    return this.#optimised;
  }
}
