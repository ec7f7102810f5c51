/* The robot in the picture: one mesh per part, in two colours; parts that collide are red. */
import { Group, Mesh, MeshLambertMaterial } from 'three';
import { geometryOf } from 'growth-distance/three';

const BEHIND = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 };

export class Figure extends Group {
  /**
   * @param {import('../../stage/stage.js').Stage} stage
   * @param {import('./robot.js').Robot} robot
   * @param {{ joint: string, tube: string }} roles colours of the joints' housings and of the tubes
   * @param {number} [opacity] less than 1: a ghost
   */
  constructor(stage, robot, roles, opacity = 1) {
    super();
    this.stage = stage;
    this.roles = robot.parts.map(({ link }, i) =>
      robot.parts[i - 1]?.link === link && link < 4 ? roles.tube : roles.joint,
    );
    this.meshes = robot.parts.map(({ shape }, i) => {
      const material = new MeshLambertMaterial();
      // A ghost writes depth, so that its own rear parts stay hidden. Where it coincides with the arm,
      // the polygon offset shows the arm.
      if (opacity < 1) Object.assign(material, { transparent: true, opacity, ...BEHIND });
      const mesh = new Mesh(
        geometryOf(shape, { segments: 48 }),
        stage.tint(material, this.roles[i]),
      );
      mesh.renderOrder = opacity < 1 ? 1 : 0;
      return mesh;
    });
    this.add(...this.meshes);
  }

  /** Shows the robot's current configuration. @param {import('./robot.js').Robot} robot */
  show(robot) {
    robot.parts.forEach(({ pose }, i) => {
      this.meshes[i].position.set(pose[0], pose[1], pose[2]);
      this.meshes[i].quaternion.set(pose[3], pose[4], pose[5], pose[6]);
    });
  }

  /** @param {Set<number>} wrong indices of parts that collide */
  mark(wrong) {
    this.meshes.forEach((mesh, i) =>
      this.stage.tint(mesh.material, wrong.has(i) ? 'bad' : this.roles[i]),
    );
  }
}
