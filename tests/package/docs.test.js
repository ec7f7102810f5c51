/*
 * The documents are right: every block of code runs, every stated value is correct, every command
 * exists, and every link has a target.
 */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { PICTURES } from '../../docs/figures/pictures.js';
import { launch, open, serve } from '../lib/browser.js';
import { DOCUMENTS, ROOT, anchorsOf, blocksOf, checked, linksOf, read } from '../lib/documents.js';
import { measure, report } from '../bench/rapier.js';
import { check, throws } from '../lib/doc-values.js';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../output/docs/', import.meta.url));
/** The languages that a block of code may have; `text` is no code. */
const LANGUAGES = ['js', 'html', 'sh', 'text'];

const blocks = DOCUMENTS.flatMap((path) => blocksOf(read(path)).map((one) => ({ ...one, path })));
const nameOf = ({ path, line }) => `${path.replace(/\W+/g, '-')}-${line}`;

before(() => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
});

test('every block of code has a known language', () => {
  assert.ok(blocks.length > 20);
  for (const { path, line, language } of blocks)
    assert.ok(LANGUAGES.includes(language), `${path}:${line} is of language "${language}"`);
});

test('the checks of stated values and errors notice a wrong one', async () => {
  for (const [value, right, wrong] of [
    [2.5712, '2.57…', '2.58…'],
    [0.11 + 1e-9, '0.11', '0.1101'],
    [[1, 0, 1e-17], '[1, 0, 0]', '[1, 0]'],
    ['optimal', "'optimal'", "'local'"],
    [false, 'false', 'true'],
    [null, 'null', '0'],
  ]) {
    assert.equal(check(value, right, 1), value);
    assert.throws(() => check(value, wrong, 7), /line 7 states/, `${value} passes as ${wrong}`);
  }
  const refuse = () => Promise.reject(new RangeError('poseA.x must be finite'));
  await throws(refuse, 'RangeError', 'poseA…', 1);
  await assert.rejects(throws(refuse, 'TypeError', '', 7), /line 7/);
  await assert.rejects(throws(refuse, 'RangeError', 'poseB…', 7), /line 7/);
  await assert.rejects(
    throws(() => 0, 'RangeError', '', 7),
    /line 7/,
  );
  assert.equal(checked('f(\n  1,\n).x; // 2: two\nconst y = 3; // 3\ng(); // prose\n', 1).count, 2);
});

test('the errors of Rapier in the guide equal the measured errors', async () => {
  const text = read('docs/guides/rapier-distance.md');
  const cells = (lines) => lines.split('\n').map((line) => line.split(/ *\| */).join('|'));
  const measured = await measure();
  const [, , ...rows] = cells(report(measured));
  for (const row of rows) assert.ok(cells(text).includes(row), `the guide does not state ${row}`);
  assert.ok(text.includes(`at most ${measured.width.toExponential(1)} wide`));
  assert.ok(text.includes(`Rapier ${measured.version}`));
});

/**
 * Runs files of the folder in one process, one after the other: loading the libraries takes longest.
 * @param {string} name a name for the process @param {string[]} files
 */
async function runInOrder(name, files) {
  const program = join(FOLDER, `${name}.js`);
  writeFileSync(program, files.map((file) => `await import('./${file}');\n`).join(''));
  await run(process.execPath, [program], { cwd: ROOT, timeout: 60_000 }).catch((error) =>
    assert.fail(error.stderr),
  );
}

