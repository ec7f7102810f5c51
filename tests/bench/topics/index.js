/* All topics, in the order of the report. */
import boundary from './boundary.js';
import curved from './curved.js';
import dimensions from './dimensions.js';
import families from './families.js';
import hulls from './hulls.js';
import javascript from './javascript.js';
import kinds from './kinds.js';
import methods from './methods.js';
import motion from './motion.js';
import noise from './noise.js';
import peers from './peers.js';
import nearest from './nearest.js';
import world from './world.js';
import size from './size.js';
import support from './support.js';
import tolerance from './tolerance.js';

/** @type {import('../suite.js').Topic[]} */
export const topics = [
  curved,
  kinds,
  families,
  hulls,
  support,
  nearest,
  motion,
  world,
  dimensions,
  tolerance,
  methods,
  peers,
  javascript,
  boundary,
  size,
  noise,
];
