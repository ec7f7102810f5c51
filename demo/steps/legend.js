/* The meaning of the colours wherever a trace is drawn, in 3D and 2D. */
import { html } from 'lit-html';

export const insideEntry = html`<li>
  <i style="background: var(--contact)"></i>inside: what the solver has of the difference, and its
  point nearest to the goal
</li>`;

export const differenceEntry = html`<li>
  <i style="background: var(--other)"></i>the Minkowski difference, which the solver never sees
  whole
</li>`;
