/* Reads files of shapes apart from the page: a large one takes seconds. */
import { readScan } from './hulls.js';

addEventListener('message', async ({ data: { file, id } }) => {
  try {
    const scan = await readScan(file, (stage) => postMessage({ id, stage }));
    postMessage({ id, scan });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
