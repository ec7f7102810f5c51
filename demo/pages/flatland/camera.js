/* Converts 2D world coordinates to screen coordinates and back. y points up in the world and down on the
 * screen. */
import { FAR } from './state.js';

/** Minimum width and height that are visible at zoom 1, in world units. */
const SEEN = [7.6, 5.6];
export const ZOOM = { low: 0.02, high: 100 };

/** @typedef {{ x: number, y: number, zoom: number }} View */

/**
 * @param {View} view
 * @param {number} width of the picture in pixels
 * @param {number} height
 */
export function cameraOf(view, width, height) {
  const scale = Math.max(1, Math.min(width / SEEN[0], height / SEEN[1])) * view.zoom;
  const toScreen = ([x, y]) => [
    width / 2 + scale * (x - view.x),
    height / 2 - scale * (y - view.y),
  ];
  return {
    scale,
    width,
    height,
    toScreen,
    /** @param {number[]} p pixels */
    toWorld: ([x, y]) => [view.x + (x - width / 2) / scale, view.y - (y - height / 2) / scale],
    /** A closed SVG path through world points. @param {number[][]} points */
    path: (points) => (points.length > 0 ? `${openPath(points.map(toScreen))}Z` : ''),
    /** An open SVG path. @param {number[][]} points */
    line: (points) => openPath(points.map(toScreen)),
  };
}

const openPath = (points) =>
  points.map(([x, y], i) => `${i > 0 ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');

const clamp = (x, low, high) => Math.min(high, Math.max(low, x));

/**
 * Zooms about a point of the screen, which stays where it is.
 * @param {View} view @param {ReturnType<typeof cameraOf>} camera @param {number[]} at pixels
 * @param {number} factor
 * @returns {View}
 */
export function zoomed(view, camera, at, factor) {
  const zoom = clamp(view.zoom * factor, ZOOM.low, ZOOM.high);
  const [x, y] = camera.toWorld(at);
  const rest = view.zoom / zoom;
  return placed({ x: x + (view.x - x) * rest, y: y + (view.y - y) * rest, zoom });
}

/** @param {View} view @param {number[]} by [x, y] in world units @returns {View} */
export const panned = (view, [x, y]) => placed({ ...view, x: view.x + x, y: view.y + y });

const placed = ({ x, y, zoom }) => ({ x: clamp(x, -FAR, FAR), y: clamp(y, -FAR, FAR), zoom });

/**
 * The view that shows all points with a margin around them.
 * @param {number[][]} points @param {number} width @param {number} height
 * @returns {View}
 */
export function fitted(points, width, height) {
  const range = (k) => {
    const list = points.map((p) => p[k]);
    return [Math.min(...list), Math.max(...list)];
  };
  const [[left, right], [bottom, top]] = [range(0), range(1)];
  const { scale } = cameraOf({ x: 0, y: 0, zoom: 1 }, width, height);
  const fill = 0.8 * Math.min(width / (right - left), height / (top - bottom));
  const zoom = clamp(fill / scale, ZOOM.low, ZOOM.high);
  return placed({ x: (left + right) / 2, y: (bottom + top) / 2, zoom });
}
