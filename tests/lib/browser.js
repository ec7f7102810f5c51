/* Headless Chromium and a static server for browser tests. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The folder for screenshots. */
export const OUTPUT = fileURLToPath(new URL('../output/', import.meta.url));

/** Serves a folder on a free port like a static host, below a path and with headers if given. */
export async function serve(folder, path = '/', headers = {}) {
  const root = fileURLToPath(folder);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost');
    if (!url.pathname.startsWith(path)) return response.writeHead(404).end();
    const name = normalize(decodeURIComponent(url.pathname.slice(path.length)) || 'index.html');
    try {
      const body = await readFile(join(root, name.startsWith('..') ? '' : name));
      const type = TYPES[extname(name)] ?? 'text/plain';
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${path}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** @param {string[]} [more] arguments of Chromium */
export async function launch(more = []) {
  if (!existsSync(CHROMIUM))
    throw new Error(`browser tests need Chromium: run  make need-chromium`);
  mkdirSync(OUTPUT, { recursive: true });
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });
}

const ROOT = new URL('../../', import.meta.url);

/** Writes the counts of V8 for the repository's files in a page, for tests/package/coverage.js. */
async function keepCounts(page, folder) {
  const result = [];
  for (const { url, source, functions } of await page.coverage.stopJSCoverage()) {
    const file = new URL(new URL(url).pathname.slice(1), ROOT);
    const same = existsSync(file) && (await readFile(file, 'utf8')) === source;
    if (same) result.push({ url: file.href, functions });
  }
  await writeFile(join(folder, `page-${randomUUID()}.json`), JSON.stringify({ result }));
}

/** How long a test waits for an event, in milliseconds: a busy machine is slow, not wrong. */
const PATIENCE = 120_000;

/** A browser context with a screen of the usual size. */
export async function newContext(browser, options) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/**
 * A page that records its log messages and its requests to other origins.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {object} [options] options of the browser's context, and: `script`, a function that runs
 *   in the page before the page's own scripts; `prepare`, called with the page before it loads;
 *   `context`, an existing context, which stays open
 */
export async function open(browser, url, { script, prepare, context: shared, ...options } = {}) {
  const context = shared ?? (await newContext(browser, options));
  const page = await context.newPage();
  await prepare?.(page);
  if (script) await page.addInitScript(script);
  const log = [];
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!/^(data|blob):/.test(asked) && new URL(asked).origin !== new URL(url).origin)
      log.push(`request: ${asked}`);
  });
  const counted = process.env.NODE_V8_COVERAGE;
  if (counted) await page.coverage.startJSCoverage({ resetOnNavigation: false });
  await page.goto(url);
  const close = async () => {
    if (counted) await keepCounts(page, counted);
    await (shared ? page : context).close();
  };
  return { page, log, close };
}
