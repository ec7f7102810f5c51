/* Headless Chromium and a static server for browser tests. */
import { createServer } from 'node:http';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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

/** Where screenshots go. */
export const OUTPUT = fileURLToPath(new URL('../output/', import.meta.url));

/** Serves a folder on a free port; as a static host would, and below a path, perhaps with headers. */
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

export async function launch() {
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
    ],
  });
}

/** A page that collects what it logs and what it asks for from elsewhere. */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const log = [];
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const asked = request.url();
    if (!/^(data|blob):/.test(asked) && new URL(asked).origin !== new URL(url).origin)
      log.push(`request: ${asked}`);
  });
  await page.goto(url);
  return { page, log, close: () => context.close() };
}
