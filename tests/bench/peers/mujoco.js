/* MuJoCo as a peer. */
import { load } from './load.js';

/**
 * @param {(make: (key: any) => any) => any} remembered
 * @param {number[]} normal receives the normal of depths and rays
 * @returns {Promise<object>} a Peer of peers.js
 */
export async function openMujoco(remembered, normal) {
  const { default: open } = await load('@mujoco/mujoco');
  const M = await open();
  // MuJoCo's round shapes have their axis along z, ours along y
  const UP = 'quat="0.7071067811865476 -0.7071067811865476 0 0"';
  const geom = (record, mesh) => {
    switch (record.type) {
      case 'sphere':
        return `<geom type="sphere" size="${record.radius}"/>`;
      case 'box':
        return `<geom type="box" size="${record.halfExtents.join(' ')}"/>`;
      case 'capsule':
      case 'cylinder':
        return `<geom type="${record.type}" size="${record.radius} ${record.halfHeight}" ${UP}/>`;
      case 'ellipsoid':
        return `<geom type="ellipsoid" size="${record.radii.join(' ')}"/>`;
      case 'hull':
        return `<geom type="mesh" mesh="${mesh}"/>`;
      default:
        return null;
    }
  };
  const asset = (record, mesh) =>
    record.type === 'hull'
      ? `<mesh name="${mesh}" vertex="${record.points.flat().join(' ')}"/>`
      : '';
  const build = (recordA, recordB) => {
    const a = geom(recordA, 'a');
    const b = geom(recordB, 'b');
    if (!a || !b) return null;
    const model = M.MjModel.from_xml_string(
      `<mujoco><size memory="512K"/><asset>${asset(recordA, 'a')}${asset(recordB, 'b')}</asset>` +
        `<worldbody><body>${a}</body><body>${b}</body></worldbody></mujoco>`,
    );
    return { model, data: new M.MjData(model) };
  };
  const modelsOf = remembered((recordA) => remembered((recordB) => build(recordA, recordB)));
  const made = new Set();
  const fromTo = M.DoubleBuffer.FromArray([0, 0, 0, 0, 0, 0]);
  let segment = fromTo.GetView();
  const rayNormal = M.DoubleBuffer.FromArray([0, 0, 0]);
  let surface = rayNormal.GetView();
  const readRayNormal = () => {
    if (surface.length === 0) surface = rayNormal.GetView(); // MuJoCo's memory has grown
    for (let i = 0; i < 3; i++) normal[i] = surface[i];
  };
  const FAR = 100;
  /** mjtGeom */
  const GEOMS = { sphere: 2, capsule: 3, ellipsoid: 4, cylinder: 5, box: 6, hull: 7 };
  /** MuJoCo moves a mesh to its inertia frame, so the frames of geom and body differ. */
  const place = ({ model, data }, poses) => {
    poses.forEach(({ position, quaternion: [x, y, z, w] }, i) => {
      model.body_pos.set(position, 3 * (i + 1));
      model.body_quat.set([w, x, y, z], 4 * (i + 1));
    });
    M.mj_kinematics(model, data);
  };

  return {
    name: '@mujoco/mujoco',
    api: {
      distance: 'mj_geomDistance with distmax 100; poses into geom_xpos and geom_xmat',
      depth: 'mj_geomDistance with distmax 0 and fromto',
      boolean: 'mj_geomDistance with distmax 0',
      ray: 'mju_rayGeom; hulls: mj_rayMesh',
    },
    why: { cone: 'no cone', cast: 'rays only, no shape casts' },
    prepare(recordA, poseA, recordB, poseB) {
      const both = modelsOf(recordA)(recordB);
      if (!both) return null;
      made.add(both);
      const { model, data } = both;
      place(both, [poseA, poseB]);
      const positions = Array.from(data.geom_xpos);
      const rotations = Array.from(data.geom_xmat);
      let xpos = data.geom_xpos;
      let xmat = data.geom_xmat;
      const query = (limit, out) => {
        if (xpos.length === 0) {
          xpos = data.geom_xpos; // MuJoCo's memory has grown
          xmat = data.geom_xmat;
        }
        for (let i = 0; i < 6; i++) xpos[i] = positions[i];
        for (let i = 0; i < 18; i++) xmat[i] = rotations[i];
        return M.mj_geomDistance(model, data, 0, 1, limit, out);
      };
      return {
        distance: () => query(FAR, null),
        depth() {
          const value = -query(0, fromTo);
          if (segment.length === 0) segment = fromTo.GetView();
          normal[0] = (segment[0] - segment[3]) / value;
          normal[1] = (segment[1] - segment[4]) / value;
          normal[2] = (segment[2] - segment[5]) / value;
          return value;
        },
        boolean: () => query(0, null) < 0,
      };
    },
    prepareRay(record, pose, { origin, direction }, withNormal) {
      const both = modelsOf(record)(record);
      if (!both) return null;
      made.add(both);
      const { model, data } = both;
      place(both, [pose, pose]);
      const position = Array.from(data.geom_xpos.subarray(0, 3));
      const rotation = Array.from(data.geom_xmat.subarray(0, 9));
      const size = Array.from(model.geom_size.subarray(0, 3));
      const type = GEOMS[record.type];
      const out = withNormal ? rayNormal : null;
      const time = (t) => {
        if (t < 0 || t > 1) return Infinity;
        if (withNormal) readRayNormal();
        return t;
      };
      if (record.type !== 'hull')
        return () => time(M.mju_rayGeom(position, rotation, size, origin, direction, type, out));
      let xpos = data.geom_xpos;
      let xmat = data.geom_xmat;
      return () => {
        if (xpos.length === 0) {
          xpos = data.geom_xpos; // MuJoCo's memory has grown
          xmat = data.geom_xmat;
        }
        for (let i = 0; i < 3; i++) xpos[i] = position[i];
        for (let i = 0; i < 9; i++) xmat[i] = rotation[i];
        return time(M.mj_rayMesh(model, data, 0, origin, direction, out));
      };
    },
    release() {
      for (const { model, data } of made) {
        data.delete();
        model.delete();
      }
      made.clear();
      modelsOf.forget();
    },
  };
}
