/* The links of each page: a guide and the page's source. Both are on the same site as the demo. */

/** The title of each page's guide. */
export const GUIDES = {
  explorer: 'Choosing a query',
  stepper: 'The algorithms',
  flatland: 'Poses and shapes',
  motion: 'Fast movers',
  bodies: 'With physics engines',
  planning: 'Warm starts and batches',
  benchmark: 'Benchmarks',
};

/** The first page of guides and reference, relative to the demo. */
export const DOCUMENTATION = 'docs/index.html';

/** The address of a guide's page, which docs/reference names after its title. @param {string} title */
export const addressOfGuide = (title) => `docs/documents/${title.replace(/[^\w.-]/g, '_')}.html`;

/** The main source file of a page. @param {string} name of the page */
export const sourceOf = (name) => `demo/pages/${name}/page.js`;

/** The address of the page that shows a repository file. @param {string} file */
export const addressOfSource = (file) => `sources/${file}.html`;
