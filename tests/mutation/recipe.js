/* Builds a C program of the Makefile repeatedly, and compiles only the sources that depend on a changed file.
 *
 * The commands come from `make -n -B`, so this file contains no folders and no flags. A command that compiles
 * and links several sources is split into one object file for each source. The compiler lists the
 * dependencies of each object file. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run, together } from './run.js';

/** @typedef {{ object: string, source: string, command: string, deps: string[] }} Compilation */

const COMPILER = /^(gcc|clang|cc)\s/;
/** Warnings that count as compile errors, because such code is not valid C. */
const CONSTRAINTS = [
  'implicit-function-declaration',
  'int-conversion',
  'incompatible-pointer-types',
]
  .map((name) => ` -Werror=${name}`)
  .join('');

/** A command without its warnings: the tests should notice a fault, not the warnings. @param {string} command
 */
export const unwarned = (command) => command.replace(/ -W(?!l,)\S+/g, '') + CONSTRAINTS;

/** Splits the output of `make -n` into compilations of one source each, and other commands.
 * @param {string} output @param {string} folder for the objects of sources that are linked at once
 * @returns {{ compilations: Omit<Compilation, 'deps'>[], others: string[] }} */
export function commandsOf(output, folder) {
  const compilations = [];
  const others = [];
  for (const command of output.replace(/\\\n/g, ' ').split('\n')) {
    if (!COMPILER.test(command)) {
      if (command.trim() && !/^make(\[\d+\])?:/.test(command)) others.push(command);
      continue;
    }
    const words = command.split(/\s+/);
    const sources = words.filter((word) => /^[^-].*\.c$/.test(word));
    const output_ = words[words.indexOf('-o') + 1];
    if (words.includes('-c')) {
      compilations.push({ object: output_, source: sources[0], command });
      continue;
    }
    const objectOf = (source) => join(folder, source.replace(/\.c$/, '.o'));
    const flags = words.filter(
      (word, i) => !/\.[coa]$|^-l|^-Wl,/.test(word) && word !== '-o' && words[i - 1] !== '-o',
    );
    for (const source of sources)
      compilations.push({
        object: objectOf(source),
        source,
        command: [...flags, '-c', '-o', objectOf(source), source].join(' '),
      });
    others.push(words.map((word) => (sources.includes(word) ? objectOf(word) : word)).join(' '));
  }
  return { compilations, others };
}

/** The files in a compiler's dependency file, without the system headers. @param {string} text */
export const dependencies = (text) =>
  text
    .replace(/\\\n/g, ' ')
    .replace(/^[^:]*:/, '')
    .trim()
    .split(/\s+/)
    .filter((file) => !file.startsWith('/'));

/** A program of the Makefile, built from the unchanged sources. */
export class Recipe {
  #root;
  /** The program's path. */ target;
  #adapt;
  /** @type {Compilation[]} */ compilations = [];
  /** @type {Omit<Compilation, 'deps'>[]} the compilations as in the Makefile */ originals = [];
  /** @type {string[]} commands after the compilations: archives and links */ others = [];

  /** @param {string} root @param {string} target
   * @param {(command: string) => string} adapt changes each command */
  constructor(root, target, adapt) {
    this.#root = root;
    this.target = target;
    this.#adapt = adapt;
  }

  /** The sources of the program. */
  get sources() {
    return this.compilations.map((c) => c.source);
  }

  /** Builds the program. Reuses objects of an earlier run whose command and files are the same.
   * @param {number} jobs how many at once @returns {Promise<number>} how many were compiled */
  async build(jobs) {
    const listed = await run(`make --no-print-directory -n -B ${this.target}`, this.#root);
    if (!listed.ok) throw new Error(`make -n ${this.target}: ${listed.output}`);
    const { compilations, others } = commandsOf(listed.output, join(dirname(this.target), 'split'));
    this.others = others;
    this.originals = compilations;
    this.compilations = compilations.map((c) => ({
      ...c,
      command: this.#adapt(c.command),
      deps: [],
    }));
    const file = join(this.#root, `${this.target}.mutation.json`);
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const todo = this.compilations.filter((c) => !this.#holds(c, kept[c.object]));
    await together(Array.from({ length: jobs }), todo, async (_, c) => {
      const { ok, output } = await compile(c, this.#root);
      if (!ok) throw new Error(`${c.command}\n${output}`);
      c.deps = dependencies(readFileSync(join(this.#root, `${c.object}.d`), 'utf8'));
      kept[c.object] = { deps: c.deps, digest: this.#digest(c) };
      writeFileSync(file, JSON.stringify(kept));
    });
    await link(this.others, this.#root);
    return todo.length;
  }

  #holds(c, known) {
    const there = (path) => existsSync(join(this.#root, path));
    if (!known || !there(c.object) || !known.deps.every(there)) return false;
    c.deps = known.deps;
    return known.digest === this.#digest(c);
  }

  #digest(c) {
    const texts = c.deps.map((dep) => readFileSync(join(this.#root, dep), 'utf8'));
    const sum = createHash('sha256').update([c.command, ...texts].join('\0'));
    return sum.digest('hex').slice(0, 16);
  }

  /** The compilations that depend on a file. @param {string} file */
  of(file) {
    return this.compilations.filter((c) => c.deps.includes(file));
  }

  /** The Makefile's own compilations of the sources that depend on a file. @param {string} file */
  originalsOf(file) {
    const sources = new Set(this.of(file).map((c) => c.source));
    return this.originals.filter((c) => sources.has(c.source));
  }
}

/** @param {Compilation} c @param {string} root */
function compile(c, root) {
  mkdirSync(dirname(join(root, c.object)), { recursive: true });
  return run(`${c.command} -MMD -MF ${c.object}.d`, root);
}

/** @param {string[]} commands @param {string} root */
async function link(commands, root) {
  for (const command of commands) {
    const { ok, output } = await run(command, root);
    if (!ok) throw new Error(`${command}\n${output}`);
  }
}

/** The same program in another copy, with a fault in one of its files. */
export class Rebuilt {
  #recipe;
  #root;
  /** @type {Set<string>} objects that a fault has replaced */ #replaced = new Set();

  /** @param {Recipe} recipe built @param {string} root of a copy that holds its objects */
  constructor(recipe, root) {
    this.#recipe = recipe;
    this.#root = root;
  }

  /** Compiles the sources that depend on a changed file. Links the program if an object differs.
   * @param {string} file
   * @returns {Promise<{ ok: boolean, same: boolean }>} `ok`: whether the compiler accepts it; `same`: whether
   * every object file is the same as before */
  async build(file) {
    let same = true;
    for (const c of this.#recipe.of(file)) {
      const object = join(this.#root, c.object);
      renameSync(object, `${object}.clean`);
      this.#replaced.add(object);
      const { ok } = await compile(c, this.#root);
      if (!ok) return { ok, same: false };
      same &&= readFileSync(object).equals(readFileSync(`${object}.clean`));
    }
    if (!same) await link(this.#recipe.others, this.#root);
    return { ok: true, same };
  }

  /** Restores the objects of the unchanged sources. The program itself changes only with the next link. */
  restore() {
    for (const object of this.#replaced) {
      rmSync(object, { force: true });
      renameSync(`${object}.clean`, object);
    }
    this.#replaced.clear();
  }
}
