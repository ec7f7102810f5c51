/* Scans: hulls within the unit ball, with vertices on a grid. The grid is too fine to be visible and
 * coarse enough for a scan to fit into an address. This file also accepts dropped files. */
import { ConvexHull } from 'growth-distance';

/** @typedef {{ name: string, points: Float64Array }} Scan points: vertices of the hull, flat, within the unit ball */

/** Grid steps per unit: 16 bits with a sign. */
export const GRID = 2 ** 15 - 1;

/** A scan as text for the address, eight characters per vertex. @param {Scan} scan */
export function writeScan({ points }) {
  const steps = Int16Array.from(points, (x) => Math.round(GRID * x));
  const bytes = new Uint8Array(steps.buffer);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} name @param {string} text @returns {Scan | null} null if the text is not a scan */
export function parseScan(name, text) {
  try {
    const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    if (bytes.length < 24 || bytes.length % 6 !== 0) return null;
    const points = Float64Array.from(new Int16Array(bytes.buffer), (step) => step / GRID);
    new ConvexHull({ points }).dispose();
    return { name, points };
  } catch {
    return null;
  }
}

/**
 * Accepts files dropped anywhere on the page.
 * @param {HTMLElement} hint shown while a file hovers over the page
 * @param {(file: File, more: number) => void} onFile more: number of other files dropped with it
 * @param {AbortSignal} signal stops accepting files
 */
export function acceptDrops(hint, onFile, signal) {
  const hasFile = (event) => event.dataTransfer?.types.includes('Files');
  const listen = (type, action) => addEventListener(type, action, { signal });
  listen('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  listen('dragleave', (event) => {
    if (!event.relatedTarget) hint.hidden = true;
  });
  listen('drop', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = true;
    const { files } = event.dataTransfer;
    if (files.length > 0) onFile(files[0], files.length - 1);
  });
}
