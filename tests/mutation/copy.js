/* A copy of the checkout in which faults are seeded, so that the checkout itself is never touched. */
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

/** The files of the checkout that git knows or would add. @param {string} root @returns {string[]} */
export function filesOf(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return listed.split('\0').filter((file) => file && existsSync(join(root, file)));
}

/** Makes a folder hold the same files; writes only what differs, so that make builds only what it must.
 * @param {string} from @param {string} to */
export function mirror(from, to) {
  const files = filesOf(from);
  mkdirSync(to, { recursive: true });
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
  if (!existsSync(join(to, 'node_modules')))
    symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'));
  return files;
}

/** What the JavaScript tests load that is built: the module, its numbers and the package's files. */
const BUILT = ['wasm/dist', 'js/dist'];
const PACKAGE = 'js/dist/index.js';

/** The module as it is built for the tests: quickly, without warnings, and with a fixed number for the
 * checksum of its sources, which would else tell any two apart. @param {string} flags of the Makefile */
const quick = (flags) => flags.replace(/-O3/, '-O1').replace(/ -W\S+/g, '');

/** The module and the package of a copy, as they are built from its sources. */
export class Built {
  #root;
  #saved;
  /** @type {string} */ #flags = '';
  /** @type {Map<string, string> | null} */ #optimised = null;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
    this.#saved = join(root, 'build/mutation-built');
  }

  #make(flags, optimise) {
    const path = optimise
      ? process.env.PATH
      : `${join(this.#root, 'build/mutation-bin')}:${process.env.PATH}`;
    return run(`make EMFLAGS='${flags}' WASM_BUILD=-DGD_BUILD=7u ${PACKAGE}`, this.#root, {
      env: { PATH: path ?? '' },
    });
  }

  /** Builds what belongs to the unchanged sources, unless it is there. @param {string[]} files of the copy */
  async build(files) {
    const asked = await run(
      `make --no-print-directory --eval='mutation-flags: ; @echo $(EMFLAGS)' mutation-flags`,
      this.#root,
    );
    this.#flags = asked.output.trim();
    const bin = join(this.#root, 'build/mutation-bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'wasm-opt'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    const sources = files.filter((file) => /^(src|wasm|js)\/|^Makefile$/.test(file));
    const of = digest(sources.map((file) => digest(readFileSync(join(this.#root, file)))).join());
    const stamp = join(this.#saved, 'stamp');
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === of) return this.restore();
    rmSync(this.#saved, { recursive: true, force: true });
    for (const folder of BUILT) rmSync(join(this.#root, folder), { recursive: true, force: true });
    const { ok, output } = await this.#make(quick(this.#flags), false);
    if (!ok) throw new Error(output);
    for (const folder of BUILT)
      cpSync(join(this.#root, folder), join(this.#saved, folder), {
        recursive: true,
        preserveTimestamps: true,
      });
    writeFileSync(stamp, of);
  }

  /** Puts back what belongs to the unchanged sources. */
  restore() {
    for (const folder of BUILT) {
      rmSync(join(this.#root, folder), { recursive: true, force: true });
      cpSync(join(this.#saved, folder), join(this.#root, folder), {
        recursive: true,
        preserveTimestamps: true,
      });
    }
  }

  /** Builds what belongs to the present sources.
   * @returns {Promise<{ ok: boolean, same: boolean, output: string }>} whether the module is the same as before */
  async change() {
    const { ok, output } = await this.#make(quick(this.#flags), false);
    if (!ok) return { ok, same: false, output };
    const [now, before] = [this.#root, this.#saved].map((folder) => this.#modules(folder));
    return {
      ok,
      same: now.size === before.size && [...now].every(([name, sum]) => before.get(name) === sum),
      output,
    };
  }

  /** Digests of the modules and of the numbers that JavaScript takes from the headers. */
  #modules(folder) {
    const names = readdirSync(join(folder, 'wasm/dist')).filter((name) =>
      /\.wasm$|^abi\.js$/.test(name),
    );
    return new Map(
      names.map((name) => [name, digest(readFileSync(join(folder, 'wasm/dist', name)))]),
    );
  }

  /** Whether the module, optimised as it is for users, is the same in spite of a fault.
   * @param {string} file @param {string} faulty @param {string} clean */
  async sameOptimised(file, faulty, clean) {
    const path = join(this.#root, file);
    if (!this.#optimised) {
      writeFileSync(path, clean);
      const { ok, output } = await this.#make(quick(this.#flags).replace('-O1', '-O3'), true);
      if (!ok) throw new Error(output);
      this.#optimised = this.#modules(this.#root);
      writeFileSync(path, faulty);
    }
    const { ok } = await this.#make(quick(this.#flags).replace('-O1', '-O3'), true);
    const now = this.#modules(this.#root);
    return ok && [...now].every(([name, sum]) => this.#optimised?.get(name) === sum);
  }

  /** Whether the module is built without a warning. */
  async warns() {
    return !(await this.#make(this.#flags, false)).ok;
  }
}
