/* Adapters for other npm packages: the same queries of one pair of posed convex shapes, each by the public
 * call with the least overhead. A query that a package does not offer is left out with the reason. There is
 * no substitute. */
import { readFileSync } from 'node:fs';

import { Shape, distance, growthDistance } from '../../js/index.js';
import { draw, random, randomPose } from '../lib/random.js';
import { openCannon } from './peers/cannon.js';
import { folders, load } from './peers/load.js';
import { movedApart } from './scenes.js';

/**
 * @typedef {object} Prepared
 * @property {() => number} [distance] of a separated pair
 * @property {() => number} [depth] of an overlapping pair; writes the normal to `normal`
 * @property {() => boolean} [boolean]
 * @property {() => boolean} [booleanOverlapping] another call for the overlap test if it is faster for pairs
 *   that overlap. A user does not know beforehand whether they do, so this favours the peer.
 */

/**
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} version
 * @property {string} licence
 * @property {Record<string, string>} api the call for each quantity
 * @property {Record<string, string>} why the reason for a missing query, by shape type
 * @property {(recordA: object, poseA: object, recordB: object, poseB: object) => Prepared | null}
 *   prepare does everything except the query; null if the peer lacks the shape type
 * @property {() => void} release frees all prepared objects
 */

/** Depth queries write the normal here, so that the engine cannot remove the reading of it. */
export const normal = [0, 0, 0];

/** The package.json of a package, even if the package does not export it. */
function manifest(name) {
  for (const folder of folders(name)) {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8'));
    } catch {
      // not in this folder
    }
  }
  throw new Error(`${name} is not installed: make bench-peers installs it`);
}

/** A function that caches the results of `make` by argument. */
function remembered(make) {
  const known = new Map();
  const get = (key) => {
    if (!known.has(key)) known.set(key, make(key));
    return known.get(key);
  };
  get.forget = () => known.clear();
  return get;
}

const xyz = ([x, y, z]) => ({ x, y, z });
const xyzw = ([x, y, z, w]) => ({ x, y, z, w });

// ---- crashcat -----------------------------------------------------------------------------------

async function openCrashcat() {
  const C = await load('crashcat');
  const { mat4, quat, vec3 } = await load('mathcat'); // crashcat's own vectors
  C.registerAllShapes();
  const shapeOf = remembered((record) => {
    switch (record.type) {
      case 'sphere':
        return C.sphere.create({ radius: record.radius });
      case 'box':
        return C.box.create({ halfExtents: record.halfExtents, convexRadius: 0 });
      case 'capsule':
        return C.capsule.create({
          halfHeightOfCylinder: record.halfHeight,
          radius: record.radius,
        });
      case 'cylinder':
        return C.cylinder.create({
          halfHeight: record.halfHeight,
          radius: record.radius,
          convexRadius: 0,
        });
      case 'hull': {
        const shape = C.convexHull.create({
          positions: record.points.flat(),
          convexRadius: 0,
          hullTolerance: 1e-6,
        });
        return shape.numPoints === record.points.length ? shape : null;
      }
      default:
        return null;
    }
  });
  const supportOf = (shape) => {
    const support = C.createSupport();
    const mode = C.SupportFunctionMode.EXCLUDE_CONVEX_RADIUS;
    C.setShapeSupport(support, shape, mode, [1, 1, 1]);
    return support;
  };
  const closest = C.createGjkClosestPoints();
  const inverse = quat.create();
  const rotation = quat.create();
  const offset = vec3.create();
  const settings = C.createDefaultCollideShapeSettings();
  const NONE = C.EMPTY_SUB_SHAPE_ID;
  const TOLERANCE = settings.collisionTolerance;
  const collector = {
    bodyIdB: -1,
    earlyOutFraction: Number.MAX_VALUE,
    depth: NaN,
    addHit(hit) {
      const axis = hit.penetrationAxis;
      this.depth = hit.penetration;
      normal[0] = axis[0];
      normal[1] = axis[1];
      normal[2] = axis[2];
    },
    addMiss() {},
    shouldEarlyOut: () => false,
  };
  const collide = (a, p, q, b, r, s) => {
    collector.depth = NaN;
    // prettier-ignore
    C.collideShapeVsShape(
      collector, settings,
      a, NONE, 0, p[0], p[1], p[2], q[0], q[1], q[2], q[3], 1, 1, 1,
      b, NONE, 0, r[0], r[1], r[2], s[0], s[1], s[2], s[3], 1, 1, 1,
    );
    return collector.depth;
  };

  return {
    name: 'crashcat',
    api: {
      distance: 'gjkClosestPoints',
      depth: 'collideShapeVsShape',
      boolean: 'gjkClosestPoints limited to the radii; spheres: collideShapeVsShape',
    },
    why: {
      cone: 'no cone',
      ellipsoid: 'spheres scale uniformly only',
      hull: 'keeps at most 256 vertices of a hull',
    },
    prepare(recordA, poseA, recordB, poseB) {
      const a = shapeOf(recordA);
      const b = shapeOf(recordB);
      if (!a || !b) return null;
      const supportA = supportOf(a);
      const supportB = supportOf(b);
      supportB.hasTransform = true;
      const { position: pA, quaternion: qA } = poseA;
      const { position: pB, quaternion: qB } = poseB;
      const radii = supportA.convexRadius + supportB.convexRadius;
      const query = (limit) => {
        quat.conjugate(inverse, qA);
        quat.multiply(rotation, inverse, qB);
        vec3.subtract(offset, pB, pA);
        vec3.transformQuat(offset, offset, inverse);
        mat4.fromRotationTranslation(supportB.transform, rotation, offset);
        supportA.hull.lastVertex = -1; // a cold query
        supportB.hull.lastVertex = -1;
        C.gjkClosestPoints(closest, supportA, supportB, TOLERANCE, offset, limit);
        return closest.squaredDistance;
      };
      return {
        distance: () => Math.sqrt(query(Number.MAX_VALUE)) - radii,
        depth: () => collide(a, pA, qA, b, pB, qB),
        boolean:
          recordA.type === 'sphere'
            ? () => collide(a, pA, qA, b, pB, qB) > 0
            : () => query(radii * radii) <= radii * radii,
      };
    },
    release: () => shapeOf.forget(),
  };
}

