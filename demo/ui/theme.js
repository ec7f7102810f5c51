/* The colours of the page, which follow the system, as three.js and charts need them. */

const dark = () => matchMedia('(prefers-color-scheme: dark)');
const NAMES = [
  ...['paper', 'card', 'ink', 'soft', 'line', 'grid', 'a', 'b', 'good', 'bad'],
  ...['contact', 'witness', 'normal', 'plane', 'other'],
  ...['hull', 'scan', 'sphere', 'capsule', 'cylinder', 'ellipsoid', 'cone', 'box'],
];

/** @returns {Record<string, string>} the present theme's colours, as the style sheet has them */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  );
}

/**
 * @param {() => void} callback called now and whenever the theme changes
 * @returns {() => void} stops it
 */
export function onTheme(callback) {
  const query = dark();
  query.addEventListener('change', callback);
  callback();
  return () => query.removeEventListener('change', callback);
}

/** @returns {boolean} whether the visitor asked for less motion */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
