/* Builds a C program of the Makefile again and again, each time only what one changed file is compiled into.
 *
 * The commands are those that make would run (`make -n -B`), so nothing here knows folders or flags. A command
 * that compiles and links several sources at once is cut into one object file a source. Which files an object
 * depends on, the compiler says. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { run } from './run.js';

/** @typedef {{ object: string, source: string, command: string, deps: string[] }} Compilation */

const COMPILER = /^(gcc|clang|cc)\s/;
/** What no C program may contain, even if the compiler only warns. */
const CONSTRAINTS = [
  'implicit-function-declaration',
  'int-conversion',
  'incompatible-pointer-types',
]
  .map((name) => ` -Werror=${name}`)
  .join('');

/** A command without its warnings, as faults are not to be found by them. @param {string} command */
export const unwarned = (command) => command.replace(/ -W(?!l,)\S+/g, '') + CONSTRAINTS;

/** Cuts the output of `make -n` into compilations, each of one source, and other commands.
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

/** The files that a compiler's dependency file names. @param {string} text */
export const dependencies = (text) =>
  text
    .replace(/\\\n/g, ' ')
    .replace(/^[^:]*:/, '')
    .trim()
    .split(/\s+/)
    .filter((file) => !file.startsWith('/'));

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

export class Recipe {
  /** @type {Compilation[]} */ #compilations = [];
  /** @type {string[]} */ #others = [];
  #root;
  #target;
  #adapt;
  /** @type {Set<string>} objects in whose place those of a fault are */ #replaced = new Set();

  /** @param {string} root @param {string} target of the Makefile: a program
   * @param {(command: string) => string} adapt what to compile with instead */
  constructor(root, target, adapt) {
    this.#root = root;
    this.#target = target;
    this.#adapt = adapt;
  }

  get program() {
    return this.#target;
  }
  /** The sources of the program. */
  get sources() {
    return this.#compilations.map((c) => c.source);
  }

  /** Builds the program of the unchanged sources; what an earlier run has built and still holds, stays. */
  async build() {
    const listed = await run(`make --no-print-directory -n -B ${this.#target}`, this.#root);
    if (!listed.ok) throw new Error(`make -n ${this.#target}: ${listed.output}`);
    const { compilations, others } = commandsOf(
      listed.output,
      join(dirname(this.#target), 'split'),
    );
    this.#others = others;
    const file = join(this.#root, `${this.#target}.mutation.json`);
    const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const holds = (c) => {
      const known = kept[c.object];
      if (
        !known ||
        !existsSync(join(this.#root, c.object)) ||
        !known.deps.every((dep) => existsSync(join(this.#root, dep)))
      )
        return false;
      c.deps = known.deps;
      return known.digest === this.#digest(c);
    };
    this.#compilations = compilations.map((c) => ({
      ...c,
      command: this.#adapt(c.command),
      deps: [],
    }));
    let built = 0;
    for (const c of this.#compilations) {
      const saved = join(this.#root, `${c.object}.clean`);
      if (existsSync(saved)) renameSync(saved, join(this.#root, c.object));
      if (holds(c)) continue;
      const { ok, output } = await this.#compile(c);
      if (!ok) throw new Error(`${c.command}\n${output}`);
      c.deps = dependencies(readFileSync(join(this.#root, `${c.object}.d`), 'utf8'));
      kept[c.object] = { deps: c.deps, digest: this.#digest(c) };
      built++;
    }
    writeFileSync(file, JSON.stringify(kept));
    await this.link();
    return built;
  }

  #digest(c) {
    const texts = c.deps.map((dep) => readFileSync(join(this.#root, dep), 'utf8'));
    return digest([c.command, ...texts].join('\0'));
  }

  #compile(c) {
    mkdirSync(dirname(join(this.#root, c.object)), { recursive: true });
    return run(`${c.command} -MMD -MF ${c.object}.d`, this.#root);
  }

  /** Whether a file is compiled into the program. @param {string} file */
  uses(file) {
    return this.#compilations.some((c) => c.deps.includes(file));
  }

  /** Compiles what depends on a changed file.
   * @param {string} file @returns {Promise<{ ok: boolean, same: boolean, output: string }>} whether the compiler
   * takes it, and whether every object file is the same as before */
  async compile(file) {
    let same = true;
    for (const c of this.#compilations.filter((of) => of.deps.includes(file))) {
      const object = join(this.#root, c.object);
      renameSync(object, `${object}.clean`);
      this.#replaced.add(object);
      const { ok, output } = await this.#compile(c);
      if (!ok) return { ok, same: false, output };
      same &&= readFileSync(object).equals(readFileSync(`${object}.clean`));
    }
    return { ok: true, same, output: '' };
  }

  /** Links the program of the present objects. */
  async link() {
    for (const command of this.#others) {
      const { ok, output } = await run(command, this.#root);
      if (!ok) throw new Error(`${command}\n${output}`);
    }
  }

  /** Puts back the objects of the unchanged sources. */
  restore() {
    for (const object of this.#replaced) {
      rmSync(object, { force: true });
      renameSync(`${object}.clean`, object);
    }
    this.#replaced.clear();
  }

  /** How the Makefile compiles what depends on a file, unchanged. @param {string} file */
  async originals(file) {
    const listed = await run(`make --no-print-directory -n -B ${this.#target}`, this.#root);
    const { compilations } = commandsOf(listed.output, join(dirname(this.#target), 'split'));
    const of = new Set(
      this.#compilations.filter((c) => c.deps.includes(file)).map((c) => c.source),
    );
    return compilations.filter((c) => of.has(c.source));
  }
}
