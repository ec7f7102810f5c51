/* Fades the edges of a horizontally scrolling row where more of it is hidden. */

/**
 * Within this many pixels of its end, a row counts as scrolled to the end, because positions may be
 * fractions.
 */
const SLACK = 2;

/** @param {HTMLElement} row */
export function showMore(row) {
  const update = () => {
    const { scrollLeft, clientWidth, scrollWidth } = row;
    row.classList.toggle('more-before', scrollLeft > SLACK);
    row.classList.toggle('more-after', scrollLeft + clientWidth < scrollWidth - SLACK);
  };
  row.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(row);
  new MutationObserver(update).observe(row, { childList: true, subtree: true });
}
