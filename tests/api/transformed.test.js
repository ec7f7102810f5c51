/* Transformed takes a matrix, a scale or an affine matrix with an offset. */
import test from 'node:test';
import assert from 'node:assert/strict';
import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import * as gd from '../../js/index.js';

const { Shape, Transformed } = gd;

const near = (actual, expected, slack) =>
  assert.ok(Math.abs(actual - expected) <= slack, `${actual}, expected ${expected}`);
const diagonal = (...d) => d.map((x, i) => d.map((_, k) => (i === k ? x : 0)));

test('a matrix is read from rows, from flat columns and from a Matrix3', () => {
  const shape = new gd.Box({ halfExtents: [1, 2, 3] });
  const rows = [
    [1, 2, 0],
    [0, 1, 0],
    [0, 0, 3],
  ];
  const columns = [1, 0, 0, 2, 1, 0, 0, 0, 3];
  for (const matrix of [rows, columns, { elements: columns }, Float64Array.from(columns)]) {
    const image = new Transformed({ shape, matrix, offset: [0, 0, 1] });
    assert.deepEqual(image.support([1, 1, 1]), [5, 2, 10]);
    assert.deepEqual(image.toJSON(), {
      type: 'transformed',
      shape: shape.toJSON(),
      matrix: rows,
      offset: [0, 0, 1],
    });
    assert.deepEqual(Shape.from(image.toJSON()).support([1, 1, 1]), [5, 2, 10]);
  }
});

test('a scale or an affine matrix equals the matrix and offset that it stands for', () => {
  const box = new gd.Box({ halfExtents: [1, 2, 3] });
  const rectangle = new gd.Rectangle({ halfExtents: [1, 2] });
  const move = new Vector3(4, 5, 6);
  const turn = new Quaternion(0.1, 0.2, 0.3, 0.9).normalize();
  const matrix4 = new Matrix4().compose(move, turn, new Vector3(2, -1, 0.5));
  const linear = new Matrix3().setFromMatrix4(matrix4);
  const byParts = { matrix: linear.elements, offset: move };
  const flat = [2, 0, 0, 1, 3, 0, 7, 8, 1]; // three's Matrix3 of 2D: x to (2, 0), y to (1, 3)
  const cases = [
    [box, { scale: 2 }, { matrix: diagonal(2, 2, 2) }],
    [box, { scale: [2, -1, 0.5] }, { matrix: diagonal(2, -1, 0.5) }],
    [box, { scale: move, offset: [1, 2, 3] }, { matrix: diagonal(4, 5, 6), offset: [1, 2, 3] }],
    [box, { matrix: matrix4 }, byParts],
    [box, { matrix: matrix4.toArray() }, byParts],
    [box, { matrix: { elements: Float64Array.from(matrix4.elements) } }, byParts],
    [rectangle, { scale: 3 }, { matrix: diagonal(3, 3) }],
    [rectangle, { scale: { x: 2, y: 3 } }, { matrix: diagonal(2, 3) }],
    [rectangle, { matrix: flat }, { matrix: [2, 0, 1, 3], offset: [7, 8] }],
  ];
  for (const [shape, short, long] of cases) {
    const record = new Transformed({ shape, margin: 0.1, ...short }).toJSON();
    assert.deepEqual(record, new Transformed({ shape, margin: 0.1, ...long }).toJSON());
    const { dimension } = shape;
    assert.deepEqual(Object.keys(record), ['type', 'matrix', 'offset', 'shape', 'margin']);
    assert.equal(record.matrix.length, dimension);
    assert.equal(record.offset.length, dimension);
    assert.deepEqual(Shape.from(record).toJSON(), record);
    assert.deepEqual(Shape.from(JSON.parse(JSON.stringify(record))).toJSON(), record);
  }
  const { max } = new Transformed({ shape: box, matrix: matrix4 }).boundingBox();
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
    new Vector3(k & 1 ? 1 : -1, k & 2 ? 2 : -2, k & 4 ? 3 : -3).applyMatrix4(matrix4),
  );
  near(max[0], Math.max(...corners.map(({ x }) => x)), 1e-12);
  const short = Shape.from({ type: 'transformed', scale: 2, shape: box.toJSON() });
  assert.deepEqual(short.boundingBox().max, [2, 4, 6]);
});

test('a wrong scale or affine matrix throws an error that names the field and the value', () => {
  const shape = new gd.Box({ halfExtents: [1, 2, 3] });
  const refused = (options, name, message) =>
    assert.throws(() => new Transformed({ shape, ...options }), { name, message });
  refused({}, 'TypeError', /needs matrix or scale, got neither/);
  refused({ scale: 2, matrix: diagonal(1, 1, 1) }, 'TypeError', /matrix or scale, got both/);
  refused({ scale: 0 }, 'GeometryError', /Transformed\.scale must be finite and not 0, got 0/);
  refused({ scale: [1, 0, 1] }, 'GeometryError', /scale must be finite and not 0, got \[1, 0, 1\]/);
  refused({ scale: NaN }, 'GeometryError', /scale must be finite and not 0, got NaN/);
  refused({ scale: '2' }, 'TypeError', /scale must be a number, 3 numbers or .*got "2"/);
  refused({ scale: [1, 2] }, 'TypeError', /scale must be 3 numbers, got \[1, 2\]/);
  const moved = new Matrix4().makeTranslation(1, 2, 3);
  refused(
    { matrix: moved, offset: [0, 0, 0] },
    'TypeError',
    /offset must be undefined if matrix has 16/,
  );
  const projecting = new Matrix4().makePerspective(-1, 1, 1, -1, 1, 9);
  refused({ matrix: projecting }, 'GeometryError', /matrix must have the last row 0, 0, 0, 1, got/);
  refused({ matrix: new Matrix4().makeScale(1, 0, 1) }, 'GeometryError', /matrix must be .*invert/);
  refused({ scales: 2, scale: 1 }, 'TypeError', /no option "scales".*did you mean scale\?/);
});
