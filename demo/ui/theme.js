/* The colours of the page for three.js and charts. They follow the system's light or dark theme. */

const dark = () => matchMedia('(prefers-color-scheme: dark)');
const NAMES = [
  ...['paper', 'card', 'ink', 'soft', 'line', 'grid', 'a', 'b', 'good', 'bad'],
  ...['contact', 'witness', 'normal', 'plane', 'other'],
  ...['hull', 'scan', 'sphere', 'capsule', 'cylinder', 'ellipsoid', 'cone', 'box'],
];

/** @returns {Record<string, string>} the colours of the current theme, from the style sheet */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  );
}

/**
 * @param {() => void} callback called now and at each change of the theme
 * @returns {() => void} removes the callback
 */
export function onTheme(callback) {
  const query = dark();
  query.addEventListener('change', callback);
  callback();
  return () => query.removeEventListener('change', callback);
}

/** @returns {boolean} whether the visitor prefers reduced motion */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
