/* The external .wasm file, in processes of their own: init decides once how the module is loaded. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

const root = new URL('..', import.meta.url);

const run = (code) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });

const use = `
  import { Sphere, growthDistance, init } from 'growth-distance';
  import { readFileSync } from 'node:fs';
  const url = new URL(import.meta.resolve('growth-distance/core.wasm'));
  const value = () => {
    const ball = new Sphere({ radius: 1 });
    return growthDistance(ball, null, ball, { position: [3, 0, 0] }).value;
  };
`;
const SOURCES = {
  'a URL': 'url',
  'a string': 'String(url)',
  bytes: 'readFileSync(url)',
  'an ArrayBuffer': 'new Uint8Array(readFileSync(url)).buffer',
  'a compiled module': 'new WebAssembly.Module(readFileSync(url))',
  'a Response': `new Response(readFileSync(url), { headers: { 'content-type': 'application/wasm' } })`,
  'a promised Response without a type': 'Promise.resolve(new Response(readFileSync(url)))',
};

for (const [name, source] of Object.entries(SOURCES)) {
  test(`init loads the module from ${name}`, () => {
    const out = run(`${use} await init({ wasm: ${source} }); console.log(value());`);
    assert.equal(out.trim(), '1.5');
  });
}

test('init refuses a second source once the module is in use, and not the same one again', () => {
  const out = run(`${use}
    await init({ wasm: url });
    await init({ wasm: String(url) });
    await init();
    value();
    try { await init({ wasm: readFileSync(url) }); } catch (e) { console.log(e.message); }
    console.log(value());`);
  assert.match(out, /already in use, from file:.*\n1\.5/);
});

test('init says what is wrong with a source, and the inline module still works', () => {
  const out = run(`${use}
    const complain = async (wasm) => {
      try { await init({ wasm }); console.log('accepted'); } catch (e) { console.log(e.name + ': ' + e.message); }
    };
    await complain(5);
    await complain(new Response('no', { status: 404 }));
    await complain(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    await complain(new Uint8Array([1, 2, 3]));
    console.log(value());`);
  const lines = out.trim().split('\n');
  assert.match(lines[0], /TypeError: init: wasm must be a URL/);
  assert.match(lines[1], /TypeError: init could not load .*404/);
  assert.match(lines[2], /ABI version undefined/);
  assert.match(lines[3], /CompileError/);
  assert.equal(lines.at(-1), '1.5');
});

test('an extension joins a module that was loaded from a file', () => {
  const out = run(`${use}
    import { growthGradient } from 'growth-distance';
    await init({ wasm: url });
    const ball = new Sphere({ radius: 1 });
    console.log(growthGradient(ball, null, ball, { position: [3, 0, 0] }).gradient.positionB[0]);`);
  assert.equal(Number(out), 0.5);
});

test('an extension refuses a module of another build, which goes on working', () => {
  const out = run(`${use}
    import { growthGradient } from 'growth-distance';
    const bytes = readFileSync(url);
    // the same module whose build() is another number: its code is unique, a constant and an end
    const { build } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
      env: { custom_support() {}, emscripten_notify_memory_growth() {} },
    }).exports;
    const code = [0x41];
    for (let n = build(); ; n >>= 7) {
      const last = (n >> 6 === 0 || n >> 6 === -1);
      code.push((n & 127) | (last ? 0 : 128));
      if (last) break;
    }
    const at = bytes.indexOf(Buffer.from([...code, 0x0b]));
    bytes[at + 1] ^= 1;
    await init({ wasm: bytes });
    const ball = new Sphere({ radius: 1 });
    try { growthGradient(ball, null, ball, { position: [3, 0, 0] }); } catch (e) { console.log(e.message); }
    console.log(value());`);
  assert.match(out, /core\.wasm is of another build than the package's derivatives.*\n1\.5/);
});
