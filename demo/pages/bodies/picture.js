/* The picture: a mesh for each body, shadows, arrows at the contacts, and the line to the pointer. */
import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PCFShadowMap,
  Plane,
  PlaneGeometry,
  Quaternion,
  ShadowMaterial,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { geometryOf } from 'growth-distance/three';
import { chain } from '../../stage/marks.js';
import { Stage } from '../../stage/stage.js';
import { colours, onTheme } from '../../ui/theme.js';

/**
 * Bodies of one type differ by this much towards white or black, so that they are distinguishable in a
 * pile.
 */
const SHADES = [0, 0.16, -0.14, 0.08, -0.07];
/** How grey a sleeping body is. */
const ASLEEP = 0.6;
const ARROW = 0.34;
const MOST_ARROWS = 2048;
const UP = new Vector3(0, 1, 0);
const FLOOR = new Plane(UP, 0);
/** Polytopes show their facets, scans are smooth. */
const creaseOf = (name) => (name.startsWith('polytope') ? 0.02 : 0.6);

/** The initial position of the camera, and the point it looks at. */
export const VIEW = { eye: [6.8, 5.2, 10.6], target: [0, 1, 0] };

export class Picture {
  #geometries = new Map();
  /** @type {Map<import('./rigid-body.js').RigidBody, Mesh>} */
  #meshes = new Map();
  #materials = new Map();

  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.stage = new Stage(holder, {
      label:
        '3D view of the bodies. Drag a body to pull it, drag the background to turn the camera, ' +
        'click to throw a ball. The Throw button does the same by keyboard.',
      ...VIEW,
      floor: 0,
    });
    this.stage.orbit.maxPolarAngle = 1.5;
    this.stage.orbit.minDistance = 3;
    this.stage.orbit.maxDistance = 40;
    this.#shadows();
    this.#arrows();
    this.string = chain(this.stage, 'witness', { width: 3 });
    this.stage.scene.add(this.string);
    this.stopTheme = onTheme(() => this.#paint());
  }

