/* The platforms of the suite besides this process: headless Chromium and the native program. Each platform
 * opens a case, takes rounds of samples, and closes the case. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { launch, open, serve } from '../lib/browser.js';
import { block } from './measure.js';
import { sceneDoubles } from './records.js';

const ROOT = new URL('../../', import.meta.url);
const BUILD = new URL('build/', ROOT);
const PROGRAM = new URL('clang/bench', BUILD).pathname;

// ---- Chromium -----------------------------------------------------------------------------------

/** These headers isolate a page. The clock of an isolated page has steps of 5 µs instead of 100 µs. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** A page that imports this project's modules and its packages by name. */
export async function openPage(path = 'tests/bench/page.html') {
  const server = await serve(ROOT, '/', ISOLATED);
  const browser = await launch();
  const { page, log } = await open(browser, `${server.url}${path}`);
  return {
    page,
    log,
    version: browser.version(),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** The session in a page, with the interface of Session. */
export async function openChromium() {
  const { page, log, version, close } = await openPage();
  const ready = await page.waitForFunction(() => globalThis.session !== undefined, null, {
    timeout: 30000,
  });
  await ready.dispose();
  const isolated = await page.evaluate(() => globalThis.crossOriginIsolated);
  if (!isolated) throw new Error('the page is not isolated: its clock would be too coarse');
  return {
    version,
    log,
    shut: close,
    open: (...given) => page.evaluate((list) => globalThis.session.open(...list), given),
    rounds: () => page.evaluate(() => globalThis.session.rounds()),
    close: () => page.evaluate(() => globalThis.session.close()),
  };
}

// ---- native -------------------------------------------------------------------------------------

const SAMPLE_NANOSECONDS = 1e6;

/** Starts a process of the native program for one scene and one query. */
async function startProgram({ query, items }, path) {
  const dimension = items[0].poseA.quaternion ? 3 : 2;
  const child = spawn(PROGRAM, [path, query, String(dimension)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the native program ended while it measured ${query}`);
    return value;
  };
  const ask = (repeats) => {
    child.stdin.write(`${repeats}\n`);
    return next().then(Number);
  };
  return { digest: await next(), ask, count: items.length, stop: () => child.stdin.end() };
}

/** The native programs of a case. */
export class Native {
  #programs = [];

  /** @param {Record<string, object>} subjects @returns {Promise<Record<string, string>>} digests */
  async open(subjects) {
    mkdirSync(BUILD, { recursive: true });
    const files = new Map(); // subjects may share a scene
    for (const [name, subject] of Object.entries(subjects)) {
      const { items } = subject;
      if (!files.has(items)) {
        files.set(items, new URL(`bench-${files.size}.bin`, BUILD).pathname);
        writeFileSync(files.get(items), sceneDoubles(items));
      }
      const program = await startProgram(subject, files.get(items));
      const { ask, count } = program;
      const once = await ask(Math.ceil(10000 / count)); // warms up
      const repeats = Math.max(1, Math.ceil(SAMPLE_NANOSECONDS / (once * count)));
      this.#programs.push({ ...program, name, repeats });
    }
    return Object.fromEntries(this.#programs.map(({ name, digest }) => [name, digest]));
  }

  async rounds() {
    const times = {};
    for (const { name, ask, repeats } of this.#programs)
      times[name] = await block(() => ask(repeats));
    return times;
  }

  async close() {
    for (const { stop } of this.#programs) stop();
    this.#programs = [];
  }
}
