/* Fades at the edges of a row that scrolls sideways: they show that there is more. */

/** Pixels that count as scrolled to the end: positions may be fractions. */
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
