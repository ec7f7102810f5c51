/* The meaning of the colours in drawings of a trace, in 3D and 2D. */
import { html } from 'lit-html';

export const insideEntry = html`<li>
  <i style="background: var(--contact)"></i>inside: the part of the difference that the solver has
  found, and its point nearest to the goal
</li>`;

export const differenceEntry = html`<li>
  <i style="background: var(--other)"></i>the Minkowski difference, which the solver never computes
  as a whole
</li>`;