// ---- jolt-physics -------------------------------------------------------------------------------

async function openJolt() {
  const { default: open } = await load('jolt-physics/wasm-compat');
  const J = await open();
  // There is no simulation, but this constructor registers the collision functions.
  const setup = new J.JoltSettings();
  const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  setup.mObjectLayerPairFilter = new J.ObjectLayerPairFilterTable(1);
  setup.mBroadPhaseLayerInterface = layers;
  setup.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    1,
    setup.mObjectLayerPairFilter,
    1,
  );
  new J.JoltInterface(setup);

  const VERTICES = 256;
  const make = (settings) => {
    const result = settings.Create();
    if (result.HasError()) throw new Error(result.GetError().c_str());
    return result.Get();
  };
  const create = (record) => {
    switch (record.type) {
      case 'sphere':
        return new J.SphereShape(record.radius);
      case 'box':
        return new J.BoxShape(new J.Vec3(...record.halfExtents), 0);
      case 'capsule':
        return new J.CapsuleShape(record.halfHeight, record.radius);
      case 'cylinder':
        return new J.CylinderShape(record.halfHeight, record.radius, 0);
      case 'cone':
        return make(new J.TaperedCylinderShapeSettings(record.halfHeight, 0, record.radius, 0));
      case 'hull': {
        if (record.points.length > VERTICES) return null;
        const settings = new J.ConvexHullShapeSettings();
        settings.mMaxConvexRadius = 0;
        settings.mHullTolerance = 1e-6;
        for (const point of record.points) settings.mPoints.push_back(new J.Vec3(...point));
        return make(settings);
      }
      default:
        return null;
    }
  };
  const shapeOf = remembered((record) => {
    const shape = create(record);
    shape?.AddRef();
    return shape;
  });
  /** The pose of the centre of mass, which Jolt expects. */
  const place = (shape, { position, quaternion }) => {
    const turn = new J.Quat(...quaternion);
    const com = turn.MulVec3(shape.GetCenterOfMass());
    const at = new J.RVec3(
      position[0] + com.GetX(),
      position[1] + com.GetY(),
      position[2] + com.GetZ(),
    );
    return { at, turn };
  };
  const FAR = 10; // Jolt reports distances only up to a limit, which costs nothing
  const apart = new J.CollideShapeSettings();
  apart.mMaxSeparationDistance = FAR;
  const touching = new J.CollideShapeSettings();
  const closest = new J.CollideShapeClosestHitCollisionCollector();
  const any = new J.CollideShapeAnyHitCollisionCollector();
  const filter = new J.ShapeFilter();
  const one = new J.Vec3(1, 1, 1);
  const zero = new J.RVec3(0, 0, 0);
  const transform = J.RMat44.prototype.sRotationTranslation;
  const hit = closest.get_mHit();
  const axis = J.getPointer(hit.get_mPenetrationAxis()) / 4;

  return {
    name: 'jolt-physics',
    api: {
      distance: 'TransformedShape.CollideShape, mMaxSeparationDistance 10, closest hit',
      depth: 'TransformedShape.CollideShape, closest hit',
      boolean: 'TransformedShape.CollideShape, any hit',
    },
    why: {
      ellipsoid: 'spheres scale uniformly only',
      hull: `keeps at most ${VERTICES} vertices of a hull`,
    },
    prepare(recordA, poseA, recordB, poseB) {
      const a = shapeOf(recordA);
      const b = shapeOf(recordB);
      if (!a || !b) return null;
      const { at: pA, turn: qA } = place(a, poseA);
      const { at: pB, turn: qB } = place(b, poseB);
      const target = new J.TransformedShape();
      target.set_mShape(b);
      target.SetShapeScale(one);
      const collide = (settings, collector) => {
        target.set_mShapePositionCOM(pB);
        target.set_mShapeRotation(qB);
        collector.Reset();
        target.CollideShape(a, one, transform(qA, pA), settings, zero, collector, filter);
        return collector.HadHit();
      };
      return {
        distance: () => (collide(apart, closest) ? -hit.get_mPenetrationDepth() : NaN),
        depth() {
          if (!collide(touching, closest)) return NaN;
          const { HEAPF32 } = J;
          normal[0] = HEAPF32[axis];
          normal[1] = HEAPF32[axis + 1];
          normal[2] = HEAPF32[axis + 2];
          return hit.get_mPenetrationDepth();
        },
        boolean: () => collide(touching, any),
      };
    },
    release: () => shapeOf.forget(),
  };
}

