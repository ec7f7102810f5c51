/* The ray of a pointer event through a camera. */
import { format, wrongType } from '../core/errors.js';
import { isSceneObject, writeWorldMatrix } from '../poses/object.js';

/** @import { Camera } from 'three' */

/**
 * The members of a PointerEvent that rayOf reads.
 * @typedef {{ clientX: number, clientY: number, target: unknown }} PointerLike
 */

/**
 * @typedef {object} CameraRay
 * @property {[number, number, number]} origin in world coordinates
 * @property {[number, number, number]} direction of length 1, so that times are lengths
 */

const matrix = /* @__PURE__ */ new Float64Array(16);

/**
 * Returns the ray from a camera through the point of a pointer event: that of three's Raycaster. It uses the
 * camera's current world pose, even if three has not updated its matrices.
 *
 * @param {PointerLike} event a PointerEvent, MouseEvent or Touch
 * @param {Camera} camera a PerspectiveCamera or an OrthographicCamera
 * @param {{ getBoundingClientRect(): { left: number, top: number, width: number, height: number } }} [element]
 *   the canvas (default: the event's target)
 * @returns {CameraRay}
 * @throws {TypeError} for wrong arguments, and if the target of the event is not an element
 * @throws {RangeError} for coordinates that are not finite, and if the element has no size
 */
export function rayOf(event, camera, element) {
  const x = event?.clientX;
  const y = event?.clientY;
  if (typeof x !== 'number' || typeof y !== 'number')
    throw wrongType('rayOf: event', 'an event with clientX and clientY', event);
  const projection = camera?.projectionMatrixInverse?.elements;
  if (!isSceneObject(camera) || !projection) throw wrongType('rayOf: camera', 'a Camera', camera);
  const canvas = element ?? /** @type {any} */ (event.target);
  if (typeof canvas?.getBoundingClientRect !== 'function')
    throw wrongType('rayOf: the target of the event', 'an element; pass the canvas', canvas);
  if (!(Number.isFinite(x) && Number.isFinite(y)))
    throw new RangeError(
      `rayOf: clientX and clientY of the event must be finite numbers, got ${x} and ${y}`,
    );
  const { left, top, width, height } = canvas.getBoundingClientRect();
  if (!(width > 0 && width < Infinity && height > 0 && height < Infinity))
    throw new RangeError(
      `rayOf: the element must have a finite size > 0, got ${format(width)} × ${format(height)}`,
    );
  if (!(Number.isFinite(left) && Number.isFinite(top)))
    throw new RangeError(
      `rayOf: left and top of the element must be finite numbers, got ${format(left)} and ${format(top)}`,
    );
  const point = [((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2];
  writeWorldMatrix(camera, matrix, 'rayOf: camera');
  return /** @type {any} */ (camera).isOrthographicCamera
    ? orthographicRay(point, /** @type {any} */ (camera), projection)
    : perspectiveRay(point, projection);
}

/** @param {number[]} point from -1 to 1 @param {ArrayLike<any>} projection @returns {CameraRay} */
function perspectiveRay([x, y], projection) {
  const through = unproject(projection, [Number(x), Number(y), 0.5]);
  const origin = moved([0, 0, 0]);
  return { origin, direction: unit(difference(moved(through), origin)) };
}

/**
 * The ray starts on the plane of the camera, which need not be between `near` and `far`.
 * @param {number[]} point @param {{ near: number, far: number }} camera @param {ArrayLike<any>} projection
 * @returns {CameraRay}
 */
function orthographicRay([x, y], { near, far }, projection) {
  const depth = (near + far) / (near - far);
  const origin = moved(unproject(projection, [Number(x), Number(y), depth]));
  const ahead = moved([0, 0, -1]);
  return { origin, direction: unit(difference(ahead, moved([0, 0, 0]))) };
}

/** A point of the screen in the coordinates of the camera. @param {ArrayLike<any>} m @param {number[]} p */
function unproject(m, p) {
  const [x, y, z] = /** @type {[number, number, number]} */ (p);
  const w = m[3] * x + m[7] * y + m[11] * z + m[15];
  return [0, 1, 2].map((i) => (m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12]) / w);
}

/** A point of the camera in world coordinates. @param {number[]} p @returns {[number, number, number]} */
function moved(p) {
  const [x, y, z] = /** @type {[number, number, number]} */ (p);
  const m = /** @type {ArrayLike<any>} */ (matrix);
  const at = (/** @type {number} */ i) => m[i] * x + m[i + 4] * y + m[i + 8] * z + m[i + 12];
  return [at(0), at(1), at(2)];
}

/** @param {[number, number, number]} a @param {[number, number, number]} b @returns {[number, number, number]} */
const difference = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** @param {[number, number, number]} v @returns {[number, number, number]} */
function unit([x, y, z]) {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
