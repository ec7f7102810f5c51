/* The slot of a shape: the data that queries need, in one object. */

/**
 * All slots have the same hidden class, so a query needs one polymorphic access a shape. Separate properties
 * of twenty classes cost 150 ns a query more.
 * @typedef {object} Slot
 * @property {object | null} shape the shape itself
 * @property {object | null} core the functions of the module that has the shape
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

/** The handle of a shape. @param {Slot} slot @throws {TypeError} after dispose() */
export function liveHandle(slot) {
  if (slot.handle === 0) throw new TypeError(`this ${slot.owner} has been disposed`);
  return slot.handle;
}
