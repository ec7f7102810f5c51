/* The poses of a pair of 3D shapes, written to the scratch block of the module.
 *
 * Two flat poses, the form for speed, are copied here. pose.js reads every other form. Flat poses run no code
 * of the user, and the module refuses numbers that are out of range. */
import { POSES, pairPoses, scratch } from '../core/module.js';
import { writePose } from './pose.js';

/** @import { Pose } from './pose.js' */

/**
 * Whether a pose consists of 7 numbers in a typed array. Arrays of bigints go to pose.js for the message.
 * ArrayBuffer.isView reads the type of the object; instanceof walks its prototypes and costs twice as much.
 * @param {any} pose
 */
export const isFlat = (pose) =>
  ArrayBuffer.isView(pose) &&
  /** @type {any} */ (pose).length === 7 &&
  typeof (/** @type {any} */ (pose)[0]) === 'number';

/** Whether both poses are flat. @param {unknown} poseA @param {unknown} poseB */
export const areFlat = (poseA, poseB) => isFlat(poseA) && isFlat(poseB);

/**
 * Writes the poses of a pair in 3D.
 * @param {Pose} poseA @param {Pose} poseB
 * @throws {TypeError | RangeError} as writePose
 */
export function writePoses(poseA, poseB) {
  if (areFlat(poseA, poseB)) copyPoses(poseA, poseB);
  else {
    const at = (scratch + POSES) >> 3;
    writePose(poseA, 3, at, 'poseA');
    writePose(poseB, 3, at + 7, 'poseB');
  }
}

/** Writes the first pose of a query in 3D. @param {any} a a flat pose */
export function copyPose(a) {
  const view = pairPoses;
  view[0] = a[0];
  view[1] = a[1];
  view[2] = a[2];
  view[3] = a[3];
  view[4] = a[4];
  view[5] = a[5];
  view[6] = a[6];
}

/** Without a loop, because loops are not unrolled. @param {any} a @param {any} b */
function copyPoses(a, b) {
  copyPose(a);
  const view = pairPoses;
  view[7] = b[0];
  view[8] = b[1];
  view[9] = b[2];
  view[10] = b[3];
  view[11] = b[4];
  view[12] = b[5];
  view[13] = b[6];
}
