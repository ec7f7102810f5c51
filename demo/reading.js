/* What each page of the demo links to: a guide to read on, and its own source. The build writes these
 * documents beside the demo (documents/build.js), so the links need no other server. */

/** The guide of each page: its name and its file in the repository. */
export const GUIDES = {
  explorer: ['Choosing a query', 'docs/guides/choosing-a-query.md'],
  stepper: ['The algorithms', 'docs/algorithms.md'],
  flatland: ['Poses and shapes', 'docs/guides/poses-and-shapes.md'],
  bodies: ['With physics engines', 'docs/guides/physics-engines.md'],
  planning: ['Warm starts and batches', 'docs/guides/warm-starts-and-batches.md'],
  benchmark: ['Benchmarks', 'docs/lab/benchmarks.md'],
};

/** The file in which a page begins. @param {string} name of the page */
export const sourceOf = (name) => `demo/pages/${name}/page.js`;

/** Where the build puts a file of the repository, seen from the demo. @param {string} file */
export const addressOf = (file) => `documents/${file}.html`;
