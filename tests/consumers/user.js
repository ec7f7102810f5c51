/* A new user's folder, with the packed tarball installed in it, and the tools found on their side. */
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

/** Where a tool is installed: at the root, or among the tests' own. */
const folderOf = (tool) => {
  for (const base of [ROOT, TOOLS]) {
    const folder = join(base, 'node_modules', tool);
    try {
      return { folder, ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) };
    } catch {
      // perhaps the next
    }
  }
  throw new Error(`${tool} is missing: run  make test-package`);
};
export const versionOf = (tool) => folderOf(tool).version;

/** A file of a tool: by default the script behind its command. */
export function script(tool, file) {
  const { folder, bin } = folderOf(tool);
  return join(folder, file ?? (typeof bin === 'string' ? bin : Object.values(bin)[0]));
}

/** A tool as a module. */
export const load = (tool) =>
  import(pathToFileURL(createRequire(join(TOOLS, 'package.json')).resolve(tool)).href);

/** The tarball installed once, to be copied. */
export class Users {
  #folder = mkdtempSync(join(tmpdir(), 'growth-distance-'));
  #count = 0;
  #browser;

  constructor() {
    this.packed = pack(this.#folder);
    const first = join(this.#folder, 'first');
    mkdirSync(first);
    // nothing a user would not have typed; three stands for the one they installed
    npm(first, 'init', '-y', '--init-type=module');
    npm(first, 'install', '--offline', '--no-audit', '--no-fund', `../${this.packed.filename}`);
    for (const name of ['three', '@types/three']) {
      mkdirSync(join(first, 'node_modules', dirname(name)), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), join(first, 'node_modules', name));
    }
  }

  /** Somebody's folder with these files in it. @param {Record<string, string>} files */
  folder(files) {
    const folder = join(this.#folder, `user-${this.#count++}`);
    cpSync(join(this.#folder, 'first'), folder, { recursive: true, verbatimSymlinks: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  }

  /** What a page says that is served from a folder; a message on its console is a failure. */
  async page(folder, headers) {
    const server = await serve(pathToFileURL(`${folder}/`), '/', headers);
    try {
      return await this.visit(server.url);
    } finally {
      await server.close();
    }
  }

  /** What the page at an address says. */
  async visit(url) {
    this.#browser ??= await launch();
    const { page, log, close } = await open(this.#browser, url);
    try {
      const end = Date.now() + 20_000;
      for (;;) {
        const said = await page.evaluate(() => globalThis.said).catch(() => undefined);
        // Vite's development server greets on the console
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

/** Runs a script of Node's in a folder; what it prints, and nothing on the error output. */
export function node(cwd, ...options) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, options, { cwd, timeout: 120_000 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${options.join(' ')}:\n${stdout}\n${stderr}`, { cause: error }));
      else resolve({ stdout, stderr });
    });
  });
}

/** What a script says, which is all it prints. */
export async function says(cwd, ...options) {
  const { stdout, stderr } = await node(cwd, ...options);
  if (stderr !== '') throw new Error(`${options.join(' ')} warns: ${stderr}`);
  return JSON.parse(stdout);
}