// ---- Rapier -------------------------------------------------------------------------------------

async function openRapier(name) {
  const { default: R } = await load(name);
  await R.init();
  let world = new R.World(xyz([0, 0, 0]));
  const description = (record) => {
    switch (record.type) {
      case 'sphere':
        return R.ColliderDesc.ball(record.radius);
      case 'box':
        return R.ColliderDesc.cuboid(...record.halfExtents);
      case 'capsule':
        return R.ColliderDesc.capsule(record.halfHeight, record.radius);
      case 'cylinder':
        return R.ColliderDesc.cylinder(record.halfHeight, record.radius);
      case 'cone':
        return R.ColliderDesc.cone(record.halfHeight, record.radius);
      case 'hull':
        return R.ColliderDesc.convexHull(Float32Array.from(record.points.flat()));
      default:
        return null;
    }
  };
  const colliderOf = remembered((record) => {
    const made = description(record);
    return made && world.createCollider(made);
  });
  const contact = new R.ShapeContact(0, ...[0, 0, 0, 0].map(() => xyz([0, 0, 0])));
  const FAR = 100;

  return {
    name,
    api: {
      distance: 'collider.contactCollider with a prediction of 100',
      depth: 'collider.contactCollider',
      boolean:
        'collider.contactCollider with a prediction of 0; overlapping boxes and round shapes: ' +
        'collider.intersectsShape',
    },
    why: { ellipsoid: 'no ellipsoid' },
    prepare(recordA, poseA, recordB, poseB) {
      const a = colliderOf(recordA);
      const b = colliderOf(recordB);
      if (!a || !b) return null;
      const shapeB = b.shape;
      const pA = xyz(poseA.position);
      const qA = xyzw(poseA.quaternion);
      const pB = xyz(poseB.position);
      const qB = xyzw(poseB.quaternion);
      const query = (prediction) => {
        a.setTranslation(pA);
        a.setRotation(qA);
        b.setTranslation(pB);
        b.setRotation(qB);
        return a.contactCollider(b, prediction, contact);
      };
      return {
        distance: () => (query(FAR) === null ? NaN : contact.distance),
        depth() {
          if (query(0) === null) return NaN;
          const n = contact.normal1;
          normal[0] = n.x;
          normal[1] = n.y;
          normal[2] = n.z;
          return -contact.distance;
        },
        boolean: () => query(0) !== null,
        // intersectsShape copies the shape on every call: it rebuilds a hull, and for spheres it is not faster
        ...(!['sphere', 'hull'].includes(recordB.type) && {
          booleanOverlapping() {
            a.setTranslation(pA);
            a.setRotation(qA);
            return a.intersectsShape(shapeB, pB, qB);
          },
        }),
      };
    },
    release() {
      colliderOf.forget();
      world.free();
      world = new R.World(xyz([0, 0, 0]));
    },
  };
}

