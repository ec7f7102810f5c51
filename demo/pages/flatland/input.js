/* Turns pointer gestures and keys into calls of the page's methods. */
import { panned, zoomed } from './camera.js';
import { added, dragged, moveByKey } from './edits.js';

/** Distance in pixels within which a press means the first point of a drawing. */
const NEAR = 12;

/**
 * The actions for gestures.js.
 * @param {import('./page.js').Flatland} page
 */
export function pointersOf(page) {
  let held = null;
  const pan = (at) => {
    const { scale } = page.camera;
    const by = [(held.at[0] - at[0]) / scale, (at[1] - held.at[1]) / scale];
    held.at = at;
    page.look(panned(page.state.view, by));
  };
  return {
    grab: (target, at) => {
      const point = page.camera.toWorld(at);
      if (page.drawing.points) return page.drawing.press(point, NEAR / page.camera.scale);
      if (target.role === 'body') page.select(Number(target.index));
      let corner = Number(target.corner);
      if (target.role === 'middle') {
        page.change(page.selected, added(page.body(), corner));
        corner += 1;
      }
      const role = target.role === 'middle' ? 'corner' : target.role;
      held = { target: { role, corner }, point, at, body: page.body() };
      page.update();
    },
    drag: (at) => {
      if (!held) return;
      if (!held.target.role) return pan(at);
      const { center } = page.shapes[page.selected];
      const to = page.camera.toWorld(at);
      page.change(page.selected, dragged(held, page.body(), to, center));
    },
    release: () => {
      held = null;
      page.remember({ final: true });
    },
    zoom: (at, factor, [dx, dy]) => {
      const { scale } = page.camera;
      const view = panned(page.state.view, [-dx / scale, dy / scale]);
      page.look(zoomed(view, page.camera, at, factor));
    },
    twice: ({ role, corner }) => {
      if (page.drawing.points) page.drawing.finish();
      else if (role === 'corner') page.remove(Number(corner));
    },
  };
}

/**
 * Handles a key on a shape or on one of its handles.
 * @param {import('./page.js').Flatland} page
 * @param {KeyboardEvent} event
 */
export function pressKey(page, event) {
  const { role, index } = event.target.dataset;
  const corner = Number(event.target.dataset.corner);
  const isEnter = event.key === 'Enter' || event.key === ' ';
  if (role === 'body') page.select(Number(index));
  const change = moveByKey(event, page.body(), { role, corner });
  if (change) page.change(page.selected, change);
  else if (role === 'corner' && /^(Delete|Backspace)$/.test(event.key)) page.remove(corner);
  else if (role === 'middle' && isEnter)
    page.change(page.selected, added(page.body(), corner), true);
  else if (role === 'body' && isEnter) page.changed(true);
  else return;
  event.preventDefault();
}
