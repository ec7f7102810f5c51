/* The pages of the demo, in the order of the navigation. A page loads when it is first opened, or
 * earlier while the browser is idle. */
import measuring from './pages/benchmark/worker.js?worker&url';
import planning from './pages/planning/worker.js?worker&url';
import reading from './shapes/worker.js?worker&url';

export const PAGES = {
  explorer: {
    title: 'Explorer',
    summary:
      'The growth distance is the least factor by which both shapes, scaled about their centres, touch: above 1 they are apart, below 1 they overlap. Drag a shape.',
    load: () => import('./pages/explorer/page.js'),
  },
  stepper: {
    title: 'Stepper',
    summary:
      'What a solver does, step by step: the shapes on the left, on the right their Minkowski difference, which it closes in on from inside and outside. Start with the ▶ below the views: each step says what it proves.',
    load: () => import('./pages/stepper/page.js'),
  },
  flatland: {
    title: 'Flatland',
    summary:
      'The same queries in 2D, where everything can be seen. Drag a shape, turn it by its handle, pull its corners, or draw your own.',
    load: () => import('./pages/flatland/page.js'),
  },
  bodies: {
    title: 'Rigid bodies',
    summary:
      'Bodies fall and come to rest. The dynamics are an engine’s, the contacts this library’s. Click to throw a ball, drag a body to pull it.',
    load: () => import('./pages/bodies/page.js'),
  },
  planning: {
    title: 'Motion planning',
    summary:
      'A robot arm finds its way among obstacles: two trees of random moves grow towards each other, every move checked for collisions. Drag an obstacle or the goal.',
    load: () => import('./pages/planning/page.js'),
  },
  benchmark: {
    title: 'Benchmark',
    summary:
      'How long queries take: stored results at first, then those of this machine, in this browser.',
    load: () => import('./pages/benchmark/page.js'),
  },
};

/** How much of an unknown name is shown. */
const SHOWN = 40;

/** What opens at an address without a page. @param {string} name that the address has */
export const unknownPage = (name) => ({
  title: 'No such page',
  summary: `The demo has no page “${name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name}”. Choose one of these.`,
  load: () => import('./pages/unknown/page.js'),
});

/** Modules that pages load on demand. */
export const LATER = [
  () => import('../docs/lab/benchmarks.json'),
  () => import('@observablehq/plot'),
  () => import('./pages/unknown/page.js'),
];

/** Code of their workers. */
export const THREADS = [reading, planning, measuring];
