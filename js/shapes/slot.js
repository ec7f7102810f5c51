/* The slot of a shape: the data that queries need, in one object.
 *
 * All slots have the same hidden class, so a query needs one polymorphic access a shape: the read of the
 * property `_slot`. A private field instead of it costs 3 ns a shape more in a process with twenty classes of
 * shapes, because engines do not cache the position of a private field for so many classes. Unlike a private
 * field, a property can be read through a proxy or be inherited, so the slot refers to its shape. */

/** @import { Shape } from './shape.js' */

/**
 * @typedef {object} Slot
 * @property {Shape<any> | null} shape the shape itself; null for values that are no shapes
 * @property {number} address the address of the shape in the module, for its functions straight_<query>. They
 *   do not check it, so it may be used only while `straight` is 1
 * @property {number} straight 1 if the straight functions of the queries take the shape: it is 3D, uses no
 *   support function of the user and has not been disposed. Otherwise 0
 * @property {number} ball the radius if the shape is a ball about its local origin, otherwise 0
 * @property {number} handle the module's number for the shape; 0 after dispose()
 * @property {number} dimension
 * @property {boolean} any whether it is a point set or a p-norm ball, which only a few queries support
 * @property {string} type
 * @property {string} owner name of the class, for messages
 * @property {readonly number[]} supports ids of the user's support functions that the shape uses
 */

/**
 * Gives a shape its slot. The property is not enumerable, so that it is in no copy and no output.
 * @param {Shape<any>} shape @param {Slot} slot
 */
export const attachSlot = (shape, slot) => Object.defineProperty(shape, '_slot', { value: slot });

/**
 * The slot of a shape, or undefined for any other value.
 * @param {any} value
 * @returns {Slot | undefined}
 */
export function slotOf(value) {
  const slot = value?._slot;
  return slot !== undefined && slot.shape === value ? slot : undefined;
}

/** The handle of a shape. @param {Slot} slot @throws {TypeError} after dispose() */
export function liveHandle(slot) {
  if (slot.handle === 0) throw new TypeError(`this ${slot.owner} has been disposed`);
  return slot.handle;
}