  #shadows() {
    const { renderer, sun, scene } = this.stage;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    sun.position.set(6, 11, 4);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.normalBias = 0.03;
    Object.assign(sun.shadow.camera, { left: -9, right: 9, top: 9, bottom: -9, near: 1, far: 40 });
    const floor = new Mesh(new PlaneGeometry(80, 80), new ShadowMaterial({ opacity: 0.28 }));
    floor.rotation.x = -Math.PI / 2;
    floor.position.y = -0.004;
    floor.receiveShadow = true;
    scene.add(floor);
  }

  #arrows() {
    const shaft = new CylinderGeometry(0.016, 0.016, ARROW, 8).translate(0, ARROW / 2, 0);
    const tip = new ConeGeometry(0.05, 0.13, 12).translate(0, ARROW, 0);
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true });
    this.stage.tint(material, 'normal');
    const arrows = new InstancedMesh(mergeGeometries([shaft, tip]), material, MOST_ARROWS);
    arrows.instanceMatrix.setUsage(DynamicDrawUsage);
    arrows.frustumCulled = false;
    arrows.renderOrder = 5;
    this.arrows = arrows;
    this.stage.scene.add(arrows);
  }

  #paint() {
    const theme = colours();
    for (const [name, material] of this.#materials) {
      const [role, shade, asleep] = name.split(' ');
      const towards = new Color(Number(shade) > 0 ? 0xffffff : 0x000000);
      material.color.set(theme[role]).lerp(towards, Math.abs(Number(shade)));
      if (asleep) material.color.lerp(new Color(theme.other), ASLEEP);
    }
    this.stage.requestFrame();
  }

  /** @param {string} role colour @param {number} number of the body @param {boolean} asleep */
  #material(role, number, asleep) {
    const name = `${role} ${SHADES[number % SHADES.length]}${asleep ? ' asleep' : ''}`;
    let material = this.#materials.get(name);
    if (!material) {
      material = new MeshLambertMaterial();
      this.#materials.set(name, material);
      this.#paint();
    }
    return material;
  }

  #geometry({ shape, name }) {
    let geometry = this.#geometries.get(shape);
    if (!geometry) {
      geometry = geometryOf(shape, { segments: 40, crease: creaseOf(name) });
      this.#geometries.set(shape, geometry);
    }
    return geometry;
  }

  /** @param {import('./rigid-body.js').RigidBody} rigidBody */
  #meshOf(rigidBody) {
    let mesh = this.#meshes.get(rigidBody);
    if (!mesh) {
      mesh = new Mesh(this.#geometry(rigidBody.model));
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.rigidBody = rigidBody;
      this.#meshes.set(rigidBody, mesh);
      this.stage.scene.add(mesh);
    }
    return mesh;
  }

  /**
   * @param {import('./simulation.js').Simulation} simulation
   * @param {object} options
   * @param {boolean} options.normals whether to draw contacts
   * @param {import('./input.js').PointerJoint | null} options.joint
   */
  show(simulation, { normals, joint }) {
    const gone = new Set(this.#meshes.keys());
    for (const rigidBody of simulation.bodies) {
      gone.delete(rigidBody);
      const mesh = this.#meshOf(rigidBody);
      const { x, y, z, w } = rigidBody.body.quaternion;
      mesh.position.fromArray(rigidBody.locate());
      mesh.quaternion.set(x, y, z, w);
      const guided = rigidBody.thrown || joint?.rigidBody === rigidBody;
      const role = guided ? 'b' : rigidBody.model.type;
      mesh.material = this.#material(role, rigidBody.number, rigidBody.resting && !guided);
    }
    for (const rigidBody of gone) {
      this.#meshes.get(rigidBody).removeFromParent();
      this.#meshes.delete(rigidBody);
    }
    this.#showContacts(normals ? simulation.proximity.touching : new Map());
    this.string.show(joint ? [joint.held, joint.place] : []);
    this.stage.renderer.shadowMap.needsUpdate = true;
    this.stage.requestFrame();
  }

  /** @param {Map<number, number[]>} touching */
  #showContacts(touching) {
    let count = 0;
    const one = new Vector3(1, 1, 1);
    for (const points of touching.values())
      for (let i = 0; i < points.length && count < MOST_ARROWS; i += 6) {
        const turn = new Quaternion().setFromUnitVectors(
          UP,
          new Vector3().fromArray(points, i + 3),
        );
        const matrix = new Matrix4().compose(new Vector3().fromArray(points, i), turn, one);
        this.arrows.setMatrixAt(count++, matrix);
      }
    this.arrows.count = count;
    this.arrows.visible = count > 0;
    this.arrows.instanceMatrix.needsUpdate = true;
  }

  /**
   * Finds the body under a pointer.
   * @param {PointerEvent} event
   * @returns {{ rigidBody: import('./rigid-body.js').RigidBody | null, point: Vector3 }} without a body,
   *   the point is on the floor or in front of the camera
   */
  pick(event) {
    const caster = this.stage.rayAt(event);
    const [hit] = caster.intersectObjects([...this.#meshes.values()], false);
    if (hit) return { rigidBody: hit.object.rigidBody, point: hit.point };
    const point = caster.ray.intersectPlane(FLOOR, new Vector3());
    if (point && point.length() < 20) return { rigidBody: null, point };
    return { rigidBody: null, point: caster.ray.at(14, new Vector3()) };
  }

  /**
   * The position of a pointer in the plane that faces the camera and contains a point; always above the
   * floor.
   */
  follow(event, point) {
    const facing = this.stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, point);
    const at = this.stage.rayAt(event).ray.intersectPlane(plane, new Vector3());
    return at?.setY(Math.max(at.y, 0.05)) ?? null;
  }

  /** The position from which balls are thrown: below the camera, so that their flight is visible. */
  get thrower() {
    const { camera } = this.stage;
    const from = new Vector3(0, -0.9, -1.5).applyQuaternion(camera.quaternion).add(camera.position);
    return from.toArray();
  }

  dispose() {
    this.stopTheme();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    for (const material of this.#materials.values()) material.dispose();
    this.arrows.dispose();
    this.stage.sun.shadow.dispose();
    this.stage.dispose();
  }
}
