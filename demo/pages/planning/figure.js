/* The robot in the picture: a mesh a part, in two colours, red where something is wrong. */
import { Group, Mesh, MeshLambertMaterial } from 'three';
import { geometryOf } from 'growth-distance/three';

const BEHIND = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 };

export class Figure extends Group {
  /**
   * @param {import('../../stage/stage.js').Stage} stage
   * @param {import('./robot.js').Robot} robot
   * @param {{ joint: string, tube: string }} roles colours of the joints' housings and of the tubes
   * @param {number} [opacity] below 1: a ghost
   */
  constructor(stage, robot, roles, opacity = 1) {
    super();
    this.stage = stage;
    this.roles = robot.parts.map(({ link }, i) =>
      robot.parts[i - 1]?.link === link && link < 4 ? roles.tube : roles.joint,
    );
    this.meshes = robot.parts.map(({ shape }, i) => {
      const material = new MeshLambertMaterial();
      // a ghost hides what is behind it in itself, or it would be a heap of bubbles; where it stands
      // in the arm itself, the arm is seen
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

  /** Where the robot is now. @param {import('./robot.js').Robot} robot */
  show(robot) {
    robot.parts.forEach(({ pose }, i) => {
      this.meshes[i].position.set(pose[0], pose[1], pose[2]);
      this.meshes[i].quaternion.set(pose[3], pose[4], pose[5], pose[6]);
    });
  }

  /** @param {Set<number>} wrong parts that collide */
  mark(wrong) {
    this.meshes.forEach((mesh, i) =>
      this.stage.tint(mesh.material, wrong.has(i) ? 'bad' : this.roles[i]),
    );
  }
}