// ---- MuJoCo -------------------------------------------------------------------------------------

async function openMujoco() {
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
  const FAR = 100;

  return {
    name: '@mujoco/mujoco',
    api: {
      distance: 'mj_geomDistance with distmax 100; poses into geom_xpos and geom_xmat',
      depth: 'mj_geomDistance with distmax 0 and fromto',
      boolean: 'mj_geomDistance with distmax 0',
    },
    why: { cone: 'no cone' },
    prepare(recordA, poseA, recordB, poseB) {
      const both = modelsOf(recordA)(recordB);
      if (!both) return null;
      made.add(both);
      const { model, data } = both;
      // MuJoCo moves a mesh to its inertia frame, so the frames of geom and body differ
      [poseA, poseB].forEach(({ position, quaternion: [x, y, z, w] }, i) => {
        model.body_pos.set(position, 3 * (i + 1));
        model.body_quat.set([w, x, y, z], 4 * (i + 1));
      });
      M.mj_kinematics(model, data);
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

/** @returns {Promise<Peer[]>} */
export async function openPeers() {
  const peers = [
    await openCrashcat(),
    await openJolt(),
    await openRapier('@dimforge/rapier3d-compat'),
    await openRapier('@dimforge/rapier3d-simd-compat'),
    await openMujoco(),
    await openCannon(remembered, normal),
  ];
  return peers.map((peer) => {
    const { version, license } = manifest(peer.name);
    return { ...peer, version, licence: license };
  });
}

// ---- the questions ------------------------------------------------------------------------------

const COUNT = 60;

/** Random shapes of about the same size. */
function shapeMaker(d) {
  const size = () => d.between(0.5, 1.5);
  const round = (type) => () => ({ type, halfHeight: size(), radius: size() });
  return {
    sphere: () => ({ type: 'sphere', radius: size() }),
    box: () => ({ type: 'box', halfExtents: [size(), size(), size()] }),
    capsule: round('capsule'),
    cylinder: round('cylinder'),
    cone: round('cone'),
    ellipsoid: () => ({ type: 'ellipsoid', radii: [size(), size(), size()] }),
    hull: (count) => {
      const radii = [size(), size(), size()];
      const points = Array.from({ length: count }, () => d.direction().map((x, i) => x * radii[i]));
      return { type: 'hull', points };
    },
  };
}

/** A pair at a growth distance between two limits. */
function placed(d, recordA, recordB, low, high) {
  const a = Shape.from(recordA);
  const b = Shape.from(recordB);
  const poseA = randomPose(d, 3, 1);
  const start = randomPose(d, 3, 6);
  const { value } = growthDistance(a, poseA, b, start);
  const poseB = movedApart(a, poseA, b, start, d.between(low, high) / value);
  const gap = distance(a, poseA, b, poseB).value;
  a.dispose();
  b.dispose();
  return { recordA, poseA, recordB, poseB, gap };
}

/** A separated pair with a distance from 0.1 to 1. */
function separated(d, recordA, recordB) {
  for (;;) {
    const pair = placed(d, recordA, recordB, 1.02, 1.6);
    if (pair.gap >= 0.1 && pair.gap <= 1) return pair;
  }
}

/**
 * 60 separated and 60 overlapping pairs for every cell of the comparison. The growth distances of the
 * overlapping pairs are 0.5 to 0.95.
 *
 * @param {number} seed
 * @returns {{ name: string, separated: object[], overlapping: object[] }[]}
 */
export function cells(seed) {
  const d = draw(random(seed));
  const make = shapeMaker(d);
  const cell = (name, makeA, makeB = makeA, different = COUNT) => {
    const records = Array.from({ length: different }, () => [makeA(), makeB()]);
    const pairs = (place) =>
      Array.from({ length: COUNT }, (_, i) => place(...records[i % different]));
    return {
      name,
      separated: pairs((a, b) => separated(d, a, b)),
      overlapping: pairs((a, b) => placed(d, a, b, 0.5, 0.95)),
    };
  };
  return [
    cell('sphere', make.sphere),
    cell('box', make.box),
    cell('capsule', make.capsule),
    cell('cylinder–cone', make.cylinder, make.cone),
    cell('ellipsoid', make.ellipsoid),
    // few hulls in many poses, because some peers take a second to build a large hull
    ...[33, 141, 626, 2500].map((n) => cell(`hull ${n}`, () => make.hull(n), undefined, 4)),
  ];
}
