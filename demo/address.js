/* The part of the address after #: the page and its state. `#/explorer?a=box,1,1,1` */

/** The page of an address without a page. */
export const FIRST_PAGE = 'explorer';

/**
 * @param {string} hash
 * @returns {{ page: string, params: URLSearchParams }} page: whatever stands there, also the name of no page
 */
export function readAddress(hash) {
  const [, page, query] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash);
  return { page: decoded(page) || FIRST_PAGE, params: new URLSearchParams(query) };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What URLSearchParams escapes although it may stand in a fragment: links stay readable. */
const READABLE = { '%2C': ',', '%3A': ':', '%3B': ';', '%2F': '/', '%40': '@' };

/**
 * @param {string} page
 * @param {URLSearchParams | Record<string, string>} params
 */
export function writeAddress(page, params) {
  const query = new URLSearchParams(params)
    .toString()
    .replace(/%(2C|3A|3B|2F|40)/g, (escaped) => READABLE[escaped]);
  return query ? `#/${page}?${query}` : `#/${page}`;
}
