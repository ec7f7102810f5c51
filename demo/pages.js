/* The pages of the demo, in the order of the navigation. A page loads when it is first opened, or
 * earlier while the browser is idle. */
import measuring from './pages/benchmark/worker.js?worker&url';
import planning from './pages/planning/worker.js?worker&url';
import reading from './shapes/worker.js?worker&url';

export const PAGES = {
  explorer: {
    title: 'Explorer',
    summary:
      'The growth distance is the smallest factor by which both shapes, scaled about their centres, touch. Above 1 the shapes are separated, below 1 they overlap. Drag a shape.',
    load: () => import('./pages/explorer/page.js'),
  },
  stepper: {
    title: 'Stepper',
    summary:
      'A solver, step by step. Left: the shapes. Right: their Minkowski difference, which the solver bounds from inside and outside. Press ▶ below the views: each step says what it proves.',
    load: () => import('./pages/stepper/page.js'),
  },
  flatland: {
    title: 'Flatland',
    summary:
      'The same queries in 2D, where you see everything. Drag a shape, turn it by its handle, drag its corners, or draw your own.',
    load: () => import('./pages/flatland/page.js'),
  },
  motion: {
    title: 'Motion',
    summary:
      'When do two moving bodies first touch? The answer is an interval that is proved at both ends, at any speed. A test at single times misses what happens between them. Drag a body, its start or its end.',
    load: () => import('./pages/motion/page.js'),
  },
  bodies: {
    title: 'Rigid bodies',
    summary:
      'Bodies fall and come to rest. A physics engine computes the motion, this library computes the contacts. Click to throw a ball, drag a body to pull it.',
    load: () => import('./pages/bodies/page.js'),
  },
  planning: {
    title: 'Motion planning',
    summary:
      'A robot arm finds its way among obstacles: two trees of random moves grow towards each other, and every move is checked for collisions. Drag an obstacle or the goal.',
    load: () => import('./pages/planning/page.js'),
  },
  benchmark: {
    title: 'Benchmark',
    summary:
      'How long queries take: first stored results, then results of this machine, in this browser.',
    load: () => import('./pages/benchmark/page.js'),
  },
};

/** Number of characters of an unknown name that are shown. */
const SHOWN = 40;

/** The page for an unknown name. @param {string} name in the address */
export const unknownPage = (name) => ({
  title: 'Page not found',
  summary: `The demo has no page “${name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name}”. Choose one of these pages.`,
  load: () => import('./pages/unknown/page.js'),
});

/** Modules that pages load on demand. */
export const LATER = [
  () => import('../docs/lab/benchmarks.json'),
  () => import('@observablehq/plot'),
  () => import('./pages/unknown/page.js'),
];

/** Code of the pages' workers. */
export const THREADS = [reading, planning, measuring];
