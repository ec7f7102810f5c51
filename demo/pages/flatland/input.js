/* What pointers and keys do in the plane, in terms of the room's own acts. */
import { panned, zoomed } from './camera.js';
import { added, dragged, moveByKey } from './edits.js';

/** Pixels within which the first point of a drawing is hit. */
const NEAR = 12;

/**
 * What gestures.js asks for.
 * @param {import('./page.js').Flatland} room
 */
export function pointersOf(room) {
  let held = null;
  const pan = (at) => {
    const { scale } = room.camera;
    const by = [(held.at[0] - at[0]) / scale, (at[1] - held.at[1]) / scale];
    held.at = at;
    room.look(panned(room.state.view, by));
  };
  return {
    grab: (target, at) => {
      const point = room.camera.toPlane(at);
      if (room.drawing.points) return room.drawing.press(point, NEAR / room.camera.scale);
      if (target.role === 'body') room.select(Number(target.index));
      let corner = Number(target.corner);
      if (target.role === 'middle') {
        room.change(room.selected, added(room.body(), corner));
        corner += 1;
      }
      const role = target.role === 'middle' ? 'corner' : target.role;
      held = { target: { role, corner }, point, at, body: room.body() };
      room.update();
    },
    drag: (at) => {
      if (!held) return;
      if (!held.target.role) return pan(at);
      const { center } = room.shapes[room.selected];
      const to = room.camera.toPlane(at);
      room.change(room.selected, dragged(held, room.body(), to, center));
    },
    release: () => {
      held = null;
      room.remember({ settled: true });
    },
    zoom: (at, factor, [dx, dy]) => {
      const { scale } = room.camera;
      const view = panned(room.state.view, [-dx / scale, dy / scale]);
      room.look(zoomed(view, room.camera, at, factor));
    },
    twice: ({ role, corner }) => {
      if (room.drawing.points) room.drawing.finish();
      else if (role === 'corner') room.remove(Number(corner));
    },
  };
}

/**
 * A key on a shape or one of its handles.
 * @param {import('./page.js').Flatland} room
 * @param {KeyboardEvent} event
 */
export function pressKey(room, event) {
  const { role, index } = event.target.dataset;
  const corner = Number(event.target.dataset.corner);
  const isEnter = event.key === 'Enter' || event.key === ' ';
  if (role === 'body') room.select(Number(index));
  const change = moveByKey(event, room.body(), { role, corner });
  if (change) room.change(room.selected, change);
  else if (role === 'corner' && /^(Delete|Backspace)$/.test(event.key)) room.remove(corner);
  else if (role === 'middle' && isEnter)
    room.change(room.selected, added(room.body(), corner), true);
  else if (role === 'body' && isEnter) room.changed(true);
  else return;
  event.preventDefault();
}
