/* A host written from wasm/ABI.md alone: of js/ and wasm/dist it uses only the .wasm files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

/** The bytes of a module. */
export const load = (name) =>
  readFileSync(new URL(`../../wasm/dist/${name}.wasm`, import.meta.url));
const wasm = load('core');

/**
 * A host: an instance, views that follow memory growth, and helpers that write arguments.
 * @param {Uint8Array} [core] bytes of the module
 * @param {(id: number, direction: number, point: number) => void} [support] support function of all
 *   custom shapes
 */
export function host(core = wasm, support = () => {}) {
  const self = { growths: 0 };
  const refresh = () => {
    self.f64 = new Float64Array(self.exports.memory.buffer);
    self.i32 = new Int32Array(self.exports.memory.buffer);
    self.u32 = new Uint32Array(self.exports.memory.buffer);
  };
  const env = {
    emscripten_notify_memory_growth() {
      self.growths++;
      refresh();
    },
    custom_support: support,
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(core), { env });
  self.exports = instance.exports;
  self.exports._initialize();
  refresh();
  self.put = (doubles) => {
    const pointer = self.exports.alloc(8 * doubles.length);
    self.f64.set(doubles, pointer / 8);
    return pointer;
  };
  self.shape = (record) => {
    const pointer = self.put(record);
    const handle = self.exports.shape_create(pointer, record.length);
    assert.equal(self.exports.release(pointer), 0);
    return handle;
  };
  /** Runs a batch of pairs of posed shapes; returns the status and the records. */
  self.batch = (call, stride, dimension, shapes, poses, pairs, settings = 0, warm = 0) => {
    const { alloc, release } = self.exports;
    const handles = alloc(4 * shapes.length);
    self.i32.set(shapes, handles / 4);
    const indices = alloc(4 * pairs.length);
    self.u32.set(pairs, indices / 4);
    const places = self.put(poses.flat());
    const count = pairs.length / 2;
    const results = alloc(8 * stride * count);
    const { exports } = self;
    const status = exports[call](
      dimension,
      handles,
      shapes.length,
      places,
      indices,
      count,
      settings,
      warm,
      results,
    );
    const records = Array.from({ length: count }, (_, i) =>
      Array.from(self.f64.subarray(results / 8 + stride * i, results / 8 + stride * (i + 1))),
    );
    for (const pointer of [handles, indices, places, results]) release(pointer);
    return { status, records };
  };
  return self;
}

export const QUERIES = ['growth_distance', 'collide', 'distance', 'penetration', 'signed_distance'];
export const SPHERE = [1, 0, 0, 0, 0, 0, 1];
export const BOX = [3, 0.5, 0, 0, 0, 0, 1, 2, 3];
export const CYLINDER = [5, 0, 0, 0, 0, 0, 1, 1];
export const HALFSPACE = [9, 0, 0, 0, 0, 0, 0, 2, 0, 4];
export const at = (x, y, z) => [x, y, z, 0, 0, 0, 1];
