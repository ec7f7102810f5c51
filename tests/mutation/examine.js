/* Seeds one fault in a copy and finds out what notices it, the cheapest questions first:
 *
 * - the compiler, without warnings; object files or minified code that are the same prove it unobservable;
 * - the C tests, first that of the file's name, then those that notice most in the least time;
 * - object files and module as optimised for users, which may be the same where the quick ones are not;
 * - the JavaScript tests, and the C tests under sanitizers with the module in them;
 * - warnings and the checker of types; recorded digests.
 *
 * The first that notices ends it. A JavaScript test that fails is run once more, as some wait for clocks. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { minifySync } from 'rolldown/utils';

import { Built, mirror } from './copy.js';
import { Recipe, unwarned } from './recipe.js';
import { run } from './run.js';
import { seeded } from './sample.js';

/** @typedef {{ kind: 'C' | 'C, sanitized' | 'JavaScript', name: string, command: string, seconds: number,
 *   packaged?: boolean, noticed: number }} Test */
/** @typedef {'compile' | 'unobservable' | 'noticed' | 'warnings' | 'digests' | 'survived'} Outcome */

/** JavaScript tests that ask nothing of the sources' behaviour: they look at the demo, at formats, sizes,
 * documents, the machine, the tarball. */
const ELSEWHERE = /\/(bench|layers|size|package|consumers|docs|mutation)\.test\.js$|^tests\/demo\//;
/** Recorded digests are asked separately. */
const DIGESTS = /hashes\.json/;
const PACKAGED = /js\/dist|['"]growth-distance/;

/** The name that a source and its test share. @param {string} file */
const topic = (file) =>
  basename(file)
    .replace(/(\.test)?\.\w+$/, '')
    .replace(/^test_/, '')
    .replaceAll('-', '_');

/** Tests in the order in which they are run for a file: that of its name, then by what they noticed for
 * the time they take. @param {Test[]} tests @param {string} file */
export function inOrder(tests, file) {
  const own = topic(file);
  const rank = (test) =>
    topic(test.name) === own ? Infinity : (1 + test.noticed) / (0.05 + test.seconds);
  return tests.toSorted((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
}

export class Examiner {
  #root;
  #recipes;
  #built;
  /** @type {Test[]} */ tests = [];

  /** @param {string} checkout @param {string} root of the copy */
  constructor(checkout, root) {
    this.#root = root;
    this.files = mirror(checkout, root);
    const quick = (command) => unwarned(command).replace('-O3', '-O1');
    this.#recipes = {
      C: new Recipe(root, 'build/gcc/test', quick),
      'C, sanitized': new Recipe(root, 'build/sanitized/test', unwarned),
    };
    this.#built = new Built(root);
  }

  /** Builds everything of the unchanged sources, and lists the tests. @param {(text: string) => void} say */
  async prepare(say) {
    for (const [kind, recipe] of Object.entries(this.#recipes)) {
      const built = await recipe.build();
      if (built) say(`${kind} tests: ${built} objects built`);
    }
    await this.#built.build(this.files);
    say('module and package built');
    const c = Object.entries(this.#recipes).flatMap(([kind, recipe]) =>
      recipe.sources
        .filter((source) => /^tests\/.*\/test_\w+\.c$/.test(source))
        .map((source) => ({ kind, name: source, command: `${recipe.program} ${topic(source)}` })),
    );
    const js = this.files
      .filter((file) => /^tests\/.*\.test\.js$/.test(file) && !ELSEWHERE.test(file))
      .map((name) => ({ name, text: readFileSync(join(this.#root, name), 'utf8') }))
      .filter(({ text }) => !DIGESTS.test(text))
      .map(({ name, text }) => ({
        kind: 'JavaScript',
        name,
        packaged: PACKAGED.test(text),
        command: `node --test --test-reporter=tap ${name}`,
      }));
    this.tests = [...c, ...js].map((test) => ({ ...test, seconds: 0, noticed: 0 }));
  }

  /** Runs a test of the unchanged sources. @param {Test} test */
  time(test) {
    return run(test.command, this.#root, { seconds: 600 });
  }

  /** @param {Test} test */
  async #fails(test) {
    const limit = 30 + 8 * test.seconds;
    const first = await run(test.command, this.#root, { seconds: limit });
    if (first.ok || first.hang || test.kind !== 'JavaScript') return first;
    const again = await run(test.command, this.#root, { seconds: limit });
    return again.ok ? { ...again, unsteady: true } : again;
  }

  /** @param {Test[]} tests @param {string} file */
  async #noticedBy(tests, file) {
    for (const test of inOrder(tests, file)) {
      const { ok, hang } = await this.#fails(test);
      if (ok) continue;
      test.noticed++;
      return { outcome: 'noticed', by: `${test.kind}: ${topic(test.name)}`, hang };
    }
    return null;
  }

  #of(kind, packaged) {
    return this.tests.filter(
      (test) => test.kind === kind && (packaged === undefined || test.packaged === packaged),
    );
  }

  /** What notices a fault. @param {import('./sample.js').Seeded} fault
   * @returns {Promise<{ outcome: Outcome, by?: string, hang?: boolean }>} */
  async examine(fault) {
    const path = join(this.#root, fault.file);
    const clean = readFileSync(path, 'utf8');
    const faulty = seeded(clean, fault);
    writeFileSync(path, faulty);
    try {
      return await (/\.[ch]$/.test(fault.file)
        ? this.#examineC(fault.file, faulty, clean)
        : this.#examineJs(fault.file, faulty, clean));
    } finally {
      writeFileSync(path, clean);
      for (const recipe of Object.values(this.#recipes)) recipe.restore();
      if (this.#touched) this.#built.restore();
      this.#touched = false;
    }
  }

  /** Whether what the JavaScript tests load belongs to a fault. */
  #touched = false;

  async #examineC(file, faulty, clean) {
    const { C: plain, 'C, sanitized': sanitized } = this.#recipes;
    let same = true;
    if (plain.uses(file)) {
      const compiled = await plain.compile(file);
      if (!compiled.ok) return { outcome: 'compile' };
      same = compiled.same;
      if (!same) {
        await plain.link();
        const noticed = await this.#noticedBy(this.#of('C'), file);
        if (noticed) return noticed;
        same = await this.#sameNative(file, faulty, clean);
      }
    }
    this.#touched = true;
    const changed = await this.#built.change();
    if (!changed.ok) return { outcome: 'compile' };
    if (same && (changed.same || (await this.#built.sameOptimised(file, faulty, clean))))
      return { outcome: 'unobservable' };
    if (same) await this.#built.change();
    return (
      (await this.#noticedBy(this.#of('JavaScript'), file)) ??
      (await this.#noticedSanitized(sanitized, file)) ??
      (await this.#lastResort(() => this.#warnsC(file)))
    );
  }

  async #noticedSanitized(recipe, file) {
    if (!recipe.uses(file)) return null;
    const compiled = await recipe.compile(file);
    if (!compiled.ok) return { outcome: 'compile' };
    await recipe.link();
    return this.#noticedBy(this.#of('C, sanitized'), file);
  }

  /** Whether gcc or clang, optimising as for users, makes the same object files of both texts. */
  async #sameNative(file, faulty, clean) {
    const path = join(this.#root, file);
    const folder = join(this.#root, 'build/mutation-objects');
    mkdirSync(folder, { recursive: true });
    const originals = (await this.#recipes.C.originals(file)).filter(
      ({ source }) => !source.startsWith('tests/'),
    );
    const objectsOf = async (compiler, text) => {
      writeFileSync(path, text);
      const objects = [];
      for (const { command, object } of originals) {
        const to = join(folder, 'object.o');
        const { ok } = await run(
          unwarned(command).replace(/^\w+/, compiler).replace(`-o ${object}`, `-o ${to}`),
          this.#root,
        );
        objects.push(ok ? readFileSync(to).toString('latin1') : '');
      }
      return objects;
    };
    try {
      for (const compiler of ['gcc', 'clang']) {
        const before = await objectsOf(compiler, clean);
        const after = await objectsOf(compiler, faulty);
        if (before.every((object, i) => object === after[i])) return true;
      }
      return false;
    } finally {
      writeFileSync(path, faulty);
    }
  }

  async #warnsC(file) {
    for (const { command, object } of await this.#recipes.C.originals(file))
      for (const compiler of ['gcc', 'clang']) {
        const { ok } = await run(
          command.replace(/^\w+/, compiler).replace(`-o ${object}`, '-o /dev/null'),
          this.#root,
        );
        if (!ok) return compiler;
      }
    if (file.startsWith('wasm/') && (await this.#built.warns())) return 'emcc';
    await this.#built.change();
    return null;
  }

  async #examineJs(file, faulty, clean) {
    const small = (text) => minifySync(file, text, { module: true }).code;
    if (small(faulty) === small(clean)) return { outcome: 'unobservable' };
    const builds = file.startsWith('wasm/');
    const rebuild = async () => {
      this.#touched = true;
      return this.#built.change();
    };
    if (builds && !(await rebuild()).ok) return { outcome: 'compile' };
    const noticed = await this.#noticedBy(this.#of('JavaScript', false), file);
    if (noticed) return noticed;
    if (!builds && !(await rebuild()).ok) return { outcome: 'compile' };
    return (
      (await this.#noticedBy(this.#of('JavaScript', true), file)) ??
      (await this.#lastResort(() => this.#warnsJs(file)))
    );
  }

  async #warnsJs(file) {
    const checks = [['eslint', `npx --no-install eslint --max-warnings 0 ${file}`]];
    if (file.startsWith('js/'))
      checks.push(['types', 'npx --no-install tsc -p js --outDir build/mutation-types']);
    for (const [name, command] of checks) if (!(await run(command, this.#root)).ok) return name;
    return null;
  }

  /** @param {() => Promise<string | null>} warns @returns {Promise<{ outcome: Outcome, by?: string }>} */
  async #lastResort(warns) {
    const by = await warns();
    if (by) return { outcome: 'warnings', by };
    const digests = await run(`node tests/mutation/digests.js`, this.#root);
    return { outcome: digests.ok ? 'survived' : 'digests' };
  }

  /** Whether the recorded digests are those of the unchanged copy. */
  async digestsHold() {
    if (!existsSync(join(this.#root, 'tests/mutation/digests.js'))) return false;
    return (await run('node tests/mutation/digests.js', this.#root)).ok;
  }
}
