/**
 * Returns a function that calls an action, with the most recent arguments, once it has not been called
 * for some time.
 * @param {number} milliseconds
 * @param {(...values: any[]) => void} action
 */
export function debounce(milliseconds, action) {
  let timer = 0;
  let waiting = null;
  const flush = () => {
    clearTimeout(timer);
    const values = waiting;
    waiting = null;
    if (values) action(...values);
  };
  const later = (...values) => {
    waiting = values;
    clearTimeout(timer);
    timer = setTimeout(flush, milliseconds);
  };
  later.flush = flush;
  later.cancel = () => {
    clearTimeout(timer);
    waiting = null;
  };
  return later;
}
