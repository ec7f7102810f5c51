/* Files dropped on the demo: broken, hostile, huge, and several at a time. */
import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';

import * as lib from '../lib/demo.js';

const { ready, texts } = lib;

let demo;
before(async () => (demo = await lib.openDemo()));
after(() => demo?.close());

/** Drops files, each given as [name, content]. */
const drop = (page, ...files) =>
  page.evaluate(
    (list) => {
      const transfer = new DataTransfer();
      for (const [name, base64] of list) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      for (const type of ['dragover', 'drop'])
        dispatchEvent(
          Object.assign(new Event(type, { cancelable: true }), { dataTransfer: transfer }),
        );
    },
    files.map(([name, content]) => [name, Buffer.from(content).toString('base64')]),
  );
/** Waits until a scan of that name is shape B or a message names it; returns the message. */
async function outcome(page, name) {
  await page.waitForFunction((file) => {
    const [message, type] = ['message', 'shape-type-1'].map((id) => document.getElementById(id));
    const said = !message.hidden && message.textContent.includes(file);
    return document.getElementById('busy').hidden && (said || type.value === `scan:${file}`);
  }, name);
  return page.evaluate(() => {
    const { hidden, textContent } = document.getElementById('message');
    return hidden ? '' : textContent;
  });
}

/** Waits until this number of threads is left: ending one takes a moment. */
async function threads(page, count) {
  for (let i = 0; i < 200 && page.workers().length !== count; i++) await page.waitForTimeout(25);
  assert.equal(page.workers().length, count);
}

/** Numbers from 0 to 1, the same sequence every time. */
function makeRandom() {
  let seed = 1;
  return () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
}
const vertices = (count, point) =>
  Array.from({ length: count }, (_, i) => `v ${point(i).join(' ')}`).join('\n');
const TETRAHEDRON = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n';
const POINTS = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]).buffer);
const OWN = { uri: `data:;base64,${POINTS.toString('base64')}`, byteLength: 48 };

/** A glTF file of four points. */
const gltf = (buffer, more = {}) =>
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0, material: 0 }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 48 }],
    buffers: [buffer],
    materials: [{}],
    ...more,
  });

test('a broken file gets an explanation, and nothing is lost, fetched or logged', async () => {
  const random = makeRandom();
  const garbage = Buffer.from(Array.from({ length: 5000 }, () => 256 * random()));
  const elsewhere = 'http://elsewhere.invalid/shape';
  await demo.visit('#/explorer', async (page) => {
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    const start = await texts(page, ['value', 'lower']);
    for (const [name, content, reason] of [
      ...['obj', 'stl', 'ply', 'gltf', 'glb'].map((e) => [
        `none.${e}`,
        '',
        /could not be read: the file is empty\.$/,
      ]),
      ...['stl', 'gltf', 'glb'].map((e) => [`junk.${e}`, garbage, /damaged or is not in (STL|GL)/]),
      ['junk.obj', garbage, /has no vertices; a solid needs four/],
      ['junk.ply', garbage, /fewer than four different vertices/],
      ['lost.gltf', gltf({ uri: 'lost.bin', byteLength: 48 }), /refers to “lost\.bin”/],
      ['spy.gltf', gltf({ uri: elsewhere, byteLength: 48 }), /refers to “http:\/\/elsewhere/],
      ['short.gltf', gltf({ uri: 'data:;base64,AAAA', byteLength: 48 }), /damaged/],
      ['bare.gltf', '{"asset":{"version":"2.0"}}', /contains no scene|damaged/],
      ['half.stl', 'solid\nfacet normal 0 0 1\nvertex 0 0 0\nendfacet\n', /./],
      ['odd.ply', 'ply\nformat ascii 1.0\nweird\nend_header\n', /./],
      [
        'line.obj',
        vertices(100, (i) => [i, i, i]),
        /vertices are in one plane; a solid needs four that are not/,
      ],
      ['vast.obj', vertices(9, (i) => [1e308 * i, 1, i * i]), /not a number, or larger than 1e75/],
      [
        '<img src=x onerror=alert(1)>.txt',
        'x',
        /\.txt is not an accepted file type\. Accepted are OBJ, STL, PLY, glTF, GLB/,
      ],
    ]) {
      await drop(page, [name, content]);
      const message = await outcome(page, name);
      assert.ok(message.startsWith(name), message);
      assert.match(message, reason);
      assert.doesNotMatch(message, /undefined|THREE|typed array|ConvexHull|hullOf/);
    }
    assert.deepEqual(await texts(page, ['value', 'lower']), start);
    // a hull needs no textures, so they are not fetched
    const image = { textures: [{ source: 0 }], images: [{ uri: `${elsewhere}.png` }] };
    const look = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };
    await drop(page, ['seen.gltf', gltf(OWN, { ...image, materials: [look] })]);
    assert.equal(await outcome(page, 'seen.gltf'), '');
    // a file name is shown as text, not as HTML
    await drop(page, ['<img src=x onerror=alert(1)>.obj', TETRAHEDRON]);
    assert.equal(await outcome(page, '<img src=x onerror=alert(1)>.obj'), '');
    assert.equal(await page.locator('main img').count(), 0);
    const foreign = asked.filter((url) => !/^(data|blob):|\/assets\//.test(url));
    assert.deepEqual(foreign, []);
  });
});

