/* The buttons over the 2D view. */
import { html, nothing } from 'lit-html';
import { buttons } from '../../ui/controls.js';

/**
 * @param {number[][] | null} drawing points of the polygon that is being drawn
 * @param {boolean} full whether no further shape can be added
 * @param {{ sketch: () => void, finish: () => void, zoom: (factor: number) => void, fit: () => void }} act
 */
export function tools(drawing, full, act) {
  const sketch = {
    id: 'sketch',
    label: drawing ? 'Stop drawing' : 'Draw a polygon',
    pressed: drawing !== null,
    disabled: full,
    onClick: act.sketch,
  };
  const finish = {
    id: 'finish',
    label: 'Done',
    disabled: (drawing?.length ?? 0) < 3,
    onClick: act.finish,
  };
  const view = [
    { id: 'zoom-in', label: '+', name: 'Magnify', onClick: () => act.zoom(1.25) },
    { id: 'zoom-out', label: '−', name: 'Reduce', onClick: () => act.zoom(0.8) },
    { id: 'fit', label: 'Fit', name: 'Fit all shapes', onClick: act.fit },
  ];
  return html`${buttons('2D view', drawing ? [sketch, finish] : [sketch, ...view])}
  ${
    drawing
      ? html`<p class="note" role="status">Click or tap where its points should be.</p>`
      : nothing
  }`;
}
