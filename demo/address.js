/* The part of the address after #: which room, and its state. `#/explorer?a=box,1,1,1` */

/** The room of an address that names none. */
export const FIRST_ROOM = 'explorer';

/**
 * @param {string} hash
 * @returns {{ room: string, params: URLSearchParams }}
 */
export function readAddress(hash) {
  const [, room, query] = /^#?\/?([a-z]*)\??(.*)$/s.exec(hash) ?? [];
  return { room: room || FIRST_ROOM, params: new URLSearchParams(query ?? '') };
}

/** What URLSearchParams escapes although it may stand in a fragment: links stay readable. */
const READABLE = { '%2C': ',', '%3A': ':', '%3B': ';', '%2F': '/', '%40': '@' };

/**
 * @param {string} room
 * @param {URLSearchParams | Record<string, string>} params
 */
export function writeAddress(room, params) {
  const query = new URLSearchParams(params)
    .toString()
    .replace(/%(2C|3A|3B|2F|40)/g, (escaped) => READABLE[escaped]);
  return query ? `#/${room}?${query}` : `#/${room}`;
}
