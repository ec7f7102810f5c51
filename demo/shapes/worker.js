/* Reads files of shapes in a worker, because a large file takes seconds. */
import { readScan } from './hulls.js';

addEventListener('message', async ({ data: { file, id } }) => {
  try {
    const scan = await readScan(file, (stage) => postMessage({ id, stage }));
    postMessage({ id, scan });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
