/* What a growth distance looks like: ghosts of both shapes at that scale, the contact, the witness
 * points, the normal, and the line between the centres. */
import {
  ArrowHelper,
  BufferGeometry,
  Group,
  Line,
  LineDashedMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Matrix4,
  SphereGeometry,
  Vector3,
} from 'three';

const CONTACT = 0xd6336c;
const WITNESS = 0x12967a;
const NORMAL = 0x8b5cf6;
const dotGeometry = new SphereGeometry(0.055, 24, 16);

/** Always visible, also inside a shape. */
const dot = (color) => {
  const mesh = new Mesh(dotGeometry, new MeshBasicMaterial({ color, depthTest: false }));
  mesh.renderOrder = 3;
  return mesh;
};

const ghost = () =>
  Object.assign(
    new Mesh(
      undefined,
      new MeshStandardMaterial({
        transparent: true,
        opacity: 0.2,
        depthWrite: false,
        roughness: 1,
      }),
    ),
    { matrixAutoUpdate: false, renderOrder: 1 },
  );

export class Overlay extends Group {
  constructor() {
    super();
    this.ghosts = [ghost(), ghost()];
    this.contact = dot(CONTACT);
    this.witnesses = [dot(WITNESS), dot(WITNESS)];
    this.normal = new ArrowHelper(new Vector3(1, 0, 0), new Vector3(), 0.9, NORMAL, 0.2, 0.12);
    this.normal.line.material.depthTest = this.normal.cone.material.depthTest = false;
    this.normal.line.renderOrder = this.normal.cone.renderOrder = 2;
    const dashes = { color: 0x8a96a6, dashSize: 0.09, gapSize: 0.07, depthTest: false };
    this.ray = new Line(
      new BufferGeometry().setFromPoints([new Vector3(), new Vector3()]),
      new LineDashedMaterial(dashes),
    );
    this.ray.renderOrder = 2;
    this.ray.frustumCulled = false;
    this.add(...this.ghosts, this.ray, this.normal, ...this.witnesses, this.contact);
  }

  /**
   * @param {import('growth-distance').GrowthResult} result
   * @param {{ mesh: Mesh, shape: import('growth-distance').Shape }[]} bodies A and B
   */
  show(result, bodies) {
    const centers = bodies.map(({ mesh, shape }, i) => {
      const center = new Vector3(...shape.center);
      const world = center.clone().applyQuaternion(mesh.quaternion).add(mesh.position);
      const target = this.ghosts[i];
      target.geometry = mesh.geometry;
      target.material.color.copy(mesh.material.color);
      // x -> centre + value R (x - local centre)
      target.matrix
        .compose(world, mesh.quaternion, new Vector3().setScalar(Math.max(result.value, 1e-6)))
        .multiply(new Matrix4().makeTranslation(...shape.center.map((x) => -x)));
      return world;
    });
    this.ray.geometry.setFromPoints(centers);
    this.ray.computeLineDistances();
    this.contact.position.set(...result.contact);
    this.witnesses[0].position.set(...result.pointA);
    this.witnesses[1].position.set(...result.pointB);
    this.normal.position.copy(this.contact.position);
    this.normal.setDirection(new Vector3(...result.normal));
  }
}
