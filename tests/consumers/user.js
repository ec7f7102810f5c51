/* Folders of new users, each with the packed tarball installed, and the tools that users run. */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch, open, serve } from '../lib/browser.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOLS = fileURLToPath(new URL('.', import.meta.url));

/** Packs the package into a folder. @returns {{ filename: string, size: number, files: object[] }} */
export function pack(folder) {
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = Object.values(JSON.parse(npm(ROOT, ...options)));
  return packed;
}

/** The folder and package.json of a tool, which is installed at the root or in this folder. */
const folderOf = (tool) => {
  for (const base of [ROOT, TOOLS]) {
    const folder = join(base, 'node_modules', tool);
    try {
      return { folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
    } catch {
      // try the next folder
    }
  }
  throw new Error(`${tool} is missing: run  make test-package`);
};
export const versionOf = (tool) => folderOf(tool).version;

/** The path of a file of a tool; by default the script of its command. */
export function script(tool, file) {
  const { folder, bin } = folderOf(tool);
  return join(folder, file ?? (typeof bin === 'string' ? bin : Object.values(bin)[0]));
}

/** Imports a tool as a module. */
export const load = (tool) =>
  import(pathToFileURL(createRequire(join(TOOLS, 'package.json')).resolve(tool)).href);

/** Installs the tarball once. Copies this installation for each user. */
export class Users {
  #folder = mkdtempSync(join(tmpdir(), 'growth-distance-'));
  #count = 0;
  #browser;

  constructor() {
    this.packed = pack(this.#folder);
    const first = join(this.#folder, 'first');
    mkdirSync(first);
    // only commands that a user types; the link to three stands for an installed three
    npm(first, 'init', '-y', '--init-type=module');
    npm(first, 'install', '--offline', '--no-audit', '--no-fund', `../${this.packed.filename}`);
    for (const name of ['three', '@types/three']) {
      mkdirSync(join(first, 'node_modules', dirname(name)), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), join(first, 'node_modules', name));
    }
  }

  /** The folder of a new user, with these files. @param {Record<string, string>} files */
  folder(files) {
    const folder = join(this.#folder, `user-${this.#count++}`);
    cpSync(join(this.#folder, 'first'), folder, { recursive: true, verbatimSymlinks: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }

  /** Serves a folder and returns `globalThis.said` of its page. Throws if the console gets a message. */
  async page(folder, headers) {
    const server = await serve(pathToFileURL(`${folder}/`), '/', headers);
    try {
      return await this.visit(server.url);
    } finally {
      await server.close();
    }
  }

  /** The same for a page that is already served. */
  async visit(url) {
    this.#browser ??= await launch();
    const { page, log, close } = await open(this.#browser, url);
    try {
      const end = Date.now() + 20_000;
      for (;;) {
        const said = await page.evaluate(() => globalThis.said).catch(() => undefined);
        // Vite's development server prints a greeting
        const messages = log.filter((line) => !line.startsWith('debug: [vite]'));
        if (messages.length > 0) throw new Error(`the page says: ${messages.join('\n')}`);
        if (said !== undefined) return said;
        if (Date.now() > end) throw new Error('the page says nothing');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    } finally {
      await close();
    }
  }

  async browserVersion() {
    this.#browser ??= await launch();
    return this.#browser.version();
  }

  async close() {
    await this.#browser?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const npm = (cwd, ...options) =>
  execFileSync('npm', options, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a script in Node. Resolves with its output, or rejects if it fails. */
export function node(cwd, ...options) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, options, { cwd, timeout: 120_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${options.join(' ')}:\n${stdout}\n${stderr}`, { cause: error }));
      else resolve({ stdout, stderr });
    });
  });
}

/** Runs a script and parses the JSON that it prints. Throws if it warns. */
export async function says(cwd, ...options) {
  const { stdout, stderr } = await node(cwd, ...options);
  if (stderr !== '') throw new Error(`${options.join(' ')} warns: ${stderr}`);
  return JSON.parse(stdout);
}
