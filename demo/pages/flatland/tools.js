/* The buttons over the 2D view. */
import { html, nothing } from 'lit-html';
import { buttons } from '../../ui/controls.js';

/**
 * @param {number[][] | null} drawing points of the polygon that the visitor draws
 * @param {boolean} full whether no more shapes can be added
 * @param {{ sketch: () => void, finish: () => void, zoom: (factor: number) => void, fit: () => void }}
 *   act
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
    { id: 'zoom-in', label: '+', name: 'Zoom in', onClick: () => act.zoom(1.25) },
    { id: 'zoom-out', label: '−', name: 'Zoom out', onClick: () => act.zoom(0.8) },
    { id: 'fit', label: 'Fit', name: 'Fit all shapes', onClick: act.fit },
  ];
  return html`${buttons('2D view', drawing ? [sketch, finish] : [sketch, ...view])}
  ${drawing ? html`<p class="note" role="status">Click or tap to place its points.</p>` : nothing}`;
}
