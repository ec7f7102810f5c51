/* Reads and writes the address after `#`: the page and its state, such as `#/explorer?a=box,1,1,1`. */

/** The page that opens if the address names none. */
export const FIRST_PAGE = 'explorer';

/**
 * @param {string} hash
 * @returns {{ page: string, params: URLSearchParams }} page: the name in the address, even if no page
 *   has this name
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

/**
 * Characters that are valid in a fragment although URLSearchParams escapes them. They keep links
 * readable.
 */
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
