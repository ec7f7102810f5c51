/* Measures one topic in a worker, so that drawing does not disturb the measurement. */
import { measureAll } from './measure.js';
import { TOPICS } from './topics.js';

addEventListener('message', async ({ data: name }) => {
  try {
    const { unit, subjects } = TOPICS[name];
    const list = subjects();
    const times = await measureAll(list, (progress) => postMessage({ progress }));
    const factor = unit === 'ns' ? 1e6 : 1;
    const rows = list.map(({ name: row, group, x }, i) => ({
      name: row,
      group,
      x,
      value: factor * times[i],
    }));
    postMessage({ rows });
  } catch (error) {
    postMessage({ error: error.message });
  }
});
