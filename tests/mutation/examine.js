/* Seeds one fault in a copy and finds the first check that notices it. The cheapest checks come first:
 *
 * - the compiler, without warnings; a fault is unobservable if object files, module or minified code stay the
 *   same;
 * - the C tests: first the one of the file's name, then those that notice most faults in the least time;
 * - object files and module with the optimisation for users, which may be equal where the quick ones differ;
 * - the JavaScript tests, and the C tests under sanitizers with the module in them;
 * - warnings and the type checker; recorded digests.
 *
 * A JavaScript test that fails runs once more, because some tests depend on time. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { minifySync } from 'rolldown/utils';

import { ModuleBuild, replace } from './copy.js';
import { topic } from './pristine.js';
import { Rebuilt, unwarned } from './recipe.js';
import { run } from './run.js';
import { seeded } from './sample.js';

/** @typedef {import('./pristine.js').Test} Test */
/** @typedef {'compile' | 'unobservable' | 'noticed' | 'warnings' | 'digests' | 'survived'} Outcome */
/** @typedef {{ outcome: Outcome, by?: string, hang?: boolean }} Finding */

/** The order of the tests for a file: first the test of its name, then by faults noticed per time.
 * @param {Test[]} tests @param {string} file */
export function inOrder(tests, file) {
  const own = topic(file);
  const rank = (test) =>
    topic(test.name) === own ? Infinity : (1 + test.noticed) / (0.05 + test.seconds);
  return [...tests].sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
}

export class Examiner {
  #pristine;
  #root;
  #plain;
  /** @type {Rebuilt | null} */ #sanitized = null;
  /** Whether the files that the JavaScript tests load may contain a fault. */ #moduleChanged = false;

