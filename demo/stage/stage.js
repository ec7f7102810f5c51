/* The 3D view, shared by all pages that have one: scene, camera, lights, theme colours, and meshes that
 * the visitor selects, drags and turns by pointer, gizmo or keyboard. It draws only on request, so an
 * idle page costs nothing. */
import {
  Color,
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import { missingWebGL } from '../ui/features.js';
import { colours, onTheme, reducedMotion } from '../ui/theme.js';
import { Labels } from './labels.js';

/** Directions on the screen: right, up and towards the visitor. */
const KEYS = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  PageUp: [0, 0, -1],
  PageDown: [0, 0, 1],
};
const KEY_STEP = 0.05;
/** Radians per key press with shift. */
const KEY_TURN = Math.PI / 36;

/** A camera that moved less counts as unmoved. */
const UNMOVED = 1e-3;

export class Stage {
  /**
   * @param {HTMLElement} holder the view fills it
   * @param {object} options
   * @param {string} options.label description for screen readers
   * @param {number[]} [options.eye] position of the camera
   * @param {number[]} [options.target] the point that the camera looks at
   * @param {number | null} [options.floor] height of the grid; null: no grid
   * @param {(mesh: import('three').Object3D) => void} [options.onMove] called when a mesh is moved or
   *   turned
   * @param {(mesh: import('three').Object3D) => void} [options.onSelect] called when a mesh is selected
   * @param {() => void} [options.onRelease] called at the end of a movement
   * @throws {Error} with a sentence for the visitor if WebGL is missing
   */
  constructor(holder, options) {
    const missing = missingWebGL();
    if (missing) throw new Error(missing);
    this.options = { eye: [3.2, 2.6, 7.4], target: [0, 0, 0], floor: -2.2, ...options };
    this.holder = holder;
    this.canvas = document.createElement('canvas');
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', options.label);
    holder.append(this.canvas);
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true });
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(40, 1, 0.05, 400);
    this.camera.position.fromArray(this.options.eye);
    /** The meshes that can be selected and dragged. */
    this.movable = [];
    this.selected = null;
    /** The colour role of each material. */
    this.tints = new Map();
    this.pending = 0;
    this.#light();
    this.#control();
    this.#listen();
    this.stopTheme = onTheme(() => this.#paint());
    this.resize();
  }

  #light() {
    const sun = new DirectionalLight(0xffffff, 2.1);
    sun.position.set(4, 9, 6);
    this.sun = sun;
    this.sky = new HemisphereLight(0xffffff, 0x8899aa, 1.5);
    this.scene.add(this.sky, sun);
    if (this.options.floor === null) return;
    this.grid = new GridHelper(40, 40);
    this.grid.position.y = this.options.floor;
    this.grid.material.vertexColors = false;
    this.scene.add(this.grid);
    this.tint(this.grid.material, 'grid');
  }

  #control() {
    this.orbit = new OrbitControls(this.camera, this.canvas);
    this.orbit.target.fromArray(this.options.target);
    this.orbit.enableDamping = !reducedMotion();
    this.orbit.addEventListener('change', () => this.requestFrame());
    this.gizmo = new TransformControls(this.camera, this.canvas);
    this.gizmo.size = 0.65;
    this.gizmo.addEventListener('dragging-changed', ({ value }) => {
      this.orbit.enabled = !value;
      if (!value) this.options.onRelease?.();
    });
    this.gizmo.addEventListener('objectChange', () => this.options.onMove?.(this.selected));
    this.gizmo.addEventListener('change', () => this.requestFrame());
    this.scene.add(this.gizmo.getHelper());
  }

  #listen() {
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.holder);
    const focusBy = (what) => () => (this.canvas.dataset.focusBy = what);
    this.canvas.addEventListener('pointerdown', focusBy('pointer'), { capture: true });
    this.canvas.addEventListener('pointerdown', (event) => this.#grab(event), { capture: true });
    for (const name of ['keydown', 'blur']) this.canvas.addEventListener(name, focusBy('key'));
    this.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.canvas.addEventListener('keyup', ({ key }) => {
      if (key in KEYS && this.selected) this.options.onRelease?.();
    });
  }

  #paint() {
    const theme = colours();
    this.scene.background = new Color(theme.paper);
    for (const [material, role] of this.tints) material.color.set(theme[role] ?? role);
    this.requestFrame();
  }

  /**
   * Gives a material a colour of the theme and updates it when the theme changes.
   * @template {{ color: Color }} M
   * @param {M} material
   * @param {string} role a name of ui/theme.js, or a CSS colour
   * @returns {M}
   */
  tint(material, role) {
    // reading the colours from the page is slow
    if (this.tints.get(material) === role) return material;
    this.tints.set(material, role);
    material.color.set(colours()[role] ?? role);
    return material;
  }

  /**
   * Puts letters beside a mesh.
   * @param {import('three').Mesh} mesh
   * @param {string} text '' removes the letters
   */
  label(mesh, text) {
    this.labels ??= new Labels(this.holder);
    this.labels.set(mesh, text);
    this.requestFrame();
  }

  /** Removes a material from the theme. */
  untint(material) {
    this.tints.delete(material);
  }

  /**
   * Selects the mesh that the gizmo and the keyboard move; null: no mesh.
   * @param {import('three').Object3D | null} mesh
   */
  select(mesh) {
    this.selected = mesh;
    if (mesh) this.gizmo.attach(mesh);
    else this.gizmo.detach();
    this.requestFrame();
  }

  /** @param {'translate' | 'rotate'} mode of the gizmo */
  setMode(mode) {
    this.gizmo.setMode(mode);
    this.requestFrame();
  }

  /** Selects the next movable mesh. @param {KeyboardEvent} event */
  #selectNext(event) {
    event.preventDefault();
    const next = this.movable[(this.movable.indexOf(this.selected) + 1) % this.movable.length];
    this.select(next);
    this.options.onSelect?.(next);
  }

  /** Moves the selected mesh along the axes of the screen; with shift, rotates it about them. */
  #key(event) {
    if (event.key === 'Enter' && this.movable.length > 0) return this.#selectNext(event);
    const step = KEYS[event.key];
    if (!step || !this.selected || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const along = new Vector3(...step);
    if (event.shiftKey) {
      // an arrow key turns the side that faces the visitor in the direction of the arrow
      const axis = new Vector3(-along.y, along.x, along.z).applyQuaternion(this.camera.quaternion);
      const turn = new Quaternion().setFromAxisAngle(axis, KEY_TURN);
      this.selected.quaternion.premultiply(turn).normalize();
    } else {
      along.applyQuaternion(this.camera.quaternion);
      this.selected.position.addScaledVector(along, KEY_STEP);
    }
    this.options.onMove?.(this.selected);
    this.requestFrame();
  }

  /** Drags a mesh in the plane that faces the camera and contains the point where the mesh was touched. */
  #grab(event) {
    if (event.button !== 0 || !event.isPrimary || this.#overGizmo(event)) return;
    const [hit] = this.rayAt(event).intersectObjects(this.movable, true);
    if (!hit) return;
    let mesh = hit.object;
    while (!this.movable.includes(mesh)) mesh = mesh.parent;
    event.stopImmediatePropagation();
    event.preventDefault();
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    if (mesh !== this.selected) {
      this.select(mesh);
      this.options.onSelect?.(mesh);
    }
    const facing = this.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, hit.point);
    const offset = mesh.position.clone().sub(hit.point);
    this.#follow((e) => {
      const at = this.rayAt(e).ray.intersectPlane(plane, new Vector3());
      if (!at) return;
      mesh.position.copy(at.add(offset));
      this.options.onMove?.(mesh);
      this.requestFrame();
    });
  }

  #overGizmo(event) {
    if (!this.selected || !this.gizmo.enabled) return false;
    // a finger does not hover before it touches
    this.gizmo.pointerHover({ ...this.#pointer(event), button: event.button });
    return this.gizmo.axis !== null;
  }

  /** Calls `move` until the pointer is released. */
  #follow(move) {
    const stop = new AbortController();
    const { signal } = stop;
    this.canvas.addEventListener('pointermove', move, { signal });
    for (const type of ['pointerup', 'pointercancel'])
      this.canvas.addEventListener(
        type,
        () => {
          stop.abort();
          this.options.onRelease?.();
        },
        { signal },
      );
  }

  #pointer(event) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * 2 - 1,
      y: 1 - ((event.clientY - box.top) / box.height) * 2,
    };
  }

  /** @param {PointerEvent} event @returns {Raycaster} from the camera through the pointer */
  rayAt(event) {
    const { x, y } = this.#pointer(event);
    const raycaster = new Raycaster();
    raycaster.setFromCamera(new Vector2(x, y), this.camera);
    return raycaster;
  }

  /** @param {number[] | null} six position of the camera and the point it looks at; null: the initial view */
  placeCamera(six) {
    const { eye, target } = this.options;
    this.camera.position.fromArray(six ?? eye);
    this.orbit.target.fromArray(six ?? target, six ? 3 : 0);
    this.requestFrame();
  }

  /** Position of the camera and the point it looks at, six numbers; null: the initial view. */
  get view() {
    const six = [...this.camera.position.toArray(), ...this.orbit.target.toArray()];
    const { eye, target } = this.options;
    const away =
      this.camera.position.distanceTo(new Vector3(...eye)) > UNMOVED ||
      this.orbit.target.distanceTo(new Vector3(...target)) > UNMOVED;
    return away ? six : null;
  }

  /** The position of a world point on the page, for tests and labels. */
  toScreen(point) {
    const at = new Vector3(...point).project(this.camera);
    const box = this.canvas.getBoundingClientRect();
    return [box.left + ((at.x + 1) / 2) * box.width, box.top + ((1 - at.y) / 2) * box.height];
  }

  resize() {
    const { clientWidth, clientHeight } = this.holder;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.labels?.resize();
    this.camera.aspect = clientWidth / clientHeight;
    // a narrow view needs a larger vertical angle to show the same width
    this.camera.fov = this.camera.aspect < 1.1 ? 40 + 18 * (1.1 - this.camera.aspect) : 40;
    this.camera.updateProjectionMatrix();
    this.requestFrame();
  }

  /** Draws once before the next repaint. */
  requestFrame() {
    this.pending ||= requestAnimationFrame(() => this.render());
  }

  /** Draws now. */
  render() {
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.orbit.update();
    this.renderer.render(this.scene, this.camera);
    this.labels?.render(this.scene, this.camera);
  }

  /** Frees all resources, including the WebGL context: a page can have only a few. */
  dispose() {
    cancelAnimationFrame(this.pending);
    this.pending = -1;
    this.stopTheme();
    this.observer.disconnect();
    this.orbit.dispose();
    this.gizmo.dispose();
    this.scene.traverse((node) => {
      node.geometry?.dispose();
      for (const material of [node.material ?? []].flat()) material.dispose();
    });
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.labels?.dispose();
    this.canvas.remove();
  }
}
