/* Copies of the checkout, and how they build the module. The tool never changes the checkout itself. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { run } from './run.js';

const digest = (data) => createHash('sha256').update(data).digest('hex').slice(0, 16);

/** The files of the checkout that git tracks or would add. @param {string} root @returns {string[]} */
export function filesOf(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return listed.split('\0').filter((file) => file && existsSync(join(root, file)));
}

/** A digest of the names and contents of files. @param {string} root @param {string[]} files */
export const digestOf = (root, files) =>
  digest(files.map((file) => file + digest(readFileSync(join(root, file)))).join());

/** Copies the files of a checkout into a folder. Writes only files that differ, so that make builds no more
 * than needed.
 * @param {string} from @param {string} to @returns {string[]} the files */
export function mirror(from, to) {
  const files = filesOf(from);
  const list = join(to, 'build/mutation-files.json');
  const former = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  const wanted = new Set(files);
  for (const file of former) if (!wanted.has(file)) rmSync(join(to, file), { force: true });
  for (const file of files) {
    const data = readFileSync(join(from, file));
    const target = join(to, file);
    if (existsSync(target) && readFileSync(target).equals(data)) continue;
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, data);
    chmodSync(target, statSync(join(from, file)).mode);
  }
  mkdirSync(dirname(list), { recursive: true });
  writeFileSync(list, JSON.stringify(files));
  linkPackages(join(from, 'node_modules'), join(to, 'node_modules'));
  return files;
}

/** Links every installed package into the copy, so that no change of the copy's folder reaches the
 * checkout's. Copies `.package-lock.json`, so that it is new and make installs nothing. @param {string} from
 * @param {string} to */
function linkPackages(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const name of readdirSync(from)) symlinkSync(join(from, name), join(to, name));
  const kept = join(to, '.package-lock.json');
  rmSync(kept, { force: true });
  cpSync(join(from, '.package-lock.json'), kept);
}

/** Replaces folder `to` by a copy of folder `from`. @param {string} from @param {string} to */
export function replace(from, to) {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/** Folders of built files that the JavaScript tests load: the module, its constants, the package's files. */
const BUILT = ['wasm/dist', 'js/dist'];

/** Builds the module and the package of a copy. For the tests it uses few optimisations and no warnings. */
export class ModuleBuild {
  #flags;

  /** @param {string} flags for emcc, as the Makefile sets them */
  constructor(flags) {
    this.#flags = flags;
  }

  /** @param {string} root */
  static async of(root) {
    const rule = 'mutation-flags: ; @echo $(EMFLAGS)';
    const asked = await run(`make --no-print-directory --eval='${rule}' mutation-flags`, root);
    return new ModuleBuild(asked.output.trim());
  }

  /** Builds the module and the package by make, which skips all that is up to date.
   * @param {string} root @param {'quick' | 'optimised' | 'with warnings'} how */
  make(root, how) {
    let flags = this.#flags;
    if (how !== 'with warnings') flags = flags.replace(/ -W\S+/g, '');
    if (how === 'quick') flags = flags.replace('-O3', '-O1');
    const installed = 'node_modules/.package-lock.json';
    return run(`make -o ${installed} EMFLAGS='${flags}' js/dist/index.js`, root);
  }

  /** Removes the built files. @param {string} root */
  static clear(root) {
    for (const folder of BUILT) rmSync(join(root, folder), { recursive: true, force: true });
  }

  /** Copies the built files of one copy into another. @param {string} from @param {string} to */
  static restore(from, to) {
    for (const folder of BUILT) replace(join(from, folder), join(to, folder));
  }

  /** A digest of the modules of a copy and of `abi.js`, the constants from the C headers.
   * @param {string} root */
  static digest(root) {
    const folder = join(root, 'wasm/dist');
    const names = readdirSync(folder).filter((name) => /\.wasm$|^abi\.js$/.test(name));
    return digestOf(folder, names.sort());
  }
}