for (const path of new Set(blocks.filter(({ language }) => language === 'js').map((b) => b.path)))
  test(`the JavaScript of ${path} runs and gives the stated values`, async (t) => {
    const own = blocks.filter((block) => block.path === path && block.language === 'js');
    let stated = 0;
    for (const block of own) {
      const { code, count } = checked(block.code, block.line);
      stated += count;
      writeFileSync(join(FOLDER, `${nameOf(block)}.js`), code);
    }
    // init() must run before the first shape
    const first = ({ code }) => /\binit\(/.test(code);
    for (const block of own.filter(first)) await runInOrder('first', [`${nameOf(block)}.js`]);
    const others = own.filter((block) => !first(block)).map((block) => `${nameOf(block)}.js`);
    await runInOrder('blocks', others);
    t.diagnostic(`${own.length} blocks, ${stated} stated values`);
  });

/** Names that examples in the sources use without an import: of the package, and of shapes. */
const NAMES = `
import * as library from 'growth-distance';
Object.assign(globalThis, library);
`;
const PRELUDE = `
import './names.js';
import * as library from 'growth-distance';
import * as three from 'growth-distance/three';
import { Group, Mesh, Object3D, SphereGeometry } from 'three';
import { ParallelWorld } from 'growth-distance/workers';
Object.assign(globalThis, three, { Mesh, ParallelWorld });
const crate = new library.Box({ halfExtents: [1, 1, 1] });
const rock = new library.Sphere({ radius: 1 });
const ground = new library.HalfSpace({ normal: [0, 1, 0], offset: 0 });
const mesh = { current: new Object3D() };
const gltf = { scene: new Group().add(new Mesh(new SphereGeometry(1))) };
gltf.scene.position.y = 2;
Object.assign(globalThis, { crate, rock, mesh, gltf, ground, floor: ground });
Object.assign(globalThis, { crateMesh: new Object3D(), rockMesh: gltf.scene });
`;

test('the examples in the sources run and give the stated values', async () => {
  writeFileSync(join(FOLDER, 'names.js'), NAMES);
  writeFileSync(join(FOLDER, 'prelude.js'), PRELUDE);
  const sources = readdirSync(join(ROOT, 'js'), { recursive: true })
    .filter((name) => name.endsWith('.js') && !/^(dist|types)\b/.test(name))
    .map((name) => `js/${name}`);
  const files = { names: [], prelude: [] };
  for (const path of sources)
    for (const [, lines, start] of read(path).matchAll(/@example\n((?: *\*(?!\/| @).*\n)+)()/g)) {
      const line = read(path).slice(0, read(path).indexOf(lines)).split('\n').length;
      const code = lines.replace(/^ *\* ?/gm, '') + start;
      // init() must run before the first shape
      const prelude = code.includes('init(') ? 'names' : 'prelude';
      const file = `${path.replace(/\W/g, '-')}-${line}.js`;
      writeFileSync(join(FOLDER, file), `import './${prelude}.js';${checked(code, line).code}`);
      files[prelude].push(file);
    }
  for (const file of files.names) await runInOrder('first', [file]);
  await runInOrder('examples', files.prelude);
  const count = files.names.length + files.prelude.length;
  assert.ok(count >= 13, `${count} examples`);
});

let browser;
let server;
after(async () => {
  await browser?.close();
  await server?.close();
});

const CDN = 'https://cdn.jsdelivr.net/npm/';

test('the pages of the documents run in a browser', async () => {
  const pages = blocks.filter(({ language }) => language === 'html');
  assert.ok(pages.length > 0);
  server = await serve(new URL('../..', import.meta.url));
  browser = await launch();
  for (const block of pages) {
    const script = /(<script type="module">\n)([\s\S]*?)(<\/script>)/;
    const html = block.code
      .replaceAll(`${CDN}growth-distance@0.1/`, '/')
      .replace(new RegExp(`${CDN}three@0\\.\\d+/`, 'g'), '/node_modules/three/')
      .replace(script, (_, begin, code, end, at) => {
        const line = block.line + block.code.slice(0, at).split('\n').length;
        const { code: checks } = checked(code, line, '/tests/lib/doc-values.js');
        return `${begin}${checks}; globalThis.ended = true;${end}`;
      });
    assert.match(html, /globalThis\.ended/, `${block.path}:${block.line} has no module script`);
    writeFileSync(join(FOLDER, `${nameOf(block)}.html`), `<link rel="icon" href="data:,">${html}`);
    const url = `${server.url}tests/output/docs/${nameOf(block)}.html`;
    const { page, log, close } = await open(browser, url);
    const ended = () => page.evaluate(() => globalThis.ended === true);
    for (let i = 0; i < 100 && !(await ended()) && log.length === 0; i++)
      await page.waitForTimeout(50);
    assert.deepEqual(log, [], `${block.path}:${block.line}`);
    assert.ok(await ended(), `${block.path}:${block.line} did not end`);
    await close();
  }
});

test('the figures are up to date with the traces of the queries', () => {
  for (const [name, draw] of Object.entries(PICTURES)) {
    const drawn = draw();
    assert.equal(drawn, draw(), `${name} differs from time to time`);
    assert.ok(drawn === read(`docs/images/${name}.svg`), `make figures: ${name} has changed`);
  }
});

test('every command that a document names exists', () => {
  const targets = new Set(
    [...read('Makefile').matchAll(/^([a-z-]+(?: [a-z-]+)*):/gm)].flatMap((m) => m[1].split(' ')),
  );
  const { scripts } = JSON.parse(read('package.json'));
  const file = (path, name) =>
    assert.ok(/[*$<]/.test(name) || existsSync(join(ROOT, name)), `${path} runs ${name}`);
  for (const path of DOCUMENTS) {
    const text = read(path);
    const commands = [...text.matchAll(/`([^`\n]+)`/g)].map((m) => m[1]);
    for (const { language, code } of blocksOf(text))
      if (language === 'sh') commands.push(...code.split('\n'));
    for (const one of commands.flatMap((command) => command.replace(/ #.*$/, '').split(/&&|;/))) {
      const [program, ...words] = one.trim().split(/\s+/);
      if (program === 'make') {
        for (const word of words)
          assert.ok(/=/.test(word) || targets.has(word), `${path}: make ${word}`);
      } else if (program === 'npm' && words[0] === 'run') {
        assert.ok(scripts[words[1]], `${path}: npm run ${words[1]}`);
      } else if (program === 'node') {
        for (const word of words) if (/\.m?js$/.test(word)) file(path, word);
      }
    }
  }
});

test('every link has a target', () => {
  let count = 0;
  for (const path of DOCUMENTS)
    for (const link of linksOf(read(path))) {
      count++;
      if (/^https:\/\//.test(link)) continue;
      const [target, anchor] = link.split('#');
      const file = target === '' ? path : posix.normalize(posix.join(dirname(path), target));
      assert.ok(existsSync(join(ROOT, file)), `${path} links to ${link}`);
      if (anchor !== undefined)
        assert.ok(anchorsOf(read(file)).includes(anchor), `${path} links to ${link}`);
    }
  assert.ok(count > 50);
});
