/* The robot: a UR5e as kinematic chain and collision shapes, with the dimensions of MuJoCo Menagerie
 * (BSD-3). The pose of each link, `p` then `q`, is relative to its parent. Its joint rotates it about
 * `axis` (in the link's frame) by at most `limit` radians in both directions. z points up. The axis of
 * each shape is its own +y. */
const S = Math.SQRT1_2;
/** Rotates +y to +z, and to -y. */
const UP = [S, 0, 0, S];
const BACK = [1, 0, 0, 0];
const NONE = [0, 0, 0, 1];
/** A quarter turn about y. */
const QUARTER = [0, S, 0, S];

const capsule = (halfHeight, radius, p, q) => ({
  record: { type: 'capsule', halfHeight, radius },
  p,
  q,
});

export const UR5E = {
  links: [
    { name: 'base', p: [0, 0, 0], q: [0, 0, S, S], axis: null, limit: 0, shapes: [] },
    {
      name: 'shoulder',
      p: [0, 0, 0.163],
      q: NONE,
      axis: [0, 0, 1],
      limit: 6.28319,
      shapes: [capsule(0.06, 0.06, [0, 0, -0.04], UP)],
    },
    {
      name: 'upper arm',
      p: [0, 0.138, 0],
      q: QUARTER,
      axis: [0, 1, 0],
      limit: 6.28319,
      shapes: [capsule(0.06, 0.06, [0, -0.04, 0], BACK), capsule(0.2, 0.05, [0, 0, 0.2], UP)],
    },
    {
      name: 'forearm',
      p: [0, -0.131, 0.425],
      q: NONE,
      axis: [0, 1, 0],
      limit: 3.1415,
      shapes: [capsule(0.06, 0.055, [0, 0.08, 0], BACK), capsule(0.19, 0.038, [0, 0, 0.2], UP)],
    },
    {
      name: 'wrist 1',
      p: [0, 0, 0.392],
      q: QUARTER,
      axis: [0, 1, 0],
      limit: 6.28319,
      shapes: [capsule(0.07, 0.04, [0, 0.05, 0], BACK)],
    },
    {
      name: 'wrist 2',
      p: [0, 0.127, 0],
      q: NONE,
      axis: [0, 0, 1],
      limit: 6.28319,
      shapes: [capsule(0.06, 0.04, [0, 0, 0.04], UP), capsule(0.04, 0.04, [0, 0.02, 0.1], BACK)],
    },
    {
      name: 'wrist 3',
      p: [0, 0, 0.1],
      q: NONE,
      axis: [0, 1, 0],
      limit: 6.28319,
      shapes: [
        {
          record: { type: 'cylinder', halfHeight: 0.02, radius: 0.04 },
          p: [0, 0.08, 0],
          q: BACK,
        },
      ],
    },
  ],
  /** The tool point in the frame of the last link: the centre of its flange. */
  tool: [0, 0.1, 0],
  home: [-1.5708, -1.5708, 1.5708, -1.5708, -1.5708, 0],
};
