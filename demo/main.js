/* Puts the parts together: state -> shapes -> query -> numbers and picture. */
import { ConvexHull, growthDistance } from 'growth-distance';
import { acceptDrops, readScan } from './files.js';
import { geometryOf } from 'growth-distance/three';
import { KINDS } from './kinds.js';
import { Overlay } from './overlay.js';
import { buildPanel } from './panel.js';
import { Stage } from './stage.js';
import { readState, writeState } from './state.js';

const $ = (id) => document.getElementById(id);
/** How near to 1 counts as touching, in words. */
const TOUCHING = 1e-3;

const state = readState(location.hash);
const bodies = { a: { mesh: null, shape: null }, b: { mesh: null, shape: null } };
let stage;
let overlay;
/** Reused, so that dragging makes no garbage. */
const result = growthDistanceOut();

function growthDistanceOut() {
  return { normal: [], pointA: [], pointB: [], contact: [] };
}

function tell(message) {
  $('message').textContent = message;
  $('message').hidden = !message;
}

/** Makes a shape anew from the state; keeps the old one when that fails. */
function makeShape(which) {
  const { kind, values, margin, scan } = state[which];
  try {
    const shape = scan
      ? new ConvexHull({ points: scan.points.map((x) => values[0] * x), margin })
      : KINDS[kind].make(values, margin);
    bodies[which].shape?.dispose();
    bodies[which].shape = shape;
  } catch (error) {
    if (scan) throw new Error(`${scan.name}: ${error.message}`, { cause: error });
    throw error;
  }
  const { mesh, shape } = bodies[which];
  mesh.geometry.dispose();
  mesh.geometry = geometryOf(shape);
}

const show = (x, digits = 3) => (Math.abs(x) < 0.5 * 10 ** -digits ? 0 : x).toFixed(digits);
const list = (v) => v.map((x) => show(x)).join(', ');

/** The state in words, and the class that colours it. */
function describe(value) {
  if (Math.abs(value - 1) <= TOUCHING) return ['touching', 'touching'];
  return value > 1 ? ['apart', 'apart'] : ['overlapping', 'overlapping'];
}

function update() {
  const { a, b } = bodies;
  growthDistance(a.shape, a.mesh, b.shape, b.mesh, { out: result });
  $('value').value = show(result.value, 4);
  const [words, name] = describe(result.value);
  $('state').textContent = words;
  $('state').className = name;
  $('lower').value = result.lower.toFixed(10);
  $('upper').value = `… ${result.upper.toFixed(10)}`;
  $('contact').value = list(result.contact);
  $('normal').value = list(result.normal);
  $('iterations').value = result.iterations;
  $('status').value = result.status;
  overlay.show(result, [a, b]);
  stage.requestFrame();
  rememberSoon();
  measureSoon();
}

/** Calls an action once things have been quiet for a while. */
function debounce(milliseconds, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

const rememberSoon = debounce(150, () => {
  state.poseB = {
    position: bodies.b.mesh.position.toArray(),
    quaternion: bodies.b.mesh.quaternion.toArray(),
  };
  history.replaceState(null, '', writeState(state));
});

/** Nanoseconds of a cold query through JavaScript, over a few milliseconds of them. */
const measureSoon = debounce(400, () => {
  const { a, b } = bodies;
  const options = { out: growthDistanceOut() };
  const count = 4000;
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    for (let i = 0; i < count; i++) growthDistance(a.shape, a.mesh, b.shape, b.mesh, options);
    best = Math.min(best, performance.now() - begin);
  }
  $('time').value = `${((best / count) * 1e6).toFixed(0)} ns per query`;
});

function changeShape(which) {
  try {
    makeShape(which);
    tell('');
    update();
  } catch (error) {
    tell(error.message);
  }
}

async function loadScan(file) {
  const before = { ...state.b };
  try {
    state.b = { ...before, scan: await readScan(file), values: [1], margin: 0 };
    makeShape('b');
    tell('');
  } catch (error) {
    state.b = before;
    tell(error.message);
    return;
  }
  buildPanel($('panel'), state, changeShape);
  update();
}

function setMode(mode) {
  for (const name of ['translate', 'rotate'])
    $(`mode-${name}`).setAttribute('aria-pressed', String(name === mode));
  stage.setMode(mode);
}

/** Puts shapes and poses of the state on the stage. */
function restore() {
  for (const which of ['a', 'b']) {
    const { mesh } = bodies[which];
    const pose = state[`pose${which.toUpperCase()}`];
    mesh.position.set(...pose.position);
    mesh.quaternion.set(...pose.quaternion).normalize();
    makeShape(which);
  }
  buildPanel($('panel'), state, changeShape);
  update();
}

function start() {
  stage = new Stage($('stage'), update);
  bodies.a.mesh = stage.a;
  bodies.b.mesh = stage.b;
  overlay = new Overlay();
  stage.overlay.add(overlay);
  restore();
  $('mode-translate').addEventListener('click', () => setMode('translate'));
  $('mode-rotate').addEventListener('click', () => setMode('rotate'));
  $('file').addEventListener('change', ({ target }) => {
    if (target.files[0]) loadScan(target.files[0]);
    target.value = '';
  });
  acceptDrops($('drop-hint'), loadScan);
  addEventListener('hashchange', () => {
    Object.assign(state, readState(location.hash));
    restore();
  });
}

try {
  start();
} catch (error) {
  const lacksWebGL = /webgl/i.test(error.message);
  tell(
    lacksWebGL
      ? 'This page draws with WebGL, which this browser does not offer or has switched off.'
      : error.message,
  );
}