/** Random points of the unit sphere, as a file writes them. */
function pointsOnBall() {
  const random = makeRandom();
  return () => {
    const [z, angle] = [2 * random() - 1, 2 * Math.PI * random()];
    const around = Math.sqrt(1 - z * z);
    return [around * Math.cos(angle), around * Math.sin(angle), z].map((x) => x.toFixed(6));
  };
}

test('a hull of many corners is thinned with a message, and fits into the address', async () => {
  const onBall = pointsOnBall();
  await demo.visit('#/explorer', async (page) => {
    await drop(page, ['ball.obj', vertices(20_000, onBall)]);
    await page.waitForFunction(() =>
      /its hull has [\d,]+ corners/.test(document.getElementById('message').textContent),
    );
    await page.waitForFunction(() => location.hash.includes('scan1='));
    const { length } = await page.evaluate(() => location.hash);
    assert.ok(length < 20_000, `the address has ${length} letters`);
    const numbers = await texts(page, ['value', 'lower', 'normal']);
    await page.reload();
    await ready(page);
    assert.deepEqual(await texts(page, ['value', 'lower', 'normal']), numbers);
  });
});

test('one of several files is taken, the second of two in succession, and none after leaving', async () => {
  await demo.visit('#/explorer', async (page) => {
    await drop(page, ['one.obj', TETRAHEDRON], ['two.obj', TETRAHEDRON]);
    assert.match(
      await outcome(page, 'one.obj'),
      /^Only one\.obj was read: drop one file at a time\.$/,
    );
    await Promise.all([
      drop(page, ['first.obj', TETRAHEDRON]),
      drop(page, ['second.obj', TETRAHEDRON]),
    ]);
    await outcome(page, 'second.obj');
    // the worker of the first file has ended, so nothing from it can arrive later
    await threads(page, 1);
    assert.equal(await page.locator('#shape-type-1').inputValue(), 'scan:second.obj');
    await drop(page, ['late.obj', TETRAHEDRON]);
    await page.evaluate(() => (location.hash = '#/flatland'));
    await page.waitForFunction(() => document.body.dataset.ready === 'flatland');
    assert.equal(await page.locator('#busy').isVisible(), false);
    // this page has no use for a file, but dropping one must not leave the page
    await drop(page, ['here.obj', TETRAHEDRON]);
    const [message] = await texts(page, ['message']);
    assert.match(message, /^here\.obj was not read: only the Explorer reads files \(OBJ, STL, PLY/);
  });
});

test('a worker reads a large file while the page answers, and a newer file ends the worker', async () => {
  const large = vertices(150_000, pointsOnBall());
  await demo.visit('#/explorer', async (page) => {
    const stage = (text) =>
      page.waitForFunction(
        (label) => document.getElementById('busy-label').textContent === label,
        text,
      );
    // the first change takes longer than any later one
    await page.locator('#margin-0').fill('0.2');
    // The page answers while the worker computes the hull. The observer acts within the page,
    // because messages between page and test may take longer than the hull.
    const answers = page.evaluate(
      () =>
        new Promise((done) => {
          const [value, label, margin] = ['value', 'busy-label', 'margin-0'].map((id) =>
            document.getElementById(id),
          );
          new MutationObserver((_, observer) => {
            if (label.textContent !== 'Hull of large.obj') return;
            observer.disconnect();
            const earlier = value.textContent;
            margin.value = '0.3';
            margin.dispatchEvent(new Event('input', { bubbles: true }));
            done({ changed: value.textContent !== earlier, busy: label.textContent });
          }).observe(label, { childList: true, characterData: true, subtree: true });
        }),
    );
    await drop(page, ['large.obj', large]);
    assert.deepEqual(await answers, { changed: true, busy: 'Hull of large.obj' });
    await drop(page, ['small.obj', TETRAHEDRON]);
    assert.equal(await outcome(page, 'small.obj'), '');
    await threads(page, 1);
    assert.equal(await page.locator('#margin-0').inputValue(), '0.3');
    await drop(page, ['large.obj', large]);
    await stage('Hull of large.obj');
    await lib.enterPage(page, 'flatland');
    assert.equal(await page.locator('#busy').isVisible(), false);
    await threads(page, 0);
  });
});
