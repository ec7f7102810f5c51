/*
 * Loading the module: from the built package and from its sources, from the external .wasm file,
 * and in engines that lack something. Each case runs in a process of its own, because init()
 * decides only once.
 */
import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

const root = new URL('../..', import.meta.url);

const run = (code) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });

/** The package as users import it, and its sources. */
const ENTRIES = { package: 'growth-distance', sources: './js/index.js' };
const useOf = (entry) => `
  import { Sphere, growthDistance, init } from '${entry}';
  import * as gd from '${entry}';
  import { readFileSync } from 'node:fs';
  const url = new URL(import.meta.resolve('growth-distance/core.wasm'));
  const value = () => {
    const ball = new Sphere({ radius: 1 });
    return growthDistance(ball, null, ball, { position: [3, 0, 0] }).value;
  };
`;
const use = useOf(ENTRIES.sources);
const SOURCES = {
  'a URL': 'url',
  'a string': 'String(url)',
  bytes: 'readFileSync(url)',
  'an ArrayBuffer': 'new Uint8Array(readFileSync(url)).buffer',
  'a compiled module': 'new WebAssembly.Module(readFileSync(url))',
  'bytes of another realm': `runInNewContext('bytes => Uint8Array.from(bytes).buffer')(readFileSync(url))`,
  'a Response': `new Response(readFileSync(url), { headers: { 'content-type': 'application/wasm' } })`,
  'a Response with a charset': `new Response(readFileSync(url), { headers: { 'content-type': 'application/wasm; charset=utf-8' } })`,
  'a promised Response without a type': 'Promise.resolve(new Response(readFileSync(url)))',
};

for (const [name, source] of Object.entries(SOURCES)) {
  for (const [what, entry] of Object.entries(ENTRIES))
    test(`init() loads the module of the ${what} from ${name}`, () => {
      const out = run(
        `import { runInNewContext } from 'node:vm';
        ${useOf(entry)} await init({ wasm: ${source} }); console.log(value());`,
      );
      assert.equal(out.trim(), '1.5');
    });
}

test('init() refuses a second source once the module is in use, and accepts the same source again', () => {
  const out = run(`${use}
    await init({ wasm: url });
    await init({ wasm: String(url) });
    await init();
    value();
    try { await init({ wasm: readFileSync(url) }); } catch (e) { console.log(e.message); }
    console.log(value());`);
  assert.match(out, /already loaded from file:.*\n1\.5/);
});

test('a page whose intrinsics are frozen or extended gets the same errors', () => {
  const out = run(`${use}
    Object.freeze(Error.prototype);
    Object.prototype.extend = () => {};
    const complain = async (action) => {
      try { console.log(await action()); } catch (e) { console.log(e.name, e.code, e.message); }
    };
    await complain(() => new Sphere({ radius: -1 }));
    await complain(() => new Sphere({ radus: 1 }));
    await complain(() => init({ module: 1 }));
    await complain(value);`);
  const lines = out.trim().split('\n');
  assert.match(lines[0], /^GeometryError radius Sphere\.radius must be .* got -1$/);
  assert.match(lines[1], /^TypeError undefined Sphere has no option "radus".*did you mean radius/);
  assert.match(lines[2], /^TypeError undefined init has no option "module".*wasm/);
  assert.equal(lines[3], '1.5');
});

test('init() fetches a file without Node', () => {
  const out = run(`${use}
    process.getBuiltinModule = undefined;
    globalThis.fetch = async (asked) => new Response(readFileSync(new URL(asked)));
    await init({ wasm: url });
    console.log(value());`);
  assert.equal(out.trim(), '1.5');
});

test('two calls of init() at once load one source once', () => {
  const out = run(`${use}
    const response = new Response(readFileSync(url), { headers: { 'content-type': 'application/wasm' } });
    await Promise.all([init({ wasm: response }), init({ wasm: response })]);
    console.log(value());`);
  assert.equal(out.trim(), '1.5');
});

test('init() names what is wrong with a source, and the inline module still works', () => {
  const out = run(`${use}
    const complain = async (wasm) => {
      try { await init({ wasm }); console.log('accepted'); } catch (e) { console.log(e.name + ': ' + e.message); }
    };
    await complain(5);
    await complain(new Response('no', { status: 404 }));
    await complain(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    await complain(new Uint8Array([1, 2, 3]));
    await complain('file:///nowhere/core.wasm');
    console.log(value());`);
  const lines = out.trim().split('\n');
  assert.match(lines[0], /TypeError: init: wasm must be a URL/);
  assert.match(lines[1], /TypeError: init could not load .*404/);
  assert.match(lines[2], /ABI version \d+, got undefined/);
  assert.match(lines[3], /CompileError/);
  assert.match(lines[4], /TypeError: init could not load file:.*ENOENT/);
  assert.equal(lines.at(-1), '1.5');
});

test('init() loads the module from a server, whatever its content type', () => {
  const out = run(`${use}
    import { createServer } from 'node:http';
    const bytes = readFileSync(url);
    const types = { '/right': 'application/wasm', '/wrong': 'text/plain' };
    const server = createServer((request, response) => {
      const type = types[request.url];
      response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/html' }).end(bytes);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = 'http://127.0.0.1:' + server.address().port;
    await init({ wasm: base + '/none' }).catch((e) => console.log(e.name + ': ' + e.message));
    await Promise.all([init({ wasm: base + '/wrong' }), init({ wasm: base + '/wrong' })]);
    await init({ wasm: new URL(base + '/right') }).catch((e) => console.log(e.message));
    console.log(value());
    server.close();`);
  assert.match(
    out,
    /^TypeError: init could not load .*none: HTTP status 404\n.*already loaded from.*\n1\.5/,
  );
});

test('an engine without WebAssembly or SIMD gets an error that names what is missing', () => {
  const out = run(`${use}
    const whole = globalThis.WebAssembly;
    const say = async (call) => {
      try { await call(); console.log('fine'); } catch (e) { console.log(e.name + ': ' + e.message, e.cause?.name ?? ''); }
    };
    globalThis.WebAssembly = undefined;
    await say(value);
    await say(() => init({ wasm: url }));
    const { CompileError } = whole;
    function lacking() { throw new CompileError('invalid opcode 0xfd, enable with --simd'); }
    const { Memory } = whole;
    globalThis.WebAssembly = { ...whole, Memory, CompileError, Module: lacking, instantiate: lacking, instantiateStreaming: lacking };
    await say(value);
    await say(() => init({ wasm: url }));
    globalThis.WebAssembly = whole;
    await say(value);`);
  const lines = out.trim().split('\n');
  for (const i of [0, 1]) assert.match(lines[i], /^Error: growth-distance needs WebAssembly,/);
  for (const i of [2, 3])
    assert.match(lines[i], /^Error: .* needs WebAssembly SIMD.* CompileError/);
  assert.equal(lines[4], 'fine');
});
