/* Pointer gestures on the 2D view: one pointer drags the element under it, two pinch, the wheel zooms. */

/**
 * @param {SVGElement} element
 * @param {object} act
 * @param {(target: DOMStringMap, at: number[]) => void} act.grab receives the data of the element under
 *   the pointer, and the position in pixels
 * @param {(at: number[]) => void} act.drag
 * @param {() => void} act.release
 * @param {(at: number[], factor: number, by: number[]) => void} act.zoom zooms about a point that has
 *   also moved
 * @param {(target: DOMStringMap) => void} act.twice called for a double click
 * @param {AbortSignal} signal
 */
export function listen(element, act, signal) {
  /** @type {Map<number, number[]>} */
  const pointers = new Map();
  // after a pointer is captured, its events no longer name the element under it
  let pressed = {};
  const at = ({ clientX, clientY }) => {
    const box = element.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  };
  const spread = () => {
    const [p, q] = [...pointers.values()];
    return {
      middle: [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2],
      length: Math.max(1, Math.hypot(p[0] - q[0], p[1] - q[1])),
    };
  };
  const on = (name, action) => element.addEventListener(name, action, { signal, passive: false });
  on('pointerdown', (event) => {
    if (event.button !== 0 || pointers.size === 2) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 2) act.release();
    else {
      pressed = { ...event.target.dataset };
      act.grab(pressed, at(event));
    }
  });
  on('pointermove', (event) => {
    if (!pointers.has(event.pointerId)) return;
    if (pointers.size === 2) {
      const before = spread();
      pointers.set(event.pointerId, at(event));
      const after = spread();
      const by = after.middle.map((x, k) => x - before.middle[k]);
      act.zoom(after.middle, after.length / before.length, by);
    } else {
      pointers.set(event.pointerId, at(event));
      act.drag(at(event));
    }
  });
  for (const name of ['pointerup', 'pointercancel'])
    on(name, (event) => {
      if (!pointers.delete(event.pointerId)) return;
      if (pointers.size === 0) act.release();
    });
  on('dblclick', () => act.twice(pressed));
  on('wheel', (event) => {
    event.preventDefault();
    act.zoom(at(event), 1.0015 ** -event.deltaY, [0, 0]);
  });
}
