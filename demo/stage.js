/* The 3D view: scene, camera, lights, colours by system theme, and moving shape B by pointer,
 * gizmo or keyboard. */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  GridHelper,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { TransformControls } from 'three/addons/controls/TransformControls.js';

const THEMES = {
  light: { paper: 0xf6f7f9, grid: 0xd5dbe3, a: 0x2f7ed8, b: 0xe8833a },
  dark: { paper: 0x12161c, grid: 0x2a333f, a: 0x4c95ec, b: 0xe8833a },
};
const KEYS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};
const KEY_STEP = 0.05;

export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {() => void} onMove called when B has moved
   */
  constructor(canvas, onMove) {
    this.canvas = canvas;
    this.onMove = onMove;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(40, 1, 0.1, 200);
    this.camera.position.set(3.2, 2.6, 7.4);
    this.grid = new GridHelper(24, 24);
    this.grid.position.y = -2.2;
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(4, 8, 6);
    this.scene.add(
      this.grid,
      new AmbientLight(0xffffff, 0.35),
      new HemisphereLight(0xffffff, 0x8899aa, 1.1),
      sun,
    );

    this.a = this.#body();
    this.b = this.#body();
    this.overlay = new Group();
    this.scene.add(this.a, this.b, this.overlay);

    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.target.set(0.4, 0, 0);
    this.orbit.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.orbit.addEventListener('change', () => this.requestFrame());
    this.gizmo = new TransformControls(this.camera, canvas);
    this.gizmo.size = 0.7;
    this.gizmo.attach(this.b);
    this.gizmo.addEventListener('dragging-changed', ({ value }) => (this.orbit.enabled = !value));
    this.gizmo.addEventListener('objectChange', onMove);
    this.gizmo.addEventListener('change', () => this.requestFrame());
    this.scene.add(this.gizmo.getHelper());

    this.#listen();
    this.#theme();
    this.resize();
  }

  #body() {
    const material = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.02 });
    return new Mesh(undefined, material);
  }

  #theme() {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const theme = query.matches ? THEMES.dark : THEMES.light;
      this.scene.background = new Color(theme.paper);
      this.grid.material.vertexColors = false;
      this.grid.material.color.set(theme.grid);
      this.grid.material.needsUpdate = true;
      this.a.material.color.set(theme.a);
      this.b.material.color.set(theme.b);
      this.requestFrame();
    };
    query.addEventListener('change', apply);
    apply();
  }

  #listen() {
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement);
    this.canvas.addEventListener('pointerdown', (event) => this.#grab(event), { capture: true });
    this.canvas.addEventListener('keydown', (event) => {
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      this.b.position.addScaledVector(new Vector3(...step), KEY_STEP);
      this.onMove();
    });
  }

  /** Drags B in the plane through the point it was touched at, facing the camera. */
  #grab(event) {
    if (event.button !== 0 || this.gizmo.axis) return;
    const ray = this.#rayAt(event);
    const [hit] = ray.intersectObject(this.b);
    const [other] = ray.intersectObject(this.a);
    if (!hit || (other && other.distance < hit.distance)) return;
    event.stopImmediatePropagation();
    this.canvas.setPointerCapture(event.pointerId);
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      this.camera.getWorldDirection(new Vector3()),
      hit.point,
    );
    const offset = this.b.position.clone().sub(hit.point);
    const move = (e) => {
      const at = this.#rayAt(e).ray.intersectPlane(plane, new Vector3());
      if (!at) return;
      this.b.position.copy(at.add(offset));
      this.onMove();
    };
    const release = () => {
      this.canvas.removeEventListener('pointermove', move);
      this.canvas.removeEventListener('pointerup', release);
      this.canvas.removeEventListener('pointercancel', release);
    };
    this.canvas.addEventListener('pointermove', move);
    this.canvas.addEventListener('pointerup', release);
    this.canvas.addEventListener('pointercancel', release);
  }

  #rayAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    const raycaster = new Raycaster();
    raycaster.setFromCamera(at, this.camera);
    return raycaster;
  }

  /** @param {'translate' | 'rotate'} mode */
  setMode(mode) {
    this.gizmo.setMode(mode);
    this.requestFrame();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.camera.aspect = clientWidth / Math.max(1, clientHeight);
    // a tall, narrow view needs more distance for the same width
    this.camera.fov = this.camera.aspect < 1 ? 55 : 40;
    this.camera.updateProjectionMatrix();
    this.requestFrame();
  }

  /** Draws once before the next repaint; an idle page costs nothing. */
  requestFrame() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.orbit.update();
      this.renderer.render(this.scene, this.camera);
    });
  }
}
