/* What each page of the demo links to: a guide and its own source. Both stand beside the demo in the site. */

/** The title of each page's guide. */
export const GUIDES = {
  explorer: 'Choosing a query',
  stepper: 'The algorithms',
  flatland: 'Poses and shapes',
  bodies: 'With physics engines',
  planning: 'Warm starts and batches',
  benchmark: 'Benchmarks',
};

/** The first page of guides and reference, seen from the demo. */
export const DOCUMENTATION = 'docs/index.html';

/** The page of a document, as docs/reference names it. @param {string} title */
export const addressOfGuide = (title) => `docs/documents/${title.replace(/[^\w.-]/g, '_')}.html`;

/** The file in which a page begins. @param {string} name of the page */
export const sourceOf = (name) => `demo/pages/${name}/page.js`;

/** The page that shows a file of the repository. @param {string} file */
export const addressOfSource = (file) => `sources/${file}.html`;