  /** @param {import('./pristine.js').Pristine} pristine @param {string} name of the copy */
  constructor(pristine, name) {
    this.#pristine = pristine;
    this.#root = join(pristine.folder, name);
    replace(pristine.root, this.#root);
    this.#plain = new Rebuilt(pristine.plain, this.#root);
  }

  /** Seeds a fault, runs the checks, and restores the copy. @param {import('./sample.js').Seeded} fault
   * @returns {Promise<Finding>} */
  async examine(fault) {
    const { file } = fault;
    const path = join(this.#root, file);
    const clean = readFileSync(path, 'utf8');
    const faulty = seeded(clean, fault);
    writeFileSync(path, faulty);
    try {
      return /\.[ch]$/.test(file)
        ? await this.#examineC(file)
        : await this.#examineJs(file, faulty, clean);
    } finally {
      writeFileSync(path, clean);
      this.#plain.restore();
      this.#sanitized?.restore();
      if (this.#moduleChanged) ModuleBuild.restore(this.#pristine.root, this.#root);
      this.#moduleChanged = false;
    }
  }

  /** @param {string} file @returns {Promise<Finding>} */
  async #examineC(file) {
    let same = true;
    if (this.#pristine.plain.of(file).length > 0) {
      const compiled = await this.#plain.build(file);
      if (!compiled.ok) return { outcome: 'compile' };
      if (!compiled.same) {
        const noticed = await this.#noticedBy(this.#tests('C'), file);
        if (noticed) return noticed;
      }
      same = compiled.same || (await this.#sameNative(file));
    }
    if (!(await this.#makeModule('quick'))) return { outcome: 'compile' };
    if (same && (await this.#sameModule())) return { outcome: 'unobservable' };
    return (
      (await this.#noticedBy(this.#tests('JavaScript'), file)) ??
      (await this.#noticedSanitized(file)) ??
      (await this.#lastResort(() => this.#warnsC(file)))
    );
  }

  /** @param {string} file @returns {Promise<Finding>} */
  async #examineJs(file, faulty, clean) {
    const small = (text) => minifySync(file, text, { module: true }).code;
    if (small(faulty) === small(clean)) return { outcome: 'unobservable' };
    const builds = file.startsWith('wasm/');
    if (builds) {
      if (!(await this.#makeModule('quick'))) return { outcome: 'compile' };
      if (await this.#sameFiles()) return { outcome: 'unobservable' };
    }
    const [sources, packaged] = [false, true].map((loads) =>
      this.#tests('JavaScript').filter((test) => test.packaged === loads),
    );
    const noticed = await this.#noticedBy(sources, file);
    if (noticed) return noticed;
    if (!builds && !(await this.#makeModule('quick'))) return { outcome: 'compile' };
    return (
      (await this.#noticedBy(packaged, file)) ?? (await this.#lastResort(() => this.#warnsJs(file)))
    );
  }

  /** @param {Test['kind']} kind */
  #tests(kind) {
    return this.#pristine.tests.filter((test) => test.kind === kind);
  }

  /** @param {Test[]} tests @param {string} file @returns {Promise<Finding | null>} */
  async #noticedBy(tests, file) {
    for (const test of inOrder(tests, file)) {
      const seconds = 30 + 8 * test.seconds;
      let result = await run(test.command, this.#root, { seconds });
      if (!result.ok && !result.hang && test.kind === 'JavaScript')
        result = await run(test.command, this.#root, { seconds });
      if (result.ok) continue;
      test.noticed++;
      const finding = {
        outcome: /** @type {const} */ ('noticed'),
        by: `${test.kind} ${topic(test.name)}`,
      };
      return result.hang ? { ...finding, hang: true } : finding;
    }
    return null;
  }

  /** @param {string} file @returns {Promise<Finding | null>} */
  async #noticedSanitized(file) {
    const { recipe, tests } = await this.#pristine.sanitized();
    if (recipe.of(file).length === 0) return null;
    if (!this.#sanitized) {
      replace(join(this.#pristine.root, 'build/sanitized'), join(this.#root, 'build/sanitized'));
      this.#sanitized = new Rebuilt(recipe, this.#root);
    }
    const { ok } = await this.#sanitized.build(file);
    return ok ? this.#noticedBy(tests, file) : { outcome: 'compile' };
  }

  /** Builds the module and the package. @param {'quick' | 'optimised' | 'with warnings'} how */
  async #makeModule(how) {
    this.#moduleChanged = true;
    return (await this.#pristine.module.make(this.#root, how)).ok;
  }

  /** Whether the module equals the one without the fault, quick or optimised. If not, leaves the quick one
   * built. */
  async #sameModule() {
    if (ModuleBuild.digest(this.#root) === ModuleBuild.digest(this.#pristine.root)) return true;
    const optimised = await this.#pristine.optimised();
    ModuleBuild.clear(this.#root);
    if ((await this.#makeModule('optimised')) && ModuleBuild.digest(this.#root) === optimised)
      return true;
    ModuleBuild.clear(this.#root);
    await this.#makeModule('quick');
    return false;
  }

  /** Whether the files in wasm/dist equal those without the fault. */
  async #sameFiles() {
    const { ok } = await run(
      `diff -rq wasm/dist ${join(this.#pristine.root, 'wasm/dist')}`,
      this.#root,
    );
    return ok;
  }

  /** Whether gcc or clang, with the optimisation for users, makes the same object files of the library as
   * without the fault.
   * @param {string} file */
  async #sameNative(file) {
    const originals = this.#pristine.plain
      .originalsOf(file)
      .filter(({ source }) => !source.startsWith('tests/'));
    mkdirSync(join(this.#root, 'build'), { recursive: true });
    const object = async (c, compiler, root) => {
      const to = join(this.#root, 'build/mutation.o');
      const command = unwarned(c.command)
        .replace(/^\w+/, compiler)
        .replace(`-o ${c.object}`, `-o ${to}`);
      const { ok } = await run(command, root);
      return ok ? readFileSync(to).toString('latin1') : null;
    };
    const same = async (compiler) => {
      for (const c of originals) {
        const before = await object(c, compiler, this.#pristine.root);
        if (before === null || before !== (await object(c, compiler, this.#root))) return false;
      }
      return true;
    };
    return (await same('gcc')) || (await same('clang'));
  }

  /** @param {() => Promise<string | null>} warns @returns {Promise<Finding>} */
  async #lastResort(warns) {
    const by = await warns();
    if (by) return { outcome: 'warnings', by };
    if (!this.#pristine.digestsHold) return { outcome: 'survived' };
    const { ok } = await run('node tests/mutation/digests.js', this.#root);
    return { outcome: ok ? 'survived' : 'digests' };
  }

  /** The name of the first compiler that warns, or null. @param {string} file */
  async #warnsC(file) {
    for (const { command, object } of this.#pristine.plain.originalsOf(file))
      for (const compiler of ['gcc', 'clang']) {
        const alone = command.replace(/^\w+/, compiler).replace(`-o ${object}`, '-o /dev/null');
        if (!(await run(alone, this.#root)).ok) return compiler;
      }
    if (!file.startsWith('wasm/')) return null;
    ModuleBuild.clear(this.#root);
    if (!(await this.#makeModule('with warnings'))) return 'emcc';
    return null;
  }

  /** The name of the first check that warns, or null. @param {string} file */
  async #warnsJs(file) {
    const checks = [['eslint', `npx --no-install eslint --no-ignore --max-warnings 0 ${file}`]];
    if (file.startsWith('js/'))
      checks.push(['types', 'npx --no-install tsc -p js --outDir build/mutation-types']);
    for (const [name, command] of checks) if (!(await run(command, this.#root)).ok) return name;
    return null;
  }
}
